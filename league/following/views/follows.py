"""Following without an account: how to, and a follow by its link. A phone is known by what its browser says alone."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from league.accounts.permissions import too_many_tries, visitor_of
from league.cups.queries.cup_state import cup_by_address
from league.following.actions import choose_events, follow, unfollow
from league.following.choices import FollowedEvent
from league.following.forms import EventsForm
from league.following.models import Follow
from league.following.queries.follows import Followed, follow_at, link_of, may_be_followed
from league.notifications.forms import PhoneForm
from league.notifications.queries.channels import site_key
from league.teams.middleware import LeagueRequest
from league.teams.models import Player, Team
from league.ui.responses import render_form, unlisted

FORM_METHODS = ["GET", "HEAD", "POST"]
MOST_TRIES, TRIES_WITHIN = 60, 60 * 60  # of one address, which a whole pub may have
TOO_OFTEN = "Too many phones have just done that from here. Try again in an hour."


@csrf_exempt
@login_not_required
@require_http_methods(FORM_METHODS)
def follow_league(request: LeagueRequest, league: str) -> HttpResponse:
    """Follow all of the league."""
    return _follow(request, request.league, {"calendar": reverse("calendars", args=[league])})


@csrf_exempt
@login_not_required
@require_http_methods(FORM_METHODS)
def follow_team(request: LeagueRequest, league: str, team: str) -> HttpResponse:
    """Follow a team."""
    found = get_object_or_404(Team.objects.select_related("league"), slug=team, active=True)
    feed = reverse("team-calendar", args=[league, found.slug])
    return _follow(request, found, {"feed": feed, "page": reverse("team", args=[league, found.slug])})


@csrf_exempt
@login_not_required
@require_http_methods(FORM_METHODS)
def follow_player(request: LeagueRequest, league: str, player: str) -> HttpResponse:
    """Follow a player whose name strangers may read."""
    found = get_object_or_404(Player.objects.select_related("league"), slug=player)
    if not may_be_followed(found):
        raise Http404("No such player.")
    return _follow(request, found, {"calendar": reverse("calendars", args=[league]), "page": found.get_absolute_url()})


@csrf_exempt
@login_not_required
@require_http_methods(FORM_METHODS)
def follow_cup(request: LeagueRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Follow a cup."""
    found = cup_by_address(season, cup)
    return _follow(request, found, {"calendar": reverse("calendars", args=[league]), "page": found.get_absolute_url()})


def _follow(request: LeagueRequest, what: Followed, ways: dict[str, Any]) -> HttpResponse:
    """How to follow it, or with POST have this phone follow it: the page's script sends what the browser says.

    Without a CSRF token, so that pages kept for everybody can hold the button: nobody is known by a cookie here, and
    the worst that a forged request can do is have its own sender's phone told of a team.
    """
    if not request.league.public:
        raise Http404("Nobody follows a private league.")
    name = what.public_name if isinstance(what, Player) else str(what)
    context = ways | {"name": name, "push_key": site_key(), "is_league": what == request.league}
    form = PhoneForm(request.POST if request.method == "POST" else None, auto_id=False)
    if request.method != "POST":
        return render(request, "following/how.html", context)
    if too_many_tries("follow", visitor_of(request), most=MOST_TRIES, seconds=TRIES_WITHIN, at=now().timestamp()):
        return render(request, "following/how.html", context | {"error": TOO_OFTEN}, status=429)
    if not form.is_valid():
        return render(request, "following/how.html", context | {"error": form.error}, status=422)
    phone = {name: form.cleaned_data[name] for name in ("endpoint", "public", "auth")}
    try:
        row = follow(what=what, league=request.league, at=now(), **phone)
    except ValidationError as error:
        return render(request, "following/how.html", context | {"error": error.messages[0]}, status=422)
    return redirect(f"{link_of(row)}?new")


@login_not_required
@never_cache
@sensitive_variables("token")
@require_http_methods(FORM_METHODS)
def follow_page(request: LeagueRequest, league: str, token: str) -> HttpResponse:
    """What a phone follows, by the link that it has: the events, and the way out."""
    row = follow_at(token, request.league)
    if row is None:
        return _over(request)
    chosen = [event.value for event in FollowedEvent if getattr(row, event.value)]
    form = EventsForm(request.POST if request.method == "POST" else None, initial={"events": chosen})
    if request.method == "POST" and form.is_valid():
        try:
            choose_events(follow=row, **form.cleaned_data)
        except ValidationError as error:
            form.add_validation_error(error)
        else:
            messages.success(request, "Saved.")
            return redirect(link_of(row))
    context = {"follow": row, "new": "new" in request.GET, "token": token, "here": _key(row), "page": _page_of(row)}
    return unlisted(render_form(request, "following/follow.html", form, **context))


@login_not_required
@never_cache
@sensitive_variables("token")
@require_http_methods(FORM_METHODS)
def removal(request: LeagueRequest, league: str, token: str) -> HttpResponse:
    """Unfollow: asked on a page, and done by its button. The link says which, so nobody needs to be known."""
    row = follow_at(token, request.league)
    if row is None:
        return _over(request)
    context = {"follow": row, "here": _key(row), "page": _page_of(row), "done": request.method == "POST"}
    if request.method == "POST":
        unfollow(follow=row)
    return unlisted(render(request, "following/removal.html", context))


def _over(request: HttpRequest) -> HttpResponse:
    return unlisted(render(request, "following/over.html", status=404))


def _page_of(row: Follow) -> str:
    if row.team is not None:
        return reverse("team", args=[row.league.slug, row.team.slug])
    return str((row.player or row.cup or row.league).get_absolute_url())


def _key(row: Follow) -> str:
    """By which a page's script knows what a follow is of: the address at which it is followed."""
    slug = row.league.slug
    if row.team is not None:
        return reverse("follow-team", args=[slug, row.team.slug])
    if row.player is not None:
        return reverse("follow-player", args=[slug, row.player.slug])
    if row.cup is not None:
        return reverse("follow-cup", args=[slug, row.cup.season.slug, row.cup.competition.slug])
    return reverse("follow-league", args=[slug])
