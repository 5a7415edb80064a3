"""A reader's own page in a league, with an account or without one."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache

from league.base.ui.responses import keep_choice, require_form_methods
from league.pages.queries import me as queries
from league.pages.queries.league import Top
from league.pages.queries.my_team import my_team
from league.results.queries.tables import divisions, tables
from league.teams.middleware import LeagueRequest
from league.teams.models import Player
from league.teams.queries.squads import TEAM_COOKIE


@never_cache
@login_not_required
@require_form_methods
def me(request: LeagueRequest, league: str) -> HttpResponse:
    """Next match, own season, the team's part of the table; a name is chosen or forgotten in this browser only."""
    if request.method == "POST":
        return _chosen(request)
    at, shown = now(), list(divisions())
    ranked = tables(shown, at)
    tops = tuple(Top(each, ranked[each.pk]) for each in shown)
    mine = my_team(request.user, request.league, request.COOKIES.get(TEAM_COOKIE), tops, at)
    player = queries.player_of_reader(request.user, request.league, request.COOKIES.get(queries.PLAYER_COOKIE))
    around = ((each, queries.table_around(each.table, mine.team.slug)) for each in tops) if mine else ()
    top, lines = next(((each, lines) for each, lines in around if lines), (None, ()))
    context = {
        "can_play": queries.next_question(request.user, request.league, localdate(at)),
        "mine": mine,
        "season": queries.my_season(player, localdate(at)) if player else None,
        "chosen": player is not None and player.user_id != request.user.pk,
        "names": queries.names_to_choose(mine, localdate(at)) if mine and player is None else (),
        "top": top,
        "around": lines,
    }
    return render(request, "pages/me.html", context)


def _chosen(request: LeagueRequest) -> HttpResponse:
    path, slug = request.league.get_absolute_url(), request.POST.get("player", "")
    response = redirect("my-season", request.league.slug)
    if slug:
        player = get_object_or_404(Player, league=request.league, slug=slug, under_18=False, merged_into=None)
        return keep_choice(response, request, queries.PLAYER_COOKIE, player.slug, path)
    response.delete_cookie(queries.PLAYER_COOKIE, path, samesite="Lax")
    return response
