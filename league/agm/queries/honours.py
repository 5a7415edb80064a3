"""The lines that a season's end puts on the honours board: winners and runners-up of its divisions, best averages.

Knows what the tables and averages say. Cups put their own winners there when they are finished.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from league.agm.queries.places import DivisionEnd
from league.cups.choices import LONGEST_WINNER
from league.pages.queries.averages import AveragesSeen, averages_seen
from league.standings.queries import Standing
from league.teams.models import Player, Team


@dataclass(frozen=True, slots=True)
class HonourLine:
    """One line for the board; `team` and `players` are who the winner is, while the name is theirs."""

    title: str
    winner: str
    runner_up: str = ""
    note: str = ""
    team: Team | None = None
    players: tuple[Player, ...] = ()


def proposed_honours(ends: Iterable[DivisionEnd]) -> tuple[HonourLine, ...]:
    """First and second of every division that was played, and of its averages; three queries a division."""
    played = [end for end in ends if end.standings.started]
    return honours_from(played, averages_at(played))


def averages_at(played: Sequence[DivisionEnd]) -> tuple[AveragesSeen, ...]:
    """The averages of these divisions."""
    return tuple(averages_seen(end.division) for end in played)


def honours_from(played: Sequence[DivisionEnd], averages: Sequence[AveragesSeen]) -> tuple[HonourLine, ...]:
    """The lines that these tables and averages, division by division, give."""
    best = (line for end, seen in zip(played, averages, strict=True) for line in _of_averages(end, seen))
    return (*(_of_table(end) for end in played), *best)


def _of_table(end: DivisionEnd) -> HonourLine:
    teams = {place.standing.name: place.entry.team for place in end.places}
    winner = _shared(each.name for each in _at(end, 1))
    return HonourLine(
        title=str(end.division),
        winner=winner,
        runner_up=_shared(each.name for each in _at(end, 2)),
        team=teams.get(winner),
    )


def _of_averages(end: DivisionEnd, seen: AveragesSeen) -> Iterator[HonourLine]:
    first, second = ([each for each in seen.ranked if each.average.place == place] for place in (1, 2))
    if first:
        yield HonourLine(
            title=f"{end.division}, best average",
            winner=_shared(each.player.honours_name for each in first),
            runner_up=_shared(each.player.honours_name for each in second),
            note=f"{first[0].percent}% of games won",
            players=tuple(each.player for each in first),
        )


def _shared(names: Iterable[str]) -> str:
    """All who share a place; where the board has no room for so many, the first of them and how many others."""
    named = list(names)
    if len(together := " and ".join(named)) <= LONGEST_WINNER:
        return together
    return f"{named[0]} and {len(named) - 1} others"


def _at(end: DivisionEnd, place: int) -> list[Standing]:
    return [
        each.standing for each in end.places if each.standing.row.place == place and not each.standing.row.withdrawn
    ]
