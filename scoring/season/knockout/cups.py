"""How a cup is played, as data.

Knows the shapes that a cup can have and how one tie of it is decided. Refuses to know who is in it.

    shape               who goes on                                        ties
    KNOCKOUT            the winner of each tie                             n - 1
    DOUBLE              whoever has not lost twice                         2n - 2, or 2n - 1
    GROUPS              the best of each group, then as KNOCKOUT           scoring.season.knockout.groups
    ROUND_ROBIN         everybody meets everybody                          scoring.season.knockout.groups
    SWISS               everybody plays every round                        scoring.season.swiss
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

Score = tuple[int, int]


class Shape(StrEnum):
    KNOCKOUT = "knockout"
    DOUBLE = "double"
    GROUPS = "groups"
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"


class Plate(StrEnum):
    """A second cup for those who lose a first-round tie; DRAWN means that its rounds are drawn on their own."""

    NONE = "none"
    FIXED = "fixed"
    DRAWN = "drawn"


class Verdict(StrEnum):
    """What the scores of a tie say. LEVEL: everything is played and a decider, or a replay, is wanted."""

    WAITING = "waiting"
    FIRST = "first"
    SECOND = "second"
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class TieForm:
    """How one tie is decided: `best_of` games (odd), or all of `games` games; exactly one of the two is not 0.

    With `legs` 2 it is played home and away and the games of both are added up. A tie that ends level goes to a decider
    of best of `decider` games, written down as one more leg; 0 means that it is replayed instead.
    """

    best_of: int = 0
    games: int = 0
    legs: int = 1
    decider: int = 1

    def __post_init__(self) -> None:
        if (self.best_of > 0) == (self.games > 0):
            raise ValueError("a tie is best of some games, or all of some games")
        if self.legs not in {1, 2} or self.best_of % 2 == 0 < self.best_of or self.decider % 2 == 0 < self.decider:
            raise ValueError("a tie has one leg or two, and is best of an odd number of games")

    def fault(self, leg: int, score: Score, scores: Mapping[int, Score]) -> str:
        """Why a score of a leg (from 1) cannot be, with the other legs' scores as known; "" if it can."""
        if min(score) < 0:
            return "games cannot be fewer than none"
        earlier = {number: each for number, each in scores.items() if number < leg}
        if leg > 1 and (leg > self.legs + 1 or len(earlier) < leg - 1):
            return f"there is no leg {leg} to be played"
        if leg > self.legs:
            if self._games_verdict(earlier) is not Verdict.LEVEL or not self.decider:
                return "no decider is wanted"
            return _best_of(self.decider, score)
        return _best_of(self.best_of, score) if self.best_of else _all_of(self.games, score)

    def verdict(self, scores: Mapping[int, Score]) -> Verdict:
        """What the scores by leg (from 1) come to."""
        decider = scores.get(self.legs + 1)
        if decider is not None:
            return Verdict.FIRST if decider[0] > decider[1] else Verdict.SECOND
        return self._games_verdict(scores)

    def _games_verdict(self, scores: Mapping[int, Score]) -> Verdict:
        if any(leg not in scores for leg in range(1, self.legs + 1)):
            return Verdict.WAITING
        ahead = sum(scores[leg][0] - scores[leg][1] for leg in range(1, self.legs + 1))
        return Verdict.FIRST if ahead > 0 else Verdict.SECOND if ahead < 0 else Verdict.LEVEL


def _best_of(best_of: int, score: Score) -> str:
    if max(score) == best_of // 2 + 1 > min(score):
        return ""
    return f"best of {best_of}: the winner has {best_of // 2 + 1} and the other fewer"


def _all_of(games: int, score: Score) -> str:
    return "" if 0 < sum(score) <= games else f"there are {games} games"


@dataclass(frozen=True, slots=True)
class Cup:
    """The rules of one cup.

    `forms` are the forms of the ties counted back from the final: the last is the final's, the one before it the
    semi-finals', and the first is every earlier round's. `redraw`: each round is drawn on its own, otherwise one draw
    makes the whole bracket. `neutral` is how many rounds, the final included, are played on neutral ground. `third`:
    the losers of the semi-finals play for third place.
    """

    name: str
    shape: Shape = Shape.KNOCKOUT
    forms: tuple[TieForm, ...] = (TieForm(best_of=3),)
    redraw: bool = False
    plate: Plate = Plate.NONE
    third: bool = False
    neutral: int = 0

    def __post_init__(self) -> None:
        if self.shape is Shape.DOUBLE and (self.redraw or self.plate is not Plate.NONE or self.third):
            raise ValueError("a double knockout has one draw, no plate and no tie for third place")

    def form(self, left: int) -> TieForm:
        """The form of a tie after which `left` more rounds are to be played (the final: 0)."""
        return self.forms[max(0, len(self.forms) - 1 - left)]


SINGLES = Cup("Singles", forms=(TieForm(best_of=3), TieForm(best_of=5)))
TEAM_KNOCKOUT = Cup("Team knockout", forms=(TieForm(games=16, decider=3),), redraw=True, plate=Plate.DRAWN, neutral=2)
HOME_AND_AWAY = Cup("Home and away", forms=(TieForm(games=9, legs=2), TieForm(games=9)), neutral=1)
OPEN_DAY = Cup("Open", shape=Shape.DOUBLE, forms=(TieForm(best_of=1), TieForm(best_of=3)))

PRESETS: Mapping[str, Cup] = {
    "singles": SINGLES,
    "team-knockout": TEAM_KNOCKOUT,
    "home-and-away": HOME_AND_AWAY,
    "open-day": OPEN_DAY,
}
