"""What becomes of each row of a spreadsheet: a few queries, however many rows there are, and nothing is written."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime

from django.utils.timezone import localdate

from league.base.jobs.models import Job
from league.exchange.choices import ImportKind, ImportState
from league.exchange.models import ImportDraft
from league.exchange.queries.preview.matches import preview_fixtures, preview_results
from league.exchange.queries.preview.past_seasons import preview_honours, preview_past_figures, preview_tables
from league.exchange.queries.preview.people import preview_players, preview_roles
from league.exchange.queries.preview.places import preview_teams, preview_venues
from league.exchange.queries.preview.season import preview_adjustments, preview_nights
from league.exchange.queries.preview.ties import preview_ties
from league.exchange.values.columns import missing_columns
from league.exchange.values.outcomes import ImportPreview, ImportSheet, RowPreview
from league.exchange.values.scores import has_score
from league.reading.values import SheetLine

MAX_EDITABLE = 40  # rows that a form can show


def is_editable(draft: ImportDraft) -> bool:
    """Whether its rows can be put right in a form: few enough, and nothing of them written."""
    return len(draft.rows) <= MAX_EDITABLE and is_idle(draft)


BEFORE = {ImportState.WORKING: ImportState.OPEN, ImportState.UNDOING: ImportState.DONE}


def job_of(draft: ImportDraft) -> Job | None:
    return Job.objects.unfinished().filter(key=draft.job).first() if draft.state in BEFORE else None


def state_of(draft: ImportDraft) -> ImportState:
    """Its state; what a job that was stopped, or has died for good, left half named is what it was before."""
    state = ImportState(draft.state)
    return BEFORE[state] if state in BEFORE and job_of(draft) is None else state


def is_idle(draft: ImportDraft) -> bool:
    """Whether it can be looked at and accepted: not imported, and no job is about to do so."""
    return state_of(draft) is ImportState.OPEN


def lacks_columns(kind: ImportKind, matching: Mapping[str, int]) -> bool:
    """Whether a column has to be named before any row can be looked at: of results that of the score among them."""
    return bool(missing_columns(kind, matching)) or (kind is ImportKind.RESULTS and not has_score(matching))


def preview_import(draft: ImportDraft, at: datetime) -> ImportPreview | None:
    """The fate of every row; None while a column that is needed has not been named. Needs league and season."""
    kind = ImportKind(draft.kind)
    if lacks_columns(kind, draft.matching):
        return None
    lines = tuple(SheetLine(number, tuple(cells)) for number, cells in draft.rows)
    sheet = ImportSheet(draft.league, lines, draft.matching, draft.answers, draft.season, draft.division)
    rows = tuple(PREVIEWS[kind](sheet, localdate(at)))
    read = draft.reading.get("rows", {})
    for row in rows:
        place, original, notes = read.get(str(row.number), ("", "", ()))
        row.origin = (*notes, f"{place}: {original}") if place else ()
    return ImportPreview(rows)


PREVIEWS: dict[ImportKind, Callable[[ImportSheet, date], Iterable[RowPreview]]] = {
    ImportKind.VENUES: preview_venues,
    ImportKind.TEAMS: preview_teams,
    ImportKind.PEOPLE: preview_roles,
    ImportKind.PLAYERS: preview_players,
    ImportKind.FIXTURES: preview_fixtures,
    ImportKind.RESULTS: preview_results,
    ImportKind.HONOURS: preview_honours,
    ImportKind.DEDUCTIONS: preview_adjustments,
    ImportKind.TABLES: preview_tables,
    ImportKind.RECORDS: preview_past_figures,
    ImportKind.NIGHTS: preview_nights,
    ImportKind.TIES: preview_ties,
}
