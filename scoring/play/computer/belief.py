"""What a player can know of the hidden tiles, from what everybody saw; and chance in whole numbers, to deal them anew.

The site and a phone draw the same (``static/js/computer/chance.js``).
"""

from dataclasses import dataclass

from scoring.play.computer.position import Position
from scoring.play.computer.table import GameTable
from scoring.play.settlement import Points

_BITS = 0xFFFFFFFF


class Chance:
    """Numbers by xorshift (Marsaglia 2003, 32 bits); two with one seed give the same numbers."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _BITS or 1

    def below(self, count: int) -> int:
        """A whole number from 0 to ``count`` - 1."""
        number = self._state
        number ^= number << 13 & _BITS
        number ^= number >> 17
        number ^= number << 5 & _BITS
        self._state = number
        return number % count

    def take(self, values: list[int], count: int) -> list[int]:
        """``count`` of the values, taken out of them in the order drawn; what is left is in no order."""
        taken = []
        for _ in range(count):
            at = self.below(len(values))
            taken.append(values[at])
            values[at] = values[-1]
            values.pop()
        return taken


# --- What one seat may know of a hand ---------------------------------------------------------------------------------
# Its own tiles, and what everybody saw. Whoever thinks is given this and no more.


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """One turn as everybody saw it. ``layout`` and the ``score`` of the side are those before it.

    ``tile`` is None for a knock and for a draw; ``drew`` tells them apart.
    """

    seat: int
    layout: int
    score: Points
    tile: int | None = None
    to: int = 0
    points: int = 0
    drew: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """What the seat to move may know: its own ``hand`` as bits, and how many tiles everybody has ``left``.

    ``moment`` is the position with the tiles of the others and of the boneyard taken out.
    """

    seat: int
    hand: int
    left: tuple[int, ...]
    sleeping: int
    moment: Position
    history: tuple[SeenTurn, ...]


def seat_view(position: Position, history: tuple[SeenTurn, ...]) -> SeatView:
    seat = position.turn
    own = [hand if other == seat else 0 for other, hand in enumerate(position.hands)]
    left = tuple(hand.bit_count() for hand in position.hands)
    return SeatView(seat, position.hands[seat], left, len(position.sleeping), position.copy(own, []), history)


# --- What that says of hidden tiles -----------------------------------------------------------------------------------
LIKELY = (64, 22, 13, 10, 6, 5, 4, 3, 3)  # of 64, by the points that a play left
POOL = 2  # deals looked at for each one taken

Hidden = tuple[list[int], list[int]]


class Belief:
    """The deals that may lie hidden from one seat, and how likely each is."""

    def __init__(self, table: GameTable, view: SeatView) -> None:
        self.table, self.view = table, view
        self._count = len(table.layouts.tiles)
        seen_tiles = view.hand | sum({1 << turn.tile for turn in view.history if turn.tile is not None})
        self._lacks = [0] * len(view.left)  # the tiles that a seat cannot hold, as bits
        for turn, after in zip(view.history, (*view.history[1:], None), strict=False):
            if turn.tile is None:
                none = 0 if turn.layout == table.layouts.empty else table.layouts.fits[turn.layout]
                kept = turn.drew and (after is None or after.tile is None)  # a tile drawn that does not fit either
                self._lacks[turn.seat] = none if kept else self._lacks[turn.seat] | none
        self._unseen = [tile for tile in range(self._count) if not seen_tiles >> tile & 1]
        self.room = [[t for t in self._unseen if not lacks >> t & 1] for lacks in self._lacks]
        others = [seat for seat in range(len(view.left)) if seat != view.seat]
        self._order = sorted(others, key=lambda seat: (len(self.room[seat]), seat))
        plays = [turn for turn in view.history if turn.tile is not None and turn.seat != view.seat]
        # Near the end of a game a play may be small for good reasons, and then tells nothing.
        self._plays = [(turn, turn.score + table.most < table.wins) for turn in reversed(plays)]
        self._tells = any(tells for _, tells in self._plays)

    def deal(self, chance: Chance) -> Hidden:
        """One deal that may lie hidden: the hands as bits, and the boneyard, left empty where nobody draws."""
        view = self.view
        hands = [view.hand] * len(view.left)
        gone = 0
        for seat in self._order:
            room = [tile for tile in self.room[seat] if not gone >> tile & 1]
            if len(room) < view.left[seat]:
                room = [tile for tile in self._unseen if not gone >> tile & 1]
            hands[seat] = sum([1 << tile for tile in chance.take(room, view.left[seat])])
            gone |= hands[seat]
        if not self.table.draws:
            return hands, []
        rest = [tile for tile in self._unseen if not gone >> tile & 1]
        return hands, chance.take(rest, len(rest))

    def weight(self, hands: list[int]) -> int:
        """How likely the plays so far are if the tiles lie so; a whole number."""
        held = hands[:]
        weight = 1 << 24
        for turn, tells in self._plays:
            held[turn.seat] |= 1 << (turn.tile or 0)
            if tells:
                left = (self.table.best(turn.layout, held[turn.seat]) - turn.points) // self.table.step
                weight = max(1, weight * LIKELY[max(0, min(left, len(LIKELY) - 1))] // 64)
        return weight

    def deals(self, chance: Chance, wanted: int) -> list[Hidden]:
        """So many deals, drawn as likely as the plays make them."""
        if not self._tells:
            return [self.deal(chance) for _ in range(wanted)]
        drawn = [self.deal(chance) for _ in range(wanted * POOL)]
        weights = [self.weight(hands) for hands, _ in drawn]
        total, reached = sum(weights), 0
        taken: list[Hidden] = []
        for each, weight in zip(drawn, weights, strict=True):
            reached += weight
            while len(taken) < wanted and reached * 2 * wanted > (2 * len(taken) + 1) * total:
                taken.append(each)
        return taken
