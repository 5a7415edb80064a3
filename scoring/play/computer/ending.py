"""The end of a hand: what tiles left are worth, who leads next, and what the position is then worth to each side."""

from scoring.play.board import Board, SidePegs, alone_at_target
from scoring.play.computer.position import Position
from scoring.play.computer.table import Values
from scoring.play.parameters import FinishWhen, Settlement
from scoring.play.settlement import Points, Settled, settle

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
