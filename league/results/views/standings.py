"""The league tables: this season's or an earlier one's, one for another page, a picture, and shields."""

from datetime import date, datetime, timedelta
from typing import Any

from csp.constants import NONE, SELF
from csp.decorators import csp
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.clickjacking import xframe_options_exempt

from league.base.ui.old_addresses import form_address
from league.base.ui.responses import (
    YEAR,
    conditional_response,
    form_action,
    jpeg,
    public_page,
    render_form,
    uncached_form,
)
from league.base.ui.static_files import THEMES
from league.results import tables
from league.results.actions.adjustments import ask_for_run_in, split_into_shields
from league.results.forms.secretary import ShieldsForm
from league.results.kept_pages import kept_while_unchanged, league_version
from league.results.queries.runin import QUICK, RunIn, latest_run_in, matches_left, run_in, run_out
from league.results.queries.tables import Standings, division_named, divisions, standings, table_shown
from league.schedule.models import Division, Season
from league.schedule.permissions import may_arrange
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.permissions import TEAM_COOKIE, require, team_of_reader, teams_led
from league.teams.queries.noticeboard import crest_of

KEPT_FOR = 60  # seconds at most: what is still possible is found beside what the version tells of


@public_page
@kept_while_unchanged("season", cookie=TEAM_COOKIE, seconds=KEPT_FOR)
def table(request: LeagueRequest, league: str, division: str | None = None) -> HttpResponse:
    """A division's table, without its name the top one's; this season's, or that of the season asked for."""
    season = request.GET.get("season") or None
    tabs = tuple(divisions(season))
    if not tabs and not (season or division):
        return render(request, "standings/none.html")
    shown = division_named(tabs, division)
    team = team_of_reader(request.user, request.league, request.COOKIES.get(TEAM_COOKIE))
    own = team.slug if team else ""
    context = {"division": shown, "tabs": tabs, "season": shown.competition.season, **_drawn(request, shown, own)}
    if context["season"].current and not context["final"] and context["standings"].started:
        picture = tables.table_picture(shown, context["standings"], request.league)
        context |= {"picture": tables.picture_address(shown, picture, request.league), "picture_words": picture.words}
        context["possible"] = _possible(shown, context["standings"])
    context["height"] = REST + ROW * len(context["standings"].rows)
    weeks, final = len(context["race"].ticks) if "race" in context else 0, bool(context["final"])
    context["shared"] = tables.link_to_table(shown, context["standings"], weeks=weeks, final=final)
    return render(request, "standings/table.html", context)


def _drawn(request: LeagueRequest, division: Division, own: str = "") -> dict[str, Any]:
    """The table as it stands or, of a closed season, as it was decided, with the one that corrections make of it."""
    table, final = table_shown(division, now())
    caption, raced = f"{division}, season {division.competition.season}", tables.race_of(table)
    drawn = {
        "standings": table,
        "table": tables.table_of(table, request.league, caption, raced=raced, own=own),
        "final": final,
    }
    if raced:
        drawn["race"] = tables.race_chart(table, raced, (each.slug for each in teams_led(request.user, request.league)))
    if final and final.now:
        drawn["since"] = tables.table_of(final.now, request.league, f"{caption}, corrected", prefix="since-")
    return drawn


def _possible(division: Division, table: Standings) -> RunIn | None:
    """What is still possible: worked out at once where little is left, else as last found, and asked for again."""
    stored, asked_version = latest_run_in(division)
    if stored and stored.version == division.competition.results_version:
        return stored
    left = matches_left(division)
    if not left and not table.coming:
        return run_out(division, table, now())
    if len(left) < QUICK:
        return run_in(division, left, now())
    if asked_version != division.competition.results_version:
        ask_for_run_in(division=division, at=now())
    return stored


# --- the picture beside a link ----------------------------------------------------------------------------------------
@public_page
def image(request: LeagueRequest, league: str, division: str, digest: str) -> HttpResponse:
    """The first places as a picture, or all. Its address stands for what is on it; an old one leads to that of now."""
    this_division = division_named(divisions(), division)
    shown = standings(this_division, now())
    pictures = [
        tables.table_picture(this_division, shown, request.league, most)
        for most in (tables.MOST_LINKED, tables.MOST_SHARED)
    ]
    picture = next((each for each in pictures if each.digest == digest), None)
    if picture is None:
        return redirect(tables.picture_address(this_division, pictures[0], request.league))
    return jpeg(tables.picture_of(picture, crest_of(request.league)), public=request.league.public, age=YEAR)


# --- a table on somebody else's page ----------------------------------------------------------------------------------
EMBED_SECONDS = 5 * 60  # seconds for which a browser shows the table without asking again
# Anybody's page may have it in a frame. Nothing in it runs, asks or sends.
FRAMED = {
    "default-src": [NONE],
    "style-src": [SELF],
    "font-src": [SELF],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": ["*"],
}
ROW, REST = 53, 170  # pixels of a team's line, and of all else on the page with room for long names


@public_page
@xframe_options_exempt
@csp(FRAMED)  # type: ignore[arg-type]  # which knows no view but the plainest
def embed(request: LeagueRequest, league: str, division: str) -> HttpResponse:
    """The table alone, light or dark as the page around it is, without a script or a cookie."""
    at = now()
    answer = conditional_response(
        request, league_version(request.league, at), draw=lambda: _framed(request, division, at)
    )
    answer["Cache-Control"] = f"{'public' if request.league.public else 'private'}, max-age={EMBED_SECONDS}"
    return answer


def _framed(request: LeagueRequest, division: str, at: datetime) -> HttpResponse:
    shown = division_named(divisions(), division)
    standings, _ = table_shown(shown, at)
    theme = request.GET.get("theme", "")
    context = {"division": shown, "standings": standings, "theme": theme if theme in THEMES else "", "at": at}
    return render(request, "standings/embed.html", context)


# --- shields ----------------------------------------------------------------------------------------------------------
@uncached_form
def shields(request: MemberRequest, league: str, season: str, division: str) -> HttpResponse:
    """Who would be in which by the table as it stands, and what they take along; their matches are the next step."""
    require(may_arrange(request.user, request.league))
    parent = get_object_or_404(divisions(season), slug=division)
    table = standings(parent, now())
    shown = parent.competition.season
    over = shown.ends < localdate()
    form = ShieldsForm(request.POST or None, rows=table.rows, initial={"on": _day_of_split(shown, table)})
    if form_action(request, form, split_into_shields, division=parent):
        matches = "Import the results since then." if over else "The matches of the shields come next."
        messages.success(request, f"{parent} is split. {matches}")
        if over:
            return redirect("season-setup", league, season)
        return redirect(form_address("reschedule-season", "rest", league=league, season=season))
    context = {"season": shown, "division": parent, "rows": form.rows}
    return render_form(request, "standings/shields.html", form, **context)


def _day_of_split(season: Season, table: Standings) -> date:
    """Today; of a season that is over, the day after its last match so far."""
    played = [each.on for each in table.facts.outcomes] if table.facts else []
    after = max(played) + timedelta(days=1) if played and season.ends < localdate() else localdate()
    return season.nearest_day(after)
