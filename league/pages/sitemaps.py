"""What a search engine is told there is: the pages of the site, and those of one league with when each last changed.

Leaves out what nobody looks for: forms, papers, reviews of games, and players under 18.
"""

from collections.abc import Iterator
from datetime import datetime

from django.contrib.sitemaps import Sitemap
from django.db.models import Exists, Max, OuterRef, Subquery
from django.urls import reverse
from django.utils.timezone import localdate

from league.base.audit.models import Seal
from league.base.ui.converters import of_league, of_match, of_season
from league.cups.models import Cup
from league.pages.presenters.rule_sets import rule_sets
from league.results.models import Appearance
from league.schedule.models import Division, Entry, Fixture, Move
from league.teams.models import League, Player, Team, Venue

SITE_PAGES = ("home", "help", "privacy", "rules")
LEAGUE_PAGES = (
    *("league-home", "tonight", "fixtures", "teams", "players", "averages", "cups", "page-list"),
    *("rule-book", "seasons"),
)


PublicPage = tuple[str, datetime | None]  # the address within the site, and when it changed, if anybody noted that


class PagesSitemap(Sitemap):
    def __init__(self, pages: list[PublicPage]) -> None:
        self._pages = pages

    def items(self) -> list[PublicPage]:
        return self._pages

    def location(self, item: PublicPage) -> str:
        return item[0]

    def lastmod(self, item: PublicPage) -> str | None:
        return localdate(item[1]).isoformat() if item[1] else None


def site_pages() -> list[PublicPage]:
    games = (reverse("rules-of-game", args=[each.key]) for _, family in rule_sets() for each in family)
    return [(address, None) for address in (*map(reverse, SITE_PAGES), *games)]


def league_pages(league: League) -> list[PublicPage]:
    pages = ((of_league(name, league.slug), None) for name in LEAGUE_PAGES)
    board = (f"{of_league('seasons', league.slug)}?show=honours", None)
    return [*pages, board, *_tables(league), *_named(league), *_matches(league)]


def public_leagues() -> list[tuple[str, datetime | None]]:
    newest = Seal.objects.filter(league_id=OuterRef("pk")).order_by("-number").values("entry__at")[:1]
    public = League.objects.filter(public=True).annotate(changed=Subquery(newest))
    return list(public.order_by("slug").values_list("slug", "changed"))


def _tables(league: League) -> Iterator[PublicPage]:
    divisions = Division.objects.filter(competition__season__league=league, competition__kind="league")
    changed = divisions.annotate(changed=Max("fixtures__result__updated_at")).order_by("pk")
    for each in changed.select_related("competition__season"):
        yield of_season(league.slug, each.competition.season, "table", division=each.slug), each.changed


def _named(league: League) -> Iterator[PublicPage]:
    played = Exists(Appearance.objects.filter(player=OuterRef("pk")))
    players = Player.objects.filter(played, league=league, under_18=False, merged_into=None)
    for name, rows in (
        ("team", Team.objects.filter(league=league, active=True)),
        ("venue", Venue.objects.filter(league=league)),
        ("player", players),
    ):
        for slug in rows.order_by("slug").values_list("slug", flat=True):
            yield reverse(name, args=[league.slug, slug]), None
    season = "division__competition__season__league"
    for cup in Cup.objects.filter(**{season: league}).select_related(season).order_by("pk"):
        yield cup.get_absolute_url(), None


def _matches(league: League) -> Iterator[PublicPage]:
    """Read as columns: after twenty seasons they are thousands."""
    moves = Move.objects.filter(fixture__league=league).order_by().values_list("fixture")
    moved = dict(moves.annotate(Max("at")))
    entries = Entry.objects.filter(division__competition__season__league=league, slug="")
    teams = dict(entries.values_list("pk", "team__slug"))
    matches = Fixture.objects.filter(league=league, away__isnull=False).order_by("pk")
    for pk, day, home, away, result_at in matches.values_list("pk", "first_date", "home", "away", "result__updated_at"):
        if home in teams and away in teams:
            changed = [at for at in (result_at, moved.get(pk)) if at is not None]
            address = of_match("match", league.slug, day, f"{teams[home]}-v-{teams[away]}")
            yield address, max(changed, default=None)
