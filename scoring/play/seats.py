"""The seats at a table during a hand: who is next, and when a side is out."""

from typing import TypeVar

from scoring.play.parameters import HandEnd
from scoring.play.rules import Rules

_T = TypeVar("_T")


def with_value(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    """The values with one of them changed."""
    return (*values[:index], value, *values[index + 1 :])


def next_seat(left: tuple[int, ...], seat: int) -> int:
    """The next seat clockwise that holds tiles; the same seat if no other does."""
    players = len(left)
    return next((s for s in ((seat + step) % players for step in range(1, players)) if left[s]), seat)


def side_out(rules: Rules, left: tuple[int, ...], seat: int) -> bool:
    """Whether the tile just played by ``seat`` was the one that puts its side out."""
    if left[seat]:
        return False
    if rules.hand_end is HandEnd.FIRST_OUT:
        return True
    players = len(left)
    side = rules.side_of(seat, players)
    return not any(left[other] for other in range(players) if rules.side_of(other, players) == side)
