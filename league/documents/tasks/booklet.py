"""The fixture booklet of a season: drawn part by part, numbered through, and put on sheets to be folded."""

from collections.abc import Iterator
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse

from league.documents.kinds import Asked, paper
from league.documents.pdf import draw, joined
from league.documents.pdf.imposing import Folding, impose, lay_over, page_count
from league.documents.queries.booklet import SIZES, Booklet, Part, booklet_of, filling, parts_of
from league.documents.queries.booklet.ornament import ornament
from league.fixtures.models import Season
from league.jobs.kinds import Progress
from league.ui.qr import qr_code

BOOKLET = "booklet"
FOLDINGS = {"a5": Folding.A5, "a6": Folding.A6}
OFFICES = ("Chair", "Secretary", "Treasurer", "Results", "Cups")
COVERS = 3  # the front, the list of contents, the back


@paper(BOOKLET)
def booklet(asked: Asked, progress: Progress) -> Iterator[str | bytes]:
    """The booklet of a season as one finished file; nothing if it is stopped on the way.

    `args` are "season", a slug, "size", one of SIZES, and "folded": whether its pages are put on sheets of A4.
    """
    season = Season.objects.select_related("league").get(slug=asked.args["season"], league=asked.league)
    binding = Binding(asked, booklet_of(season, asked.at), progress)
    pages = binding.bound()
    if pages is None:
        return
    yield impose(pages, FOLDINGS[asked.args["size"]]) if asked.args["folded"] else pages


class Binding:
    """One booklet on its way: its parts are drawn in the order of the pages, but for those that tell of others."""

    def __init__(self, asked: Asked, held: Booklet, progress: Progress) -> None:
        self.asked, self.held, self.progress = asked, held, progress
        self.size = SIZES[asked.args["size"]]
        self.together = FOLDINGS[self.size.name].value.together
        self.parts = parts_of(held)
        self.expected = COVERS + sum(max(1, round(part.rows / self.size.rows)) for part in self.parts)
        self.done = 0

    def bound(self) -> bytes | None:
        """Every page in its order, numbered; None if somebody asked for an end."""
        cover = self.draw(Part("cover"))
        inner = []
        for part in self.parts:
            if self.progress.cancelled:
                return None
            inner.append(self.draw(part))
        contents = self.contents(inner, before=1)
        empty = filling(page_count(contents) + sum(map(page_count, inner)) + 2, self.together)
        rest = [self.draw(Part("notes", context={"pages": range(empty)}))] if empty else []
        self.progress.say("Putting the pages together")
        pages, count = joined([cover, contents, *inner, *rest, self.draw(Part("back", context=self._address()))])
        return lay_over(pages, draw(self._written("numbers", {"pages": range(count)})))

    def contents(self, inner: list[bytes], before: int) -> bytes:
        """The list of contents, which may itself be longer than the page that it is first taken for."""
        made, own = b"", 1
        for _ in range(2):
            page, lines = before + own + 1, []
            for part, drawn in zip(self.parts, inner, strict=True):
                if part.title:
                    lines.append((part.title, page))
                page += page_count(drawn)
            made = self.draw(Part("contents", context={"contents": lines, "offices": OFFICES}))
            if page_count(made) == own:
                break
            own = page_count(made)
        return made

    def draw(self, part: Part) -> bytes:
        """One part, and a word about how far that brings the booklet."""
        made = draw(self._written("part", {"part": part, **part.context}, f"documents/booklet/{part.template}.html"))
        self.done += page_count(made)
        total = max(self.expected, self.done)
        self.progress.say(f"Page {self.done} of about {total}", done=self.done, total=total)
        return made

    def _written(self, page: str, context: dict[str, Any], part_template: str = "") -> str:
        always = {"booklet": self.held, "size": self.size.name, "stamp": self.asked.at, "part_template": part_template}
        drawn = {"lines": range(self.size.ruled), "ornament": ornament()}
        return render_to_string(f"documents/booklet/{page}.html", {**always, **drawn, **context})

    def _address(self) -> dict[str, Any]:
        address = self.asked.site + reverse("fixtures", args=[self.asked.league.slug])
        return {"qr": qr_code(address), "address": address.partition("://")[2].rstrip("/")}
