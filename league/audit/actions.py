"""Write in one transaction and say what was done: every other app's actions stand on these functions."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
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
    action = AuditRecord(verb, words, about, reason, before or {}, after or {})
    return record_all((action,), at=at, by=by, league_id=league_id)[0]


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """What `record` is told of one action, but for who did it and when."""

    verb: str
    words: str
    about: tuple[models.Model, ...] = ()
    reason: str = ""
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)


def record_all(records: Iterable[AuditRecord], *, at: datetime, by: User | None, league_id: int | None) -> list[Entry]:
    """Append an entry for each of several actions that were done as one, in their order: two queries."""
    actions = list(records)
    entries = Entry.objects.bulk_create(
        Entry(
            league_id=league_id, at=at, by=by, verb=action.verb, words=action.words[:300], reason=action.reason,
            before=action.before, after=action.after,
        )
        for action in actions
    )  # fmt: skip
    Subject.objects.bulk_create(
        Subject(entry=entry, kind=kind, key=key)
        for entry, action in zip(entries, actions, strict=True)
        for kind, key in sorted({(row._meta.model_name or "", row.pk) for row in action.about})
    )
    return entries
