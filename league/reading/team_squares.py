"""Where a sheet has a square of teams: the same ones down and across, by their names, short ones or numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from league.reading.match_list import MARKS
from league.reading.values import SheetLine
from scoring.names import fold

FOOTNOTE = re.compile(r"^\s*\(?([*†‡§#^]+|[a-z]\))\s*(?:[=:–-]\s*)?(.+)$")


@dataclass(frozen=True, slots=True)
class TeamSquare:
    """Where a square stands: its line of teams across, the teams of each column, and the lines with a team each."""

    heading: SheetLine
    across: dict[int, str]
    rows: tuple[tuple[SheetLine, str], ...]
    label: int  # the column of the teams down


def squares_in(lines: Sequence[SheetLine]) -> list[TeamSquare]:
    squares: list[TeamSquare] = []
    last = 0
    for at, line in enumerate(lines):
        if line.number <= last:
            continue
        square = _square_at(line, lines[at + 1 :])
        if square is not None:
            squares.append(square)
            last = square.rows[-1][0].number
    return squares


def _square_at(heading: SheetLine, below: Sequence[SheetLine]) -> TeamSquare | None:
    names = {place: text.strip() for place, text in enumerate(heading.cells) if text.strip()}
    for label in range(2):
        across = {place: name for place, name in names.items() if place > label}
        if len(across) < 3:
            continue
        rows: list[tuple[SheetLine, str]] = []
        for line in below:
            name = line.cells[label].strip() if len(line.cells) > label else ""
            if not name or len(rows) == len(across) or FOOTNOTE.match(name):
                break
            rows.append((line, name))
        ordered = _matching(across, [name for _, name in rows], rows)
        if ordered is not None:
            return TeamSquare(heading, ordered, tuple(rows), label)
    return None


def _matching(across: dict[int, str], down: list[str], rows: Sequence[tuple[SheetLine, str]]) -> dict[int, str] | None:
    """The team of each column: by its name, or, where names are short or numbers, by the order of the teams down."""
    if len(down) < 3 or len(set(map(exact_name, down))) != len(down):
        return None
    by_name = {exact_name(name): name for name in down}
    named = {place: by_name[exact_name(text)] for place, text in across.items() if exact_name(text) in by_name}
    if len(named) == len(down) and len(set(named.values())) == len(down):
        return named
    if len(named) >= 3 and len(named) * 3 >= len(down) * 2 and len(across) == len(down):
        return {place: by_name.get(exact_name(text), text) for place, text in across.items()}
    places = sorted(across)
    if len(places) < len(down):
        return None
    places = places[: len(down)]
    short = all(
        _is_short_of(across[place], name, number)
        for number, (place, name) in enumerate(zip(places, down, strict=True), 1)
    )
    diagonal = all(_is_diagonal(line, place) for (line, _), place in zip(rows, places, strict=True))
    return dict(zip(places, down, strict=True)) if short and diagonal else None


def exact_name(name: str) -> str:
    return fold(name.strip(MARKS + " ")) + ("." if name.strip().endswith(".") else "")


def _is_short_of(text: str, name: str, number: int) -> bool:
    """Whether the heading of a column is its number or has some letters of a team's name in their order."""
    if text.strip(" .)") == str(number):
        return True
    letters = iter(re.sub(r"\W", "", name.casefold()))
    short = re.sub(r"\W", "", text.casefold())
    return bool(short) and all(letter in letters for letter in short)


def _is_diagonal(line: SheetLine, place: int) -> bool:
    text = line.cells[place].strip() if place < len(line.cells) else ""
    return not text or is_empty_square(text)


def is_empty_square(text: str) -> bool:
    return re.fullmatch(r"[\W_]*|[xX\W]{1,5}|n\s?/\s?a|[█■▓]+", text.strip()) is not None
