"""The cups of a league: the list, a new one, its settings, and its end."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.cups.actions.cups import change_cup, drop_cup, finish_cup, open_cup, reopen_cup
from league.cups.choices import CupState
from league.cups.forms.entries import LeaveForm
from league.cups.forms.settings import CupForm, initial_of_cup, initial_of_preset
from league.cups.models import Cup
from league.cups.permissions import runs_cups
from league.cups.queries import account_of, cup_by_address, names_of
from league.cups.queries.lists import cups_by_season, earlier_cups
from league.cups.queries.presets import BY_KEY, PRESETS, Preset, like, on_the_card
from league.cups.queries.winners import winners_of
from league.schedule.models import Season
from league.schedule.queries import current_season
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import League
from league.teams.permissions import require
from league.teams.queries import rules_of as league_rules
from league.ui.responses import form_action, render_form

FORM_METHODS = ["GET", "HEAD", "POST"]


@login_not_required
@require_safe
def cups(request: LeagueRequest, league: str) -> HttpResponse:
    """This season's cups and those of earlier seasons."""
    context = {"seasons": cups_by_season(request.league), "runs": runs_cups(request.user, request.league)}
    return render(request, "cups/cups.html", context)


@never_cache
@require_http_methods(FORM_METHODS)
def new_cup(request: MemberRequest, league: str) -> HttpResponse:
    """Which cup it is to be like, and then its settings."""
    require(runs_cups(request.user, request.league))
    season = current_season(request.league) or _latest_season()
    key = request.GET.get("like", "")
    if request.method != "POST" and not key:
        return render(request, "cups/new.html", {"presets": PRESETS, "earlier": earlier_cups(season), "season": season})
    preset = _preset(key, request.league)
    form = CupForm(request.POST or None, initial=initial_of_preset(preset) if preset else {})
    if form_action(request, form, open_cup, season=season):
        made: Cup = Cup.objects.select_related("division__competition__season__league").latest("pk")
        messages.success(request, f"{made} is open for entries.")
        return redirect("cup-entries", league, season.slug, made.competition.slug)
    return render_form(request, "cups/new_cup.html", form, preset=preset, season=season)


@never_cache
@require_http_methods(FORM_METHODS)
def settings(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """A cup's settings: all of them while it is open, and afterwards what may still change."""
    found = run_cup(request, season, cup)
    drawn = found.state != CupState.OPEN
    form = CupForm(request.POST or None, initial=initial_of_cup(found), drawn=drawn)
    if form_action(request, form, change_cup, cup=found):
        messages.success(request, "Saved.")
        return redirect("cup-settings", league, season, cup)
    return render_form(request, "cups/settings.html", form, cup=found, drawn=drawn)


@never_cache
@require_http_methods(FORM_METHODS)
def dropping(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Say that a cup is not held."""
    found = run_cup(request, season, cup)
    form = LeaveForm(request.POST or None)
    if form_action(request, form, drop_cup, cup=found):
        messages.success(request, f"{found} is not held.")
        return redirect("cups", league)
    return render_form(request, "cups/dropping.html", form, cup=found)


@require_POST
def reopening(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Hold a cup after all."""
    found = run_cup(request, season, cup)
    told(request, reopen_cup, f"{found} is open for entries again.", cup=found)
    return redirect("cup-settings", league, season, cup)


@never_cache
@require_http_methods(FORM_METHODS)
def ending(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Put the winner on the honours board; who that is, is shown first."""
    found = run_cup(request, season, cup)
    if request.method == "POST":
        if told(request, finish_cup, f"{found} is finished. The winner is on the honours board.", cup=found):
            return redirect(found)
        return redirect("end-cup", league, season, cup)
    return render(request, "cups/ending.html", {"cup": found, **_won(found)})


def _won(cup: Cup) -> dict[str, Any]:
    """Who won the cup, and its plate, by name; or why that cannot be said yet."""
    names = names_of(cup)
    try:
        pairs = winners_of(account_of(cup, now()))
    except ValidationError as fault:
        return {"fault": " ".join(fault.messages)}
    return {"won": [(f"{cup}{what}", names[winner], names.get(loser, "")) for what, (winner, loser) in pairs.items()]}


def run_cup(request: MemberRequest, season: str, cup: str) -> Cup:
    """A cup of this league, for whoever runs its cups; 403 for others, 404 for no such cup."""
    require(runs_cups(request.user, request.league))
    return cup_by_address(season, cup)


def told(request: MemberRequest, action: Any, words: str, **given: Any) -> bool:
    """Whether a deed without a form could be done; what it refused, or that it was done, is said on the next page."""
    try:
        action(**given, by=request.user, at=now())
    except ValidationError as fault:
        messages.error(request, " ".join(fault.messages))
        return False
    messages.success(request, words)
    return True


def _latest_season() -> Season:
    season: Season | None = Season.objects.order_by("-starts", "-pk").first()
    if season is None:
        raise Http404("No season to hold a cup in.")
    return season


def _preset(key: str, league: League) -> Preset | None:
    """A usual cup by its key, as this league plays it, or one that was held ("like-12"); None for none."""
    if key.startswith("like-") and key.removeprefix("like-").isdigit():
        cups_there = Cup.objects.select_related("division__competition__season__league")
        return like(get_object_or_404(cups_there, pk=key.removeprefix("like-")))
    usual = BY_KEY.get(key)
    return on_the_card(usual, league_rules(league).format.total_games) if usual else None
