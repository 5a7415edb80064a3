"""A spreadsheet is accepted as its preview shows it, imported as a whole or not at all, and undone as it came."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.audit.queries import end_of_chain
from league.base.jobs.actions import enqueue
from league.cups.actions.honours import import_honours, undo_honours
from league.cups.actions.imports import import_cups, undo_cups
from league.exchange.choices import OF_SEASON, ImportKind, ImportState
from league.exchange.models import ImportDraft
from league.exchange.queries.preview import BEFORE, MAX_EDITABLE, is_idle, job_of, preview_import
from league.exchange.values.columns import with_own_names
from league.exchange.values.outcomes import ImportPreview
from league.reading.columns import match_columns, split_heading
from league.reading.values import SheetLine
from league.results.actions.adjustments import import_adjustments, undo_adjustments
from league.results.actions.cards import NotAcceptedError
from league.results.actions.imports import (
    import_final_tables,
    import_past_figures,
    import_results,
    undo_past_seasons,
    undo_results,
)
from league.schedule.actions.imports import import_fixtures, undo_fixtures
from league.schedule.actions.nights import import_nights, undo_nights
from league.schedule.models import Season
from league.schedule.queries.seasons import league_competition
from league.teams.actions.imports import import_players, import_teams, import_venues, undo_places_and_people
from league.teams.actions.people import import_people
from league.teams.actions.undo_log import RowChange
from league.teams.models import League
from scoring.words import several, spell_out

IMPORT_SHEET, UNDO_SHEET = "bring-in", "take-back"  # the kinds of job
MAX_SYNCHRONOUS_ROWS = 200  # rows; more than these are imported by a job
BRINGING = (ImportState.WORKING, ImportState.OPEN)  # the latter where a job that failed is tried again
DRAFT_LIFETIME = timedelta(days=7)
ADD_OR_LEAVE = "The file names what the league has not. Add it, or leave those rows out."
CHANGED = "The league has changed since you checked, and so have some rows. Check them again."


def create_draft(
    *,
    league: League,
    kind: ImportKind,
    name: str,
    lines: Sequence[SheetLine],
    by: User,
    at: datetime,
    season: Season | None = None,
    division: str = "",
    since: date | None = None,
) -> ImportDraft:
    """Keep a spreadsheet, its columns matched by their names; `since` is from when players without a day register."""
    heading, rows = split_heading(kind, lines)
    if not rows:
        raise ValidationError({"file": "There are no rows below the headings."})
    matching = with_own_names(heading, match_columns(kind, heading))
    with write_tx():
        draft = ImportDraft(
            league=league, kind=kind, name=name[:120], season=season, division=division, heading=list(heading),
            rows=[[line.number, list(line.cells)] for line in rows], matching=matching,
            answers={"since": {"": since.isoformat()}} if since else {}, by=by, at=at,
        )  # fmt: skip
        draft.full_clean()
        draft.save()
    return draft


def set_columns(*, draft: ImportDraft, matching: Mapping[str, int]) -> ImportDraft:
    with write_tx():
        locked = _locked_open_draft(draft)
        locked.matching = dict(matching)
        locked.save(update_fields=["matching"])
    return locked


def change_rows(*, draft: ImportDraft, lines: Sequence[SheetLine]) -> ImportDraft:
    """Put other rows in place of those that were read; the first line names their columns."""
    with write_tx():
        locked = _locked_open_draft(draft)
        heading, rows = split_heading(ImportKind(locked.kind), lines)
        locked.heading, locked.rows = list(heading), [[line.number, list(line.cells)] for line in rows]
        locked.matching = match_columns(ImportKind(locked.kind), heading)
        locked.save(update_fields=["heading", "rows", "matching"])
    return locked


def answer_names(*, draft: ImportDraft, answers: Mapping[str, Mapping[str, str]]) -> ImportDraft:
    with write_tx():
        locked = _locked_open_draft(draft)
        locked.answers = {
            what: {**locked.answers.get(what, {}), **answers.get(what, {})} for what in {*locked.answers, *answers}
        }
        locked.save(update_fields=["answers"])
    return locked


def delete_draft(*, draft: ImportDraft) -> None:
    with write_tx():
        _locked_open_draft(draft).delete()


def delete_old_drafts(*, at: datetime) -> int:
    """Delete the drafts of all leagues that are a week old; how many."""
    with scopes_disabled(), write_tx():
        old = ImportDraft.objects.filter(state=ImportState.OPEN, at__lt=at - DRAFT_LIFETIME)
        return int(old.delete()[0])


def accept_draft(
    *, draft: ImportDraft, seen: str, leave_out: bool, by: User, at: datetime, add: bool = True
) -> ImportDraft:
    """Import a spreadsheet as it was shown (`seen` is the digest of that), at once or, a long one, by a job.

    `leave_out`: without the rows with problems. `add`: with the teams, venues and divisions that it names.
    """
    with write_tx():
        locked = locked_draft(draft)
        if not is_idle(locked):
            return locked
        if len(locked.rows) <= MAX_SYNCHRONOUS_ROWS:
            preview = _current_preview(locked, seen, leave_out=leave_out, add=add, at=at)
            return _apply_import(locked, preview, by=by, at=at)
        args = {"seen": seen, "leave_out": leave_out, "add": add}
        return _enqueue(locked, ImportState.WORKING, IMPORT_SHEET, args, f"Importing {locked}", by=by, at=at)


def _enqueue(
    locked: ImportDraft, state: ImportState, kind: str, args: dict[str, Any], title: str, *, by: User, at: datetime
) -> ImportDraft:
    locked.state, locked.job, locked.error = state, f"{kind}-{locked.pk}", ""
    locked.save(update_fields=["state", "job", "error"])
    args = {"draft": locked.pk, "by": by.pk, **args}
    enqueue(key=locked.job, kind=kind, args=args, title=title[:120], by=by, at=at, league_id=locked.league_id)
    return locked


def _apply_import(locked: ImportDraft, preview: ImportPreview, *, by: User, at: datetime) -> ImportDraft:
    """Write everything, in the transaction of the caller, who holds the draft. All of it or, with an error, nothing."""
    write, _ = WRITERS[ImportKind(locked.kind)]
    try:
        marks = write(rows=list(preview.doing), by=by, at=at, **_origin(locked))
    except NotAcceptedError as refused:
        raise ValidationError(refused.message) from refused
    locked.state, locked.done_by, locked.done_at = ImportState.DONE, by, at
    locked.counts, locked.marks = preview.counts, [mark.as_json() for mark in marks]
    locked.rows, locked.answers, locked.reading, locked.error = [], {}, {}, ""
    locked.save()
    text = f"{locked.get_kind_display()} imported from {locked.name}: {several(preview.to_do, 'row')}."
    record(
        verb="bring_in", words=text, at=at, by=by, league_id=locked.league_id, about=(locked,),
        after={name: number for name, number in preview.counts.items() if number},
    )  # fmt: skip
    return locked


def finish_accepted(
    *, draft: ImportDraft, seen: str, leave_out: bool, add: bool, by: User, at: datetime, say: Callable[..., None]
) -> None:
    """What the job does, unless a worker that died has done it. Rows are compared before the transaction."""
    if draft.state not in BRINGING:
        return
    end = end_of_chain(draft.league_id)
    say(f"Checking {several(len(draft.rows), 'row')}", done=0, total=2)
    preview = _current_preview(draft, seen, leave_out=leave_out, add=add, at=at)
    say(f"Importing {several(preview.to_do, 'row')}", done=1)
    with write_tx():  # for the writing alone: on SQLite all others who write wait for its end
        locked = locked_draft(draft)
        if end_of_chain(draft.league_id) != end:
            preview = _current_preview(locked, seen, leave_out=leave_out, add=add, at=at)
        if locked.state in BRINGING:
            _apply_import(locked, preview, by=by, at=at)


def fail_job(*, draft: ImportDraft, error: str) -> None:
    with write_tx():
        for state, was in BEFORE.items():
            ImportDraft.objects.filter(pk=draft.pk, state=state).update(state=was, error=error)


def locked_draft(draft: ImportDraft) -> ImportDraft:
    rows = ImportDraft.objects.select_for_update(of=("self",)).select_related("league", "season__league")
    return rows.get(pk=draft.pk)


def _locked_open_draft(draft: ImportDraft) -> ImportDraft:
    locked = locked_draft(draft)
    if not is_idle(locked):
        raise ValidationError(f"This import cannot be changed now. It is {locked.get_state_display().lower()}.")
    return locked


def _current_preview(locked: ImportDraft, digest: str, *, leave_out: bool, add: bool, at: datetime) -> ImportPreview:
    """What is to be imported. ValidationError if that is nothing, not what was seen, or does not fit."""
    preview = preview_import(locked, at)
    if preview is None or preview.digest != digest:
        raise ValidationError(CHANGED)
    if not add and preview.needs:
        if not leave_out:
            raise ValidationError(ADD_OR_LEAVE)
        preview = preview.without_needs()
    if preview.conflicts and not leave_out:
        number = len(preview.conflicts)
        mend = "Change the rows" if len(locked.rows) <= MAX_EDITABLE else "Correct the spreadsheet and import it again"
        leave = "leave it out" if number == 1 else "leave them out"
        raise ValidationError(f"{capfirst(spell_out(number, 'row'))} cannot be imported. {mend}, or {leave}.")
    if not preview.to_do:
        raise ValidationError("No row would change anything.")
    return preview


# What writes the rows of a kind, and what takes them back.
WRITERS: dict[ImportKind, tuple[Callable[..., Sequence[RowChange]], Callable[..., None]]] = {
    ImportKind.VENUES: (import_venues, undo_places_and_people),
    ImportKind.TEAMS: (import_teams, undo_places_and_people),
    ImportKind.PEOPLE: (import_people, undo_places_and_people),
    ImportKind.PLAYERS: (import_players, undo_places_and_people),
    ImportKind.FIXTURES: (import_fixtures, undo_fixtures),
    ImportKind.RESULTS: (import_results, undo_results),
    ImportKind.HONOURS: (import_honours, undo_honours),
    ImportKind.DEDUCTIONS: (import_adjustments, undo_adjustments),
    ImportKind.TABLES: (import_final_tables, undo_past_seasons),
    ImportKind.RECORDS: (import_past_figures, undo_past_seasons),
    ImportKind.NIGHTS: (import_nights, undo_nights),
    ImportKind.TIES: (import_cups, undo_cups),
}


def _origin(locked: ImportDraft) -> dict[str, Any]:
    source = f"{locked.get_kind_display().lower()} from {locked.name}"
    if locked.kind not in OF_SEASON:
        return {"source": source, "league": locked.league}
    assert locked.season is not None
    return {"source": source, "competition": league_competition(locked.season)}


# --- undoing ----------------------------------------------------------------------------------------------------------
def begin_undo(*, draft: ImportDraft, by: User, at: datetime) -> ImportDraft:
    """Undo what a spreadsheet imported, at once or, a long one, by a job. Raises what `undo_import` raises."""
    with write_tx():
        locked = locked_draft(draft)
        if len(locked.marks) <= MAX_SYNCHRONOUS_ROWS:
            return undo_import(draft=draft, by=by, at=at)
        if job_of(locked) is not None:
            return locked
        return _enqueue(locked, ImportState.UNDOING, UNDO_SHEET, {}, f"Undoing {locked}", by=by, at=at)


def finish_undo(*, draft: ImportDraft, by: User, at: datetime) -> ImportDraft:
    return draft if draft.state == ImportState.UNDONE else undo_import(draft=draft, by=by, at=at)


def undo_import(*, draft: ImportDraft, by: User, at: datetime) -> ImportDraft:
    """Undo exactly what a spreadsheet imported. ValidationError with what has been built on it since."""
    with write_tx():
        locked = locked_draft(draft)
        if locked.state not in (ImportState.DONE, ImportState.UNDOING):
            raise ValidationError("This has already been undone, or was never imported.")
        _, undo = WRITERS[ImportKind(locked.kind)]
        undo(marks=[RowChange(*each) for each in locked.marks], by=by, at=at, **_origin(locked))
        locked.state, locked.undone_by, locked.undone_at, locked.marks = ImportState.UNDONE, by, at, []
        locked.error = ""
        locked.save(update_fields=["state", "undone_by", "undone_at", "marks", "error"])
    return locked
