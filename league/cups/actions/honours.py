"""The honours board: a line is written, many are pasted in, one is put right or taken off."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.cups.models import Cup, Honour
from league.teams.models import League, Player, Team

# Pubs had leagues before the railways came, but no board goes back further; a typing error does.
FIRST_YEAR = 1850
TAKEN = "The board has this trophy for this year already."


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the board as it is typed in."""

    year: int
    title: str
    winner: str
    runner_up: str = ""
    note: str = ""


def write_honour(
    *,
    league: League,
    year: int,
    title: str,
    winner: str,
    by: User,
    at: datetime,
    runner_up: str = "",
    note: str = "",
    team: Team | None = None,
    players: Iterable[Player] = (),
    cup: Cup | None = None,
) -> Honour:
    """Put a line on the board. ValidationError if the board has that trophy for that year."""
    with write_tx():
        row = Honour(league=league, year=year, title=title, winner=winner, runner_up=runner_up, note=note)
        row.team, row.cup = team, cup
        _keep(row, at)
        row.players.set(players)
        about = (*((cup,) if cup else ()), *((team,) if team else ()))
        _record(row, "write_honour", f"Honours board: {_words(row)}", by=by, at=at, about=about)
    return row


def write_honours(*, league: League, lines: Iterable[Line], by: User, at: datetime) -> list[Honour]:
    """Put many lines on the board, all of them or none. ValidationError names every line that is there already."""
    with write_tx():
        held = {(row.year, row.title.casefold()) for row in Honour.objects.filter(league=league)}
        given = list(lines)
        taken = [each for each in given if (each.year, each.title.casefold()) in held]
        if taken:
            raise ValidationError({"lines": [f"{each.year} {each.title}: {TAKEN}" for each in taken]})
        rows = [
            Honour(league=league, year=each.year, title=each.title, winner=each.winner, runner_up=each.runner_up,
                   note=each.note)
            for each in given
        ]  # fmt: skip
        for row in rows:
            _keep(row, at)
        record(
            verb="write_honours", words=f"Honours board: {len(rows)} lines written.", at=at, by=by,
            league_id=league.pk, about=tuple(rows), after={"lines": [_words(row) for row in rows]},
        )  # fmt: skip
    return rows


def change_honour(
    *,
    honour: Honour,
    year: int,
    title: str,
    winner: str,
    runner_up: str,
    note: str,
    team: Team | None,
    players: Iterable[Player],
    by: User,
    at: datetime,
) -> Honour:
    """Put a line right."""
    with write_tx():
        held = _held(honour)
        before = _shown(held)
        held.year, held.title, held.winner, held.runner_up, held.note = year, title, winner, runner_up, note
        held.team = team
        _keep(held, at)
        held.players.set(players)
        words = f"Honours board: {_words(held)}"
        _record(held, "change_honour", words, by=by, at=at, before=before, about=(team,) if team else ())
    return held


def remove_honour(*, honour: Honour, reason: str, by: User, at: datetime) -> None:
    """Take a line off the board, for a reason; what it said stays in the league's history."""
    with write_tx():
        held = _held(honour)
        words = f"Taken off the honours board: {_words(held)}"
        record(
            verb="remove_honour", words=words, at=at, by=by, league_id=held.league_id, about=(held,), reason=reason,
            before=_shown(held),
        )  # fmt: skip
        held.delete()


def _held(honour: Honour) -> Honour:
    return Honour.objects.select_for_update(of=("self",)).get(pk=honour.pk)


def _keep(row: Honour, at: datetime) -> None:
    """Check a line and save it."""
    if not FIRST_YEAR <= row.year <= at.year + 1:
        raise ValidationError({"year": f"Write a year from {FIRST_YEAR} to {at.year + 1}."})
    others = Honour.objects.filter(league=row.league_id, year=row.year, title__iexact=row.title)
    if others.exclude(pk=row.pk).exists():
        raise ValidationError({"title": TAKEN})
    row.full_clean()
    row.save()


def _record(
    row: Honour,
    verb: str,
    words: str,
    *,
    by: User,
    at: datetime,
    about: tuple[Model, ...] = (),
    before: dict[str, Any] | None = None,
) -> None:
    record(
        verb=verb, words=words, at=at, by=by, league_id=row.league_id, about=(row, *about), before=before,
        after=_shown(row),
    )  # fmt: skip


def _shown(row: Honour) -> dict[str, Any]:
    names = ", ".join(str(player) for player in row.players.all())
    shown = {"year": row.year, "title": row.title, "winner": row.winner, "runner_up": row.runner_up, "note": row.note}
    return {**shown, "team": str(row.team or ""), "players": names}


def _words(row: Honour) -> str:
    return f"{row.year} {row.title}, {row.winner}"
