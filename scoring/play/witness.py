"""Could these pegs happen? Finds tiles that show they could, or proves that no tiles do.

Searches every way it could have gone, so that "no" is a proof and "yes" comes with the tiles. Where the search grows
past its budget it gives up, and the answer is neither.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from scoring.play.bits import line, mask, single_bits, spread
from scoring.play.hand import Ended
from scoring.play.tiles import Tile

BUDGET = 50_000  # a third of a second at most


class RememberedTurn(NamedTuple):
    """One turn as remembered. A play has `pegs` (without the chip point) or None; a knock is a knock."""

    seat: int
    pegs: int | None = None
    tile: Tile | None = None
    knock: bool = False


@dataclass(frozen=True, slots=True)
class Witness:
    """`possible` is None when the search gave up. `tiles` are those of one hand that fits, play by play."""

    possible: bool | None
    tiles: tuple[Tile, ...] = ()


class _GaveUpError(Exception):
    """The budget is spent."""


def witness(
    turns: Sequence[RememberedTurn], players: int, tiles: int, *, ended: Ended | None = None, budget: int = BUDGET
) -> Witness:
    """Whether some deal of `tiles` to each of `players` lets these turns follow each other from the drop.

    `ended` says that the hand was over after them: BLOCKED that nobody could play, OUT that nothing more is asked.
    """
    search = _Search(tuple(_without_echoes(turns)), players, tiles, ended, budget)
    try:
        bits = search.follow(0, 0, line().empty, (0,) * players)
    except _GaveUpError:
        return Witness(None)
    if bits is None:
        return Witness(possible=False)
    table = line()
    return Witness(possible=True, tiles=tuple(spread(bit, table)[0] for bit in bits))


def _without_echoes(turns: Iterable[RememberedTurn]) -> Iterator[RememberedTurn]:
    """The turns without what a knock repeats: a seat's second one says no more until a tile is played between.

    So the search is never deeper than the tiles allow, however many knocks somebody wrote down.
    """
    knocked: set[int] = set()
    for turn in turns:
        if not turn.knock:
            knocked.clear()
        elif turn.seat in knocked:
            continue
        else:
            knocked.add(turn.seat)
        yield turn


@dataclass(slots=True)
class _Search:
    turns: tuple[RememberedTurn, ...]
    players: int
    tiles: int
    ended: Ended | None
    budget: int
    failed: set[tuple[int, int, int, tuple[int, ...]]] = field(default_factory=set)

    def follow(self, turn: int, used: int, ends: int, barred: tuple[int, ...]) -> tuple[int, ...] | None:
        """The tiles from this turn on, or None. `barred`: by seat, tiles that its knocks show it did not hold."""
        key = turn, used, ends, barred
        if key in self.failed:
            return None
        self.budget -= 1
        if self.budget < 0:
            raise _GaveUpError
        bits = self._end(used, ends, barred) if turn == len(self.turns) else self._turn(turn, used, ends, barred)
        if bits is None:
            self.failed.add(key)
        return bits

    def _turn(self, turn: int, used: int, ends: int, barred: tuple[int, ...]) -> tuple[int, ...] | None:
        remembered_turn, table = self.turns[turn], line()
        if remembered_turn.knock:
            return self.follow(turn + 1, used, ends, _bar(barred, remembered_turn.seat, table.fits[ends]))
        free = table.fits[ends] & ~used & ~barred[remembered_turn.seat]
        if remembered_turn.tile is not None:
            free &= mask([remembered_turn.tile])  # nothing, for a tile of a larger set
        for bit in single_bits(free):
            for made, pegs in table.steps[ends][bit]:
                if remembered_turn.pegs is None or pegs == remembered_turn.pegs:
                    rest = self.follow(turn + 1, used | bit, made, barred)
                    if rest is not None:
                        return (bit, *rest)
        return None

    def _end(self, used: int, ends: int, barred: tuple[int, ...]) -> tuple[int, ...] | None:
        """Nothing more was played: whether the tiles still held can be found among those left, by Hall's theorem."""
        table = line()
        if self.ended is Ended.BLOCKED:
            barred = tuple(each | table.fits[ends] for each in barred)
        left = (1 << len(table.tiles)) - 1 & ~used
        held = [self.tiles] * self.players
        for seen in self.turns:
            held[seen.seat] -= not seen.knock
        seats = [seat for seat in range(self.players) if held[seat]]
        for size in range(1, len(seats) + 1):
            for group in combinations(seats, size):
                open_to = 0
                for seat in group:
                    open_to |= left & ~barred[seat]
                if open_to.bit_count() < sum(held[seat] for seat in group):
                    return None
        return () if min(held) >= 0 else None


def _bar(barred: tuple[int, ...], seat: int, fits: int) -> tuple[int, ...]:
    return (*barred[:seat], barred[seat] | fits, *barred[seat + 1 :])
