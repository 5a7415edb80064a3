"""The parts of a large paper, drawn by two processes where there is a core for each.

Knows in what order parts come and go, and what becomes of them if the other process dies. Refuses to know what is on
them.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future

from league.documents.pdf import draw
from league.documents.pdf.drawing_process import DrawingError, DrawingProcess, DrawnPdf

FEW = 3  # parts that are drawn sooner than another process has begun
BESIDE = 2  # parts that the other process has at once, so that it never waits for the next
AHEAD = 8  # parts that wait for one before them, some hundred kilobytes each


def draw_parts(parts: Iterable[str], count: int, *, tagged: bool = True) -> Iterator[bytes]:
    """Each part as a PDF, in order. Of two processes one is ahead of the other by a few parts. `count` are expected."""
    if count <= FEW or _cores() == 1:
        yield from (draw(part, tagged=tagged) for part in parts)
        return
    other = DrawingProcess()
    other.start()
    try:
        yield from _drawn_by_two(parts, other, tagged=tagged)
    finally:
        other.stop()


def _cores() -> int:
    """How many this process may use; macOS does not tell, and has several."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _drawn_by_two(parts: Iterable[str], other: DrawingProcess, *, tagged: bool) -> Iterator[bytes]:
    waiting: deque[tuple[str, Future[DrawnPdf]]] = deque()

    def first() -> bytes:
        part, drawn = waiting.popleft()
        try:
            return drawn.result().pdf
        except DrawingError:  # it is drawn here after all, or what is wrong with it is seen here
            return draw(part, tagged=tagged)

    for part in parts:
        if sum(not drawn.done() for _, drawn in waiting) < BESIDE:
            drawn = other.submit(part, tagged=tagged)
        else:
            drawn = Future()
            drawn.set_result(DrawnPdf(draw(part, tagged=tagged), 0.0))
        waiting.append((part, drawn))
        while waiting and (waiting[0][1].done() or len(waiting) > AHEAD):
            yield first()
    while waiting:
        yield first()
