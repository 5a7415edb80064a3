"""Conditional requests: the ETag of a page from what it is made of, and 304 before anything is read or drawn.

Whoever gives the parts of a tag has to name all that the response depends on: a reader who is told wrongly that nothing
has changed keeps what is no longer so.
"""

import hashlib
from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

SOURCES = ("league/**/*.py", "scoring/**/*.py", "templates/**/*", "static/css/**/*")
TAGGED = (200, 304)


@cache
def release() -> str:
    """A digest of the code, templates and styles: what was made by others of them is out of date."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(settings.BASE_DIR.glob(pattern)):
            if path.is_file():
                digest.update(str(path.relative_to(settings.BASE_DIR)).encode() + b"\0")
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def etag_of(*parts: object) -> str:
    """24 hexadecimal digits that are others as soon as one of these is, or the code."""
    return hashlib.sha256(repr((release(), *parts)).encode()).hexdigest()[:24]


def conditional_response(request: HttpRequest, *parts: object, draw: Callable[[], HttpResponse]) -> HttpResponse:
    """304 to whoever has what `parts` and the address stand for; else what `draw` gives, under that tag.

    The tag is a weak one: "correct at 10.31pm" may stand on what is sent, and the rest is the same.
    """
    tag = f'W/"{etag_of(request.build_absolute_uri(), *parts)}"'
    known: HttpResponse | None = get_conditional_response(request, etag=tag)
    response = draw() if known is None else known
    if response.status_code in TAGGED:
        response["ETag"] = tag
    return response
