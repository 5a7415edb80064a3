"""Draws PDFs with WeasyPrint. This package alone imports it and pypdf.

A page gets the style sheets named here, the site's own letters, and the pictures that are handed in with it; whatever
else it asks for is refused before it is fetched.
"""

import atexit
import hashlib
import os
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders

from league.base.ui import static_files

# The style sheets that a template may name, as <link href="paper:card.css">.
SHEETS = {
    "paper:sheet.css": "paper/sheet.css",
    "paper:headed.css": "paper/headed.css",
    "paper:card.css": "paper/card.css",
    "paper:bracket.css": "paper/bracket.css",
    "paper:report.css": "paper/report.css",
    "paper:money.css": "paper/money.css",
    "paper:people.css": "paper/people.css",
    "paper:labels.css": "paper/labels.css",
    "paper:poster.css": "paper/poster.css",
    "paper:booklet.css": "paper/booklet.css",
    "paper:pack.css": "paper/pack.css",
}
# How a template names one. Nobody else can: what people wrote comes without its angle brackets.
LINK = re.compile(r'<link rel="stylesheet" href="(paper:[a-z]+\.css)">')
# A paper that is to be one sheet, if letters of some of these sizes let it be.
ONE_SHEET = '<meta name="sheets" content="1">'
SCALES = (1, 0.84, 0.7)
TAGGED = "pdf/ua-1"
FONT_LIST = "FONTCONFIG_FILE"  # the variable by which fontconfig is told where fonts are
NO_PICTURES: Mapping[str, bytes] = {}
_mine = threading.local()


class ForeignResourceError(ValueError):
    """Something on the page asked for what is no style sheet of ours."""


def draw(html: str, *, tagged: bool = True, pictures: Mapping[str, bytes] = NO_PICTURES) -> bytes:
    """The PDF of a page of HTML; `tagged` for screen readers (PDF/UA), which takes some 5 kB a page."""
    return write_pdf([lay_out(html, tagged=tagged, pictures=pictures)], tagged=tagged)


def lay_out(html: str, *, tagged: bool = True, pictures: Mapping[str, bytes] = NO_PICTURES) -> Any:
    """A page of HTML as a document of WeasyPrint's, which holds some half a megabyte for each sheet."""
    from weasyprint import HTML  # slow import

    names = tuple(name for name in LINK.findall(html) if name in SHEETS)
    page = HTML(string=LINK.sub("", html) if names else html, url_fetcher=_fetcher(pictures))
    return _fitted(page, [_style(names)], SCALES if ONE_SHEET in html else SCALES[:1], _options(tagged=tagged))


def write_pdf(documents: Sequence[Any], *, tagged: bool = True) -> bytes:
    """The pages of all documents as one PDF, with the title of the first and one structure for screen readers."""
    pages = [page for document in documents for page in document.pages]
    finisher = without_layout_tables if tagged else None
    return documents[0].copy(pages).write_pdf(finisher=finisher, **_options(tagged=tagged))


def _options(*, tagged: bool) -> dict[str, str]:
    return {"pdf_variant": TAGGED} if tagged else {}


def _fitted(page: Any, sheets: list[Any], scales: tuple[float, ...], options: Mapping[str, str]) -> Any:
    """The page laid out on the fewest sheets, in the largest letters that these take."""
    from weasyprint import CSS  # slow import

    fewest = None
    for scale in scales:
        smaller = [] if scale == 1 else [CSS(string=f":root {{ --scale: {scale} }}", url_fetcher=_fetcher(NO_PICTURES))]
        document = page.render(stylesheets=[*sheets, *smaller], font_config=_letters(), **options)
        if fewest is None or len(document.pages) < len(fewest.pages):
            fewest = document
        if len(fewest.pages) == 1:
            break
    return fewest


def read_sheet(address: str) -> bytes:
    """A style sheet by the name that templates use; ForeignResourceError for everything else."""
    if address not in SHEETS:
        raise ForeignResourceError(f"not a style sheet of ours: {address[:80]}")
    path = finders.find(SHEETS[address])
    assert isinstance(path, str)
    return Path(path).read_bytes()


@cache
def style_digest() -> str:
    sheets = b"".join(read_sheet(address) for address in SHEETS)
    return hashlib.sha256(sheets + static_files.typeface_digest().encode()).hexdigest()


@cache
def _style(names: tuple[str, ...]) -> Any:
    """Style sheets as the library has read them, once for all pages. As one, so that layers of a name are one layer."""
    from weasyprint import CSS  # slow import

    return CSS(string="\n".join(read_sheet(name).decode() for name in names), url_fetcher=_fetcher(NO_PICTURES))


def _letters() -> Any:
    """Our letters as the library reads them, once for each thread: it keeps them for ever."""
    from weasyprint.text.fonts import FontConfiguration  # slow import

    if not hasattr(_mine, "letters"):
        with _no_font_of_the_machine():
            _mine.letters = FontConfiguration()
        if threading.current_thread() is threading.main_thread():
            atexit.register(vars(_mine).clear)  # while what they are given back with is still there
    return _mine.letters


@contextmanager
def _no_font_of_the_machine() -> Iterator[None]:
    """While inside, fontconfig finds our files alone. Programs that are started later have the machine's fonts."""
    before = os.environ.get(FONT_LIST)
    os.environ[FONT_LIST] = str(static_files.FOLDER / "fonts.conf")
    try:
        yield
    finally:
        if before is None:
            del os.environ[FONT_LIST]
        else:
            os.environ[FONT_LIST] = before


def _fetcher(pictures: Mapping[str, bytes]) -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # slow import

    class OurSheetsOnly(URLFetcher):
        """Answers with our style sheets and the pictures at hand, and raises before anything else is opened."""

        def fetch(self, url: str, headers: object = None) -> Any:  # noqa: ARG002
            if url in pictures:
                return URLFetcherResponse(url, pictures[url], {"Content-Type": "image/png"})
            return URLFetcherResponse(url, read_sheet(url), {"Content-Type": "text/css; charset=utf-8"})

    return OurSheetsOnly()


# --- tables that are none ---------------------------------------------------------------------------------------------
WITHIN = frozenset({"/THead", "/TBody", "/TFoot", "/TR", "/TH", "/TD"})


def without_layout_tables(_document: object, pdf: Any) -> None:
    """The library calls it with the finished PDF: tables without a single header become plain divisions."""
    elements: Iterator[Any] = (each for each in pdf.objects if isinstance(each, dict) and "S" in each)
    by_number = {each.number: each for each in elements}
    tables = [each for each in by_number.values() if each["S"] == "/Table"]
    for table in tables:
        own = tuple(_own(table, by_number))
        if not any(each["S"] == "/TH" for each in own):
            for each in own:
                each["S"] = "/Div"
                each.pop("A", None)


def _own(element: Any, by_number: dict[int, Any]) -> Iterator[Any]:
    """A table with its rows and cells, but nothing of the tables within those."""
    yield element
    for kid in element["K"]:
        below = by_number.get(_number(kid))
        if below is not None and below["S"] in WITHIN:
            yield from _own(below, by_number)


def _number(kid: Any) -> int:
    """The number that a reference leads to: "12 0 R" in bytes. Places within the page are plain numbers: none."""
    return int(kid.split()[0]) if isinstance(kid, bytes) else -1
