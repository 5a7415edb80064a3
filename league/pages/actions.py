"""A television's code is made, the code pairs it with a pub, and a pairing is taken back."""

import secrets
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.pages.models import PubScreen, ScreenCode
from league.teams.models import Venue

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that is taken for another
LENGTH = 6  # 30 bits, of which somebody has ten guesses in an hour
CODE_LIFETIME = timedelta(minutes=10)
WRONG = "No screen shows this code now. Look at the screen: a code changes every ten minutes."


def make_code(*, digest: str, at: datetime) -> ScreenCode:
    """A code for the television with this digest: the one it has, or a new one when that has run out."""
    with write_tx():
        ScreenCode.objects.filter(until__lte=at).delete()
        screen_code = ScreenCode.objects.filter(digest=digest).first()
        if screen_code is None:
            code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            screen_code = ScreenCode.objects.create(digest=digest, code=code, until=at + CODE_LIFETIME)
    return screen_code


def pair_screen(*, code: str, venue: Venue, by: User, at: datetime) -> PubScreen:
    """Pair the television that shows this code with a pub. ValidationError where none does; a code is used up by it."""
    with write_tx():
        shown = ScreenCode.objects.select_for_update(of=("self",)).filter(code=code, until__gt=at).first()
        if shown is None:
            raise ValidationError({"code": WRONG})
        with scopes_disabled():
            PubScreen.objects.filter(digest=shown.digest).delete()
        screen = PubScreen.objects.create(league=venue.league, venue=venue, digest=shown.digest, by=by, at=at)
        shown.delete()
        _record("pair_screen", f"{by} paired a screen with {venue}", screen, by, at)
    return screen


def revoke_screen(*, screen: PubScreen, by: User, at: datetime) -> None:
    with write_tx():
        locked = PubScreen.objects.select_for_update(of=("self",)).select_related("venue").get(pk=screen.pk)
        if locked.revoked_at is None:
            locked.revoked_at = at
            locked.save(update_fields=["revoked_at"])
            _record("revoke_screen", f"{by} ended the screen at {locked.venue}", locked, by, at)


def _record(verb: str, words: str, screen: PubScreen, by: User, at: datetime) -> None:
    record(verb=verb, words=words, at=at, by=by, league_id=screen.league_id, about=(screen.venue,))
