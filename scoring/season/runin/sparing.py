"""Which limits have to be given up so that the rest can be kept: as few as possible, with proof.

A search that finds no answer names teams whose limits are too low together: one of them at least must be given up, so
each is tried, the one that helps most first. How much giving up can help at most cuts that short.

Knows teams by number. Refuses to know what a limit means.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from scoring.season.runin.search import Effort, Match, Own, Search
from scoring.season.runin.ways import Ways

Answer = tuple[int, ...]
Teams = frozenset[int]
NOBODY: Teams = frozenset()


@lru_cache(maxsize=4096)
def sums(ways: tuple[tuple[Ways, int], ...]) -> tuple[int, ...]:
    """What matches can cost one team in all; of each its ways, and which side (0 or 1) the team is."""
    found = {0}
    for each, side in ways:
        found = {total + cost[side] for total in found for cost in each.costs}
    return tuple(sorted(found))


@dataclass(slots=True)
class Sparing:
    """Matches and limits, of which some may be given up; never that of `own`, or of `kept`."""

    matches: Sequence[Match]
    limits: Mapping[int, int]
    effort: Effort
    own: Own | None = None
    kept: Teams = NOBODY
    hopeless: Teams = field(init=False)
    _rooms: dict[int, int] = field(init=False, default_factory=dict)
    _gains: dict[int, int] = field(init=False, default_factory=dict)
    _known: dict[Teams, tuple[Answer | None, Teams, int]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Limits that no end can break are left out, and those that every end breaks are given up at once."""
        mine: dict[int, list[tuple[Ways, int]]] = {team: [] for team in self.limits}
        for match in self.matches:
            for team, side in match.sides():
                if team in mine:
                    mine[team].append((match.ways, side))
        hopeless = set()
        for team, limit in self.limits.items():
            possible = sums(tuple(sorted(mine[team], key=lambda each: (id(each[0]), each[1]))))
            if possible[0] > limit:
                hopeless.add(team)
            elif possible[-1] > limit or (self.own is not None and team == self.own.team):
                self._rooms[team] = possible[bisect_right(possible, limit) - 1]
                self._gains[team] = possible[-1] - self._rooms[team]
        self.hopeless = frozenset(hopeless)

    def at_most(self, spare: int) -> Answer | None:
        """A way for every match that keeps all limits but so many; None if there is none."""
        if self.hopeless & self.kept or (self.own is not None and self.own.team in self.hopeless):
            return None
        spare -= len(self.hopeless)
        return None if spare < 0 else self._try(NOBODY, self.kept, spare)

    def fewest(self, start: int = 0, stop: int | None = None) -> tuple[int, Answer | None]:
        """How many must be given up, known to be `start` or more; with the answer, or None if it is `stop` or more."""
        spare = max(start, len(self.hopeless))
        stop = len(self.limits) + 1 if stop is None else stop
        while spare < stop:
            answer = self.at_most(spare)
            if answer is not None:
                return spare, answer
            spare += 1
        return spare, None

    def _try(self, gone: Teams, kept: Teams, spare: int) -> Answer | None:
        answer, crowd, short = self._ask(gone)
        if answer is not None or spare == 0:
            return answer
        held = [team for team in self._rooms if team not in gone and team not in kept]
        helpful = sorted((team for team in held if team != self._asking), key=self._gains.__getitem__, reverse=True)
        if sum(self._gains[team] for team in helpful[:spare]) < short:
            return None
        for team in helpful:
            if team in crowd or not crowd:
                answer = self._try(gone | {team}, kept, spare - 1)
                if answer is not None:
                    return answer
                kept |= {team}
        return None

    @property
    def _asking(self) -> int | None:
        return self.own.team if self.own is not None else None

    def _ask(self, gone: Teams) -> tuple[Answer | None, Teams, int]:
        if gone not in self._known:
            limits = {team: room for team, room in self._rooms.items() if team not in gone}
            search = Search(self.matches, limits, self.effort, self.own)
            answer = search.answer()
            self._known[gone] = answer, frozenset(search.crowd), search.short
        return self._known[gone]
