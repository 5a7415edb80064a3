"""Calendars to follow: of the league, a division, a team, a venue and a cup; one match; the page that tells how."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.base.accounts.models import User
from league.base.ui.converters import site_of
from league.base.ui.pictures import qr_code
from league.base.ui.responses import conditional_response, public_page, require_form_methods, uncached_form
from league.cups.queries.cup_state import cup_by_address
from league.documents.actions import make_calendar_link, revoke_calendar_link
from league.documents.forms import CalendarLinkForm
from league.documents.ical import calendar_of
from league.documents.models import CalendarLink
from league.documents.permissions import is_member, may_follow, may_revoke
from league.documents.queries.calendars import (
    CalendarFeed,
    calendars_of,
    feed_of,
    link_of,
    links_in,
    of_cup,
    of_division,
    of_league,
    of_match,
    of_team,
    of_venue,
)
from league.results.kept_pages import league_version
from league.results.queries.tables import division_named, divisions
from league.schedule.queries.matches import fixture_by_address
from league.teams.middleware import LeagueRequest, MemberRequest, lets_in_by_itself
from league.teams.models import League, Venue
from league.teams.permissions import is_secretary, require
from league.teams.queries.squads import team_or_redirect

MAX_AGE = 15 * 60  # seconds for which a program need not ask again


@login_not_required
@uncached_form
def calendars(request: LeagueRequest, league: str) -> HttpResponse:
    context: dict[str, Any] = {"groups": calendars_of(request.league), "host": request.get_host()}
    posted, user = request.method == "POST", request.user
    if user.is_authenticated and is_member(user, request.league):
        form = CalendarLinkForm(request.POST if posted else None)
        if form.is_valid() and _make(request, form, user):
            return redirect(_links(league))
        context |= {"form": form, "made": None if posted else _new_link(request)} | _links_of(request)
    else:
        require(not posted)
    return render(request, "documents/calendars.html", context, status=422 if posted else 200)


@public_page
def whole_league(request: LeagueRequest, league: str) -> HttpResponse:
    return calendar(request, of_league, f"{league}.ics")


@public_page
def team(request: LeagueRequest, league: str, team: str) -> HttpResponse:
    at_address = team_or_redirect(team)
    if at_address.moved:
        return redirect("team-calendar", league, at_address.team.slug, permanent=True)
    return calendar(request, lambda _, at: of_team(at_address.team, at), f"{at_address.team.slug}.ics")


@public_page
def venue(request: LeagueRequest, league: str, venue: str) -> HttpResponse:
    this_venue = get_object_or_404(Venue.objects.select_related("league"), slug=venue)
    return calendar(request, lambda _, at: of_venue(this_venue, at), f"{this_venue.slug}.ics")


@public_page
def division(request: LeagueRequest, league: str, division: str) -> HttpResponse:
    this_division = division_named(divisions(), division)
    return calendar(
        request, lambda league_row, at: of_division(this_division, league_row, at), f"{league}-{this_division.slug}.ics"
    )


@public_page
def cup(request: LeagueRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = cup_by_address(season, cup)
    return calendar(request, lambda league_row, at: of_cup(this_cup, league_row, at), f"{cup}-{season}.ics")


@public_page
def match(request: LeagueRequest, league: str, night: date, match: str) -> HttpResponse:
    at_address = fixture_by_address(night, match)
    if at_address.moved:
        return redirect(at_address.fixture.address_of("match-calendar"), permanent=True)
    return calendar(request, lambda _, at: of_match(at_address.fixture, at, named=False), f"{match}-{night}.ics")


def calendar(
    request: LeagueRequest, feed: Callable[[League, datetime], CalendarFeed], name: str, *, own: str = ""
) -> HttpResponse:
    """The feed as a file, or 304 for a program that has it; `own` says whose it is, and then no proxy keeps it."""
    at, site = now(), site_of(request)

    def draw() -> HttpResponse:
        answer = HttpResponse(calendar_of(feed(request.league, at), site), content_type="text/calendar; charset=utf-8")
        answer["Content-Disposition"] = f'inline; filename="{name}"'
        return answer

    answer = conditional_response(request, league_version(request.league, at), own, draw=draw)
    shared = request.league.public and not own
    answer["Cache-Control"] = f"public, max-age={MAX_AGE}" if shared else "private, no-cache"
    return answer


# --- calendar links ---------------------------------------------------------------------------------------------------
MADE = "calendar_link_made"  # in the session from the making of a link to the page that shows it


def _links(league: str) -> str:
    return reverse("calendars", args=[league], fragment="links")


def _links_of(request: LeagueRequest) -> dict[str, list[CalendarLink]]:
    rows = list(links_in(request.league))
    others = [link for link in rows if link.user_id != request.user.pk and is_secretary(request.user, link.league)]
    return {"own": [link for link in rows if link.user_id == request.user.pk], "others": others}


@require_form_methods
def revocation(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    link = get_object_or_404(CalendarLink.objects.select_related("league", "user", "team", "venue", "division"), pk=pk)
    require(may_revoke(request.user, link))
    if request.method == "POST":
        revoke_calendar_link(link=link, by=request.user, at=now())
    return redirect(_links(league))


@login_not_required
@lets_in_by_itself
@require_safe
def link_feed(request: LeagueRequest, league: str, token: str) -> HttpResponse:
    """The calendar of a link, for whatever program has it: nobody signs in. Of a wrong link nothing is told."""
    link = link_of(token, request.league)
    if link is None:
        return HttpResponse("There is no such calendar.\n", content_type="text/plain", status=404)
    if not may_follow(link):
        return HttpResponse("This link was revoked. Make another on the site.\n", "text/plain", status=410)
    return calendar(request, lambda _, at: feed_of(link, at), f"{league}-matches.ics", own=str(link.pk))


def _make(request: LeagueRequest, form: CalendarLinkForm, by: User) -> bool:
    try:
        link, token = make_calendar_link(league=request.league, kind=form.kind, of=form.of, by=by, at=now())
    except ValidationError as why:
        form.add_error(None, why)
        return False
    request.session[MADE] = [link.pk, token]
    return True


def _new_link(request: HttpRequest) -> dict[str, Any] | None:
    """The link that was just made, which is shown once: nothing that is kept could tell it again."""
    key, token = request.session.pop(MADE, (None, ""))
    link = CalendarLink.objects.select_related("league", "team", "venue", "division").filter(pk=key).first()
    if link is None:
        return None
    path = reverse("calendar-link", args=[link.league.slug, token])
    address = f"{request.get_host()}{path}"
    return {
        "link": link,
        "address": request.build_absolute_uri(path),
        "adds": address,
        "qr": qr_code(f"webcal://{address}"),
    }
