"""The lines of a card as they are printed: empty, or as a card filled them in.

Knows the format's order, and what is written in a box. Refuses to know whose match it is.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from scoring.card.format import Discipline, Format, Line, Pegs, Settle
from scoring.card.sheet import GameScore, How, LineScore, Named, Side

TICK = "\N{CHECK MARK}"


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
    numbered = enumerate(form.lines)
    for title, lines in groupby(numbered, key=lambda pair: _title(pair[1], several=several)):
        alike = tuple(lines)
        pegged = form.pegs is not Pegs.NONE and alike[0][1].pegged
        yield CardPart(title, pegged, tuple(_line(line, scores.get(number), name) for number, line in alike))


def _title(line: Line, *, several: bool) -> str:
    """As in "Singles, to 61" or "Pairs, 3 games, fives and threes, to 61"."""
    said = [line.kind.noun.capitalize()]
    if line.games > 1:
        said.append(f"best of {line.games} games" if line.settle is Settle.BEST_OF else f"{line.games} games")
    if several and line.discipline is not Discipline.WON_LOST:
        said.append(line.game)
    if line.target:
        said.append(f"to {line.target}")
    if line.handicap:
        said.append(line.handicap)
    return ", ".join(said)


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
