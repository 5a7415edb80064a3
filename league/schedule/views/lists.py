"""The drafts of a season with the check before them: new ones, some side by side, one of them, and publication."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_POST

from league.base.jobs.actions import cancel_job
from league.base.ui.forms import PlainForm
from league.base.ui.old_addresses import form_on
from league.base.ui.responses import (
    act_and_report,
    form_action,
    form_row,
    refusals_on,
    render_form,
    require_sent,
    saved_file,
    uncached_form,
    uncached_page,
    wants_part,
)
from league.base.ui.tables import Number, Table, Text
from league.schedule import presenters as drafts
from league.schedule.actions.lists import (
    change_list,
    copy_list,
    import_list,
    lock_matches,
    make_plain_list,
    publish_list,
    remove_list,
    rename_list,
    start_list,
    unpublish_list,
)
from league.schedule.actions.midseason import start_reschedule
from league.schedule.choices import ListMadeBy
from league.schedule.forms.lists import CompareForm, ListFileForm, ListNameForm, ManualEditForm, PublishForm, SolveForm
from league.schedule.models import Competition, FixtureList, Season
from league.schedule.queries.lists import (
    check_of,
    clashing,
    former_names,
    job_of,
    lists_of,
    publication_of,
    shelf_of,
    standing_of,
    task_of,
)
from league.schedule.queries.midseason import disruption_of
from league.schedule.solver import COMPILED, INSTALLED
from league.schedule.values.lists import ListContents, contents_of, keyed, match_key, write_rows
from league.schedule.views.nights import arranged_competition
from league.teams.middleware import MemberRequest
from scoring.season.schedule.files import read_task
from scoring.season.schedule.task import Task


class TeamsInList(Table):
    caption = "Team by team"
    name = Text("Team", classes="club")
    home = Number("Home matches", short="H", accessor="health__home")
    away = Number("Away matches", short="A", accessor="health__away")
    breaks = Number("Second home or away match in a row", short="Row", accessor="health__breaks")
    run = Number("Longest run at home or away", short="Run", accessor="health__longest_run")
    gap = Number("Fewest weeks between two meetings", short="Gap", accessor="health__shortest_gap", wide=True)
    idle = Number("Weeks without a match", short="Off", accessor="health__idle", wide=True)
    requests = Number("Requests about itself that are met", short="Req", accessor="health", wide=True)
    clashes = Number("Broken rules that it has a part in", short="X", accessor="health__clashes", strong=True)

    def render_gap(self, value: int) -> str:
        return str(value // 7)

    def render_requests(self, value: Any) -> str:
        return f"{value.requests - value.unmet} of {value.requests}" if value.requests else "\N{EN DASH}"


class VenuesInList(Table):
    caption = "Pub by pub"
    name = Text("Pub")
    nights = Number("Nights with a match", short="N", accessor="health__nights")
    most = Number("Most matches on one night", short="Most", accessor="health__most")
    boards = Number("Matches that it has room for", short="Room", accessor="health__boards")
    over = Number("Nights that are too full, or closed", short="X", accessor="health__over", strong=True)

    def render_over(self, value: tuple[Any, ...]) -> str:
        return str(len(value))


@uncached_page
def lists(request: MemberRequest, league: str, season: str) -> HttpResponse:
    return _lists_page(request, arranged_competition(request, season))


def _lists_page(request: MemberRequest, competition: Competition, sent: PlainForm | None = None) -> HttpResponse:
    """The drafts, what stands against another, and the ways to make one; 422 with the form that was `sent`."""
    check = check_of(competition)
    solve = sent if isinstance(sent, SolveForm) else _solve_form(competition, check["task"], request.GET.get("from"))
    file_form = sent if isinstance(sent, ListFileForm) else ListFileForm(task=check["task"], former={})
    context = {"season": competition.season, "shelf": shelf_of(competition), "check": check, "form": sent}
    context |= {"solve": solve, "file_form": file_form}
    return render(request, "schedule/list/lists.html", context, status=422 if sent else 200)


@form_on("season-lists", "new")
def new_list(request: MemberRequest, league: str, season: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    form = _solve_form(competition, task_of(competition), data=request.POST)
    if made := form_row(request, form, start_list, competition=competition):
        return redirect("fixture-list", league, season, made.number)
    return _lists_page(request, competition, form)


@require_POST
def plain_list(request: MemberRequest, league: str, season: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    try:
        made = make_plain_list(competition=competition, by=request.user, at=now())
    except ValidationError as fault:
        for text in fault.messages:
            messages.error(request, text)
        return redirect("season-lists", league, season)
    messages.success(request, f"{made} is ready: every team plays every other. Requests were ignored.")
    return redirect("fixture-list", league, season, made.number)


@form_on("season-lists", "file")
def list_file(request: MemberRequest, league: str, season: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    require_sent(request)
    task, former = task_of(competition), former_names(competition)
    form = ListFileForm(request.POST, request.FILES, task=task, former=former)
    if form.is_valid():
        name = form.cleaned_data["name"]
        made = import_list(competition=competition, matches=form.matches, name=name, by=request.user, at=now())
        messages.success(request, f"{made} is read: {len(form.matches)} matches.")
        return redirect("fixture-list", league, season, made.number)
    return _lists_page(request, competition, form)


@uncached_page
def comparison(request: MemberRequest, league: str, season: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    form = CompareForm(request.GET or None, lists=lists_of(competition).exclude(hard=None))
    if not form.is_valid():
        return render_form(request, "schedule/list/choose.html", form, season=competition.season)
    rows = FixtureList.objects.filter(pk__in=[each.pk for each in form.cleaned_data["list"]]).order_by("number")
    context = {"season": competition.season, "compared": drafts.compared([contents_of(row) for row in rows])}
    return render(request, "schedule/list/compare.html", context)


def _solve_form(
    competition: Competition, task: Task, start: str | None = None, data: QueryDict | None = None
) -> SolveForm:
    rows = lists_of(competition).exclude(hard=None)
    begun = rows.filter(number=int(start)).first() if start and start.isdecimal() else None
    return SolveForm(data, lists=rows, task=task, initial={"start": begun})


# --- one list ---------------------------------------------------------------------------------------------------------
AGAIN_FOR = 30  # seconds for a list with one wish changed


@uncached_page
def fixture_list(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """A list, or how far it is; while it is being worked out, the part of the page that says so is asked for alone."""
    shown = contents_of(chosen_list(request, season, number))
    job = job_of(shown.row)
    context: dict[str, Any] = {"season": shown.row.competition.season, "list": shown.row, "job": job}
    context |= {"chart": drafts.chart_of(job) if job else "", "preparing": INSTALLED and not COMPILED.exists()}
    if wants_part(request):
        return render(request, "schedule/list/_progress.html", context)
    show = request.GET.get("show", "nights")
    show = show if show in drafts.SHOWN else "nights"
    context |= {
        "show": show,
        "ways": drafts.SHOWN,
        "parts": clashing(shown),
        **drafts.list_page(shown, show, request.GET),
    }
    if show == "health" and shown.matches:
        context |= {"teams": TeamsInList(context["teams_seen"]), "venues": VenuesInList(context["venues_seen"])}
    return render(request, "schedule/list/list.html", context)


@uncached_form
def name(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    row = chosen_list(request, season, number)
    form = ListNameForm(request.POST if request.method == "POST" else None, initial={"name": row.name})
    if form_action(request, form, rename_list, fixture_list=row):
        messages.success(request, f"The draft is now called {form.cleaned_data['name'] or row}.")
        return redirect("fixture-list", league, season, number)
    return render_form(request, "schedule/list/name.html", form, season=row.competition.season, list=row)


@require_POST
def copy(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    row = chosen_list(request, season, number)
    made = copy_list(fixture_list=row, by=request.user, at=now())
    messages.success(request, f"Draft {made.number} is a copy of {row}.")
    return redirect("fixture-list", league, season, made.number)


@uncached_form
def removal(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    row = chosen_list(request, season, number)
    form = PlainForm(request.POST if request.method == "POST" else None)
    if form_action(request, form, remove_list, fixture_list=row):
        messages.success(request, f"{row} is deleted.")
        return redirect("season-lists", league, season)
    context = {"season": row.competition.season, "list": row, "faults": form.non_field_errors()}
    return render(request, "schedule/list/removal.html", context, status=422 if form.errors else 200)


@require_POST
def cancellation(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    row = chosen_list(request, season, number)
    job = job_of(row)
    if job and not job.finished:
        act_and_report(request, cancel_job, "Stopping. The best list so far is kept.", job=job)
    return redirect("fixture-list", league, season, number)


@require_POST
def way_out(request: MemberRequest, league: str, season: str, number: int, way: int) -> HttpResponse:
    """A new list without one of the wishes that clash; the wish itself stays as it is."""
    row = chosen_list(request, season, number)
    ways = row.clash.get("ways", [])
    if way >= len(ways):
        raise Http404("No such way out.")
    order: dict[str, Any] = {"competition": row.competition, "seconds": AGAIN_FOR, "task": read_task(ways[way]["task"])}
    if row.how == ListMadeBy.RESCHEDULE:
        made = start_reschedule(**order, disruption=disruption_of(row), by=request.user, at=now())
    else:
        made = start_list(**order, by=request.user, at=now())
    messages.success(request, f"{made} is being made with one change: {ways[way]['words']}")
    return redirect("fixture-list", league, season, made.number)


@uncached_page
def list_csv(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """The list as a file: as it was asked for, and with names."""
    shown = contents_of(chosen_list(request, season, number))
    made = write_rows(shown.task, shown.matches)
    return saved_file(made, f"{league}-{season}-list-{number}.csv", "text/csv; charset=utf-8")


def chosen_list(request: MemberRequest, season: str, number: int) -> FixtureList:
    """A list of a season, with its competition, season and league; 403 and 404 as everywhere."""
    competition: Competition = arranged_competition(request, season)
    row: FixtureList = get_object_or_404(
        FixtureList.objects.select_related("made_by", "published_by"), competition=competition, number=number
    )
    row.competition = competition
    return row


# --- publication ------------------------------------------------------------------------------------------------------
@uncached_form
def publication(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    row = chosen_list(request, season, number)
    plan = publication_of(contents_of(row))
    chosen = row.competition.season
    first = not chosen.current and not Season.objects.filter(current=True).exists()
    data = request.POST if request.method == "POST" else None
    form = PublishForm(data, broken=len(plan.violations), season=chosen, initial={"open_season": first})
    if form_action(request, form, publish_list, fixture_list=row):
        messages.success(request, f"{row} is published: {plan.played} matches.")
        return redirect("fixture-list", league, season, number)
    past = sum(day < localdate() for day, matches in plan.nights for each in matches if each.away is not None)
    context = {"season": chosen, "list": row, "seen": plan, "standing": standing_of(row.competition), "past": past}
    return render_form(request, "schedule/list/publish.html", form, **context)


@uncached_form
def retraction(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    row = chosen_list(request, season, number)
    form, standing = PlainForm(request.POST if request.method == "POST" else None), standing_of(row.competition)
    if form_action(request, form, unpublish_list, fixture_list=row):
        text = f"{row} is unpublished: {standing['matches']} matches are out of season {row.competition.season}."
        messages.success(request, text)
        return redirect("fixture-list", league, season, number)
    context = {"season": row.competition.season, "list": row, "standing": standing, "faults": form.non_field_errors()}
    return render(request, "schedule/list/retraction.html", context, status=422 if form.errors else 200)


# --- changes by hand --------------------------------------------------------------------------------------------------
@uncached_page
def bench(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    shown = contents_of(chosen_list(request, season, number))
    context = {"season": shown.row.competition.season, "list": shown.row, "bench": drafts.bench_of(shown, request.GET)}
    return render(request, "schedule/list/manual_edit.html", context)


@uncached_form
def change(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """What to do to a match; with that chosen, what would come of it; sent, done."""
    shown = contents_of(chosen_list(request, season, number))
    form = _form(request, shown)
    if form is None:
        messages.error(request, "That match is not in this draft any more. Choose it again.")
        return redirect("edit-list", league, season, number)
    if request.method == "POST" and form.is_valid() and _changed(request, shown, form):
        night = form.cleaned_data.get("to") or form.chosen.date.isoformat()
        return redirect(reverse("edit-list", args=[league, season, number], query={"night": night}))
    effect = drafts.preview(shown, form.edit) if form.is_bound and form.is_valid() else None
    context = {"season": shown.row.competition.season, "list": shown.row, "match": form.chosen, "preview": effect}
    context |= {"locked": form.chosen in shown.locked, "named": shown.named(form.chosen), "key": match_key(form.chosen)}
    if wants_part(request):
        return render(request, "schedule/list/_consequences.html", {**context, "form": form})
    context["nights"] = None if effect else drafts.nights_for(shown, form.chosen)
    return render_form(request, "schedule/list/change.html", form, **context)


@require_POST
def locks(request: MemberRequest, league: str, season: str, number: int, *, locked: bool) -> HttpResponse:
    """Lock matches, or let them go again: the one named, or all of a night or a team."""
    shown, data = contents_of(chosen_list(request, season, number)), request.POST
    bench, key, version = drafts.bench_of(shown, data), data.get("match", ""), data.get("version", "")
    chosen = [line["match"] for line in bench["lines"] if key in ("", line["key"])]
    base = int(version) if version.isdecimal() else 0
    many = "1 match is" if len(chosen) == 1 else f"{len(chosen)} matches are"
    text, change = f"{many} {'locked' if locked else 'free again'}.", {"matches": chosen, "locked": locked}
    act_and_report(request, lock_matches, text, fixture_list=shown.row, version=base, **change)
    where = {"team": bench["team"]} if bench["team"] else {"night": bench["night"] or ""}
    return redirect(f"{reverse('edit-list', args=[request.league.slug, season, number])}?{urlencode(where)}")


def _form(request: MemberRequest, shown: ListContents) -> ManualEditForm | None:
    params = request.POST if request.method == "POST" else request.GET
    chosen = keyed(shown.matches, params.get("match", ""))
    if chosen is None:
        return None
    initial = {"match": match_key(chosen), "version": shown.row.version}
    return ManualEditForm(
        params if "do" in params or request.method == "POST" else None, contents=shown, chosen=chosen, initial=initial
    )


def _changed(request: MemberRequest, shown: ListContents, form: ManualEditForm) -> bool:
    version = form.cleaned_data["version"]
    with refusals_on(form):
        change_list(fixture_list=shown.row, edit=form.edit, version=version, by=request.user, at=now())
        done = dict(form.fields["do"].choices)[form.cleaned_data["do"]]  # type: ignore[attr-defined]
        messages.success(request, f"{shown.named(form.chosen)}: {done[0].lower()}{done[1:]}.")
        return True
    return False
