"""The lines that a season's end puts on the honours board: winners and runners-up of its divisions, best averages.

Knows what the tables and averages say. Cups put their own winners there when they are finished.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from league.agm.queries.places import DivisionEnd
from league.standings.queries import Standing
from league.teams.models import Player, Team


@dataclass(frozen=True, slots=True)
class HonourLine:
    """One line for the board; `team` and `players` are who the winner is, while the name is theirs."""

    title: str
    winner: str
    runner_up: str = ""
    team: Team | None = None
    players: tuple[Player, ...] = ()


def proposed_honours(ends: Iterable[DivisionEnd]) -> tuple[HonourLine, ...]:
    """First and second of every division that was played."""
    return tuple(line for end in ends for line in _of_division(end))


def _of_division(end: DivisionEnd) -> Iterator[HonourLine]:
    if not end.standings.started:
        return
    teams = {place.standing.name: place.entry.team for place in end.places}
    first, second = _at(end, 1), _at(end, 2)
    winner = " and ".join(each.name for each in first)
    yield HonourLine(
        title=str(end.division),
        winner=winner,
        runner_up=" and ".join(each.name for each in second),
        team=teams.get(winner),
    )


def _at(end: DivisionEnd, place: int) -> list[Standing]:
    return [
        each.standing for each in end.places if each.standing.row.place == place and not each.standing.row.withdrawn
    ]
