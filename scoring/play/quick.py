"""The pegs of a well-written hand of fives and threes, fast.

At the first doubt it says nothing and `replay` must look, which can tell what is wrong. The tests hold the two to the
same pegs.
"""

from functools import cache

from scoring.play.bits import line, mask
from scoring.play.count import keepers
from scoring.play.hand import Ended
from scoring.play.parameters import DrawRule, HandEnd, LeadTile, MultiTurn, Settlement, Sides
from scoring.play.peg_check import is_fives_and_threes
from scoring.play.record import HandRecord, Passed, Played
from scoring.play.rules import Rules


@cache
def is_plain(rules: Rules) -> bool:
    """Whether hands under these rules are played on the line, without drawing, any tile led, one tile a turn."""
    return (
        is_fives_and_threes(rules)
        and rules.draw is DrawRule.NONE
        and rules.lead_tile is LeadTile.ANY
        and rules.multi_turn is MultiTurn.NONE
        and rules.sides is Sides.PAIRS
        and rules.hand_end is not HandEnd.ALL_BLOCKED
        and rules.settlement is Settlement.NONE
    )


@cache
def _joins() -> dict[tuple[int, int, int, bool], tuple[int, int]]:
    """(ends, bit, pip of the end joined, whether it is a double) -> (ends made, pegs)."""
    table = line()
    made = {}
    for ends, pair in enumerate(table.shown):
        for (pip, double), other in (pair, pair[::-1]):
            for index, tile in enumerate(table.tiles):
                if tile.has(pip):
                    after = table.ends((tile.other(pip), tile.is_double), other)
                    worth = dict(table.steps[ends][1 << index])[after]
                    made[ends, 1 << index, pip, double] = after, worth
    return made


def quick_pegs(record: HandRecord, rules: Rules, players: int) -> list[tuple[int, int]] | None:
    """(seat, pegs with any chip point) of each play, or None where the hand is not known or not plainly right."""
    deal = record.deal
    if deal is None or len(deal) != players or not is_plain(rules) or record.revokes:
        return None
    tiles = rules.tiles_each(players) if any(number == players for number, _ in rules.deal) else 0
    if any(each is None or len(each) != tiles for each in deal):
        return None
    try:
        return _follow(record, [mask(each or ()) for each in deal], rules, tiles)
    except (_DoubtError, KeyError, IndexError):  # a tile or an end that the double-six line does not have is a doubt
        return None


class _DoubtError(Exception):
    """Something is not plainly right."""


def _follow(record: HandRecord, hands: list[int], rules: Rules, tiles: int) -> list[tuple[int, int]]:
    """The plays, seat by seat. Raises `_DoubtError`."""
    fits, ends, left, keep, players = line().fits, line().empty, sum(hands), keepers(hands, rules.hand_end), len(hands)
    seat = _drop(record)
    _sure(left.bit_count() == tiles * players)
    claims = any(type(move) is Played and move.pegs is not None for move in record.moves)
    pegs: list[tuple[int, int]] = []
    over: Ended | None = None
    for move in record.moves:
        while not left & hands[seat]:
            seat = (seat + 1) % players
        can = left & hands[seat] & fits[ends]
        if over is not None or not isinstance(move, Played | Passed) or move.seat not in (seat, None):
            raise _DoubtError
        if isinstance(move, Played):
            bit, ends, worth = _played(move, ends, can)
            left ^= bit
            over = None if left & fits[ends] else Ended.BLOCKED
            chip = 0
            if not left & keep[seat]:
                over, chip = Ended.OUT, rules.chip
            _sure(not claims or ((move.pegs or 0) == worth and move.chip == chip))
            pegs.append((seat, worth + chip))
        else:
            _sure(not can)
        seat = (seat + 1) % players
    _sure(record.ended in (over, None))
    return pegs


def _drop(record: HandRecord) -> int:
    """The seat with the drop: as said, or else who plays first."""
    first = record.moves[0]
    seat = first.seat if record.lead is None and isinstance(first, Played) else record.lead
    if seat is None:
        raise _DoubtError
    return seat


def _played(move: Played, ends: int, can: int) -> tuple[int, int, int]:
    """The bit of the tile, the ends it makes and its pegs, for one of the tiles that can be played."""
    tile, at = move.tile, move.at
    if tile is None or move.total is not None or (at is not None and at.host is not None):
        raise _DoubtError
    bit = 1 << tile.high * (tile.high + 1) // 2 + tile.low
    _sure(bit & can != 0)
    if at is not None:
        return bit, *_joins()[ends, bit, at.pip or 0, at.double]
    made = line().steps[ends][bit]
    _sure(len(made) == 1)
    return bit, *made[0]


def _sure(plain: bool) -> None:  # noqa: FBT001 - a private assertion
    if not plain:
        raise _DoubtError
