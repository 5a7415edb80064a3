"""Tables of figures that were typed with single spaces: "Top Bull 13 22" below "DARTS   P Pt"."""

import re
from collections.abc import Mapping, Sequence

from league.reading.tabular import HeadedBlock, compared, heading_keys, text_lines
from league.reading.values import SheetLine, SourceSheet

TRAILING = re.compile(r"^(.*?\S)((?:\s+[+\-–]?\d+(?:[.½]\d*|½)?)+)\s*$")
PLACE = re.compile(r"(=?\d{1,3}(?:st|nd|rd|th)?\s*[=.)]*)\s+(?=\S)")


def typed_tables(sheet: SourceSheet, names: Mapping[str, Sequence[str]]) -> tuple[HeadedBlock, ...]:
    """The tables of a text whose headings end with names of figures, each with as many figures as it has headings."""
    keys = heading_keys(names)
    blocks: list[HeadedBlock] = []
    above: list[SheetLine] = []
    for line in text_lines(sheet):
        words, named = _heading(line, keys)
        if len(named) >= 2 and "points" in named and len(words) <= 4:
            title = " ".join(word for word in words if keys.get(compared(word)) not in ("team", "place"))
            above += [SheetLine(line.number, (title,))] if title else []
            columns: dict[str, tuple[int, ...]] = {"place": (0,), "team": (1,)}
            for at, key in enumerate(named, start=2):
                columns[key] = (*columns.get(key, ()), at)
            heading = SheetLine(line.number, ("Pos", "Team", *line.cells[0].split()[-len(named) :]))
            blocks.append(HeadedBlock(tuple(above), heading, columns, (), ()))
            above = []
        elif not blocks:
            above.append(line)
        else:
            last = blocks[-1]
            row = _row(line, len(last.heading.cells))
            blocks[-1] = HeadedBlock(last.above, last.heading, last.columns, (), (*last.lines, row))
    return tuple(blocks)


def _heading(line: SheetLine, keys: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The words of a line, and the keys of the names of figures that it ends with."""
    words = line.cells[0].split()
    named: list[str] = []
    while words and keys.get(compared(words[-1]), "team") not in ("team", "place"):
        named.insert(0, keys[compared(words.pop())])
    return words, named


def _row(line: SheetLine, width: int) -> SheetLine:
    """A line in cells: place, team, and as many figures as there are headings."""
    match = TRAILING.fullmatch(line.cells[0].strip())
    figures = match[2].split() if match else []
    number = width - 2
    if match is None or len(figures) < number:
        return line
    name = " ".join((match[1], *figures[: len(figures) - number])).strip()
    place = PLACE.match(name)
    team = name[place.end() :] if place else name
    return SheetLine(line.number, (place[1] if place else "", team, *figures[len(figures) - number :]))
