"""The difference between two fixture lists, match by match.

Knows that a match which is gone and one which is new may be one match that was moved or turned round. Refuses to know
which list is better.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import Enum

from scoring.season.schedule.task import Match
from scoring.season.schedule.words import Names, night


class Changed(Enum):
    """What happens to a match; one that is moved may be reversed as well."""

    MOVED = "moved"
    REVERSED = "reversed"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Change:
    """One match as it was and as it is; None where it was or is not."""

    old: Match | None
    new: Match | None

    @property
    def kind(self) -> Changed:
        if self.old is None:
            return Changed.ADDED
        if self.new is None:
            return Changed.REMOVED
        return Changed.REVERSED if self.old.date == self.new.date else Changed.MOVED

    @property
    def turned(self) -> bool:
        """Whether the other team is at home now."""
        return self.old is not None and self.new is not None and self.old.home != self.new.home

    @property
    def first(self) -> date:
        """The earliest night that it touches."""
        return min(match.date for match in (self.old, self.new) if match)

    def words(self, names: Names) -> str:
        """As "Bell v Crown moves from Mon 5 Oct to Mon 12 Oct"."""
        old, new = self.old, self.new
        if old is None or new is None:
            match = old or new
            there = names.dated(match) if match else ""
            return f"{there} {'falls away' if new is None else 'is new'}"
        if old.date == new.date:
            return f"{names.dated(old)} is turned round: {names.team(new.home)} at home"
        moves = f"{names.match(old)} moves from {night(old.date)} to {night(new.date)}"
        return f"{moves}, with {names.team(new.home)} at home" if self.turned else moves


def changes(old: Iterable[Match], new: Iterable[Match]) -> tuple[Change, ...]:
    """What became of every match that is not in both lists, by date; a change of division alone is none.

    Of what is left of a pair, matches on one night belong together first, then matches at one pub, then any two.
    """
    before, after = _by_pair(old), _by_pair(new)
    found = [change for pair in before.keys() | after.keys() for change in _of_pair(before[pair], after[pair])]
    return tuple(sorted(found, key=lambda change: (change.first, change.old or change.new, change.new or change.old)))


def _by_pair(matches: Iterable[Match]) -> dict[frozenset[str], list[Match]]:
    pairs: dict[frozenset[str], list[Match]] = defaultdict(list)
    for match in sorted(matches, key=lambda match: match.date):
        pairs[frozenset({match.home, match.away})].append(match)
    return pairs


def _of_pair(old: list[Match], new: list[Match]) -> Iterator[Change]:
    kept = Counter(map(_played, old)) & Counter(map(_played, new))
    gone, come = _without(old, kept), _without(new, kept)
    for same in (lambda match: match.date, lambda match: match.home, lambda _: None):
        for was in tuple(gone):
            now = next((match for match in come if same(match) == same(was)), None)
            if now is not None:
                gone.remove(was)
                come.remove(now)
                yield Change(was, now)
    yield from (Change(match, None) for match in gone)
    yield from (Change(None, match) for match in come)


def _played(match: Match) -> tuple[date, str, str]:
    return match.date, match.home, match.away


def _without(matches: list[Match], kept: Counter[tuple[date, str, str]]) -> list[Match]:
    left, spare = [], kept.copy()
    for match in matches:
        if spare[_played(match)]:
            spare[_played(match)] -= 1
        else:
            left.append(match)
    return left
