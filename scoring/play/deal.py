"""The deal: tiles from the bag to the players, and the hand that begins."""

from dataclasses import dataclass

from scoring.play.hand import Hand, HandError
from scoring.play.layout import Layout
from scoring.play.parameters import LeadTile
from scoring.play.rules import Rules
from scoring.play.tiles import Tile, domino_set

Deal = tuple[tuple[Tile, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class DealProblem:
    """Something about a deal that the rules do not say: ``expected`` against ``dealt`` tiles for a seat."""

    seat: int
    expected: int
    dealt: int


def start_hand(rules: Rules, deal: Deal, leader: int) -> Hand:
    """A hand as dealt: each seat's tiles, or None for tiles not written down, of which the rules tell the number.

    A deal of another size than the rules say is accepted (`deal_problems` reports it). Raises `HandError` for what
    cannot be: ``players``, ``leader``, ``not_in_set``, ``dealt_twice``, or ``no_double`` where the highest
    double must be led.
    """
    if not 2 <= len(deal) <= 4:
        raise HandError("players", f"{len(deal)} players: two, three or four can play", token=str(len(deal)))
    if not 0 <= leader < len(deal):
        raise HandError("leader", f"there is no seat {leader}", token=str(leader))
    dealt_tiles: set[Tile] = set()
    for tile in (tile for tiles in deal for tile in tiles or ()):
        if tile.high > rules.set_max:
            raise HandError("not_in_set", f"{tile} is not in a double-{rules.set_max} set", token=str(tile))
        if tile in dealt_tiles:
            raise HandError("dealt_twice", f"{tile} is dealt twice", token=str(tile))
        dealt_tiles.add(tile)
    left = tuple(rules.tiles_each(len(deal)) if tiles is None else len(tiles) for tiles in deal)
    held = tuple(tiles or () for tiles in deal)
    sleeping = len(domino_set(rules.set_max)) - sum(left)
    if rules.lead_tile is LeadTile.HIGHEST_DOUBLE and None not in deal:
        leader = _holder_of_highest_double(held)
    pegs = (0,) * rules.side_count(len(deal))
    return Hand(rules, leader, held, left, sleeping, Layout(rules.spinner), leader, pegs)


def deal_problems(rules: Rules, deal: Deal) -> tuple[DealProblem, ...]:
    """Every seat dealt another number of tiles than the rules say. Raises `RulesError` if they have no such game."""
    expected = rules.tiles_each(len(deal))
    return tuple(
        DealProblem(seat, expected, len(tiles))
        for seat, tiles in enumerate(deal)
        if tiles is not None and len(tiles) != expected
    )


def _holder_of_highest_double(held: tuple[tuple[Tile, ...], ...]) -> int:
    doubles = [(tile, seat) for seat, tiles in enumerate(held) for tile in tiles if tile.is_double]
    if not doubles:
        raise HandError("no_double", "nobody holds a double to lead: deal again")
    return max(doubles)[1]
