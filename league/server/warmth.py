"""What a process that answers does once it has been started, so that no reader has to wait for it.

Templates are read, addresses looked up and questions composed by whoever asks first, in a second of a core. Knows how a
page is asked for. Refuses to know which there are: it is told.
"""

import gc
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.urls import reverse

GARBAGE = 10_000  # new objects after which the youngest are looked through: a page makes more than the usual 700
SWITCH = 0.001  # seconds after which a thread that draws lets another go on: pages wait for the database often


def settle() -> None:
    """What is there when the site starts stays: no search for garbage in the middle of a page goes through it, and the
    one for what is of no use waits until the site answers.
    """
    sys.setswitchinterval(SWITCH)
    gc.freeze()
    gc.set_threshold(GARBAGE, *gc.get_threshold()[1:])


def read_addresses() -> None:
    """Every page and address, before the first reader has to wait for them; they stay too. What was made meanwhile and
    is of no use goes: of each class with slots there were two.
    """
    reverse("short-code")
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def read_pages(django: Callable[..., Any], paths: Iterable[str]) -> None:
    """Ask for pages as a stranger would, though with HEAD, of which nothing is promised and so nothing is counted; and
    for all columns of their tables, or no page would be drawn that another process has had kept for everybody.
    """
    site = urlsplit(settings.SITE_URL)
    for path in paths:
        asked: dict[str, Any] = {"REQUEST_METHOD": "HEAD", "PATH_INFO": path, "HTTP_HOST": site.netloc}
        asked |= {"QUERY_STRING": "columns=all", "wsgi.url_scheme": site.scheme, "HTTP_X_FORWARDED_PROTO": site.scheme}
        setup_testing_defaults(asked)
        with closing(django(asked, lambda *_: None)) as pieces:
            b"".join(pieces)
    gc.freeze()
