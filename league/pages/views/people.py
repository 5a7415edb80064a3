"""Players as the public may know them."""

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from league.cups.queries.honours import honours_of
from league.cups.queries.outcomes import cup_record
from league.live.picture import picture_of
from league.pages.forms import PlayerFilter
from league.pages.queries.careers import Other, player_seen
from league.pages.queries.meetings import everybody_met, players_met
from league.pages.queries.pegging import pegging_seen
from league.pages.queries.player_picture import pictured
from league.pages.queries.players import listed, registered
from league.pages.tables import CareerTable, OthersTable, PlayersTable
from league.schedule.queries import current_season
from league.teams.middleware import LeagueRequest
from league.teams.models import Player
from league.teams.permissions import roles_of
from league.ui.answer import jpeg

PAGE = 40
DAY = 24 * 60 * 60


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
    """One player's season and career. Somebody under 18 has no page except for people of the league."""
    found = _player(request, player)
    if found.same_as is not None:
        return redirect(found.same_as)
    seen = player_seen(found, localdate())
    context = {
        "player": found,
        "seen": seen,
        "picture": pictured(found, seen),
        "career": CareerTable(seen.career, request.league),
        "cup_record": cup_record(found, now()),
        "honours": honours_of(player=found),
        **_tables(request, found, seen.career.partners, seen.career.opponents),
    }
    return _not_indexed(render(request, "pages/player.html", context), found)


@login_not_required
@require_safe
def image(request: LeagueRequest, league: str, player: str, digest: str) -> HttpResponse:
    """A player's season as a picture. Its address stands for what is on it; an old one leads to that of now."""
    found = _player(request, player)
    picture = pictured(found, player_seen(found, localdate()))
    if picture is None:
        raise Http404("There is no picture of this player's season.")
    if digest != picture.digest:
        return redirect(picture.address)
    return jpeg(picture_of(picture.score), public=request.league.public, age=DAY)


@login_not_required
@require_safe
def others(request: LeagueRequest, league: str, player: str) -> HttpResponse:
    """Everybody whom a player has played with and against."""
    found = _player(request, player)
    context = {"player": found, **_tables(request, found, *everybody_met(found))}
    return _not_indexed(render(request, "pages/others.html", context), found)


@login_not_required
@require_safe
def against(request: LeagueRequest, league: str, player: str, other: str) -> HttpResponse:
    """Two players, and every line on which they met."""
    one, two = _player(request, player), _player(request, other)
    context = {"player": one, "other": two, "seen": players_met(one, two)}
    return _not_indexed(render(request, "pages/players_met.html", context), one, two)


@login_not_required
@require_safe
def pegging(request: LeagueRequest, league: str, player: str) -> HttpResponse:
    """What a player pegged this season, in the games that were pegged live."""
    found = _player(request, player)
    season = current_season(request.league)
    context = {"player": found, "season": season, "seen": pegging_seen(found, season) if season else None}
    return _not_indexed(render(request, "pages/pegging.html", context), found)


def _player(request: LeagueRequest, slug: str) -> Player:
    """The player of that address, unless under 18 and asked for by a stranger."""
    found: Player = get_object_or_404(Player.objects.select_related("league", "same_as__league"), slug=slug)
    if found.under_18 and not roles_of(request.user, request.league):
        raise Http404("No such player.")
    return found


def _tables(
    request: LeagueRequest, player: Player, partners: tuple[Other, ...], opponents: tuple[Other, ...]
) -> dict[str, OthersTable]:
    """Both lists of others, for a page that shows both."""
    return {
        "partners": OthersTable(partners, player, request.league, caption="Partners", prefix="with-"),
        "opponents": OthersTable(opponents, player, request.league, caption="Opponents"),
    }


def _not_indexed(response: HttpResponse, *players: Player) -> HttpResponse:
    """The same page, which no search engine is to keep if it is about somebody under 18."""
    if any(player.under_18 for player in players):
        response["X-Robots-Tag"] = "noindex"
    return response
