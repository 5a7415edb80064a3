"""What one player did in all seasons."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

from scoring.season.stats.outings import OutingRecord, group_by


class PlayedLine(NamedTuple):
    """One line of a player, as an `Outing` has it but for the day and who else was on it; `cup` is 1 in a cup, or 0."""

    season: int
    team: int
    match: int
    cup: int
    line: int
    players: int
    won: int
    lost: int
    pegs: int | None
    label: str


@dataclass(frozen=True, slots=True)
class Streak:
    """How many in a row: the most there have been, and how many it is now."""

    most: int = 0
    now: int = 0


@dataclass(frozen=True, slots=True)
class Runs:
    """Lines won and lost in a row, and matches in a row in which no more games were lost than won."""

    won: Streak
    lost: Streak
    unbeaten: Streak


@dataclass(frozen=True, slots=True)
class SeasonTotals:
    teams: tuple[int, ...]
    record: OutingRecord


@dataclass(frozen=True, slots=True)
class CareerTotals:
    """A number of lines added up, by season and by players a side, singles first, and how they followed on each other.

    A level line (one game each) ends a run of lines won as it ends one of lines lost. `sweeps` are lines of several
    games won without losing one, as (games, how often), the most games first: ((3, 5), (2, 1)).
    """

    seasons: dict[int, SeasonTotals]
    total: OutingRecord
    kinds: dict[int, OutingRecord]
    runs: Runs
    sweeps: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class _Sums:
    season: int
    team: int
    players: int
    won: int = 0
    lost: int = 0
    pegs: int = 0
    pegged: int = 0
    matches: set[int] = field(default_factory=set)


def career_of(lines: Iterable[PlayedLine]) -> CareerTotals:
    groups, margins, of_matches, clean = dict[Any, _Sums](), list[int](), dict[int, int](), Counter[int]()
    for season, team, match, _cup, _line, players, won, lost, pegs, _label in lines:
        key = season, team, players
        sums = groups.get(key) or groups.setdefault(key, _Sums(*key))
        sums.matches.add(match)
        sums.won += won
        sums.lost += lost
        if pegs is not None:
            sums.pegs += pegs
            sums.pegged += won + lost
        margins.append(won - lost)
        of_matches[match] = of_matches.get(match, 0) + won - lost
        if won > 1 and not lost:
            clean[won] += 1
    seasons, kinds = (group_by(groups.values(), attrgetter(name)) for name in ("season", "players"))
    return CareerTotals(
        {
            season: SeasonTotals(tuple(dict.fromkeys(each.team for each in sums)), _record(sums))
            for season, sums in seasons.items()
        },
        _record(groups.values()),
        {players: _record(kinds[players]) for players in sorted(kinds)},
        Runs(
            run(margin > 0 for margin in margins),
            run(margin < 0 for margin in margins),
            run(margin >= 0 for margin in of_matches.values()),
        ),
        tuple(sorted(clean.items(), reverse=True)),
    )


def run(kept_up: Iterable[bool]) -> Streak:
    """The longest row of yes, and the one that the last answer ends with."""
    most = now = 0
    for yes in kept_up:
        if yes:
            now += 1
        elif now:
            most, now = max(most, now), 0
    return Streak(max(most, now), now)


def _record(sums: Collection[_Sums]) -> OutingRecord:
    return OutingRecord(
        len(set[int]().union(*(each.matches for each in sums))),
        sum(each.won for each in sums),
        sum(each.lost for each in sums),
        sum(each.pegs for each in sums),
        sum(each.pegged for each in sums),
    )
