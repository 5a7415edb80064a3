"""Who wins most of the games they play, among those who play enough, and what one player did in all seasons.

Enough is a share of the matches of the player's own team, as leagues print it: half of them.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from scoring.season.ledger import in_turn
from scoring.season.stats.outings import Outing, OutingRecord, group_by, in_order, record

# --- the averages of a division or a competition ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Average:
    """One player: the `place` (0: too few matches), whether it is shared, and the matches it takes to have one.

    `team` is the one last played for. `sweeps` are lines of several games won without losing one.
    """

    player: str
    team: str
    record: OutingRecord
    needed: int
    sweeps: int = 0
    place: int = 0
    shared: bool = False

    @property
    def enough(self) -> bool:
        return self.record.matches >= self.needed


@dataclass(frozen=True, slots=True)
class Averages:
    """Players in order, and after them those who have not played enough matches yet, best first too."""

    ranked: tuple[Average, ...] = ()
    short: tuple[Average, ...] = ()


@dataclass(frozen=True, slots=True)
class Improvement:
    """A player with an average in both of two seasons, and by how much of the games played it rose."""

    player: str
    before: OutingRecord
    after: OutingRecord
    by: Fraction


def averages(outings: Iterable[Outing], *, players: int | None = None) -> Averages:
    """The averages of these outings: all games, or those with `players` a side.

    A place goes by the share of games won, and where that is the same by the number won; who is level in both shares
    it. It takes half of the team's matches; those count in which such a game was played.
    """
    played = in_order(outings)
    matches = {team: record(theirs).matches for team, theirs in group_by(played, lambda each: each.team).items()}
    by_player = group_by((each for each in played if players in {None, each.players}), lambda each: each.player)
    ranking = sorted((_average(theirs, matches) for theirs in by_player.values()), key=_order)
    placed: list[Average] = []
    for _, level in groupby((each for each in ranking if each.enough), key=lambda each: _order(each)[:2]):
        group, place = list(level), len(placed) + 1
        placed.extend(replace(each, place=place, shared=len(group) > 1) for each in group)
    return Averages(tuple(placed), tuple(each for each in ranking if not each.enough))


def most_improved(before: Averages, after: Averages) -> tuple[Improvement, ...]:
    """Who has got better from one season to the next, the most improved first; both seasons take enough matches."""
    then = {each.player: each.record for each in before.ranked}
    pairs = [(each.player, then[each.player], each.record) for each in after.ranked if each.player in then]
    improvements = [Improvement(player, old, new, _share(new) - _share(old)) for player, old, new in pairs]
    better = [each for each in improvements if each.by > 0]
    return tuple(sorted(better, key=lambda each: (-each.by, -each.after.won, in_turn(each.player))))


def _average(played: list[Outing], matches: Mapping[str, int]) -> Average:
    last = played[-1]
    sweeps = sum(each.won > 1 and not each.lost for each in played)
    return Average(last.player, last.team, record(played), (matches[last.team] + 1) // 2, sweeps)


def _order(average: Average) -> tuple[Fraction, int, tuple[int, str]]:
    return -_share(average.record), -average.record.won, in_turn(average.player)


def _share(outing_record: OutingRecord) -> Fraction:
    return outing_record.share or Fraction(0)


# --- what one player did in all seasons ---------------------------------------------------------------------------


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
