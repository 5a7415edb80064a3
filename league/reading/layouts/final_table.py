"""Final tables of years of which nothing else is left, one or several below each other.

Red Division Table
Last Update: 04/09/2014
Pos,Team Name,Played,Won,Lost,Singles Won,Singles Lost,Points Deducted,Points
1,Pot Blacks,16,15,1,184,56,0,214
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from league.reading.tabular import (
    HeadedBlock,
    Piece,
    amount,
    cell_at,
    compared,
    filled,
    has_word,
    headed_blocks,
    heading_keys,
    is_blank,
    normalise,
    other_columns,
    parted,
    row_of,
    season_in,
    spaced_lines,
    text_lines,
    title_of,
    whole,
    without_season,
    written,
)
from league.reading.values import Content, Context, LeftOut, Reading, ReadingQuestion, ReadRow, SheetLine, SourceSheet

TRAILING = re.compile(r"^(.*?\S)((?:\s+[+\-–]?\d+(?:[.½]\d*|½)?)+)\s*$")
PLACE = re.compile(r"(=?\d{1,3}\s*[=.)]*)\s+(?=\S)")


def typed_tables(sheet: SourceSheet, names: Mapping[str, Sequence[str]]) -> tuple[HeadedBlock, ...]:
    """The tables of a text whose headings end with names of figures, each with as many figures as it has headings."""
    keys = heading_keys(names)
    blocks: list[HeadedBlock] = []
    above: list[SheetLine] = []
    for line in text_lines(sheet):
        words = line.cells[0].split()
        named: list[str] = []  # the keys of the names of figures that the line ends with
        while words and keys.get(compared(words[-1]), "team") not in ("team", "place"):
            named.insert(0, keys[compared(words.pop())])
        if "points" in named and {"played", "won"} & set(named) and len(words) <= 4:
            title = " ".join(word for word in words if keys.get(compared(word)) not in ("team", "place"))
            above += [SheetLine(line.number, (title,))] if title else []
            columns: dict[str, tuple[int, ...]] = {"place": (0,), "team": (1,)}
            for at, key in enumerate(named, start=2):
                columns[key] = (*columns.get(key, ()), at)
            heading = SheetLine(line.number, ("Pos", "Team", *line.cells[0].split()[-len(named) :]))
            if blocks:
                last = blocks[-1]
                body, titles = _titles_at_the_end(last.lines)
                blocks[-1] = HeadedBlock(last.above, last.heading, last.columns, (), body)
                above = [*titles, *above]
            blocks.append(HeadedBlock(tuple(above), heading, columns, (), ()))
            above = []
        elif not blocks:
            above.append(line)
        else:
            last = blocks[-1]
            row = _typed_row(line, len(last.heading.cells))
            blocks[-1] = HeadedBlock(last.above, last.heading, last.columns, (), (*last.lines, row))
    return tuple(blocks)


def _titles_at_the_end(lines: tuple[SheetLine, ...]) -> tuple[tuple[SheetLine, ...], tuple[SheetLine, ...]]:
    """The lines of a table, and those without figures below them, which stand above the next."""
    end = len(lines)
    while end and len(lines[end - 1].cells) == 1:
        end -= 1
    return lines[:end], lines[end:]


def _typed_row(line: SheetLine, width: int) -> SheetLine:
    match = TRAILING.fullmatch(re.sub(r"(?<=\d)[*†‡]+(?=\s|$)", "", line.cells[0]).strip())
    figures = match[2].split() if match else []
    more = len(figures) - (width - 2)  # numbers that are part of the name
    if match is None or more < 0:
        return line
    return SheetLine(line.number, ("", " ".join((match[1], *figures[:more])).strip(), *figures[more:]))


PROSE = 80  # letters of a line above which it is no title
HEADINGS = {
    "place": ("pos", "position", "rank", "#", "no", "posn", "p'n"),
    "team": ("team name", "name", "club", "side", "pub", "teams", "club name", "team/club"),
    "played": (
        "p",
        "pld",
        "plyd",
        "pl",
        "gp",
        "mp",
        "games played",
        "matches",
        "matches played",
        "played games",
        "games",
    ),
    "won": ("w", "wins", "win", "matches won", "mw"),
    "drawn": ("d", "draw", "draws", "drew", "tied", "dr", "matches drawn"),
    "lost": ("l", "losses", "loss", "lose", "defeats", "matches lost", "ml"),
    "for": ("f", "gf", "ff", "lf", "pf", "gw", "fw", "lw", "sw", "singles won", "points for"),
    "against": ("a", "agst", "ag", "ga", "fa", "la", "pa", "gl", "fl", "ll", "sl", "singles lost", "points against"),
    "difference": ("diff", "gd", "fd", "ld", "+/-", "dif"),
    "deducted": ("points deducted", "pts deducted", "deduction", "deductions", "ded", "penalty", "penalties", "pen"),
    "adjustment": ("adj", "adjustments", "adjusted", "points adjustment", "points given or taken"),
    "points": ("pts", "pt", "total points", "total", "pnts", "points total", "league points", "total pts"),
}
COUNTED = ("games", "frames", "legs", "goals", "sets", "rubbers", "pegs", "score", "dominoes")
HEADINGS["for"] += tuple(f"{name} {side}" for name in COUNTED for side in ("for", "won"))
HEADINGS["against"] += tuple(f"{name} {side}" for name in COUNTED for side in ("against", "lost", "agst"))
HEADINGS["difference"] += tuple(f"{name} {side}" for name in COUNTED for side in ("difference", "diff"))
HEADINGS["deducted"] += ("pts ded", "points ded", "deducted pts", "pts off", "points off")
ROW_OF = {"season": ("year",), "division": ("div", "section")}  # columns that say of which table each row is
NUMBERS = ("played", "won", "drawn", "lost", "for", "against", "points")
SHARED = re.compile(r"(?i)=?\s*T?(\d{1,3})(?:st|nd|rd|th)?\s*[=.)]*")
MARK = re.compile(
    r"(?i)\s*(?:(\*+|†|‡)|[(\[]\s*([CPR]|champions?|promoted|relegated|winners?)\s*[)\]]|\s-\s(champions))\s*$",
)
MEANINGS = {"c": "champions", "p": "promoted", "r": "relegated"}
TITLE_WORDS = re.compile(r"(?i)\b(?:final|league|tables?|standings|end of season|positions|at the end of|of|the)\b")
TITLE_PARTS = re.compile(r"(?i)\s[-–]\s|[,:|]|\b(?:league|lge)\b(?!\s+(?:one|two|three|four|\d)\b)")
DIVISION = re.compile(
    r"(?i)\b(?:division|div\.?|section|sect\.?|group|league)\s*(?:[a-z]\b|\d+\b|one\b|two\b|three\b|four\b|five\b|six\b|premier\b)",
)
DIVISION_LAST = re.compile(r"(?i)\b(?:division|div|section|prem|premier)\b")
NO_TITLE = re.compile(
    r"(?i)\b(?:next|promot\w*|relegat\w*|start\w*|commenc\w*|from|until|will|founded|since|est|deduct\w*|withdr\w*|note|nb|points?)\b|^\s*\*|\d\s?\(\d",
)
SIDES = re.compile(r"(?i)(?:home|away|total|overall|all|\W)+")  # over the figures of each
UPDATED = re.compile(r"(?i)\b(?:last\s+updated?|updated|correct at|as (?:at|of)|printed)\b")


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    needed = ({"team"}, {"points", "won", "played"}, {"points", "won", "lost"})
    sheet_lines = _with_team_headings(sheet.lines)
    names = HEADINGS | ROW_OF
    blocks = tuple(block for lines in _side_by_side(sheet_lines) for block in headed_blocks(lines, names, needed))
    if not blocks and sheet.text:
        blocks = headed_blocks(spaced_lines(sheet, HEADINGS, needed), HEADINGS, needed) or typed_tables(sheet, HEADINGS)
    if not blocks or any(_is_of_something_else(block) for block in blocks):
        return ()
    pieces: list[Piece] = []
    name = title_of(sheet)
    season = season_in(name)
    divisions = [_division([(line.number, whole(line)) for line in block.above], "")[0] for block in blocks]
    of_one_season = "" not in divisions and len(set(divisions)) == len(divisions)
    for block in blocks:
        key = "season" if len(blocks) == 1 or of_one_season else f"season:{block.heading.number}"
        season, more = _table(block, (name, season), context, key)
        pieces += more
    rows, left, questions = parted(pieces)
    teams = sum(_is_row(block, line) for block in blocks for line in block.lines)
    if not teams:
        return ()
    what = f"{'a final table' if len(blocks) == 1 else f'{len(blocks)} final tables'} of {teams} teams"
    beside = teams <= len(left) or any(len(piece.original) > PROSE for piece in left)
    return (Reading("final_table", Content.TABLES, what, rows, left, questions, 0.6 if beside else 0.85),)


def _is_of_something_else(block: HeadedBlock) -> bool:
    names = [normalise(cell) for cell in block.heading.cells]
    return "away" in names or any("player" in name for name in names) or ("name" in names and "team" in names)


def _table(block: HeadedBlock, named: tuple[str, str], context: Context, key: str) -> tuple[str, list[Piece]]:
    """The season that the table is of, or that of the one above, and what becomes of its lines."""
    name, season = named
    titles = [*([(0, name)] if name else []), *((line.number, whole(line)) for line in block.above)]
    updated = next((text for _, text in titles if UPDATED.search(text)), "")
    seasons = (season_in(text) for _, text in reversed(titles) if text != updated and not NO_TITLE.search(text))
    season = next(filter(None, seasons), season)
    division, used = _division(titles, updated)
    pieces: list[Piece] = [
        LeftOut(number, text, "A title above the table.")
        for number, text in titles
        if number and text not in used and not (season and season_in(text) == season and not without_season(text))
    ]
    place = next((at for at in block.others if not cell_at(block.heading, at) and _is_place_column(block, at)), -1)
    pieces += other_columns(block, (at for at in block.others if at != place))
    answer = season or context.answers.get(key, "")
    questions = [question for question in _columns_twice(block) if question.key not in context.answers]
    if not answer and "season" not in block.columns:
        hint = f" It says “{updated}”." if updated else ""
        text = f"Which season or year is the table of {division or 'these teams'} of?{hint}"
        questions.append(ReadingQuestion(key, text))
    rows = _rows(block, context, (answer, division), place)
    return season, [*pieces, *(piece for piece in rows if isinstance(piece, LeftOut) or not questions), *questions]


def _rows(block: HeadedBlock, context: Context, named: tuple[str, str], place: int) -> Iterator[ReadRow | LeftOut]:
    """What becomes of each line, in a table of a season and a division; `place` is the column of places, or -1."""
    has_places = place < 0 and _have_places(block)
    for line in block.lines:
        team = block.cell(line, "team")
        if amount(team) is not None or SHARED.fullmatch(team):
            yield LeftOut(line.number, whole(line), f"“{team}” is not the name of a team.")
        elif not _is_row(block, line):
            yield LeftOut(line.number, whole(line), "A line without figures.")
        else:
            cells = _cells(block, line, context) | ({"place": cell_at(line, place)} if place >= 0 else {})
            if has_places and (before := PLACE.match(team)):
                cells |= {"place": before[1], "team": team[before.end() :]}
            of = cells.pop("season", "") or named[0], cells.pop("division", "") or named[1]
            yield _row(block, line, of, cells)


def _division(titles: Sequence[tuple[int, str]], updated: str) -> tuple[str, set[str]]:
    """The division that the titles name, and the title that it is read from."""
    for _, text in reversed(titles):
        if text == updated or NO_TITLE.search(text) or SIDES.fullmatch(text):
            continue
        plain = without_season(text)
        if match := DIVISION.search(plain):
            return match[0].strip(), {text}
        parts = [" ".join(TITLE_WORDS.sub(" ", part).split()).strip(" -–()") for part in TITLE_PARTS.split(plain)]
        named = [part for part in parts if DIVISION_LAST.search(part)] or [part for part in parts if part]
        if named and len(named[0]) <= 60:
            return named[0] if DIVISION_LAST.search(named[0]) else " ".join(filter(None, parts)), {text}
    return "", set()


def _columns_twice(block: HeadedBlock) -> list[ReadingQuestion]:
    questions = []
    for key, columns in block.columns.items():
        if len(columns) > 1:
            heading = cell_at(block.heading, columns[0])
            choices = tuple((str(column + 1), f"Column {column + 1} only") for column in columns)
            choices += (("sum", "Both together"),) if key in NUMBERS else ()
            text = f"{len(columns)} columns are called “{heading}”. Which of them is it?"
            questions.append(ReadingQuestion(f"column:{block.heading.number}:{key}", text, choices))
    return questions


def _is_place_column(block: HeadedBlock, column: int) -> bool:
    cells = [cell for line in block.lines if _is_row(block, line) and (cell := cell_at(line, column))]
    places = [int(match[1]) for cell in cells if (match := SHARED.fullmatch(cell))]
    counted = len(places) == len(cells) and places[:1] == [1] and places == sorted(places)
    return "place" not in block.columns and counted


def _have_places(block: HeadedBlock) -> bool:
    """Whether the names stand behind their places, "1 Crown A": 1 and upwards, so that "180 Club" is a name."""
    names = [block.cell(line, "team") for line in block.lines if _is_row(block, line)]
    numbered = [PLACE.match(name) for name in names]
    places = [int(re.sub(r"\D", "", match[1])) for match in numbered if match]
    if len(places) < len(names) or not all(is_blank(block.cell(line, "place")) for line in block.lines):
        return False
    above = zip(places, [0, *places], range(1, len(places) + 1), strict=False)
    return len(places) > 1 and all(place in (at, before) for place, before, at in above)


def _is_row(block: HeadedBlock, line: SheetLine) -> bool:
    columns = [at for key in NUMBERS for at in block.columns.get(key, ())]
    figures = sum(amount(cell_at(line, at)) is not None for at in columns)
    return bool(block.cell(line, "team")) and 2 * figures >= len(columns) and figures > 0


def _row(block: HeadedBlock, line: SheetLine, of: tuple[str, str], cells: dict[str, str]) -> ReadRow:
    notes: list[str] = []
    team = cells.pop("team")
    while match := MARK.search(team):
        mark = next(part for part in match.groups() if part)
        team = team[: match.start()].strip()
        notes.append(f"Marked “{mark}”" + (f" ({MEANINGS[mark.casefold()]})" if mark.casefold() in MEANINGS else ""))
    values = {"season": of[0], "division": of[1], "team": team}
    numbers: dict[str, Fraction] = {}
    if place := cells.pop("place", ""):
        if match := SHARED.fullmatch(place):
            values["place"] = match[1]
            notes += ["Shares the place"] if "=" in place or "t" in place.casefold().removesuffix("th") else []
        else:
            notes.append(f"“{place}” is not a place")
    for key, text in cells.items():
        number = amount(text)
        if number is not None:
            numbers[key] = number
        elif not is_blank(text):
            notes.append(f"“{text}” under “{cell_at(block.heading, block.columns[key][0])}” is not a number")
    if "deducted" in numbers:
        numbers["adjustment"] = -abs(numbers.pop("deducted"))
    values |= {key: written(numbers[key]) for key in (*NUMBERS, "adjustment") if key in numbers}
    return row_of(line, values, (*notes, *_sums(numbers)))


def _cells(block: HeadedBlock, line: SheetLine, context: Context) -> dict[str, str]:
    cells = {}
    for key, columns in block.columns.items():
        answer = context.answers.get(f"column:{block.heading.number}:{key}", "")
        if answer == "sum":
            numbers = [amount(cell_at(line, column)) for column in columns]
            cells[key] = written(sum((number for number in numbers if number is not None), Fraction(0)))
        elif answer.isdecimal() and int(answer) - 1 in columns:
            cells[key] = cell_at(line, int(answer) - 1)
        else:
            cells[key] = cell_at(line, columns[0])
    return cells


def _sums(numbers: Mapping[str, Fraction]) -> Iterator[str]:
    if {"played", "won", "lost"} <= numbers.keys():
        parts = [numbers["won"], numbers.get("drawn", Fraction(0)), numbers["lost"]]
        if sum(parts) != numbers["played"]:
            yield f"{' + '.join(map(written, parts))} matches are not {written(numbers['played'])} played"
    if {"for", "against", "difference"} <= numbers.keys():
        difference = numbers["for"] - numbers["against"]
        if difference != numbers["difference"]:
            yield f"{written(numbers['for'])} - {written(numbers['against'])} is not {written(numbers['difference'])}"


def _with_team_headings(lines: Sequence[SheetLine]) -> list[SheetLine]:
    """The lines, with "Team" over the names where the heading of a table has figures alone: P, W, L, Pts."""
    keys = heading_keys(HEADINGS)
    named: list[SheetLine] = []
    for line, below in zip(lines, [*lines[1:], SheetLine(0, ())], strict=False):
        keyed = [keys.get(compared(cell), "") if cell.strip() else "" for cell in line.cells]
        figures = [at for at, key in enumerate(keyed) if key and key not in ("place", "team")]
        if {"played", "points"} <= set(keyed):
            nameless = [
                at - 1 for at in figures if at and not cell_at(line, at - 1) and has_word(cell_at(below, at - 1))
            ]
            cells = ["Team" if at in nameless else cell for at, cell in enumerate(line.cells)]
            line = SheetLine(line.number, tuple(cells))  # noqa: PLW2901
        named.append(line)
    return named


def _side_by_side(lines: Sequence[SheetLine]) -> list[list[SheetLine]]:
    """The lines of each of several tables that stand beside each other, or all lines of one."""
    keys = heading_keys(HEADINGS)
    for line in lines:
        named = [keys.get(compared(cell), "") if cell.strip() else "" for cell in line.cells]
        if named.count("team") > 1 and "points" in named:
            first = next(key for key in named if key)
            starts = [at for at, key in enumerate(named) if key == first]
            if len(starts) == named.count("team"):
                ends = [*starts[1:], None]
                bounds = zip([0, *starts[1:]], ends, strict=True)
                cut = ([SheetLine(row.number, row.cells[at:end]) for row in lines] for at, end in bounds)
                return [[row for row in part if filled(row)] for part in cut]
    return [list(lines)]
