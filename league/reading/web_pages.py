"""Tables of a web page, as a browser saves it or as its source is pasted."""

import re
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from lxml import etree, html

from league.reading.days import find_day
from league.reading.texts import read_table
from league.reading.values import (
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_SHEETS,
    CellCounter,
    NotReadableError,
    SheetLine,
    SourceSheet,
)

PAGE = re.compile(r"(?i)<\s*(?:!doctype html|html|table|tbody|thead|body|head|div|tr|td|th|p|h[1-6]|ul|ol)\b")
ROW = re.compile(r"(?i)<tr\b")
LOOKED_AT = 5_000  # letters, for the beginning of a page
MAX_SPAN = 200
IGNORED = ("script", "style", "noscript", "template", "svg", "head", "title", "select", "button", "iframe", "object")
BLOCKS = frozenset(
    ("p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "br", "pre", "dt", "dd", "section", "article", "table")
)
TOOLTIPS = ("title", "data-original-title", "data-bs-original-title", "data-title", "data-tooltip", "aria-label", "alt")
HIDDEN = re.compile(r"(?i)display\s*:\s*none|visibility\s*:\s*hidden")
NO_NAME = re.compile(r"(?i)(?:last )?updated?\b|printed\b|page \d|back to|click")
ICON = re.compile(r"(?i)\b(?:icon|logo|image|img|symbol)\b")
HEADINGS = ("h1", "h2", "h3")
NAMED = 80  # letters of the name of a sheet


def is_web_page(text: str) -> bool:
    return text.lstrip()[:1] == "<" and bool(PAGE.search(text[:LOOKED_AT]))


def read_web_page(text: str) -> tuple[SourceSheet, ...]:
    """Every table with two rows and two columns; the text of the page where it has none. Nothing is fetched."""
    root = _parsed(text)
    counter, sheets, titles = CellCounter(), [], []
    for table in root.iter("table"):
        if table.find(".//table") is not None:
            continue  # a table that holds tables is there for the layout
        rows = list(_rows(table))
        if len(rows) > 1 and max(len(row) for row in rows) > 1:
            names = list(_names_of(table))
            name = next((text for text, own in names if own), "")
            sheets.append(SourceSheet(name, counter.lines(enumerate(_with_icons(table, rows), start=1))))
            titles.append(next((text for text, _ in names if not find_day(text)), ""))
        if len(sheets) > MAX_SHEETS:
            raise NotReadableError(
                f"The page has more than {MAX_SHEETS} tables. Copy those that matter, and paste them."
            )
    sheets = _with_days_above(sheets, titles)
    if any(sheet.lines for sheet in sheets):
        return tuple(sheet for sheet in sheets if sheet.lines)
    return (read_table(_text_of(root, "\n")),)


def _parsed(text: str) -> html.HtmlElement:
    if len(ROW.findall(text)) > 2 * MAX_ROWS:
        raise NotReadableError(f"The page has more than {MAX_ROWS} rows. Import it in parts.")
    parser = html.HTMLParser(no_network=True, remove_comments=True, remove_pis=True, recover=True, huge_tree=False)
    try:
        root = html.document_fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text), parser=parser)
    except (etree.ParserError, ValueError, AssertionError):
        raise NotReadableError("The web page cannot be read. Copy its table in the browser, and paste it.") from None
    if any("depth" in error.message for error in parser.error_log):
        raise NotReadableError("The page is nested too deeply. Copy its table in the browser, and paste it.")
    etree.strip_elements(root, *IGNORED, with_tail=False)
    for node in [node for node in root.iter() if "hidden" in node.attrib or HIDDEN.search(node.get("style", ""))]:
        if node.getparent() is not None:
            node.drop_tree()
    return root


def _rows(table: html.HtmlElement) -> Iterator[list[str]]:
    """The cells of each row, what spans rows and columns in each of them; a row of one cell has it once."""
    below: dict[int, tuple[str, int]] = {}
    total = 0
    for number, row in enumerate(table.iter("tr")):
        if number > MAX_ROWS:
            raise NotReadableError(f"A table has more than {MAX_ROWS} rows. Import it in parts.")
        cells: list[str] = []
        parts = [part for part in row if part.tag in ("td", "th")]
        for part in parts:
            _fill(cells, below)
            text = _text_of(part, " ") or _tooltip(part)
            across, down = _span(part, "colspan"), _span(part, "rowspan")
            for _ in range(across if len(parts) > 1 else 1):
                if down > 1:
                    below[len(cells)] = (text, down - 1)
                cells.append(text)
            if len(cells) > MAX_COLUMNS:
                raise NotReadableError(f"A table has more than {MAX_COLUMNS} columns. Copy those that matter.")
        _fill(cells, below)
        total += len(cells)
        if total > MAX_CELLS:
            raise NotReadableError(f"A table has more than {MAX_CELLS} cells. Import it in parts.")
        yield cells


def _fill(cells: list[str], below: dict[int, tuple[str, int]]) -> None:
    while len(cells) in below:
        text, left = below.pop(len(cells))
        if left > 1:
            below[len(cells)] = (text, left - 1)
        cells.append(text)


def _span(cell: html.HtmlElement, name: str) -> int:
    written = str(cell.get(name, "1")).strip()
    return min(max(int(written), 1), MAX_SPAN) if written.isascii() and written.isdigit() and len(written) < 6 else 1


def _text_of(part: html.HtmlElement, between: str) -> str:
    pieces: list[str] = []
    for event, node in etree.iterwalk(part, events=("start", "end")):
        block = node.tag in BLOCKS
        if event == "start":
            pieces += [between if block else "", node.text or ""]
        else:
            pieces += [between if block and node.tag != "br" else "", "" if node is part else node.tail or ""]
    lines = "".join(pieces).splitlines() if between == "\n" else ["".join(pieces)]
    return "\n".join(line for line in (" ".join(line.split()) for line in lines) if line)


def _tooltip(part: html.HtmlElement) -> str:
    """What a pointer that rests on a cell or its icon is told, and a reader who does not see it."""
    for node in part.iter():
        for name in TOOLTIPS:
            written = str(node.get(name, "")).strip()
            if written and written not in ("true", "false"):
                return " ".join(re.sub(r"<[^>]{0,200}>", " ", written).split())
    return ""


def _with_icons(table: html.HtmlElement, rows: list[list[str]]) -> list[list[str]]:
    """The rows, with what icons say in a column of its own and as headings, where that tells rows apart."""
    parts = [[part for part in row if part.tag in ("td", "th")] for row in table.iter("tr")]
    below = next((row for row in parts[1:] if len(row) == len(rows[0])), [])
    for at, (heading, part) in enumerate(zip(rows[0], below, strict=False)):
        image = part.find(".//img")
        if not heading and image is not None and not _text_of(part, " "):
            rows[0][at] = " ".join(ICON.sub("", str(image.get("alt", ""))).split())
    icons = [[_tooltip(image) for part in row if _text_of(part, " ") for image in part.iter("img")] for row in parts]
    tooltips = [" ".join(filter(None, texts)) for texts in icons]
    if any(tooltips[1:]) and len(set(tooltips)) * 2 <= len(tooltips):
        width = max(map(len, rows))
        return [[*row, *[""] * (width - len(row)), text] for row, text in zip(rows, tooltips, strict=True)]
    return rows


def _names_of(table: html.HtmlElement) -> Iterator[tuple[str, bool]]:
    """The caption of a table and the short texts above it, the nearest first, and whether they are its own.

    Above another table stand headings of the page, which may be of both.
    """
    caption = table.find("caption")
    if caption is not None and (text := _text_of(caption, " ")):
        yield text[:NAMED], True
    node, own = table, True
    while node is not None:
        for above in node.itersiblings(preceding=True):
            own = own and above.tag != "table" and above.find(".//table") is None
            text = _text_of(above, " ") if own or above.tag in HEADINGS else ""
            if text and len(text) <= NAMED and not NO_NAME.match(text):
                yield text, own
        node = node.getparent()
        text = " ".join((node.text or "").split()) if own and node is not None else ""
        if text and len(text) <= NAMED:
            yield text, own


def _with_days_above(sheets: list[SourceSheet], titles: list[str]) -> list[SourceSheet]:
    """The tables, those that have a night each as one, with the day above the rows of each: "Tue 16 Sep 2025"."""
    joined: list[SourceSheet] = []
    of_days = (find_day(sheet.name) is not None for sheet in sheets)
    for (title, of_day), group in groupby(zip(titles, of_days, sheets, strict=True), key=itemgetter(0, 1)):
        tables = [sheet for _, _, sheet in group]
        if not of_day or len(tables) < 2:
            joined += tables
            continue
        rows = [cells for sheet in tables for cells in ((sheet.name,), *(line.cells for line in sheet.lines))]
        lines = (SheetLine(number, cells) for number, cells in enumerate(rows, start=1))
        joined.append(SourceSheet(title, tuple(lines)))
    return joined


def text_without(page: str, parts: str) -> str:
    root = _parsed(page)
    for part in root.xpath(parts):
        if part.getparent() is not None:
            part.drop_tree()
    return _text_of(root, "\n")
