"""A spreadsheet is taken in, understood, brought in as a whole or not at all, and taken back as it came.

Nothing of it is written into the league before somebody has seen what becomes of every row and accepted it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django_scopes import scopes_disabled

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.cups.actions.honour_imports import bring_in_honours, take_back_honours
from league.exchange.choices import ImportKind, ImportState
from league.exchange.models import ImportDraft
from league.exchange.queries.columns import headed, matched
from league.exchange.queries.drafts import at_rest
from league.exchange.queries.reading import Line
from league.exchange.queries.weighing import Preview, weigh
from league.fixtures.actions.imports import bring_in_fixtures, take_back_fixtures
from league.fixtures.models import Season
from league.fixtures.queries.seasons import league_competition
from league.jobs.actions import enqueue
from league.results.actions.filing import NotAcceptedError
from league.results.actions.imports import bring_in_results, take_back_results
from league.teams.actions.imports import (
    bring_in_players,
    bring_in_teams,
    bring_in_venues,
    take_back_places_and_people,
)
from league.teams.actions.invitations import bring_in_people
from league.teams.actions.marks import Mark
from league.teams.models import League

BRINGING_IN = "bring-in"  # the kind of job
LONG = 200  # rows; more than these are brought in by a job
LEFT_FOR = timedelta(days=7)
CHANGED = "The league has changed since you looked, and with it what becomes of some rows. Look again."


def read_in(
    *,
    league: League,
    kind: ImportKind,
    name: str,
    lines: Sequence[Line],
    by: User,
    at: datetime,
    season: Season | None = None,
    division: str = "",
) -> ImportDraft:
    """Keep a spreadsheet as it was read, with its columns matched by their names. Nothing else is written."""
    heading, rows = headed(kind, lines)
    if not rows:
        raise ValidationError({"file": "There is no row below the headings."})
    with write_tx():
        draft = ImportDraft(
            league=league, kind=kind, name=name[:120], season=season, division=division, heading=list(heading),
            rows=[[line.number, list(line.cells)] for line in rows], matching=matched(kind, heading), by=by, at=at,
        )  # fmt: skip
        draft.full_clean()
        draft.save()
    return draft


def match_columns(*, draft: ImportDraft, matching: Mapping[str, int]) -> ImportDraft:
    """Say in which column each value stands."""
    with write_tx():
        held = _open(draft)
        held.matching = dict(matching)
        held.save(update_fields=["matching"])
    return held


def change_rows(*, draft: ImportDraft, lines: Sequence[Line]) -> ImportDraft:
    """Put other rows in place of those that were read; the first line names their columns."""
    with write_tx():
        held = _open(draft)
        heading, rows = headed(ImportKind(held.kind), lines)
        held.heading, held.rows = list(heading), [[line.number, list(line.cells)] for line in rows]
        held.matching = matched(ImportKind(held.kind), heading)
        held.save(update_fields=["heading", "rows", "matching"])
    return held


def answer_names(*, draft: ImportDraft, answers: Mapping[str, Mapping[str, str]]) -> ImportDraft:
    """Say which of ours is meant by names; what was answered before stays unless it is answered again."""
    with write_tx():
        held = _open(draft)
        held.answers = {
            what: {**held.answers.get(what, {}), **answers.get(what, {})} for what in {*held.answers, *answers}
        }
        held.save(update_fields=["answers"])
    return held


def drop_draft(*, draft: ImportDraft) -> None:
    """Throw a spreadsheet away that was not brought in."""
    with write_tx():
        _open(draft).delete()


def drop_old_drafts(*, at: datetime) -> int:
    """Throw away what was read in a week ago and not brought in since; how many there were. For all leagues."""
    with scopes_disabled(), write_tx():
        old = ImportDraft.objects.filter(state=ImportState.OPEN, at__lt=at - LEFT_FOR)
        return int(old.delete()[0])


def accept_draft(*, draft: ImportDraft, seen: str, leave_out: bool, by: User, at: datetime) -> ImportDraft:
    """Bring a spreadsheet in as it was shown (`seen` is the digest of that), at once or, a long one, by a job.

    `leave_out`: without the rows that do not fit, which must otherwise be none. Accepted again, it is the same import.
    """
    with write_tx():
        held = _held(draft)
        if not at_rest(held):
            return held
        _weighed(held, seen, leave_out=leave_out, at=at)
        if len(held.rows) <= LONG:
            return bring_in(held, seen, leave_out=leave_out, by=by, at=at)
        held.state, held.job, held.error = ImportState.WORKING, f"bring-in-{held.pk}", ""
        held.save(update_fields=["state", "job", "error"])
        enqueue(
            key=held.job,
            kind=BRINGING_IN,
            args={"draft": held.pk, "seen": seen, "leave_out": leave_out, "by": by.pk},
            title=f"Bringing in {held}"[:120],
            by=by,
            at=at,
            league_id=held.league_id,
        )
    return held


def bring_in(held: ImportDraft, seen: str, *, leave_out: bool, by: User, at: datetime) -> ImportDraft:
    """Write everything, in the transaction of the caller, who holds the draft. All of it or, with an error, nothing."""
    preview = _weighed(held, seen, leave_out=leave_out, at=at)
    marks = _write(held, preview, by=by, at=at)
    held.state, held.done_by, held.done_at = ImportState.DONE, by, at
    held.counts, held.marks = preview.counts, [mark.as_json() for mark in marks]
    held.rows, held.answers, held.error = [], {}, ""
    held.save()
    words = f"{held.get_kind_display()} brought in from {held.name}: {preview.to_do} rows."
    record(
        verb="bring_in", words=words, at=at, by=by, league_id=held.league_id, about=(held,),
        after={name: number for name, number in preview.counts.items() if number},
    )  # fmt: skip
    return held


def finish_accepted(*, draft_id: int, seen: str, leave_out: bool, by: User, at: datetime) -> ImportDraft | None:
    """What the job does: bring it in, unless that was done by a worker that died later. None if it is gone.

    What keeps it from coming in is written beside it, and it can be looked at again.
    """
    try:
        with write_tx():
            held = ImportDraft.objects.select_for_update().filter(pk=draft_id).first()
            if held is None or held.state != ImportState.WORKING:
                return held
            held = _held(held)
            return bring_in(held, seen, leave_out=leave_out, by=by, at=at)
    except ValidationError as fault:
        give_up(draft_id=draft_id, error=" ".join(fault.messages))
        raise


def give_up(*, draft_id: int, error: str) -> None:
    """Say why a spreadsheet could not be brought in; it is open again."""
    with write_tx():
        row = ImportDraft.objects.filter(pk=draft_id, state=ImportState.WORKING)
        row.update(state=ImportState.OPEN, error=error)


def undo_import(*, draft: ImportDraft, by: User, at: datetime) -> ImportDraft:
    """Take back exactly what a spreadsheet brought in. ValidationError with what has been built on it since."""
    with write_tx():
        held = _held(draft)
        if held.state != ImportState.DONE:
            raise ValidationError("It is not in the league now, so there is nothing to take back.")
        marks = [Mark(*each) for each in held.marks]
        _take_back(held, marks, by=by, at=at)
        held.state, held.undone_by, held.undone_at, held.marks = ImportState.UNDONE, by, at, []
        held.save(update_fields=["state", "undone_by", "undone_at", "marks"])
    return held


def _held(draft: ImportDraft) -> ImportDraft:
    rows = ImportDraft.objects.select_for_update(of=("self",)).select_related("league", "season__league")
    found: ImportDraft = rows.get(pk=draft.pk)
    return found


def _open(draft: ImportDraft) -> ImportDraft:
    held = _held(draft)
    if not at_rest(held):
        raise ValidationError(f"This spreadsheet is {held.get_state_display().lower()}, so it stays as it is.")
    return held


def _weighed(held: ImportDraft, seen: str, *, leave_out: bool, at: datetime) -> Preview:
    """What is to be brought in. ValidationError if that is nothing, not what was seen, or does not fit."""
    preview = weigh(held, at)
    if preview is None or preview.digest != seen:
        raise ValidationError(CHANGED)
    if preview.clashes and not leave_out:
        raise ValidationError(
            f"{len(preview.clashes)} rows do not fit. Mend them and bring the spreadsheet in again, or leave them out."
        )
    if not preview.to_do:
        raise ValidationError("No row would change anything.")
    return preview


def _source(held: ImportDraft) -> str:
    return f"{held.get_kind_display().lower()} from {held.name}"


def _write(held: ImportDraft, preview: Preview, *, by: User, at: datetime) -> Sequence[Mark]:
    given: dict[str, Any] = {"rows": list(preview.doing), "source": _source(held), "by": by, "at": at}
    match ImportKind(held.kind):
        case ImportKind.VENUES:
            return bring_in_venues(league=held.league, **given)
        case ImportKind.TEAMS:
            return bring_in_teams(league=held.league, **given)
        case ImportKind.PEOPLE:
            return bring_in_people(league=held.league, **given)
        case ImportKind.PLAYERS:
            return bring_in_players(league=held.league, **given)
        case ImportKind.HONOURS:
            return bring_in_honours(league=held.league, **given)
    assert held.season is not None
    write = bring_in_fixtures if held.kind == ImportKind.FIXTURES else bring_in_results
    try:
        return write(competition=league_competition(held.season), **given)
    except NotAcceptedError as refused:
        raise ValidationError(refused.words) from refused


def _take_back(held: ImportDraft, marks: Sequence[Mark], *, by: User, at: datetime) -> None:
    given: dict[str, Any] = {"marks": marks, "source": _source(held), "by": by, "at": at}
    match ImportKind(held.kind), held.season:
        case ImportKind.HONOURS, _:
            take_back_honours(league=held.league, **given)
        case ImportKind.FIXTURES, Season() as season:
            take_back_fixtures(competition=league_competition(season), **given)
        case ImportKind.RESULTS, Season() as season:
            take_back_results(competition=league_competition(season), **given)
        case _:
            take_back_places_and_people(league=held.league, **given)
