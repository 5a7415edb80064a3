"""A whole small hand of two players as arrays: every deal and every way to play it, for exact best answers.

A best answer to a plan is then exact, and CFR+ (Tammelin 2014) comes as near to perfect play as it is let. The rules
are those of the engine's tables. A turn in which there is one thing to do makes no new sequence.
"""

from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from scoring.play.computer.position import Position, start_position
from scoring.play.computer.table import GameTable

PLACES = 2  # a tile fits at two ends at most


class Choice(NamedTuple):
    """A moment at which a seat has a choice: the turn, what everybody saw (a number of that turn), its tiles."""

    turn: int
    seen: int
    hand: int


@dataclass
class Side:
    """The choices of one seat by number, turn by turn: ``parent`` sequence of each, and its ``first`` own one.

    ``first`` has the number of all sequences at its end; sequence 0 is to have done nothing. ``deeds`` by sequence.
    """

    turns: list[tuple[int, int]]
    parent: np.ndarray
    first: np.ndarray
    deeds: np.ndarray
    choices: list[Choice]

    def spread(self, plan: np.ndarray, shares: np.ndarray) -> np.ndarray:
        """The plan that plays ``shares`` of each choice, written into ``plan``."""
        plan[0] = 1
        for start, end in self.turns:
            counts = np.diff(self.first[start : end + 1])
            part = slice(self.first[start], self.first[end])
            plan[part] = np.repeat(plan[self.parent[start:end]], counts) * shares[part]
        return plan

    def gather(self, gains: np.ndarray, start: int, end: int, worth: np.ndarray) -> None:
        """Hand what choices are worth down to the sequences that they follow from."""
        gains += np.bincount(self.parent[start:end], worth, len(gains))


class WholeGame:
    """Every hand of a game of ``table``; pegs are those of seat 0, who leads, less those of seat 1, chip points in."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self.tiles = len(table.layouts.tiles)
        self.knock = PLACES * self.tiles
        self.seen: list[tuple[np.ndarray, np.ndarray]] = []  # by turn: what was seen before it, and the deed
        self._made, self._points = self._layouts()
        parts: tuple[list[tuple[np.ndarray, ...]], ...] = ([], [])
        self._counts = [[0], [0]], [1, 1]  # choices at the end of each turn, and sequences
        ends: list[tuple[np.ndarray, ...]] = []
        rows = self._deals()
        self.deals = len(rows["layout"])
        turn = 0
        while len(rows["layout"]):
            rows, over = self._turn(rows, turn, parts[turn % 2])
            ends.append(over)
            turn += 1
        self.sides = tuple(self._side(seat, parts[seat]) for seat in range(2))
        self.ends = tuple(np.concatenate([end[seat] for end in ends]) for seat in range(2))
        self.pegs = np.concatenate([end[2] for end in ends]) / self.deals

    def _layouts(self) -> tuple[np.ndarray, np.ndarray]:
        """What each tile makes of each layout, -1 for nothing, and its points."""
        layouts, made, points = self.table.layouts, [], []
        number = 0
        while number < len(layouts.fits):  # it grows as it is asked
            steps = [layouts.steps[number][1 << tile] for tile in range(self.tiles)]
            padded = [(*each, *[(-1, 0)] * (PLACES - len(each))) for each in steps]
            made.append([[to for to, _ in each] for each in padded])
            points.append([[worth for _, worth in each] for each in padded])
            number += 1
        return np.array(made, np.int32), np.array(points, np.int32)

    def _deals(self) -> dict[str, np.ndarray]:
        hands = [sum(1 << tile for tile in tiles) for tiles in combinations(range(self.tiles), self.table.each)]
        each = np.array(hands, np.int64)
        one, two = np.nonzero((each[:, None] & each) == 0)
        nought = np.zeros(len(one), np.int64)
        rows = dict.fromkeys(("seen", "knocks", "pegs", "seq0", "seq1"), nought)
        return rows | {"hand0": each[one], "hand1": each[two], "layout": nought + self.table.layouts.empty}

    def _turn(self, rows: dict[str, np.ndarray], turn: int, parts: list) -> tuple[dict[str, np.ndarray], tuple]:
        """Every row one turn on; (rows that go on, ends as the sequences of both and the pegs)."""
        seat = turn % 2
        hand, own = rows[f"hand{seat}"], rows[f"seq{seat}"]
        row, deed = self._deeds(hand, rows["layout"])
        chosen = np.bincount(row, minlength=len(hand)) > 1
        sequence = own[row]
        if chosen.any():
            sequence = self._number(rows["seen"] << self.tiles | hand, own, (row, deed, chosen), turn, parts)
        else:
            self._counts[0][seat].append(self._counts[0][seat][-1])
        seen, number = np.unique(rows["seen"][row] * (self.knock + 1) + deed, return_inverse=True)
        self.seen.append((seen // (self.knock + 1), seen % (self.knock + 1)))
        rows = {name: each[row] for name, each in rows.items()} | {"seen": number, f"seq{seat}": sequence}
        plays = deed < self.knock
        tile, place = np.where(plays, deed, 0) // PLACES, deed % PLACES
        points = np.where(plays, self._points[rows["layout"], tile, place], 0)
        rows["layout"] = np.where(plays, self._made[rows["layout"], tile, place], rows["layout"])
        rows[f"hand{seat}"] = left = rows[f"hand{seat}"] ^ np.where(plays, 1 << tile, 0)
        rows["knocks"] = np.where(plays, 0, rows["knocks"] + 1)
        rows["pegs"] = rows["pegs"] + (1 - 2 * seat) * (points + self.table.chip * (left == 0))
        over = (left == 0) | (rows["knocks"] == 2)
        return {name: each[~over] for name, each in rows.items()}, tuple(
            rows[name][over] for name in ("seq0", "seq1", "pegs")
        )

    def _deeds(self, hand: np.ndarray, layout: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Whatever can be done in each row, as (rows, deeds)."""
        found = []
        for deed in range(self.knock):
            tile, place = divmod(deed, PLACES)
            can = (hand >> tile & 1 > 0) & (self._made[layout, tile, place] >= 0)
            found.append(np.nonzero(can)[0])
        plays = np.concatenate(found)
        found.append(np.nonzero(np.bincount(plays, minlength=len(hand)) == 0)[0])
        return np.concatenate(found), np.repeat(np.arange(self.knock + 1), [len(each) for each in found])

    def _number(self, keys: np.ndarray, own: np.ndarray, deeds: tuple, turn: int, parts: list) -> np.ndarray:
        """Give the choices of a turn and their sequences numbers; the sequence after each deed."""
        row, deed, chosen = deeds
        choices, sequences = self._counts[0][turn % 2], self._counts[1]
        at = np.nonzero(chosen)[0]
        known, first, inverse = np.unique(keys[at], return_index=True, return_inverse=True)
        number = np.zeros(len(keys), np.int64)
        number[at] = inverse
        many = chosen[row]
        after, which = np.unique(number[row[many]] * (self.knock + 1) + deed[many], return_inverse=True)
        sequence = own[row]
        sequence[many] = which + sequences[turn % 2]
        begins = np.searchsorted(after // (self.knock + 1), np.arange(len(known))) + sequences[turn % 2]
        parts.append((own[at[first]], begins, after % (self.knock + 1), known, np.full(len(known), turn)))
        choices.append(choices[-1] + len(known))
        sequences[turn % 2] += len(after)
        return sequence

    def _side(self, seat: int, parts: list[tuple[np.ndarray, ...]]) -> Side:
        parent, first, deeds, keys, turns = (np.concatenate(each) for each in zip(*parts, strict=True))
        mask = (1 << self.tiles) - 1
        choices = [Choice(int(t), int(key) >> self.tiles, int(key) & mask) for t, key in zip(turns, keys, strict=True)]
        bounds = [pair for pair in pairwise(self._counts[0][seat]) if pair[0] < pair[1]]
        return Side(bounds, parent, np.append(first, self._counts[1][seat]), np.append(-1, deeds), choices)

    # --- plans ------------------------------------------------------------------------------------------------------

    def gains(self, seat: int, other: np.ndarray) -> np.ndarray:
        """What ends that follow from each sequence of a seat bring it, if the other seat plays this plan."""
        sign = 1 - 2 * seat
        weights = sign * self.pegs * other[self.ends[1 - seat]]
        return np.bincount(self.ends[seat], weights, self.sides[seat].first[-1])

    def best(self, seat: int, other: np.ndarray) -> float:
        """Pegs a hand of the best answer of a seat to a plan of the other."""
        side, gains = self.sides[seat], self.gains(seat, other)
        for start, end in reversed(side.turns):
            low = side.first[start]
            worth = np.maximum.reduceat(gains[low : side.first[end]], side.first[start:end] - low)
            side.gather(gains, start, end, worth)
        return float(gains[0])

    def exploitability(self, plans: tuple[np.ndarray, np.ndarray]) -> float:
        """Pegs a hand that perfect opponents win, over the two seats: OpenSpiel's measure."""
        return (self.best(0, plans[1]) + self.best(1, plans[0])) / 2

    def solve(self, gap: float, most: int = 5000) -> tuple[tuple[np.ndarray, np.ndarray], float]:
        """Plans by CFR+ that nobody can exploit by more than ``gap``, and what the leader makes by them."""
        regrets = [np.zeros(side.first[-1]) for side in self.sides]
        plans = [self.even(seat) for seat in range(2)]
        sums = [np.zeros(side.first[-1]) for side in self.sides]
        shares = [self._shares(seat, regrets[seat]) for seat in range(2)]
        for number in range(1, most + 1):
            for seat, side in enumerate(self.sides):
                gains = self.gains(seat, plans[1 - seat])
                for start, end in reversed(side.turns):
                    part = slice(side.first[start], side.first[end])
                    offsets = side.first[start:end] - part.start
                    worth = np.add.reduceat(gains[part] * shares[seat][part], offsets)
                    lost = gains[part] - np.repeat(worth, np.diff(side.first[start : end + 1]))
                    regrets[seat][part] = np.maximum(regrets[seat][part] + lost, 0)
                    side.gather(gains, start, end, worth)
                shares[seat] = self._shares(seat, regrets[seat])
                side.spread(plans[seat], shares[seat])
                sums[seat] += number * plans[seat]
            if number % 5 == 0:
                means = sums[0] / sums[0][0], sums[1] / sums[1][0]
                if self.exploitability(means) <= gap:
                    return means, float(means[0] @ self.gains(0, means[1]))
        raise ValueError(f"not within {gap} after {most} rounds")

    def even(self, seat: int) -> np.ndarray:
        """The plan that plays whatever can be played, each as often."""
        side = self.sides[seat]
        return side.spread(np.zeros(side.first[-1]), self._shares(seat, np.zeros(side.first[-1])))

    def _shares(self, seat: int, regrets: np.ndarray) -> np.ndarray:
        first = self.sides[seat].first
        counts = np.diff(first)
        sums = np.repeat(np.add.reduceat(regrets[1:], first[:-1] - 1), counts)
        shares = np.ones(len(regrets))
        shares[1:] = np.where(sums > 0, regrets[1:] / np.where(sums > 0, sums, 1), 1 / np.repeat(counts, counts))
        return shares

    # --- back to the table --------------------------------------------------------------------------------------------

    def told(self, choice: Choice) -> list[int]:
        """The deeds before a choice."""
        deeds, seen = [], choice.seen
        for turn in range(choice.turn - 1, -1, -1):
            before, deed = (int(each[seen]) for each in self.seen[turn])
            deeds.append(deed)
            seen = before
        return deeds[::-1]

    def begun(self, choice: Choice, deeds: list[int]) -> Position:
        """The deal as the seat of a choice knows it; the other holds what he played and any other tiles."""
        hands = [0, 0]
        for turn, deed in enumerate(deeds):
            hands[turn % 2] |= 1 << deed // PLACES if deed < self.knock else 0
        seat = choice.turn % 2
        hands[seat] |= choice.hand
        free = [tile for tile in range(self.tiles) if not sum(hands) >> tile & 1]
        hands[1 - seat] |= sum(1 << tile for tile in free[: self.table.each - hands[1 - seat].bit_count()])
        return start_position(self.table, hands, [], 0, [0, 0])
