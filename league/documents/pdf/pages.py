"""Finished PDFs of this package whose pages are counted, joined, numbered, and put on sheets of paper to be folded.

For background jobs: reading and writing with pypdf takes seconds for a booklet.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from typing import Any

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import ContentStream, DictionaryObject, IndirectObject, NameObject

POINTS = 72 / 25.4  # to a millimetre
FOR_SCREEN_READERS = ("/StructTreeRoot", "/MarkInfo", "/Metadata")
# A screen reader passes over an artifact: nobody wants to hear the number of a page in the middle of a sentence.
ARTIFACT = b"/Artifact <</Type /Pagination>> BDC q %b Do Q EMC"


def page_count(pdf: bytes) -> int:
    return len(PdfReader(BytesIO(pdf)).pages)


def join_pdfs(parts: Iterable[bytes]) -> bytes:
    """All parts one after another, with their headings and the title of the first; b"" if there are none.

    A single part stays as it is. Several lose what is for screen readers, which pypdf would keep of the first alone:
    what is to be read aloud is joined before it is written (`write_pdf`).
    """
    rest = iter(parts)
    first, second = next(rest, b""), next(rest, None)
    if second is None:
        return first
    writer = PdfWriter(clone_from=BytesIO(first))
    for key in FOR_SCREEN_READERS:
        writer.root_object.pop(key, None)
    for part in chain((second,), rest):
        writer.append(BytesIO(part))
    return _written(writer)


def number_pages(pdf: bytes, numbers: bytes) -> bytes:
    writer = PdfWriter(BytesIO(pdf), incremental=True)  # what is written anew is three times as large
    writer.add_metadata({"/Producer": "WeasyPrint, pypdf"})  # unchanged, the title would not be found any more
    for page, number in zip(writer.pages, PdfReader(BytesIO(numbers)).pages, strict=False):
        drawing = _drawing(writer, number)
        name = NameObject(f"/Number{drawing.idnum}")
        resources: Any = page["/Resources"].get_object()
        resources["/XObject"].get_object()[name] = drawing
        text: Any = page.get_contents()
        _draw_on(page, b"q\n%b\nQ %b" % (text.get_data(), ARTIFACT % name.encode()))
    return _written(writer)


def _written(writer: PdfWriter) -> bytes:
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _drawing(writer: PdfWriter, page: PageObject) -> IndirectObject:
    """A page of another document as a drawing that can be put anywhere on pages of this one."""
    contents: Any = page["/Contents"].get_object()
    form: Any = contents.clone(writer)
    form[NameObject("/Type")], form[NameObject("/Subtype")] = NameObject("/XObject"), NameObject("/Form")
    form[NameObject("/BBox")] = page.mediabox
    resources: Any = page.raw_get("/Resources")
    form[NameObject("/Resources")] = resources.clone(writer)
    return form.indirect_reference


def _draw_on(page: PageObject, program: bytes) -> None:
    content = ContentStream(None, None)
    content.set_data(program)
    page.replace_contents(content)
    page.compress_content_streams()


# --- sheets to be folded ----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Folding:
    """A sheet of so many millimetres with two pages side by side, `rows` times; `page` is the size of one.

    `flip` is the edge over which the printer turns the sheet, in the words of a PDF.
    """

    sheet: tuple[float, float]
    page: tuple[float, float]
    rows: int
    flip: str

    @property
    def together(self) -> int:
        return 4 * self.rows


# A5 pages on A4 to be folded once; A6 pages on A4 to be cut across the middle, put together and folded.
FOLDINGS = {
    "a5": Folding(sheet=(297.0, 210.0), page=(148.5, 210.0), rows=1, flip="/DuplexFlipShortEdge"),
    "a6": Folding(sheet=(210.0, 297.0), page=(105.0, 148.5), rows=2, flip="/DuplexFlipLongEdge"),
}


def places(pages: int, folding: Folding) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The pages of each side of each sheet: a pair (left, right) for each row, top row first.

    Pages count from 1, and are as many as whole sheets take. Sides follow as they are printed: front, back, front.
    Of sheets that are cut, the lower halves are the inner ones: put inside the upper ones as they lie, they are one
    booklet.
    """
    if pages % folding.together:
        raise ValueError(f"{pages} pages do not fill whole sheets of {folding.together}.")
    sheets = pages // folding.together
    sides: list[tuple[tuple[int, int], ...]] = []
    for sheet in range(sheets):
        leaves = [sheet + row * sheets for row in range(folding.rows)]
        sides.append(tuple((pages - 2 * leaf, 2 * leaf + 1) for leaf in leaves))
        sides.append(tuple((2 * leaf + 2, pages - 2 * leaf - 1) for leaf in leaves))
    return tuple(sides)


def impose(pdf: bytes, folding: Folding) -> bytes:
    """The pages on sheets to be printed on both sides: unscaled, and without their links. They fill whole sheets."""
    pages = PdfReader(BytesIO(pdf))
    writer = PdfWriter()
    drawings = [_drawing(writer, page) for page in pages.pages]
    for side in places(len(drawings), folding):
        sheet = writer.add_blank_page(*(length * POINTS for length in folding.sheet))
        named = {NameObject(f"/P{number}"): drawings[number - 1] for pair in side for number in pair}
        sheet[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): DictionaryObject(named)})
        _draw_on(sheet, "\n".join(_program(folding, side, pages)).encode())
    writer.add_metadata(pages.metadata or {})
    printing: Any = writer.create_viewer_preferences()
    printing.print_scaling, printing.duplex = "/None", folding.flip
    return _written(writer)


def _program(folding: Folding, side: tuple[tuple[int, int], ...], pages: PdfReader) -> Iterator[str]:
    """One side of a sheet: its marks, and each page in the middle of its place."""
    yield from ("q 0.5 G 0.4 w", *_mark_lines(folding), "Q")
    width, height = (length * POINTS for length in folding.page)
    for row, pair in enumerate(side):
        for column, number in enumerate(pair):
            box = pages.pages[number - 1].mediabox
            x = column * width + (width - float(box.width)) / 2
            y = (folding.rows - 1 - row) * height + (height - float(box.height)) / 2
            yield f"q 1 0 0 1 {x:.3f} {y:.3f} cm /P{number} Do Q"


def _mark_lines(folding: Folding) -> Iterator[str]:
    """Short grey lines at the edges: where it is folded and, dashed, where it is cut."""
    width, height = (length * POINTS for length in folding.sheet)
    long, middle = 4 * POINTS, width / 2
    for row in range(folding.rows + 1):
        edge = height * row / folding.rows
        for start, end in ((edge, edge + long), (edge - long, edge)):
            if start >= 0 and end <= height + 0.01:
                yield f"{middle:.3f} {start:.3f} m {middle:.3f} {end:.3f} l S"
    for row in range(1, folding.rows):
        cut = height * row / folding.rows
        yield f"[3 3] 0 d 0 {cut:.3f} m {width:.3f} {cut:.3f} l S"
