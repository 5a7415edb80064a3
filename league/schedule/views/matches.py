"""The secretary changes one match: puts it off, moves it, strikes it out, brings it back."""

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import localdate
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.schedule.actions import (
    play_elsewhere,
    postpone_fixture,
    postpone_night,
    rearrange_fixture,
    reinstate_fixture,
    void_fixture,
)
from league.schedule.forms import NightForm, PostponeForm, RearrangeForm, ReinstateForm, VoidForm
from league.schedule.models import Fixture
from league.schedule.permissions import may_arrange, may_move
from league.schedule.queries import fixture_by_address, on_night
from league.schedule.queries.moving import nights_for, rules_of
from league.teams.middleware import MemberRequest
from league.teams.permissions import require
from league.ui.answer import done, page
from scoring.season.schedule.offers import SiftedOffers

FORM_METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(FORM_METHODS)
def postponement(request: MemberRequest, league: str, on: date, match: str) -> HttpResponse:
    """Put a match off, with a new date or without."""
    fixture = _arranged(request, on, match)
    form = PostponeForm(request.POST or None, fixture=fixture)
    if done(request, form, postpone_fixture, fixture=fixture):
        messages.success(request, f"{fixture} is postponed.")
        return redirect(fixture)
    food = rules_of(fixture.division.competition).food
    return page(request, "schedule/postponement.html", form, fixture=fixture, food=food, nights=_nights(fixture))


@never_cache
@require_http_methods(FORM_METHODS)
def night_postponement(request: MemberRequest, league: str, night: date) -> HttpResponse:
    """Put a whole night off; the matches are named first."""
    require(may_arrange(request.user, request.league))
    there = list(on_night(request.league, night))
    form = NightForm(request.POST or None)
    if done(request, form, postpone_night, league=request.league, night=night):
        messages.success(request, f"Postponed: {len(there)} {'match' if len(there) == 1 else 'matches'}.")
        return redirect("fixtures", league)
    return page(request, "schedule/night_postponement.html", form, night=night, fixtures=there)


@never_cache
@require_http_methods(FORM_METHODS)
def arrangement(request: MemberRequest, league: str, on: date, match: str) -> HttpResponse:
    """Give a match its date, start and place."""
    fixture = _arranged(request, on, match)
    form = RearrangeForm(request.POST or None, fixture=fixture)
    if done(request, form, _rearrange, fixture=fixture):
        messages.success(request, f"{fixture} has its date." if fixture.to_arrange else f"{fixture} is rearranged.")
        return redirect(fixture)
    return page(request, "schedule/arrangement.html", form, fixture=fixture, nights=_nights(fixture))


@never_cache
@require_http_methods(FORM_METHODS)
def voiding(request: MemberRequest, league: str, on: date, match: str) -> HttpResponse:
    """Strike a match out of the list."""
    fixture = _arranged(request, on, match)
    form = VoidForm(request.POST or None, fixture=fixture)
    if done(request, form, void_fixture, fixture=fixture):
        messages.success(request, f"{fixture} is void.")
        return redirect(fixture)
    return page(request, "schedule/voiding.html", form, fixture=fixture)


@never_cache
@require_http_methods(FORM_METHODS)
def reinstatement(request: MemberRequest, league: str, on: date, match: str) -> HttpResponse:
    """Bring a void match back."""
    fixture = _arranged(request, on, match)
    form = ReinstateForm(request.POST or None, fixture=fixture)
    if done(request, form, reinstate_fixture, fixture=fixture):
        messages.success(request, f"{fixture} is to be played after all.")
        return redirect(fixture)
    return page(request, "schedule/reinstatement.html", form, fixture=fixture)


def _arranged(request: MemberRequest, on: date, match: str) -> Fixture:
    fixture = fixture_by_address(on, match).fixture
    require(may_move(request.user, fixture))
    return fixture


def _nights(fixture: Fixture) -> SiftedOffers | None:
    """The nights on which a match fits that can still be moved."""
    return nights_for(fixture, today=localdate()) if fixture.open else None


def _rearrange(*, fixture: Fixture, **values: Any) -> Fixture:
    """A match that keeps its night and hour is only played somewhere else."""
    if (values["date"], values["start_time"]) == (fixture.date, fixture.start_time):
        stays = {name: value for name, value in values.items() if name not in ("date", "start_time", "asked_by")}
        return play_elsewhere(fixture=fixture, **stays)
    return rearrange_fixture(fixture=fixture, **values)
