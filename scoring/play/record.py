"""The written record of games: its values, the one canonical way to write them, and the rules that its headers name.

    [Rules "fives-threes:teesdale"] [Target "61"]            about a game: the rules, any parameter of them, names
    [Start "12-30"] [Lead "A"] [Deal "A 30 32 53 | B 00 31"]  about a hand: scores before it, who drops, the tiles
    A66=4 B60=4 A30=8 B31 A61@1=6 B- A63@3d=6+1 #             the hand
    [Pegs "47-10"] [Score "59-40"] [Revoke "B"]               what it came to, a side; who held off a tile that fitted
    [Result "61-47"]                                          what the game came to

A tile is written high pip first. `@5` is the end of a plain tile, `@5d` the side of a double, `@55` the tile itself
(any host can be named so). `*` is a tile nobody noted, `:12` the total called, `=4` the pegs claimed, `+1` the chip
point. `?` for a hand is a hand nobody noted.
`-` is a knock, `+50` a tile drawn, `+*` one drawn unseen, `..` a gap, `#` out, `##` blocked, `?` and `!` opinions.

Every parameter of `rules.Rules` may be a header in capitals, `LeadMayWin` for `lead_may_win`; the deal is `Tiles`, with
`TilesNext` for the hands after the first, and the target `Target`, for the number of players at the table.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import lru_cache
from textwrap import wrap
from typing import Any, TypeAlias

from scoring.play.finding import Finding, Severity, Where
from scoring.play.hand import Ended
from scoring.play.presets import PRESETS, PresetError, preset
from scoring.play.rules import Rules, RulesError
from scoring.play.settlement import Points
from scoring.play.tiles import PIPS, Tile, write_tiles

SEATS = "ABCD"
WIDTH = 100
SHORT_DOUBLE = 13  # "ed" is the tile 14-13, so the double fourteen and those above it are named in full
MOST_DIGITS = 9  # of a number in a header
_NOWHERE = Where()


class Plays(StrEnum):
    """Which plays of a hand are written: every one, or only those that pegged."""

    ALL = "all"
    SCORING = "scoring"


@dataclass(frozen=True, slots=True)
class At:
    """Where a tile was joined: an end by its pip, of a double or not; or a tile by name."""

    pip: int | None = None
    double: bool = False
    host: Tile | None = None

    def __str__(self) -> str:
        if self.host is not None:
            return str(self.host)
        pip = PIPS[self.pip or 0]
        return pip * 2 if self.double and (self.pip or 0) > SHORT_DOUBLE else pip + "d" * self.double


@dataclass(frozen=True, slots=True)
class Played:
    """A tile (None: not noted) and what was said of it. `pegs` and `chip` are claims; None is no claim."""

    seat: int | None
    tile: Tile | None
    at: At | None = None
    total: int | None = None
    pegs: int | None = None
    chip: int = 0
    mark: str = ""
    where: Where = field(default=_NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        at = "" if self.at is None else f"@{self.at}"
        total = "" if self.total is None else f":{self.total}"
        pegs = "" if self.pegs is None else f"={self.pegs}" + (f"+{self.chip}" if self.chip else "")
        return f"{_seat(self.seat)}{self.tile or '*'}{at}{total}{pegs}{self.mark}"


@dataclass(frozen=True, slots=True)
class Passed:
    """A knock."""

    seat: int | None
    mark: str = ""
    where: Where = field(default=_NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{_seat(self.seat)}-{self.mark}"


@dataclass(frozen=True, slots=True)
class Taken:
    """A tile drawn from the boneyard; None if nobody saw it."""

    seat: int | None
    tile: Tile | None
    mark: str = ""
    where: Where = field(default=_NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{_seat(self.seat)}+{self.tile or '*'}{self.mark}"


@dataclass(frozen=True, slots=True)
class Gap:
    """Something happened that nobody noted."""

    where: Where = field(default=_NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return ".."


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment, on one line."""

    text: str
    where: Where = field(default=_NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{{{self.text}}}"


Move = Played | Passed | Taken | Gap
Item = Move | Remark
Deal = tuple[tuple[Tile, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand as written. Scores and pegs are by side, `revokes` are seats; None is not written."""

    number: str | None = None
    start: tuple[Points, ...] | None = None
    lead: int | None = None
    deal: Deal | None = None
    plays: Plays = Plays.ALL
    items: tuple[Item, ...] = ()
    ended: Ended | None = None
    pegs: tuple[int, ...] | None = None
    score: tuple[Points, ...] | None = None
    revokes: tuple[int, ...] = ()
    where: Where = field(default=_NOWHERE, compare=False, repr=False)

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple([item for item in self.items if not isinstance(item, Remark)])  # a list is built faster


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game as written; `result` is the final score by side.

    `headers` are about the game, the rules and their parameters among them; `Game`, if it is there, is the first.
    """

    headers: tuple[tuple[str, str], ...] = ()
    hands: tuple[HandRecord, ...] = ()
    result: tuple[Points, ...] | None = None
    where: Where = field(default=_NOWHERE, compare=False, repr=False)

    def header(self, name: str, default: str = "") -> str:
        """The value of a header, names in any case."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), default)

    @property
    def players(self) -> int:
        """How many play: as written, or else as many as are named by a seat, a deal or a score."""
        players = parse_number(self.header("Players"))
        if players is not None:
            return players
        counts = [2, len(self.result or ())]
        for hand in self.hands:
            seats = [move.seat for move in hand.moves if not isinstance(move, Gap) and move.seat is not None]
            counts += [*(seat + 1 for seat in (*seats, *hand.revokes)), len(hand.deal or ()), len(hand.start or ())]
        return max(counts)


def parse_number(text: str) -> int | None:
    """The whole number that a header has; None if it has none, or more digits than a number in a game can have."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def write_record(games: tuple[GameRecord, ...]) -> str:
    """The canonical text of a file of games; reading it gives the same games."""
    return "\n".join("".join(_game_lines(game, first=game is games[0])) for game in games)


def write_moves(hand: HandRecord) -> str:
    """The moves of a hand on one line, with its end."""
    end = {None: (), Ended.OUT: ("#",), Ended.BLOCKED: ("##",)}[hand.ended]
    return " ".join([*map(str, hand.items), *end])


def write_scores(scores: tuple[Points, ...]) -> str:
    """``12-30``; half a point is ``12.5``."""
    return "-".join(str(score if isinstance(score, int) else float(score)) for score in scores)


def write_deal(deal: Deal) -> str:
    """``A 30 32 | B ?``: the tiles of each seat, or that they are unknown."""
    hands = ("?" if tiles is None else write_tiles(tiles) for tiles in deal)
    return " | ".join(f"{seat} {hand}".strip() for seat, hand in zip(SEATS, hands, strict=False))


def _game_lines(game: GameRecord, *, first: bool) -> Iterator[str]:
    named = game.headers and (first or game.headers[0][0].lower() == "game")
    if not named:
        yield _header("Game", "")
    for name, value in game.headers:
        yield _header(name, value)
    before: HandRecord | None = None
    for hand in game.hands:
        yield from _hand_lines(hand, before)
        before = hand
    if game.result is not None:
        yield _header("Result", write_scores(game.result))


def _hand_lines(hand: HandRecord, before: HandRecord | None) -> Iterator[str]:
    """A hand needs no header of that name if another begins it and there is no doubt that the one before was over."""
    begins = hand.start or hand.lead is not None or hand.deal or hand.plays is not Plays.ALL
    over = before is None or before.moves or before.ended or before.pegs or before.score or before.revokes
    yield "\n"
    if hand.number is not None or not (begins and over):
        yield _header("Hand", hand.number or "")
    if hand.start is not None:
        yield _header("Start", write_scores(hand.start))
    if hand.lead is not None:
        yield _header("Lead", SEATS[hand.lead])
    if hand.deal is not None:
        yield _header("Deal", write_deal(hand.deal))
    if hand.plays is not Plays.ALL:
        yield _header("Plays", hand.plays)
    for line in wrap(write_moves(hand), WIDTH, break_long_words=False, break_on_hyphens=False):
        yield line + "\n"
    if hand.pegs is not None:
        yield _header("Pegs", write_scores(hand.pegs))
    if hand.score is not None:
        yield _header("Score", write_scores(hand.score))
    if hand.revokes:
        yield _header("Revoke", "".join(SEATS[seat] for seat in hand.revokes))


def _header(name: str, value: str) -> str:
    escaped = " ".join(value.split("\n")).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]\n'


def _seat(seat: int | None) -> str:
    return "" if seat is None else SEATS[seat]


# --- the rules that a written game says it was played by --------------------------------------------------------------
_PARAMETERS = frozenset(field.name for field in fields(Rules)) - {"deal", "deal_next", "targets"}
Headers: TypeAlias = tuple[tuple[str, str], ...]

_RULE = "the rules a record names"


def rules_of(game: GameRecord, players: int | None = None) -> tuple[Rules, tuple[Finding, ...]]:
    """The rules of a game, Pagat's where it names none, and a finding for every header that cannot be followed."""
    rules, complaints = _rules_of(game.headers, game.players if players is None else players)
    return rules, tuple(
        Finding(Severity.SECRETARY, "rules", message, _RULE, claimed, "", game.where) for message, claimed in complaints
    )


def headers_of(rules: Rules, players: int) -> Headers:
    """The headers that name these rules for so many players: the preset nearest to them, and what differs from it."""
    plain = _for_players(rules, players)
    others = {name: _for_players(preset(name), players) for name in PRESETS}
    name = min(others, key=lambda each: sum(plain[key] != others[each][key] for key in plain))
    changed = [(key, value) for key, value in plain.items() if value != others[name][key]]
    return (("Rules", name), *((key.title().replace("_", ""), _header_text(value)) for key, value in changed))


def rules_by_hand(game: GameRecord, rules: Rules) -> tuple[Rules, ...]:
    """The rules of each hand of a game: those after the first may be dealt otherwise."""
    number, hand_rules = 0, []
    for hand in game.hands:
        begun = hand.start is not None and any(hand.start) and hand.start != rules.starts
        number = parse_number(hand.number or "") or max(number + 1, 2 if begun else 1)
        hand_rules.append(rules.for_hand(number))
    return tuple(hand_rules)


def _for_players(rules: Rules, players: int) -> dict[str, Any]:
    """The parameters as headers call them: the tiles that each of so many players takes, and their target."""
    plain = rules.for_players(players).to_json()
    plain.pop("targets")
    tiles, following = (plain.pop(name).get(str(players)) for name in ("deal", "deal_next"))
    return plain | {"tiles": tiles, "tiles_next": following}


def _header_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


@lru_cache(maxsize=256)
def _rules_of(headers: Headers, players: int) -> tuple[Rules, tuple[tuple[str, str], ...]]:
    """The rules that headers give, with a message and what was claimed for each that cannot be followed."""
    complaints: list[tuple[str, str]] = []
    by_name = {name.lower(): value for name, value in headers}
    name, tiles = by_name.get("rules", ""), by_name.get("tiles", "")
    try:
        rules = preset(name) if name else Rules()
    except PresetError as error:
        complaints.append((str(error), name))
        rules = Rules()
    rules = rules.for_players(players)
    plain = rules.to_json() | dict(_changes(headers))
    hand_size, following = parse_number(tiles), parse_number(by_name.get("tilesnext", ""))
    if hand_size is not None:
        plain |= {"deal": plain["deal"] | {str(players): hand_size}, "deal_next": {}}
    elif tiles:
        complaints.append(("Tiles wants the number of tiles each player takes", tiles))
    if following is not None:
        plain["deal_next"] = {str(players): following}
    try:
        return Rules.from_json(plain), tuple(complaints)
    except RulesError as error:
        complaints += [(str(complaint), complaint.value) for complaint in error.complaints]
        return rules, tuple(complaints)


def _changes(headers: Headers) -> Iterator[tuple[str, Any]]:
    for header, value in headers:
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", header).lower()
        if name == "divisors":
            yield name, [parse_number(word) or 0 for word in re.findall(r"\d+", value)]
        elif name in _PARAMETERS:
            number = parse_number(value)
            yield name, {"yes": True, "no": False}.get(value, value) if number is None else number
