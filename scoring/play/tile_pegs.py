"""What one tile can peg under some rules, so that pegs which no tile gives are never taken for a score.

A side that forgot a tile, or a program with a slip in it, can still tell what is merely doubtful: see `possible`.
"""

from dataclasses import dataclass
from functools import cache

from scoring.play import possible
from scoring.play.events import Corrected, Drew, Event, HandEnded, Inserted, Knocked, Pegged, TilePlayed, TotalCalled
from scoring.play.parameters import HandEnd, Spinner
from scoring.play.peg_check import is_fives_and_threes, tiles_each
from scoring.play.rules import Rules
from scoring.play.tiles import pips_in_set

COUNTED_ENDS = {Spinner.FIRST: 4, Spinner.SNIFF: 4, Spinner.STUBS: 4, Spinner.ALL: 6}  # those of a line, elsewhere


@dataclass(frozen=True, slots=True)
class TilePegs:
    """`play`: what any tile can peg; `last`: only one that puts its side out; `drop`: the tile that opens a hand.

    `ending` is what no tile pegs that does not end its hand. `totals` are what the ends can come to. `penalty` is what
    an opponent pegs for a revoke.
    """

    play: frozenset[int]
    last: frozenset[int]
    ending: frozenset[int]
    drop: frozenset[int]
    totals: frozenset[int]
    set_max: int
    penalty: int
    muggins: bool

    def fault(self, event: Event) -> str:
        """Why no tile can have given this, empty if one can."""
        fault = ""
        match event:
            case Corrected() | Inserted():
                fault = self.fault(event.event)
            case Pegged() if event.lead and event.pegs > 0 and event.pegs not in self.drop:
                fault = f"the drop cannot peg {event.pegs}"
            case Pegged() if event.pegs >= 0 and event.pegs != self.penalty:
                fault = self._pegs(event.pegs)
            case TotalCalled() if event.total not in self.totals:
                fault = f"no ends add up to {event.total}"
            case TilePlayed() if event.tile.high > self.set_max:
                fault = f"there is no tile {event.tile} in the set"
            case TilePlayed() if event.claimed is not None and event.claimed >= 0 and not self.muggins:
                fault = self._pegs(event.claimed)
        return fault

    def ends_hand(self, fact: Event) -> bool:
        """Whether these pegs have a chip point in them, so that no tile of the hand comes after them."""
        return isinstance(fact, Pegged) and fact.pegs in self.ending

    def goes_on(self, fact: Event, side: int) -> bool:
        """Whether a hand in which this happens was not ended by the tile that this side played before."""
        if isinstance(fact, HandEnded):
            return fact.out != side
        return isinstance(fact, TotalCalled | TilePlayed | Knocked | Drew) or (
            isinstance(fact, Pegged) and fact.pegs != (self.penalty or None)
        )

    def _pegs(self, pegs: int) -> str:
        return "" if pegs in self.play | self.last | {0} else f"no tile pegs {pegs}"


def highest_total(rules: Rules) -> int:
    """A total that the ends never pass, unless every double is a spinner: then one that they hardly ever pass."""
    doubles = (2 * pip for pip in range(rules.set_max, -1, -1))
    return sum(next(doubles) for _ in range(COUNTED_ENDS.get(rules.spinner, 2)))


@cache
def tile_pegs(rules: Rules, players: int) -> TilePegs:
    """By the rules of a game: proved where it is fives and threes, else by every total that the ends can come to."""
    proved = is_fives_and_threes(rules) and tiles_each(rules, players) is not None
    most = pips_in_set(rules.set_max) if rules.spinner is Spinner.ALL else highest_total(rules)
    totals = frozenset(possible.TOTAL_PEGS) if proved else frozenset(range(most + 1))
    play = possible.PLAY_PEGS if proved else frozenset(map(rules.points, totals))
    drop = possible.DROP_PEGS if proved else frozenset(map(rules.points, range(2 * rules.set_max + 1)))
    last = frozenset(pegs + rules.chip for pegs in play) - play
    return TilePegs(
        play=play,
        last=last,
        ending=frozenset() if rules.hand_end is HandEnd.ALL_BLOCKED else last - {rules.revoke_penalty},
        drop=drop,
        totals=totals,
        set_max=rules.set_max,
        penalty=rules.revoke_penalty,
        muggins=rules.muggins_call,
    )
