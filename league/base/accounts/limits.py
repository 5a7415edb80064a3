"""How often somebody may try to sign in, so that nobody guesses their way in and nobody locks another person out; and
how often a code that is printed somewhere.

Each client address has a number of tries for each account, and one for all accounts. An account has a larger number for
all client addresses together, which does not apply to a device that has signed in to it before.
"""

import time
from math import ceil
from typing import Any, NamedTuple

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured, PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse

from league.base.accounts.models import User, digest_of
from scoring.words import several

MINUTE, HOUR = 60, 60 * 60
DEVICE, SALT, YEAR = "device", "league.accounts.device", 365 * 24 * HOUR


class TryLimit(NamedTuple):
    """`most` tries at something in so many seconds; `words` are for whoever has tried more often."""

    what: str
    most: int
    seconds: int = HOUR
    words: str = "Too many attempts."

    def count(self, who: str, at: float | None = None, store: Any = cache) -> int:
        """0, or the seconds until the next try; `who` is kept as a digest. `at` is since 1970."""
        key, left = self._key(who, at)
        store.add(key, 0, 2 * self.seconds)
        try:
            return left if store.incr(key) > self.most else 0
        except ValueError:  # thrown out in between by a cache that is full
            return 0

    def wait(self, who: str) -> int:
        """The same without counting, for what is counted only when it was wrong."""
        key, left = self._key(who)
        return left if cache.get(key, 0) >= self.most else 0

    def refuse(self, request: HttpRequest) -> str:
        """What to say, or ""."""
        return self.say(self.count(visitor_of(request)))

    def say(self, seconds: int) -> str:
        return f"{self.words} Wait {wait_in_words(seconds)}, then try again." if seconds else ""

    def _key(self, who: str, at: float | None = None) -> tuple[str, int]:
        """The cache key, and the seconds left in this period."""
        period, passed = divmod(int(time.time() if at is None else at), self.seconds)
        return f"tries:{self.what}:{period}:{digest_of(who)[:20]}", self.seconds - passed


def wait_in_words(seconds: int) -> str:
    return several(seconds, "second") if seconds < 120 else several(ceil(seconds / 60), "minute")


def visitor_of(request: HttpRequest) -> str:
    """Where a request comes from, as far as the proxies vouch for it; all that come from nowhere count together."""
    try:
        return str(get_adapter().get_client_ip(request))
    except (PermissionDenied, ImproperlyConfigured):
        return "nowhere"


def refuse_too_many_codes(request: HttpRequest, email: str) -> None:
    """Count a code that is asked for; ValidationError with the time to wait if there were too many."""
    _refuse(request, "code", email, pair=(3, MINUTE), visitor=20, account=20)


def refuse_too_many_passwords(request: HttpRequest, email: str) -> None:
    """Count a password that is tried; ValidationError with the time to wait if there were too many."""
    _refuse(request, "password", email, pair=(5, 5 * MINUTE), visitor=10, account=50)


def _refuse(request: HttpRequest, what: str, email: str, *, pair: tuple[int, int], visitor: int, account: int) -> None:
    account_name, client = email.strip().lower(), visitor_of(request)
    counted = [
        (TryLimit(f"{what}-pair", *pair), f"{client} {account_name}"),
        (TryLimit(f"{what}-visitor", visitor, MINUTE), client),
    ]
    key = request.get_signed_cookie(DEVICE, default="", salt=SALT, max_age=YEAR) or "0"  # who signed in from here
    if not User.objects.filter(pk=key, email=account_name).exists():
        counted.append((TryLimit(f"{what}-account", account), account_name))
    for limit, who in counted:
        if text := limit.say(limit.count(who)):
            raise ValidationError(text, code="rate_limited")


# Wrong ones of a client address, which a whole pub may have.
PRINTED_CODES = TryLimit("printed-code", 20, 15 * MINUTE, "Too many wrong codes.")


def wait_for_codes(request: HttpRequest) -> str:
    """What to say, or ""."""
    return PRINTED_CODES.say(PRINTED_CODES.wait(visitor_of(request)))


def remember_device(response: HttpResponse, user: User) -> None:
    response.set_signed_cookie(
        DEVICE, str(user.pk), salt=SALT, max_age=YEAR, path="/accounts/", httponly=True, samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )  # fmt: skip
