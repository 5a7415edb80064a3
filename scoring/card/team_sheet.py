"""Who of a side may be picked for a match, before there is a card.

Asks the clauses that a card is checked by, and keeps what they say of a player.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.card.check import check
from scoring.card.ineligible_players import ON_A_LINE
from scoring.card.match import Match, Player, Problem
from scoring.card.playing_up import LoanVerdict, judge
from scoring.card.sheet import Card, LineScore, Named, Side

BARRED = ON_A_LINE | {"registered_too_soon"}
SAID_OF_A_PLAYER = BARRED | {"plays_up", "plays_up_ties"}


@dataclass(frozen=True, slots=True)
class PlayerEligibility:
    """A player and what a card would be told of them; `may_play` where none of it is against playing."""

    player: Player
    problems: tuple[Problem, ...] = ()

    @property
    def may_play(self) -> bool:
        return not any(problem.code in BARRED for problem in self.problems)


def eligibility_of(players: Iterable[Player], side: Side, match: Match) -> tuple[PlayerEligibility, ...]:
    """Each player as a card of this match would find them on a side, in the order given."""
    people = tuple(players)
    named = tuple(Named(each.id, each.name) for each in people)
    line = LineScore(home=named) if side is Side.HOME else LineScore(away=named)
    problems: dict[int, list[Problem]] = {}
    for problem in check(Card(lines=(line,)), match):
        place, _, number = problem.path.rpartition(".")
        if place == f"lines.0.{side}" and problem.code in SAID_OF_A_PLAYER:
            problems.setdefault(int(number), []).append(problem)
    return tuple(PlayerEligibility(each, tuple(problems.get(number, ()))) for number, each in enumerate(people))


def reserves(side: Side, match: Match) -> tuple[Player, ...]:
    """Players of other teams who may help this side out by the league's rule, in the order of their names.

    Nobody where the league has no such rule; nor of the opponents, who play that night.
    """
    rule = match.playing_up
    if rule is None:
        return ()
    may = {LoanVerdict.MAY, LoanVerdict.TIES}
    helping = [each for each in match.elsewhere if (loan := each.loan(side)) is not None and judge(rule, loan) in may]
    return tuple(sorted(helping, key=lambda each: (each.name, each.id)))
