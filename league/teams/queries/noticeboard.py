"""Reading a league's news, its own pages and its sponsor. Runs inside the league's scope; one query each."""

from django.db.models import F, QuerySet

from league.teams.choices import SUGGESTED_PAGES, ArticleKind, SuggestedPage
from league.teams.models import Article, League, Picture, Sponsor

LATEST = 3


def articles_of(kind: str, *, drafts: bool = False) -> QuerySet[Article]:
    """News latest first with drafts before all, pages in their order; without the pictures' bytes."""
    order = (F("published_at").desc(nulls_first=True), "-pk") if kind == ArticleKind.NEWS else ("place", "title", "pk")
    rows: QuerySet[Article] = Article.objects.filter(kind=kind).select_related("league", "photo").defer("photo__data")
    return (rows if drafts else rows.exclude(published_at=None)).order_by(*order)


def latest_news() -> QuerySet[Article]:
    return articles_of(ArticleKind.NEWS)[:LATEST]


def suggestions_for(pages: list[Article]) -> list[SuggestedPage]:
    written = {page.slug for page in pages}
    return [each for each in SUGGESTED_PAGES if each.slug not in written]


def suggested_page(slug: str) -> SuggestedPage | None:
    return next((each for each in SUGGESTED_PAGES if each.slug == slug), None)


def sponsor_of(league: League) -> Sponsor | None:
    rows = Sponsor.objects.filter(league=league).select_related("logo").defer("logo__data")
    return rows.first()


def crest_of(league: League) -> bytes:
    """b"" where it has none."""
    if not league.crest_id:
        return b""
    return bytes(Picture.objects.filter(pk=league.crest_id).values_list("data", flat=True).first() or b"")
