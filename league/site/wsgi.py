"""The pages as a WSGI application, for a site of several processes: `gunicorn league.site.wsgi`, without streams."""

import os
from collections.abc import Iterable
from http import HTTPStatus
from threading import BoundedSemaphore
from typing import Any

from django.core.wsgi import get_wsgi_application

from league.base.server.limits import is_slow
from league.base.server.refusals import refuse_in_thread

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.site.settings")

SLOW_AT_ONCE = 2  # of the threads of a process; whoever comes besides is sent by nginx to the other process
slow = BoundedSemaphore(SLOW_AT_ONCE)
django = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer a request; a slow one only where threads are left for pages."""
    if not is_slow(environ["REQUEST_METHOD"], environ["PATH_INFO"]):
        return django(environ, start_response)
    if not slow.acquire(blocking=False):
        return refuse_in_thread(environ, start_response, HTTPStatus.SERVICE_UNAVAILABLE)
    try:
        return django(environ, start_response)
    finally:
        slow.release()
