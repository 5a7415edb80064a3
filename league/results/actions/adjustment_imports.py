"""Points given and taken that come in by a spreadsheet, many at once, and are taken back as they came."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.results.actions.decisions import adjust_points
from league.results.choices import AdjustmentKind
from league.results.models import Adjustment
from league.schedule.actions import bump_version
from league.schedule.models import Competition, Entry
from league.teams.actions.undo_log import RowChange, row_created, undo_changes


@dataclass(frozen=True, slots=True)
class AdjustmentRow:
    """Points to give to a team of the season, or below 0 to take off, and why."""

    entry: Entry
    kind: AdjustmentKind
    points: Fraction
    reason: str
    on: date


def import_adjustments(
    *, competition: Competition, rows: Iterable[AdjustmentRow], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """Give and take points. Raises what `adjust_points` raises."""
    with write_tx():
        made = [
            adjust_points(
                entry=row.entry, kind=row.kind, points=row.points, reason=row.reason or source[:200], on=row.on, by=by,
                at=at,
            )
            for row in rows
        ]  # fmt: skip
        text, season = f"{len(made)} points adjustments: {source}", competition.season
        record(verb="bring_in_adjustments", words=text[:300], at=at, by=by, league_id=season.league_id, about=(season,))
    return tuple(map(row_created, made))


def undo_adjustments(
    *, competition: Competition, marks: Sequence[RowChange], source: str, by: User, at: datetime
) -> None:
    """Take them out again. ValidationError if one of them was taken back since."""
    season = competition.season
    with write_tx():
        list(Adjustment.objects.select_for_update(of=("self",)).filter(pk__in=[mark.key for mark in marks]))
        undo_changes(marks, (Adjustment,))
        bump_version(competition)
        text = f"Import undone: {source}"
        record(verb="take_back_import", words=text, at=at, by=by, league_id=season.league_id, about=(season,))
