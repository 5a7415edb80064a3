"""Taking back what a spreadsheet imported: exactly that, as a whole or not at all; a long one by a job."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.base.jobs.actions import enqueue
from league.cups.actions.honours import undo_honours
from league.cups.actions.imports import undo_cups
from league.exchange.actions.drafts import MAX_SYNCHRONOUS_ROWS, locked_draft, origin_of
from league.exchange.choices import OF_SEASON, ImportKind, ImportState
from league.exchange.models.imports import ImportDraft
from league.results.actions.adjustments import undo_adjustments
from league.results.actions.imports import undo_results
from league.results.actions.past_seasons import undo_past_seasons
from league.schedule.actions.imports import undo_fixtures
from league.schedule.actions.nights import undo_nights
from league.schedule.queries.seasons import league_competition
from league.teams.actions.imports import undo_places_and_people
from league.teams.actions.undo_log import RowChange

UNDO_SHEET = "take-back"  # the kind of job
UNDOING: dict[ImportKind, Callable[..., None]] = {
    ImportKind.HONOURS: undo_honours,
    ImportKind.TABLES: undo_past_seasons,
    ImportKind.RECORDS: undo_past_seasons,
}
SEASON_UNDOING: dict[ImportKind, Callable[..., None]] = {
    ImportKind.FIXTURES: undo_fixtures,
    ImportKind.RESULTS: undo_results,
    ImportKind.DEDUCTIONS: undo_adjustments,
    ImportKind.NIGHTS: undo_nights,
    ImportKind.TIES: undo_cups,
}


def begin_undo(*, draft: ImportDraft, by: User, at: datetime) -> ImportDraft:
    """Undo what a spreadsheet imported, at once or, a long one, by a job. Raises what `undo_import` raises."""
    with write_tx():
        locked = locked_draft(draft)
        if locked.state != ImportState.DONE or len(locked.marks) <= MAX_SYNCHRONOUS_ROWS:
            return undo_import(draft=draft, by=by, at=at)
        locked.state, locked.job, locked.error = ImportState.UNDOING, f"take-back-{locked.pk}", ""
        locked.save(update_fields=["state", "job", "error"])
        enqueue(
            key=locked.job, kind=UNDO_SHEET, args={"draft": locked.pk, "by": by.pk}, title=f"Undoing {locked}"[:120],
            by=by, at=at, league_id=locked.league_id,
        )  # fmt: skip
    return locked


def finish_undo(*, draft: ImportDraft, by: User, at: datetime) -> ImportDraft:
    """What the job does; what keeps it from being undone is written beside it, and it stays imported."""
    try:
        return undo_import(draft=draft, by=by, at=at)
    except ValidationError as error:
        fail_undo(draft_id=draft.pk, error=" ".join(error.messages))
        raise


def fail_undo(*, draft_id: int, error: str) -> None:
    """Say why an import could not be undone; it is imported as before."""
    with write_tx():
        row = ImportDraft.objects.filter(pk=draft_id, state=ImportState.UNDOING)
        row.update(state=ImportState.DONE, error=error)


def undo_import(*, draft: ImportDraft, by: User, at: datetime) -> ImportDraft:
    """Undo exactly what a spreadsheet imported. ValidationError with what has been built on it since."""
    with write_tx():
        locked = locked_draft(draft)
        if locked.state not in (ImportState.DONE, ImportState.UNDOING):
            raise ValidationError("This has already been undone, or was never imported.")
        marks = [RowChange(*each) for each in locked.marks]
        _undo(locked, marks, by=by, at=at)
        locked.state, locked.undone_by, locked.undone_at, locked.marks = ImportState.UNDONE, by, at, []
        locked.error = ""
        locked.save(update_fields=["state", "undone_by", "undone_at", "marks", "error"])
    return locked


def _undo(locked: ImportDraft, marks: Sequence[RowChange], *, by: User, at: datetime) -> None:
    arguments: dict[str, Any] = {"marks": marks, "source": origin_of(locked), "by": by, "at": at}
    kind = ImportKind(locked.kind)
    if kind in OF_SEASON:
        assert locked.season is not None
        SEASON_UNDOING[kind](competition=league_competition(locked.season), **arguments)
    else:
        UNDOING.get(kind, undo_places_and_people)(league=locked.league, **arguments)
