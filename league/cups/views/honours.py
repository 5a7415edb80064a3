"""Those who run the cups type the honours board in, on the page of the board."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from league.base.ui.responses import form_action, form_row, render_form, uncached_form
from league.cups.actions.honours import change_honour, remove_honour, write_honour, write_honours
from league.cups.forms.honours import HonourForm, HonourLinesForm, RemovalForm, board_page
from league.cups.models import Honour
from league.cups.permissions import runs_cups
from league.cups.queries.cup_state import decade_of, honours
from league.teams.middleware import MemberRequest
from league.teams.permissions import require


@uncached_form
def honour(request: MemberRequest, league: str, pk: int | None = None) -> HttpResponse:
    require(runs_cups(request.user, request.league))
    line = _line(request, pk) if pk else None
    if request.method != "POST":
        return _to_form(league, line)
    form = HonourForm.of(line, request.POST)
    action: Any = change_honour if line else write_honour
    about: Any = {"honour": line} if line else {"league": request.league}
    if row := form_row(request, form, action, **about):
        messages.success(request, f"{row} is saved." if line else f"{row} is on the board.")
        return _to_board(league, open=decade_of(row))
    return render_form(request, "cups/honours.html", form, **board_page(request, line=line, first=form))


@uncached_form
def lines(request: MemberRequest, league: str) -> HttpResponse:
    require(runs_cups(request.user, request.league))
    if request.method != "POST":
        return _to_form(league, None)
    form = HonourLinesForm(request.POST)
    if form_action(request, form, write_honours, league=request.league):
        messages.success(request, f"Lines on the board: {len(form.cleaned_data['lines'])}.")
        return _to_board(league)
    return render_form(request, "cups/honours.html", form, **board_page(request, second=form))


@uncached_form
def removal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    line = _line(request, pk)
    if request.method != "POST":
        return _to_form(league, line)
    form = RemovalForm(request.POST)
    if line and form_action(request, form, remove_honour, honour=line):
        messages.success(request, f"{line} is off the board.")
        return _to_board(league, open=decade_of(line))
    return render_form(request, "cups/honours.html", form, **board_page(request, line=line, second=form))


def _line(request: MemberRequest, pk: int) -> Honour:
    require(runs_cups(request.user, request.league))
    return get_object_or_404(honours().prefetch_related(None), pk=pk)


def _to_form(league: str, line: Honour | None) -> HttpResponse:
    if line is None:
        return _to_board(league, "add", open="add")
    return _to_board(league, "line", line=str(line.pk))


def _to_board(league: str, section: str = "", **query: str) -> HttpResponse:
    address = reverse("seasons", args=[league], query={"show": "honours", **query}, fragment=section or None)
    return redirect(address, permanent=bool(section))
