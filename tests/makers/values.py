"""How the tables of `scoring.play.computer.table` are made: value iteration over hands of the plain way.

From every pair of needs sample hands are played by sides that see both scores, so that the exact finish, the bust, the
drop that cannot win and the defence against a side that needs little are in what they do. Both sides are taken to be
equal, so that one table serves both.

`python -m tests.makers.values > scoring/play/computer/values.json` makes the tables again, in ten minutes of one
core.
"""

import json
import sys
from base64 import b64encode
from collections.abc import Iterator

import numpy as np
from numba import njit

from scoring.play.computer.belief import Chance
from scoring.play.computer.player import play_out as play_out_in_python
from scoring.play.computer.position import end_hand, start_position
from scoring.play.computer.table import GameTable, game_table, kind_of
from scoring.play.presets import PRESETS
from scoring.play.rules import Finish, Rules
from scoring.play.tables import UntabledError
from tests.makers.fast_hands import (
    LOTS,
    NEED,
    SIZE,
    STATE,
    FastTable,
    Ints,
    begin,
    fast_table,
    leads_next,
    play_out,
)  # fmt: skip
from tests.makers.measures import deal_by_lot

DEALS = 800  # for each pair of needs, each played twice with the hands exchanged
CLOSE, CLOSE_DEALS = 20, 10_000  # where both need no more, one hand decides most and chances differ most
PACE_DEALS = 60
_FAR_OFF = 4000  # a target that no sample hand gets near
_ENOUGH = 1e-7


@njit(cache=True)
def end_hands(table: FastTable, dealt: Ints, own: int, other: int, ends: Ints) -> None:
    """How every deal ends that side 0 leads from these needs: 0 lost, 1 won, else what `value_of` reads."""
    state, hands = np.zeros(STATE, np.int64), np.zeros(table.players, np.int64)
    for number in range(len(dealt)):
        for turned in range(2):
            for seat in range(table.players):
                hands[seat] = dealt[number, (seat + turned) % table.players]
            begin(state, 0, own, other)
            play_out(table, state, hands)
            first, second = state[NEED], state[NEED + 1]
            code = (leads_next(table, state) * SIZE + first) * SIZE + second
            ends[2 * number + turned] = 1 if first == 0 else 0 if second == 0 else code


@njit(cache=True)
def value_of(chance: Ints, end: int) -> float:
    if end < 2:
        return float(end)
    leads, first, second = end // SIZE // SIZE, end // SIZE % SIZE, end % SIZE
    leading, waiting = chance[first, second], 1.0 - chance[second, first]
    return (leading + waiting) / 2 if leads == LOTS else waiting if leads else leading


@njit(cache=True)
def sweep(chance: Ints, cells: Ints, starts: Ints, ends: Ints) -> float:
    """One round of the iteration; by how much the chance of a cell changed at most."""
    most = 0.0
    for at in range(len(cells)):
        total = 0.0
        for hand in range(starts[at], starts[at + 1]):
            total += value_of(chance, ends[hand])
        mean = total / (starts[at + 1] - starts[at])
        most = max(most, abs(mean - chance[cells[at, 0], cells[at, 1]]))
        chance[cells[at, 0], cells[at, 1]] = mean
    return most


def solve(rules: Rules, players: int, seed: int, deals: int = DEALS, close: int = CLOSE_DEALS) -> tuple[int, ...]:
    """The chance of the side that leads, in thousandths, by both needs: see `Values`."""
    table, drawn = game_table(rules, players), Chance(seed)
    fast = fast_table(table, valued=False)
    dealt = np.array([deal_by_lot(table, drawn) for _ in range(close)])
    cells = sorted(((own, other) for own in range(1, SIZE) for other in range(1, SIZE)), key=sum)
    counts = [2 * (close if max(cell) <= CLOSE else deals) for cell in cells]
    starts = np.concatenate(([0], np.cumsum(counts)))
    ends = np.zeros(starts[-1], np.int16)
    for cell, start, count in zip(cells, starts, counts, strict=False):
        end_hands(fast, dealt[: count // 2], *cell, ends[start : start + count])
    chance = np.full((SIZE, SIZE), 0.5)
    while sweep(chance, np.array(cells), starts, ends) > _ENOUGH:
        pass
    return tuple(round(1000 * each) for each in chance[1:, 1:].flatten())


def mean_score(table: GameTable, deals: int) -> float:
    """What a side makes of a hand far from the target, on average."""
    chance, total = Chance(table.players), 0
    for _ in range(deals):
        tiles = list(range(len(table.layouts.tiles)))
        hands = [sum(1 << tile for tile in chance.take(tiles, table.each)) for _ in range(table.players)]
        sleeping = chance.take(tiles, len(tiles))
        for seat in range(table.side_count):
            dealt = hands[seat:] + hands[:seat]
            position = start_position(table, dealt, sleeping[:], 0, [0] * table.side_count)
            play_out_in_python(position)
            end_hand(position)
            total += sum(position.scores)
    return total / deals / table.side_count**2


def is_solved(rules: Rules, table: GameTable) -> bool:
    """Whether a game of this kind has a table of its own: two sides, exactly to the target, fives and threes."""
    return rules.finish is Finish.EXACT and table.side_count == 2 and rules.divisors == (3, 5)


def pack(chances: tuple[int, ...]) -> str:
    return b64encode(b"".join(chance.to_bytes(2, "big") for chance in chances)).decode("ascii")


def kinds() -> Iterator[tuple[str, Rules, int, GameTable]]:
    """Every kind of game: a preset of it, its rules, the players, and the table of its hands far from the target."""
    written = set()
    for name, rules in PRESETS.items():
        for players, _ in rules.deal:
            kind = kind_of(rules, players)
            if (kind, players) in written:
                continue
            written.add((kind, players))
            try:
                yield name, kind, players, game_table(kind.but(target=_FAR_OFF), players)
            except UntabledError:
                continue


def tables_to_write() -> Iterator[dict[str, object]]:
    """A table for each kind of game of two sides with an exact finish on the double-six line; else the pace."""
    common = 0.0
    for name, kind, players, table in kinds():
        common = common or mean_score(table, 300)  # the first is that of fives and threes
        row: dict[str, object] = {"rules": name, "players": players}
        if is_solved(kind, table):
            row["chances"] = pack(solve(kind, players, players))
        else:
            row["pace"] = [round(100 * common), round(100 * max(0.05, mean_score(table, PACE_DEALS)))]
        print(name, players, file=sys.stderr)
        yield row


if __name__ == "__main__":
    print(json.dumps(list(tables_to_write()), indent=1))
