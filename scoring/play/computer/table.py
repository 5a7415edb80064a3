"""One game made ready for a player who thinks: layouts as numbers, what tiles score there, and who sits where; and the
value of a position between two hands, the chance to win the game from what both sides still need.
"""

import json
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pkgutil import get_data
from typing import Any, TypeAlias

from scoring.play.bits import Spread, end_kinds
from scoring.play.board import Landed, land
from scoring.play.peg_check import highest_total
from scoring.play.presets import preset
from scoring.play.rules import DrawRule, HandEnd, LastTile, LeadFirst, LeadNext, LeadTile, MultiTurn, Rules, Sides, Unit
from scoring.play.settlement import Points
from scoring.play.tables import hand_tables
from scoring.play.tiles import pips_in_set

CELLS = 61
_COMMON = "fives-threes:pagat", 2


# `tests.makers.values` made a table of values for each kind of game of two sides to an exact finish; a game that has
# none asks the nearest of them.


@dataclass(frozen=True, slots=True)
class Values:
    """The chance of the side with the lead, in thousandths, by what it and the other side need, row by row from 1.

    ``pace`` brings needs to those of the table: where hands score twice as much, it is (1, 2).
    """

    pace: tuple[int, int]
    chances: tuple[int, ...]
    known: dict[tuple[Points, Points], int] = field(default_factory=dict, compare=False)

    def chance(self, own: Points, others: Points) -> int:
        """The chance of the side that leads; what is needed may be more than the table has, and is then scaled."""
        chance = self.known.get((own, others))
        if chance is None:
            one, two = (-(-need * self.pace[0] // self.pace[1]) for need in (own, others))
            most = max(one, two, CELLS)
            row, column = (max(1, need * CELLS // most) - 1 for need in (one, two))
            chance = self.known[own, others] = self.chances[row * CELLS + column]
        return chance


@cache
def values_of(rules: Rules, players: int) -> Values:
    """The values for a game: its own table where there is one, else the common one at the pace of its hands."""
    own = _tables().get((kind_of(rules, players), players))
    if own is not None:
        return Values((1, 1), own)
    pace = _paces().get((kind_of(rules, players), players), (1, 1))
    name, of = _COMMON
    return Values(pace, _tables()[kind_of(preset(name), of), of])


def kind_of(rules: Rules, players: int) -> Rules:
    """The rules with everything alike that does not change what hands make: targets, starts, who leads first."""
    left = rules.lead_next in {LeadNext.LEFT, LeadNext.LOSER_OF_DRAW}
    return rules.but(
        target=CELLS,
        starts=(),
        deal=((players, rules.tiles_each(players)),),
        deal_next=(),
        sides=rules.sides if players == 4 else Sides.PAIRS,
        lead_first=LeadFirst.LOT,
        lead_next=LeadNext.LEFT if left else rules.lead_next,
        muggins_call=False,
        revoke_penalty=0,
    )


@cache
def _rows() -> tuple[tuple[Rules, int, Mapping[str, Any]], ...]:
    rows = json.loads(get_data(__package__, "values.json") or b"[]")  # part of the package, as its code is
    return tuple((kind_of(preset(row["rules"]), row["players"]), row["players"], row) for row in rows)


@cache
def _tables() -> dict[tuple[Rules, int], tuple[int, ...]]:
    return {(kind, players): unpack(row["chances"]) for kind, players, row in _rows() if "chances" in row}


@cache
def _paces() -> dict[tuple[Rules, int], tuple[int, int]]:
    return {(kind, players): tuple(row["pace"]) for kind, players, row in _rows() if "pace" in row}


def unpack(text: str) -> tuple[int, ...]:
    """Chances as `tests.makers.values` writes them: two bytes each, in base 64."""
    packed = b64decode(text)
    return tuple(int.from_bytes(packed[at : at + 2], "big") for at in range(0, len(packed), 2))


FAR = 5000  # a score that nobody gets to
WIN = 10  # pegs: what it counts for that the next player may win

Ranked: TypeAlias = tuple[int, tuple[tuple[int, tuple[int, int, int]], ...]]  # by `player`; plays as it chooses them


class GameTable:
    """The rules of a game of so many players, as a player who thinks looks them up. Get one by `game_table`.

    ``most``: the most that one tile can score. ``step``: what scores are multiples of. ``leads``: the bits of the
    tiles that may be led. ``wins``: the least score that wins at a play, far away where only the end of a hand does.
    """

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules.for_players(players)
        self.players = players
        self.each = rules.tiles_each(players)
        self.layouts = Spread(rules.spinner, rules.points, rules.set_max)
        seats = range(players)
        self.sides = tuple(rules.side_of(seat, players) for seat in seats)
        self.after = tuple(tuple((seat + step) % players for step in seats[1:]) for seat in seats)  # in turn
        self.side_count = rules.side_count(players)
        self.chip = rules.chip
        self.step = rules.divisors[0] if rules.unit is Unit.TOTAL else 1
        self.most = max(map(rules.points, range(highest_total(rules) + 1))) + rules.chip
        self.wins = next((score for score in range(FAR) if land(self.rules, 0, score).how is Landed.WON), FAR)
        self.goal = self.wins if self.wins < FAR else self.rules.target
        self.draws = rules.draw is DrawRule.UNTIL_PLAYABLE
        self.again = rules.multi_turn is not MultiTurn.NONE
        self.scoring_only = rules.multi_turn is MultiTurn.SCORING_ONLY
        self.draws_on = rules.last_tile is LastTile.DRAW
        self.first_out = rules.hand_end is HandEnd.FIRST_OUT
        self.out_ends = rules.hand_end is not HandEnd.ALL_BLOCKED
        self.doubles = sum(1 << number for number, tile in enumerate(self.layouts.tiles) if tile.is_double)
        self.leads = sum(1 << number for number in lead_tiles(rules))
        self.highest = rules.lead_tile is LeadTile.HIGHEST_DOUBLE
        self.pips = tuple(tile.pips for tile in self.layouts.tiles)
        self.ends = hand_tables(self.rules, players, pips_in_set(rules.set_max))
        self._values: Values | None = None
        self.plain: dict[tuple[int, int, Any, int, Any], Ranked] = {}  # filled by `player`
        self._scores: dict[int, tuple[int, ...]] = {}
        self._threats: dict[tuple[int, Points], int] = {}
        self._best: dict[tuple[int, int], int] = {}

    @property
    def values(self) -> Values:
        if self._values is None:
            self._values = values_of(self.rules, self.players)
        return self._values

    def fits(self, layout: int, hand: int) -> int:
        """The tiles of a hand that may be played, as bits; where the highest double is led, that one alone."""
        if layout != self.layouts.empty:
            return hand & self.layouts.fits[layout]
        can = hand & self.leads
        return 1 << can.bit_length() - 1 if self.highest and can else can

    def scoring(self, layout: int, hand: int) -> int:
        """Those of the tiles that score here or are doubles, as bits."""
        scores = self.scores(layout)
        return hand & (self.doubles | sum(1 << tile for tile, points in enumerate(scores) if points > 0))

    def scores(self, layout: int) -> tuple[int, ...]:
        """The most that each tile of the set scores here, -1 where it does not fit."""
        scores = self._scores.get(layout)
        if scores is None:
            steps, count = self.layouts.steps[layout], len(self.layouts.tiles)
            scores = tuple(max((points for _, points in steps[1 << tile]), default=-1) for tile in range(count))
            self._scores[layout] = scores
        return scores

    def best(self, layout: int, hand: int) -> int:
        """The most that any tile of a hand scores here; nought if none fits."""
        can = hand & self.layouts.fits[layout]
        best = self._best.get((layout, can))
        if best is None:
            scores = self.scores(layout)
            best = max((points for tile, points in enumerate(scores) if can >> tile & 1), default=0)
            self._best[layout, can] = best = max(best, 0)
        return best

    def threat(self, layout: int, score: Points = 0) -> int:
        """What the next player, on this score, will peg here on average over the tiles of the set, in thousandths.

        A win counts as `WIN` pegs.
        """
        threat = self._threats.get((layout, score))
        if threat is None:
            steps, count = self.layouts.steps[layout], len(self.layouts.tiles)
            best = (max((self._gain(score, pegs) for _, pegs in steps[1 << tile]), default=0) for tile in range(count))
            self._threats[layout, score] = threat = int(1000 * sum(best) // count)
        return threat

    def _gain(self, score: Points, pegs: int) -> Points:
        landing = land(self.rules, score, pegs)
        return WIN if landing.how is Landed.WON else max(0, landing.score - score)


def player_counts(rules: Rules) -> tuple[int, ...]:
    return tuple(players for players, _ in rules.deal)


@cache
def game_table(rules: Rules, players: int) -> GameTable:
    """The table of a game, worked out once; it grows while games are played on it."""
    return GameTable(rules, players)


def lead_tiles(rules: Rules) -> tuple[int, ...]:
    """The numbers of the tiles that may be led."""
    tiles = enumerate(Spread(rules.spinner, rules.points, rules.set_max).tiles)
    match rules.lead_tile:
        case LeadTile.HIGHEST_DOUBLE:
            return tuple(number for number, tile in tiles if tile.is_double)
        case LeadTile.SCORING_OR_DOUBLE:
            return tuple(number for number, tile in tiles if tile.is_double or rules.points(tile.pips))
    return tuple(number for number, _ in tiles)


# --- What a phone needs of it -----------------------------------------------------------------------------------------
# Besides `scoring.play.tables`, to play against the computer: a `GameTable` as plain JSON values
# (``static/js/computer``).


def computer_tables(rules: Rules, players: int) -> dict[str, Any]:
    """``set``, ``kinds`` (`bits.end_kinds`), how turns and hands go, and the ``values`` of positions."""
    table = game_table(rules, players)
    anything = rules.lead_tile is LeadTile.ANY
    return {
        "set": rules.set_max,
        "each": table.each,
        "each_next": rules.for_hand(2).tiles_each(players),
        "kinds": end_kinds(rules.spinner),
        "most": table.most,
        "step": table.step,
        "wins": table.wins,
        "goal": table.goal,
        "draws": table.draws,
        "reserve": rules.reserve,
        "again": table.again,
        "scoring_only": table.scoring_only,
        "draws_on": table.draws_on,
        "first_out": table.first_out,
        "out_ends": table.out_ends,
        "leads": None if anything else list(lead_tiles(rules)),
        "highest": table.highest,
        "values": {"cells": CELLS, "pace": list(table.values.pace), "chances": list(table.values.chances)},
    }
