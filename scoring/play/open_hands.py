"""The readable hand and the fast search, joined: what each play is worth when every tile lies face up.

Knows which games the search can value, and how a position of a `Hand` is told to it. Refuses to value any other, and
says why: three players each for himself, spinners, drawing, several tiles a turn, and settlements.
"""

from dataclasses import dataclass

from scoring.play.bits import Line, line, mask
from scoring.play.hand import Hand
from scoring.play.layout import End, Layout, Outcome
from scoring.play.rules import Draw, HandEnd, MultiTurn, Rules, Settlement, Spinner
from scoring.play.search import Search
from scoring.play.tiles import Tile


@dataclass(frozen=True, slots=True)
class Choice:
    """A play open to the player to move: its points now, and what his side gains on the other from here to the end."""

    tile: Tile
    end: End | None
    points: int
    value: int


def why_not(rules: Rules, players: int) -> str:
    """Why a hand of this game cannot be valued with all hands open; empty if it can."""
    reasons = (
        (rules.side_count(players) != 2, "more than two sides play"),
        (rules.spinner.branches, "the search knows no spinners"),
        (rules.spinner is not Spinner.NONE, "the search knows no double that lies in line"),
        (rules.draw is not Draw.NONE, "tiles are drawn"),
        (rules.multi_turn is not MultiTurn.NONE, "a player may play several tiles a turn"),
        (rules.settlement is not Settlement.NONE, "tiles left in hand are settled for"),
        (rules.hand_end is HandEnd.ALL_BLOCKED, "a hand goes on when a side is out"),
        (not rules.divisors, "nothing is scored"),
    )
    return next((reason for is_so, reason in reasons if is_so), "")


def search_of(rules: Rules, dealt: tuple[tuple[Tile, ...], ...]) -> Search:
    """A search of a deal, or of what is left of one; it may be asked about every later position of the hand."""
    return Search(tuple(map(mask, dealt)), chip=rules.chip, end=rules.hand_end, table=_table(rules))


def choices(search: Search, hand: Hand) -> tuple[Choice, ...]:
    """Every play open to the player to move with its value, the best first; none if he must knock."""
    table = _table(hand.rules)
    seat, left = hand.turn, sum(mask(tiles) for tiles in hand.held)
    sign = -1 if hand.side_of(seat) else 1
    values = {
        (play.bit, play.ends): sign * play.value for play in search.plays(left, ends_of(table, hand.layout), seat)
    }
    valued = [
        _choice(hand, outcome, values[mask((outcome.tile,)), ends_of(table, outcome.layout)])
        for outcome in hand.legal()
    ]
    return tuple(sorted(valued, key=lambda choice: (-choice.value, -choice.points, choice.tile)))


def ends_of(table: Line, layout: Layout) -> int:
    """The open ends of a line as the search numbers them. A double led alone shows both its sides."""
    if not layout.joined:
        return table.empty
    kinds = [(end.pip, end.is_double) for end in layout.ends]
    return table.ends(kinds[0], kinds[-1])


def _choice(hand: Hand, outcome: Outcome, value: int) -> Choice:
    return Choice(outcome.tile, outcome.end, hand.rules.points(outcome.total), value)


def _table(rules: Rules) -> Line:
    common = Rules()
    if (rules.set_max, rules.divisors, rules.unit) == (common.set_max, common.divisors, common.unit):
        return line()
    return line(rules.set_max, rules.points)
