"""The line of play and the turns of a hand, asked of `layout` and `hand` one end and one turn at a time.

Rules with spinners, a boneyard, turns of several tiles or a tile that must be led have no table, and a phone offers
pegs only.

The two ends of a line know nothing of each other, so that a table of kinds of end says as much as one of all the pairs.
"""

from typing import Any, NamedTuple

from scoring.play.hand import Ended, Hand
from scoring.play.layout import End, Joined, Layout
from scoring.play.parameters import DrawRule, LeadTile, MultiTurn, Spinner
from scoring.play.peg_check import tiles_each
from scoring.play.rules import Rules
from scoring.play.tables.runs import UntabledError
from scoring.play.tiles import Tile, domino_set


class EndKind(NamedTuple):
    """What matters of an open end, whichever tile it belongs to."""

    pip: int
    double: bool
    covered: int
    counts: int

    @classmethod
    def of(cls, end: End) -> "EndKind":
        return cls(end.pip, end.is_double, end.covered, end.counts)


def line_table(rules: Rules, players: int) -> dict[str, Any] | None:
    """None where the phone does not follow tiles. Otherwise

    ``tiles`` as written; ``leads``: the kinds of end that each tile opens when led; ``ends`` by kind:
    ``[pip, counts, choice, stays, [opens by the pip of the tile's other half]]``. Two ends of one ``choice`` come to
    the same; ``stays`` is the kind that is left of the end once a tile is joined to it, -1 for none. ``each``: tiles
    a player takes, ``each_next`` in hands after the first. By the seats that hold tiles, as a number of bits:
    ``turns`` (by seat, who is next), ``outs`` and ``over`` (by seat, whether that one's last tile puts the side out,
    and ends the hand), ``knocks`` that end it.
    """
    hand_size = tiles_each(rules, players)
    plain = rules.spinner is Spinner.NONE and rules.draw is DrawRule.NONE
    if hand_size is None or not plain or rules.multi_turn is not MultiTurn.NONE or rules.lead_tile is not LeadTile.ANY:
        return None
    tiles = domino_set(rules.set_max)
    leads, ends = _walk(rules, tiles)
    masks = range(1 << players)
    return {
        "tiles": [str(tile) for tile in tiles],
        "leads": leads,
        "ends": ends,
        "each": hand_size,
        "each_next": tiles_each(rules.for_hand(2), players),
        "turns": [[_next(rules, players, mask, seat) for seat in range(players)] for mask in masks],
        "outs": [[int(_after_last(rules, players, mask, seat).out is not None) for seat in range(players)]
                 for mask in masks],
        "over": [[int(_after_last(rules, players, mask, seat).ended is Ended.OUT) for seat in range(players)]
                 for mask in masks],
        "knocks": [_knocks(rules, players, mask) for mask in masks],
    }  # fmt: skip


def _walk(rules: Rules, tiles: tuple[Tile, ...]) -> tuple[list[list[int]], list[list[Any]]]:
    """Breadth first from the leads: every kind of end there is, numbered as it is found."""
    number: dict[EndKind, int] = {}
    all_ends: list[End] = []

    def numbered(end: End) -> int:
        if EndKind.of(end) not in number:
            number[EndKind.of(end)] = len(all_ends)
            all_ends.append(end)
        return number[EndKind.of(end)]

    leads = [[numbered(end) for end in Layout(rules.spinner).play(tile).ends] for tile in tiles]
    rows: list[list[Any]] = []
    choices: dict[tuple[int, bool, int], int] = {}
    for end in all_ends:  # grows while it is walked
        stays: set[int] = set()
        opens = []
        for tile in (tile for tile in tiles if tile.has(end.pip)):
            *left, far = _joined(rules, end, tile)
            stays.add(numbered(left[0]) if left else -1)
            opens.append(numbered(far))
        if len(stays) != 1:
            raise UntabledError(f"what is left of {end} depends on the tile joined")
        rows.append([end.pip, end.counts, choices.setdefault(end.kind, len(choices)), *stays, opens])
    return leads, rows


def _joined(rules: Rules, end: End, tile: Tile) -> tuple[End, ...]:
    """The ends once a tile is joined to this one, on a table with nothing else open; the tile's own end is the last."""
    other = Tile(0, 0) if tile != Tile(0, 0) else Tile(1, 0)
    return Layout(rules.spinner, (Joined(other, None),), (end,)).play(tile, end).ends


def _hand(rules: Rules, players: int, left: tuple[int, ...], seat: int) -> Hand:
    """A hand at the turn of a seat of which nothing is known but how many tiles everybody has left."""
    pegs = (0,) * rules.side_count(players)
    return Hand(rules, seat, ((),) * players, left, 0, Layout(rules.spinner), seat, pegs)


def _left(players: int, mask: int) -> tuple[int, ...]:
    return tuple(mask >> seat & 1 for seat in range(players))


def _next(rules: Rules, players: int, mask: int, seat: int) -> int:
    return _hand(rules, players, _left(players, mask), seat).knock(revoke=True).turn


def _knocks(rules: Rules, players: int, mask: int) -> int:
    """How many knocks in a row end a hand."""
    hand, knocks = _hand(rules, players, _left(players, mask), 0), 0
    while not hand.is_over:
        hand, knocks = hand.knock(revoke=True), knocks + 1
    return knocks


def _after_last(rules: Rules, players: int, mask: int, seat: int) -> Hand:
    """The hand when a seat has played a tile that leaves just the seats of ``mask`` holding any."""
    left = tuple(held + (other == seat) for other, held in enumerate(_left(players, mask)))
    return _hand(rules, players, left, seat).play(Tile(1, 0))
