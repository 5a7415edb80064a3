"""The pages on which those who run the cups type the honours board in."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache

from league.base.ui.old_addresses import leads_to
from league.base.ui.responses import form_action, render_form, require_form_methods
from league.cups.actions.honours import change_honour, remove_honour, write_honour, write_honours
from league.cups.forms.honours import HonourForm, HonourLinesForm, RemovalForm
from league.cups.models import Honour
from league.cups.permissions import runs_cups
from league.teams.middleware import MemberRequest
from league.teams.models import Team
from league.teams.permissions import require


@never_cache
@require_form_methods
def honour(request: MemberRequest, league: str, pk: int | None = None) -> HttpResponse:
    honour_line = _honour_line(request, pk)
    form = _honour_form(honour_line, request.POST or None)
    action: Any = change_honour if honour_line else write_honour
    about: Any = {"honour": honour_line} if honour_line else {"league": request.league}
    if form_action(request, form, action, **about):
        messages.success(request, "The board is changed." if honour_line else "It is on the board.")
        return _to_board(league)
    return _page(request, form, honour_line, form)


@never_cache
@require_form_methods
def lines(request: MemberRequest, league: str) -> HttpResponse:
    _honour_line(request, None)
    if request.method != "POST":
        return leads_to("new-honour", section="several")(request, league=league)
    form = HonourLinesForm(request.POST)
    if form_action(request, form, write_honours, league=request.league):
        messages.success(request, f"Lines on the board: {len(form.cleaned_data['lines'])}.")
        return _to_board(league)
    return _page(request, form, None, second=form)


@never_cache
@require_form_methods
def removal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    honour_line = _honour_line(request, pk)
    if request.method != "POST":
        return leads_to("honour", section="removal")(request, league=league, pk=pk)
    form = RemovalForm(request.POST)
    if form_action(request, form, remove_honour, honour=honour_line):
        messages.success(request, "It is off the board.")
        return _to_board(league)
    return _page(request, form, honour_line, second=form)


def _honour_line(request: MemberRequest, pk: int | None) -> Honour | None:
    require(runs_cups(request.user, request.league))
    rows = Honour.objects.select_related("team").prefetch_related("players")
    return None if pk is None else get_object_or_404(rows, pk=pk)


def _page(
    request: MemberRequest, sent: Any, honour_line: Honour | None, first: Any = None, second: Any = None
) -> HttpResponse:
    """A line's own form, and the one below it: to remove the line, or of a new one to write many at once."""
    first = first or _honour_form(honour_line, None)
    second = second or (RemovalForm() if honour_line else HonourLinesForm())
    context = {"honour": honour_line, "first": first, "second": second}
    return render_form(request, "cups/honour.html", sent, **context)


def _honour_form(honour_line: Honour | None, data: Any) -> HonourForm:
    typed = _as_typed(honour_line) if honour_line else {}
    return HonourForm(data, teams=Team.objects.order_by("name"), initial=typed)


def _to_board(league: str) -> HttpResponse:
    return redirect(reverse("seasons", args=[league], query={"show": "honours"}))


def _as_typed(honour_line: Honour) -> dict[str, Any]:
    names = ", ".join(player.name for player in honour_line.players.all())
    typed = {name: getattr(honour_line, name) for name in ("year", "title", "winner", "runner_up", "note")}
    return {**typed, "team": honour_line.team_id, "players": names}
