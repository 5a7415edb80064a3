"""Players as the public may know them: lists, one player, averages, and meetings of two players."""

from datetime import date
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now

from league.base.ui.responses import jpeg, keep_choice, public_page, uncached_form
from league.cups.queries.cup_state import cup_record, honours_of
from league.matchnight.link_preview import draw_picture
from league.pages.forms import PlayerFilter
from league.pages.night_picture import draw_player, player_picture
from league.pages.queries.averages import averages_page, improved_since, link_to_averages, rank_of
from league.pages.queries.league import PLAYER_COOKIE, my_season, my_team, next_question, player_of_reader, table_around
from league.pages.queries.nights import player_of_night, who_is_where
from league.pages.queries.pegged_game import pegging_page
from league.pages.queries.players import (
    SORTS,
    Other,
    everybody_met,
    player_at,
    player_page,
    player_picture_of,
    players_found,
    players_met,
)
from league.pages.tables import AveragesTable, CareerTable, OthersTable, PlayersTable
from league.pages.views.league import address, links, season_at
from league.results.kept_pages import kept_while_unchanged
from league.results.queries.appearances import past_figures_in, past_figures_of
from league.results.queries.tables import division_named, divisions, tables
from league.schedule.models import Division, Season
from league.schedule.queries.matches import current_season
from league.teams.middleware import LeagueRequest
from league.teams.models import Player
from league.teams.permissions import TEAM_COOKIE, may_be_followed, roles_of
from league.teams.queries.noticeboard import crest_of
from league.teams.queries.squads import squad_of

PAGE = 40
DAY = 24 * 60 * 60


@public_page
@kept_while_unchanged("name", "team", "sort", "page")
def players(request: LeagueRequest, league: str) -> HttpResponse:
    narrowed = PlayerFilter(request.GET)
    lines = players_found(request.league, localdate(), current_season(request.league), *narrowed.wanted())
    by = request.GET.get("sort", "")
    by = by if by in SORTS else "won"
    page = Paginator(sorted(lines, key=SORTS[by]), PAGE).get_page(request.GET.get("page"))
    table = PlayersTable(list(page.object_list), request.league)
    has_filter = bool(request.GET.get("name") or request.GET.get("team"))
    context = {"filter": narrowed, "table": table, "page": page, "asked": has_filter}
    return render(request, "pages/players.html", context)


@public_page
@kept_while_unchanged("show", "other")
def player(request: LeagueRequest, league: str, player: str) -> HttpResponse:
    """A player under 18 has no page except for people of the league."""
    this_player = _player(request, player)
    if this_player.merged_into is not None:
        return redirect(this_player.merged_into)
    if other := request.GET.get("other"):
        two = _player(request, other)
        context = {"player": this_player, "other": two, "seen": players_met(this_player, two)}
        return _not_indexed(render(request, "pages/players_met.html", context), this_player, two)
    part = {"others": _others, "pegging": _pegging}.get(request.GET.get("show", ""), _season)
    return _not_indexed(part(request, this_player), this_player)


def _season(request: LeagueRequest, this_player: Player) -> HttpResponse:
    page = player_page(this_player, localdate())
    context = {
        "player": this_player,
        "may_follow": may_be_followed(this_player),
        "seen": page,
        "rank": rank_of(page),
        "picture": player_picture_of(this_player, page),
        "past_figures": past_figures_of(this_player),
        "career": CareerTable(page.career, request.league),
        "cup_record": cup_record(this_player, now()),
        "honours": honours_of(player=this_player),
        **_tables(request, this_player, page.career.partners, page.career.opponents),
    }
    return render(request, "pages/player.html", context)


@public_page
def image(request: LeagueRequest, league: str, player: str, digest: str) -> HttpResponse:
    """An old address leads to the picture of now."""
    this_player = _player(request, player)
    picture = player_picture_of(this_player, player_page(this_player, localdate()))
    if picture is None:
        raise Http404("There is no picture of this player’s season.")
    if digest != picture["digest"]:
        return redirect(picture["address"])
    return jpeg(draw_picture(picture["score"], crest_of(request.league)), public=request.league.public, age=DAY)


def _others(request: LeagueRequest, this_player: Player) -> HttpResponse:
    context = {"player": this_player, **_tables(request, this_player, *everybody_met(this_player))}
    return render(request, "pages/others.html", context)


def _pegging(request: LeagueRequest, this_player: Player) -> HttpResponse:
    season = current_season(request.league)
    context = {"player": this_player, "season": season, "seen": pegging_page(this_player, season) if season else None}
    return render(request, "pages/pegging.html", context)


def _player(request: LeagueRequest, slug: str) -> Player:
    """404 for a player under 18, except for people of the league."""
    this_player = player_at(request.league, slug)
    if this_player is None or (this_player.under_18 and not roles_of(request.user, request.league)):
        raise Http404("No such player.")
    return this_player


def _tables(
    request: LeagueRequest, player: Player, partners: tuple[Other, ...], opponents: tuple[Other, ...]
) -> dict[str, OthersTable]:
    return {
        "partners": OthersTable(partners, player, request.league, caption="Partners", prefix="with-"),
        "opponents": OthersTable(opponents, player, request.league, caption="Opponents"),
    }


def _not_indexed(response: HttpResponse, *players: Player) -> HttpResponse:
    """No search engine keeps a page about somebody under 18."""
    if any(player.under_18 for player in players):
        response["X-Robots-Tag"] = "noindex"
    return response


# --- the player of a night --------------------------------------------------------------------------------------------
@public_page
def night_player_jpeg(request: LeagueRequest, league: str, on: date, digest: str) -> HttpResponse:
    """An old address leads to the picture of now."""
    best_player = player_of_night(request.league, who_is_where(request.league, on, now()))
    if best_player is None:
        raise Http404("No card of this night counts yet.")
    picture = player_picture(best_player, request.league)
    if digest != picture.digest:
        return redirect("night-player-image", league, on, picture.digest)
    return jpeg(draw_player(picture, crest_of(request.league)), public=request.league.public, age=DAY)


# --- averages ---------------------------------------------------------------------------------------------------------
IMPROVED = 20


@public_page
@kept_while_unchanged("division", "season", "games", "show", cookie=PLAYER_COOKIE)
def averages(request: LeagueRequest, league: str) -> HttpResponse:
    division, season = request.GET.get("division") or None, request.GET.get("season") or None
    if request.GET.get("show") == "improved":
        return _most_improved(request, season_at(request, season))
    tabs = tuple(divisions(season))
    figures = past_figures_in(request.league, season) if season else []
    if figures and division is None and not any(averages_page(tab).lines for tab in tabs):
        return render(request, "pages/past_figures.html", {"season": figures[0].season, "figures": figures})
    if not tabs and division is None and (season is None or season_at(request, season)):
        return render(request, "pages/no_averages.html", {"season": season})
    shown = division_named(tabs, division)
    kind = request.GET.get("games", "")
    page = averages_page(shown, int(kind) if kind in {"1", "2", "3", "4"} else None)
    player = player_of_reader(request.user, request.league, request.COOKIES.get(PLAYER_COOKIE))
    own = next((line for line in page.lines if line.player == player), None)
    table = AveragesTable(page, shown, request.league, own=own)
    context = {"division": shown, "season": shown.competition.season, "seen": page, "table": table, "own": own}
    context["shared"] = link_to_averages(shown, page)
    return render(request, "pages/averages.html", context | _averages_links(request, tabs, shown, page.kinds))


def _most_improved(request: LeagueRequest, season: Season | None) -> HttpResponse:
    before, lines = improved_since(season, request.league, IMPROVED) if season else (None, ())
    back = address(request, season, "averages") if season else ""
    context = {"season": season, "before": before, "improved": lines, "back": back}
    return render(request, "pages/improved.html", context)


def _averages_links(
    request: LeagueRequest, tabs: tuple[Division, ...], shown: Division, kinds: tuple[tuple[int, str], ...]
) -> dict[str, Any]:
    season: Season = shown.competition.season
    here = address(request, season, "averages", division=shown.slug)
    kinds_of_game = [("All games", here), *((noun.capitalize(), f"{here}&games={size}") for size, noun in kinds)]
    wanted = request.GET.get("games", "")
    kind_links = links(kinds_of_game, f"{here}&games={wanted}" if wanted else here) if len(kinds) > 1 else []
    named = [(each.name, address(request, season, "averages", division=each.slug)) for each in tabs]
    improved = address(request, season, "averages", show="improved")
    return {"tabs": links(named, here), "kinds": kind_links, "improved": improved}


# --- a reader's own page, with an account or without one --------------------------------------------------------------
@uncached_form
@login_not_required
def me(request: LeagueRequest, league: str) -> HttpResponse:
    """A chosen name is remembered in this browser only."""
    if request.method == "POST":
        return _chosen(request)
    at, user, standings = now(), request.user, tables(shown := list(divisions()), now())
    ranking = [(each, standings[each.pk]) for each in shown]
    mine = my_team(user, request.league, request.COOKIES.get(TEAM_COOKIE), ranking, at)
    player = player_of_reader(user, request.league, request.COOKIES.get(PLAYER_COOKIE))
    squad = squad_of(mine.team, localdate(at)) if mine and player is None else ()
    around = ((division, table_around(table, mine.team.slug)) for division, table in ranking) if mine else ()
    division, lines = next(((division, lines) for division, lines in around if lines), (None, ()))
    context = {
        "can_play": next_question(user, request.league, localdate(at)),
        "mine": mine,
        "season": my_season(player, localdate(at)) if player else None,
        "chosen": player is not None and player.user_id != user.pk,
        "names": [each.player for each in squad if not each.player.under_18],
        "division": division,
        "around": lines,
    }
    return render(request, "pages/me.html", context)


def _chosen(request: LeagueRequest) -> HttpResponse:
    path, slug = request.league.get_absolute_url(), request.POST.get("player", "")
    response = redirect("my-season", request.league.slug)
    if slug:
        player = get_object_or_404(Player, league=request.league, slug=slug, under_18=False, merged_into=None)
        return keep_choice(response, request, PLAYER_COOKIE, player.slug, path)
    response.delete_cookie(PLAYER_COOKIE, path, samesite="Lax")
    return response
