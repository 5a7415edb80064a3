"""What the tiles left in hand come to when a hand is over.

| clause | source | here |
|---|---|---|
| the winner takes the opponents' pips, to the nearest five | Pagat, All Fives | `settle` |
| the winner takes the pips of all players | gaming site | `settle` |
| all scores divided by five; or the settlement alone | Pagat, All Fives; gaming site | `_in_units` |
| each subtracts their own pips | Pagat, variant | `settle` |
| fewest pips win a block; in a tie nobody scores | Pagat | `winner_of` |
| of three, the two lowest share the third's pips | Pagat | `settle` |
| straight dominoes: lowest count wins a stitched hand, a tie is replayed, same drop | pub leagues | `settle` |
"""

from dataclasses import dataclass
from fractions import Fraction

from scoring.play.rules import Blocked, RoundScope, Rules, Settlement, SettlementUnit, TieRule, Unit

Points = int | Fraction  # a whole number, but for two players of three sharing an odd settlement


@dataclass(frozen=True, slots=True)
class Settled:
    """The end of a hand: the side that won it (None for nobody), points a side, and whether it must be played again."""

    winner: int | None
    points: tuple[Points, ...]
    replay: bool = False


def to_nearest_five(pips: int) -> int:
    """7, 8, 3, 2, 27, 28 are 5, 10, 5, 0, 25, 30. Whole pips never lie half way."""
    return (pips + 2) // 5 * 5


def winner_of(rules: Rules, pips: tuple[int, ...], players: int, out: int | None) -> int | None:
    """The side that won the hand: the side that went ``out``, else by the rule for blocks from each seat's pips."""
    if out is not None:
        return out
    if rules.blocked is Blocked.NOBODY:
        return None
    lowest = _lowest(rules, pips, players)
    return lowest[0] if len(lowest) == 1 else None


def settle(rules: Rules, pips: tuple[int, ...], out: int | None) -> Settled:
    """Settle a hand from the pips left with each seat; ``out`` is the side that chipped out, None after a block."""
    players = len(pips)
    winner = winner_of(rules, pips, players, out)
    by_side: list[list[int]] = [[] for _ in range(rules.side_count(players))]
    for seat, count in enumerate(pips):
        by_side[rules.side_of(seat, players)].append(count)
    nothing: tuple[Points, ...] = (0,) * len(by_side)
    if rules.settlement is Settlement.EACH_SUBTRACTS:
        return Settled(winner, tuple(-_in_units(rules, own) for own in by_side))
    if winner is not None and rules.settlement is not Settlement.NONE:
        everybody = rules.settlement is Settlement.WINNER_TAKES_ALL
        others = [count for side, held in enumerate(by_side) if everybody or side != winner for count in held]
        won = 1 if rules.settlement is Settlement.HAND else _in_units(rules, others)
        return Settled(winner, tuple(won if side == winner else 0 for side in range(len(by_side))))
    if winner is None and rules.blocked is Blocked.FEWEST:
        if rules.tie is TieRule.SPLIT and players == 3 and len(_lowest(rules, pips, players)) == 2:
            half = Fraction(_in_units(rules, [max(pips)]), 2)
            share: Points = half.numerator if half.denominator == 1 else half
            return Settled(None, tuple(0 if count == max(pips) else share for count in pips))
        return Settled(None, nothing, replay=rules.tie is TieRule.REPLAY)
    return Settled(winner, nothing)


def _lowest(rules: Rules, pips: tuple[int, ...], players: int) -> tuple[int, ...]:
    totals = [0] * rules.side_count(players)
    for seat, count in enumerate(pips):
        totals[rules.side_of(seat, players)] += count
    return tuple(side for side, count in enumerate(totals) if count == min(totals))


def _in_units(rules: Rules, hands: list[int]) -> int:
    """Pips rounded to the nearest five, by hand or altogether, and divided by five if the rules do so."""
    rounded = sum(map(to_nearest_five, hands)) if rules.round_scope is RoundScope.HAND else to_nearest_five(sum(hands))
    fifths = rules.unit is Unit.QUOTIENT or rules.settlement_unit is SettlementUnit.QUOTIENT
    return rounded // 5 if fifths else rounded
