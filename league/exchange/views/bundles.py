"""Import your league: files of any kind at once, what each sheet of them is, and one kind after the other."""

import time
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_POST

from league.base.accounts.permissions import ask_again, confirmed_recently
from league.base.ui.old_addresses import leads_to
from league.base.ui.responses import form_row, refusals_on, render_form, uncached_form, uncached_page
from league.exchange.actions.bundles import (
    add_to_bundle,
    change_sheet,
    create_bundle,
    delete_bundle,
    draft_of_kind,
    import_everything,
    read_or_enqueue,
    sheet_by_hand,
    start_seasons,
    unsaved_draft,
)
from league.exchange.choices import GIVE_ROLES, ImportKind
from league.exchange.forms import AcceptForm, BringForm, BundleSheetForm, EverythingForm
from league.exchange.models import BundleSheet, ImportBundle
from league.exchange.queries.bundles import (
    BundleStep,
    SheetView,
    is_being_read,
    next_step,
    open_seasons,
    sheet_digest,
    sheet_view,
    sheet_views,
    steps_of,
)
from league.exchange.queries.preview import preview_import
from league.exchange.tables import ReadingTable, read_lines
from league.exchange.views.imports import imports_page
from league.schedule.models import Season
from league.teams.middleware import MemberRequest
from league.teams.permissions import is_secretary, require
from scoring.words import join_list

LINES_A_PAGE = 50


@uncached_form
def bring(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    if request.method != "POST":
        return leads_to("imports", section="bring")(request, league=league)
    form = BringForm(request.POST, request.FILES)
    bundle = form_row(request, form, create_bundle, league=request.league)
    if bundle is None:
        return imports_page(request, form)
    read_or_enqueue(bundle=bundle, by=request.user, at=now(), fetch=bool(bundle.address))
    return redirect("bundle", league, bundle.pk)


@uncached_form
def files(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    bundle = _bundle_of(request, pk)
    form = BringForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if form_row(request, form, add_to_bundle, bundle=bundle) is not None:
        return redirect("bundle", league, pk)
    return render_form(request, "importexport/bring.html", form, bundle=bundle)


@uncached_page
def one_bundle(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    bundle = _bundle_of(request, pk)
    views = sheet_views(bundle)
    steps = steps_of(bundle, views)
    lacking = {view.proposed.name: view.proposed for view in views if view.proposed and view.has_season}
    context = {
        "bundle": bundle, "views": views, "steps": steps, "next": next_step(steps), "job": is_being_read(bundle),
        "unread": any(view.sheet.readings is None for view in views), "seasons": join_list(sorted(lacking)),
        "number": len(lacking), "kinds": ImportKind,
    }  # fmt: skip
    return render(request, "importexport/bundle.html", context)


@uncached_form
def sheet(request: MemberRequest, league: str, pk: int, place: int) -> HttpResponse:
    """One sheet: what it is taken for, what became of each line, and what it cannot tell."""
    bundle = _bundle_of(request, pk)
    rows = BundleSheet.objects.select_related("season", "bundle__league").filter(readings__isnull=False)
    view = sheet_view(get_object_or_404(rows, bundle=bundle, place=place), open_seasons().first())
    form = BundleSheetForm(request.POST if request.method == "POST" else None, view=view)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            return _changed(request, league, view, **form.cleaned_data)
    lines = Paginator(read_lines(view.sheet, view.taken), LINES_A_PAGE).get_page(request.GET.get("page"))
    table = ReadingTable(list(lines.object_list))
    return render_form(request, "importexport/sheet.html", form, bundle=bundle, view=view, page=lines, table=table)


def _changed(request: MemberRequest, league: str, view: SheetView, by_hand: str, **said: Any) -> HttpResponse:
    """Where somebody comes who has said what a sheet is: to its questions, or back to everything."""
    if by_hand:
        draft = sheet_by_hand(
            sheet=view.sheet, kind=ImportKind(by_hand), season=said["season"], by=request.user, at=now()
        )
        return redirect("import-columns", league, draft.pk)
    row = change_sheet(sheet=view.sheet, by=request.user, at=now(), **said)
    if sheet_view(row, None).questions.keys() - view.questions.keys():
        return redirect("bundle-sheet", league, row.bundle_id, row.place)
    return redirect("bundle", league, row.bundle_id)


@require_POST
def step(request: MemberRequest, league: str, pk: int, kind: str) -> HttpResponse:
    bundle = _bundle_of(request, pk)
    wanted = request.POST.get("season", "")
    season = get_object_or_404(open_seasons(), pk=int(wanted)) if wanted.isascii() and wanted.isdecimal() else None
    if kind not in ImportKind.values:
        raise Http404("There is no such kind of import.")
    try:
        draft = draft_of_kind(bundle=bundle, kind=ImportKind(kind), season=season, by=request.user, at=now())
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("bundle", league, pk)
    return redirect("import", league, draft.pk)


@uncached_form
def everything(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """What each step would do, and one button for those that ask nothing; then what came in, and what waits."""
    bundle = _bundle_of(request, pk)
    steps = steps_of(bundle, views := sheet_views(bundle))
    invites = any(step.ready and step.kind in GIVE_ROLES for step in steps)
    if invites and not confirmed_recently(request, time.time()):
        return ask_again(request)
    form = EverythingForm(request.POST if request.method == "POST" else None)
    if form_row(request, form, import_everything, bundle=bundle) is not None:
        return redirect("bundle-everything", league, pk)
    if not (job := is_being_read(bundle)):
        _look_at(bundle, views, steps)
    context = {
        "bundle": bundle, "job": job, "invites": invites,
        "accept": EverythingForm(initial={"seen": sheet_digest(bundle)}),
        "done": [step for step in steps if step.done or step.working], "next_season": _season_to_open(steps),
        "clear": [(step, AcceptForm(preview=step.preview)) for step in steps if step.clear],
        "waiting": [step for step in steps if step.waits_for and not step.done],
        "same": [step for step in steps if step.preview and not step.clear and not step.waits_for],
    }  # fmt: skip
    return render_form(request, "importexport/everything.html", form, **context)


def _look_at(bundle: ImportBundle, views: list[SheetView], steps: list[BundleStep]) -> None:
    """Preview the steps as the league is now; nothing is kept."""
    for step in steps:
        if step.ready:
            kept = step.draft.reading.get("digest") if step.draft else None
            step.draft = unsaved_draft(bundle=bundle, views=views, kind=step.kind, season=step.season, at=now())
            step.kept = kept == step.draft.reading["digest"]
            step.preview = preview_import(step.draft, now())
            step.hold(steps)


def _season_to_open(steps: list[BundleStep]) -> Season | None:
    """The league's latest season, if something was imported into it and it is not the current one."""
    latest = Season.objects.order_by("-starts", "-pk").first()
    into = any(step.done and step.season == latest for step in steps)
    return latest if latest and into and not latest.current else None


@require_POST
def seasons(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    try:
        made = start_seasons(bundle=_bundle_of(request, pk), by=request.user, at=now())
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("bundle", league, pk)
    if made:
        messages.success(request, f"Set up: {join_list(str(season) for season in made)}. No matches are in them yet.")
    return redirect("bundle", league, pk)


@require_POST
def fetching(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    bundle = _bundle_of(request, pk)
    fetch = bool(bundle.address and request.POST.get("again"))
    read_or_enqueue(bundle=bundle, by=request.user, at=now(), fetch=fetch)
    return redirect("bundle", league, pk)


@require_POST
def removal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Delete what was brought. What was imported of it stays."""
    delete_bundle(bundle=_bundle_of(request, pk))
    messages.success(request, "The files are deleted. What you have imported stays.")
    return redirect("imports", league)


def _bundle_of(request: MemberRequest, pk: int) -> ImportBundle:
    require(is_secretary(request.user, request.league))
    return get_object_or_404(ImportBundle.objects.select_related("league"), pk=pk)
