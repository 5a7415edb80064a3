"""What programs read before any page: robots.txt, sitemaps, a league's manifest; and what a browser keeps of pages."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.sitemaps import views as sitemaps
from django.contrib.sitemaps.views import SitemapIndexItem
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.base.ui.converters import of_league, site_of
from league.base.ui.responses import conditional_response
from league.base.ui.static_files import PAGE, stylesheet
from league.pages.sitemaps import PagesSitemap, PublicPage, league_pages, public_leagues, site_pages
from league.results.kept_pages import league_version
from league.teams.middleware import LeagueRequest
from league.teams.models import League

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


@login_not_required
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    allowed = (f"Allow: /*?{part}" for part in ("page=", "division=", "season=", "show=honours"))
    lines = ["User-agent: *", *allowed, *(f"Disallow: {each}" for each in DISALLOWED)]
    if not settings.DEMO:
        lines += ["", f"Sitemap: {site_of(request)}{reverse('sitemap')}"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@login_not_required
@require_safe
def sitemap_index(request: HttpRequest) -> HttpResponse:
    """A part for the site's own pages, and one for each public league with when anything was last done there."""
    leagues = public_leagues()
    return conditional_response(request, leagues, draw=lambda: _sitemap_index(request, leagues))


def _sitemap_index(request: HttpRequest, leagues: list[tuple[str, datetime | None]]) -> HttpResponse:
    site = site_of(request)
    parts = [
        SitemapIndexItem(site + of_league("league-sitemap", slug), changed)  # type: ignore[arg-type]  # a datetime, whatever the stubs say
        for slug, changed in leagues
    ]
    own = SitemapIndexItem(site + reverse("site-sitemap"))
    return render(request, "sitemap_index.xml", {"sitemaps": [own, *parts]}, content_type=XML)


@login_not_required
@require_safe
def site_sitemap(request: HttpRequest) -> HttpResponse:
    return _sitemap(request, site_pages())


@login_not_required
@require_safe
def league_sitemap(request: LeagueRequest, league: str) -> HttpResponse:
    version = league_version(request.league, now())
    return conditional_response(request, version, draw=lambda: _sitemap(request, league_pages(request.league)))


def _sitemap(request: HttpRequest, pages: list[PublicPage]) -> HttpResponse:
    return sitemaps.sitemap(request, {"pages": PagesSitemap(pages)}, template_name="pages/sitemap.xml")


@login_not_required
@require_safe
def league_manifest(request: LeagueRequest, league: str) -> JsonResponse:
    return JsonResponse(_manifest(request.league), content_type="application/manifest+json")


def _manifest(league: League) -> dict[str, Any]:
    links = (("Tonight", "tonight"), ("Table", "table"), ("Fixtures", "fixtures"))
    home = league.get_absolute_url()
    names: dict[str, Any] = {"name": league.name, "short_name": league.short_name, "lang": "en-GB"}
    return (
        names
        | {"id": home, "start_url": home, "scope": "/"}
        | {"display": "standalone", "display_override": ["minimal-ui", "standalone"]}
        | {"background_color": "#f8f5ee", "theme_color": "#1f1a16"}
        | {"icons": [icon | {"src": static(icon["src"])} for icon in ICONS]}
        | {"share_target": _share_target(league)}
        | {"shortcuts": [{"name": name, "url": reverse(page, args=[league.slug])} for name, page in links]}
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
@login_not_required
@require_safe
def offline(request: HttpRequest, *, sent: bool = False) -> HttpResponse:
    return render(request, "pages/offline.html", {"sent": sent})


@login_not_required
@require_safe
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
