"""Changing a fixture list by hand, and the difference between two lists, match by match."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

from scoring.season.schedule.task import Division, Match, Names, SecondHalf, Task, night


class NotListedError(ValueError):
    """An edit of a match that the list does not have: it was made for another list."""


@dataclass(frozen=True, slots=True)
class MoveMatch:
    match: Match
    to: date


@dataclass(frozen=True, slots=True)
class ExchangeNights:
    """A match to another night, and back from that night whatever its teams play there, and so on.

    Two full nights stay full: it is the smallest such change. A mirrored half changes with the other one.
    """

    match: Match
    to: date


@dataclass(frozen=True, slots=True)
class SwapNights:
    match: Match
    other: Match


@dataclass(frozen=True, slots=True)
class TurnRound:
    """The home side away; with `both`, in every meeting of the two, so that each is at home as often as before."""

    match: Match
    both: bool = False


Edit = MoveMatch | ExchangeNights | SwapNights | TurnRound


def apply_edit(task: Task, matches: Sequence[Match], edit: Edit) -> tuple[Match, ...]:
    """The list after an edit, in the same order; raises NotListedError."""
    left = dict(replacements(task, matches, edit))
    return tuple(left.pop(match, match) for match in matches)


def replacements(task: Task, matches: Sequence[Match], edit: Edit) -> tuple[tuple[Match, Match], ...]:
    """Every match that an edit changes, as it was and as it would be, in order; raises NotListedError."""
    named = (edit.match, edit.other) if isinstance(edit, SwapNights) else (edit.match,)
    if not set(named) <= set(matches):
        raise NotListedError
    match edit:
        case MoveMatch(moved, to):
            changed = {moved: replace(moved, date=to)}
        case ExchangeNights(moved, to):
            changed = dict(_exchanged(task, matches, moved, to))
        case SwapNights(one, other):
            changed = {one: replace(one, date=other.date), other: replace(other, date=one.date)}
        case TurnRound(turned, both):
            pair = {turned.home, turned.away}
            meetings = [each for each in matches if each == turned or (both and {each.home, each.away} == pair)]
            changed = {each: replace(each, home=each.away, away=each.home) for each in meetings}
    return tuple(sorted(changed.items()))


def _exchanged(task: Task, matches: Sequence[Match], moved: Match, to: date) -> Iterator[tuple[Match, Match]]:
    division_matches = [each for each in matches if each.division == moved.division]
    along = _along([each for each in division_matches if each.date in (moved.date, to)], moved)
    division = next((each for each in task.divisions if each.id == moved.division), None)
    for one, other in _nights(division, division_matches, moved.date, to):
        for each in division_matches:
            if each.date in (one, other) and frozenset((each.home, each.away)) in along:
                yield each, replace(each, date=other if each.date == one else one)


def _along(two_nights: Sequence[Match], moved: Match) -> set[frozenset[str]]:
    """The pairs that have to change nights with a match: those its teams reach over both nights, link by link."""
    pairs = {frozenset((each.home, each.away)) for each in two_nights}
    teams = {moved.home, moved.away}
    while reached := {team for pair in pairs if pair & teams for team in pair} - teams:
        teams |= reached
    return {pair for pair in pairs if pair & teams}


def _nights(division: Division | None, matches: list[Match], one: date, other: date) -> tuple[tuple[date, date], ...]:
    """The nights to exchange; where the halves mirror each other, the nights that mirror them as well."""
    used = sorted({match.date for match in matches})
    half = len(used) // division.legs if division else 0
    mirrored = division is not None and division.second_half is SecondHalf.MIRRORED and len(used) == division.rounds
    if not mirrored or other not in used or (used.index(one) - used.index(other)) % half == 0:
        return ((one, other),)
    first, second = used.index(one), used.index(other)
    steps = range(0, len(used), half)
    return tuple((used[(first + step) % len(used)], used[(second + step) % len(used)]) for step in steps)


# --- the difference between two lists ---------------------------------------------------------------------------------
class ChangeKind(Enum):
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
    def kind(self) -> ChangeKind:
        if self.old is None:
            return ChangeKind.ADDED
        if self.new is None:
            return ChangeKind.REMOVED
        return ChangeKind.REVERSED if self.old.date == self.new.date else ChangeKind.MOVED

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
            text = names.dated_match(match) if match else ""
            return f"{text} {'falls away' if new is None else 'is new'}"
        if old.date == new.date:
            return f"{names.dated_match(old)} is turned round: {names.team(new.home)} at home"
        moves = f"{names.match(old)} moves from {night(old.date)} to {night(new.date)}"
        return f"{moves}, with {names.team(new.home)} at home" if self.turned else moves


def changes(old: Iterable[Match], new: Iterable[Match]) -> tuple[Change, ...]:
    """What became of every match that is not in both lists, by date; a change of division alone is none.

    Of what is left of a pair, matches on one night belong together first, then matches at one pub, then any two.
    """
    before, after = _by_pair(old), _by_pair(new)
    all_changes = [change for pair in before.keys() | after.keys() for change in _of_pair(before[pair], after[pair])]
    all_changes.sort(key=lambda change: (change.first, change.old or change.new, change.new or change.old))
    return tuple(all_changes)


def _by_pair(matches: Iterable[Match]) -> dict[frozenset[str], list[Match]]:
    pairs: dict[frozenset[str], list[Match]] = defaultdict(list)
    for match in sorted(matches, key=lambda match: match.date):
        pairs[frozenset({match.home, match.away})].append(match)
    return pairs


def _of_pair(old: list[Match], new: list[Match]) -> Iterator[Change]:
    gone, come = _without(old, new), _without(new, old)
    for same in (lambda match: match.date, lambda match: match.home, lambda _: None):
        for was in tuple(gone):
            now = next((match for match in come if same(match) == same(was)), None)
            if now is not None:
                gone.remove(was)
                come.remove(now)
                yield Change(was, now)
    yield from (Change(match, None) for match in gone)
    yield from (Change(None, match) for match in come)


def _without(matches: list[Match], others: list[Match]) -> list[Match]:
    """The matches that are not among the others; of two on one night with the same side at home, each counts."""
    others_left = Counter((match.date, match.home, match.away) for match in others)
    left = []
    for match in matches:
        if others_left[match.date, match.home, match.away]:
            others_left[match.date, match.home, match.away] -= 1
        else:
            left.append(match)
    return left
