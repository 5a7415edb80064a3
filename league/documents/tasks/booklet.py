"""The fixture booklet of a season: drawn part by part, numbered through, and put on sheets to be folded."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from django.template.loader import render_to_string

from league.documents.kinds import Asked, paper
from league.documents.pdf import draw
from league.documents.pdf.imposing import Folding, impose
from league.documents.pdf.joining import headings, joined, page_count
from league.documents.queries.booklet import SIZES, Booklet, Part, booklet_of, filling, parts_of, pieces_of
from league.documents.queries.booklet.ornament import ornament
from league.fixtures.models import Season
from league.jobs.kinds import Progress
from league.teams.queries import offices_on_paper
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
    parts = binding.drawn()
    if parts is None:
        return
    progress.say("Putting the pages together")
    out, numbers = BytesIO(), binding.numbers()
    if binding.folded:
        impose(parts, FOLDINGS[binding.size.name], out, numbers)
    else:
        joined(parts, out, numbers)
    yield out.getvalue()


class Binding:
    """One booklet on its way. The list of contents is drawn once the pages that it tells of are there."""

    def __init__(self, asked: Asked, held: Booklet, progress: Progress) -> None:
        self.asked, self.held, self.progress = asked, held, progress
        self.size, self.folded = SIZES[asked.args["size"]], asked.args["folded"]
        self.together = FOLDINGS[self.size.name].value.together
        self.parts = parts_of(held, self.size)
        self.expected = len(COVERS) + sum(max(1, round(part.rows / self.size.rows)) for part in self.parts)
        self.done = 0

    def drawn(self) -> list[bytes] | None:
        """Every page in its order, in parts; None if somebody asked for an end."""
        inner: list[bytes] = []
        for piece in pieces_of(self.parts):
            if self.progress.cancelled:
                return None
            inner.append(self.draw(piece))
        count = self.done
        front = self.front(inner)
        notes = [Part("notes")] * filling(page_count(front) + count + 1, self.together)
        back = self.draw((*notes, COVERS[2]))
        self.done = page_count(front) + count + page_count(back)
        return [front, *inner, back]

    def numbers(self) -> bytes:
        """What is laid over the pages: a number on each but the covers."""
        return draw(self._written("numbers", {"pages": range(self.done)}), tagged=False)

    def front(self, inner: list[bytes]) -> bytes:
        """The cover and the list of contents, which may be longer than the one page that it is first taken for."""
        listed, taken, made = tuple(listed_of(inner)), 2, b""
        for _ in range(2):
            made = self.draw(COVERS[:2], contents=[(title, page + taken) for title, page in listed])
            if page_count(made) == taken:
                break
            taken = page_count(made)
        return made

    def draw(self, parts: tuple[Part, ...], **more: Any) -> bytes:
        """Some parts, and a word about how far that brings the booklet. What is folded is not for a screen."""
        made = draw(self._written("pages", {"parts": parts, **more}), tagged=not self.folded)
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
            "offices": offices_on_paper(self.asked.league, OFFICES),
            "qr": qr_code(address),
            "address": address.partition("://")[2].rstrip("/"),
        }
        return render_to_string(f"documents/booklet/{page}.html", {**always, **context})


def listed_of(parts: list[bytes]) -> Iterator[tuple[str, int]]:
    """The headings of the first order of all parts, each with its page, from 1."""
    before = 0
    for part in parts:
        yield from ((title, before + page) for title, page in headings(part))
        before += page_count(part)
