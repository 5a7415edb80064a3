"""How many tiles are dealt on a line of the card.

Knows the players of a line and what its rules of play deal them. Refuses to know the play.
"""

from dataclasses import dataclass

from scoring.card.format import Line

# Where a line names no rules of play: the deals that can peg the most in a hand, so that nothing possible is refused.
MOST_GENEROUS = {2: (9, 1), 3: (5, 1), 4: (6, 1)}


@dataclass(frozen=True, slots=True)
class Deal:
    """`players` at the table, `tiles` to each, `chip` the point for going out (0 or 1)."""

    players: int
    tiles: int
    chip: int


def deal_of(line: Line) -> Deal:
    """The deal of a line with that many players a side."""
    players = 2 * line.players
    tiles, chip = MOST_GENEROUS.get(players, (9, 1))
    return Deal(players, tiles, chip)
