"""Pages that are drawn, put on sheets of paper to be folded.

Knows in what order pages stand on a sheet, so that a pile printed on both sides, cut and folded once, reads from the
first page to the last. Refuses to know what is on them. A page becomes a drawing on its sheet: nothing is scaled, and
nothing of it is read but its letters' own program. Links do not survive, which paper has no use for.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import IO

from pypdf import PageObject
from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, IndirectObject

from league.documents.pdf.joiner import document_info, page_drawing
from league.documents.pdf.writer import ImportedPdf, NewPdf, name, pdf_dict, ref, stream

POINTS = 72 / 25.4  # to a millimetre
A4 = (210.0, 297.0)


@dataclass(frozen=True, slots=True)
class SheetPlan:
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

    A5 = SheetPlan(sheet=(A4[1], A4[0]), page=(148.5, 210.0), rows=1, flip="DuplexFlipShortEdge")
    A6 = SheetPlan(sheet=A4, page=(105.0, 148.5), rows=2, flip="DuplexFlipLongEdge")


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


def impose(parts: Iterable[bytes], folding: Folding, out: IO[bytes], over: bytes) -> int:
    """Write the pages of all parts on sheets to be printed on both sides, each with its page of `over` upon it.

    As many pages are needed as whole sheets take. Says how many sides there are to print.
    """
    new, plan = NewPdf(out), folding.value
    catalog, tree = new.number(), new.number()
    above = ImportedPdf(new, over)
    pages: list[_PlacedPage] = []
    about = pdf_dict()
    for part in parts:
        moving = ImportedPdf(new, part)
        about = about or document_info(moving)
        pages += [
            _PlacedPage.of(new, moving, page, above, upon)
            for page, upon in zip(moving.reader.pages, above.reader.pages[len(pages) :], strict=False)
        ]
        moving.bring()
    above.bring()
    sheets = ArrayObject(_sheet(new, plan, tree, side, pages) for side in places(len(pages), folding))
    new.put(tree, pdf_dict(Type=name("Pages"), Kids=sheets, Count=len(sheets)))
    printing = pdf_dict(PrintScaling=name("None"), Duplex=name(plan.flip))
    new.put(catalog, pdf_dict(Type=name("Catalog"), Pages=ref(tree), ViewerPreferences=printing))
    new.end(catalog, new.add(about))
    return len(sheets)


# --- the parts of a sheet ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _PlacedPage:
    """A page as two drawings, one upon the other, and its size in points."""

    drawings: tuple[IndirectObject, IndirectObject]
    wide: float
    high: float

    @classmethod
    def of(
        cls, new: NewPdf, moving: ImportedPdf, page: PageObject, above: ImportedPdf, upon: PageObject
    ) -> "_PlacedPage":
        wide, high = float(page.mediabox.width), float(page.mediabox.height)
        return cls((page_drawing(new, moving, page), page_drawing(new, above, upon)), wide, high)


def _sheet(
    new: NewPdf, plan: SheetPlan, tree: int, side: tuple[tuple[int, int], ...], pages: list[_PlacedPage]
) -> IndirectObject:
    """One side of a sheet of paper."""
    drawings, program = DictionaryObject(), [_marks(plan)]
    for row, pair in enumerate(side):
        for column, number in enumerate(pair):
            page = pages[number - 1]
            drawings.update({name(f"P{number}"): page.drawings[0], name(f"N{number}"): page.drawings[1]})
            program.append(_place_page(number, plan, row, column, page))
    box = ArrayObject(map(FloatObject, (0, 0, *(side * POINTS for side in plan.sheet))))
    sheet = pdf_dict(Type=name("Page"), Parent=ref(tree), MediaBox=box, Resources=pdf_dict(XObject=drawings))
    sheet[name("Contents")] = new.add(stream("\n".join(program).encode()))
    return new.add(sheet)


def _place_page(number: int, plan: SheetPlan, row: int, column: int, page: _PlacedPage) -> str:
    """Put a page into the middle of its place, rows from the top."""
    wide, high = (side * POINTS for side in plan.page)
    x = column * wide + (wide - page.wide) / 2
    y = (plan.rows - 1 - row) * high + (high - page.high) / 2
    return f"q 1 0 0 1 {x:.3f} {y:.3f} cm /P{number} Do /N{number} Do Q"


def _marks(plan: SheetPlan) -> str:
    """Short grey lines at the edges: where it is folded and, dashed, where it is cut."""
    return "\n".join(["q 0.5 G 0.4 w", *_mark_lines(plan), "Q"])


def _mark_lines(plan: SheetPlan) -> Iterator[str]:
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
