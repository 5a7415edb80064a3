"""The parts of a booklet in their order, each drawn by itself so that a thick one needs no more memory than a thin one.

Knows which parts there are and about how long they will be. Refuses to know PDF.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from league.documents.queries.booklet.contents import Booklet
from league.documents.queries.booklet.nights import Night, Stop
from league.documents.queries.booklet.ornament import Tile, single

AT_ONCE = 420  # lines of fixtures drawn together, some fifteen pages


@dataclass(frozen=True, slots=True)
class Size:
    """A page of a booklet, about how many lines of a list stand on it, and how many to write on."""

    name: str
    words: str
    rows: int
    ruled: int


SIZES = {
    "a5": Size("a5", "A5", 34, 22),
    "a6": Size("a6", "A6, for the pocket", 27, 18),
}


@dataclass(frozen=True, slots=True)
class Part:
    """Pages that are drawn together: the template, what it finds, and the title in the list of contents, if any."""

    template: str
    title: str = ""
    rows: int = 1
    context: Mapping[str, Any] = field(default_factory=dict)

    @property
    def tile(self) -> Tile:
        """The tile beside its title."""
        return single(*self.context.get("pips", (5, 3)))


def parts_of(booklet: Booklet) -> tuple[Part, ...]:
    """Everything between the list of contents and the pages to write on."""
    return tuple(_parts(booklet))


def _parts(booklet: Booklet) -> Iterator[Part]:
    if booklet.dates:
        yield Part("dates", "The season at a glance", len(booklet.dates), {"pips": (6, 1)})
    title = "Fixtures"
    for nights in _months(booklet.nights):
        yield Part("fixtures", title, sum(each.rows for each in nights), {"pips": (6, 2), "nights": nights})
        title = ""
    if booklet.divisions:
        yield Part("teams", "Teams and where they play", _lines_of_teams(booklet), {"pips": (6, 3)})
    if booklet.cups:
        yield Part("cups", "Cups", sum(2 + len(each.rounds) for each in booklet.cups), {"pips": (6, 4)})
    if booklet.honours:
        yield Part("honours", f"Honours {booklet.year}", 2 * len(booklet.honours), {"pips": (6, 6)})
    sentences = sum(len(section.rules) + 1 for section in booklet.book.sections)
    clauses = sum(len(game.clauses) + 1 for game in booklet.book.games)
    yield Part("rules", "Rules", 2 * (sentences + clauses + len(booklet.book.numbered)), {"pips": (6, 5)})
    yield Part("results", "Our results", context={"pips": (5, 5)})


def filling(pages: int, together: int) -> int:
    """How many pages to write on make whole sheets of so many pages."""
    return -pages % together


def _lines_of_teams(booklet: Booklet) -> int:
    return sum(2 + 4 * len(homes) for _, homes in booklet.divisions)


def _months(nights: Sequence[Night | Stop]) -> Iterator[tuple[Night | Stop, ...]]:
    """The nights in pieces that are not too long to be drawn at once; a piece ends with a month."""
    piece: list[Night | Stop] = []
    for night in nights:
        begins = bool(piece) and _month(night) != _month(piece[-1])
        if begins and sum(each.rows for each in piece) + night.rows > AT_ONCE:
            yield tuple(piece)
            piece = []
        piece.append(night)
    if piece:
        yield tuple(piece)


def _month(night: Night | Stop) -> tuple[int, int] | None:
    return (night.day.year, night.day.month) if night.day else None
