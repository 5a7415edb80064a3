"""What happened: to a match, a team, a player, a season, or in the whole league. For officers only."""

from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.base.audit.models import Entry
from league.base.audit.queries import describe, entries_about, entries_of_league
from league.schedule.models import Season
from league.schedule.queries import fixture_by_address
from league.teams.middleware import MemberRequest
from league.teams.models import Player
from league.teams.permissions import is_officer, require
from league.teams.queries import team_or_redirect

ON_A_PAGE = 30


@never_cache
@require_safe
def of_league(request: MemberRequest, league: str) -> HttpResponse:
    require(is_officer(request.user, request.league))
    return _page(request, entries_of_league(request.league.pk), "The whole league", None)


@never_cache
@require_safe
def of_match(request: MemberRequest, league: str, on: date, match: str) -> HttpResponse:
    require(is_officer(request.user, request.league))
    return _about(request, fixture_by_address(on, match).fixture)


@never_cache
@require_safe
def of_team(request: MemberRequest, league: str, team: str) -> HttpResponse:
    require(is_officer(request.user, request.league))
    return _about(request, team_or_redirect(team).team)


@never_cache
@require_safe
def of_player(request: MemberRequest, league: str, player: str) -> HttpResponse:
    require(is_officer(request.user, request.league))
    return _about(request, get_object_or_404(Player.objects.select_related("league"), slug=player))


@never_cache
@require_safe
def of_season(request: MemberRequest, league: str, season: str) -> HttpResponse:
    require(is_officer(request.user, request.league))
    this_season = get_object_or_404(Season, league=request.league, slug=season)
    return _page(request, entries_about(this_season), f"Season {this_season}", None)


def _about(request: MemberRequest, row: Any) -> HttpResponse:
    return _page(request, entries_about(row), str(row), row)


def _page(request: MemberRequest, entries: QuerySet[Entry], subject: str, link: Model | None) -> HttpResponse:
    shown = Paginator(entries, ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": shown, "told": [describe(entry) for entry in shown], "subject": subject, "link": link}
    return render(request, "audit/history.html", context)
