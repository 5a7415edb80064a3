"""Several PDFs as one: what a large paper is drawn in.

The parts come one after another, and each is in the file before the next is asked for. Their headings come along, and
what a screen reader is told of them.
"""

from collections.abc import Iterable
from io import BytesIO
from itertools import chain, islice
from typing import IO, Any

from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, TextStringObject

from league.documents.pdf.structure import Outline, Structure
from league.documents.pdf.writer import ImportedPdf, NewPdf, name, pdf_dict, ref, stream

KEPT = ("Title", "Author")
OF_ALL, OF_TAGGED = ("Lang", "ViewerPreferences"), ("MarkInfo", "Metadata")
# What lies upon a page is no part of its text: nobody wants to hear the number of a page in the middle of a sentence.
BEFORE, AFTER = b"q", b"Q /Artifact <</Type /Pagination>> BDC q /Over Do Q EMC"


def joined(parts: Iterable[bytes], out: IO[bytes], over: bytes | None = None) -> int:
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
        self.info = titled(moving)
        there = (key for key in OF_ALL + OF_TAGGED if f"/{key}" in root)
        self.first = DictionaryObject({name(key): moving.moved(root.raw_get(f"/{key}")) for key in there})

    def _lay(self, page: Any, above: Any) -> None:
        assert self.over
        own = DictionaryObject(page["/Resources"].get_object())
        known: Any = own.get("/XObject", pdf_dict()).get_object()
        own[name("XObject")] = DictionaryObject({**known, name("Over"): drawing(self.new, self.over, above)})
        page[name("Resources")] = own
        value: Any = page.raw_get("/Contents")
        programs = list(value.get_object()) if isinstance(value.get_object(), ArrayObject) else [value]
        before, after = (self.new.add(stream(each)) for each in (BEFORE, AFTER))
        page[name("Contents")] = ArrayObject([before, *programs, after])


def titled(moving: ImportedPdf) -> DictionaryObject:
    """The title and the author of a document."""
    about: Any = moving.reader.metadata or {}
    return pdf_dict(**{key: TextStringObject(about[f"/{key}"]) for key in KEPT if f"/{key}" in about})


def drawing(new: NewPdf, moving: ImportedPdf, page: Any) -> IndirectObject:
    """A page as a drawing that can be put anywhere, with its letters and pictures. Its program stays packed."""
    form: Any = page["/Contents"].get_object()
    assert not isinstance(form, ArrayObject), "drawn by this package"
    form.update(
        pdf_dict(Type=name("XObject"), Subtype=name("Form"), BBox=page["/MediaBox"], Resources=page["/Resources"])
    )
    return new.add(moving.moved(form))
