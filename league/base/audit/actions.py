"""Write in one transaction and say what was done: every other app's actions stand on these functions."""

import secrets
import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import OperationalError, connection, models, transaction
from django.utils.timezone import now

from league.base.accounts.models import User
from league.base.audit.models import Entry, Seal, SentForm, Subject
from league.base.audit.queries import content_of, end_of_chain
from league.base.audit.values import digest_of_entry, head_after

Row = TypeVar("Row", bound=models.Model)
_one_writer = threading.RLock()
PATIENCE = 20.0  # seconds, as long as SQLite waits for a writer of another process
CHAIN_LOCK = 0x5EA1  # PostgreSQL knows a chain by this and its league
# Of write_tx in this thread: `.depth` is how many blocks are open, `.entries` what they wrote that has no seal yet,
# `.form` the form that is being answered.
_open = threading.local()


@contextmanager
def write_tx() -> Iterator[None]:
    """On SQLite writers of this process queue, since its busy handler starves some. Never render or call out inside."""
    with ExitStack() as stack:
        if connection.vendor == "sqlite":
            if not _one_writer.acquire(timeout=PATIENCE):
                raise OperationalError("database is locked")
            stack.callback(_one_writer.release)
        stack.enter_context(transaction.atomic())
        with _claiming_form(), _sealing():
            yield


class FormSentAgainError(Exception):
    """The same form with the same values was done already; whatever was begun is undone."""


@dataclass
class FormClaim:
    """A form that is being answered; `held` once something was written for it."""

    key: str
    values: str
    held: bool = False

    def of_others(self) -> SentForm | None:
        return None if self.held else SentForm.objects.filter(key=self.key, values=self.values).first()


def answer_form(form: FormClaim | None) -> None:
    """The first block of this thread that writes from now on claims this form; None ends that."""
    _open.form = form


@contextmanager
def _claiming_form() -> Iterator[None]:
    """The second of two waits for the first; other values with the same key are a corrected form."""
    form: FormClaim | None = getattr(_open, "form", None)
    if form is None or form.held or getattr(_open, "depth", 0) > 0:
        yield
        return
    defaults = {"values": form.values, "at": now(), "answer": None}
    row, made = SentForm.objects.select_for_update(of=("self",)).get_or_create(key=form.key, defaults=defaults)
    if not made and row.values == form.values:
        raise FormSentAgainError
    if not made:
        SentForm.objects.filter(key=form.key).update(**defaults)
    yield
    form.held = True


def settle_form(*, form: FormClaim, answer: str | None) -> None:
    """None, for a refusal or a file, lets the claim go."""
    rows = SentForm.objects.filter(key=form.key, values=form.values)
    with write_tx():
        rows.delete() if answer is None else rows.update(answer=answer)


def forget_forms(*, at: datetime) -> None:
    with write_tx():
        SentForm.objects.filter(at__lt=at - timedelta(days=1)).delete()


@contextmanager
def _sealing() -> Iterator[None]:
    """When the outermost block ends, so that a chain is locked for a moment only."""
    depth = getattr(_open, "depth", 0)
    if depth == 0:
        _open.entries = []
    before = len(_open.entries)
    _open.depth = depth + 1
    try:
        yield
        if depth == 0:
            seal(_open.entries)
    except BaseException:
        del _open.entries[before:]  # they are undone with the block
        raise
    finally:
        _open.depth = depth


def seal(entries: list[tuple[Entry, list[tuple[str, int]]]]) -> None:
    """The caller holds the transaction."""
    by_league: dict[int | None, list[tuple[Entry, list[tuple[str, int]]]]] = {}
    for pair in entries:
        by_league.setdefault(pair[0].league_id, []).append(pair)
    for league_id in sorted(by_league, key=lambda each: each or 0):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [CHAIN_LOCK, (league_id or 0) % 2**31])
        (number, head), links = end_of_chain(league_id), []
        for entry, about in by_league[league_id]:
            salt, number = secrets.token_hex(16), number + 1
            digest = digest_of_entry(salt, content_of(entry, about))
            head = head_after(head, number, digest)
            links.append(Seal(entry=entry, league_id=league_id, number=number, salt=salt, digest=digest, head=head))
        Seal.objects.bulk_create(links)


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
    """In the action's `write_tx`; `verb` is the action's name, `words` a sentence for the secretary."""
    action = AuditRecord(verb, words, about, reason, before or {}, after or {})
    return record_all((action,), at=at, by=by, league_id=league_id)[0]


def save_checked(row: Row, *fields: str) -> Row:
    """Save a row, or these fields of it, once its model has no objection: else ValidationError."""
    row.full_clean()
    row.save(update_fields=fields or None)
    return row


@dataclass(frozen=True, slots=True)
class AuditRecord:
    verb: str
    words: str
    about: tuple[models.Model, ...] = ()
    reason: str = ""
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)


def record_all(records: Iterable[AuditRecord], *, at: datetime, by: User | None, league_id: int | None) -> list[Entry]:
    """Append an entry for each of several actions that were done as one, in their order: two queries."""
    return record_each(((action, at, by) for action in records), league_id=league_id)


def record_each(records: Iterable[tuple[AuditRecord, datetime, User | None]], *, league_id: int | None) -> list[Entry]:
    actions = list(records)
    entries = Entry.objects.bulk_create(
        Entry(
            league_id=league_id, at=at, by=by, verb=action.verb, words=action.words[:300], reason=action.reason,
            before=action.before, after=action.after,
        )
        for action, at, by in actions
    )  # fmt: skip
    about = [sorted({(row._meta.model_name or "", row.pk) for row in action.about}) for action, _, _ in actions]
    Subject.objects.bulk_create(
        Subject(entry=entry, kind=kind, key=key)
        for entry, pairs in zip(entries, about, strict=True)
        for kind, key in pairs
    )
    unsealed = list(zip(entries, about, strict=True))
    if getattr(_open, "depth", 0):
        _open.entries += unsealed
    else:
        with transaction.atomic():
            seal(unsealed)
    return entries
