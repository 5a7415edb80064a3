"""The lists of a season: all of them, a new one worked out, plain or from a file, and some of them side by side."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.schedule.actions.lists import import_list, make_plain_list, start_list
from league.schedule.forms.lists import CompareForm, ListFileForm, SolveForm
from league.schedule.models import Competition, FixtureList
from league.schedule.queries.compare import compared
from league.schedule.queries.lists import contents_of, lists_of, shelf_of
from league.schedule.queries.task import task_of
from league.schedule.views.nights import arranged_competition
from league.schedule.views.seasons import FORM_METHODS
from league.teams.middleware import MemberRequest
from league.ui.answer import done, page


@never_cache
@require_safe
def lists(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Every list of the season, and the ways to another one."""
    competition = arranged_competition(request, season)
    context = {"season": competition.season, "shelf": shelf_of(competition), "solve": _solve_form(None, competition)}
    return render(request, "schedule/list/lists.html", context)


@never_cache
@require_http_methods(FORM_METHODS)
def new_list(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Ask for a list to be worked out; its own page shows how far it is."""
    competition = arranged_competition(request, season)
    form = _solve_form(request.POST or None, competition, start=request.GET.get("from"))
    if request.method == "POST" and done(request, form, start_list, competition=competition):
        made = FixtureList.objects.filter(competition=competition).latest("number")
        return redirect("fixture-list", league, season, made.number)
    return page(request, "schedule/list/new.html", form, season=competition.season)


@never_cache
@require_POST
def plain_list(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """The plain round robin as one more list."""
    competition = arranged_competition(request, season)
    try:
        made = make_plain_list(competition=competition, by=request.user, at=now())
    except ValidationError as fault:
        for said in fault.messages:
            messages.error(request, said)
        return redirect("season-lists", league, season)
    messages.success(request, f"{made} is made: everybody against everybody, and no wish looked at.")
    return redirect("fixture-list", league, season, made.number)


@never_cache
@require_http_methods(FORM_METHODS)
def list_file(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """A list made elsewhere, read line by line."""
    competition = arranged_competition(request, season)
    form = ListFileForm(request.POST or None, request.FILES or None, task=task_of(competition))
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        made = import_list(competition=competition, matches=form.matches, name=name, by=request.user, at=now())
        messages.success(request, f"{made} is read: {len(form.matches)} matches.")
        return redirect("fixture-list", league, season, made.number)
    return page(request, "schedule/list/file.html", form, season=competition.season)


@never_cache
@require_safe
def comparison(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Two or three lists side by side."""
    competition = arranged_competition(request, season)
    form = CompareForm(request.GET or None, lists=lists_of(competition).exclude(hard=None))
    if not form.is_valid():
        return page(request, "schedule/list/choose.html", form, season=competition.season)
    rows = FixtureList.objects.filter(pk__in=[each.pk for each in form.cleaned_data["list"]]).order_by("number")
    context = {"season": competition.season, "compared": compared([contents_of(row) for row in rows])}
    return render(request, "schedule/list/compare.html", context)


def _solve_form(data: object, competition: Competition, start: str | None = None) -> SolveForm:
    rows = lists_of(competition).exclude(hard=None)
    begun = rows.filter(number=int(start)).first() if start and start.isdecimal() else None
    return SolveForm(data, lists=rows, initial={"start": begun})
