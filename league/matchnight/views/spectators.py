"""The pages of those who watch: a live match with its picture for sharing, and all matches of tonight.

Tonight's pages ask again for their part that changes, with an ETag, and not by a stream for each match: browsers open
six lines to a site at once and no more, and one answer tells of all matches, those that began since among them.
"""

import json
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.timezone import now

from league.base.ui.pictures import qr_code
from league.base.ui.responses import YEAR, jpeg, public_page, wants_part
from league.base.ui.static_files import site_version
from league.matchnight.link_preview import draw_picture, score_picture, share_text
from league.matchnight.permissions import may_score, ticket_for
from league.matchnight.queries.match_view import (
    EVENT_TEXT,
    as_it_stands,
    live_elsewhere,
    match_view,
    tonight_etag,
    tonight_of,
)
from league.schedule.models import Fixture
from league.schedule.queries.matches import fixture_by_address
from league.teams.middleware import LeagueRequest
from league.teams.queries.noticeboard import crest_of


@public_page
def live(request: LeagueRequest, league: str, night: date, match: str) -> HttpResponse:
    at_address = fixture_by_address(night, match)
    fixture = _refuse_bye(at_address.fixture)
    if at_address.moved:
        return redirect("live", league, fixture.first_date, fixture.slug, permanent=True)
    view = match_view(fixture)
    context = {
        "fixture": fixture, "seen": view, "elsewhere": live_elsewhere(fixture), "stream": stream_of(fixture),
        "phrases": json.dumps(EVENT_TEXT), "shared": share_text(view), "at": now(),
        "may_score": may_score(request.user, fixture),
    }  # fmt: skip
    return render(request, "live/match.html", context)


@public_page
def image(request: LeagueRequest, league: str, night: date, match: str, head: int) -> HttpResponse:
    """The score as a picture. Its address has the number of the last event, so that it never changes."""
    fixture = _refuse_bye(fixture_by_address(night, match).fixture)
    view = match_view(fixture)
    if head != view.head:
        return redirect("live-image", league, fixture.first_date, fixture.slug, view.head)
    return jpeg(draw_picture(score_picture(view), crest_of(request.league)), public=request.league.public, age=YEAR)


@public_page
def overlay(request: LeagueRequest, league: str, night: date, match: str) -> HttpResponse:
    at_address = fixture_by_address(night, match)
    fixture = _refuse_bye(at_address.fixture)
    if at_address.moved:
        address = fixture.address_of("live-overlay")
        return redirect(f"{address}?{request.GET.urlencode()}" if request.GET else address, permanent=True)
    view = match_view(fixture)
    wanted = {name: request.GET.get(name) for name in OVERLAY}
    choice = {name: wanted[name] if wanted[name] in values else values[0] for name, values in OVERLAY.items()}
    context = {"fixture": fixture, "seen": view, "games": view.on_screen[-2:], "choice": choice}
    return render(request, "live/overlay.html", context | {"stream": stream_of(fixture)})


OVERLAY = {
    "size": ("medium", "small", "large"),
    "place": ("bottom-left", "bottom", "bottom-right", "top-left", "top", "top-right"),
    "show": ("games", "match"),
}


def stream_of(fixture: Fixture) -> str:
    """Where the stream of a match is read; of a private league with a ticket, since it asks for no session."""
    address = f"/live/{fixture.code}/"
    return address if fixture.league.public else f"{address}?{urlencode({'ticket': ticket_for(fixture)})}"


def _refuse_bye(fixture: Fixture) -> Fixture:
    if fixture.away is None:
        raise Http404("Nobody plays a bye.")
    return fixture


# --- all matches of tonight -------------------------------------------------------------------------------------------
SCRIPTS = ("js/live-night.js", "js/crib-board.js")


@public_page
def tonight(request: LeagueRequest, league: str) -> HttpResponse:
    if request.GET.get("view") != "tv":
        return _night(request, "live/tonight.html", "live/_tonight.html")
    code = qr_code(request.build_absolute_uri(request.path), error="m")
    return _night(request, "live/tv.html", "live/_tv.html", qr=code)


@public_page
def tv(request: LeagueRequest, league: str) -> HttpResponse:
    """Where the screen was: one that still asks here is told of another site, loads its page again and is led on."""
    if wants_part(request):
        return HttpResponse('<div data-site=""></div>')
    return redirect(reverse("tonight", args=[league], query={"view": "tv"}), permanent=True)


def _night(request: LeagueRequest, page: str, part: str, **context: Any) -> HttpResponse:
    at, site = now(), site_version(SCRIPTS)
    context |= {"at": at, "site": site}
    if wants_part(request):
        response = _part(request, part, context)
    else:
        response = render(request, page, context | _shown(request, part, at))
    patch_vary_headers(response, ["HX-Request"])
    return response


def _shown(request: LeagueRequest, part: str, at: datetime) -> dict[str, Any]:
    tonight = tonight_of(request.league, at)
    return {"tonight": tonight, "stands": as_it_stands(tonight, at) if part == "live/_tonight.html" else ()}


def _part(request: LeagueRequest, part: str, context: dict[str, Any]) -> HttpResponse:
    at = context["at"]
    tag = quote_etag(f"{tonight_etag(request.league, at)}-{context['site']}")
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = render(request, part, context | _shown(request, part, at))
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    return response
