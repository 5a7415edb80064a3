"""One match of a list, about to be edited by hand: what may be done to it, and what would come of it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from league.base.ui.formats import night
from league.schedule.values.lists import ListContents
from scoring.season.schedule.edits import Edit, ExchangeNights, MoveMatch, apply_edit, replacements
from scoring.season.schedule.judge import Judgement, judge
from scoring.season.schedule.judgement import JudgementDifference, compare
from scoring.season.schedule.task import Division, Match, Mode

# What each kind of cost is called, in the order in which secretaries mind them.
KINDS = {
    "rule": "requests not met",
    "run3": "third home or away match in a row",
    "break": "second home or away match in a row",
    "half": "home and away uneven in the first half",
    "gap": "the same two teams again too soon",
    "change": "matches changed from the published list",
    "delay": "weeks by which matches move",
    "idle": "weeks without a match",
    "week2": "two matches in one week",
    "part": "nights with some teams of a division idle",
    "unfair": "requests of the same team not met again",
}


@dataclass(frozen=True, slots=True)
class EditPreview:
    """A change as it would be: the matches it moves, in words, and what that breaks, mends, costs and saves."""

    moved: tuple[str, ...]
    stuck: tuple[str, ...]
    difference: JudgementDifference
    hard: int
    cost: int

    @property
    def kinds(self) -> list[tuple[str, int]]:
        return sums_in_words(self.difference.by_kind)


@dataclass(frozen=True, slots=True)
class NightOption:
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
        return -self.difference.hard


def sums_in_words(by_kind: dict[str, int]) -> list[tuple[str, int]]:
    """Sums by kind of cost, each under the name that people know it by."""
    return [(text, by_kind[kind]) for kind, text in KINDS.items() if by_kind.get(kind)]


def preview(contents: ListContents, edit: Edit) -> EditPreview:
    """What would come of an edit; raises NotListedError for a match that the list does not have."""
    changed = replacements(contents.task, contents.matches, edit)
    after = judge(contents.task, apply_edit(contents.task, contents.matches, edit))
    return EditPreview(
        moved=tuple(change_in_words(contents, was, new) for was, new in changed),
        stuck=tuple(contents.named(was) for was, _ in changed if was in contents.locked),
        difference=compare(contents.judged(), after),
        hard=after.hard,
        cost=after.cost,
    )


def nights_for(contents: ListContents, match: Match) -> list[NightOption]:
    """Every other night that the match might be on, the best ones first: with whatever has to go along in full rounds,
    on its own where any number of matches may be on a night.
    """
    division = division_of(contents, match)
    if division is None:
        return []
    now, used = contents.judged(), {each.date for each in contents.matches if each.division == match.division}
    options = list(_nights(contents, match, division, now, used))
    return sorted(options, key=lambda night: (night.stuck, night.difference.hard, night.difference.cost, night.date))


def division_of(contents: ListContents, match: Match) -> Division | None:
    return next((each for each in contents.task.divisions if each.id == match.division), None)


def _nights(
    contents: ListContents, match: Match, division: Division, now: Judgement, used: Iterable[date]
) -> Iterator[NightOption]:
    frozen = contents.task.frozen_until
    for day in division.dates:
        if day == match.date or (frozen and day <= frozen):
            continue
        together = division.mode is Mode.ROUNDS
        edit = ExchangeNights(match, day) if together else MoveMatch(match, day)
        changed = replacements(contents.task, contents.matches, edit)
        after = judge(contents.task, apply_edit(contents.task, contents.matches, edit))
        stuck = any(was in contents.locked for was, _ in changed)
        yield NightOption(day, day in used, together, len(changed), stuck, compare(now, after))


def changes_text(before: ListContents, changed: Iterable[tuple[Match, Match]]) -> str:
    """What changes, as a sentence a match: "Bell v Swan from Mon 5 Oct to Mon 12 Oct. Swan v Star turned round."."""
    return " ".join(f"{change_in_words(before, was, now)}." for was, now in changed)


def change_in_words(before: ListContents, was: Match, now: Match) -> str:
    turned = ", turned round" if was.home != now.home else ""
    if was.date == now.date:
        return f"{before.named(was)} on {night(was.date)}{turned}: now at {before.names[now.home]}" if turned else ""
    return f"{before.named(was)} from {night(was.date)} to {night(now.date)}{turned}"
