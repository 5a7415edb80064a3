"""One tie, the days of a cup's rounds, and the ties that somebody must be reminded of."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.cups.actions.finals import set_rounds
from league.cups.actions.ties import bring_up_to_date
from league.cups.forms.ties import RoundsForm
from league.cups.models import Cup
from league.cups.permissions import acts_for_entry, runs_cups
from league.cups.queries import account_of, cup_by_address, entrants_in
from league.cups.queries.day import day_of
from league.cups.queries.eligible import short_of
from league.cups.queries.finals import nights_of
from league.cups.queries.tie_page import TieSeen, tie_seen
from league.cups.queries.ties import days_of, rounds_of, rounds_of_groups, to_chase
from league.cups.views.cups import FORM_METHODS, run_cup
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.permissions import require
from league.ui.responses import form_action, render_form


@login_not_required
@require_safe
def tie(request: LeagueRequest, league: str, season: str, cup: str, tie: str) -> HttpResponse:
    """One tie: who meets whom, where and when, what came of it and what was written about it."""
    found = cup_by_address(season, cup)
    seen, runs = tie_seen(found, tie, now()), runs_cups(request.user, request.league)
    ours = _is_theirs(request, seen)
    context: dict[str, Any] = {"cup": found, "seen": seen, "runs": runs, "ours": ours, "short": {}}
    if runs or ours:
        sides = [side.entrant for side in seen.sides if side.entrant is not None]
        context["short"] = [one for each in short_of(found, sides, localdate(now())).values() for one in each]
    return render(request, "cups/tie.html", context)


@never_cache
@require_POST
def matches(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Take in results and put up what can be played: whoever runs cups, or anybody who is in this one."""
    found = cup_by_address(season, cup)
    require(runs_cups(request.user, request.league) or _is_in(request, found))
    made = bring_up_to_date(cup=found, by=request.user, at=now())
    words = "1 match is put up." if len(made) == 1 else f"{len(made)} matches are put up."
    messages.success(request, words if made else "Everything that can be played is put up.")
    return redirect(found)


@never_cache
@require_http_methods(FORM_METHODS)
def days(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """By when each round is to be played, or on which finals night."""
    found = run_cup(request, season, cup)
    account = account_of(found, now())
    groups = rounds_of_groups(day_of(found, now())) if found.groups_by_card else ()
    rounds = (*groups, *rounds_of(account.bracket, len(entrants_in(found))))
    nights = nights_of(found.season)
    form = RoundsForm(request.POST or None, rounds=rounds, days=days_of(found), nights=nights)
    if form_action(request, form, set_rounds, cup=found):
        messages.success(request, "The days are set.")
        return redirect("cup-days", league, season, cup)
    return render_form(request, "cups/days.html", form, cup=found, nights=nights)


@never_cache
@require_safe
def chasing(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Ties without a match, a date or a card, those past their day first."""
    found = run_cup(request, season, cup)
    return render(request, "cups/chasing.html", {"cup": found, "chased": to_chase(found, now())})


def _is_theirs(request: LeagueRequest, seen: TieSeen) -> bool:
    """Whether this person acts for a side of the tie."""
    entries = [side.entrant.entry for side in seen.sides if side.entrant is not None]
    return request.user.is_authenticated and any(acts_for_entry(request.user, entry) for entry in entries)


def _is_in(request: MemberRequest, cup: Cup) -> bool:
    return any(acts_for_entry(request.user, entrant.entry) for entrant in entrants_in(cup))
