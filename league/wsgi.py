"""The pages as a WSGI application, for a site of several processes: `gunicorn league.wsgi`. Streams are elsewhere.

What is drawn has a lane of its own here too: one thread of each process draws and one waits to, and whoever comes
besides is told to come again, which the proxy first asks the other process about.
"""

import os
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from django.core.wsgi import get_wsgi_application

from league.server.lanes import DRAWN_PATHS, LONG_FORMS, ThreadLane
from league.server.refusals import refuse_in_thread

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

drawing = ThreadLane(1, 1)
django = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer a request. The turn of what is drawn is over when it is made, however slowly it is fetched."""
    path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
    if not (LONG_FORMS.match(path) if method == "POST" else DRAWN_PATHS.fullmatch(path)):
        return django(environ, start_response)
    with drawing.entered() as is_our_turn:
        if is_our_turn:
            return django(environ, start_response)
        return refuse_in_thread(environ, start_response, HTTPStatus.SERVICE_UNAVAILABLE)
