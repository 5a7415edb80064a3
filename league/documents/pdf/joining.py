"""Several PDFs as one: what a large paper is drawn in. Only this package knows how a PDF is made of."""

from collections.abc import Iterable
from io import BytesIO


def joined(parts: Iterable[bytes], *, outline: bool = False) -> tuple[bytes, int]:
    """The pages of all parts one after another, and how many they are. The first part's title and author are kept.

    With `outline` their headings are kept too.
    """
    from pypdf import PdfReader, PdfWriter  # slow import

    held = tuple(parts)
    if len(held) == 1:  # finished already: what its printer is told must not be lost
        return held[0], len(PdfReader(BytesIO(held[0])).pages)
    whole = PdfWriter()
    for number, part in enumerate(held):
        read = PdfReader(BytesIO(part))
        whole.append(read, import_outline=outline)
        if number == 0 and read.metadata:
            whole.add_metadata({name: value for name, value in read.metadata.items() if name in KEPT})
    out = BytesIO()
    whole.write(out)
    return out.getvalue(), len(whole.pages)


KEPT = ("/Title", "/Author")
