"""How often somebody may try to sign in, so that nobody guesses their way in and nobody locks another person out; and
how often a code that is printed somewhere.

Each client address has a number of tries for each account, and one for all accounts. An account has a larger number for
all client addresses together, which does not apply to a device that has signed in to it before.
"""

import time

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse

from league.base.accounts.models import User
from league.base.accounts.permissions import seconds_to_wait, seconds_until_next, visitor_of, wait_in_words

MINUTE, HOUR = 60, 60 * 60
DEVICE, SALT, YEAR = "device", "league.accounts.device", 365 * 24 * HOUR


def refuse_too_many_codes(request: HttpRequest, email: str) -> None:
    """Count a code that is asked for; ValidationError with the time to wait if there were too many."""
    _refuse(request, "code", email, pair=(3, MINUTE), visitor=(20, MINUTE), account=(20, HOUR))


def refuse_too_many_passwords(request: HttpRequest, email: str) -> None:
    """Count a password that is tried; ValidationError with the time to wait if there were too many."""
    _refuse(request, "password", email, pair=(5, 5 * MINUTE), visitor=(10, MINUTE), account=(50, HOUR))


def _refuse(
    request: HttpRequest,
    what: str,
    email: str,
    *,
    pair: tuple[int, int],
    visitor: tuple[int, int],
    account: tuple[int, int],
) -> None:
    account_name, client, at = email.strip().lower(), visitor_of(request), time.time()
    counted = [(f"{what}-pair", f"{client} {account_name}", pair), (f"{what}-visitor", client, visitor)]
    if not signed_in_before(request, account_name):
        counted.append((f"{what}-account", account_name, account))
    for name, who, (most, seconds) in counted:
        if wait := seconds_to_wait(name, who, most=most, seconds=seconds, at=at):
            text = f"Too many attempts. Wait {wait_in_words(wait)}, then try again."
            raise ValidationError(text, code="rate_limited")


PRINTED_CODES = {"most": 20, "seconds": 15 * MINUTE}  # wrong ones of a client address, which a whole pub may have


def wait_for_codes(request: HttpRequest) -> str:
    """What to say to whoever has tried too many wrong codes, right as the next may be; "" to others."""
    wait = seconds_until_next("printed-code", visitor_of(request), **PRINTED_CODES, at=time.time())
    return f"Too many wrong codes. Wait {wait_in_words(wait)}, then try again." if wait else ""


def count_wrong_code(request: HttpRequest) -> None:
    seconds_to_wait("printed-code", visitor_of(request), **PRINTED_CODES, at=time.time())


def signed_in_before(request: HttpRequest, email: str) -> bool:
    """Whether the last person who signed in on this device is the one with that address."""
    key = request.get_signed_cookie(DEVICE, default="", salt=SALT, max_age=YEAR) or "0"
    return User.objects.filter(pk=key, email=email).exists()


def remember_device(response: HttpResponse, user: User) -> None:
    """Have the device show at its next sign-in that this person has signed in on it; no other page is sent this."""
    response.set_signed_cookie(
        DEVICE, str(user.pk), salt=SALT, max_age=YEAR, path="/accounts/", httponly=True, samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )  # fmt: skip
