"""The fixture booklet of a season: drawn part by part, numbered through, and put on sheets to be folded."""

from collections.abc import Iterator
from typing import Any

from django.template.loader import render_to_string

from league.documents.kinds import Asked, paper
from league.documents.pdf import draw, joined
from league.documents.pdf.imposing import Folding, headings, impose, lay_over, page_count
from league.documents.queries.booklet import SIZES, Booklet, Part, booklet_of, filling, parts_of, pieces_of
from league.documents.queries.booklet.ornament import ornament
from league.fixtures.models import Season
from league.jobs.kinds import Progress
from league.ui.qr import qr_code

BOOKLET = "booklet"
FOLDINGS = {"a5": Folding.A5, "a6": Folding.A6}
OFFICES = ("Chair", "Secretary", "Treasurer", "Results", "Cups")
COVERS = (Part("cover"), Part("contents"), Part("back"))


@paper(BOOKLET)
def booklet(asked: Asked, progress: Progress) -> Iterator[str | bytes]:
    """The booklet of a season as one finished file; nothing if it is stopped on the way.

    `args` are "season", a slug, "size", one of SIZES, "folded": whether its pages are put on sheets of A4, and the
    "address" that the back leads to: to work it out here would load every page of the site, 50 MB of them.
    """
    season = Season.objects.select_related("league").get(slug=asked.args["season"], league=asked.league)
    binding = Binding(asked, booklet_of(season, asked.at), progress)
    pages = binding.bound()
    if pages is None:
        return
    yield impose(pages, FOLDINGS[asked.args["size"]]) if asked.args["folded"] else pages


class Binding:
    """One booklet on its way. The list of contents is drawn once the pages that it tells of are there."""

    def __init__(self, asked: Asked, held: Booklet, progress: Progress) -> None:
        self.asked, self.held, self.progress = asked, held, progress
        self.size = SIZES[asked.args["size"]]
        self.together = FOLDINGS[self.size.name].value.together
        self.parts = parts_of(held)
        self.expected = len(COVERS) + sum(max(1, round(part.rows / self.size.rows)) for part in self.parts)
        self.done = 0

    def bound(self) -> bytes | None:
        """Every page in its order, numbered; None if somebody asked for an end."""
        inner = []
        for piece in pieces_of(self.parts):
            if self.progress.cancelled:
                return None
            inner.append(self.draw(piece))
        pages, count = joined(inner, outline=True)
        front = self.front(pages)
        notes = [Part("notes")] * filling(page_count(front) + count + 1, self.together)
        back = self.draw((*notes, COVERS[2]))
        self.progress.say("Putting the pages together")
        pages, count = joined([front, pages, back], outline=True)
        return lay_over(pages, draw(self._written("numbers", {"pages": range(count)})))

    def front(self, pages: bytes) -> bytes:
        """The cover and the list of contents, which may be longer than the one page that it is first taken for."""
        listed, taken, made = headings(pages), 2, b""
        for _ in range(2):
            made = self.draw(COVERS[:2], contents=[(title, page + taken) for title, page in listed])
            if page_count(made) == taken:
                break
            taken = page_count(made)
        return made

    def draw(self, parts: tuple[Part, ...], **more: Any) -> bytes:
        """Some parts, and a word about how far that brings the booklet."""
        made = draw(self._written("pages", {"parts": parts, **more}))
        self.done += page_count(made)
        total = max(self.expected, self.done)
        self.progress.say(f"Page {self.done} of about {total}", done=self.done, total=total)
        return made

    def _written(self, page: str, context: dict[str, Any]) -> str:
        address = self.asked.args["address"]
        always = {
            "booklet": self.held,
            "size": self.size.name,
            "stamp": self.asked.at,
            "ornament": ornament(),
            "lines": range(self.size.ruled),
            "offices": OFFICES,
            "qr": qr_code(address),
            "address": address.partition("://")[2].rstrip("/"),
        }
        return render_to_string(f"documents/booklet/{page}.html", {**always, **context})
