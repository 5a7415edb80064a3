"""What is printed on the card of a match: the lines of its format, empty or as its result has them, and both squads.

A result that is sealed or disputed has no printed card.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from django.utils.timezone import localdate

from league.base.ui import formats
from league.documents.presenters.card_boxes import DrawnBoxes
from league.reading.card_photos.layout import SQUAD_COLUMNS, LinePlace
from league.results.choices import SentFor
from league.results.models import Result, Submission
from league.results.values import Facts, card_of
from league.schedule.models import Fixture
from league.teams.models import Player
from scoring import codec
from scoring.card.format import Discipline, Format, Line, Pegs, Settle
from scoring.card.outcome import Kind, Tally
from scoring.card.sheet import GameScore, How, LineScore, Named, Side

TICK = "\N{CHECK MARK}"
PAD = 2 * "\N{NO-BREAK SPACE}"  # as wide as a figure


@dataclass(frozen=True, slots=True)
class ScoreBox:
    """One side's boxes of a game: a tick, "C" for claimed, "V" for void or nothing; and where the pegs stood."""

    won: str = ""
    pegs: str = ""


@dataclass(frozen=True, slots=True)
class PrintedGame:
    title: str
    home: ScoreBox
    away: ScoreBox


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """One line: as many names on each side as it has players, empty ones to be written in."""

    label: str
    home: tuple[str, ...]
    away: tuple[str, ...]
    games: tuple[PrintedGame, ...]


@dataclass(frozen=True, slots=True)
class CardPart:
    """Lines alike that follow each other, under one heading; `pegged` if there are boxes for the pegs."""

    title: str
    pegged: bool
    lines: tuple[PrintedLine, ...]


def parts(form: Format, scores: dict[int, LineScore], name: Callable[[Named], str]) -> Iterator[CardPart]:
    """The whole card part by part; `scores` are what is known of lines, by number from 0, `name` writes a player."""
    several = len({kind.discipline for kind in form.kinds}) > 1
    for line, lines in groupby(enumerate(form.lines), key=lambda pair: replace(pair[1], label="")):
        pegged = form.pegs is not Pegs.NONE and line.pegged
        printed = tuple(_line(each, scores.get(number), name) for number, each in lines)
        yield CardPart(_title(line, several=several), pegged, printed)


def _title(line: Line, *, several: bool) -> str:
    """As in "Singles, to 61" or "Pairs, 3 games, fives and threes, to 61"."""
    parts = [line.kind.noun.capitalize()]
    if line.games > 1:
        parts.append(f"best of {line.games} games" if line.settle is Settle.BEST_OF else f"{line.games} games")
    if several and line.discipline is not Discipline.WON_LOST:
        parts.append(line.game)
    if line.target:
        parts.append(f"to {line.target}")
    if line.handicap:
        parts.append(line.handicap)
    return ", ".join(parts)


def _line(line: Line, score: LineScore | None, name: Callable[[Named], str]) -> PrintedLine:
    score = score or LineScore()
    home, away = (_padded([name(each) for each in score.players(side)], line.players) for side in Side)
    games = tuple(_game(line, score, number) for number in range(line.games))
    return PrintedLine(line.label, home, away, games)


def _padded(names: list[str], places: int) -> tuple[str, ...]:
    return (*names, *[""] * (places - len(names)))


def _game(line: Line, score: LineScore, number: int) -> PrintedGame:
    title = f"game {number + 1}" if line.games > 1 else ""
    if number >= len(score.games):
        return PrintedGame(title, ScoreBox(), ScoreBox())
    home, away = (_box(score.games[number], side) for side in Side)
    return PrintedGame(title, home, away)


def _box(game: GameScore, side: Side) -> ScoreBox:
    pegs = game.pegs(side)
    mark = "V" if game.how is How.VOID else ""
    if game.winner is side and not mark:
        mark = "C" if game.how is How.CLAIMED else TICK
    return ScoreBox(mark, "" if pegs is None else str(pegs))


KIND_WORDS = {
    Kind.WALKOVER: "Walkover",
    Kind.VOID: "Void",
    Kind.PART_VOID: "Some games void",
    Kind.UNFINISHED: "Unfinished",
    Kind.EXPUNGED: "Struck out",
    Kind.AWARDED: "Awarded",
}


@dataclass(frozen=True, slots=True)
class PrintedSquad:
    """The registered players of a side, as many as there is room for; `more` are left out."""

    team: str
    names: tuple[str, ...]
    more: int = 0
    keys: tuple[int, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The names with their numbers, a line each, in two columns that are read downwards."""
        long = -(-len(self.names) // SQUAD_COLUMNS)
        lines = [f"{PAD if number < 10 else ''}{number} {name}" for number, name in enumerate(self.names, 1)]
        return tuple("\n".join(lines[first : first + long]) for first in range(0, len(lines), long)) if long else ()


@dataclass(frozen=True, slots=True)
class PrintedResult:
    """What a match came to, for the filled-in card: figures, how sure it is, the receipt, what the league did."""

    state: str
    kind: str
    tally: Tally
    receipt: str
    received_at: datetime
    has_lines: bool
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardSheet:
    """A card ready to be printed. `due` is when it is late; `signings` whether new players may sign on it."""

    fixture: Fixture
    parts: tuple[CardPart, ...]
    squads: tuple[PrintedSquad, ...]
    rules: tuple[str, ...]
    due: datetime | None
    signings: bool
    came: PrintedResult | None = None
    boxes: DrawnBoxes | None = None

    @property
    def name_size(self) -> str:
        """How small the letters of the two teams have to be at the head of the sheet: "", "long" or "longest"."""
        length = len(str(self.fixture))
        return "" if length <= 34 else "long" if length <= 70 else "longest"

    @property
    def spacing(self) -> str:
        """How high its rows can be for all of it to stand on one sheet of A4: "roomy", "plain", "dense" or "tight"."""
        if self.came is not None:
            return "roomy"
        if self.boxes is not None:
            return self.boxes.layout.spacing
        lines = [line for part in self.parts for line in part.lines]
        height = sum(max(len(line.home), len(line.games)) for line in lines)
        return "roomy" if height <= 12 else "plain" if height <= 16 else "dense"

    @property
    def boxed_parts(self) -> Iterator[tuple[str, tuple[tuple[LinePlace, PrintedLine], ...]]]:
        """The parts with their places: the title, and each line with where it stands."""
        for place, part in zip(self.boxes.layout.parts if self.boxes else (), self.parts, strict=True):
            yield part.title, tuple(zip(place.lines, part.lines, strict=True))

    @property
    def code_mark(self) -> str:
        """What the QR code says besides the address of the match, and no phone sends on."""
        return f"#{self.boxes.mark}" if self.boxes else ""


def full_name(player: Player) -> str:
    """For those who fill the card in."""
    return player.name


def public_name(player: Player) -> str:
    """For anybody."""
    return player.public_name


def member_name(player: Player) -> str:
    """For those who are in the league: full, but a minor as everybody has it."""
    return player.public_name if player.under_18 else player.name


def full_name_of(named: Named) -> str:
    return named.name


def printed_result(result: Result, facts: Facts, at: datetime) -> PrintedResult:
    tally = codec.decode_as(Tally, result.tally)
    card = card_of(result.submission)
    return PrintedResult(
        state=result.state_at(at).label,
        kind="Awarded: both lose" if tally.both_lose else KIND_WORDS.get(tally.kind, ""),
        tally=tally,
        receipt=result.submission.receipt,
        received_at=result.submission.received_at,
        has_lines=bool(card and card.lines),
        notes=tuple(_notes(facts.submissions, result.submission)),
    )


def _notes(sent: Iterable[Submission], counting: Submission) -> Iterator[str]:
    """What the league did with the card, and that earlier ones are kept."""
    earlier = [each for each in sent if each.sent_for == counting.sent_for and each.pk < counting.pk]
    if earlier and counting.sent_for != SentFor.LEAGUE:
        yield f"It takes the place of an earlier card, receipt {earlier[-1].receipt}, which is kept."
    for each in sent:
        if each.sent_for == SentFor.LEAGUE:
            did = f"{formats.night(localdate(each.received_at))}: by the league {each.get_source_display()}"
            yield f"{did}. {each.reason}" if each.reason else f"{did}."
