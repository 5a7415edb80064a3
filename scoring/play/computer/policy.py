"""The plain way to play: most points now, less what the layout would give the next player.

Knows how to choose a tile in a microsecond; it plays hands out for the player who thinks. Refuses to know who holds
what: it looks at the tiles of the player to move and at the table.
"""

from collections.abc import Callable
from typing import TypeAlias

from scoring.play.board import Landed, land
from scoring.play.computer.position import Position

Gain: TypeAlias = Callable[[int, int], int]

SHARE = 3500  # of the threat, in thousandths: what the next player gets counts 3.5 times its mean over the set
_WON = 10**9


def choose(position: Position, share: int = SHARE) -> tuple[int, int, int] | None:
    """The best play by this, as (tile, layout, points); None if there is none. ``share`` 0 takes the most points."""
    table = position.table
    can = position.can
    if not can:
        return None
    if position.scores[table.sides[position.turn]] + table.most >= table.wins:
        return _near(position, can, share)
    key = position.layout, can, share
    known = table.plain.get(key)
    if known is None:
        known = table.plain[key] = _best(position, can, share, lambda _, points: 1000 * points)
    return known


def _near(position: Position, can: int, share: int) -> tuple[int, int, int]:
    """The best play where a tile may win or bust."""
    table, seat = position.table, position.turn
    score = position.scores[table.sides[seat]]
    hand = position.hands[seat]
    chip = table.chip if not hand & hand - 1 and position.is_last_of_side(seat) else 0
    lead = position.is_lead

    def gain(_: int, points: int) -> int:
        landing = land(table.rules, score, points + chip, lead=lead)
        return _WON // 2 if landing.how is Landed.WON else 1000 * (int(landing.score) - score)

    return _best(position, can, share, gain)


def _best(position: Position, can: int, share: int, gain: Gain) -> tuple[int, int, int]:
    table = position.table
    steps = table.layouts.steps[position.layout]
    best, most = (0, 0, 0), -_WON
    for tile in range(can.bit_length()):
        if not can >> tile & 1:
            continue
        for to, points in steps[1 << tile]:
            value = gain(to, points) - (share * table.threat(to) // 1000 if share else 0)
            if value > most:
                best, most = (tile, to, points), value
    return best


def play_out(position: Position, share: int = SHARE) -> None:
    """Play a hand to its end, everybody by the plain way."""
    while not position.over:
        best = choose(position, share)
        if best:
            position.play(*best)
        else:
            position.pass_turn()
