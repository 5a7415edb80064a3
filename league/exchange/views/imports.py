"""Importing a spreadsheet: the upload, its columns, the outcome of each row, and yes or no; and a whole league."""

import re
import time
from collections import Counter
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from league.base.accounts.permissions import SignedInRequest, confirm_first, confirmed_recently
from league.base.jobs.actions import cancel_job
from league.base.jobs.models import Job
from league.base.jobs.queries import job_view
from league.base.ui.converters import of_season
from league.base.ui.responses import form_row, refusals_on, render_form, uncached_form, uncached_page, wants_part
from league.exchange.actions.archives import IMPORT, enqueue_import
from league.exchange.actions.bundles import import_sheets
from league.exchange.actions.imports import (
    accept_draft,
    answer_names,
    begin_undo,
    change_rows,
    create_draft,
    delete_draft,
    set_columns,
)
from league.exchange.archive import ArchiveError
from league.exchange.choices import GIVE_ROLES, TYPED, ImportKind, ImportState, RowOutcome
from league.exchange.forms import AcceptForm, BringForm, ColumnsForm, ImportLeagueForm, NamesForm, RowsForm, SheetForm
from league.exchange.models import ImportBundle, ImportDraft
from league.exchange.queries.preview import (
    MAX_EDITABLE,
    is_editable,
    is_idle,
    job_of,
    lacks_columns,
    preview_import,
    state_of,
)
from league.exchange.queries.preview.places import summary_of
from league.exchange.tables import PreviewTable
from league.exchange.values.columns import typed_columns
from league.exchange.values.outcomes import ImportPreview
from league.reading.columns import columns_of
from league.reading.values import SheetLine
from league.teams.choices import RoleKind
from league.teams.middleware import MemberRequest
from league.teams.models import Team, Venue
from league.teams.permissions import is_secretary, is_site_admin, require

ROWS_A_PAGE, QUESTIONS_A_PAGE, DRAFTS_SHOWN, BUNDLES_SHOWN = 50, 25, 30, 10


@uncached_page
def imports(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    return imports_page(request, BringForm())


def imports_page(request: MemberRequest, form: BringForm) -> HttpResponse:
    drafts = ImportDraft.objects.select_related("by", "done_by", "season").order_by("-at", "-pk")[:DRAFTS_SHOWN]
    for draft in drafts:
        draft.state = state_of(draft)
    kinds = [(kind, kind.label, [column.label for column in columns_of(kind)]) for kind in ImportKind]
    bundles = ImportBundle.objects.order_by("-at", "-pk")[:BUNDLES_SHOWN]
    return render_form(request, "importexport/imports.html", form, kinds=kinds, drafts=drafts, bundles=bundles)


@uncached_form
def new_import(request: MemberRequest, league: str, kind: ImportKind) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    form = SheetForm(request.POST or None, request.FILES or None, kind=kind)
    made = form_row(request, form, import_sheets, league=request.league, kind=kind)
    if isinstance(made, ImportBundle):
        if not made.kind:
            messages.warning(request, "This looks like something else. Check what it is.")
        return redirect("bundle", league, made.pk)
    if made is not None:
        return redirect("import-columns" if lacks_columns(kind, made.matching) else "import", league, made.pk)
    return render_form(request, "importexport/new.html", form, kind=kind, columns=columns_of(kind), typed=kind in TYPED)


@uncached_page
def one_import(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """The outcome of every row or, once imported, what came of it; where people get roles, for confirmed sessions."""
    draft = _draft_of(request, pk)
    answer = confirm_first(_draft_page) if draft.kind in GIVE_ROLES else _draft_page
    return answer(request, league, draft)


def _draft_page(request: MemberRequest, league: str, draft: ImportDraft) -> HttpResponse:
    if draft.state == ImportState.OPEN:
        return _preview_page(request, draft)
    left_out = draft.counts.get("left", 0) + draft.counts.get("clash", 0)
    made = Counter(kind for kind, _, before, _ in draft.marks if before is None)
    added = [f"{made[kind]} {one if made[kind] == 1 else many}" for kind, (one, many) in ADDED.items() if made[kind]]
    context = {"draft": draft, "came": _shown_at(draft), "added": added, "left_out": left_out}
    return render(request, "importexport/done.html", context | {"job": job_of(draft)})


PAGES = {
    ImportKind.VENUES: "teams",
    ImportKind.TEAMS: "teams",
    ImportKind.PEOPLE: "people",
    ImportKind.PLAYERS: "squads",
    ImportKind.FIXTURES: "fixtures",
    ImportKind.RESULTS: "fixtures",
    ImportKind.HONOURS: "seasons",
    ImportKind.DEDUCTIONS: "adjustments",
    ImportKind.TABLES: "seasons",
    ImportKind.RECORDS: "seasons",
    ImportKind.NIGHTS: "season-nights",
    ImportKind.TIES: "cups",
}


ADDED = {  # rows as undo_log calls them, in the words of people
    "team": ("team", "teams"), "venue": ("venue", "venues"), "role": ("invitation", "invitations"),
    "player": ("player", "players"), "registration": ("registration", "registrations"),
    "division": ("division", "divisions"), "entry": ("team in a division", "teams in divisions"),
    "fixture": ("match", "matches"), "honour": ("honour", "honours"),
    "adjustment": ("points adjustment", "points adjustments"), "season": ("season", "seasons"),
    "cup": ("cup", "cups"), "entrant": ("entrant", "entrants"),
    "blackout": ("night without league matches", "nights without league matches"),
    "finaltable": ("final table", "final tables"), "pastfigures": ("player’s figures", "players’ figures"),
}  # fmt: skip


def _shown_at(draft: ImportDraft) -> tuple[str, str] | None:
    """Where what it brought is seen, and how the link is called; None if it is not there."""
    if draft.state != ImportState.DONE:
        return None
    page, text = PAGES[ImportKind(draft.kind)], f"See the {draft.get_kind_display().lower()}"
    if draft.kind == ImportKind.DEDUCTIONS and draft.season:
        return reverse(page, args=[draft.league.slug], query={"season": draft.season.slug}), text
    if draft.kind in {ImportKind.HONOURS, ImportKind.VENUES}:
        return reverse(page, args=[draft.league.slug], query={"show": draft.kind}), text
    if draft.kind == ImportKind.NIGHTS and draft.season:
        return reverse(page, args=[draft.league.slug, draft.season.slug]), text
    of = draft.season if draft.kind != ImportKind.TIES else None
    address = of_season(draft.league.slug, of, page) if of else reverse(page, args=[draft.league.slug])
    return address, text


@uncached_form
def columns(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    draft = _draft_of(request, pk)
    form = ColumnsForm(request.POST if request.method == "POST" else None, draft=draft)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            set_columns(draft=draft, **form.cleaned_data)
            return redirect("import", league, pk)
    return render_form(request, "importexport/columns.html", form, draft=draft)


@uncached_form
def names(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    draft = _draft_of(request, pk)
    preview = preview_import(draft, now()) if draft.state == ImportState.OPEN else None
    asks = preview.asks if preview else ()
    form = NamesForm(request.POST if request.method == "POST" else None, asks=asks[:QUESTIONS_A_PAGE])
    if request.method == "POST" and form.is_valid():
        answer_names(draft=draft, **form.cleaned_data)
        return redirect("import", league, pk)
    return render_form(request, "importexport/names.html", form, draft=draft, more=len(asks) - QUESTIONS_A_PAGE)


@uncached_form
def acceptance(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Import it as it was shown. Who only opens the address, as a link or a reload does, is shown the rows."""
    draft = _draft_of(request, pk)
    if request.method == "POST":
        return _accept(request, league, draft)
    return redirect(reverse("import", args=[league, pk], query=request.GET))


def _accept(request: MemberRequest, league: str, draft: ImportDraft) -> HttpResponse:
    sure = draft.kind not in GIVE_ROLES or confirmed_recently(request, time.time())
    if draft.state != ImportState.OPEN or not sure:
        return redirect("import", league, draft.pk)
    form = AcceptForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            accepted = accept_draft(draft=draft, by=request.user, at=now(), **form.cleaned_data)
            if accepted.state == ImportState.DONE:
                messages.success(request, f"{accepted.get_kind_display()} imported: {_result(accepted)}.")
            return redirect("import", league, draft.pk)
    return _preview_page(request, draft, refused=form)


@uncached_form
def undoing(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    draft = _draft_of(request, pk)
    problems: list[str] = []
    if request.method == "POST":
        try:
            draft = begin_undo(draft=draft, by=request.user, at=now())
        except ValidationError as error:
            problems = error.messages
        else:
            if draft.state == ImportState.UNDONE:
                messages.success(request, f"{draft}: import undone. Everything is as it was before.")
            return redirect("import", league, pk)
    context = {"draft": draft, "problems": problems}
    return render(request, "importexport/undoing.html", context, status=422 if problems else 200)


@require_POST
def removal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    draft = _draft_of(request, pk)
    try:
        delete_draft(draft=draft)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("import", league, pk)
    messages.success(request, "The spreadsheet is deleted. Nothing was imported from it.")
    return redirect("imports", league)


def _draft_of(request: MemberRequest, pk: int) -> ImportDraft:
    require(is_secretary(request.user, request.league))
    draft = get_object_or_404(ImportDraft.objects.select_related("league", "season__league", "bundle"), pk=pk)
    draft.state = state_of(draft)
    return draft


def _preview_page(request: MemberRequest, draft: ImportDraft, refused: AcceptForm | None = None) -> HttpResponse:
    preview = preview_import(draft, now())
    if preview is None:
        return redirect("import-columns", draft.league.slug, draft.pk)
    show = request.GET.get("show", "")
    rows = sorted(preview.rows, key=lambda row: (row.outcome is not RowOutcome.CONFLICT, row.number))
    chosen = [row for row in rows if show in ("", row.outcome)]
    rows_page = Paginator(chosen, ROWS_A_PAGE).get_page(request.GET.get("page"))
    teams = draft.kind == ImportKind.TEAMS
    context = {
        "summary": summary_of(preview.doing) if teams else "", "changeable": is_editable(draft),
        "draft": draft, "preview": preview, "accept": AcceptForm(initial={"seen": preview.digest}, preview=preview),
        "form": refused, "show": show, "page": rows_page,
        "table": PreviewTable(list(rows_page.object_list)), "outcomes": _outcomes(preview),
    }  # fmt: skip
    return render(request, "importexport/preview.html", context, status=422 if refused else 200)


def _outcomes(preview: ImportPreview) -> list[tuple[str, str, int]]:
    words = {RowOutcome.CONFLICT.value: "Problems"}
    words |= {outcome.value: outcome.label for outcome in RowOutcome if outcome is not RowOutcome.CONFLICT}
    return [(outcome, word, preview.counts[outcome]) for outcome, word in words.items() if preview.counts[outcome]]


def _result(draft: ImportDraft) -> str:
    counts = {**draft.counts, "left": draft.counts.get("left", 0) + draft.counts.get("clash", 0), "clash": 0}
    return ", ".join(f"{counts[each]} {each.label.lower()}" for each in RowOutcome if counts.get(each))


# --- rows typed or pasted into a form, and rows put right -------------------------------------------------------------
TYPED_IN = "the form"
ROW_FIELD = re.compile(r"row-([0-9]{1,4})-")
ROWS, SPARE_ROWS = 12, 3
TITLES = {
    ImportKind.VENUES: "Add several venues",
    ImportKind.TEAMS: "Add several teams",
    ImportKind.PEOPLE: "Invite several people",
    ImportKind.PLAYERS: "Add several players",
}


@uncached_form
def new_rows(request: MemberRequest, league: str, kind: ImportKind) -> HttpResponse:
    """Type or paste the rows; what becomes of each is shown next. "More rows" keeps what was typed."""
    require(is_secretary(request.user, request.league))
    if kind not in TITLES:
        raise Http404(f"No form has rows for {kind}.")
    typed = [int(match[1]) for name in request.POST if (match := ROW_FIELD.match(name))]
    more = "more" in request.POST
    number = min(max([ROWS, *typed]) + (ROWS if more else 0), MAX_EDITABLE)
    form_data: dict[str, Any] = (
        {"initial": request.POST.dict()} if more else {"data": request.POST if request.method == "POST" else None}
    )
    form = RowsForm(kind=kind, columns=typed_columns(kind), numbers=range(1, number + 1), **form_data)
    draft = form_row(request, form, create_draft, league=request.league, kind=kind, name=TYPED_IN)
    if draft is not None:
        return redirect("import", league, draft.pk)
    return render_form(
        request, "importexport/rows.html", form, title=TITLES[kind], more=min(number + ROWS, MAX_EDITABLE), **_offered()
    )


@uncached_form
def rows(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    draft = _draft_of(request, pk)
    if not is_editable(draft):
        raise Http404("There are too many rows to change here, or they are already imported.")
    form = _form_of(draft, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            change_rows(draft=draft, **form.cleaned_data)
            return redirect("import", league, pk)
    return render_form(request, "importexport/rows.html", form, title="Change the rows", draft=draft, **_offered())


def _form_of(draft: ImportDraft, data: Any) -> RowsForm:
    columns = typed_columns(ImportKind(draft.kind), draft.matching)
    preview = preview_import(draft, now()) if is_idle(draft) else None
    places = [draft.matching.get(column.key) for column in columns]
    lines = [
        SheetLine(number, tuple("" if at is None or at >= len(cells) else cells[at] for at in places))
        for number, cells in draft.rows
    ]
    numbers = [line.number for line in lines]
    last = max(numbers, default=0)
    previews = preview.rows if preview else ()
    problems = {row.number: row.why for row in previews if row.outcome is RowOutcome.CONFLICT}
    return RowsForm(
        data, kind=ImportKind(draft.kind), columns=columns, numbers=[*numbers, *range(last + 1, last + SPARE_ROWS + 1)],
        lines=lines, problems=problems,
    )  # fmt: skip


def _offered() -> dict[str, Any]:
    return {
        "teams_there": Team.objects.order_by("name").values_list("name", flat=True),
        "venues_there": Venue.objects.order_by("name").values_list("name", flat=True),
        "roles_there": [kind.label for kind in RoleKind],
    }


# --- a whole league ---------------------------------------------------------------------------------------------------
BUTTONS = "importexport/_arrival_buttons.html"


@never_cache
@confirm_first
def import_page(request: SignedInRequest) -> HttpResponse:
    require(is_site_admin(request.user))
    form = ImportLeagueForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if form.is_valid():
        try:
            job = enqueue_import(by=request.user, at=now(), **form.arguments)
        except ArchiveError as error:
            form.add_problems(error)
        else:
            return redirect("arriving-league", job.pk)
    return render_form(request, "importexport/import_league.html", form)


@uncached_page
@vary_on_headers("HX-Request")
def import_progress(request: SignedInRequest, pk: int) -> HttpResponse:
    """How far it has got; only the part that changes for a script that asks every second."""
    view = job_view(_import_job(request, pk), now())
    template = "jobs/_job.html" if wants_part(request) else "jobs/job.html"
    return render(request, template, {"view": view, "buttons": BUTTONS})


@require_POST
def import_cancellation(request: SignedInRequest, pk: int) -> HttpResponse:
    cancel_job(job=_import_job(request, pk), by=request.user, at=now())
    return redirect("arriving-league", pk)


def _import_job(request: SignedInRequest, pk: int) -> Job:
    require(is_site_admin(request.user))
    return get_object_or_404(Job.objects.select_related("created_by"), pk=pk, kind=IMPORT)
