"""What the tiles left in hand come to when a hand is over.

| clause | source | here |
|---|---|---|
| the winner takes the opponents' pips, to the nearest five | Pagat, All Fives | `_taken` |
| the winner takes the pips of all players | gaming site | `_taken` |
| all scores divided by five; or the settlement alone | Pagat, All Fives; gaming site | `_in_units` |
| each subtracts their own pips | Pagat, variant | `_subtracted` |
| fewest pips win a block; in a tie nobody scores | Pagat | `winner_of` |
| of three, the two lowest share the third's pips | Pagat | `_shared` |
| straight dominoes: lowest count wins a stitched hand, a tie is replayed, same drop | pub leagues | `settle` |
"""

from dataclasses import dataclass
from fractions import Fraction

from scoring.play.parameters import Blocked, RoundScope, Settlement, SettlementUnit, TieRule, Unit
from scoring.play.rules import Rules

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
    sides = rules.side_count(players)
    winner = winner_of(rules, pips, players, out)
    nothing: tuple[Points, ...] = (0,) * sides
    match rules.settlement:
        case Settlement.EACH_SUBTRACTS:
            return Settled(winner, _subtracted(rules, pips, sides))
        case Settlement.WINNER_TAKES | Settlement.WINNER_TAKES_ALL if winner is not None:
            return Settled(winner, _only(winner, _taken(rules, pips, winner), sides))
        case Settlement.HAND if winner is not None:
            return Settled(winner, _only(winner, 1, sides))
    if winner is None and rules.blocked is Blocked.FEWEST:
        if rules.tie is TieRule.SPLIT and players == 3 and len(_lowest(rules, pips, players)) == 2:
            return Settled(None, _shared(rules, pips))
        return Settled(None, nothing, replay=rules.tie is TieRule.REPLAY)
    return Settled(winner, nothing)


def _lowest(rules: Rules, pips: tuple[int, ...], players: int) -> tuple[int, ...]:
    """The sides that hold the fewest pips."""
    held = [0] * rules.side_count(players)
    for seat, count in enumerate(pips):
        held[rules.side_of(seat, players)] += count
    return tuple(side for side, count in enumerate(held) if count == min(held))


def _taken(rules: Rules, pips: tuple[int, ...], winner: int) -> int:
    """What the winner takes: the pips of every opponent, not those of a partner; or everybody's."""
    everybody = rules.settlement is Settlement.WINNER_TAKES_ALL
    return _in_units(rules, [p for seat, p in enumerate(pips) if everybody or rules.side_of(seat, len(pips)) != winner])


def _subtracted(rules: Rules, pips: tuple[int, ...], sides: int) -> tuple[Points, ...]:
    players = len(pips)
    own = [[p for seat, p in enumerate(pips) if rules.side_of(seat, players) == side] for side in range(sides)]
    return tuple(-_in_units(rules, hands) for hands in own)


def _shared(rules: Rules, pips: tuple[int, ...]) -> tuple[Points, ...]:
    half = Fraction(_in_units(rules, [max(pips)]), 2)
    share: Points = half.numerator if half.denominator == 1 else half
    return tuple(0 if p == max(pips) else share for p in pips)


def _in_units(rules: Rules, hands: list[int]) -> int:
    """Pips rounded to the nearest five, by hand or altogether, and divided by five if the rules do so."""
    rounded = sum(map(to_nearest_five, hands)) if rules.round_scope is RoundScope.HAND else to_nearest_five(sum(hands))
    fifths = rules.unit is Unit.QUOTIENT or rules.settlement_unit is SettlementUnit.QUOTIENT
    return rounded // 5 if fifths else rounded


def _only(side: int, points: Points, sides: int) -> tuple[Points, ...]:
    return tuple(points if number == side else 0 for number in range(sides))
