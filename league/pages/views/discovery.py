"""What programs read before any page: robots.txt, sitemaps, a league's manifest; and what a browser keeps of pages."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps import views as sitemaps
from django.contrib.sitemaps.views import SitemapIndexItem
from django.db.models import Exists, Max, OuterRef, Subquery
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.timezone import localdate, now

from league.base.audit.models import Seal
from league.base.ui.converters import of_league, of_match, of_season, site_of
from league.base.ui.responses import conditional_response, public_page
from league.base.ui.static_files import PAGE, stylesheet
from league.cups.models import Cup
from league.pages.presenters.rule_sets import rule_sets
from league.results.kept_pages import league_version
from league.results.models import Appearance
from league.schedule.models import Division, Entry, Fixture, Move
from league.teams.middleware import LeagueRequest
from league.teams.models import League, Player, Team, Venue

PublicPage = tuple[str, datetime | None]  # the address within the site, and when it changed, if anybody noted that
XML = "application/xml"
ICONS = (
    {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
    {"src": "icon-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "icon-512.png", "sizes": "512x512", "type": "image/png"},
    {"src": "icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
)
# What is drawn on demand, is one person's, or leads on for ever. `*` stands for a league and for any part of a match.
DISALLOWED = (
    *("/accounts/", "/admin/", "/api/", "/demo/", "/invitation/", "/join/", "/live/", "/m/", "/me/", "/s/"),
    *("/rules/check/", "/*/search/", "/*/print/", "/*/calendar", "/*/spreadsheets/", "/*/press/", "/*/inbox/"),
    *("/*/live/state/", "/*/live/games/", "/*/card/", "/*/score/", "/*/check/"),
    *("/*.pdf$", "/*.csv$", "/*.xlsx$", "/*.ics$", "/*.txt$", "/*?"),
)


@public_page
def robots(request: HttpRequest) -> HttpResponse:
    allowed = (f"Allow: /*?{part}" for part in ("page=", "division=", "season=", "show=honours"))
    lines = ["User-agent: *", *allowed, *(f"Disallow: {each}" for each in DISALLOWED)]
    if not settings.DEMO:
        lines += ["", f"Sitemap: {site_of(request)}{reverse('sitemap')}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@public_page
def sitemap_index(request: HttpRequest) -> HttpResponse:
    """A part for the site's own pages, and one for each public league with when anything was last done there."""
    newest = Seal.objects.filter(league_id=OuterRef("pk")).order_by("-number").values("entry__at")[:1]
    public = League.objects.filter(public=True).annotate(changed=Subquery(newest))
    leagues = list(public.order_by("slug").values_list("slug", "changed"))
    return conditional_response(request, leagues, draw=lambda: _sitemap_index(request, leagues))


def _sitemap_index(request: HttpRequest, leagues: list[tuple[str, datetime | None]]) -> HttpResponse:
    site = site_of(request)
    parts = [
        SitemapIndexItem(site + of_league("league-sitemap", slug), changed)  # type: ignore[arg-type]  # a datetime, whatever the stubs say
        for slug, changed in leagues
    ]
    own = SitemapIndexItem(site + reverse("site-sitemap"))
    return render(request, "sitemap_index.xml", {"sitemaps": [own, *parts]}, content_type=XML)


@public_page
def site_sitemap(request: HttpRequest) -> HttpResponse:
    games = (reverse("rules-of-game", args=[each.key]) for _, family in rule_sets() for each in family)
    return _sitemap(request, [(address, None) for address in (*map(reverse, SITE_PAGES), *games)])


@public_page
def league_sitemap(request: LeagueRequest, league: str) -> HttpResponse:
    version = league_version(request.league, now())
    return conditional_response(request, version, draw=lambda: _sitemap(request, league_pages(request.league)))


def _sitemap(request: HttpRequest, pages: list[PublicPage]) -> HttpResponse:
    return sitemaps.sitemap(request, {"pages": PagesSitemap(pages)}, template_name="pages/sitemap.xml")


@public_page
def league_manifest(request: LeagueRequest, league: str) -> JsonResponse:
    links = (("Tonight", "tonight"), ("Table", "table"), ("Fixtures", "fixtures"))
    home = request.league.get_absolute_url()
    names: dict[str, Any] = {"name": request.league.name, "short_name": request.league.short_name, "lang": "en-GB"}
    return JsonResponse(
        names
        | {"id": home, "start_url": home, "scope": "/"}
        | {"display": "standalone", "display_override": ["minimal-ui", "standalone"]}
        | {"background_color": "#f8f5ee", "theme_color": "#1f1a16"}
        | {"icons": [icon | {"src": static(icon["src"])} for icon in ICONS]}
        | {"share_target": _share_target(request.league)}
        | {"shortcuts": [{"name": name, "url": reverse(page, args=[request.league.slug])} for name, page in links]},
        content_type="application/manifest+json",
    )


def _share_target(league: League) -> dict[str, Any]:
    """Where a phone that has the league as an app sends what is shared with it: words, an exported chat, a picture."""
    files = {"name": "files", "accept": ["text/plain", "image/*"]}
    return {
        "action": reverse("paste-shared", args=[league.slug]),
        "method": "POST",
        "enctype": "multipart/form-data",
        "params": {"title": "title", "text": "text", "url": "url", "files": [files]},
    }


# --- pages that open without a signal ---------------------------------------------------------------------------------
@public_page
def offline(request: HttpRequest, *, sent: bool = False) -> HttpResponse:
    return render(request, "pages/offline.html", {"sent": sent})


@public_page
def offline_worker(_request: HttpRequest) -> HttpResponse:
    files = [
        reverse("offline"),
        reverse("offline-sent"),
        reverse("stylesheet", args=[stylesheet().digest]),
        static(PAGE),
        static("icon.svg"),
    ]
    script = (Path(settings.BASE_DIR) / "static" / "js" / "offline" / "worker.js").read_text()
    text = f"const SHELL = {json.dumps({'files': files})};\n{script}"
    response = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    response["Service-Worker-Allowed"] = "/"
    return response


# --- what a search engine is told there is ----------------------------------------------------------------------------
SITE_PAGES = ("home", "help", "privacy", "rules")
LEAGUE_PAGES = (
    *("league-home", "tonight", "fixtures", "teams", "players", "averages", "cups", "page-list"),
    *("rule-book", "seasons"),
)


class PagesSitemap(Sitemap):
    def __init__(self, pages: list[PublicPage]) -> None:
        self._pages = pages

    def items(self) -> list[PublicPage]:
        return self._pages

    def location(self, item: PublicPage) -> str:
        return item[0]

    def lastmod(self, item: PublicPage) -> str | None:
        return localdate(item[1]).isoformat() if item[1] else None


def league_pages(league: League) -> list[PublicPage]:
    pages = ((of_league(name, league.slug), None) for name in LEAGUE_PAGES)
    board = (f"{of_league('seasons', league.slug)}?show=honours", None)
    return [*pages, board, *_tables(league), *_named(league), *_matches(league)]


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
