"""What cannot be, by counting: the common impossibilities of a task, found at once and without a solver.

    nights     too few for the rounds, for a team, for meetings far enough apart, for the longest run
    home       too many at one pub, in one division or among rivals, on a night or over the season
    meetings   no night left to meet on, too many on one night, fixed matches that clash

Every conflict is true of every list, and as small as the argument allows.
"""

from collections.abc import Callable, Collection, Iterator

from scoring.season.schedule.counts.home import too_few_nights_at_home, too_many_wanted
from scoring.season.schedule.counts.meetings import fixed_against_each_other, no_night_to_meet, too_many_meetings
from scoring.season.schedule.counts.nights import (
    gaps_too_long,
    kept_apart,
    runs_too_long,
    too_few_at_one_end,
    too_few_for_a_team,
    too_few_for_rounds,
)
from scoring.season.schedule.counts.room import Room, TaskConflict, room_of
from scoring.season.schedule.ids import ConstraintKind, constraints, in_words, only, parse
from scoring.season.schedule.task import Task

__all__ = ["TaskConflict", "clash_in_words", "impossible"]

Argument = Callable[[Room], Iterator[TaskConflict]]
ARGUMENTS: tuple[Argument, ...] = (
    too_few_for_rounds,
    too_few_for_a_team,
    gaps_too_long,
    fixed_against_each_other,
    too_many_wanted,
    no_night_to_meet,
    too_many_meetings,
    too_few_nights_at_home,
    runs_too_long,
    too_few_at_one_end,
    kept_apart,
)


def impossible(task: Task) -> tuple[TaskConflict, ...]:
    """Every conflict that counting finds, each once, the plainest arguments first; () says nothing either way."""
    room = room_of(task)
    conflicts: dict[frozenset[str], TaskConflict] = {}
    for argument in ARGUMENTS:
        for conflict in argument(room):
            if not any(known <= set(conflict.ids) for known in conflicts):
                smaller = _smallest(task, argument, conflict)
                conflicts.setdefault(frozenset(smaller.ids), smaller)
    return tuple(
        conflict for ids, conflict in conflicts.items() if not any(_within(other, ids, conflict) for other in conflicts)
    )


def _within(other: frozenset[str], ids: frozenset[str], conflict: TaskConflict) -> bool:
    """Whether another conflict stands already in what this one names or rests on."""
    return other != ids and other <= ids | {*conflict.rests_on}


def clash_in_words(task: Task, ids: Collection[str]) -> str:
    """Why `ids` cannot hold together: in one sentence where counting has the argument, else one after the other.

    Raises UnknownConstraintError for an id that the task does not have.
    """
    parts = [in_words(task, name) for name in ids]
    wanted = set(ids) - _structure(ids)
    for conflict in impossible(_insisting_on(task, ids)):
        if wanted <= set(conflict.ids) <= set(ids) | _structure(constraints(task)):
            return conflict.text
    return "These cannot all hold: " + "; ".join(parts)


def _smallest(task: Task, argument: Argument, conflict: TaskConflict) -> TaskConflict:
    """The conflict without whatever the argument can do without; the rounds of a division are taken for granted."""
    for name in conflict.ids:
        if len(conflict.ids) == 1:
            break
        left = set(conflict.ids) - {name}
        again = next(argument(room_of(_insisting_on(task, left))), None) if name in conflict.ids else None
        if again and set(again.ids) <= left:
            conflict = again
    return conflict


def _insisting_on(task: Task, ids: Collection[str]) -> Task:
    return only(task, set(ids) | _structure(constraints(task)))


def _structure(ids: Collection[str]) -> set[str]:
    return {name for name in ids if parse(name).kind is ConstraintKind.ROUNDS}
