"""What one seat may know of a hand: its own tiles, and what everybody saw. Whoever thinks is given this and no more."""

from dataclasses import dataclass

from scoring.play.computer.position import Position


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """One turn as everybody saw it. ``layout`` and the ``score`` of the side are those before it.

    ``tile`` is None for a knock and for a draw; ``drew`` tells them apart.
    """

    seat: int
    layout: int
    score: int
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
    """The view of the seat to move."""
    seat = position.turn
    own = [hand if other == seat else 0 for other, hand in enumerate(position.hands)]
    left = tuple(hand.bit_count() for hand in position.hands)
    return SeatView(seat, position.hands[seat], left, len(position.sleeping), position.copy(own, []), history)
