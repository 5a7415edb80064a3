"""Reads workbooks and documents as a program of its own, which is sent the file and prints what is in it as JSON.

A file of a kilobyte can ask its reader for a terabyte (a cell in the last row and column), or never end. That ends
here, by the limits that this process sets itself before it reads anything.
"""

import json
import resource
import sys
from collections.abc import Iterator
from datetime import datetime, time, timedelta
from io import BytesIO
from typing import Any

MAX_MEMORY = 190_000_000  # bytes of address space
MAX_SECONDS = 2  # of the processor
Table = list[tuple[int, list[str]]]


def main(kind: str, rows: int, columns: int) -> None:
    content = sys.stdin.buffer.read()
    sheets = list((document if kind == "document" else workbook)(content, rows, columns))
    json.dump(sheets, sys.stdout)


def workbook(content: bytes, rows: int, columns: int) -> Iterator[tuple[str, Table]]:
    """The visible sheets. What is merged over rows stands in each of them, and once in what is merged over columns."""
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum  # slow import

    book = CalamineWorkbook.from_filelike(BytesIO(content))
    for at, about in enumerate(book.sheets_metadata):
        if about.visible is not SheetVisibleEnum.Visible or about.typ is not SheetTypeEnum.WorkSheet:
            continue
        sheet = book.get_sheet_by_index(at)
        if sheet.start is None:
            continue
        table: Table = []
        for number, values in enumerate(sheet.iter_rows(), start=1):
            cells = [""] * sheet.start[1] + [cell_of(value) for value in values[: columns + 1]]
            if any(cells):
                table.append((number, cells))
            if len(table) > rows + 1:
                break
        yield about.name, filled_down(table, sheet.merged_cell_ranges or ())


def filled_down(table: Table, merged: Any) -> Table:
    cells = dict(table)
    for (top, left), (bottom, _) in merged:
        text = cells.get(top + 1, [])[left : left + 1]
        for number in range(top + 2, min(bottom + 1, table[-1][0]) + 1 if table else 0):
            row = cells.get(number)
            if text and row is not None and left < len(row):
                row[left] = text[0]
    return table


def document(content: bytes, rows: int, columns: int) -> Iterator[tuple[str, Table]]:
    """The tables, each with the paragraph above it for a name; other paragraphs as tables of one cell a line."""
    from docx import Document  # slow import
    from docx.oxml.ns import qn  # slow import

    above: list[str] = []
    for part in Document(BytesIO(content)).element.body.iterchildren(qn("w:p"), qn("w:tbl")):
        if part.tag == qn("w:p"):
            above.append(text_of(part, qn))
            continue
        name = next((text for text in reversed(above) if text.strip()), "")
        if sum(bool(text.strip()) for text in above) > 1 or len(name) > 80:
            yield "", [(number, [text]) for number, text in enumerate(above, start=1)]
        above = []
        for table in part.iter(qn("w:tbl")):  # and the tables in its cells
            yield name[:80], list(enumerate(docx_rows(table, qn, rows, columns), start=1))
    if any(text.strip() for text in above):
        yield "", [(number, [text]) for number, text in enumerate(above, start=1)]


def docx_rows(table: Any, qn: Any, rows: int, columns: int) -> Iterator[list[str]]:
    last: list[str] = []
    for number, row in enumerate(table.iterchildren(qn("w:tr"))):
        cells: list[str] = []
        for cell in row.iterchildren(qn("w:tc")):
            about = cell.find(qn("w:tcPr"))
            span = about.find(qn("w:gridSpan")) if about is not None else None
            merge = about.find(qn("w:vMerge")) if about is not None else None
            text = " ".join(text_of(part, qn) for part in cell.iterchildren(qn("w:p"))).strip()
            if merge is not None and merge.get(qn("w:val")) != "restart" and len(cells) < len(last):
                text = last[len(cells)]
            width = min(int(span.get(qn("w:val"))) if span is not None else 1, columns + 1)
            cells += [text, *[""] * (width - 1)]
            if len(cells) > columns:
                break
        yield cells
        last = cells
        if number > rows:
            break


def text_of(paragraph: Any, qn: Any) -> str:
    parts = {qn("w:tab"): "\t", qn("w:br"): "\n", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-"}
    pieces = (parts.get(node.tag, node.text or "") for node in paragraph.iter(qn("w:t"), *parts))
    return "".join(pieces)


def cell_of(value: Any) -> str:
    """A cell as people typed it: days as 2026-09-21, times as 19:30, whole numbers without a point."""
    match value:
        case bool():
            text = "Yes" if value else "No"
        case float():
            text = str(int(value)) if value.is_integer() else f"{value:.12g}"
        case datetime():
            text = value.strftime("%Y-%m-%d" if value.time() == time() else "%Y-%m-%d %H:%M")
        case time():
            text = value.strftime("%H:%M")
        case timedelta():
            minutes = int(value.total_seconds()) // 60
            text = f"{minutes // 60}:{minutes % 60:02}"
        case _:
            text = "" if value is None else str(value)
    return text


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
