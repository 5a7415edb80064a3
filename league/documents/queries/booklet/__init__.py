"""A season as a booklet to be printed: what stands in it, and in what order its pages come."""

from league.documents.queries.booklet.contents import Booklet, booklet_of
from league.documents.queries.booklet.nights import BookletGroup, BookletNight, Interruption
from league.documents.queries.booklet.parts import SIZES, BookletPart, PageSize, filling, parts_of, pieces_of

__all__ = [
    "SIZES",
    "Booklet",
    "BookletGroup",
    "BookletNight",
    "BookletPart",
    "Interruption",
    "PageSize",
    "booklet_of",
    "filling",
    "parts_of",
    "pieces_of",
]
