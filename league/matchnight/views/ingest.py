"""The wire: where a program that pegs sends its events, and where any reads how a match stands (docs/api.md).

Both ask for a pass or ticket of their own where a league is private; to whoever has neither it does not exist.
"""

import logging
from datetime import date
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.db import OperationalError, transaction
from django.http import Http404, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.timezone import now
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_POST

from league.matchnight.actions.events import DuplicateEventError, record_events
from league.matchnight.forms import MAX_BYTES, EventBatchError, parse_event_batch
from league.matchnight.permissions import Author, NoPassError, PassError, author_of, match_in, may_watch, ticket_opens
from league.matchnight.pubsub import publish
from league.matchnight.queries.event_log import match_of
from league.matchnight.queries.match_state import state_of
from league.schedule.models import Fixture
from league.schedule.queries.matches import fixture_by_address
from league.teams.middleware import LeagueRequest, lets_in_by_itself

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
    if not may_watch(request.user, request.league) and not ticket_opens(request.GET.get("ticket", ""), fixture.code):
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
        if may_watch(request.user, request.league):
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
    if not may_watch(request.user, request.league):
        request.league = None  # type: ignore[assignment]
    return Http404("There is no such match.")


def _error(status: int, detail: str, **headers: Any) -> HttpResponse:
    return JsonResponse({"detail": detail}, status=status, headers={"Cache-Control": "no-store", **headers})
