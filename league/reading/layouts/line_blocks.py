"""Matches whose cells stand below each other, as a page is pasted from a phone, put into a row each.

Mon 7 September 2026        07/09/26 20:00
Crown A                     Crown A
6 - 3                       VS
Bell                        Bell
                            The Crown
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from league.reading.cells import score_in
from league.reading.column_names import plain
from league.reading.days import find_day
from league.reading.match_columns import KEY_OF
from league.reading.match_text import ONLY_VERSUS
from league.reading.tabular import has_word, text_lines
from league.reading.values import SheetLine, SourceSheet

FEWEST = 2  # matches, from which on a text is one of such blocks
MOST_LINES = 7  # of a match, headings and days counted in
A_SCORE = re.compile(r"\d{1,3}(?:½|\.5)?\s*[-–]\s*\d{1,3}(?:½|\.5)?|[PAHV]\s?[-–]\s?[PAWV]")


def as_table(sheet: SourceSheet) -> SourceSheet:
    """The sheet with a line for each match; as it was where its matches do not stand so."""
    if any(len(line.cells) > 1 for line in sheet.lines):
        return sheet
    lines = [line for line in text_lines(sheet) if line.cells[0].strip()]
    middles = _middles([line.cells[0].strip() for line in lines])
    if len(middles) < FEWEST or MOST_LINES * len(middles) < len(lines):
        return sheet
    # How many lines of each match stand before its teams, its day, and behind them, its venue: none or one.
    before = int(all(middle > 1 and find_day(lines[middle - 2].cells[0]) for middle in middles))
    gaps = {after - middle - 3 for middle, after in pairwise(middles)}
    last = len(lines) - middles[-1] - 2
    behind = int(gaps == {before + 1} and last == 1)
    rows = list(lines)
    for middle in reversed(middles):
        start, end = middle - 1 - before, middle + 2 + behind
        cells = tuple(line.cells[0].strip() for line in lines[start:end])
        rows[start:end] = [SheetLine(lines[start].number, cells)]
    kept = (line for line in rows if len(line.cells) > 1 or plain(line.cells[0]) not in KEY_OF)
    return replace(sheet, lines=tuple(kept), text="")


def _middles(texts: Sequence[str]) -> list[int]:
    """Where a VS or a score stands between two names; nowhere where one stands otherwise."""
    middles = [at for at, text in enumerate(texts) if ONLY_VERSUS.fullmatch(text) or A_SCORE.fullmatch(text)]
    named = [at for at in middles if 0 < at < len(texts) - 1 and _is_name(texts[at - 1]) and _is_name(texts[at + 1])]
    return named if named == middles and all(after - at > 2 for at, after in pairwise(middles)) else []


def _is_name(text: str) -> bool:
    return has_word(text) and find_day(text) is None and score_in(text) is None and len(text) <= 60
