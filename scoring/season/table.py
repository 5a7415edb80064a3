"""What a season's matches add up to: places, and the reason for every place.

Knows outcomes, adjustments, withdrawals and the league's order of tie-breaks. Refuses to know cards, dates of today and
the order in which results came in.
"""

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from scoring.card.constitution import Step, WithdrawalPolicy

__all__ = ["Adjustment", "Row", "Step", "Withdrawal", "WithdrawalPolicy"]


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given to a team, or taken off when negative. `bought_back` of a deduction (0 or more) is returned."""

    team: str
    points: Fraction
    reason: str
    on: date
    bought_back: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A team that left on a day in `half` (1 or 2) of the season. `award` is for AWARD: points to each opponent."""

    team: str
    on: date
    policy: WithdrawalPolicy
    half: int = 1
    award: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Row:
    """One team's line of the table.

    `points` include `adjusted`, the sum of all adjustments after cap and buy-back, and `awarded` for withdrawn
    opponents; `deductions` is what was taken off (0 or more). Pegs are None unless every counted match has them.
    `form` is "W", "D" or "L" of the last five, newest last. `reason` says in words why the team stands here and
    `decided` is the step that put it above the next row: None when the place is shared with it, or it is the last.
    """

    place: int
    shared: bool
    team: str
    played: int
    won: int
    drawn: int
    lost: int
    games_for: int
    games_against: int
    pegs_for: int | None
    pegs_against: int | None
    adjusted: Fraction
    points: Fraction
    form: tuple[str, ...]
    away_wins: int
    deductions: Fraction
    reason: str
    withdrawn: bool = False
    awarded: Fraction = Fraction(0)
    decided: Step | None = None

    @property
    def game_difference(self) -> int:
        return self.games_for - self.games_against
