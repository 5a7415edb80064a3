"""One match of a list, about to be changed by hand: what may be done to it, and what would come of it.

Knows how to ask the judge about a list that is not there yet, and how to say the answer. Refuses to save anything.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from league.schedule.queries.lists import Opened, change_in_words
from scoring.season.schedule.edits import Edit, ExchangeNights, MoveMatch, apply_edit, replacements
from scoring.season.schedule.judge import Judgement, judge
from scoring.season.schedule.judgement import JudgementDifference, compare
from scoring.season.schedule.task import Division, Match, Mode

# What each kind of cost is called, in the order in which secretaries mind them.
KINDS = {
    "rule": "wishes that are not met",
    "run3": "third home or away match in a row",
    "break": "second home or away match in a row",
    "half": "home and away uneven in the first half",
    "gap": "the same two teams again too soon",
    "change": "matches changed from the published list",
    "delay": "weeks by which matches move",
    "idle": "weeks without a match",
    "week2": "two matches in one week",
}


@dataclass(frozen=True, slots=True)
class Preview:
    """A change as it would be: the matches it moves, in words, and what that breaks, mends, costs and saves."""

    moved: tuple[str, ...]
    stuck: tuple[str, ...]
    difference: JudgementDifference
    hard: int
    cost: int

    @property
    def kinds(self) -> list[tuple[str, int]]:
        """By how much each kind of cost goes up or down."""
        return sums_in_words(self.difference.by_kind)


@dataclass(frozen=True, slots=True)
class Night:
    """A night on which a match might be, and what the list would then be worth against what it is worth now.

    `together`: with every match that has to change nights with it, of which there are `matches` with itself.
    """

    date: date
    used: bool
    together: bool
    matches: int
    stuck: bool
    difference: JudgementDifference

    @property
    def mended(self) -> int:
        """How many violations fewer."""
        return -self.difference.hard


def sums_in_words(by_kind: dict[str, int]) -> list[tuple[str, int]]:
    """Sums by kind of cost, each under the name that people know it by."""
    return [(words, by_kind[kind]) for kind, words in KINDS.items() if by_kind.get(kind)]


def preview(opened: Opened, edit: Edit, now: Judgement | None = None) -> Preview:
    """What would come of an edit; raises NotListedError for a match that the list does not have."""
    changed = replacements(opened.task, opened.matches, edit)
    after = judge(opened.task, apply_edit(opened.task, opened.matches, edit))
    return Preview(
        moved=tuple(change_in_words(opened, was, new) for was, new in changed),
        stuck=tuple(opened.named(was) for was, _ in changed if was in opened.locked),
        difference=compare(now or opened.judged(), after),
        hard=after.hard,
        cost=after.cost,
    )


def nights_for(opened: Opened, match: Match) -> list[Night]:
    """Every other night that the match might be on, the best ones first: with whatever has to go along in full rounds,
    on its own where any number of matches may be on a night.
    """
    division = division_of(opened, match)
    if division is None:
        return []
    now, used = opened.judged(), {each.date for each in opened.matches if each.division == match.division}
    found = list(_nights(opened, match, division, now, used))
    return sorted(found, key=lambda night: (night.stuck, night.difference.hard, night.difference.cost, night.date))


def division_of(opened: Opened, match: Match) -> Division | None:
    return next((each for each in opened.task.divisions if each.id == match.division), None)


def _nights(opened: Opened, match: Match, division: Division, now: Judgement, used: Iterable[date]) -> Iterator[Night]:
    frozen = opened.task.frozen_until
    for day in division.dates:
        if day == match.date or (frozen and day <= frozen):
            continue
        together = division.mode is Mode.ROUNDS
        edit = ExchangeNights(match, day) if together else MoveMatch(match, day)
        changed = replacements(opened.task, opened.matches, edit)
        after = judge(opened.task, apply_edit(opened.task, opened.matches, edit))
        stuck = any(was in opened.locked for was, _ in changed)
        yield Night(day, day in used, together, len(changed), stuck, compare(now, after))
