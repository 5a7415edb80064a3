"""How the tables of `values` are made: value iteration over the hands that the plain way makes.

Knows how to play sample hands, each a list of pegs in order, and how to peg them from every pair of needs: the exact
finish, the bust and the drop that cannot win are met where they happen. Refuses to know who plays better than plainly:
both sides are taken to be equal, so that one table serves both.

`python -m scoring.play.computer.value_iteration > values.json` makes the tables again, in some minutes of one core.
"""

import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.play.board import Landed, land
from scoring.play.computer.chance import Chance
from scoring.play.computer.ending import end_hand
from scoring.play.computer.policy import choose
from scoring.play.computer.position import start_position
from scoring.play.computer.table import GameTable, game_table
from scoring.play.computer.values import CELLS, kind_of
from scoring.play.parameters import Finish
from scoring.play.presets import PRESETS
from scoring.play.rules import Rules
from scoring.play.tables.runs import UntabledError

DEALS = 300  # sample deals for a table, each played twice with the hands exchanged
SWEEPS = 2  # over the table: only hands that nobody scores in, and bounces, ask for what is not worked out yet
PACE_DEALS = 60
_FAR_OFF = 4000  # a target that no sample hand gets near


@dataclass(frozen=True, slots=True)
class SampleHand:
    """What a hand made that side 0 led: (side, pegs, was it the lead) in order; the side that leads next, or None."""

    pegs: tuple[tuple[int, int, bool], ...]
    leads: int | None


def sample_hands(table: GameTable, chance: Chance) -> tuple[SampleHand, ...]:
    """A deal played with each side holding either hand, so that what it is worth favours nobody."""
    tiles = list(range(len(table.layouts.tiles)))
    hands = [sum(1 << tile for tile in chance.take(tiles, table.each)) for _ in range(table.players)]
    sleeping = chance.take(tiles, len(tiles))
    return tuple(_sample(table, hands[seat:] + hands[:seat], sleeping[:]) for seat in range(table.side_count))


def _sample(table: GameTable, hands: list[int], sleeping: list[int]) -> SampleHand:
    """A hand as the plain way plays it, far from the target. Side 0 leads."""
    position = start_position(table, hands, sleeping, 0, [0] * table.side_count)
    pegs: list[tuple[int, int, bool]] = []
    while not position.over:
        side, lead, best = table.sides[position.turn], position.is_lead, choose(position)
        if best is None:
            position.pass_turn()
        elif points := position.play(*best):
            pegs.append((side, points, lead))
    before = position.scores[:]
    leads = end_hand(position)
    settled = [after - was for after, was in zip(position.scores, before, strict=True)]
    pegs += [(side, points, False) for side, points in enumerate(settled) if points]
    return SampleHand(tuple(pegs), None if leads is None else table.sides[leads])


def solve(rules: Rules, hands: list[SampleHand]) -> tuple[int, ...]:
    """The chance of the side that leads, in thousandths, by both needs: see `Values`."""
    size = CELLS + 1
    lands = {(points, lead): _landings(rules, points, lead=lead) for hand in hands for _, points, lead in hand.pegs}
    made = [(tuple((side, lands[points, lead]) for side, points, lead in hand.pegs), hand.leads) for hand in hands]
    chance = [[0.5] * size for _ in range(size)]
    for _ in range(SWEEPS):
        for both in range(2, 2 * size - 1):
            for own in range(max(1, both - CELLS), min(CELLS, both - 1) + 1):
                total = sum(_outcome(chance, own, both - own, pegs, leads) for pegs, leads in made)
                chance[own][both - own] = total / len(made)
    return tuple(round(1000 * chance[own][other]) for own in range(1, size) for other in range(1, size))


def _landings(rules: Rules, points: int, *, lead: bool) -> tuple[int, ...]:
    """By what is needed before: what is needed after pegging ``points``, nought for a win."""
    landings = (land(rules, rules.target - need, points, lead=lead) for need in range(CELLS + 1))
    return tuple(
        0 if landing.how is Landed.WON else min(CELLS, rules.target - int(landing.score)) for landing in landings
    )


def _outcome(
    chance: list[list[float]], own: int, other: int, pegs: tuple[tuple[int, tuple[int, ...]], ...], leads: int | None
) -> float:
    need = [own, other]
    for side, landing in pegs:
        need[side] = landing[need[side]]
        if not need[side]:
            return 1.0 - side
    first, second = chance[need[0]][need[1]], 1.0 - chance[need[1]][need[0]]
    return first if leads == 0 else second if leads == 1 else (first + second) / 2


def _many(table: GameTable, chance: Chance, deals: int) -> list[SampleHand]:
    return [hand for _ in range(deals) for hand in sample_hands(table, chance)]


def mean_score(table: GameTable, deals: int) -> float:
    """What a side makes of a hand, on average."""
    made = _many(table, Chance(table.players), deals)
    return sum(points for hand in made for _, points, _ in hand.pegs) / len(made) / table.side_count


def pack(chances: tuple[int, ...]) -> str:
    return b64encode(b"".join(chance.to_bytes(2, "big") for chance in chances)).decode("ascii")


def tables_to_write() -> Iterator[dict[str, object]]:
    """A table for each kind of game of two sides with an exact finish on the double-six line; else the pace."""
    written = set()
    common = 0.0
    for name, rules in PRESETS.items():
        for players, _ in rules.deal:
            kind = kind_of(rules, players)
            if (kind, players) in written:
                continue
            written.add((kind, players))
            try:
                table = game_table(kind.but(target=_FAR_OFF), players)
            except UntabledError:
                continue
            row: dict[str, object] = {"rules": name, "players": players}
            if kind.finish is Finish.EXACT and table.side_count == 2 and kind.divisors == (3, 5):
                chance = Chance(players)
                row["chances"] = pack(solve(kind, _many(table, chance, DEALS)))
            else:
                common = common or mean_score(game_table(PRESETS["fives-threes:pagat"].but(target=_FAR_OFF), 2), DEALS)
                row["pace"] = [round(100 * common), round(100 * max(0.05, mean_score(table, PACE_DEALS)))]
            yield row


if __name__ == "__main__":
    print(json.dumps(list(tables_to_write()), indent=1))  # noqa: T201 - into the file
