"""Hands played at random on the plain line, as fast as they will go.

Knows how to deal and how to play out a position by chance; the dice are an argument, so the same dice give the same
hands. Refuses to know good play (`search`) and what the averages are for.
"""

from collections.abc import Sequence
from random import Random

from scoring.play.bits import MoveTable, line
from scoring.play.count import keepers
from scoring.play.parameters import HandEnd


def deal(dice: Random, players: int, tiles: int, table: MoveTable | None = None) -> tuple[int, ...]:
    """Masks of `tiles` tiles to each of `players`, from the whole set."""
    random = dice.random
    sleeping = [1 << index for index in range(len((table or line()).tiles))]
    count, hands = len(sleeping), []
    for _ in range(players):
        hand = 0
        for _ in range(tiles):
            pick = int(random() * count)
            count -= 1
            hand |= sleeping[pick]
            sleeping[pick] = sleeping[count]
        hands.append(hand)
    return tuple(hands)


class Playout:
    """Plays one deal out again and again, each player taking any tile that fits; `hands` are masks as dealt."""

    __slots__ = ("_chip", "_keep", "_random", "_table", "hands")

    def __init__(
        self,
        hands: Sequence[int],
        dice: Random,
        *,
        chip: int = 1,
        end: HandEnd = HandEnd.PAIR_OUT,
        table: MoveTable | None = None,
    ) -> None:
        self.hands = tuple(hands)
        self._keep = keepers(hands, end)
        self._random = dice.random
        self._chip = chip
        self._table = table or line()

    def play(self, left: int, ends: int, seat: int) -> list[int]:
        """The pegs each seat takes from a position (see `OpenHandSearch`) to the end of the hand."""
        hands, keep, fits, steps, random = self.hands, self._keep, self._table.fits, self._table.steps, self._random
        seats, pegs = len(hands), [0] * len(hands)
        while fit := left & fits[ends]:
            can = fit & hands[seat]
            if can:
                if can & can - 1:
                    for _ in range(int(random() * can.bit_count())):
                        can &= can - 1
                    can &= -can
                made = steps[ends][can]
                ends, worth = made[0] if len(made) == 1 or random() < 0.5 else made[1]
                left ^= can
                pegs[seat] += worth
                if not left & keep[seat]:
                    pegs[seat] += self._chip
                    break
            seat = seat + 1 if seat + 1 < seats else 0
        return pegs

    def whole_hand(self, leader: int = 0) -> list[int]:
        """The pegs each seat takes in a hand from its drop."""
        return self.play(sum(self.hands), self._table.empty, leader)
