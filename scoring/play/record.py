"""The written record of games: its values, and the one canonical way to write them.

    [Rules "fives-threes:teesdale"] [Target "61"]            about a game: the rules, any parameter of them, names
    [Start "12-30"] [Lead "A"] [Deal "A 30 32 53 | B 00 31"]  about a hand: scores before it, who drops, the tiles
    A66=4 B60=4 A30=8 B31 A61@1=6 B- A63@3d=6+1 #             the hand
    [Pegs "47-10"] [Score "59-40"] [Revoke "B"]               what it came to, a side; who held off a tile that fitted
    [Result "61-47"]                                          what the game came to

A tile is written high pip first. `@5` is the end of a plain tile, `@5d` the side of a double, `@55` the tile itself
(any host can be named so). `*` is a tile nobody noted, `:12` the total called, `=4` the pegs claimed, `+1` the chip
point. `?` for a hand is a hand nobody noted.
`-` is a knock, `+50` a tile drawn, `+*` one drawn unseen, `..` a gap, `#` out, `##` blocked, `?` and `!` opinions.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from textwrap import wrap

from scoring.play.finding import Where
from scoring.play.hand import Ended
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
        return max([2, *(_players(hand) for hand in self.hands), len(self.result or ())])


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


def _players(hand: HandRecord) -> int:
    seats = [move.seat for move in hand.moves if not isinstance(move, Gap) and move.seat is not None]
    return max(
        [*(seat + 1 for seat in (*seats, *hand.revokes)), len(hand.deal or ()), len(hand.start or ())], default=0
    )
