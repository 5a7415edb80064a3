"""The choices a rule book makes: each parameter that is a word, with the words it may be."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class ParameterFault:
    """One parameter with a value it may not have, and the values it may."""

    parameter: str
    value: str
    allowed: str

    def __str__(self) -> str:
        return f"{self.parameter} is {self.value}; allowed: {self.allowed}"


class RulesError(ValueError):
    """Rules that cannot be played. ``complaints`` has every reason."""

    def __init__(self, complaints: tuple[ParameterFault, ...]) -> None:
        super().__init__("; ".join(map(str, complaints)))
        self.complaints = complaints


class Sides(StrEnum):
    """How four players play; two or three always play each alone."""

    PAIRS = "pairs"
    SINGLE = "single"


class Spinner(StrEnum):
    """Which doubles may be built on at their ends as well as their sides, and how the first double lies.

    SNIFF is the American game: the first double, whose uncovered ends go on counting when both sides are covered.
    STUBS: the first double lies along the line, its open ends counting once each; once the line goes on from both, one
    tile may be played at each of its long sides, which counts for good and is never played on.
    With IN_LINE and IN_LINE_WHOLE nothing branches, and the first double lies along the line. An open end of it counts
    its pips once; or, WHOLE, it counts as every other double does, and the game is that with no spinner.
    """

    NONE = "none"
    FIRST = "first"
    SNIFF = "sniff"
    STUBS = "stubs"
    IN_LINE = "in_line"
    IN_LINE_WHOLE = "in_line_whole"
    ALL = "all"

    @property
    def branches(self) -> bool:
        """Whether some double takes more tiles than the two in the line."""
        return self in {Spinner.FIRST, Spinner.SNIFF, Spinner.STUBS, Spinner.ALL}


class Unit(StrEnum):
    """What a total is worth: QUOTIENT, how many times each divisor goes into it; TOTAL, the total itself."""

    QUOTIENT = "quotient"
    TOTAL = "total"


class DrawRule(StrEnum):
    """Who cannot play: knocks (NONE), or draws until a tile fits and plays it at once, which ends the turn."""

    NONE = "none"
    UNTIL_PLAYABLE = "until_playable"


class LeadFirst(StrEnum):
    """Who leads the first hand. The engine is told who it was; this says how the table should settle it."""

    LOT = "lot"
    HIGHEST_TILE = "highest_tile"
    HIGHEST_DOUBLE = "highest_double"


class LeadTile(StrEnum):
    """What may be led. With SCORING_OR_DOUBLE a player who holds neither passes the lead on."""

    ANY = "any"
    HIGHEST_DOUBLE = "highest_double"
    SCORING_OR_DOUBLE = "scoring_or_double"


class LeadNext(StrEnum):
    """Who leads after the first hand.

    LEFT: each hand the player to the left. LOSER_OF_DRAW: the same within a game, and who lost the draw leads the
    second game; a third is drawn for again. DOMINOED: who went out leads; after a block, lot. WINNER: who won the hand
    leads, by going out or with the fewest pips in a block; after a hand that nobody won, lot.
    """

    LEFT = "left"
    LOSER_OF_DRAW = "loser_of_draw"
    DOMINOED = "dominoed"
    WINNER = "winner"


class MultiTurn(StrEnum):
    """Several tiles a turn: never, or again after each tile that scores or is a double.

    With SCORING_ONLY a player goes on only with another such tile; without one the turn passes.
    """

    NONE = "none"
    SCORE_OR_DOUBLE = "score_or_double"
    SCORING_ONLY = "scoring_only"


class LastTile(StrEnum):
    """What a last tile does that would give its player another turn: they are OUT; or must DRAW and play on, out
    only where nothing may be drawn.
    """

    OUT = "out"
    DRAW = "draw"


class HandEnd(StrEnum):
    """When a hand ends, besides a block.

    PAIR_OUT: a side has no tile left (in pairs both partners). FIRST_OUT: any player has no tile left.
    ALL_BLOCKED: only when nobody holding a tile can play; players who are out are passed over.
    """

    PAIR_OUT = "pair_out"
    FIRST_OUT = "first_out"
    ALL_BLOCKED = "all_blocked"


class Settlement(StrEnum):
    """What tiles left in hand are worth when a hand ends.

    WINNER_TAKES: the winner scores the pips that opponents hold. WINNER_TAKES_ALL: the winner scores the pips that
    everybody holds, winner and partner too. EACH_SUBTRACTS: each side's own pips come off its score. HAND: the
    winner of the hand scores one, whatever is held (straight dominoes).
    """

    NONE = "none"
    WINNER_TAKES = "winner_takes"
    WINNER_TAKES_ALL = "winner_takes_all"
    EACH_SUBTRACTS = "each_subtracts"
    HAND = "hand"


class SettlementUnit(StrEnum):
    """What rounded pips are worth in a settlement: as much as totals are in PLAY, or always their fifth (QUOTIENT)."""

    PLAY = "play"
    QUOTIENT = "quotient"


class RoundScope(StrEnum):
    """What is rounded to the nearest five in a settlement: each player's HAND, or the SUM of the hands."""

    HAND = "hand"
    SUM = "sum"


class Blocked(StrEnum):
    """Who wins a blocked hand: NOBODY, or the side holding the FEWEST pips."""

    NOBODY = "nobody"
    FEWEST = "fewest"


class TieRule(StrEnum):
    """A block with the fewest pips held by two sides.

    NOBODY scores; SPLIT: of three players the two lowest share the third's pips, otherwise nobody; REPLAY: nobody
    scores and the same player leads again.
    """

    NOBODY = "nobody"
    SPLIT = "split"
    REPLAY = "replay"


class Finish(StrEnum):
    """How the target is met: by landing on it EXACTly, or by REACHing it or more."""

    EXACT = "exact"
    REACH = "reach"


class Overshoot(StrEnum):
    """What pegs that would pass an exact target do: are DISREGARDed, or BOUNCE back by the excess."""

    DISREGARD = "disregard"
    BOUNCE = "bounce"


class FinishWhen(StrEnum):
    """When a game can be won: at the PLAY that does it, or only when the HAND is over, by the highest score."""

    PLAY = "play"
    HAND = "hand"
