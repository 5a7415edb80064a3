"""All ways in which a sheet can be taken, the surest first."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from league.reading.layouts import (
    calendar,
    chat,
    cup,
    cup_columns,
    deductions,
    final_table,
    honours_list,
    honours_wide,
    key_numbers,
    label_blocks,
    line_blocks,
    match_cards,
    newspaper,
    people_rows,
    record_text,
    records,
    rows,
    rows_without_heading,
    squad_blocks,
    squad_rows,
    square,
    team_cards,
    teams_list,
    weeks,
    winners,
)
from league.reading.texts import cell_lines
from league.reading.values import Context, Reading, SourceSheet

# Fixtures and results: each layout reads a sheet in one way or not at all.
MATCHES: tuple[Callable[[SourceSheet, Context], Reading | None], ...] = (
    rows.read, rows_without_heading.read, weeks.read, square.read, newspaper.read, newspaper.read_two_games,
    newspaper.read_in_brackets, chat.read, team_cards.read, winners.read,
)  # fmt: skip
# People, honours, tables, calendars and cups, some of which read several things of one sheet.
OTHERS: tuple[Callable[[SourceSheet, Context], tuple[Reading, ...]], ...] = (
    calendar.read, calendar.read_sentences, people_rows.read_lines, cup.read, cup_columns.read, cup.read_text,
    deductions.read, final_table.read, honours_list.read, honours_wide.read, match_cards.read, people_rows.read,
    records.read_games, record_text.read, records.read, squad_blocks.read, squad_rows.read, teams_list.read,
)  # fmt: skip
LONG_GAP = re.compile(r" {100,}")  # wider than any text that is spaced by eye
# Dots that lead from a name to its score; a dot of the name itself stays.
LEADERS = re.compile(r"(?:(?<=\S)\s+(?:[.·_]\s?){4,}|(?<=[^\s.·_])[.·_]{4,}|(?<=\S)\s*…{2,})(?=\s*\S)")
PICTURES = re.compile("[\U0001f000-\U0001faff\u2600-\u26ff\u2705\u2728\u2b50\ufe0f\u20e3]+")
PAGE = re.compile(
    r"(?i)(?:^|(?<=\s{2})|(?<=\t))[-–—\s(]*page\s+\d{1,3}(?:\s*(?:of|/)\s*\d{1,3})?[-–—\s).]*$", re.MULTILINE
)
QUOTED = re.compile(r"^[ \t]*(?:>[ \t]*)+", re.MULTILINE)
UNSURE = 0.15  # below this a layout has read next to nothing of the sheet


def readings(sheet: SourceSheet, context: Context, beside: Sequence[SourceSheet] = ()) -> tuple[Reading, ...]:
    """What the sheet may be, best first. `beside` are the other sheets of the file, on which key numbers may stand."""
    sheet = label_blocks.as_table(_without_quotes(sheet))
    text = LEADERS.sub(lambda dots: " " * len(dots[0]), LONG_GAP.sub(" " * 100, _plain(sheet.text)))
    lines = (
        replace(line, cells=tuple(LEADERS.sub("  ", _plain(cell)).strip() for cell in line.cells))
        for line in sheet.lines
    )
    sheet = _in_cells(replace(sheet, text=text, lines=tuple(line for line in lines if any(line.cells))))
    taken = [layout(sheet, context) for layout in MATCHES]
    taken.append(key_numbers.read(sheet, context, beside))
    for layout in OTHERS:
        taken += layout(sheet, context)
    sure = [reading for reading in taken if reading is not None and reading.sure >= UNSURE]
    return tuple(sorted(sure, key=lambda reading: reading.sure, reverse=True))


def _in_cells(sheet: SourceSheet) -> SourceSheet:
    """The sheet with a line a match, or with the cells of a CSV that was taken for sentences: of many lengths."""
    cells = cell_lines(sheet) if sheet.text and all(len(line.cells) < 2 for line in sheet.lines) else ()
    if len([line for line in cells if len(line.cells) > 2]) * 2 > len(sheet.lines):
        return replace(sheet, lines=cells, text="")
    return line_blocks.as_table(sheet)


def _plain(text: str) -> str:
    """A text without pictures, and without the numbers of its pages."""
    return PICTURES.sub(" ", PAGE.sub("", text))


def _without_quotes(sheet: SourceSheet) -> SourceSheet:
    """A text of which most lines are quoted from a mail, "> Mon 5 Oct", without the marks."""
    raw = [line for line in sheet.text.splitlines() if line.strip()]
    if sum(line.lstrip().startswith(">") for line in raw) * 5 < len(raw) * 3 or not raw:
        return sheet
    cells = (replace(line, cells=(QUOTED.sub("", line.cells[0]), *line.cells[1:])) for line in sheet.lines)
    return replace(sheet, text=QUOTED.sub("", sheet.text), lines=tuple(line for line in cells if any(line.cells)))
