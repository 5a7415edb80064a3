"""The rules of one game as tables of plain JSON values, so that a phone can follow it where there is no signal.

Knows how to ask the engine everything that a phone needs and to write the answers down. Refuses to know a single rule:
nothing here says what a league plays, and the phone's interpreter (``static/js/play``) walks these tables without
knowing what game they are of.

| part | what it says | asked of |
|---|---|---|
| ``starts`` | the hole that each side begins on | `state` |
| ``landing``, ``back``, ``wins``, ``revoke`` | where pegs land, and what a side still needs | `board` |
| ``sides``, ``drops``, ``hand_wins``, ``settlement`` | hands: what their end does | `state`, `settlement` |
| ``keys`` | what one tile can peg, and what can follow what | `possible` |
| ``points``, ``chip`` | what a total is worth | `rules` |
| ``line`` | the ends of the line and the turns of a hand; null where the phone offers pegs only | `layout`, `hand` |
| ``forms``, ``spelling`` | how each event and each tile is written | `event_json` |
| ``words`` | what the phone says | `PHRASES` |
"""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from scoring.play import possible
from scoring.play.board import Landed
from scoring.play.event_json import event_forms
from scoring.play.peg_check import is_bounded, is_fives_and_threes, tiles_each
from scoring.play.rules import Rules
from scoring.play.state import new_game
from scoring.play.tables.boards import board_tables, hand_tables
from scoring.play.tables.lines import line_table
from scoring.play.tile_pegs import highest_total, tile_pegs
from scoring.play.tiles import BETWEEN, PIPS, pips_in_set

# --- what is said at the board ------------------------------------------------------------------------------------


#: By occasion, with the names of numbers in braces: ``score`` is where the side then stands.
PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "needs": "needs {needs}",
        Landed.PEGGED: "{pegs} to {score}",
        Landed.WON: "{pegs} wins",
        Landed.BUST: "bust: stays on {score}",
        Landed.BOUNCED: "bounces back to {score}",
        Landed.BARRED: "cannot win on the down: stays on {score}",
        "doubtful": "{pegs} cannot follow {before} straight away",
        "last": "{pegs} only with the last tile",
        "blocked": "blocked: nobody can play",
        "untold": "tiles are not followed in this game: peg the points",
    }
)


def say(occasion: str, **numbers: int) -> str:
    """The phrase of an occasion with its numbers: ``say("needs", needs=13)`` is "needs 13"."""
    return PHRASES[occasion].format(**numbers)


# --- the keys of a scorer -----------------------------------------------------------------------------------------


def key_table(rules: Rules, players: int) -> dict[str, Any]:
    """``play``, ``last`` (only a tile that puts its side out) and ``drop``: the pegs that can be. ``runs``: pegs of
    two or three tiles in a row that cannot. ``often``: most tiles of a hand that peg a number, as [pegs, tiles].
    ``most``: pegs a side a hand, null if that is not proved. ``takes``: what is taken for pegs at all, for
    the drop, with the last tile alone, for totals, and for claims where a wrong one can be called; and the highest pip.
    """
    tiles = tiles_each(rules, players)
    proved = is_fives_and_threes(rules) and tiles is not None
    play = possible.PLAY_PEGS if proved else {rules.points(total) for total in range(highest_total(rules) + 1)}
    drop = possible.DROP_PEGS if proved else {rules.points(total) for total in range(2 * rules.set_max + 1)}
    last = {pegs + rules.chip for pegs in play} - play
    takes = tile_pegs(rules, players)
    impossible = possible.IMPOSSIBLE_PAIRS | possible.IMPOSSIBLE_TRIPLES if proved else frozenset()
    return {
        "play": sorted(play) if rules.divisors else [],
        "last": sorted(last),
        "drop": sorted(drop) if rules.divisors else [],
        "runs": sorted(map(list, impossible)),
        "often": [[8, possible.EIGHTS_IN_HAND]] if proved else [],
        "takes": {
            "pegs": sorted(takes.play | takes.last | {0, takes.penalty}),
            "drop": sorted(takes.drop),
            "ending": sorted(takes.ending),
            "totals": sorted(takes.totals),
            "claims": None if takes.muggins else sorted(takes.play | takes.last | {0}),
            "pip": takes.set_max,
        },
        "most": possible.most_in_hand(players, tiles, rules.chip) if is_bounded(rules) and tiles is not None else None,
    }


VERSION = 4


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
        "words": {str(occasion): text for occasion, text in PHRASES.items()},
    }
