"""The one thing that a table does to a season: its division goes on in shields, with its record, points or nothing."""

from collections.abc import Sequence
from datetime import date as day
from datetime import datetime

from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.base.jobs.actions import enqueue
from league.base.jobs.models import Job
from league.results.actions.adjustments import adjust_points
from league.results.choices import AdjustmentKind
from league.results.queries.runin import key_of
from league.results.queries.tables import outcomes, standings
from league.schedule.actions.midseason import split_in_parts
from league.schedule.models import Division
from scoring.season.ending import Carry, carried_points, shields

RUN_IN = "run-in"


def ask_for_run_in(*, division: Division, at: datetime) -> Job:
    """Put it in as a job of no league's, since nobody asked for it; `division` comes with its competition."""
    return enqueue(
        key=key_of(division),
        kind=RUN_IN,
        args={"division": division.pk, "version": division.competition.results_version},
        title=f"What is still possible in {division}",
        by=None,
        at=at,
        league_id=None,
    )


def split_into_shields(
    *, division: Division, sizes: Sequence[int], names: Sequence[str], carry: Carry, legs: int, on: day, by: User,
    at: datetime,
) -> tuple[Division, ...]:  # fmt: skip
    """Split a division by its table into shields of these sizes, the first from the top, from the day `on`.
    Of a whole record every match counts on; points alone are written down as points given, to be seen under the table.
    """
    with write_tx():
        table = standings(division, at)
        rows = [each.row for each in table.rows if not each.row.withdrawn]
        groups = shields([row.team for row in rows], sizes)
        played = outcomes(division.competition, division)
        points = carried_points(rows, groups, carry, played, table.league_rules.scheme)
        parts = [(name, [int(team) for team in group]) for name, group in zip(names, groups, strict=True)]
        whole = carry is Carry.RECORD
        divisions = split_in_parts(
            division=division, parts=parts, legs=legs, on=on, whole_record=whole, by=by, at=at
        )  # fmt: skip
        again = {entry.team_id: entry for part in divisions for entry in part.entries.select_related("team")}
        for old in division.entries.filter(team__in=again).order_by("pk"):
            carried = points[str(old.pk)]
            if carried:
                adjust_points(
                    entry=again[old.team_id], points=carried, reason=f"Carried from {division}",
                    kind=AdjustmentKind.AWARD if carried > 0 else AdjustmentKind.DEDUCTION,
                    # Each table begins with what its teams carry, also before its first night.
                    on=min(on, localdate(at)), by=by, at=at,
                )  # fmt: skip
    return divisions
