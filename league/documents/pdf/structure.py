"""What a PDF tells beside its pages, joined from several: its headings, and what a screen reader is told (PDF/UA).

Each part was a document of its own, whose headings, tables and pictures were numbered from the first. In the whole it
is one part of the document, and its numbers go on from those of the part before.
"""

from dataclasses import dataclass
from typing import Any

from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NullObject,
    NumberObject,
    TextStringObject,
)

from league.documents.pdf.writer import ImportedPdf, NewPdf, name, pdf_dict, ref


class Structure:
    """The tree that a screen reader follows. Nothing of it is left if one of the parts has none."""

    def __init__(self, new: NewPdf) -> None:
        self._new, self._root, self._document = new, new.number(), new.number()
        self._complete, self._parts, self._known = True, 0, 0
        self._tops, self._parents = ArrayObject(), ArrayObject()

    def mend(self, value: DictionaryObject) -> None:
        """Numbers and names that were the only ones of their document are told apart from those of the parts before."""
        for key in ("StructParents", "StructParent"):
            if f"/{key}" in value:
                value[name(key)] = NumberObject(int(value[f"/{key}"]) + self._known)  # type: ignore[call-overload]
        if "/Headers" in value:
            headers: Any = value["/Headers"]
            value[name("Headers")] = ArrayObject(map(self._own, headers))
        if value.get("/Type") == "/StructElem" and "/ID" in value:
            value[name("ID")] = self._own(value["/ID"])

    def add(self, moving: ImportedPdf) -> int:
        """Bring over what a part says of itself, all but its pages; how many numbers it takes."""
        self._parts += 1
        catalog: Any = moving.reader.root_object
        if "/StructTreeRoot" not in catalog:
            self._complete = False
            return 0
        root = catalog["/StructTreeRoot"]
        moving.becomes(catalog.raw_get("/StructTreeRoot"), self._root)
        for top in list(root["/K"]):
            whole = top.get_object()
            whole[name("S")], whole[name("P")] = name("Part"), ref(self._document)
            self._tops.append(moving.moved(top))
        numbers = list(root["/ParentTree"]["/Nums"])
        for key, value in zip(numbers[::2], numbers[1::2], strict=True):
            there = moving.moved(value)
            self._parents.append(NumberObject(key + self._known))
            self._parents.append(there if isinstance(there, IndirectObject) else self._new.add(there))
        return max(numbers[::2], default=-1) + 1

    def go_on(self, taken: int) -> None:
        """The part is over, and had so many numbers."""
        self._known += taken

    def put(self) -> IndirectObject | None:
        """Write the tree; where it is, or None if there is none of the whole."""
        if not (self._complete and self._tops):
            return None
        parents = self._new.add(pdf_dict(Nums=self._parents))
        root = pdf_dict(Type=name("StructTreeRoot"), K=ArrayObject([ref(self._document)]), ParentTree=parents)
        root[name("ParentTreeNextKey")] = NumberObject(self._known)
        self._new.put(self._root, root)
        whole = pdf_dict(Type=name("StructElem"), S=name("Document"), P=ref(self._root), K=self._tops)
        self._new.put(self._document, whole)
        return ref(self._root)

    def _own(self, known: object) -> TextStringObject:
        return TextStringObject(f"{self._parts}-{known}")


@dataclass(frozen=True, slots=True)
class PdfHeading:
    """A heading, how deep it is (0 is the first order), and where: on which page, how high up in points."""

    title: str
    depth: int
    page: IndirectObject
    top: float


class Outline:
    """The list of headings that a program shows beside the pages."""

    def __init__(self, new: NewPdf) -> None:
        self._new = new
        self._headings: list[PdfHeading] = []

    def add(self, moving: ImportedPdf, pages: list[IndirectObject]) -> None:
        """The headings of a part whose pages have come under these numbers."""
        self._add(moving, moving.reader.outline, pages, 0)

    def put(self) -> IndirectObject | None:
        """Write it; where it is, or None if there are no headings."""
        if not self._headings:
            return None
        root = self._new.number()
        self._put_below(root, pdf_dict(Type=name("Outlines")), self._headings)
        return ref(root)

    def _add(self, moving: ImportedPdf, found: list[Any], pages: list[IndirectObject], depth: int) -> None:
        for each in found:
            if isinstance(each, list):
                self._add(moving, each, pages, depth + 1)
                continue
            page = moving.reader.get_destination_page_number(each)
            if page is not None:
                self._headings.append(PdfHeading(str(each.title), depth, pages[page], float(each.top or 0)))

    def _put_below(self, number: int, value: DictionaryObject, headings: list[PdfHeading]) -> None:
        """Write an entry with those below it, each of which is followed by its own."""
        starts = [at for at, each in enumerate(headings) if each.depth == headings[0].depth]
        numbers = [self._new.number() for _ in starts]
        if numbers:
            value.update(pdf_dict(First=ref(numbers[0]), Last=ref(numbers[-1]), Count=len(numbers)))
        self._new.put(number, value)
        ends = [*starts[1:], len(headings)][: len(starts)]
        for at, (start, end) in enumerate(zip(starts, ends, strict=True)):
            first = headings[start]
            entry = pdf_dict(Title=TextStringObject(first.title), Parent=ref(number), Dest=_place(first))
            if at:
                entry[name("Prev")] = ref(numbers[at - 1])
            if at + 1 < len(numbers):
                entry[name("Next")] = ref(numbers[at + 1])
            self._put_below(numbers[at], entry, headings[start + 1 : end])


def _place(heading: PdfHeading) -> ArrayObject:
    return ArrayObject([heading.page, name("XYZ"), NullObject(), FloatObject(heading.top), NullObject()])
