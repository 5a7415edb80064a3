"""Make a token and take it back. The owner does both, and nobody else."""

import secrets
from datetime import date, datetime, timedelta

from django.utils.timezone import localdate

from league.accounts.models import User
from league.accounts.permissions import digest_of
from league.api.choices import Lasts, Scope
from league.api.models import Token
from league.audit.actions import record, write_tx

PREFIX = "ds_"  # so that a token that was published by mistake is found by programs that look for such


def make_token(*, name: str, scope: Scope, lasts: Lasts, by: User, at: datetime) -> tuple[Token, str]:
    """A new token and its secret, which is nowhere kept. ValidationError if the person has one of that name."""
    secret = PREFIX + secrets.token_urlsafe(32)
    expires = localdate(at) + timedelta(days=lasts)
    token = Token(user=by, name=name, scope=scope, digest=digest_of(secret), made_at=at, expires_on=expires)
    with write_tx():
        token.full_clean()
        token.save()
        record(
            verb="make_token",
            words=f"{by.name} let the program {name} act for them until {expires}",
            at=at,
            by=by,
            league_id=None,
            about=(token,),
            after={"may": token.get_scope_display(), "expires": expires.isoformat()},
        )
    return token, secret


def revoke_token(*, token: Token, by: User, at: datetime) -> None:
    """The program can do nothing from now on; twice is once."""
    with write_tx():
        held = Token.objects.select_for_update().get(pk=token.pk)
        if held.revoked_at is not None:
            return
        held.revoked_at = at
        held.save(update_fields=["revoked_at"])
        words = f"{by.name} took the token of the program {held.name} back"
        record(verb="revoke_token", words=words, at=at, by=by, league_id=None, about=(held,))


def note_use(*, token: Token, on: date) -> None:
    """Write down the day of a token's last use: once a day, and no entry of history."""
    if token.used_on != on:
        with write_tx():
            Token.objects.filter(pk=token.pk).update(used_on=on)
