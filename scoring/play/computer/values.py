"""The value of a position between two hands: the chance to win the game from what both sides still need.

`tests.makers.values` made a table for each kind of game of two sides to an exact finish; a game that has none asks the
nearest of them.
"""

import json
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pkgutil import get_data
from typing import Any

from scoring.play.parameters import LeadFirst, LeadNext, Sides
from scoring.play.presets import preset
from scoring.play.rules import Rules
from scoring.play.settlement import Points

CELLS = 61
_COMMON = "fives-threes:pagat", 2


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
