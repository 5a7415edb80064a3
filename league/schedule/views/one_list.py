"""One list: what it is worth and how it looks, how far the work on it is, its name, a copy of it, and its end."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.jobs.actions import cancel_job
from league.schedule.actions.lists import copy_list, remove_list, rename_list, start_list
from league.schedule.actions.reschedule import start_reschedule
from league.schedule.choices import ListMadeBy
from league.schedule.forms.lists import ListNameForm
from league.schedule.models import Competition, FixtureList
from league.schedule.queries.disruption import disruption_of
from league.schedule.queries.list_pages import SHOWN, clashing, list_page
from league.schedule.queries.lists import chart_of, contents_of, job_of, write_rows
from league.schedule.tables import TeamsInList, VenuesInList
from league.schedule.views.nights import arranged_competition
from league.schedule.views.seasons import FORM_METHODS
from league.teams.middleware import MemberRequest
from league.ui.answer import done, page, wants_part
from scoring.season.schedule.files import read_task

AGAIN_FOR = 30  # seconds for a list with one wish changed


@never_cache
@require_safe
def fixture_list(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """A list, or how far it is; while it is being worked out, the part of the page that says so is asked for alone."""
    shown = contents_of(chosen_list(request, season, number))
    job = job_of(shown.row)
    context: dict[str, Any] = {"season": shown.row.competition.season, "list": shown.row, "job": job}
    context["chart"] = chart_of(job) if job else ""
    if wants_part(request):
        return render(request, "schedule/list/_progress.html", context)
    show = request.GET.get("show", "health")
    show = show if show in SHOWN else "health"
    context |= {"show": show, "ways": SHOWN, "parts": clashing(shown), **list_page(shown, show, request.GET)}
    if show == "health" and shown.matches:
        context |= {"teams": TeamsInList(context["teams_seen"]), "venues": VenuesInList(context["venues_seen"])}
    return render(request, "schedule/list/list.html", context)


@never_cache
@require_http_methods(FORM_METHODS)
def name(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """What a list is called."""
    row = chosen_list(request, season, number)
    form = ListNameForm(request.POST if request.method == "POST" else None, initial={"name": row.name})
    if done(request, form, rename_list, fixture_list=row):
        messages.success(request, "Saved.")
        return redirect("fixture-list", league, season, number)
    return page(request, "schedule/list/name.html", form, season=row.competition.season, list=row)


@never_cache
@require_POST
def copy(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """The same list once more."""
    row = chosen_list(request, season, number)
    made = copy_list(fixture_list=row, by=request.user, at=now())
    messages.success(request, f"List {made.number} is a copy of {row}.")
    return redirect("fixture-list", league, season, made.number)


@never_cache
@require_http_methods(FORM_METHODS)
def removal(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """Throw a list away, having been asked once more."""
    row = chosen_list(request, season, number)
    fault = None
    if request.method == "POST":
        try:
            remove_list(fixture_list=row, by=request.user, at=now())
        except ValidationError as refused:
            fault = refused
        else:
            messages.success(request, f"{row} is thrown away.")
            return redirect("season-lists", league, season)
    context = {"season": row.competition.season, "list": row, "fault": fault}
    return render(request, "schedule/list/removal.html", context, status=422 if fault else 200)


@never_cache
@require_POST
def cancellation(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """Stop working the list out, and keep the best there is."""
    row = chosen_list(request, season, number)
    job = job_of(row)
    if job and not job.finished:
        cancel_job(job=job, by=request.user, at=now())
        messages.success(request, "The work stops, and the best list so far is kept.")
    return redirect("fixture-list", league, season, number)


@never_cache
@require_POST
def way_out(request: MemberRequest, league: str, season: str, number: int, way: int) -> HttpResponse:
    """A new list without one of the wishes that clash; the wish itself stays as it is."""
    row = chosen_list(request, season, number)
    ways = row.clash.get("ways", [])
    if way >= len(ways):
        raise Http404("No such way out.")
    asked: dict[str, Any] = {"competition": row.competition, "seconds": AGAIN_FOR, "task": read_task(ways[way]["task"])}
    if row.how == ListMadeBy.RESCHEDULE:
        made = start_reschedule(**asked, disruption=disruption_of(row), by=request.user, at=now())
    else:
        made = start_list(**asked, by=request.user, at=now())
    messages.success(request, f"{made} is worked out as if: {ways[way]['words']}")
    return redirect("fixture-list", league, season, made.number)


@never_cache
@require_safe
def list_csv(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """The list as a file: as it was asked for, and with names."""
    shown = contents_of(chosen_list(request, season, number))
    answer = HttpResponse(write_rows(shown.task, shown.matches), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{league}-{season}-list-{number}.csv"'
    return answer


def chosen_list(request: MemberRequest, season: str, number: int) -> FixtureList:
    """A list of a season, with its competition, season and league; 403 and 404 as everywhere."""
    competition: Competition = arranged_competition(request, season)
    row: FixtureList = get_object_or_404(
        FixtureList.objects.select_related("made_by", "published_by"), competition=competition, number=number
    )
    row.competition = competition
    return row
