"""The averages of a division or a whole competition: who wins most of the games they play, among those who play enough.

Enough is a share of the matches of the player's own team, as leagues print it: half of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.season.ledger import in_turn
from scoring.season.stats.outings import Outing, OutingRecord, group_by, in_order, record


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
    held = in_order(outings)
    matches = {team: record(theirs).matches for team, theirs in group_by(held, lambda each: each.team).items()}
    wanted = group_by((each for each in held if players in {None, each.players}), lambda each: each.player)
    ranking = sorted((_average(theirs, matches) for theirs in wanted.values()), key=_order)
    enough = [each for each in ranking if each.enough]
    return Averages(tuple(_placed(enough)), tuple(each for each in ranking if not each.enough))


def most_improved(before: Averages, after: Averages) -> tuple[Improvement, ...]:
    """Who has got better from one season to the next, the most improved first; both seasons take enough matches."""
    then = {each.player: each.record for each in before.ranked}
    pairs = [(each.player, then[each.player], each.record) for each in after.ranked if each.player in then]
    improvements = [Improvement(player, old, new, _share(new) - _share(old)) for player, old, new in pairs]
    better = [each for each in improvements if each.by > 0]
    return tuple(sorted(better, key=lambda each: (-each.by, -each.after.won, in_turn(each.player))))


def _average(held: list[Outing], matches: Mapping[str, int]) -> Average:
    last = held[-1]
    needed = (matches[last.team] + 1) // 2
    clean = sum(each.won > 1 and not each.lost for each in held)
    return Average(last.player, last.team, record(held), needed, clean)


def _order(average: Average) -> tuple[Fraction, int, tuple[int, str]]:
    return -_share(average.record), -average.record.won, in_turn(average.player)


def _share(outing_record: OutingRecord) -> Fraction:
    return outing_record.share or Fraction(0)


def _placed(ranking: list[Average]) -> list[Average]:
    placed: list[Average] = []
    for group in _level(ranking):
        place = len(placed) + 1
        placed.extend(replace(each, place=place, shared=len(group) > 1) for each in group)
    return placed


def _level(ranking: list[Average]) -> list[list[Average]]:
    """Players in order, those who are level together."""
    groups: list[list[Average]] = []
    for average in ranking:
        if groups and _order(groups[-1][0])[:2] == _order(average)[:2]:
            groups[-1].append(average)
        else:
            groups.append([average])
    return groups
