"""The pegs that one tile can score, and what can follow what: the keys of a scorer.

Knows where the proved facts of `possible` hold and what to offer where they do not. Refuses to forbid: a tile may have
gone by that nobody noted, so that a peg which cannot follow the last is doubtful and no more.
"""

from typing import Any

from scoring.play import possible
from scoring.play.pegging import is_bounded, is_fives_and_threes, tiles_each
from scoring.play.rules import Rules
from scoring.play.tables.lines import highest_total


def key_table(rules: Rules, players: int) -> dict[str, Any]:
    """``play``, ``last`` (only a tile that puts its side out) and ``drop``: the pegs that can be. ``runs``: pegs of
    two or three tiles in a row that cannot. ``often``: most tiles of a hand that peg a number, as [pegs, tiles].
    ``most``: pegs a side a hand, null if that is not proved.
    """
    tiles = tiles_each(rules, players)
    proved = is_fives_and_threes(rules) and tiles is not None
    play = possible.PLAY_PEGS if proved else {rules.points(total) for total in range(highest_total(rules) + 1)}
    drop = possible.DROP_PEGS if proved else {rules.points(total) for total in range(2 * rules.set_max + 1)}
    last = {pegs + rules.chip for pegs in play} - play
    impossible = possible.IMPOSSIBLE_PAIRS | possible.IMPOSSIBLE_TRIPLES if proved else frozenset()
    return {
        "play": sorted(play) if rules.divisors else [],
        "last": sorted(last),
        "drop": sorted(drop) if rules.divisors else [],
        "runs": sorted(map(list, impossible)),
        "often": [[8, possible.EIGHTS_IN_HAND]] if proved else [],
        "most": possible.most_in_hand(players, tiles, rules.chip) if is_bounded(rules) and tiles is not None else None,
    }
