"""The ids of what a task insists on, so that a clash can name its parts and a way out can drop one.

    R012                    a hard wish
    fixed:F003              a match that must be in the list
    venue:V007              the boards of a pub
    closed:V007:2026-11-02  a date on which it is closed
    rounds:D1               full rounds on the dates of a division
    gap:D1                  the least gap between two meetings
    run:D1                  the longest run at home or away
    second_half:D1          the second half mirrors the first

Which of them clash is worked out in impossible.py.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

from scoring.season.schedule.task import Division, Mode, Names, SecondHalf, Task, Venue, night
from scoring.words import spell_out

UNLIMITED = 1_000  # boards: more than any league has teams


class ConstraintKind(Enum):
    """What a constraint is about; a wish has no word before its id."""

    WISH = ""
    FIXED = "fixed"
    VENUE = "venue"
    CLOSED = "closed"
    ROUNDS = "rounds"
    GAP = "gap"
    RUN = "run"
    SECOND_HALF = "second_half"


@dataclass(frozen=True, slots=True)
class Constraint:
    """One thing a task insists on: `of` is the id of the wish, fixed match, pub or division, `on` the closed date."""

    kind: ConstraintKind
    of: str
    on: date | None = None

    def __str__(self) -> str:
        parts = (self.kind.value, self.of, self.on.isoformat() if self.on else "")
        return ":".join(part for part in parts if part)


class UnknownConstraintError(ValueError):
    """An id that stands for nothing in a task."""


def parse(name: str) -> Constraint:
    """The constraint that an id stands for; raises UnknownConstraintError where the date of a closure is none."""
    kind, colon, rest = name.partition(":")
    kinds = {each.value: each for each in ConstraintKind if each is not ConstraintKind.WISH}
    if not colon or kind not in kinds:
        return Constraint(ConstraintKind.WISH, name)
    if kinds[kind] is not ConstraintKind.CLOSED:
        return Constraint(kinds[kind], rest)
    venue, _, day = rest.rpartition(":")
    try:
        return Constraint(ConstraintKind.CLOSED, venue, date.fromisoformat(day))
    except ValueError as error:
        raise UnknownConstraintError(name) from error


def constraints(task: Task) -> tuple[str, ...]:
    """The id of everything that the task insists on, each once, wishes first.

    A pub that has a board for each of its teams limits nobody, and is not among them.
    """
    return tuple(dict.fromkeys(map(str, _constraints(task))))


def _constraints(task: Task) -> Iterator[Constraint]:
    yield from (Constraint(ConstraintKind.WISH, wish.id) for wish in task.wishes if wish.hard)
    yield from (Constraint(ConstraintKind.FIXED, fixed.id) for fixed in task.fixed)
    hosted = Counter(team.venue for team in task.teams)
    for venue in task.venues:
        if venue.boards < hosted[venue.id]:
            yield Constraint(ConstraintKind.VENUE, venue.id)
        yield from (Constraint(ConstraintKind.CLOSED, venue.id, day) for day in sorted(venue.closed))
    for division in task.divisions:
        full = division.mode is Mode.ROUNDS
        kinds = {
            ConstraintKind.ROUNDS: full,
            ConstraintKind.GAP: division.min_gap_days > 0,
            ConstraintKind.RUN: bool(division.max_run),
            ConstraintKind.SECOND_HALF: full and division.second_half is SecondHalf.MIRRORED,
        }
        yield from (Constraint(kind, division.id) for kind, is_asked in kinds.items() if is_asked)


def without(task: Task, *names: str) -> Task:
    """The task without some of what it insists on; raises UnknownConstraintError for an id that it does not have.

    A wish or a fixed match is dropped, boards are unlimited, a closed date is open; a division may play any number of
    matches on any of its dates (`rounds`), meet again at once, run as long as it likes, and its second half is free.
    """
    unknown = set(names).difference(_known(task))
    if unknown:
        raise UnknownConstraintError(", ".join(sorted(unknown)))
    gone = {parse(name) for name in names}
    return replace(
        task,
        wishes=tuple(
            wish for wish in task.wishes if not (wish.hard and Constraint(ConstraintKind.WISH, wish.id) in gone)
        ),
        fixed=tuple(fixed for fixed in task.fixed if Constraint(ConstraintKind.FIXED, fixed.id) not in gone),
        venues=tuple(_opened(venue, gone) for venue in task.venues),
        divisions=tuple(_loosened(division, gone) for division in task.divisions),
    )


def _known(task: Task) -> set[str]:
    """The ids of everything in a task, whether or not it limits anybody."""
    return {*constraints(task), *(str(Constraint(ConstraintKind.VENUE, venue.id)) for venue in task.venues)}


def only(task: Task, names: Collection[str]) -> Task:
    """The task insisting on nothing but `names`; ids that it does not have are passed over."""
    return without(task, *(name for name in constraints(task) if name not in set(names)))


def _opened(venue: Venue, gone: set[Constraint]) -> Venue:
    return replace(
        venue,
        boards=UNLIMITED if Constraint(ConstraintKind.VENUE, venue.id) in gone else venue.boards,
        closed=frozenset(day for day in venue.closed if Constraint(ConstraintKind.CLOSED, venue.id, day) not in gone),
    )


def _loosened(division: Division, gone: set[Constraint]) -> Division:
    kinds = {each.kind for each in gone if each.of == division.id and each.kind is not ConstraintKind.WISH}
    return replace(
        division,
        mode=Mode.RELAXED if ConstraintKind.ROUNDS in kinds else division.mode,
        min_gap_days=0 if ConstraintKind.GAP in kinds else division.min_gap_days,
        max_run=None if ConstraintKind.RUN in kinds else division.max_run,
        second_half=SecondHalf.FREE if ConstraintKind.SECOND_HALF in kinds else division.second_half,
    )


def in_words(task: Task, name: str) -> str:
    """What an id stands for, as the secretary would say it; raises UnknownConstraintError if the task has no such."""
    if name not in _known(task):
        raise UnknownConstraintError(name)
    constraint, names = parse(name), Names.of(task)
    match constraint.kind:
        case ConstraintKind.WISH:
            return "; ".join(names.wish_text(wish) for wish in task.wishes if wish.hard and wish.id == constraint.of)
        case ConstraintKind.FIXED:
            match = next(fixed.match for fixed in task.fixed if fixed.id == constraint.of)
            return f"{names.match(match)} is fixed for {night(match.date)}"
        case ConstraintKind.VENUE:
            venue = next(venue for venue in task.venues if venue.id == constraint.of)
            return f"{venue.name} has {spell_out(venue.boards, 'board')}"
        case ConstraintKind.CLOSED:
            return f"{names.venue(constraint.of)} is closed on {night(constraint.on) if constraint.on else 'no night'}"
        case _:
            division = next(division for division in task.divisions if division.id == constraint.of)
            return _structure(division, constraint.kind)


def _structure(division: Division, kind: ConstraintKind) -> str:
    nights, gap = spell_out(len(division.dates), "night"), spell_out(division.min_gap_days, "day")
    match kind:
        case ConstraintKind.ROUNDS:
            return f"{division.name} plays {spell_out(division.rounds, 'full round')} and has {nights}"
        case ConstraintKind.GAP:
            return f"at least {gap} lie between two meetings of the same teams in {division.name}"
        case ConstraintKind.RUN:
            longest = spell_out(division.max_run or 0, "match")
            return f"nobody in {division.name} has more than {longest} in a row at home or away"
        case _:
            return f"the second half of {division.name} is the first with home and away changed over"
