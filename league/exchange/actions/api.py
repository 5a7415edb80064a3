"""Tokens made and revoked, and what programs send: the same request under an `Idempotency-Key` is done once."""

import secrets
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.timezone import localdate

from league.base.accounts.models import User, digest_of, unless_busy
from league.base.audit.actions import record, write_tx
from league.exchange.choices import TokenLifetime, TokenScope
from league.exchange.models import Reply, Token
from league.results.actions.cards import StaleError, answer_card
from league.results.models import Answer, Submission
from league.schedule.actions.locking import lock_fixture

PREFIX = "ds_"  # so that a token that was published by mistake is found by programs that look for such


def make_token(*, name: str, scope: TokenScope, lasts: TokenLifetime, by: User, at: datetime) -> tuple[Token, str]:
    """A new token and its secret, which is nowhere kept. ValidationError if the person has one of that name."""
    secret = PREFIX + secrets.token_urlsafe(32)
    expires = localdate(at) + timedelta(days=lasts)
    token = Token(user=by, name=name, scope=scope, digest=digest_of(secret), made_at=at, expires_on=expires)
    with write_tx():
        token.full_clean()
        token.save()
        record(
            verb="make_token", words=f"{by.name} gave the program {name} access until {expires}", at=at, by=by,
            league_id=None, about=(token,), after={"may": token.get_scope_display(), "expires": expires.isoformat()},
        )  # fmt: skip
    return token, secret


def revoke_token(*, token: Token, by: User, at: datetime) -> None:
    with write_tx():
        locked = Token.objects.select_for_update(of=("self",)).get(pk=token.pk)
        if locked.revoked_at is not None:
            return
        locked.revoked_at = at
        locked.save(update_fields=["revoked_at"])
        text = f"{by.name} revoked the access of the program {locked.name}"
        record(verb="revoke_token", words=text, at=at, by=by, league_id=None, about=(locked,))


def record_use(*, token: Token, on: date) -> None:
    """Write down the day of a token's last use: once a day, no entry of history, and nobody waits for it."""
    if token.used_on != on:
        with unless_busy():
            Token.objects.filter(pk=token.pk).update(used_on=on)


# --- answers to cards -------------------------------------------------------------------------------------------------
def answer_at_version(
    *, submission: Submission, agreed: bool, reason: str, seen: int, by: User, at: datetime
) -> Answer:
    """`answer_card`, unless the match is no longer at the version that was seen: then StaleError."""
    with write_tx():
        locked = lock_fixture(submission.fixture_id)
        if locked.version != seen:
            raise StaleError(seen=seen, now=locked.version)
        return answer_card(submission=submission, agreed=agreed, by=by, at=at, reason=reason)


# --- idempotent writes ------------------------------------------------------------------------------------------------
REPLY_LIFETIME = timedelta(hours=24)


class KeyUsedError(Exception):
    """The key of another request."""


def run_once(
    *, token: Token, key: str, digest: str, at: datetime, operation: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """The answer of `operation`, done in the same transaction and only if it was not done under this key yet.

    Whatever it raises is raised, and the key is free again. KeyUsedError for a key that was used for another request
    within the last 24 hours. Of two at once the second waits for the first.
    """
    with write_tx():
        forget_replies(at=at)
        reply = Reply(token=token, key=key, digest=digest, made_at=at)
        try:
            with transaction.atomic():
                reply.save(force_insert=True)
        except IntegrityError:
            earlier_reply = Reply.objects.get(token=token, key=key)
            if earlier_reply.digest != digest:
                raise KeyUsedError from None
            return dict(earlier_reply.body)
        reply.body = operation()
        reply.save(update_fields=["body"])
        return reply.body


def forget_replies(*, at: datetime) -> None:
    Reply.objects.filter(made_at__lte=at - REPLY_LIFETIME).delete()
