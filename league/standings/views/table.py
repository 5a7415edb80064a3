"""The league tables: this season's, an earlier season's, and one to pin up beside the dartboard."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.schedule.models import Division
from league.standings.actions import ask_for_run_in
from league.standings.queries import RunIn, division_named, divisions, seasons_of, table_shown, versions
from league.standings.queries.pictured import picture_address, pictured
from league.standings.queries.runin import QUICK, latest_run_in, matches_left, run_in, run_out
from league.standings.tables import table_of
from league.standings.views.kept import kept
from league.teams.middleware import LeagueRequest


@login_not_required
@require_safe
def current(request: LeagueRequest, league: str, division: str | None = None) -> HttpResponse:
    """This season's table of one division; without a name, the top one."""
    return _table(request, None, division)


@login_not_required
@require_safe
def past(request: LeagueRequest, league: str, season: str, division: str) -> HttpResponse:
    """The table of a named season, which stays at this address."""
    return _table(request, season, division)


@login_not_required
@require_safe
def noticeboard(request: LeagueRequest, league: str, division: str) -> HttpResponse:
    """The table by itself in large type, for paper."""
    shown = division_named(divisions(), division)
    context = {"division": shown, "printed": now(), **_drawn(request, shown)}
    return render(request, "standings/print.html", context)


@login_not_required
@require_safe
def seasons(request: LeagueRequest, league: str) -> HttpResponse:
    """Every season with its tables, the latest first."""
    return render(request, "standings/seasons.html", {"seasons": seasons_of(request.league)})


def _table(request: LeagueRequest, season: str | None, slug: str | None) -> HttpResponse:
    def draw() -> HttpResponse:
        tabs = tuple(divisions(season))
        if not tabs and slug is None:
            return render(request, "standings/none.html")
        shown = division_named(tabs, slug)
        context = {"division": shown, "tabs": tabs, "season": shown.competition.season, **_drawn(request, shown)}
        context |= {"possible": _possible(shown, context), **_pictured(request, shown, context)}
        return render(request, "standings/table.html", context)

    return kept(request, versions(request.league, season), draw)


def _drawn(request: LeagueRequest, division: Division) -> dict[str, Any]:
    """The table as it stands or, of a closed season, as it was decided, with the one that corrections make of it."""
    found, final = table_shown(division, now())
    caption = f"{division}, season {division.competition.season}"
    drawn = {"standings": found, "table": table_of(found, request.league, caption), "final": final}
    if final and final.now:
        drawn["since"] = table_of(final.now, request.league, f"{caption}, corrected", prefix="since-")
    return drawn


def _pictured(request: LeagueRequest, division: Division, drawn: dict[str, Any]) -> dict[str, str]:
    """The picture beside a link to this season's table, and the same in words; none before anything was played."""
    if not drawn["season"].current or drawn["final"] or not drawn["standings"].started:
        return {}
    picture = pictured(division, drawn["standings"], request.league)
    return {"picture": picture_address(division, picture, request.league), "picture_words": picture.words}


def _possible(division: Division, drawn: dict[str, Any]) -> RunIn | None:
    """What is still possible: worked out at once where little is left, else as last found, and asked for again."""
    if not drawn["season"].current or drawn["final"] or not drawn["standings"].started:
        return None
    held, asked = latest_run_in(division)
    if held and held.version == division.competition.results_version:
        return held
    left = matches_left(division)
    if not left:
        return run_out(division, drawn["standings"], now())
    if len(left) < QUICK:
        return run_in(division, left, now())
    if asked != division.competition.results_version:
        ask_for_run_in(division=division, at=now())
    return held
