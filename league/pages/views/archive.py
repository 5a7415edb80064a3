"""A league's archive, one page of three parts: its seasons, the table of all of them, and the honours board."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from league.cups.permissions import runs_cups
from league.cups.queries.outcomes import by_trophy, by_year, honours
from league.pages.queries.team import all_time_table
from league.pages.tables import AllTimeTable
from league.pages.views.league import links
from league.results.kept_pages import kept_while_unchanged
from league.results.queries.tables import seasons_of
from league.teams.middleware import LeagueRequest

ALL_TIME, HONOURS, BY_TROPHY = "show=all-time", "show=honours", "show=honours&by=trophy"


@login_not_required
@require_safe
@kept_while_unchanged("show", "by", queries=(ALL_TIME, HONOURS, BY_TROPHY))
def archive(request: LeagueRequest, league: str) -> HttpResponse:
    match request.GET.get("show"):
        case "all-time":
            lines = all_time_table(request.league, now())
            context = {"lines": lines, "table": AllTimeTable(lines, request.league)}
            return render(request, "pages/all_time.html", context)
        case "honours":
            return render(request, "cups/honours.html", _board(request))
        case _:
            seasons = seasons_of(request.league)
            return render(request, "standings/seasons.html", {"seasons": seasons, "today": localdate()})


def _board(request: LeagueRequest) -> dict[str, Any]:
    by, address = request.GET.get("by"), reverse("seasons", args=[request.league.slug])
    by_year_at, by_trophy_at = f"{address}?{HONOURS}", f"{address}?{BY_TROPHY}"
    orders = [("By year", by_year_at), ("By trophy", by_trophy_at)]
    return {
        "sections": by_trophy(honours()) if by == "trophy" else by_year(honours()),
        "by": by,
        "tabs": links(orders, by_trophy_at if by == "trophy" else by_year_at),
        "runs": runs_cups(request.user, request.league),
        "printed": now(),
    }
