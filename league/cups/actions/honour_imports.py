"""Lines of the honours board that come in by a spreadsheet, many at once; and taken back as they came."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.cups.actions.honours import Line, change_honour, write_honours
from league.cups.models import Honour
from league.teams.actions.undo_log import RowChange, row_created, undo_changes
from league.teams.models import League


@dataclass(frozen=True, slots=True)
class HonourRow:
    """A line to write (`honour` None) or to put right."""

    honour: Honour | None
    line: Line


def bring_in_honours(
    *, league: League, rows: Iterable[HonourRow], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """Write and put right lines of the board; who is led to from a line that there is stays as it was."""
    given = list(rows)
    with write_tx():
        new = [row.line for row in given if row.honour is None]
        marks = [row_created(each) for each in (write_honours(league=league, lines=new, by=by, at=at) if new else ())]
        marks += [_put_right(row.honour, row.line, by=by, at=at) for row in given if row.honour is not None]
        words = f"Brought in: {source}"
        record(verb="bring_in_honours", words=words, at=at, by=by, league_id=league.pk, after={"new": len(new)})
    return tuple(marks)


def take_back_honours(*, league: League, marks: Sequence[RowChange], source: str, by: User, at: datetime) -> None:
    """Take the lines off again, and let those that were put right say what they said."""
    with write_tx():
        list(Honour.objects.select_for_update(of=("self",)).filter(pk__in=[mark.key for mark in marks]).order_by("pk"))
        names = [str(row) for row in undo_changes(marks, (Honour,))]
        record(
            verb="take_back_import", words=f"Taken back: {source}", at=at, by=by, league_id=league.pk,
            before={"brought in": names},
        )  # fmt: skip


def _put_right(honour: Honour, line: Line, *, by: User, at: datetime) -> RowChange:
    before = _values(honour)
    changed = change_honour(
        honour=honour, year=line.year, title=line.title, winner=line.winner, runner_up=line.runner_up, note=line.note,
        team=honour.team, players=honour.players.all(), by=by, at=at,
    )  # fmt: skip
    return RowChange("honour", changed.pk, before, _values(changed))


def _values(honour: Honour) -> dict[str, object]:
    return {"winner": honour.winner, "runner_up": honour.runner_up, "note": honour.note, "title": honour.title}
