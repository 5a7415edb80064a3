"""How a cup was drawn, for everybody to read and to check; and holding a draw."""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.cups.actions.draws import hold_draw
from league.cups.forms.draw import DrawForm
from league.cups.models import Cup
from league.cups.permissions import runs_cups
from league.cups.queries import account_of, cup_by_address, names_of
from league.cups.queries.day import has_stage
from league.cups.queries.draws import Due, drawn_name, draws_due
from league.cups.queries.told import draws_told, is_true, tickets
from league.cups.views.cups import FORM_METHODS, run_cup
from league.teams.middleware import LeagueRequest, MemberRequest
from league.ui.responses import form_action, render_form


class Name(NamedTuple):
    """A name in the hat, with the number by which it may be typed."""

    id: str
    name: str


@login_not_required
@require_safe
def draw(request: LeagueRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Every draw that was held, and for the co-ordinator those that can be held now."""
    found = cup_by_address(season, cup)
    account = account_of(found, now())
    runs = runs_cups(request.user, request.league)
    due = draws_due(found, now(), account) if runs else ()
    context = {"cup": found, "draws": draws_told(account, names_of(found)), "due": due, "stage": has_stage(found)}
    return render(request, "cups/draw.html", context)


@never_cache
@require_http_methods(FORM_METHODS)
def holding(request: MemberRequest, league: str, season: str, cup: str, which: str) -> HttpResponse:
    """Hold a draw: the names as they came out of the hat, or a seed."""
    found = run_cup(request, season, cup)
    due = next((each for each in draws_due(found, now()) if each.key == which), None)
    if due is None:
        messages.error(request, "This draw is not due: it was held already, or it comes later.")
        return redirect("cup-draw", league, season, cup)
    hat = _hat(found, due)
    form = DrawForm(request.POST or None, hat=hat, purpose=due.purpose, waiting=len(due.waiting))
    if form_action(request, form, hold_draw, cup=found, part=due.part, round=due.round):
        messages.success(request, "The draw is made.")
        return redirect("cup-draw", league, season, cup)
    return render_form(request, "cups/holding.html", form, cup=found, due=due, hat=hat)


@login_not_required
@require_safe
def check(request: LeagueRequest, league: str, season: str, cup: str, which: str) -> HttpResponse:
    """Make a draw again from what is published, and show what each name was sorted by."""
    found = cup_by_address(season, cup)
    account, names = account_of(found, now()), names_of(found)
    told = next((each for each in draws_told(account, names) if each.key == which), None)
    if told is None:
        raise Http404(f"No draw {which}.")
    held = told.noted.fact.draw
    context = {"cup": found, "told": told, "true": is_true(held), "tickets": tickets(held, names, account.bracket)}
    return render(request, "cups/draw_check.html", context)


def _hat(cup: Cup, due: Due) -> list[Name]:
    """Everybody in it in the order of the list of entrants, whose numbers they keep in the first draw."""
    names, bracket = names_of(cup), account_of(cup, now()).bracket
    return [Name(each.id, drawn_name(each.id, names, bracket)) for each in due.entrants]
