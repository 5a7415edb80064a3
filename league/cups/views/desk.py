"""The co-ordinator's desk at an open day: draw, pair, type the scores in, and say who comes and who goes."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.cups.actions.days import (
    deal,
    exchange_paired,
    join_day,
    leave_day,
    let_draw_stand,
    pair,
    place_level,
    write_scores,
)
from league.cups.forms.days import (
    ExchangeForm,
    LateForm,
    LeavingForm,
    LevelForm,
    LotsForm,
    PairForm,
    RulingForm,
    ScoresForm,
)
from league.cups.models import Cup
from league.cups.permissions import runs_cups
from league.cups.queries import cup_by_address, entrants_in
from league.cups.queries.book import told_apart
from league.cups.queries.day import day_of, has_stage, shown_of
from league.cups.queries.desk import paired_in, tasks_of
from league.cups.queries.eligible import players_of_league
from league.cups.views.openday import staged_round
from league.teams.middleware import MemberRequest
from league.teams.models import Team
from league.teams.permissions import require
from league.ui.responses import form_action, render_form

FORM_METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(FORM_METHODS)
def dealing(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Draw the groups, or the order before the first round."""
    held = run_cup(request, season, cup)
    hat = list(told_apart(entrants_in(held)).items())
    form = LotsForm(request.POST or None, hat=hat, purpose="groups")
    if form_action(request, form, deal, cup=held):
        messages.success(request, "Drawn.")
        return redirect(held)
    return render_form(request, "cups/day/deal.html", form, cup=held, hat=hat, shown=shown_of(held, now()))


@never_cache
@require_http_methods(FORM_METHODS)
def pairing(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Pair the next Swiss round."""
    held = run_cup(request, season, cup)
    shown = shown_of(held, now())
    form = PairForm(request.POST if request.method == "POST" else None, names=_here(shown))
    if form_action(request, form, pair, cup=held):
        number = len(day_of(held, now()).paired)
        messages.success(request, f"Round {number} is paired.")
        return redirect("cup-round", league, season, cup, number)
    return render_form(request, "cups/day/pair.html", form, cup=held, shown=shown, tasks=tasks_of(shown))


@never_cache
@require_http_methods(FORM_METHODS)
def exchanging(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Change the pairing of the last Swiss round by hand."""
    held = run_cup(request, season, cup)
    paired = paired_in(shown_of(held, now()))
    form = ExchangeForm(request.POST or None, paired=paired)
    if form_action(request, form, exchange_paired, cup=held):
        messages.success(request, "The pairing is changed. Change another, or print the round.")
        return redirect("cup-exchange", league, season, cup)
    return render_form(request, "cups/day/exchange.html", form, cup=held, paired=paired)


@never_cache
@require_http_methods(FORM_METHODS)
def scores(request: MemberRequest, league: str, season: str, cup: str, round: int) -> HttpResponse:  # noqa: A002
    """Type the scores of a round in."""
    run_cup(request, season, cup)
    held, day, shown = staged_round(season, cup, round)
    typed = request.POST if request.method == "POST" else None
    form = ScoresForm(typed, shown=shown, form=day.day.form, groups=not day.day.swiss)
    if form_action(request, form, write_scores, cup=held):
        messages.success(request, f"The scores of round {round} are written down.")
        return redirect(held)
    return render_form(request, "cups/day/scores.html", form, cup=held, shown=day, round=shown)


@never_cache
@require_http_methods(FORM_METHODS)
def level(request: MemberRequest, league: str, season: str, cup: str, *, group: int, place: int) -> HttpResponse:
    """Say in which order those stand who are level."""
    held = run_cup(request, season, cup)
    shown = shown_of(held, now())
    names = _level_names(shown, group, place)
    form = LevelForm(request.POST or None, names=names, place=place)
    if form_action(request, form, place_level, cup=held, group=group):
        messages.success(request, "Their order is decided.")
        return redirect(held)
    return render_form(request, "cups/day/level.html", form, cup=held, shown=shown, level=names)


@never_cache
@require_http_methods(FORM_METHODS)
def late_entry(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Somebody comes after the draw."""
    held = run_cup(request, season, cup)
    shown = shown_of(held, now())
    teams = Team.objects.filter(active=True).select_related("venue").order_by("name", "pk")
    who: dict[str, Any] = {"squads": players_of_league(localdate()), "teams": teams, "anybody": True}
    form = LateForm(request.POST or None, cup=held, groups=len(shown.groups), **who)
    if form_action(request, form, join_day, cup=held):
        messages.success(request, "Entered.")
        return redirect(held)
    return render_form(request, "cups/day/late.html", form, cup=held, shown=shown)


@never_cache
@require_http_methods(FORM_METHODS)
def leaving(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Somebody leaves."""
    held = run_cup(request, season, cup)
    shown = shown_of(held, now())
    form = LeavingForm(request.POST or None, names=_here(shown))
    if form_action(request, form, leave_day, cup=held):
        messages.success(request, "Left. What was not played goes to the others.")
        return redirect(held)
    return render_form(request, "cups/day/leaving.html", form, cup=held, shown=shown)


@never_cache
@require_http_methods(FORM_METHODS)
def ruling(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Let the knockout stand although the groups were corrected."""
    held = run_cup(request, season, cup)
    shown = shown_of(held, now())
    form = RulingForm(request.POST or None)
    if form_action(request, form, let_draw_stand, cup=held):
        messages.success(request, "The knockout stands as it was drawn.")
        return redirect(held)
    return render_form(request, "cups/day/ruling.html", form, cup=held, shown=shown)


def run_cup(request: MemberRequest, season: str, cup: str) -> Cup:
    """The cup at an address for whoever runs it; else 403, and 404 for one that is a plain knockout."""
    found = cup_by_address(season, cup)
    require(runs_cups(request.user, request.league))
    if not has_stage(found):
        raise Http404("This cup has neither groups nor rounds.")
    return found


def _here(shown: Any) -> list[tuple[str, str]]:
    """Those who have not left, by name."""
    gone = {name for table in shown.day.tables for name in table.gone}
    here = [(each.id, shown.names[each.id]) for each in shown.day.entrants if each.id not in gone]
    return sorted(here, key=lambda each: each[1].casefold())


def _level_names(shown: Any, group: int, place: int) -> list[tuple[str, str]]:
    """Those of a group who share a place; Http404 if nobody does."""
    tables = [table for table in shown.day.tables if table.number == group]
    for table in tables:
        shared = [row.player for row in table.rows if row.place == place and row.player not in table.gone]
        if len(shared) > 1:
            return [(each, shown.names[each]) for each in shared]
    raise Http404("Nobody is level there.")
