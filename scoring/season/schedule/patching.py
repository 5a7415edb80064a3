"""A list that no longer fits, patched match by match: what stands in the way goes where it fits best.

Knows the matches that the judge finds fault with, those that are missing, and the nights that `offers` finds for them.
Refuses to look any further ahead: it is where a search begins, and the fewest matches that could be moved at once.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import combinations

from scoring.season.schedule.judge import judge
from scoring.season.schedule.offers import Window, sift
from scoring.season.schedule.task import Match, Task

ROUNDS = 3  # a match may be moved out of another's way, and then find itself in a third one's


def patched(task: Task, matches: Sequence[Match]) -> tuple[Match, ...]:
    """The list with its missing matches put in, and every match at fault that is not fixed on its best night.

    Nothing up to `task.frozen_until` is touched but what may not stay there. What fits nowhere stays at fault, and a
    missing match that fits nowhere stays missing.
    """
    fixed = {each.match for each in task.fixed}
    added = tuple(_missing(task, matches))
    found = [*matches, *added]
    for _ in range(ROUNDS):
        at_fault = [each for each in _at_fault(task, found) if each not in fixed]
        moved = 0
        for match in at_fault:
            best = _best(task, found, match)
            if best is not None:
                found[found.index(match)] = best
                moved += 1
        if not moved:
            break
    for each in added:
        if each in found:
            found.remove(each)
    return tuple(sorted(found))


def _at_fault(task: Task, matches: Sequence[Match]) -> list[Match]:
    """Matches that bring a violation about, those on nights that are gone first, then the latest."""
    codes: dict[Match, set[str]] = {}
    for violation in judge(task, matches).violations:
        for match in violation.matches:
            codes.setdefault(match, set()).add(violation.code)
    return sorted(codes, key=lambda match: (not codes[match] & {"H01", "H06", "H15"}, -match.date.toordinal(), match))


def _best(task: Task, matches: Sequence[Match], match: Match) -> Match | None:
    """The match on the best night that it has, unless nothing is wrong with it any more; None if there is none."""
    if not any(match in violation.matches for violation in judge(task, matches).violations):
        return None
    nights = next(division.dates for division in task.divisions if division.id == match.division)
    first = task.frozen_until or min(nights)
    usual = Counter(day.weekday() for day in nights).most_common(1)[0][0]
    window = Window(first, max(nights), frozenset(range(7)), usual)
    offers = sift(task, matches, match, today=first, window=window).offers
    return replace(match, date=offers[0].date) if offers else None


def _missing(task: Task, matches: Iterable[Match]) -> Iterator[Match]:
    """Every meeting that a pair lacks, on a night that is no night, with the side at home that is so less often."""
    there = list(matches)
    at = Counter((each.home, each.away) for each in there)
    ahead = Counter(each.home for each in there)
    ahead.subtract(each.away for each in there)
    nowhere = task.frozen_until or date.min
    for division in task.divisions:
        for one, other in combinations(division.teams, 2):
            for _ in range(division.legs_of(one, other) - at[one, other] - at[other, one]):
                pairs = ((one, other), (other, one))
                home, away = min(pairs, key=lambda pair: (at[pair], ahead[pair[0]] - ahead[pair[1]]))
                at[home, away] += 1
                ahead[home] += 1
                ahead[away] -= 1
                yield Match(division.id, nowhere, home, away)
