"""A game that was pegged live, for everybody to read: its figures, its hands, and its record as a text.

`scoring.play` checks and counts.
"""

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from league.base.ui.charts import Duel
from league.matchnight.values import SIDES, PeggedGame, impossible_pegs, record_of
from league.pages.presenters.game_record import RecordedHand, RecordPage
from league.schedule.models import Fixture
from scoring.card.outcome import lead_changes
from scoring.card.sheet import Side
from scoring.play.figures import GameFigures, SheetEntry, SheetHand
from scoring.play.finding import Finding, each_once
from scoring.play.record import SEATS, write_record
from scoring.play.rules import Rules
from scoring.play.scores import RecordLevel
from scoring.words import join_list


@dataclass(frozen=True, slots=True)
class GameFigure:
    """One line of figures, a value for each side."""

    title: str
    home: str
    away: str


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand as on paper: what each side pegged, "4, 8 bust, 2", the scores after it, and whose drop it was."""

    number: int
    home: str
    away: str
    score: str
    drop: Side | None


@dataclass(frozen=True, slots=True)
class PeggedGamePage:
    """A pegged game: who played, what it came to in figures and hands, its record as text, and that looked at.

    `title` is what the card calls it ("Singles 1"). `agreed` are the names of those who agreed to it at the table.
    """

    game: PeggedGame
    title: str
    home: tuple[str, ...]
    away: tuple[str, ...]
    figures: tuple[GameFigure, ...]
    hands: tuple[HandRow, ...]
    text: str
    record: RecordPage
    agreed: tuple[str, ...]
    duel: Duel | None

    @property
    def findings(self) -> list[tuple[Finding, str]]:
        """What is wrong in the record, each once with its hands."""
        return each_once((*impossible_pegs(self.game), *self.record.findings))

    @property
    def reviewed(self) -> tuple[RecordedHand, ...]:
        """The hands that were kept tile by tile."""
        return tuple(hand for game in self.record.games for hand in game.hands if hand.level is RecordLevel.TILES)

    @property
    def file_name(self) -> str:
        return f"{self.game.label.lower().replace(' ', '-')}.txt"


def record_text(fixture: Fixture, game: PeggedGame, home: tuple[str, ...], away: tuple[str, ...]) -> str:
    """The record of a game as a file of its own, with these names for the seats."""
    seats = [name for pair in zip(home, away, strict=False) for name in pair]
    night = fixture.date or fixture.first_date
    about = (("Game", f"{game.label}, {fixture.home} v {fixture.away}"), ("Date", night.isoformat()))
    return write_record((record_of(game, (*about, *zip(SEATS, seats, strict=False))),))


def hand_rows(sheet: tuple[SheetHand, ...], rules: Rules, players: int) -> Iterator[HandRow]:
    for number, hand in enumerate(sheet, start=1):
        home, away = (", ".join(map(_entry, entries)) for entries in hand.entries)
        drop = None if hand.leader is None else SIDES[rules.side_of(hand.leader, players)]
        yield HandRow(number, home, away, "\N{EN DASH}".join(map(str, hand.scores)), drop)


def _entry(entry: SheetEntry) -> str:
    if entry.pegs < 0:
        return f"{-entry.pegs} back"
    return str(entry.pegs) if entry.counted else f"{entry.pegs} bust"


def figure_rows(numbers: GameFigures) -> Iterator[GameFigure]:
    home, away = numbers.sides
    yield GameFigure("Hands", str(numbers.hands), str(numbers.hands))
    if numbers.hands:
        pegs = (decimal(Fraction(side.pegs, numbers.hands)) for side in numbers.sides)
        yield GameFigure("Pegs a hand", *pegs)
    yield GameFigure("Highest hand", str(home.highest), str(away.highest))
    yield GameFigure("Eights", str(home.eights), str(away.eights))
    yield GameFigure("Busts", str(home.busts), str(away.busts))


def decimal(value: Fraction | None) -> str:
    """A mean to one place: "7.5"; a dash where there is none."""
    return "\N{EN DASH}" if value is None else f"{float(value):.1f}"


class Doubt(NamedTuple):
    """What is to be looked at in one match, and where."""

    fixture: Fixture
    words: str
    url: str


def list_labels(labels: Iterable[str]) -> str:
    return join_list(dict.fromkeys(labels))


# --- A record in the end of an address -------------------------------------------------------------------------------

MOST_TEXT = 64 * 1024  # bytes of a record; a season of singles with every tile is less
LONGEST_LINK = 6_000  # characters; proxies and messengers cut addresses at about 8,000


class RecordLinkError(ValueError):
    """What was given is no record packed by `pack`, or a larger one than may be unpacked."""


def pack(text: str) -> str:
    """The text packed for an address, the same every time: letters, digits, - and _."""
    return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(packed: str) -> str:
    """The text that was packed. Raises `RecordLinkError`; unpacks no more than `MOST_TEXT`, however much there is."""
    if len(packed) > LONGEST_LINK:
        raise RecordLinkError("longer than any link made here")
    try:
        raw = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(raw, MOST_TEXT + 1)
        if len(text) > MOST_TEXT or not unpacking.eof:
            raise RecordLinkError("too much, or cut short")
        return text.decode()
    except (binascii.Error, zlib.error, ValueError) as error:
        raise RecordLinkError(str(error)) from None


def pegged_duel(sides: tuple[str, str], scores: Sequence[tuple[int, int]], target: int) -> Duel | None:
    """A pegged game hand by hand, up to its target; None before there are three hands."""
    if len(scores) < 3:
        return None
    changes = lead_changes(scores)
    often = {0: "The lead never changed hands.", 1: "The lead changed hands once."}
    return Duel(
        title=f"The score of {sides[0]} and {sides[1]} after each hand",
        home=f"{sides[0]} {scores[-1][0]}",
        away=f"{sides[1]} {scores[-1][1]}",
        steps=tuple((f"Hand {number}", *score) for number, score in enumerate(scores, start=1)),
        goal=target,
        stepped=False,
        words=often.get(changes, f"The lead changed hands {changes} times."),
    )
