"""Who wins most of the games they play, among those who play enough.

Enough is a share of the matches of the player's own team, as leagues print it: half of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from scoring.season.outings import Outing, OutingRecord, group_by, in_order, record
from scoring.words import in_turn


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
