"""Tables of a web page, as a browser saves it or as its source is pasted."""

import re
from collections.abc import Iterator

from lxml import etree, html

from league.reading.limits import MAX_COLUMNS, MAX_ROWS, CellCounter, NotReadableError
from league.reading.texts import read_table
from league.reading.values import SourceSheet

PAGE = re.compile(r"<\s*(?:!doctype html|html|table|body|head|div|tr|td)\b", re.IGNORECASE)
LOOKED_AT = 5_000  # letters, for the beginning of a page
MAX_SPAN = 200
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6", "caption", "p", "b", "strong", "div", "font", "legend")
IGNORED = ("script", "style", "noscript", "template", "svg", "head", "title")
BLOCKS = frozenset(
    ("p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "br", "pre", "dt", "dd", "section", "article")
)
NAMED = 80  # letters of the name of a sheet


def is_web_page(text: str) -> bool:
    return bool(PAGE.search(text[:LOOKED_AT])) and text.lstrip()[:1] == "<"


def read_web_page(text: str) -> tuple[SourceSheet, ...]:
    """Every table with two rows and two columns; the text of the page where it has none. Nothing is fetched."""
    root = _parsed(text)
    room, sheets = CellCounter(), []
    for table in root.iter("table"):
        if table.find(".//table") is not None:
            continue  # a table that holds tables is there for the layout
        rows = list(_rows(table))
        if len(rows) > 1 and max(len(row) for row in rows) > 1:
            sheets.append(SourceSheet(_name_of(table), room.lines(enumerate(rows, start=1))))
    if any(sheet.lines for sheet in sheets):
        return tuple(sheet for sheet in sheets if sheet.lines)
    return (read_table(_text_of_page(root)),)


def _parsed(text: str) -> html.HtmlElement:
    parser = html.HTMLParser(no_network=True, remove_comments=True, remove_pis=True, recover=True, huge_tree=False)
    try:
        root = html.document_fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text), parser=parser)
    except (etree.ParserError, ValueError, AssertionError):
        raise NotReadableError("The web page cannot be read. Copy its table in the browser, and paste it.") from None
    etree.strip_elements(root, *IGNORED, with_tail=False)
    return root


def _rows(table: html.HtmlElement) -> Iterator[list[str]]:
    """The cells of each row, what spans rows and columns in each of them; a row of one cell has it once."""
    below: dict[int, tuple[str, int]] = {}
    for number, row in enumerate(table.iter("tr")):
        if number > MAX_ROWS:
            raise NotReadableError(f"A table has more than {MAX_ROWS} rows. Import it in parts.")
        cells: list[str] = []
        parts = [part for part in row if part.tag in ("td", "th")]
        for part in parts:
            _fill(cells, below)
            text, across, down = _cell(part), _span(part, "colspan"), _span(part, "rowspan")
            for _ in range(across if len(parts) > 1 else 1):
                if down > 1:
                    below[len(cells)] = (text, down - 1)
                cells.append(text)
            if len(cells) > MAX_COLUMNS:
                raise NotReadableError(f"A table has more than {MAX_COLUMNS} columns. Import it in parts.")
        _fill(cells, below)
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


def _cell(cell: html.HtmlElement) -> str:
    """The text of a cell; where it has none, what its icon says."""
    pieces = []
    for node in cell.iter():
        if node.tag in BLOCKS:
            pieces.append(" ")
        pieces += [node.text or ""]
        if node is not cell:
            pieces += [" " if node.tag in BLOCKS else "", node.tail or ""]
    text = " ".join("".join(pieces).split())
    return text or _tooltip(cell)


def _tooltip(cell: html.HtmlElement) -> str:
    for node in (cell, *cell.iterdescendants()):
        for name in ("title", "data-original-title", "data-title", "aria-label", "alt"):
            if written := str(node.get(name, "")).strip():
                return " ".join(html.fromstring(f"<p>{written}</p>").text_content().split())
    return ""


def _name_of(table: html.HtmlElement) -> str:
    """The caption of a table, or the nearest text of a heading above it."""
    caption = table.find("caption")
    if caption is not None and (text := " ".join(caption.text_content().split())):
        return text[:NAMED]
    for above in table.iterancestors():
        if above.tag == "table":
            break
    node = table
    while node is not None:
        for above in node.itersiblings(preceding=True):
            text = (
                ""
                if above.find(".//table") is not None or above.tag == "table"
                else " ".join(above.text_content().split())
            )
            if above.tag == "table" or above.find(".//table") is not None:
                return ""
            if text and len(text) <= NAMED:
                return text
        node = node.getparent()
    return ""


def _text_of_page(root: html.HtmlElement) -> str:
    pieces = []
    for node in root.iter():
        pieces += ["\n" if node.tag in BLOCKS else "", node.text or ""]
        pieces += ["\n" if node.tag in BLOCKS and node.tag != "br" else "", node.tail or ""]
    lines = (" ".join(line.split()) for line in "".join(pieces).splitlines())
    return "\n".join(line for line in lines if line)
