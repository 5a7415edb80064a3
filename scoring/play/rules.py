"""The rules of one game as a value: every point on which two leagues of the Fives family differ.

A line that two sources write differently is a parameter here, never an opinion. A parameter that is a word stands
first, with the words it may be.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Self

from scoring.play.tiles import LARGEST_SET, SMALLEST_SET


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


VERSION = 1
PLAYERS = (2, 3, 4)


@dataclass(frozen=True, slots=True)
class Rules:
    """Every parameter of a game. The defaults are fives and threes as Pagat describes it."""

    set_max: int = 6
    deal: tuple[tuple[int, int], ...] = ((2, 7), (3, 5), (4, 5))  # (players, tiles each)
    deal_next: tuple[tuple[int, int], ...] = ()  # the same for hands after the first, where it is fewer
    sides: Sides = Sides.PAIRS
    spinner: Spinner = Spinner.NONE
    divisors: tuple[int, ...] = (3, 5)
    unit: Unit = Unit.QUOTIENT
    draw: DrawRule = DrawRule.NONE
    reserve: int = 0  # tiles of the boneyard that may never be drawn
    lead_first: LeadFirst = LeadFirst.LOT
    lead_tile: LeadTile = LeadTile.ANY
    lead_next: LeadNext = LeadNext.LEFT
    multi_turn: MultiTurn = MultiTurn.NONE
    last_tile: LastTile = LastTile.OUT
    hand_end: HandEnd = HandEnd.PAIR_OUT
    chip: int = 1  # points for chipping out
    settlement: Settlement = Settlement.NONE
    settlement_unit: SettlementUnit = SettlementUnit.PLAY
    round_scope: RoundScope = RoundScope.SUM
    blocked: Blocked = Blocked.NOBODY
    tie: TieRule = TieRule.NOBODY
    target: int = 61
    targets: tuple[tuple[int, int], ...] = ()  # (players, target), for those who play to another target
    starts: tuple[int, ...] = ()  # holes that the sides begin on, for a handicap; those not given begin off the board
    finish: Finish = Finish.EXACT
    overshoot: Overshoot = Overshoot.DISREGARD
    finish_when: FinishWhen = FinishWhen.PLAY
    lead_may_win: bool = True
    muggins_call: bool = False
    revoke_penalty: int = 0

    def tiles_each(self, players: int) -> int:
        """Tiles dealt to each of ``players``. Raises `RulesError` if the rules have no deal for that many."""
        for number, tiles in self.deal:
            if number == players:
                return tiles
        allowed = " or ".join(str(number) for number, _ in self.deal)
        raise RulesError((ParameterFault("players", str(players), allowed),))

    def side_of(self, seat: int, players: int) -> int:
        """The side a seat plays for: seats 0 and 2 against 1 and 3 in pairs, otherwise each seat its own."""
        return seat % 2 if players == 4 and self.sides is Sides.PAIRS else seat

    def side_count(self, players: int) -> int:
        return 2 if players == 4 and self.sides is Sides.PAIRS else players

    def points(self, total: int) -> int:
        """What the open ends adding up to ``total`` score. Nought is a multiple of everything and scores nothing."""
        hits = [total // divisor for divisor in self.divisors if total % divisor == 0]
        if self.unit is Unit.TOTAL:
            return total if hits else 0
        return sum(hits)

    def for_hand(self, number: int) -> Self:
        """These rules as they are dealt in one hand of a game, counted from 1."""
        if number == 1 or not self.deal_next:
            return self
        return self.but(deal=tuple((dict(self.deal) | dict(self.deal_next)).items()), deal_next=())

    def for_players(self, players: int) -> Self:
        """These rules as so many play them: to one target."""
        return self.but(target=dict(self.targets).get(players, self.target)) if self.targets else self

    def but(self, **changes: Any) -> Self:
        """These rules with some parameters changed: ``preset("all-fives").but(target=200)``.

        A target that is changed alone is everybody's.
        """
        return replace(self, **({"targets": ()} if "target" in changes else {}) | changes)

    def validate(self) -> tuple[ParameterFault, ...]:
        """Every parameter whose value the game cannot be played with; empty when the rules are sound."""
        return (*_numbers_out_of_range(self), *_deals_that_fail(self), *_clashes(self), *_unsettled(self))

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values, with the version of this form under ``version``."""
        plain: dict[str, Any] = {"version": VERSION}
        for field in fields(self):
            value = getattr(self, field.name)
            plain[field.name] = str(value) if isinstance(value, StrEnum) else value
        plain |= {name: {str(players): each for players, each in getattr(self, name)} for name in _BY_PLAYERS}
        plain["divisors"] = list(self.divisors)
        plain["starts"] = list(self.starts)
        return plain

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote. A parameter left out has its default. Raises `RulesError` with every complaint."""
        version = plain.get("version", VERSION)
        if version != VERSION:
            raise RulesError((ParameterFault("version", repr(version), str(VERSION)),))
        defaults = cls()
        values: dict[str, Any] = {}
        complaints: list[ParameterFault] = []
        for name in (key for key in plain if key != "version"):
            if name not in _NAMES:
                complaints.append(ParameterFault(name, "unknown", ", ".join(sorted(_NAMES))))
                continue
            try:
                values[name] = _value(getattr(defaults, name), name, plain[name])
            except RulesError as error:
                complaints.extend(error.complaints)
        if complaints:
            raise RulesError(tuple(complaints))
        rules = cls(**values)
        if unsound := rules.validate():
            raise RulesError(unsound)
        return rules


_NAMES = frozenset(field.name for field in fields(Rules))
_BY_PLAYERS = ("deal", "deal_next", "targets")
_PIPS_ARE_PAID = (Settlement.WINNER_TAKES, Settlement.WINNER_TAKES_ALL, Settlement.EACH_SUBTRACTS)
_WHOLE_NUMBERS = (("chip", 0, 10), ("target", 1, 1000), ("revoke_penalty", 0, 100), ("reserve", 0, 2))


def odd_primes(set_max: int) -> tuple[int, ...]:
    """The divisors of Odd Primes: every odd prime that the two ends of a line can come to, two doubles at most."""
    most = 4 * set_max - 2
    return tuple(n for n in range(3, most + 1) if all(n % d for d in range(2, n)))


def _numbers_out_of_range(rules: Rules) -> Iterator[ParameterFault]:
    if not SMALLEST_SET <= rules.set_max <= LARGEST_SET:
        yield ParameterFault("set_max", str(rules.set_max), f"{SMALLEST_SET} to {LARGEST_SET}")
    for name, least, most in _WHOLE_NUMBERS:
        if not least <= getattr(rules, name) <= most:
            yield ParameterFault(name, str(getattr(rules, name)), f"{least} to {most}")
    for players, target in rules.targets:
        if players not in PLAYERS or not 1 <= target <= 1000:
            yield ParameterFault("targets", f"{target} for {players} players", "1 to 1000, for 2, 3 or 4 players")
    nearest = min((rules.target, *dict(rules.targets).values()))
    if any(not 0 <= start < nearest for start in rules.starts):
        yield ParameterFault("starts", str(rules.starts), f"holes from 0 to {nearest - 1}")
    if any(divisor < 2 for divisor in rules.divisors) or len(set(rules.divisors)) != len(rules.divisors):
        yield ParameterFault("divisors", str(rules.divisors), "different whole numbers of 2 or more, or none at all")


def _deals_that_fail(rules: Rules) -> Iterator[ParameterFault]:
    tiles_in_set = (rules.set_max + 1) * (rules.set_max + 2) // 2
    if not rules.deal:
        yield ParameterFault("deal", "empty", "tiles for 2, 3 or 4 players")
    for name, each in ((name, getattr(rules, name)) for name in _BY_PLAYERS):
        if len(dict(each)) != len(each):
            yield ParameterFault(name, str(each), "one for each number of players")
    for players, tiles in rules.deal:
        if players not in PLAYERS:
            yield ParameterFault("deal", f"for {players} players", "for 2, 3 or 4 players")
        elif not 1 <= tiles <= tiles_in_set // players:
            yield ParameterFault("deal", f"{tiles} tiles to {players} players", f"1 to {tiles_in_set // players}")
    for players, tiles in rules.deal_next:
        most = dict(rules.deal).get(players, 0)
        if not 1 <= tiles <= most:  # what is proved of the first hand is then true of all
            allowed = f"1 to {most}, as in the first hand" if most else "only for those whom the first hand is dealt to"
            yield ParameterFault("deal_next", f"{tiles} tiles to {players} players", allowed)


def _clashes(rules: Rules) -> Iterator[ParameterFault]:
    """Values that are sound alone and not together. The parameter named is the one to change."""
    if rules.unit is Unit.TOTAL and len(rules.divisors) != 1:
        yield ParameterFault("unit", "total", "quotient, unless there is exactly one divisor")
    if rules.reserve and rules.draw is DrawRule.NONE:
        yield ParameterFault("reserve", str(rules.reserve), "0 when nobody draws")
    if rules.overshoot is Overshoot.BOUNCE and rules.finish is Finish.REACH:
        yield ParameterFault("overshoot", "bounce", "disregard, unless the finish is exact")
    if rules.finish_when is FinishWhen.HAND and rules.finish is Finish.EXACT:
        yield ParameterFault("finish_when", "hand", "play, unless the finish is reach")
    if rules.last_tile is LastTile.DRAW and rules.multi_turn is not MultiTurn.SCORE_OR_DOUBLE:
        yield ParameterFault("last_tile", "draw", "out, unless a player plays any tile after one that scores")
    if rules.lead_tile is LeadTile.SCORING_OR_DOUBLE and not rules.divisors:
        yield ParameterFault("lead_tile", "scoring_or_double", "any or highest_double when no total scores")


def _unsettled(rules: Rules) -> Iterator[ParameterFault]:
    if rules.settlement in (Settlement.NONE, Settlement.EACH_SUBTRACTS) and rules.blocked is Blocked.FEWEST:
        yield ParameterFault("blocked", "fewest", "nobody, unless the winner of a hand is paid")
    if rules.blocked is Blocked.NOBODY and rules.tie is not TieRule.NOBODY:
        yield ParameterFault("tie", str(rules.tie), "nobody, unless the fewest pips win a blocked hand")
    if rules.settlement in _PIPS_ARE_PAID and rules.divisors != (5,):
        yield ParameterFault("settlement", str(rules.settlement), "none or hand, unless the only divisor is 5")
    fifths = rules.settlement_unit is SettlementUnit.QUOTIENT
    if fifths and (rules.unit is Unit.QUOTIENT or rules.settlement not in _PIPS_ARE_PAID):
        yield ParameterFault(
            "settlement_unit", "quotient", "play, unless totals score themselves and pips are paid for"
        )
    if rules.tie is TieRule.SPLIT and rules.settlement is not Settlement.WINNER_TAKES:
        yield ParameterFault("tie", "split", "nobody or replay, unless the winner takes the pips")
    if not rules.divisors and not rules.chip and rules.settlement in (Settlement.NONE, Settlement.EACH_SUBTRACTS):
        yield ParameterFault("divisors", "none", "one or more, unless going out or a settlement scores")


def _value(default: Any, name: str, value: Any) -> Any:
    """The JSON value of a parameter in our types. Raises `RulesError` naming a parameter of the wrong kind."""
    try:
        if isinstance(default, StrEnum):
            return type(default)(value)
        if name in _BY_PLAYERS:
            return tuple((int(players), _exact(int, each)) for players, each in value.items())
        if name in {"divisors", "starts"}:
            return tuple(_exact(int, each) for each in value)
        return _exact(type(default), value)
    except (TypeError, ValueError, AttributeError):
        raise RulesError((ParameterFault(name, repr(value), _allowed(default, name)),)) from None


def _exact(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(value)
    return value


def _allowed(default: Any, name: str) -> str:
    if isinstance(default, StrEnum):
        return ", ".join(type(default))
    if isinstance(default, bool):
        return "true, false"
    lists = dict.fromkeys(("divisors", "starts"), "a list of whole numbers")
    tiles = 'tiles by players, as in {"2": 7}'
    by_players = {"deal": tiles, "deal_next": tiles, "targets": 'targets by players, as in {"3": 200}'}
    return {**by_players, **lists}.get(name, "a whole number")
