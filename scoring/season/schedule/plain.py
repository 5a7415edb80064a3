"""The plain list of a task: the circle method on the first nights of each division, as it used to be done on paper.

Knows rounds and nights, and which of those are spare. Refuses to know wishes, closed pubs and boards: it is where a
secretary may begin, and what every better list is measured against.
"""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from random import Random

from scoring.season.schedule.circle import Group, fixture_lists
from scoring.season.schedule.task import Division, Match, Mode, Task


def short_of_nights(task: Task) -> tuple[Division, ...]:
    """The divisions that have fewer nights than a list of full rounds takes."""
    return tuple(division for division in task.divisions if len(division.dates) < division.rounds)


def on_first_nights(task: Task, locked: Iterable[Match] = ()) -> Task:
    """The task with all spare nights at the end: each division of full rounds has its first nights and no other.

    Where fixed or `locked` matches are on later nights, those take the places of the last of its first ones.
    """
    kept = [*(fixed.match for fixed in task.fixed), *locked]
    nights = [
        _first_nights(each, {match.date for match in kept if match.division == each.id}) for each in task.divisions
    ]
    return replace(task, divisions=tuple(nights))


def on_nights_of(task: Task, matches: Iterable[Match]) -> bool:
    """Whether every match is on a night that the task has for its division."""
    nights = {division.id: frozenset(division.dates) for division in task.divisions}
    return all(match.date in nights.get(match.division, ()) for match in matches)


def _first_nights(division: Division, taken: set[date]) -> Division:
    if division.mode is not Mode.ROUNDS:
        return division
    free = [day for day in division.dates if day not in taken]
    used = taken.union(free[: max(division.rounds - len(taken), 0)])
    return replace(division, dates=tuple(day for day in division.dates if day in used))


def plain_list(task: Task, draw: int = 0) -> tuple[Match, ...]:
    """Everybody against everybody from each division's first night on, in the order of the list.

    `draw` settles who sits where: 0 takes the teams as they come, any other number a shuffle of its own. Raises
    ValueError where a division is short of nights.
    """
    if short := short_of_nights(task):
        message = f"too few nights for {', '.join(division.name for division in short)}"
        raise ValueError(message)
    dice = Random(draw) if draw else None  # noqa: S311 (an order of teams, not a secret)
    groups = [Group(_drawn(division.teams, dice), division.legs) for division in task.divisions]
    lists = fixture_lists(groups, {team.id: team.venue for team in task.teams})
    return tuple(
        sorted(
            Match(division.id, division.dates[number], home, away)
            for division, rounds in zip(task.divisions, lists, strict=True)
            for number, pairings in enumerate(rounds)
            for home, away in pairings
            if away is not None
        )
    )


def _drawn(teams: tuple[str, ...], dice: Random | None) -> tuple[str, ...]:
    return tuple(dice.sample(teams, len(teams))) if dice else teams
