"""Papers of many pages, as background jobs: any kind that an app has registered, packs of cards, the booklet."""

from base64 import b64decode
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from django.core.files.base import ContentFile
from django.template.loader import render_to_string
from django.utils.timezone import now
from django_scopes import scope, scopes_disabled

from league.base.jobs.kinds import JobFailedError, Progress, job
from league.base.ui.pictures import qr_code
from league.documents.actions import BUILD, DRAW, page_result, store_paper
from league.documents.kinds import PAGE, PaperAudience, PaperOrder, builder_of, paper
from league.documents.models import Paper
from league.documents.pdf.pages import FOLDINGS, impose, join_pdfs, number_pages, page_count
from league.documents.pdf.weasyprint_sheets import draw, lay_out, write_pdf
from league.documents.queries.booklets import SIZES, BookletPart, booklet_of, ornament, parts_of, pieces_of
from league.documents.queries.cards import blank_sheets, full_name, pack_of, public_name
from league.schedule.models import CODES_AT, Season
from league.teams.queries.people import offices_on_paper

# --- any paper --------------------------------------------------------------------------------------------------------
NOT_THERE = "It has been cleared away meanwhile. Ask for it again where you found it."
EMPTY = "There is nothing to print yet. Ask again once there are matches."


@job(DRAW)
@job(BUILD)
def build_paper(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    """Make the paper that `args` names; the address of its page, which is there too. One that is made stays."""
    with scopes_disabled():
        paper_row = Paper.objects.select_related("league").filter(pk=args["paper"]).first()
    if paper_row is None:
        raise JobFailedError(NOT_THERE)
    with scope(league=paper_row.league):
        if paper_row.made_at is None:
            pdf = join_pdfs(_parts(paper_row, progress))
            if progress.cancelled:
                return None
            if not pdf:
                raise JobFailedError(EMPTY)
            progress.say("Putting the pages together")
            store_paper(paper=paper_row, made=ContentFile(pdf), pages=page_count(pdf), at=now())
        return page_result(paper_row)


def _parts(paper_row: Paper, progress: Progress) -> Iterator[bytes]:
    """Every part as a PDF, drawn when it is asked for; no more once somebody asked for an end."""
    officers = paper_row.audience != PaperAudience.PUBLIC
    order = PaperOrder(paper_row.league, paper_row.args, now(), paper_row.site, full_names=officers)
    for part in builder_of(paper_row.kind)(order, progress):
        if progress.cancelled:
            return
        yield draw(part) if isinstance(part, str) else part


# --- a single page that took long to draw -----------------------------------------------------------------------------
@paper(PAGE)
def page(order: PaperOrder, progress: Progress) -> Iterator[bytes]:
    progress.say("Drawing. The site is busy, so it takes longer than usual.")
    pictures = {address: b64decode(picture) for address, picture in order.args["pictures"].items()}
    yield draw(order.args["html"], pictures=pictures)


# --- packs of blank cards ---------------------------------------------------------------------------------------------
CARDS = "cards"
SHEETS_PER_PART = 8  # sheets that are drawn together: four cost a little more each, and ten megabytes less


@paper(CARDS)
def cards(order: PaperOrder, progress: Progress) -> Iterator[bytes]:
    """`args` are "night" as ISO text or None, and "venue", a slug or ""."""
    night = order.args["night"] and date.fromisoformat(order.args["night"])
    keys = list(pack_of(order.league, night, order.args["venue"]).values_list("pk", flat=True))
    for html in _pages_of_cards(order, keys, progress):
        # For the pen. To tell a screen reader of every box would make it half as long again to draw, and to load.
        yield draw(html, tagged=False)


def _pages_of_cards(order: PaperOrder, keys: list[int], progress: Progress) -> Iterator[str]:
    write = full_name if order.full_names else public_name
    for first in range(0, len(keys), SHEETS_PER_PART):
        sheets = list(blank_sheets(keys[first : first + SHEETS_PER_PART], write))
        progress.say(f"Card {first + len(sheets)} of {len(keys)}", done=first, total=len(keys))
        codes = [qr_code(f"{order.site}{CODES_AT}{sheet.fixture.code}/{sheet.mark}") for sheet in sheets]
        context = {
            "cards": list(zip(range(first + 1, len(keys) + 1), sheets, codes, strict=False)),
            "total": len(keys),
            "title": f"Match cards, {order.league.name}",
            "league": order.league,
            "stamp": order.at,
            "type_at": order.site.partition("://")[2] + CODES_AT,
        }
        yield render_to_string("documents/cards.html", context)


# --- the fixture booklet ----------------------------------------------------------------------------------------------
BOOKLET = "booklet"
OFFICES = ("Chair", "Secretary", "Treasurer", "Results", "Cups")
COVERS = (BookletPart("cover"), BookletPart("contents"), BookletPart("back"))


@paper(BOOKLET)
def booklet(order: PaperOrder, progress: Progress) -> Iterator[bytes]:
    """`args` are "season", a slug, "size", one of SIZES, "folded", and "address", which the back leads to: to work that
    out here would load all addresses, 50 MB.
    """
    binding = Binding(order, progress)
    pages = binding.draw_pages()
    if pages:
        numbered = number_pages(pages, draw(binding.html("numbers", pages=range(binding.done)), tagged=False))
        yield impose(numbered, binding.folding) if binding.folded else numbered


class Binding:
    """One booklet on its way. The list of contents is laid out once the pages that it names are."""

    def __init__(self, order: PaperOrder, progress: Progress) -> None:
        season = Season.objects.select_related("league").get(slug=order.args["season"], league=order.league)
        size, address, contents = order.args["size"], order.args["address"], booklet_of(season, order.at)
        lines, full, ruled = SIZES[size]
        self.progress, self.folded, self.folding = progress, order.args["folded"], FOLDINGS[size]
        self.parts = list(parts_of(contents, full))
        self.expected = len(COVERS) + sum(max(1, round(part.lines / lines)) for part in self.parts)
        self.done = 0
        self.context = {
            "booklet": contents, "size": size, "stamp": order.at, "ornament": ornament(), "lines": range(ruled),
            "offices": offices_on_paper(order.league, OFFICES), "qr": qr_code(address),
            "address": address.partition("://")[2].rstrip("/"),
        }  # fmt: skip

    def draw_pages(self) -> bytes:
        inner: list[Any] = []
        for piece in pieces_of(self.parts):
            inner.append(self.lay_out(piece))
            if self.progress.cancelled:
                return b""
        front = self.front(inner)
        self.done = sum(len(document.pages) for document in (front, *inner))
        notes = [BookletPart("notes")] * (-(self.done + 1) % self.folding.together)  # to fill whole sheets
        back = self.lay_out((*notes, COVERS[2]))
        self.progress.say("Putting the pages together")
        return write_pdf([front, *inner, back], tagged=not self.folded)

    def front(self, inner: list[Any]) -> Any:
        """The cover and the list of contents, which may be longer than the one page that it is first taken for."""
        before, document = len(COVERS[:2]), None
        for _ in range(2):
            document = self.lay_out(COVERS[:2], contents=contents_of(inner, before))
            if len(document.pages) == before:
                break
            before = len(document.pages)
        return document

    def lay_out(self, parts: Sequence[BookletPart], **more: Any) -> Any:
        """Some parts, and a word about how far they bring the booklet. What is folded is not for a screen."""
        document = lay_out(self.html("pages", parts=parts, **more), tagged=not self.folded)
        self.done += len(document.pages)
        total = max(self.expected, self.done)
        self.progress.say(f"Page {self.done} of about {total}", done=self.done, total=total)
        return document

    def html(self, page: str, **more: Any) -> str:
        return render_to_string(f"documents/booklet/{page}.html", self.context | more)


def contents_of(documents: list[Any], before: int) -> list[tuple[str, int]]:
    contents = []
    for document in documents:
        contents += [(title, before + page + 1) for title, (page, *_), _, _ in document.make_bookmark_tree()]
        before += len(document.pages)
    return contents
