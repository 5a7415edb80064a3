"""All ways in which a sheet can be taken, the surest first."""

from collections.abc import Callable, Sequence

from league.reading.layouts import (
    key_numbers,
    newspaper,
    rows,
    rows_without_heading,
    square,
    two_games,
    weeks,
)
from league.reading.values import Context, Reading, SourceSheet

Layout = Callable[[SourceSheet, Context], Reading | None]
# Fixtures and results first, then people, honours, tables, calendars and cups: each layout has a line of its own.
LAYOUTS: tuple[Layout, ...] = (
    rows.read,
    rows_without_heading.read,
    weeks.read,
    square.read,
    newspaper.read,
    two_games.read,
    two_games.read_in_brackets,
)
UNSURE = 0.15  # below this a layout has read next to nothing of the sheet


def readings(sheet: SourceSheet, context: Context, beside: Sequence[SourceSheet] = ()) -> tuple[Reading, ...]:
    """What the sheet may be, best first. `beside` are the other sheets of the file, on which key numbers may stand."""
    taken = [layout(sheet, context) for layout in LAYOUTS]
    taken.append(key_numbers.read(sheet, context, beside))
    sure = [reading for reading in taken if reading is not None and reading.sure >= UNSURE]
    return tuple(sorted(sure, key=lambda reading: reading.sure, reverse=True))
