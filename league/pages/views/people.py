"""Players as the public may know them."""

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from league.fixtures.queries import current_season
from league.pages.forms import PlayerFilter
from league.pages.queries.players import listed, registered, sparkline, team_now
from league.pages.tables import PlayersTable
from league.results.queries import player_record
from league.teams.middleware import LeagueRequest
from league.teams.models import Player
from league.teams.permissions import roles_of

PAGE = 40


@login_not_required
@require_safe
def players(request: LeagueRequest, league: str) -> HttpResponse:
    """Everybody's season, to be narrowed by team and name."""
    narrowed = PlayerFilter(request.GET, registered(request.league, localdate()), request=request)
    found = listed(narrowed.qs, current_season(request.league))
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    table = PlayersTable(list(page.object_list), request.league)
    return render(request, "pages/players.html", {"filter": narrowed, "table": table, "page": page})


@login_not_required
@require_safe
def player(request: LeagueRequest, league: str, player: str) -> HttpResponse:
    """One player's season. Somebody under 18 has no page except for people of the league, and no search engine's."""
    found = get_object_or_404(Player.objects.select_related("league"), slug=player)
    if found.under_18 and not roles_of(request.user, request.league):  # type: ignore[arg-type]
        raise Http404("No such player.")
    season = current_season(request.league)
    record = player_record(found, season) if season else None
    context = {
        "player": found,
        "team": team_now(found, localdate()),
        "season": season,
        "record": record,
        "sparkline": sparkline(record) if record else None,
    }
    response = render(request, "pages/player.html", context)
    if found.under_18:
        response["X-Robots-Tag"] = "noindex"
    return response
