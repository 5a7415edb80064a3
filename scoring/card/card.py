"""One result card: what its captain wrote, what is wrong with it, and what it comes to.

This is the face of the package: the values are in `sheet` and `match`, the judging in the modules named below.
"""

from scoring.card.check import check
from scoring.card.differences import differences
from scoring.card.match import Difference, Match, Player, Problem, Squad
from scoring.card.name_matching import identify_players
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Named, Side, Signing
from scoring.card.tally import tally

__all__ = [
    "Card",
    "Difference",
    "Ending",
    "GameScore",
    "How",
    "LineScore",
    "Match",
    "Named",
    "Player",
    "Problem",
    "Side",
    "Signing",
    "Squad",
    "check",
    "differences",
    "identify_players",
    "tally",
]
