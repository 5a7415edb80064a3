"""One moment of a hand with every tile known: who holds what, what is open, where the pegs are; what its end is worth.

It changes as it is played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.play.board import Board, Landed, SidePegs, alone_at_target, land
from scoring.play.computer.table import GameTable, Values
from scoring.play.rules import FinishWhen, Settlement
from scoring.play.settlement import Points, Settled, settle


@dataclass(slots=True)
class Position:
    """A moment of a hand. ``hands`` are bits of tiles; the last of ``sleeping`` is drawn first; ``scores`` a side.

    ``out`` is the side that is out, ``last`` the seat that played last, ``winner`` the side that won the game.
    """

    table: GameTable
    hands: list[int]
    sleeping: list[int]
    turn: int
    scores: list[Any]  # `Points`; whole numbers but where two of three share a settlement
    leader: int
    layout: int
    knocks: int = 0
    drew: bool = False
    going_on: bool = False  # after a tile in this turn, with one that scores or a double alone
    out: int | None = None
    over: bool = False
    winner: int | None = None
    last: int | None = None

    def copy(self, hands: list[int], sleeping: list[int]) -> "Position":
        """The same moment with the tiles lying so."""
        return Position(
            self.table, hands, sleeping, self.turn, self.scores[:], self.leader, self.layout, self.knocks, self.drew,
            self.going_on, self.out, self.over, self.winner, self.last,
        )  # fmt: skip

    @property
    def is_lead(self) -> bool:
        return self.layout == self.table.layouts.empty

    @property
    def can_draw(self) -> bool:
        return (
            self.table.draws
            and not self.is_lead
            and not self.going_on
            and len(self.sleeping) > self.table.rules.reserve
        )

    @property
    def can(self) -> int:
        """The tiles that the player to move may play."""
        can = self.table.fits(self.layout, self.hands[self.turn])
        return self.table.scoring(self.layout, can) if self.going_on else can

    def plays(self) -> tuple[tuple[int, int], ...]:
        """Every play open to the player to move: (tile, layout that it makes), by tile and then by what it makes."""
        steps, can = self.table.layouts.steps[self.layout], self.can
        tiles = (tile for tile in range(can.bit_length()) if can >> tile & 1)
        plays = ((tile, to, points) for tile in tiles for to, points in steps[1 << tile])
        return tuple((tile, to) for tile, to, points in plays if self.may_play(tile, points))

    def may_play(self, tile: int, points: int) -> bool:
        """Whether a tile that fits may be played for so many points."""
        return not self.going_on or points > 0 or self.table.doubles >> tile & 1 != 0

    def points(self, tile: int, to: int) -> int:
        """What a play scores, without a chip point."""
        return next(points for made, points in self.table.layouts.steps[self.layout][1 << tile] if made == to)

    def play(self, tile: int, to: int, points: int) -> int:
        """The player to move plays a tile for ``points``; what it scores, a chip point among it."""
        table, seat, hands = self.table, self.turn, self.hands
        side = table.sides[seat]
        again = table.again and not self.drew and (points > 0 or table.doubles >> tile & 1 != 0)
        hands[seat] = left = hands[seat] ^ 1 << tile
        lead, self.layout = self.layout, to
        draws_on = again and not left and table.draws_on and self.can_draw
        if not left and not draws_on and self.is_last_of_side(seat):
            self.out = side
            points += table.chip
        score = self.scores[side] + points
        if score < table.wins:
            self.scores[side] = score
        else:
            landing = land(table.rules, self.scores[side], points, lead=lead == table.layouts.empty)
            self.scores[side] = landing.score
            if landing.how is Landed.WON:
                self.winner = side
        self.last, self.knocks, self.drew = seat, 0, False
        self.going_on = table.scoring_only and again and left != 0
        if self.going_on and not self.can:
            self.going_on = again = False
        if not draws_on and not (again and left):
            self.turn = self._next(seat)
        ended = (self.out is not None and table.out_ends) or not (left or any(hands))
        self.over = self.winner is not None or (ended and not draws_on)
        return points

    def pass_turn(self) -> bool:
        """The player to move, who cannot play, draws a tile or knocks; whether it was a draw."""
        if self.can_draw:
            self.hands[self.turn] |= 1 << self.sleeping.pop()
            self.knocks, self.drew = 0, True
            return True
        self.knocks += 1
        self.drew = False
        self.turn = self._next(self.turn)
        self.over = self.knocks >= sum(map(bool, self.hands))
        return False

    def is_last_of_side(self, seat: int) -> bool:
        """Whether the last tile of a seat puts its side out: the first side to be out, and no partner holds any."""
        if self.out is not None:
            return False
        sides = self.table.sides
        return self.table.first_out or not any(
            hand for other, hand in enumerate(self.hands) if other != seat and sides[other] == sides[seat]
        )

    def _next(self, seat: int) -> int:
        for other in self.table.after[seat]:
            if self.hands[other]:
                return other
        return seat


def start_position(
    table: GameTable, hands: list[int], sleeping: list[int], leader: int, scores: Sequence[Points]
) -> Position:
    return Position(table, hands, sleeping, leader, [*scores], leader, table.layouts.empty)


# --- the end of a hand ------------------------------------------------------------------------------------------------
GAME = 1000


def worth(position: Position) -> tuple[int, ...]:
    """The chance of each side to win the game, in thousandths, from a hand that is over; it is settled first."""
    table = position.table
    sides = range(table.side_count)
    leads = end_hand(position) if position.winner is None else None
    if position.winner is not None:
        return tuple([GAME * (side == position.winner) for side in sides])
    leader = None if leads is None else table.sides[leads]
    need = [max(1, table.goal - score) for score in position.scores]
    shares = tuple([_share(table.values, need, side, leader) for side in sides])
    if len(shares) == 2:
        return shares
    total = max(1, sum(shares))
    return tuple(GAME * share // total for share in shares)


def end_hand(position: Position) -> int | None:
    """Settle the hand on the board; the seat that leads next, None where lots are drawn."""
    table, rules = position.table, position.table.rules
    settled = None
    if rules.settlement is not Settlement.NONE:
        pips = tuple(sum(pips for tile, pips in enumerate(table.pips) if hand >> tile & 1) for hand in position.hands)
        settled = settle(rules, pips, position.out)
        board, _, position.winner = Board(tuple(map(SidePegs, position.scores))).settle(rules, settled.points)
        position.scores = list(board.scores)
    if position.winner is None and rules.finish_when is FinishWhen.HAND:
        position.winner = alone_at_target(rules, position.scores)
    return _next_leader(position, settled)


def _next_leader(position: Position, settled: Settled | None) -> int | None:
    ends = position.table.ends
    if settled is not None and settled.replay:
        return position.leader
    if ends["out_drops"] and position.out is not None and position.last is not None:
        return position.last
    won = settled.winner if ends["winner_drops"] and settled is not None else position.out
    leader: int | None = ends["drops"][position.leader + 1][0 if won is None else won + 1]
    return leader


def _share(values: Values, need: list[Points], side: int, leader: int | None) -> int:
    """A side against each of the others in turn, as if it were a game of two."""
    product, own = GAME, need[side]
    for other, theirs in enumerate(need):
        if other == side:
            continue
        if leader == side:
            chance = values.chance(own, theirs)
        else:
            chance = GAME - values.chance(theirs, own)
            if leader is None:
                chance = (values.chance(own, theirs) + chance) // 2
        product = product * chance // GAME
    return product
