"""Whether a sheet is a plain list of one kind, whose columns can be matched as they stand."""

from collections.abc import Sequence

from league.exchange.choices import WITH_DIVISION, ImportKind
from league.exchange.values.columns import missing_columns
from league.exchange.values.kept_readings import TAKEN_FROM
from league.exchange.values.scores import has_score
from league.reading.columns import columns_of, match_columns, split_heading
from league.reading.divisions import DIVISION
from league.reading.values import Content, Reading, ReadRow, SheetLine, SourceSheet

LAYOUT = "plain_list"
LEAST = 0.5  # how sure it must be to be offered: about half of the headings are known
WITHOUT_LAYOUT = (ImportKind.DEDUCTIONS,)


def is_plain_list(kind: ImportKind, sheet: SourceSheet) -> bool:
    """One row of known headings, and below it only rows of that kind: no headings between them, no division above."""
    if kind is ImportKind.RECORDS:  # "Won" is a number in one list, and a word in the next
        return False
    heading, rows = split_heading(kind, sheet.lines)
    matching = match_columns(kind, heading)
    if len(rows) == len(sheet.lines) or DIVISION.search(sheet.name) or missing_columns(kind, matching):
        return False
    if kind is ImportKind.RESULTS and not has_score(matching):
        return False
    return not any(_is_heading(row, matches=kind in WITH_DIVISION) for row in rows)


def _is_heading(row: SheetLine, *, matches: bool) -> bool:
    """Whether one cell stands alone, where a match has several, or names a division."""
    filled = [cell for cell in row.cells if cell]
    return len(filled) == 1 and (matches or DIVISION.search(filled[0]) is not None)


def plain_readings(sheet: SourceSheet, others: Sequence[Reading]) -> list[Reading]:
    """The sheet as a plain list of the kinds that no layout took it for: of those without a layout of their own, and
    of all where no layout is sure of it.
    """
    sure = any(reading.sure >= TAKEN_FROM for reading in others)
    kinds = WITHOUT_LAYOUT if sure else tuple(ImportKind)
    contents = {reading.content.value for reading in others}
    lists = (_reading(kind, sheet) for kind in kinds if kind.value not in contents and is_plain_list(kind, sheet))
    return [reading for reading in lists if reading.sure >= LEAST]


def _reading(kind: ImportKind, sheet: SourceSheet) -> Reading:
    heading, lines = split_heading(kind, sheet.lines)
    matching = {key: at for key, at in match_columns(kind, heading).items() if key in _keys(kind)}
    rows = tuple(
        ReadRow(line.number, " | ".join(filter(None, line.cells)), values)
        for line in lines
        if (values := {key: line.cells[at] for key, at in matching.items() if at < len(line.cells) and line.cells[at]})
    )
    named = sum(not name.startswith("Column ") for name in heading) or 1
    return Reading(LAYOUT, Content(kind.value), f"a plain list of {kind.label.lower()}", rows,
                   sure=round(0.9 * len(matching) / named, 3))  # fmt: skip


def _keys(kind: ImportKind) -> set[str]:
    return {column.key for column in columns_of(kind)}
