"""Do a write once, however often it is sent: the same key and request again is the same answer."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction

from league.api.models import Reply, Token
from league.audit.actions import write_tx

KEPT = timedelta(hours=24)


class KeyUsedError(Exception):
    """The key of another request."""


def once(*, token: Token, key: str, digest: str, at: datetime, deed: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The answer of `deed`, which is done in the same transaction and only if it was not done under this key yet.

    Whatever `deed` raises is raised, nothing is kept, and the key is free again. Raises KeyUsedError for a key that was
    used for another request within the last 24 hours. Of two at once the second waits for the first.
    """
    with write_tx():
        forget_replies(at=at)
        made = _begun(Reply(token=token, key=key, digest=digest, made_at=at))
        if made is None:
            known = Reply.objects.get(token=token, key=key)
            if known.digest != digest:
                raise KeyUsedError
            return dict(known.body)
        made.body = deed()
        made.save(update_fields=["body"])
        return made.body


def forget_replies(*, at: datetime) -> None:
    """Delete the answers that are a day old: their keys may be used again."""
    Reply.objects.filter(made_at__lte=at - KEPT).delete()


def _begun(reply: Reply) -> Reply | None:
    """The row, taken for this request; None if another one has it."""
    try:
        with transaction.atomic():
            reply.save(force_insert=True)
    except IntegrityError:
        return None
    return reply
