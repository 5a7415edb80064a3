"""The honours board: a line is written, many are pasted or come in by a spreadsheet, one is put right or taken off."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.cups.models import Cup, Honour
from league.teams.actions.undo_log import RowChange, row_created, undo_changes
from league.teams.models import League, Player, Team
from scoring.names import spelling

# Pubs had leagues before the railways came, but no board goes back further; a typing error does.
FIRST_YEAR = 1850
ALREADY_ON_THE_BOARD = "The board already has this trophy for this year."


@dataclass(frozen=True, slots=True)
class BoardLine:
    year: int
    title: str
    winner: str
    runner_up: str = ""
    note: str = ""
    years: str = ""


def write_honour(
    *, league: League, year: int, title: str, winner: str, by: User, at: datetime, runner_up: str = "", note: str = "",
    team: Team | None = None, players: Iterable[Player] = (), cup: Cup | None = None,
) -> Honour:  # fmt: skip
    """Put a line on the board. ValidationError if the board has that trophy for that year."""
    with write_tx():
        row = Honour(league=league, year=year, title=title, winner=winner, runner_up=runner_up, note=note)
        row.team, row.cup = team, cup
        _keep(row, at)
        row.players.set(players)
        about = (*((cup,) if cup else ()), *((team,) if team else ()))
        _record(row, "write_honour", f"Honours board: {_line_text(row)}", by=by, at=at, about=about)
    return row


def write_honours(*, league: League, lines: Iterable[BoardLine], by: User, at: datetime) -> list[Honour]:
    """Put many lines on the board, all of them or none. ValidationError names every line that is there already."""
    with write_tx():
        existing = {(row.year, spelling(row.title)) for row in Honour.objects.filter(league=league)}
        board_lines = list(lines)
        taken = [each for each in board_lines if (each.year, spelling(each.title)) in existing]
        if taken:
            raise ValidationError({"lines": [f"{each.year} {each.title}: {ALREADY_ON_THE_BOARD}" for each in taken]})
        rows = [
            Honour(league=league, year=each.year, title=each.title, winner=each.winner, runner_up=each.runner_up,
                   note=each.note, years=each.years)
            for each in board_lines
        ]  # fmt: skip
        for row in rows:
            _keep(row, at)
        record(
            verb="write_honours", words=f"Honours board: {len(rows)} lines written.", at=at, by=by,
            league_id=league.pk, about=tuple(rows), after={"lines": [_line_text(row) for row in rows]},
        )  # fmt: skip
    return rows


def change_honour(
    *, honour: Honour, year: int, title: str, winner: str, runner_up: str, note: str, team: Team | None,
    players: Iterable[Player], by: User, at: datetime, years: str | None = None,
) -> Honour:  # fmt: skip
    """Put a line right. `years` None leaves the season as it was written, unless the year is another one."""
    with write_tx():
        locked = _lock_honour(honour)
        before = _audit_values(locked)
        locked.years = years if years is not None else locked.years if locked.year == year else ""
        locked.year, locked.title, locked.winner, locked.runner_up, locked.note = year, title, winner, runner_up, note
        locked.team = team
        _keep(locked, at)
        locked.players.set(players)
        sentence = f"Honours board: {_line_text(locked)}"
        _record(locked, "change_honour", sentence, by=by, at=at, before=before, about=(team,) if team else ())
    return locked


def remove_honour(*, honour: Honour, reason: str, by: User, at: datetime) -> None:
    with write_tx():
        locked = _lock_honour(honour)
        sentence = f"Taken off the honours board: {_line_text(locked)}"
        record(
            verb="remove_honour", words=sentence, at=at, by=by, league_id=locked.league_id, about=(locked,),
            reason=reason, before=_audit_values(locked),
        )  # fmt: skip
        locked.delete()


def _lock_honour(honour: Honour) -> Honour:
    return Honour.objects.select_for_update(of=("self",)).get(pk=honour.pk)


def _keep(row: Honour, at: datetime) -> None:
    if not FIRST_YEAR <= row.year <= at.year + 1:
        raise ValidationError({"year": f"Enter a year from {FIRST_YEAR} to {at.year + 1}."})
    others = Honour.objects.filter(league=row.league_id, year=row.year).exclude(pk=row.pk)
    if spelling(row.title) in map(spelling, others.values_list("title", flat=True)):
        raise ValidationError({"title": ALREADY_ON_THE_BOARD})
    row.full_clean(exclude=["league"], validate_constraints=False)  # that it is there once was asked above
    row.save()


def _record(
    row: Honour, verb: str, sentence: str, *, by: User, at: datetime, about: tuple[Model, ...] = (),
    before: dict[str, Any] | None = None,
) -> None:  # fmt: skip
    record(
        verb=verb, words=sentence, at=at, by=by, league_id=row.league_id, about=(row, *about), before=before,
        after=_audit_values(row),
    )  # fmt: skip


def _audit_values(row: Honour) -> dict[str, Any]:
    names = ", ".join(str(player) for player in row.players.all())
    return {
        "year": row.shown_year, "title": row.title, "winner": row.winner, "runner_up": row.runner_up, "note": row.note,
        "team": str(row.team or ""), "players": names,
    }  # fmt: skip


def _line_text(row: Honour) -> str:
    return f"{row.shown_year} {row.title}, {row.winner}"


# --- a spreadsheet imported, and that undone --------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class HonourRow:
    """A line to write (`honour` None) or to put right."""

    honour: Honour | None
    line: BoardLine


PUT_RIGHT = ("winner", "runner_up", "note", "title", "years")  # of which an import keeps what they said before


def import_honours(
    *, league: League, rows: Iterable[HonourRow], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """Write and put right lines of the board; who is led to from a line that there is stays as it was."""
    honour_rows = list(rows)
    with write_tx():
        new = [row.line for row in honour_rows if row.honour is None]
        marks = [row_created(each) for each in (write_honours(league=league, lines=new, by=by, at=at) if new else ())]
        for line, honour in ((row.line, row.honour) for row in honour_rows if row.honour is not None):
            before = {name: getattr(honour, name) for name in PUT_RIGHT}
            changed = change_honour(
                honour=honour, year=line.year, title=line.title, winner=line.winner, runner_up=line.runner_up,
                note=line.note, team=honour.team, players=honour.players.all(), years=line.years or None, by=by, at=at,
            )  # fmt: skip
            marks.append(RowChange("honour", changed.pk, before, {name: getattr(changed, name) for name in PUT_RIGHT}))
        sentence = f"Imported: {source}"
        record(verb="bring_in_honours", words=sentence, at=at, by=by, league_id=league.pk, after={"new": len(new)})
    return tuple(marks)


def undo_honours(*, league: League, marks: Sequence[RowChange], source: str, by: User, at: datetime) -> None:
    with write_tx():
        list(Honour.objects.select_for_update(of=("self",)).filter(pk__in=[mark.key for mark in marks]).order_by("pk"))
        names = [str(row) for row in undo_changes(marks, (Honour,))]
        record(
            verb="take_back_import", words=f"Import undone: {source}", at=at, by=by, league_id=league.pk,
            before={"imported": names},
        )  # fmt: skip
