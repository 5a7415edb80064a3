"""A PDF written into a file object by object, so that one of hundreds of pages is never in memory as a whole.

Knows how objects are numbered, gathered and found again (ISO 32000-1, 7.5.7 and 7.5.8), and how those of another
document come under new numbers. Refuses to know pages: what is to be written is said by joining and imposing.
Only takes documents apart that this package has drawn.
"""

from collections.abc import Callable
from io import BytesIO
from typing import IO, Any

from pypdf import PdfReader
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    IndirectObject,
    NameObject,
    NumberObject,
    StreamObject,
)

TOGETHER = 100  # small objects that are packed as one
# A row of the list of objects, in bytes: 1 and where one begins, or 2, what it is packed in and where in that.
WIDTHS = (1, 4, 2)
ROW = sum(WIDTHS)


def name(text: str) -> NameObject:
    """A name without its stroke: "Type"."""
    return NameObject(f"/{text}")


def ref(number: int) -> IndirectObject:
    """Where another object of the new document is."""
    return IndirectObject(number, 0, None)


def pdf_dict(**values: Any) -> DictionaryObject:
    """A dictionary by its names; whole numbers and truths as they are."""
    return DictionaryObject(
        {name(key): NumberObject(each) if type(each) is int else each for key, each in values.items()}
    )


def stream(data: bytes) -> StreamObject:
    value = DecodedStreamObject()
    value.set_data(data)
    return value.flate_encode()


class NewPdf:
    """The new document: a number is taken for each object, and the object put at it once, in any order."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._rows = bytearray(ROW)
        self._small: list[tuple[int, bytes]] = []
        out.write(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")

    def number(self) -> int:
        self._rows += bytes(ROW)
        return len(self._rows) // ROW - 1

    def add(self, value: Any) -> IndirectObject:
        """Put an object at the next number."""
        number = self.number()
        self.put(number, value)
        return ref(number)

    def put(self, number: int, value: Any) -> None:
        if isinstance(value, StreamObject):
            self._list(number, 1, self._out.tell(), 0)
            self._out.write(b"%d 0 obj\n" % number)
            value.write_to_stream(self._out)
            self._out.write(b"\nendobj\n")
            return
        written = BytesIO()
        value.write_to_stream(written)
        self._small.append((number, written.getvalue()))
        if len(self._small) == TOGETHER:
            self._gather()

    def end(self, catalog: int, info: IndirectObject) -> None:
        """Write where everything is. Nothing may be put after it."""
        self._gather()
        number, start = self.number(), self._out.tell()
        self._list(number, 1, start, 0)
        listed = stream(bytes(self._rows))
        listed.update(pdf_dict(Type=name("XRef"), Size=number + 1, Root=ref(catalog), Info=info))
        listed[name("W")] = ArrayObject(map(NumberObject, WIDTHS))
        self.put(number, listed)
        self._out.write(b"startxref\n%d\n%%%%EOF\n" % start)

    def _list(self, number: int, *row: int) -> None:
        self._rows[number * ROW : (number + 1) * ROW] = b"".join(
            each.to_bytes(wide) for each, wide in zip(row, WIDTHS, strict=True)
        )

    def _gather(self) -> None:
        """Pack the small objects that wait."""
        if not self._small:
            return
        here, head, at = self.number(), [], 0
        for index, (number, written) in enumerate(self._small):
            head.append(b"%d %d " % (number, at))
            at += len(written) + 1
            self._list(number, 2, here, index)
        first = b"".join(head)
        packed = stream(first + b"\n".join(written for _, written in self._small))
        packed.update(pdf_dict(Type=name("ObjStm"), N=len(self._small), First=len(first)))
        self._small = []
        self.put(here, packed)


class ImportedPdf:
    """A document whose objects come into the new one: each that is named, and whatever it leads to."""

    def __init__(self, new: NewPdf, pdf: bytes, mend: Callable[[DictionaryObject], None] | None = None) -> None:
        """`mend` is shown every dictionary before it comes over, to set right in it what was so in its own document."""
        self.reader = PdfReader(BytesIO(pdf))
        self._new, self._mend = new, mend
        self._numbers: dict[int, int] = {}
        self._waiting: list[IndirectObject] = []

    def becomes(self, old: IndirectObject, number: int) -> None:
        """Have an object lead to one that is put at this number by the caller."""
        self._numbers[old.idnum] = number

    def moved(self, value: Any) -> Any:
        """An object with all that it leads to under new numbers; what leads into the new document stays so."""
        if isinstance(value, IndirectObject):
            return value if value.pdf is None else self._ref(value)
        if isinstance(value, DictionaryObject):
            if self._mend:
                self._mend(value)
            for key in value:
                value[key] = self.moved(value.raw_get(key))
        elif isinstance(value, ArrayObject):
            value[:] = [self.moved(each) for each in list(value)]
        return value

    def bring(self) -> None:
        """Put everything that is led to and did not come over yet."""
        while self._waiting:
            old = self._waiting.pop()
            self._new.put(self._numbers[old.idnum], self.moved(old.get_object()))

    def _ref(self, old: IndirectObject) -> IndirectObject:
        if old.idnum not in self._numbers:
            self._numbers[old.idnum] = self._new.number()
            self._waiting.append(old)
        return ref(self._numbers[old.idnum])
