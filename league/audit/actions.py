"""Write in one transaction and say what was done: every other app's actions stand on these two functions."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import Any

from django.db import connection, models, transaction

from league.accounts.models import User
from league.audit.models import Entry, Subject

_one_writer = threading.RLock()


@contextmanager
def write_tx() -> Iterator[None]:
    """One transaction that writes.

    On SQLite writers of this process queue for a lock first: its own busy handler sleeps and retries, and starves some
    writer for seconds. On PostgreSQL row locks do the work. Never render or call out inside.
    """
    with ExitStack() as stack:
        if connection.vendor == "sqlite":
            stack.enter_context(_one_writer)
        stack.enter_context(transaction.atomic())
        yield


def record(
    *,
    verb: str,
    words: str,
    at: datetime,
    by: User | None,
    league_id: int | None,
    about: tuple[models.Model, ...] = (),
    reason: str = "",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> Entry:
    """Append the one entry of an action; call it inside the action's `write_tx`.

    `verb` is the action's name ("submit_card"), `words` a sentence for the secretary ("Crown A sent its card: 5-4").
    `about` are the rows it concerns; each is found again by its model name and key.
    """
    entry = Entry.objects.create(
        league_id=league_id,
        at=at,
        by=by,
        verb=verb,
        words=words[:300],
        reason=reason,
        before=before or {},
        after=after or {},
    )
    keys = {(row._meta.model_name or "", row.pk) for row in about}
    Subject.objects.bulk_create(Subject(entry=entry, kind=kind, key=key) for kind, key in sorted(keys))
    return entry
