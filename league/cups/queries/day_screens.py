"""An open day on the screen in the pub: a screenful at a time. Refuses to know how it looks."""

from collections.abc import Iterator
from dataclasses import dataclass

from league.cups.queries.day import DayShown, Line, Standing

LINES = 9  # that can be read from across the room


@dataclass(frozen=True, slots=True)
class Screen:
    """Part of a round, or part of a table; one of the two is empty."""

    title: str
    lines: tuple[Line, ...] = ()
    rows: tuple[Standing, ...] = ()
    spare: tuple[str, ...] = ()


def screens_of(shown: DayShown) -> tuple[Screen, ...]:
    """The round that is being played, and then the tables from the top."""
    return (*_rounds(shown), *_tables(shown))


def _rounds(shown: DayShown) -> Iterator[Screen]:
    current = shown.current
    if current is None:
        return
    for start in range(0, len(current.lines), LINES):
        last = start + LINES >= len(current.lines)
        yield Screen(
            f"Round {current.number}", current.lines[start : start + LINES], spare=current.spare if last else ()
        )


def _tables(shown: DayShown) -> Iterator[Screen]:
    for group in shown.groups:
        for start in range(0, len(group.rows), LINES):
            yield Screen(group.title, rows=group.rows[start : start + LINES])
