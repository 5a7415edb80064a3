"""How a match went, game by game in the order of the paper: the score as it rose, and where the match was won.

Knows who won each game. Refuses to know cards, names, and who wins a match that is not decided by its games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scoring.card.sheet import Side


@dataclass(frozen=True, slots=True)
class Course:
    """The score after each game, and who had more of them at the end: None if neither.

    `ahead` is the game (from 0) with which the winner took a lead that was never lost again, `decided` the one after
    which the other side could not draw level any more.
    """

    scores: tuple[tuple[int, int], ...]
    winner: Side | None = None
    ahead: int | None = None
    decided: int | None = None


def course(winners: Sequence[Side | None]) -> Course:
    """The course of a match in which these sides won the games; None for a game that was nobody's."""
    scores = _running(winners)
    leads = [home - away for home, away in scores]
    if not leads or leads[-1] == 0:
        return Course(scores)
    winner = Side.HOME if leads[-1] > 0 else Side.AWAY
    mine = [lead if winner is Side.HOME else -lead for lead in leads]
    behind = [at for at, lead in enumerate(mine) if lead <= 0]
    ahead = behind[-1] + 1 if behind else 0
    decided = next(at for at, lead in enumerate(mine) if lead > len(mine) - 1 - at)
    return Course(scores, winner, ahead, decided)


def lead_changes(scores: Sequence[tuple[int, int]]) -> int:
    """How often the lead went from one side to the other, by whatever way."""
    leaders = [home > away for home, away in scores if home != away]
    return sum(one is not other for one, other in pairwise(leaders))


def _running(winners: Sequence[Side | None]) -> tuple[tuple[int, int], ...]:
    home = away = 0
    scores = []
    for each in winners:
        home, away = home + (each is Side.HOME), away + (each is Side.AWAY)
        scores.append((home, away))
    return tuple(scores)
