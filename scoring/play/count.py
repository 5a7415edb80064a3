"""How many ways a deal can be played: perft, as chess programmers call it, for the plain line.

One ply is one play or one forced knock; players without tiles are skipped; the knocks that close a blocked hand are no
plies; the same tile on two ends of one kind is one play (and two in the raw count).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from scoring.play.bits import MoveTable, line, single_bits
from scoring.play.rules import HandEnd

_ENDS_BITS = 24
_ENDS_MASK = (1 << _ENDS_BITS) - 1
_SEAT_BITS = 2
_SHIFT = _ENDS_BITS + _SEAT_BITS
#: Both counts travel in one number, the raw one above this many bits: no hand has 2**80 ways.
_RAW = 80
_PLAIN = (1 << _RAW) - 1


@dataclass(frozen=True, slots=True)
class Ply:
    """One row of a count: sequences of exactly so many plies, and what stands at their end.

    perft: sequences. raw: with both places of a tile counted. states: different positions that go on. ends: different
    pairs of ends. out, blocked: sequences whose hand ends here.
    """

    perft: int
    raw: int
    states: int
    ends: int
    out: int
    blocked: int


def keepers(hands: Sequence[int], end: HandEnd = HandEnd.PAIR_OUT) -> tuple[int, ...]:
    """For each seat, the tiles that must all be gone for a play of that seat to end the hand."""
    if end is HandEnd.ALL_BLOCKED:
        return (sum(hands),) * len(hands)
    if len(hands) == 4 and end is HandEnd.PAIR_OUT:
        return tuple(hand | hands[(seat + 2) % 4] for seat, hand in enumerate(hands))
    return tuple(hands)


def plies(
    hands: Sequence[int],
    *,
    end: HandEnd = HandEnd.PAIR_OUT,
    leader: int = 0,
    table: MoveTable | None = None,
    drop: int = -1,
) -> Iterator[Ply]:
    """Count a deal ply by ply until every hand has ended.

    `hands` are masks, seat by seat; `drop` keeps only hands that open with one of its tiles.
    """
    table = table or line()
    game = _Deal(tuple(hands), keepers(hands, end), table)
    layer = {sum(hands) << _SHIFT | table.empty << _SEAT_BITS | leader: 1 | 1 << _RAW}
    while layer:
        ply, layer = game.next(layer, drop)
        drop = -1
        yield ply


def perft(
    hands: Sequence[int],
    *,
    end: HandEnd = HandEnd.PAIR_OUT,
    leader: int = 0,
    depth: int | None = None,
    table: MoveTable | None = None,
    drop: int = -1,
) -> list[Ply]:
    """The rows of a count, to the end or to `depth` plies."""
    return list(islice(plies(hands, end=end, leader=leader, table=table, drop=drop), depth))


def complete(rows: Sequence[Ply]) -> int:
    """Hands that have ended within these rows."""
    return sum(row.out + row.blocked for row in rows)


def divide(
    hands: Sequence[int], *, end: HandEnd = HandEnd.PAIR_OUT, leader: int = 0, depth: int | None = None
) -> dict[int, list[Ply]]:
    """The count below each drop, by its bit; sequences add up, row by row, to those of the whole deal."""
    return {bit: perft(hands, end=end, leader=leader, depth=depth, drop=bit) for bit in single_bits(hands[leader])}


@dataclass(frozen=True, slots=True)
class _Deal:
    hands: tuple[int, ...]
    keep: tuple[int, ...]
    table: MoveTable

    def next(self, layer: Mapping[int, int], drop: int) -> tuple[Ply, dict[int, int]]:
        """One ply on from every position of a layer: position -> ways to come to it, plain and raw."""
        hands, keep, fits, steps, twin = self.hands, self.keep, self.table.fits, self.table.steps, self.table.twin
        after: dict[int, int] = {}
        all_ends: set[int] = set()
        tally = out = blocked = 0
        for position, arrivals in layer.items():
            ways = arrivals
            seat, ends, left = position & 3, position >> _SEAT_BITS & _ENDS_MASK, position >> _SHIFT
            can = left & hands[seat] & fits[ends] & drop
            if not can:
                place = position & ~3 | self.seat_after(seat, left)
                after[place] = after.get(place, 0) + ways
                all_ends.add(ends)
                tally += ways
                continue
            if twin[ends]:
                ways += ways >> _RAW << _RAW
            mine, step = keep[seat], steps[ends]
            while can:
                bit = can & -can
                can ^= bit
                rest = left ^ bit
                for made, _ in step[bit]:
                    all_ends.add(made)
                    tally += ways
                    if not rest & mine:
                        out += ways
                    elif not rest & fits[made]:
                        blocked += ways
                    else:
                        place = rest << _SHIFT | made << _SEAT_BITS | self.seat_after(seat, rest)
                        after[place] = after.get(place, 0) + ways
        row = Ply(tally & _PLAIN, tally >> _RAW, len(after), len(all_ends), out & _PLAIN, blocked & _PLAIN)
        return row, after

    def seat_after(self, seat: int, left: int) -> int:
        """The next seat that holds a tile; somebody does, or the hand would have ended."""
        hands, seats = self.hands, len(self.hands)
        seat = (seat + 1) % seats
        while not left & hands[seat]:
            seat = (seat + 1) % seats
        return seat
