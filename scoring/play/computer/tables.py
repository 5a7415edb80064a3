"""What a phone needs besides `scoring.play.tables` to play against the computer, as plain JSON values.

Knows how to write a `GameTable` down. Refuses to know what a phone does with it (``static/js/computer``).
"""

from typing import Any

from scoring.play.bits import end_kinds
from scoring.play.computer.table import game_table, lead_tiles
from scoring.play.computer.values import CELLS
from scoring.play.parameters import LeadTile
from scoring.play.rules import Rules


def computer_tables(rules: Rules, players: int) -> dict[str, Any]:
    """``set``, ``kinds`` (`bits.end_kinds`), how turns and hands go, and the ``values`` of positions."""
    table = game_table(rules, players)
    anything = rules.lead_tile is LeadTile.ANY
    return {
        "set": rules.set_max,
        "each": table.each,
        "kinds": end_kinds(rules.spinner),
        "most": table.most,
        "step": table.step,
        "wins": table.wins,
        "goal": table.goal,
        "draws": table.draws,
        "reserve": rules.reserve,
        "again": table.again,
        "draws_on": table.draws_on,
        "first_out": table.first_out,
        "out_ends": table.out_ends,
        "leads": None if anything else list(lead_tiles(rules)),
        "highest": table.highest,
        "values": {
            "cells": CELLS,
            "pace": list(table.values.pace),
            "chances": list(table.values.chances),
        },
    }
