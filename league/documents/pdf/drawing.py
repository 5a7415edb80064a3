"""Making a PDF out of one of our templates, with WeasyPrint.

Knows how a page is drawn, kept and joined to its style. Refuses to fetch anything: no address, no file, no data of any
kind reaches the page but the style sheets named here, whatever somebody managed to write into it.
"""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.core.cache import cache as kept
from django.template.loader import render_to_string

# The style sheets that a template may name, as <link href="paper:card.css">.
SHEETS = {
    "paper:sheet.css": "paper/sheet.css",
    "paper:headed.css": "paper/headed.css",
    "paper:card.css": "paper/card.css",
    "paper:bracket.css": "paper/bracket.css",
    "paper:report.css": "paper/report.css",
    "paper:people.css": "paper/people.css",
    "paper:labels.css": "paper/labels.css",
    "paper:poster.css": "paper/poster.css",
    "paper:booklet.css": "paper/booklet.css",
    "paper:pack.css": "paper/pack.css",
}
KEEP_FOR = 60 * 60


class NotOursError(ValueError):
    """Something on the page asked for what is no style sheet of ours."""


def render_pdf(template: str, context: Mapping[str, Any], *, at: datetime) -> bytes:
    """The PDF of a template, which finds `at` as `stamp`: the moment at which what it says was so.

    The same content is drawn once an hour and handed out again with the stamp that it was drawn with.
    """
    digest = hashlib.sha256(f"{_style_digest()}{render_to_string(template, {**context, 'stamp': None})}".encode())
    key = f"pdf:{digest.hexdigest()}"
    made: bytes | None = kept.get(key)
    if made is None:
        made = draw(render_to_string(template, {**context, "stamp": at}))
        kept.set(key, made, KEEP_FOR)
    return made


def draw_now(template: str, context: Mapping[str, Any], *, at: datetime) -> bytes:
    """The same for what is about people, and kept nowhere."""
    return draw(render_to_string(template, {**context, "stamp": at}))


def draw(html: str) -> bytes:
    """The PDF of a page of HTML. What it asks for and may not have is left out."""
    from weasyprint import HTML  # slow import

    drawn: bytes = HTML(string=html, url_fetcher=_fetcher()).write_pdf()
    return drawn


def read_sheet(address: str) -> bytes:
    """A style sheet by the name that templates use; NotOursError for everything else."""
    if address not in SHEETS:
        raise NotOursError(f"not a style sheet of ours: {address[:80]}")
    found = finders.find(SHEETS[address])
    assert isinstance(found, str)
    return Path(found).read_bytes()


@cache
def _style_digest() -> str:
    """A changed style sheet is a new PDF."""
    return hashlib.sha256(b"".join(read_sheet(address) for address in SHEETS)).hexdigest()


@cache
def _fetcher() -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # slow import

    class OurSheetsOnly(URLFetcher):
        """Answers with our style sheets, and raises for any other address before anything is opened."""

        def fetch(self, url: str, headers: object = None) -> Any:  # noqa: ARG002
            return URLFetcherResponse(url, read_sheet(url), {"Content-Type": "text/css; charset=utf-8"})

    return OurSheetsOnly()
