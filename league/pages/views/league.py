"""A league's public pages: its front page, a team, its rule book, and search."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import localdate, now
from django.views.decorators.csrf import csrf_exempt

from league.base.ui.converters import of_season
from league.base.ui.old_addresses import leads_to
from league.base.ui.responses import keep_choice, public_page, require_form_methods
from league.cups.forms.honours import board_page
from league.cups.queries.cup_state import honours_of
from league.matchnight.queries.games import latest_puzzle, puzzle_of
from league.matchnight.queries.match_state import live_scores_version
from league.pages.forms import SearchForm
from league.pages.navigation import signposts_for
from league.pages.queries.inbox import inbox_of
from league.pages.queries.league import SHORTEST, checklist, front_page, my_team, search, things_to_do
from league.pages.queries.site import puzzle_card
from league.pages.queries.team import all_time_of, all_time_table, past_seasons_of, team_page, teams_met, two_teams
from league.pages.tables import AllTimeTable, TeamsMetTable
from league.results.kept_pages import kept_while_unchanged
from league.results.queries.tables import seasons_of
from league.schedule.models import Season
from league.schedule.queries.matches import current_season
from league.schedule.queries.seasons import rule_book
from league.teams.middleware import LeagueRequest
from league.teams.models import Team
from league.teams.permissions import TEAM_COOKIE, is_secretary, team_of_reader
from league.teams.queries.squads import team_or_redirect

Links = list[dict[str, str]]  # by `label` and `url`; `here` is "page" on that very page, "true" on one below it, or ""


def season_at(request: LeagueRequest, slug: str | None) -> Season | None:
    """404 for an unknown slug; without one the current season."""
    if slug is None:
        return current_season(request.league)
    return get_object_or_404(Season, league=request.league, slug=slug)


def address(request: LeagueRequest, season: Season, name: str, **parts: Any) -> str:
    return of_season(request.league.slug, season, name, **parts)


def links(pairs: Iterable[tuple[str, str]], shown: str) -> Links:
    return [{"label": label, "url": url, "here": "page" if url == shown else ""} for label, url in pairs]


@public_page
@kept_while_unchanged(cookie=TEAM_COOKIE, pegs=live_scores_version)
def home(request: LeagueRequest, league: str) -> HttpResponse:
    at = now()
    steps = checklist(request.league) if is_secretary(request.user, request.league) else None
    front = front_page(request.league, at)
    mine = my_team(request.user, request.league, request.COOKIES.get(TEAM_COOKIE), front["ranking"], at)
    waiting = inbox_of(request.user, request.league, at) if request.user.is_authenticated else None
    context = {"front": front, "mine": mine, "checklist": steps, "waiting": waiting}
    today, own = localdate(at), latest_puzzle(request.league, localdate(at))
    card = puzzle_card(today, puzzle_of(own) if own and own.shown_on == today else None, league)
    return render(request, "pages/league.html", {**context, "puzzle": card})


# Without a CSRF token, so that a page kept for everybody can hold the button: the worst it can do is show another team.
@csrf_exempt
@login_not_required
@require_form_methods
def choose_team(request: LeagueRequest, league: str) -> HttpResponse:
    """Remembered in this browser alone, or with no team forgotten."""
    if request.method != "POST":
        return leads_to("teams", show="choose")(request, league=league)
    followed = request.POST.get("follow", "")
    slug = followed or request.POST.get("team", "")
    if not slug:
        response = redirect(request.league)
        response.delete_cookie(TEAM_COOKIE, request.league.get_absolute_url(), samesite="Lax")
        return response
    team = get_object_or_404(Team.objects.select_related("league"), slug=slug, active=True)
    how = f"{reverse('follow-league', args=[league])}?team={team.slug}"
    own = how if followed and request.league.public else request.league
    return keep_choice(redirect(own), request, TEAM_COOKIE, team.slug, request.league.get_absolute_url())


@public_page
@kept_while_unchanged("show", "other", cookie=TEAM_COOKIE, pegs=live_scores_version)
def team(request: LeagueRequest, league: str, team: str) -> HttpResponse:
    at_address = team_or_redirect(team)
    if at_address.moved:
        return redirect(f"{at_address.team.get_absolute_url()}?{request.GET.urlencode()}".rstrip("?"), permanent=True)
    if request.GET.get("other") or request.GET.get("show") == "others":
        return _head_to_head(request, at_address.team)
    mine = team_of_reader(request.user, request.league, request.COOKIES.get(TEAM_COOKIE)) == at_address.team
    page, past = team_page(at_address.team, now()), past_seasons_of(at_address.team, now())
    context = {
        "seen": page,
        "past": past,
        "all_time": all_time_of(at_address.team, past),
        "team": at_address.team,
        "honours": honours_of(team=at_address.team),
        "mine": mine,
        "todo": things_to_do(request.user, request.league, now()) if mine else [],
    }
    return render(request, "pages/team.html", context)


def _head_to_head(request: LeagueRequest, team: Team) -> HttpResponse:
    if slug := request.GET.get("other"):
        other = team_or_redirect(slug).team
        context = {"team": team, "other": other, "seen": two_teams(team, other, now())}
        return render(request, "pages/team_against.html", context)
    table = TeamsMetTable(teams_met(team), team, request.league)
    return render(request, "pages/teams_met.html", {"team": team, "table": table})


# --- the rule book, and finding things --------------------------------------------------------------------------------
@public_page
@kept_while_unchanged()
def rule_book_page(request: LeagueRequest, league: str) -> HttpResponse:
    return render(request, "pages/rule_book.html", {"book": rule_book(request.league)})


@public_page
def find(request: LeagueRequest, league: str) -> HttpResponse:
    form = SearchForm(request.GET if "q" in request.GET else None)
    text = form.cleaned_data["q"] if form.is_valid() else ""
    results = search(request.league, text, localdate()) if text else None
    pages = signposts_for(text, request.user, request.league) if text and len(text) >= SHORTEST else ()
    context = {"form": form, "words": text, "found": results, "pages": pages, "shortest": SHORTEST}
    return render(request, "pages/search.html", context)


# --- the archive: seasons, the table of all of them, and the honours board --------------------------------------------
ALL_TIME, HONOURS, BY_TROPHY = "show=all-time", "show=honours", "show=honours&by=trophy"


@public_page
@kept_while_unchanged("show", "by", queries=(ALL_TIME, HONOURS, BY_TROPHY))
def archive(request: LeagueRequest, league: str) -> HttpResponse:
    match request.GET.get("show"):
        case "all-time":
            lines = all_time_table(request.league, now())
            context = {"lines": lines, "table": AllTimeTable(lines, request.league)}
            return render(request, "pages/all_time.html", context)
        case "honours":
            return render(request, "cups/honours.html", board_page(request))
        case _:
            seasons = seasons_of(request.league).order_by("-starts", "-pk")
            return render(request, "standings/seasons.html", {"seasons": seasons, "today": localdate()})
