"""The parts of a booklet in their order, in pieces, so that a thick one needs no more memory than a thin one.

Knows which parts there are and about how long they will be. Refuses to know PDF.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from league.documents.queries.booklet.contents import Booklet
from league.documents.queries.booklet.nights import BookletNight, Interruption
from league.documents.queries.booklet.ornament import DrawnTile, single

AT_ONCE, MUCH = 110, 170  # lines that are drawn together, four to six pages: 5 MB each while they are
TITLE, LITTLE = 2, 7  # lines that a title takes, and that may be left over on a page


@dataclass(frozen=True, slots=True)
class PageSize:
    """A page of a booklet, about how many lines of a list stand on it, or of full nights, and how many to write on."""

    name: str
    rows: int
    full: int
    ruled: int


SIZES = {
    "a5": PageSize("a5", 27, 34, 22),
    "a6": PageSize("a6", 23, 30, 18),
}


@dataclass(frozen=True, slots=True)
class BookletPart:
    """Pages of one kind: `title` for the list of contents, if it has one, and how many lines they are, about."""

    name: str
    title: str = ""
    rows: int = 1
    pips: tuple[int, int] = (5, 3)
    nights: tuple[BookletNight | Interruption, ...] = ()

    @property
    def template(self) -> str:
        return f"documents/booklet/{self.name}.html"

    @property
    def tile(self) -> DrawnTile:
        """The tile beside its title."""
        return single(*self.pips)


def parts_of(booklet: Booklet, size: PageSize) -> tuple[BookletPart, ...]:
    """Everything between the list of contents and the pages to write on."""
    return tuple(_parts(booklet, size))


def pieces_of(parts: Iterable[BookletPart]) -> Iterator[tuple[BookletPart, ...]]:
    """The parts in pieces that are drawn together: as few as may be, for each costs by itself, and none too long."""
    piece: list[BookletPart] = []
    for part in parts:
        if piece and sum(each.rows for each in piece) + part.rows > AT_ONCE:
            yield tuple(piece)
            piece = []
        piece.append(part)
    if piece:
        yield tuple(piece)


def _parts(booklet: Booklet, size: PageSize) -> Iterator[BookletPart]:
    if booklet.dates:
        yield BookletPart("dates", "The season at a glance", len(booklet.dates), (6, 1))
    title = "Fixtures"
    for nights in _stretches(booklet.nights, size.full):
        yield BookletPart("fixtures", title, sum(each.rows for each in nights), (6, 2), nights)
        title = ""
    if booklet.divisions:
        yield BookletPart("teams", "Teams and where they play", _lines_of_teams(booklet), (6, 3))
    if booklet.cups:
        yield BookletPart("cups", "Cups", sum(3 + 2 * max(2, len(each.rounds)) for each in booklet.cups), (6, 4))
    if booklet.honours:
        yield BookletPart("honours", f"Honours {booklet.year}", 3 * len(booklet.honours), (6, 6))
    yield BookletPart("rules", "Rules", _lines_of_rules(booklet), (6, 5))
    yield BookletPart("results", "Our results", pips=(5, 5))


def filling(pages: int, together: int) -> int:
    """How many pages to write on make whole sheets of so many pages."""
    return -pages % together


def _lines_of_rules(booklet: Booklet) -> int:
    sentences = sum(len(section.rules) + 2 for section in booklet.book.sections)
    clauses = sum(2 * len(own) + 3 for _, _, own in booklet.games)
    return sentences + clauses + len(booklet.book.numbered)


def _lines_of_teams(booklet: Booklet) -> int:
    return sum(2 + 4 * len(homes) for _, homes in booklet.divisions)


def _stretches(
    nights: Sequence[BookletNight | Interruption], page: int
) -> Iterator[tuple[BookletNight | Interruption, ...]]:
    """The nights in stretches that are not too long to be drawn at once, ending where a page of so many lines does."""
    there: list[BookletNight | Interruption] = []
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
