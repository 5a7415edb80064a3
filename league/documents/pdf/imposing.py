"""Pages that are drawn, put on sheets of paper to be folded: the only module beside joining that knows pypdf.

Knows in what order pages stand on a sheet, so that a pile printed on both sides, cut and folded once, reads from the
first page to the last. Refuses to know what is on them. A page becomes a drawing on its sheet: nothing is scaled, and
nothing of it is read but its letters' own program. Links do not survive, which paper has no use for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from typing import Any

POINTS = 72 / 25.4  # to a millimetre
A4 = (210.0, 297.0)


@dataclass(frozen=True, slots=True)
class Plan:
    """A sheet of so many millimetres with two pages side by side, `rows` times; `page` is the size of one.

    `flip` is the edge over which the printer turns the sheet, in the words of a PDF.
    """

    sheet: tuple[float, float]
    page: tuple[float, float]
    rows: int
    flip: str

    @property
    def together(self) -> int:
        """How many pages one sheet of paper takes on its two sides."""
        return 4 * self.rows


class Folding(Enum):
    """A5 pages on A4 to be folded once; A6 pages on A4 to be cut across the middle, put together and folded."""

    A5 = Plan(sheet=(A4[1], A4[0]), page=(148.5, 210.0), rows=1, flip="/DuplexFlipShortEdge")
    A6 = Plan(sheet=A4, page=(105.0, 148.5), rows=2, flip="/DuplexFlipLongEdge")


def places(pages: int, folding: Folding) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The pages of each side of each sheet: a pair (left, right) for each row, top row first.

    Pages count from 1, and are as many as whole sheets take. Sides follow as they are printed: front, back, front.
    Of sheets that are cut, the lower halves are the inner ones: put inside the upper ones as they lie, they are one
    booklet.
    """
    plan = folding.value
    if pages % plan.together:
        raise ValueError(f"{pages} pages do not fill whole sheets of {plan.together}.")
    sheets = pages // plan.together
    leaves = [[sheet + row * sheets for row in range(plan.rows)] for sheet in range(sheets)]
    sides: list[tuple[tuple[int, int], ...]] = []
    for there in leaves:
        sides.append(tuple((pages - 2 * leaf, 2 * leaf + 1) for leaf in there))
        sides.append(tuple((2 * leaf + 2, pages - 2 * leaf - 1) for leaf in there))
    return tuple(sides)


def impose(pdf: bytes, folding: Folding) -> bytes:
    """The same pages on sheets to be printed on both sides. As many pages are needed as whole sheets take."""
    from pypdf import PdfReader, PdfWriter  # slow import
    from pypdf.generic import ArrayObject, DictionaryObject, NameObject

    source, plan = PdfReader(BytesIO(pdf)), folding.value
    writer = PdfWriter()
    wide, high = (side * POINTS for side in plan.sheet)
    for side in places(len(source.pages), folding):
        sheet = writer.add_blank_page(wide, high)
        drawn, program = DictionaryObject(), [_marks(plan)]
        for row, pair in enumerate(side):
            for column, number in enumerate(pair):
                name = NameObject(f"/P{number}")
                drawn[name] = _drawing(writer, source.pages[number - 1])
                program.append(_put(name, plan, row, column, source.pages[number - 1]))
        sheet[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): drawn})
        sheet[NameObject("/Contents")] = ArrayObject([_stream(writer, "\n".join(program).encode())])
    _told(writer, source, plan)
    return _written(writer)


def lay_over(pdf: bytes, over: bytes) -> bytes:
    """Each page with the page of the same number of another document drawn upon it; links and outline stay."""
    from pypdf import PdfReader, PdfWriter  # slow import
    from pypdf.generic import ArrayObject, DictionaryObject, NameObject

    writer = PdfWriter(clone_from=PdfReader(BytesIO(pdf)))
    above = PdfReader(BytesIO(over)).pages
    assert len(above) == len(writer.pages), "as many pages above as below"
    name = NameObject("/Over")
    before, after = _stream(writer, b"q"), _stream(writer, b"Q q /Over Do Q")
    for page, drawn in zip(writer.pages, above, strict=True):
        own: Any = page["/Resources"].get_object()
        known: Any = own.get("/XObject", DictionaryObject()).get_object()
        both = DictionaryObject({**known, name: _drawing(writer, drawn)})
        page[NameObject("/Resources")] = DictionaryObject({**own, NameObject("/XObject"): both})
        held: Any = page.raw_get("/Contents")
        programs = list(held.get_object()) if isinstance(held.get_object(), ArrayObject) else [held]
        page[NameObject("/Contents")] = ArrayObject([before, *programs, after])
    return _written(writer)


def page_count(pdf: bytes) -> int:
    from pypdf import PdfReader  # slow import

    return len(PdfReader(BytesIO(pdf)).pages)


def headings(pdf: bytes) -> tuple[tuple[str, int], ...]:
    """The headings of the first order, each with its page, from 1."""
    from pypdf import PdfReader  # slow import

    read = PdfReader(BytesIO(pdf))
    found = ((each, read.get_destination_page_number(each)) for each in read.outline if not isinstance(each, list))
    return tuple((str(each.title), page + 1) for each, page in found if page is not None)


# --- the parts of a sheet ---------------------------------------------------------------------------------------
def _drawing(writer: Any, page: Any) -> Any:
    """A page as a drawing that can be put anywhere, with its letters and pictures."""
    from pypdf.generic import ArrayObject, FloatObject, NameObject, StreamObject

    form = StreamObject()
    form.set_data(page.get_contents().get_data())
    form[NameObject("/Type")] = NameObject("/XObject")
    form[NameObject("/Subtype")] = NameObject("/Form")
    form[NameObject("/BBox")] = ArrayObject([FloatObject(each) for each in page.mediabox])
    form[NameObject("/Resources")] = page["/Resources"].get_object().clone(writer)
    return writer._add_object(form.flate_encode())  # noqa: SLF001 -- the documented way to add a stream


def _put(name: str, plan: Plan, row: int, column: int, page: Any) -> str:
    """Put a page into the middle of its place, rows from the top."""
    wide, high = (side * POINTS for side in plan.page)
    x = column * wide + (wide - float(page.mediabox.width)) / 2
    y = (plan.rows - 1 - row) * high + (high - float(page.mediabox.height)) / 2
    return f"q 1 0 0 1 {x:.3f} {y:.3f} cm {name} Do Q"


def _marks(plan: Plan) -> str:
    """Short grey lines at the edges: where it is folded and, dashed, where it is cut."""
    return "\n".join(["q 0.5 G 0.4 w", *_mark_lines(plan), "Q"])


def _mark_lines(plan: Plan) -> Iterator[str]:
    wide, high = (side * POINTS for side in plan.sheet)
    long, middle = 4 * POINTS, wide / 2
    for row in range(plan.rows + 1):
        edge = high * row / plan.rows
        for start, end in ((edge, edge + long), (edge - long, edge)):
            if start >= 0 and end <= high + 0.01:
                yield f"{middle:.3f} {start:.3f} m {middle:.3f} {end:.3f} l S"
    for row in range(1, plan.rows):
        cut = high * row / plan.rows
        yield f"[3 3] 0 d 0 {cut:.3f} m {wide:.3f} {cut:.3f} l S"


def _told(writer: Any, source: Any, plan: Plan) -> None:
    """What the printer is to do with it, and its title."""
    writer.create_viewer_preferences()
    writer.viewer_preferences.print_scaling = "/None"
    writer.viewer_preferences.duplex = plan.flip
    if source.metadata:
        writer.add_metadata({key: str(value) for key, value in source.metadata.items() if key in {"/Title", "/Author"}})


def _stream(writer: Any, data: bytes) -> Any:
    from pypdf.generic import DecodedStreamObject

    stream = DecodedStreamObject()
    stream.set_data(data)
    return writer._add_object(stream)  # noqa: SLF001 -- the documented way to add a stream


def _written(writer: Any) -> bytes:
    out = BytesIO()
    writer.write(out)
    return out.getvalue()
