"""A PDF as a screen reader meets it: the tree of its structure, and what it says of itself (ISO 14289-1)."""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise

from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject

WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>')


def sheets(made: bytes) -> Iterator[tuple[float, float, list[tuple[float, float, float, float, str]]]]:
    """How wide and how high each sheet is as another reader has it, and its words with the box that each stands in."""
    told = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=made, capture_output=True, check=True).stdout.decode()
    for wide, high, page in re.findall(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', told, re.DOTALL):
        yield float(wide), float(high), [(*map(float, box), word) for *box, word in WORD.findall(page)]


@dataclass(frozen=True)
class Element:
    """One element: what it is ("H1", "TD"), how it is told in words if it is a picture, and those within it."""

    kind: str
    held: DictionaryObject
    within: tuple["Element", ...]

    def all(self, *kinds: str) -> Iterator["Element"]:
        """This and everything within it, in the order of reading."""
        if not kinds or self.kind in kinds:
            yield self
        for each in self.within:
            yield from each.all(*kinds)

    @property
    def alt(self) -> str:
        return str(self.held.get("/Alt", ""))

    @property
    def name(self) -> str:
        return str(self.held.get("/ID", ""))

    @property
    def headers(self) -> tuple[str, ...]:
        """The names of the headers of a cell."""
        return tuple(map(str, self.held["/A"].get("/Headers", ())))


def structure(pdf: PdfReader) -> Element:
    """The whole tree."""
    (top,) = pdf.root_object["/StructTreeRoot"]["/K"]
    return _element(top)


def faults(made: bytes) -> list[str]:
    """What a document lacks that is to be read aloud."""
    pdf = PdfReader(BytesIO(made))
    catalog = pdf.root_object
    if "/StructTreeRoot" not in catalog:
        return ["no structure"]
    told = {
        "marked": bool(catalog["/MarkInfo"]["/Marked"]),
        "language": catalog.get("/Lang") == "en-GB",
        "title shown": bool(catalog["/ViewerPreferences"]["/DisplayDocTitle"]),
        "title": bool(pdf.metadata.title),
        "says what it is": b'pdfuaid:part="1"' in catalog["/Metadata"].get_data(),
    }
    top = structure(pdf)
    told |= {
        "pictures have words": all(each.alt for each in top.all("Figure")),
        "headings in order": _in_order([int(each.kind[1]) for each in top.all("H1", "H2", "H3", "H4", "H5", "H6")]),
        "tables have headers": all(any(each.all("TH")) for each in top.all("Table")),
        "names are used once": _once([each.name for each in top.all("TH")]),
        "headers are there": {name for cell in top.all("TD") for name in cell.headers}
        <= {each.name for each in top.all("TH")},
        "every piece of a page has its place": all(_placed(pdf, page) for page in pdf.pages),
    }
    return [what for what, there in told.items() if not there]


def _element(held) -> Element:
    read = held.get_object()
    kids = read.get("/K", [])
    kids = kids if isinstance(kids, list) else [kids]
    within = (each for each in kids if isinstance(each, (IndirectObject, DictionaryObject)))
    known = (each for each in within if each.get_object().get("/Type") == "/StructElem")
    return Element(str(read["/S"])[1:], read, tuple(map(_element, known)))


def _in_order(levels: list[int]) -> bool:
    """Whether the first heading, if there is one, is of the first order, and none is skipped on the way down."""
    return levels[:1] in ([], [1]) and all(b <= a + 1 for a, b in pairwise(levels))


def _once(names: list[str]) -> bool:
    return len(set(names)) == len(names)


def _placed(pdf: PdfReader, page) -> bool:
    """Whether each marked piece of a page leads to an element of the same page."""
    numbers = pdf.root_object["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    parents = dict(zip(numbers[::2], numbers[1::2], strict=True))[page["/StructParents"]].get_object()
    marked = page.get_contents().get_data().count(b"/MCID")
    return len(parents) == marked and all(each.get_object()["/Pg"] == page for each in parents)
