"""Changing a fixture list by hand: what a secretary may do to one match of it, and what that does to the list.

Knows moving, exchanging, swapping and turning round, and which other matches have to go along so that full nights stay
full. Refuses to know whether the list is better for it (`judge` says what either is worth, `weigh` compares).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from scoring.season.schedule.task import Division, Match, SecondHalf, Task


class NotListedError(ValueError):
    """An edit of a match that the list does not have: it was made for another list."""


@dataclass(frozen=True, slots=True)
class Moved:
    """One match to another night, and nothing else."""

    match: Match
    to: date


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A match to another night, and back from that night whatever its teams play there, and so on.

    Two full nights stay full: it is the smallest such change. A mirrored half changes with the other one.
    """

    match: Match
    to: date


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two matches, each to the night of the other."""

    match: Match
    other: Match


@dataclass(frozen=True, slots=True)
class Reversed:
    """The home side away; with `both`, in every meeting of the two, so that each is at home as often as before."""

    match: Match
    both: bool = False


Edit = Moved | Exchanged | Swapped | Reversed


def edited(task: Task, matches: Sequence[Match], edit: Edit) -> tuple[Match, ...]:
    """The list after an edit, in the same order; raises NotListedError."""
    left = dict(replacements(task, matches, edit))
    return tuple(left.pop(match, match) for match in matches)


def replacements(task: Task, matches: Sequence[Match], edit: Edit) -> tuple[tuple[Match, Match], ...]:
    """Every match that an edit changes, as it was and as it would be, in order; raises NotListedError."""
    named = (edit.match, edit.other) if isinstance(edit, Swapped) else (edit.match,)
    if not set(named) <= set(matches):
        raise NotListedError
    return tuple(sorted(dict(_replacements(task, matches, edit)).items()))


def _replacements(task: Task, matches: Sequence[Match], edit: Edit) -> Iterator[tuple[Match, Match]]:
    match edit:
        case Moved(moved, to):
            yield moved, replace(moved, date=to)
        case Exchanged(moved, to):
            yield from _exchanged(task, matches, moved, to)
        case Swapped(one, other):
            yield one, replace(one, date=other.date)
            yield other, replace(other, date=one.date)
        case Reversed(turned, both):
            pair = {turned.home, turned.away}
            for each in matches:
                if each == turned or (both and {each.home, each.away} == pair):
                    yield each, replace(each, home=each.away, away=each.home)


def _exchanged(task: Task, matches: Sequence[Match], moved: Match, to: date) -> Iterator[tuple[Match, Match]]:
    there = [each for each in matches if each.division == moved.division]
    along = _along([each for each in there if each.date in (moved.date, to)], moved)
    division = next((each for each in task.divisions if each.id == moved.division), None)
    for one, other in _nights(division, there, moved.date, to):
        for each in there:
            if each.date in (one, other) and frozenset((each.home, each.away)) in along:
                yield each, replace(each, date=other if each.date == one else one)


def _along(two_nights: Sequence[Match], moved: Match) -> set[frozenset[str]]:
    """The pairs that have to change nights with a match: those its teams reach over both nights, link by link."""
    teams = {moved.home, moved.away}
    while reached := {team for each in two_nights for team in (each.home, each.away) if _holds(each, teams)} - teams:
        teams |= reached
    return {frozenset((each.home, each.away)) for each in two_nights if _holds(each, teams)}


def _holds(match: Match, teams: set[str]) -> bool:
    return match.home in teams or match.away in teams


def _nights(division: Division | None, there: Iterable[Match], one: date, other: date) -> tuple[tuple[date, date], ...]:
    """The nights to exchange; where the halves mirror each other, the nights that mirror them as well."""
    used = sorted({match.date for match in there})
    half = len(used) // division.legs if division else 0
    mirrored = division is not None and division.second_half is SecondHalf.MIRRORED and len(used) == division.rounds
    if not mirrored or other not in used or (used.index(one) - used.index(other)) % half == 0:
        return ((one, other),)
    first, second = used.index(one), used.index(other)
    steps = range(0, len(used), half)
    return tuple((used[(first + step) % len(used)], used[(second + step) % len(used)]) for step in steps)
