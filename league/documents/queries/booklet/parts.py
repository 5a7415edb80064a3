"""The parts of a booklet in their order, in pieces, so that a thick one needs no more memory than a thin one.

Knows which parts there are and about how long they will be. Refuses to know PDF.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from league.documents.queries.booklet.contents import Booklet
from league.documents.queries.booklet.nights import Night, Stop
from league.documents.queries.booklet.ornament import Tile, single

AT_ONCE, MUCH = 110, 170  # lines that are drawn together, four to six pages: 5 MB each while they are
TITLE, LITTLE = 2, 7  # lines that a title takes, and that may be left over on a page


@dataclass(frozen=True, slots=True)
class Size:
    """A page of a booklet, about how many lines of a list stand on it, or of full nights, and how many to write on."""

    name: str
    rows: int
    full: int
    ruled: int


SIZES = {
    "a5": Size("a5", 27, 34, 22),
    "a6": Size("a6", 23, 30, 18),
}


@dataclass(frozen=True, slots=True)
class Part:
    """Pages of one kind: `title` for the list of contents, if it has one, and how many lines they are, about."""

    name: str
    title: str = ""
    rows: int = 1
    pips: tuple[int, int] = (5, 3)
    nights: tuple[Night | Stop, ...] = ()

    @property
    def template(self) -> str:
        return f"documents/booklet/{self.name}.html"

    @property
    def tile(self) -> Tile:
        """The tile beside its title."""
        return single(*self.pips)


def parts_of(booklet: Booklet, size: Size) -> tuple[Part, ...]:
    """Everything between the list of contents and the pages to write on."""
    return tuple(_parts(booklet, size))


def pieces_of(parts: Iterable[Part]) -> Iterator[tuple[Part, ...]]:
    """The parts in pieces that are drawn together: as few as may be, for each costs by itself, and none too long."""
    piece: list[Part] = []
    for part in parts:
        if piece and sum(each.rows for each in piece) + part.rows > AT_ONCE:
            yield tuple(piece)
            piece = []
        piece.append(part)
    if piece:
        yield tuple(piece)


def _parts(booklet: Booklet, size: Size) -> Iterator[Part]:
    if booklet.dates:
        yield Part("dates", "The season at a glance", len(booklet.dates), (6, 1))
    title = "Fixtures"
    for nights in _stretches(booklet.nights, size.full):
        yield Part("fixtures", title, sum(each.rows for each in nights), (6, 2), nights)
        title = ""
    if booklet.divisions:
        yield Part("teams", "Teams and where they play", _lines_of_teams(booklet), (6, 3))
    if booklet.cups:
        yield Part("cups", "Cups", sum(3 + 2 * max(2, len(each.rounds)) for each in booklet.cups), (6, 4))
    if booklet.honours:
        yield Part("honours", f"Honours {booklet.year}", 3 * len(booklet.honours), (6, 6))
    yield Part("rules", "Rules", _lines_of_rules(booklet), (6, 5))
    yield Part("results", "Our results", pips=(5, 5))


def filling(pages: int, together: int) -> int:
    """How many pages to write on make whole sheets of so many pages."""
    return -pages % together


def _lines_of_rules(booklet: Booklet) -> int:
    sentences = sum(len(section.rules) + 2 for section in booklet.book.sections)
    clauses = sum(2 * len(own) + 3 for _, _, own in booklet.games)
    return sentences + clauses + len(booklet.book.numbered)


def _lines_of_teams(booklet: Booklet) -> int:
    return sum(2 + 4 * len(homes) for _, homes in booklet.divisions)


def _stretches(nights: Sequence[Night | Stop], page: int) -> Iterator[tuple[Night | Stop, ...]]:
    """The nights in stretches that are not too long to be drawn at once, ending where a page of so many lines does."""
    there: list[Night | Stop] = []
    long, filled = 0, TITLE
    for night in nights:
        if there and (long + night.rows > MUCH or (long > AT_ONCE and page - filled <= LITTLE)):
            yield tuple(there)
            there, long, filled = [], 0, 0
        there.append(night)
        long += night.rows
        filled = filled + night.rows if filled + night.rows <= page else night.rows % page
    if there:
        yield tuple(there)
