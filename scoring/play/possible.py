"""What pegs can follow what at fives and threes: proved facts about the double-six line, as data.

Pegs are whole numbers; a *side* is a player, or a pair when four play; `tiles` is tiles dealt to each player; `chip` is
the point for going out, 0 or 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from types import MappingProxyType

#: Every total the line can show and what it pegs: a third and a fifth of it, where they are whole.
TOTAL_PEGS: Mapping[int, int] = MappingProxyType(
    {
        total: (total // 3 if total % 3 == 0 else 0) + (total // 5 if total % 5 == 0 else 0)
        for total in (*range(19), 20, 22)
    }
)
PLAY_PEGS = frozenset(TOTAL_PEGS.values())
DROP_PEGS = frozenset(range(5))

#: Consecutive plays, whoever makes them and however many knocks come between, never peg these.
IMPOSSIBLE_PAIRS = frozenset({(1, 4), (1, 6), (1, 8), (2, 6), (3, 6), (6, 1), (8, 8)})
#: Nor these, although each pair inside them can be pegged. Of the 343 triples 230 can occur.
_AFTER = {0: (66,), 1: (6, 8), 2: (86,), 3: (33, 34, 41, 48, 83), 6: (33, 38, 63, 66, 68, 83)}
_AFTER |= {8: (8, 28, 33, 34, 38, 43, 48, 68)}
IMPOSSIBLE_TRIPLES = frozenset((first, *divmod(rest, 10)) for first, ways in _AFTER.items() for rest in ways)

EIGHTS_IN_HAND = 6
_EIGHTS_OF_PLAYER = {5: 3, 7: 4, 9: 5}

#: Most pegs one side can take in one hand, by (players, tiles): with the chip point, and without where it is proved.
_MOST_WITH_CHIP = {(2, 5): 35, (2, 6): 43, (2, 7): 47, (2, 8): 53, (2, 9): 61, (3, 5): 39, (4, 5): 69, (4, 6): 81}
_MOST_WITHOUT = {(2, 7): 46, (2, 9): 60, (3, 5): 38}


@dataclass(frozen=True, slots=True)
class Usual:
    """How hands commonly go when players take the most pegs they see: a guide, never a law.

    `mean` and `high` (the 99th percentile) are pegs a side a hand; `hands` is hands to a game of 61, None if uncounted.
    """

    mean: float
    high: int
    hands: float | None


_USUAL = {
    (2, 7): Usual(9.7, 24, 6.7),
    (2, 9): Usual(14.2, 30, 4.7),
    (4, 5): Usual(13.1, 28, None),
    (4, 6): Usual(17.3, 34, 4.0),
}


def impossible_run(pegs: Sequence[int]) -> tuple[int, int] | None:
    """The first consecutive plays that cannot be, as (index, length), or None; chip points must be taken off first."""
    for start, pair in enumerate(pairwise(pegs)):
        if pair in IMPOSSIBLE_PAIRS:
            return start, 2
        triple = tuple(pegs[start : start + 3])
        if triple in IMPOSSIBLE_TRIPLES:
            return start, 3
    return None


def eights_of_player(players: int, tiles: int) -> int:
    """Most eights one player can peg in a hand; proved for two players, else only the hand's own limit holds."""
    return _EIGHTS_OF_PLAYER.get(tiles, EIGHTS_IN_HAND) if players == 2 else min(tiles, EIGHTS_IN_HAND)


def most_in_hand(players: int, tiles: int, chip: int) -> int:
    """Most pegs one side can take in one hand. Exact where proved; for any other deal a bound that holds."""
    deal = players, tiles
    if chip == 0 and deal in _MOST_WITHOUT:
        return _MOST_WITHOUT[deal]
    plays = tiles * (2 if players == 4 else 1)
    eights = min(plays, EIGHTS_IN_HAND)
    ceiling = 8 * eights + 6 * (plays - eights) + chip
    return min(ceiling, _MOST_WITH_CHIP.get(deal, ceiling))


def fewest_hands(target: int, players: int, tiles: int, chip: int, *, start: int = 0) -> int:
    """Fewest hands in which one side can go from `start` to `target`."""
    return max(0, -(-(target - start) // most_in_hand(players, tiles, chip)))


def usual(players: int, tiles: int) -> Usual | None:
    """What hands of this deal commonly peg, or None when nobody has counted."""
    return _USUAL.get((players, tiles))


def most_after(so_far: Sequence[tuple[int, int]], side: int, players: int, tiles: int, chip: int) -> int:
    """Most pegs `side` can have from a hand of two sides that began with these consecutive plays, as (side, pegs).

    A bound that nobody beats, not always one that somebody meets: it counts the tiles and the eights still to come and
    what can follow what, but not which tiles are gone.
    """
    side_tiles = tiles * (2 if players == 4 else 1)
    taken = sum(pegs for whose, pegs in so_far if whose == side)
    own = side_tiles - sum(1 for whose, _ in so_far if whose == side)
    others = side_tiles - (len(so_far) - (side_tiles - own))
    eights = EIGHTS_IN_HAND - sum(1 for _, pegs in so_far if pegs == 8)
    last = tuple(pegs for _, pegs in so_far[-2:])
    more = _most_more(last, own, others, max(eights, 0))
    return min(most_in_hand(players, tiles, chip), taken + more + (chip if own else 0))


@cache
def _most_more(last: tuple[int, ...], own: int, others: int, eights: int) -> int:
    """Most pegs that `own` of the next plays can take, after plays that pegged `last`; any may be the others'."""
    if own <= 0:
        return 0
    best = 0
    for pegs in PLAY_PEGS:
        run = (*last, pegs)
        if (not last and pegs not in DROP_PEGS) or (pegs == 8 and not eights) or impossible_run(run):
            continue
        left = eights - (pegs == 8)
        best = max(best, pegs + _most_more(run[-2:], own - 1, others, left))
        if others > 0:
            best = max(best, _most_more(run[-2:], own, others - 1, left))
    return best
