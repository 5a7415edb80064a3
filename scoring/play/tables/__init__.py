"""The rules of one game as tables of plain JSON values, so that a phone can follow it where there is no signal.

Knows how to ask the engine everything that a phone needs and to write the answers down. Refuses to know a single rule:
nothing here says what a league plays, and the phone's interpreter (``static/js/play``) walks these tables without
knowing what game they are of.

| part | what it says | asked of |
|---|---|---|
| ``starts`` | the hole that each side begins on | `state` |
| ``landing``, ``back``, ``wins``, ``revoke`` | where pegs land, and what a side still needs | `board` |
| ``sides``, ``drops``, ``hand_wins``, ``settlement`` | hands: what their end does | `closing`, `settlement` |
| ``keys`` | what one tile can peg, and what can follow what | `possible` |
| ``points``, ``chip`` | what a total is worth | `rules` |
| ``line`` | the ends of the line and the turns of a hand; null where the phone offers pegs only | `layout`, `hand` |
| ``forms``, ``spelling`` | how each event and each tile is written | `event_json` |
| ``words`` | what the phone says | `phrases` |
"""

from functools import cache
from typing import Any

from scoring.play.phrases import PHRASES
from scoring.play.rules import Rules
from scoring.play.state import new_game
from scoring.play.tables.boards import board_tables
from scoring.play.tables.forms import event_forms
from scoring.play.tables.hands import hand_tables
from scoring.play.tables.keys import key_table
from scoring.play.tables.lines import line_table
from scoring.play.tiles import BETWEEN, PIPS, pips_in_set

VERSION = 3


@cache
def tables(rules: Rules, players: int) -> dict[str, Any]:
    """Everything a phone must know to follow a game of these rules, as plain JSON values. Do not change what you get.

    Raises `GameError` ``players`` unless two, three or four play, and `UntabledError` for rules that no table can hold.
    """
    start = new_game(rules, players)
    rules = start.rules
    pips = pips_in_set(rules.set_max)
    return {
        "version": VERSION,
        "players": players,
        "target": rules.target,
        "starts": list(start.scores),
        "chip": rules.chip,
        "muggins": rules.muggins_call,
        "points": [rules.points(total) for total in range(pips + 1)],
        **board_tables(rules),
        **hand_tables(rules, players, pips),
        "keys": key_table(rules, players),
        "line": line_table(rules, players),
        "forms": event_forms(),
        "spelling": [PIPS, BETWEEN],
        "words": {str(occasion): words for occasion, words in PHRASES.items()},
    }
