"""The scorer's page, the way into it by link, and what the phone needs to keep it: service worker and manifest."""

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_safe
from django_scopes import scope

from league.base.accounts.models import User
from league.matchnight.models import ScorerLink
from league.matchnight.permissions import (
    Author,
    PassError,
    author_of,
    link_of,
    may_score,
    pass_for_link,
    pass_for_person,
)
from league.matchnight.queries.scorer_page import app_shell, boards_of, match_on_phone, scorer_scripts
from league.results.permissions import sides_of
from league.schedule.models import Fixture
from league.schedule.queries.matches import fixture_by_address
from league.teams.middleware import LeagueRequest, lets_in_by_itself
from league.teams.permissions import may_read, require

IN_SESSION = "scorer_links"  # which links this browser came by: {key of the fixture: key of the link}


@lets_in_by_itself
@login_not_required
@require_safe
def score(request: LeagueRequest, league: str, night: date, match: str) -> HttpResponse:
    fixture = fixture_by_address(night, match).fixture
    if fixture.away is None:
        raise Http404("A bye is not pegged.")
    token = _pass(request, fixture)
    if token is None and not may_read(request.user, request.league):
        raise Http404("No such league.")
    if token is None and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    require(token is not None)
    if request.path != (here := fixture.address_of("score")):
        return redirect(here, permanent=True)
    response = render(request, "live/score.html", _context(fixture, token or ""))
    response["Cache-Control"] = "private, no-store"
    response["X-Shell"] = app_shell()["version"]
    return response


@login_not_required
@require_safe
def scorer_link(request: HttpRequest, token: str) -> HttpResponse:
    link = link_of(token)
    if link is None:
        return render(request, "live/link_ended.html", status=410)
    request.session[IN_SESSION] = {**request.session.get(IN_SESSION, {}), str(link.fixture_id): link.pk}
    with scope(league=link.fixture.league):
        return redirect(link.fixture.address_of("score"))


@login_not_required
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    files = json.dumps(app_shell())
    script = (Path(settings.BASE_DIR) / "static" / "js" / "sw.js").read_text()
    response = HttpResponse(f"const SHELL = {files};\n{script}", content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@login_not_required
@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    start = request.GET.get("start", "")
    if not re.fullmatch(r"(/[a-z0-9-]+){3}/score/", start):
        raise Http404("No match has this address.")
    icons = [
        {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        {"src": static("icon-180.png"), "sizes": "180x180", "type": "image/png"},
    ]
    names = {"name": "Double Six scorer", "short_name": "Scorer", "id": start, "start_url": start, "scope": start}
    colours = {"background_color": "#1f1a16", "theme_color": "#1f1a16"}
    answer = names | colours | {"display": "standalone", "orientation": "portrait", "lang": "en-GB", "icons": icons}
    return JsonResponse(answer, content_type="application/manifest+json")


def _pass(request: HttpRequest, fixture: Fixture) -> str | None:
    if isinstance(request.user, User) and may_score(request.user, fixture):
        return pass_for_person(fixture, request.user, request.session.session_key or "")
    key = request.session.get(IN_SESSION, {}).get(str(fixture.pk))
    link = ScorerLink.objects.filter(pk=key, fixture=fixture, revoked_at=None).first()
    return pass_for_link(fixture, link) if link else None


def _context(fixture: Fixture, token: str) -> dict[str, Any]:
    try:
        author, closed = author_of(token, fixture, at=now()), ""
    except PassError as error:
        author, closed = Author(None, None, ""), error.reason
    sides = sides_of(author.user, fixture) if author.user else ()
    page = match_on_phone(fixture, led=sides)
    page |= {
        "pass": token,
        "name": author.name,
        "acts": [str(side) for side in sides],
        "shell": app_shell()["version"],
        "addresses": _addresses(fixture),
    }
    shown = {"fixture": fixture, "page": page, "boards": boards_of(page), "author": author, "closed": closed}
    return shown | {"scripts": scorer_scripts()}


def _addresses(fixture: Fixture) -> dict[str, str]:
    names = {"events": "live-events", "score": "score", "card": "live-card", "match": "match", "live": "live"}
    return {
        **{key: fixture.address_of(name) for key, name in names.items()},
        "tracks": fixture.address_of("live-tracks", 0, 1).replace("/0-1/", "/{line}-{game}/"),
        "worker": reverse("service-worker"),
        "signIn": f"{reverse('account_login')}?next={fixture.address_of('score')}",
    }
