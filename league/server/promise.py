"""What the site promises: 99.9 % of taps acknowledged within a second, and 99.9 % of pages within half of one.

Answers are counted here as they go out, in this process, until somebody keeps the counts. An answer that is an
error of the site was not in time. Knows no page and no person.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from league.server.lanes import PAGE, TAP, promised

SECONDS = {TAP: 1.0, PAGE: 0.5}
PER_MILLE = 999


Counts = dict[tuple[str, bool], int]  # of answers, by kind and whether they were in time


class AnswerCounter:
    """The answers of this process: all of them, and those `pending`, until whoever stores them calls `keep`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._all: Counter[tuple[str, bool]] = Counter()
        self._kept: Counter[tuple[str, bool]] = Counter()

    def add(self, kind: str, *, in_time: bool) -> None:
        with self._lock:
            self._all[kind, in_time] += 1

    def all(self) -> Counts:
        """Since the process began."""
        with self._lock:
            return dict(self._all)

    def pending(self) -> Counts:
        """Those that nobody has kept."""
        with self._lock:
            return dict(self._all - self._kept)

    def keep(self, counts: Counts) -> None:
        with self._lock:
            self._kept.update(counts)


answers = AnswerCounter()


class PromiseMiddleware:
    """Counts each answer of which something is promised.

    Its time begins when the whole request was here, so that waiting for a thread counts and a slow sender does not.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        kind = promised(request.method or "", request.path_info)
        begun = request.META.get("asgi.scope", {}).get("arrived") or time.monotonic()
        response = self.get_response(request)
        if kind:
            in_time = response.status_code < 500 and time.monotonic() - begun <= SECONDS[kind]
            answers.add(kind, in_time=in_time)
        return response
