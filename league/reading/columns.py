"""Where in a spreadsheet its headings are, and in which column each of our values stands."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz, process

from league.reading.column_names import BESIDE, COLUMNS, SheetColumn, normalise
from league.reading.tabular import over_each_other
from league.reading.values import Content, SheetLine

LOOKED_AT = 12  # first rows among which the headings may be, below a title
HANDICAP = re.compile(r"(?i)h\W?(?:andi)?cap|hcp|start")
LIKENESS = 85  # of a hundred, from which a heading is nearly one of ours


def columns_of(kind: str) -> tuple[SheetColumn, ...]:
    return COLUMNS[Content(kind)]


def _all_columns(kind: str) -> tuple[SheetColumn, ...]:
    return (*columns_of(kind), *BESIDE.get(Content(kind), ()))


def split_heading(kind: str, lines: Sequence[SheetLine]) -> tuple[tuple[str, ...], tuple[SheetLine, ...]]:
    """The headings, of one line or two, and the rows below; numbers in place of headings where there are none."""
    names = {name for column in _all_columns(kind) for name in column.names}
    counted = [(_headings(line, names), -at) for at, line in enumerate(lines[:LOOKED_AT])]
    most, at = max(counted, default=(0, 0))
    width = max((len(line.cells) for line in lines), default=0)
    filled = [cell for cell in lines[-at].cells if cell] if lines else []
    if most == 0 or (most == 1 and len(filled) > 1 and width > 4):
        return numbered(width), tuple(lines)
    cells, rest = _joined(lines, -at, names, most)
    heading = (*cells, *[""] * (width - len(cells)))
    return tuple(cell or f"Column {number}" for number, cell in enumerate(heading, start=1)), tuple(rest)


def numbered(width: int) -> tuple[str, ...]:
    return tuple(f"Column {number}" for number in range(1, width + 1))


def match_columns(kind: str, heading: Sequence[str]) -> dict[str, int]:
    """The columns of our values by their names or nearly so; of two of one name the first is the home side's."""
    names = [normalise(name) for name in heading]
    matched = _sides(kind, names, _matched(kind, names, {}, nearly=False))
    return _matched(kind, names, matched, nearly=True)


def _matched(kind: str, names: Sequence[str], matched: dict[str, int], *, nearly: bool) -> dict[str, int]:
    matched = dict(matched)
    for column in _all_columns(kind):
        if column.key not in matched:
            free = {name: at for at, name in reversed(list(enumerate(names))) if name and at not in matched.values()}
            at = _place_of(column, free, nearly=nearly)
            if at is not None:
                matched[column.key] = at
    return matched


def _headings(line: SheetLine, names: set[str]) -> int:
    return sum(normalise(cell) in names for cell in line.cells if cell)


def _joined(
    lines: Sequence[SheetLine], at: int, names: set[str], most: int
) -> tuple[tuple[str, ...], Sequence[SheetLine]]:
    """The headings at a place, joined with the line below where that makes more of them known."""
    cells, rest = lines[at].cells, lines[at + 1 :]
    for above, below in ((at - 1, at), (at, at + 1)):
        inside = above >= 0 and below < len(lines)
        if inside and not re.search(r"\d", " ".join((*lines[above].cells, *lines[below].cells))):
            both = over_each_other(lines[above], lines[below])
            if _headings(both, names) > most:
                return both.cells, lines[below + 1 :]
    return cells, rest


def _place_of(column: SheetColumn, free: dict[str, int], *, nearly: bool) -> int | None:
    name = f"{column.key}name"  # beside keys of a program that stand under "home" there are names
    if not nearly and name in free and name in column.names:
        return free[name]
    for wanted in column.names:
        if not nearly and wanted in free:
            return free[wanted]
        near = process.extractOne(wanted, free.keys(), scorer=fuzz.ratio, score_cutoff=LIKENESS) if nearly else None
        if near and len(wanted) > 3:
            return free[near[0]]
    return None


def _sides(kind: str, names: Sequence[str], matched: dict[str, int]) -> dict[str, int]:
    """Two columns of one name are those of the home and the away side, where nothing else is."""
    keys = {column.key for column in columns_of(kind)}
    if not {"home_score", "home", "away"} <= keys or "home_score" in matched or not {"home", "away"} <= set(matched):
        return matched
    home, away = matched["home"], matched["away"]
    rest = {key: place for key, place in matched.items() if key != "score"}
    pairs: list[list[int]] = []
    for name in dict.fromkeys(names):
        places = [at for at, other in enumerate(names) if other == name]
        two = bool(name) and len(places) == 2 and set(places).isdisjoint(rest.values())
        if two and home < places[0] and away < places[1] and not HANDICAP.fullmatch(name):
            pairs.append(places)
    if len(pairs) != 1:  # of several nothing says which is the score
        return matched
    return {**rest, "home_score": pairs[0][0], "away_score": pairs[0][1]}
