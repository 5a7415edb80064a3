"""A season as a booklet to be printed: its parts in their order, in pieces, so that a thick one needs no more memory
than a thin one, and what decorates it.

The ornament is a line of dominoes whose ends make fifteen, three fives and five threes: eight, the most that one tile
can make, which takes the pegs from 53 to 61 on the board beside it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from league.base.ui.crib_board import HALF, Pip, pips
from league.documents.presenters.booklet_contents import Booklet, BookletNight, Interruption

GAP = 3
LINE = ((5, 5), (5, 6), (6, 3), (3, 3), (3, 5))
HOLES, FIVES = 60, 5
PEGS = ((53, 61), (46, 55))


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """A tile with its upper left corner; a double stands upright."""

    x: int
    y: int
    wide: int
    high: int
    pips: tuple[Pip, ...]

    @property
    def split(self) -> str:
        """The line between its halves, as an SVG path."""
        if self.wide > self.high:
            return f"M{self.x + HALF} {self.y + 8}v{HALF - 16}"
        return f"M{self.x + 8} {self.y + HALF}h{HALF - 16}"


@dataclass(frozen=True, slots=True)
class DrawnHole:
    x: float
    y: float
    peg: bool


@dataclass(frozen=True, slots=True)
class Ornament:
    """Both drawings; each is as wide as `wide`."""

    wide: int
    tiles: tuple[DrawnTile, ...]
    holes: tuple[DrawnHole, ...]


def ornament() -> Ornament:
    """The line of tiles, 96 high, and the board, 40 high."""
    tiles = tuple(_tiles())
    wide = tiles[-1].x + tiles[-1].wide
    return Ornament(wide, tiles, tuple(_holes(wide)))


def single(first: int, second: int) -> DrawnTile:
    """One tile that lies, for a heading: 96 by 48."""
    return DrawnTile(0, 0, 2 * HALF, HALF, (*pips(first, lying=True), *pips(second, offset=HALF, lying=True)))


def _tiles() -> Iterator[DrawnTile]:
    x = 0
    for first, second in LINE:
        lying = first != second
        wide, high = (2 * HALF, HALF) if lying else (HALF, 2 * HALF)
        y = HALF - high // 2
        spots = (*pips(first, lying=lying), *pips(second, offset=HALF, lying=lying))
        yield DrawnTile(x, y, wide, high, tuple(Pip(x + spot.x, y + spot.y) for spot in spots))
        x += wide + GAP


def _holes(wide: int) -> Iterator[DrawnHole]:
    """Two tracks of sixty in fives, and the last hole between them."""
    pitch = (wide - 36) / (HOLES + HOLES / FIVES / 3)
    for track, pegs in enumerate(PEGS):
        for number in range(1, HOLES + 1):
            x = 14 + (number - 1 + (number - 1) // FIVES / 3) * pitch
            yield DrawnHole(round(x, 1), 13 + 14 * track, number in pegs)
    yield DrawnHole(wide - 13, 20, any(HOLES + 1 in pegs for pegs in PEGS))


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


def blank_pages(pages: int, together: int) -> int:
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
    stretch: list[BookletNight | Interruption] = []
    long, filled = 0, TITLE
    for night in nights:
        if stretch and (long + night.rows > MUCH or (long > AT_ONCE and page - filled <= LITTLE)):
            yield tuple(stretch)
            stretch, long, filled = [], 0, 0
        stretch.append(night)
        long += night.rows
        filled = filled + night.rows if filled + night.rows <= page else night.rows % page
    if stretch:
        yield tuple(stretch)
