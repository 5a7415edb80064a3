"""The honours board for everybody, and for those who run the cups the pages on which it is typed in."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.base.ui.responses import form_action, render_form, require_form_methods
from league.cups.actions.honours import change_honour, remove_honour, write_honour, write_honours
from league.cups.forms.honours import HonourForm, HonourLinesForm, RemovalForm
from league.cups.models import Honour
from league.cups.permissions import runs_cups
from league.cups.queries.outcomes import by_trophy, by_year, honours
from league.results.kept_pages import kept_while_unchanged
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import Team
from league.teams.permissions import require


@login_not_required
@require_safe
@kept_while_unchanged()
def board(request: LeagueRequest, league: str) -> HttpResponse:
    return _board(request, "honours", by_year(honours()))


@login_not_required
@require_safe
@kept_while_unchanged()
def trophies(request: LeagueRequest, league: str) -> HttpResponse:
    return _board(request, "honours-by-trophy", by_trophy(honours()))


def _board(request: LeagueRequest, here: str, sections: list[Any]) -> HttpResponse:
    runs = runs_cups(request.user, request.league)
    context = {"sections": sections, "here": here, "runs": runs, "printed": now()}
    return render(request, "cups/honours.html", context)


@never_cache
@require_form_methods
def lines(request: MemberRequest, league: str) -> HttpResponse:
    require(runs_cups(request.user, request.league))
    form = HonourLinesForm(request.POST or None)
    if form_action(request, form, write_honours, league=request.league):
        messages.success(request, f"Lines on the board: {len(form.cleaned_data['lines'])}.")
        return redirect("honours", league)
    return render_form(request, "cups/honour_lines.html", form)


@never_cache
@require_form_methods
def honour(request: MemberRequest, league: str, pk: int | None = None) -> HttpResponse:
    """A line that is there, or a new one."""
    require(runs_cups(request.user, request.league))
    rows = Honour.objects.select_related("team").prefetch_related("players")
    honour_line = None if pk is None else get_object_or_404(rows, pk=pk)
    typed = _as_typed(honour_line) if honour_line else {}
    form = HonourForm(request.POST or None, teams=Team.objects.order_by("name"), initial=typed)
    action: Any = change_honour if honour_line else write_honour
    about: Any = {"honour": honour_line} if honour_line else {"league": request.league}
    if form_action(request, form, action, **about):
        messages.success(request, "The board is changed." if honour_line else "It is on the board.")
        return redirect("honours", league)
    return render_form(request, "cups/honour.html", form, honour=honour_line)


@never_cache
@require_form_methods
def removal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    require(runs_cups(request.user, request.league))
    honour_line = get_object_or_404(Honour, pk=pk)
    form = RemovalForm(request.POST or None)
    if form_action(request, form, remove_honour, honour=honour_line):
        messages.success(request, "It is off the board.")
        return redirect("honours", league)
    return render_form(request, "cups/honour_removal.html", form, honour=honour_line)


def _as_typed(honour_line: Honour) -> dict[str, Any]:
    names = ", ".join(player.name for player in honour_line.players.all())
    typed = {name: getattr(honour_line, name) for name in ("year", "title", "winner", "runner_up", "note")}
    return {**typed, "team": honour_line.team_id, "players": names}
