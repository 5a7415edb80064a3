"""The scorer's page, the way into it by link, and what the phone needs to keep it: service worker and manifest."""

import json
import logging
import re
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.db import OperationalError, transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.timezone import now
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST
from django_scopes import scope

from league.base.accounts.models import User
from league.base.ui.responses import public_page
from league.matchnight.actions.events import DuplicateEventError, record_events
from league.matchnight.forms import MAX_BYTES, EventBatchError, parse_event_batch
from league.matchnight.models import ScorerLink
from league.matchnight.permissions import (
    Author,
    NoPassError,
    PassError,
    author_of,
    link_of,
    match_in,
    may_score,
    pass_for_link,
    pass_for_person,
    ticket_opens,
)
from league.matchnight.pubsub import publish
from league.matchnight.queries.event_log import match_of
from league.matchnight.queries.match_state import state_of
from league.matchnight.queries.scorer_page import app_shell, boards_of, match_on_phone, scorer_scripts
from league.results.choices import SentFor
from league.results.permissions import sides_of
from league.schedule.models import Fixture
from league.schedule.queries.matches import fixture_by_address
from league.teams.middleware import LeagueRequest, lets_in_by_itself
from league.teams.permissions import may_read, require

IN_SESSION = "scorer_links"  # which links this browser came by: {key of the fixture: key of the link}


@lets_in_by_itself
@public_page
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


@public_page
def scorer_link(request: HttpRequest, token: str) -> HttpResponse:
    link = link_of(token)
    if link is None:
        return render(request, "live/link_ended.html", status=410)
    request.session[IN_SESSION] = {**request.session.get(IN_SESSION, {}), str(link.fixture_id): link.pk}
    with scope(league=link.fixture.league):
        return redirect(link.fixture.address_of("score"))


@public_page
def service_worker(request: HttpRequest) -> HttpResponse:
    files = json.dumps(app_shell())
    script = (Path(settings.BASE_DIR) / "static" / "js" / "sw.js").read_text()
    response = HttpResponse(f"const SHELL = {files};\n{script}", content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@public_page
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
    teams = [page["sides"][side == SentFor.AWAY] for side in sides]
    page |= {
        "pass": token,
        "name": author.name,
        "who": ", ".join([author.user.get_short_name() if author.user else author.name, *teams]),
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


# --- the wire: events of a program that pegs, and how a match stands (docs/api.md) ------------------------------------
BEARER = "Bearer "
TAP_RELATED = ("home__team", "away__team", "result", "division__competition")
STATE_RELATED = (*TAP_RELATED, "division__competition__season")
# What is asked about for nearly every tap: the match's address, who may peg it, whether it stands, which games it has.
TAP_FIELDS = (
    "league", "first_date", "code", "state", "rules", "result__state", "result__confirm_by",
    *(f"{side}__{name}" for side in ("home", "away") for name in ("name", "slug", "team__slug", "team__league")),
    "division__rules",
    *(f"division__competition__{name}" for name in ("season", "frozen_at", "own_rules", "rules")),
)  # fmt: skip
log = logging.getLogger(__name__)


class TapResponse(JsonResponse):
    """The answer to a phone. Those who watch are told once it has been sent: telling a thousand takes longer."""

    def __init__(self, answer: dict[str, Any], heads: list[tuple[str, int]]) -> None:
        super().__init__(answer, headers={"Cache-Control": "no-store"})
        self._heads = heads

    def close(self) -> None:
        transaction.on_commit(lambda: _publish(self._heads), robust=True)
        super().close()


def _publish(heads: list[tuple[str, int]]) -> None:
    for head in heads:
        publish(*head)


@lets_in_by_itself
@login_not_required
@csrf_exempt  # it wants a pass in a header, which no other site can make a browser send
@require_POST
def events(request: LeagueRequest, league: str, night: date, match: str) -> HttpResponse:
    if int(request.META.get("CONTENT_LENGTH") or 0) > MAX_BYTES:
        return _error(413, f"This is more than {MAX_BYTES:,} bytes: send fewer events at once.")
    fixture = _fixture(request, night, match, match_in(_token(request)))
    try:
        return _ingest(request, fixture, _author(request, fixture))
    except PassError as error:
        return _error(401, error.reason, **{"WWW-Authenticate": "Bearer"})
    except (EventBatchError, DuplicateEventError) as error:
        return _error(400, str(error))
    except OperationalError:
        log.exception("The log of %s could not be written", fixture)
        return _error(503, "This cannot be taken in just now. Keep it and send it again.", **{"Retry-After": "5"})


@lets_in_by_itself
@login_not_required
@require_GET
def state(request: LeagueRequest, league: str, night: date, match: str) -> HttpResponse:
    fixture = _fixture(request, night, match)
    if not may_read(request.user, request.league) and not ticket_opens(request.GET.get("ticket", ""), fixture.code):
        raise _not_found(request)
    pegged = match_of(fixture)
    tag = quote_etag(f"{pegged.head if pegged else 0}-{fixture.version}-{fixture.state}")
    answer = get_conditional_response(request, etag=tag) or JsonResponse(state_of(fixture))
    answer["ETag"] = tag
    answer["Cache-Control"] = "private, no-cache"  # to be kept, and asked about each time
    return answer


def _ingest(request: LeagueRequest, fixture: Fixture, author: Author) -> HttpResponse:
    device, after, batch = parse_event_batch(request.body)
    heads: list[tuple[str, int]] = []
    try:
        answer = record_events(
            fixture=fixture, device=device, events=batch, after=after, author=author, at=now(),
            tell=lambda *head: heads.append(head),
        )  # fmt: skip
    except BaseException:  # it may be the receipt that failed, after the commit
        _publish(heads)
        raise
    return TapResponse(answer, heads)


def _author(request: LeagueRequest, fixture: Fixture) -> Author:
    """Whose pass came with the request. PassError; in a private league, Http404 for what is no pass."""
    try:
        return author_of(_token(request), fixture, at=now())
    except NoPassError:
        if may_read(request.user, request.league):
            raise
        raise _not_found(request) from None


def _token(request: LeagueRequest) -> str:
    header = request.headers.get("Authorization", "")
    return header.removeprefix(BEARER).strip() if header.startswith(BEARER) else ""


def _fixture(request: LeagueRequest, night: date, match: str, key: int | None = None) -> Fixture:
    matches = Fixture.objects.select_related(*TAP_RELATED).only(*TAP_FIELDS).filter(pk=key, first_date=night)
    fixture = matches.first() if key else None
    if fixture is None or fixture.slug != match:
        try:
            fixture = fixture_by_address(night, match, Fixture.objects.select_related(*STATE_RELATED)).fixture
        except Http404:
            raise _not_found(request) from None
    if fixture.away is None:
        raise _not_found(request)
    fixture.league = fixture.home.team.league = fixture.away.team.league = request.league  # which was read already
    return fixture


def _not_found(request: LeagueRequest) -> Http404:
    """Hides the league's name from who may not know of it."""
    if not may_read(request.user, request.league):
        request.league = None  # type: ignore[assignment]
    return Http404("There is no such match.")


def _error(status: int, detail: str, **headers: Any) -> HttpResponse:
    return JsonResponse({"detail": detail}, status=status, headers={"Cache-Control": "no-store", **headers})
