"""Several PDFs as one: what a large paper is drawn in, with its headings, and what a screen reader is told (PDF/UA).

The parts come one after another, and each is in the file before the next is asked for. Each was a document of its own,
whose headings, tables and pictures were numbered from the first. In the whole it is one part of the document, and its
numbers go on from those of the part before.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from itertools import chain, islice
from typing import IO, Any

from pypdf import PdfReader
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NullObject,
    NumberObject,
    TextStringObject,
)

from league.documents.pdf.writer import ImportedPdf, NewPdf, name, pdf_dict, ref, stream


# --- headings, and what a screen reader is told -----------------------------------------------------------------------
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


COPIED_FIELDS = ("Title", "Author")
OF_ALL, OF_TAGGED = ("Lang", "ViewerPreferences"), ("MarkInfo", "Metadata")
# What lies upon a page is no part of its text: nobody wants to hear the number of a page in the middle of a sentence.
BEFORE, AFTER = b"q", b"Q /Artifact <</Type /Pagination>> BDC q /Over Do Q EMC"


def join_pdfs(parts: Iterable[bytes], out: IO[bytes], over: bytes | None = None) -> int:
    """Write the pages of all parts one after another; how many they are. The first part's title and author are kept.

    `over` has a page for each that is drawn upon it, as numbers are.
    """
    rest = iter(parts)
    some = tuple(islice(rest, 2))
    if len(some) == 1 and over is None:  # finished already
        out.write(some[0])
        return page_count(some[0])
    binder = _Binder(out, over)
    for part in chain(some, rest):
        binder.add(part)
    return binder.end() if some else 0


def page_count(pdf: bytes) -> int:
    return len(PdfReader(BytesIO(pdf)).pages)


def headings(pdf: bytes) -> tuple[tuple[str, int], ...]:
    """The headings of the first order, each with its page, from 1."""
    read = PdfReader(BytesIO(pdf))
    found = ((each, read.get_destination_page_number(each)) for each in read.outline if not isinstance(each, list))
    return tuple((str(each.title), page + 1) for each, page in found if page is not None)


class _Binder:
    """The whole on its way: what of it can only be written at the end."""

    def __init__(self, out: IO[bytes], over: bytes | None) -> None:
        self.new = NewPdf(out)
        self.catalog, self.tree = self.new.number(), self.new.number()
        self.structure, self.outline = Structure(self.new), Outline(self.new)
        self.pages = ArrayObject()
        self.first, self.info = pdf_dict(), pdf_dict()
        self.over = ImportedPdf(self.new, over) if over else None

    def add(self, part: bytes) -> None:
        """Write a part down."""
        moving = ImportedPdf(self.new, part, self.structure.mend)
        pages: list[Any] = list(moving.reader.pages)
        numbers = [self.new.number() for _ in pages]
        for page, number in zip(pages, numbers, strict=True):
            moving.becomes(page.indirect_reference, number)
        self.outline.add(moving, [ref(number) for number in numbers])
        taken = self.structure.add(moving)
        if not self.pages:
            self._remember(moving)
        for page, number in zip(pages, numbers, strict=True):
            page[name("Parent")] = ref(self.tree)
            if self.over:
                self._lay(page, self.over.reader.pages[len(self.pages)])
            self.new.put(number, moving.moved(page))
            self.pages.append(ref(number))
        moving.bring()
        self.structure.go_on(taken)

    def end(self) -> int:
        """Write what all parts have in common."""
        if self.over:
            self.over.bring()
        catalog = pdf_dict(Type=name("Catalog"), Pages=ref(self.tree))
        structure, outline = self.structure.put(), self.outline.put()
        if outline:
            catalog[name("Outlines")] = outline
        if structure:
            catalog[name("StructTreeRoot")] = structure
        told_of = OF_ALL + OF_TAGGED if structure else OF_ALL
        catalog.update({name(key): self.first.raw_get(f"/{key}") for key in told_of if f"/{key}" in self.first})
        self.new.put(self.tree, pdf_dict(Type=name("Pages"), Kids=self.pages, Count=len(self.pages)))
        self.new.put(self.catalog, catalog)
        self.new.end(self.catalog, self.new.add(self.info))
        return len(self.pages)

    def _remember(self, moving: ImportedPdf) -> None:
        """What the first part says of itself is said of the whole."""
        root = moving.reader.root_object
        self.info = document_info(moving)
        there = (key for key in OF_ALL + OF_TAGGED if f"/{key}" in root)
        self.first = DictionaryObject({name(key): moving.moved(root.raw_get(f"/{key}")) for key in there})

    def _lay(self, page: Any, above: Any) -> None:
        assert self.over
        own = DictionaryObject(page["/Resources"].get_object())
        known: Any = own.get("/XObject", pdf_dict()).get_object()
        own[name("XObject")] = DictionaryObject({**known, name("Over"): page_drawing(self.new, self.over, above)})
        page[name("Resources")] = own
        value: Any = page.raw_get("/Contents")
        programs = list(value.get_object()) if isinstance(value.get_object(), ArrayObject) else [value]
        before, after = (self.new.add(stream(each)) for each in (BEFORE, AFTER))
        page[name("Contents")] = ArrayObject([before, *programs, after])


def document_info(moving: ImportedPdf) -> DictionaryObject:
    """The title and the author of a document."""
    about: Any = moving.reader.metadata or {}
    return pdf_dict(**{key: TextStringObject(about[f"/{key}"]) for key in COPIED_FIELDS if f"/{key}" in about})


def page_drawing(new: NewPdf, moving: ImportedPdf, page: Any) -> IndirectObject:
    """A page as a drawing that can be put anywhere, with its letters and pictures. Its program stays packed."""
    form: Any = page["/Contents"].get_object()
    assert not isinstance(form, ArrayObject), "drawn by this package"
    form.update(
        pdf_dict(Type=name("XObject"), Subtype=name("Form"), BBox=page["/MediaBox"], Resources=page["/Resources"])
    )
    return new.add(moving.moved(form))
