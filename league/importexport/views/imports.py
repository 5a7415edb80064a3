"""Bringing in a spreadsheet: the upload, its columns, what becomes of each row, and yes or no."""

import time

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.accounts.permissions import confirm_first, confirmed_recently
from league.importexport.actions.drafts import (
    accept_draft,
    answer_names,
    create_draft,
    delete_draft,
    set_columns,
    undo_import,
)
from league.importexport.choices import GIVE_ROLES, TYPED, ImportKind, ImportState
from league.importexport.forms import AcceptForm, ColumnsForm, NamesForm, SheetForm
from league.importexport.models import ImportDraft
from league.importexport.queries.columns import COLUMNS, missing_columns
from league.importexport.queries.drafts import is_editable, is_idle
from league.importexport.queries.preview import ImportPreview, RowOutcome, preview_import
from league.importexport.queries.preview.places import summary_of
from league.importexport.tables import FatesTable
from league.teams.middleware import MemberRequest
from league.teams.permissions import is_secretary, require
from league.ui.responses import render_form

FORM_METHODS = ["GET", "HEAD", "POST"]
SHOWN, ASKED, KEPT = 50, 25, 30


@never_cache
@require_safe
def imports(request: MemberRequest, league: str) -> HttpResponse:
    """What can be brought in, and what was."""
    require(is_secretary(request.user, request.league))
    drafts = ImportDraft.objects.select_related("by", "done_by", "season").order_by("-at", "-pk")[:KEPT]
    kinds = [(kind, kind.label, [column.label for column in COLUMNS[kind]]) for kind in ImportKind]
    return render(request, "importexport/imports.html", {"kinds": kinds, "drafts": drafts, "typed": TYPED})


@never_cache
@require_http_methods(FORM_METHODS)
def new_import(request: MemberRequest, league: str, kind: ImportKind) -> HttpResponse:
    """Take a spreadsheet in; nothing of it is in the league yet."""
    require(is_secretary(request.user, request.league))
    form = SheetForm(request.POST or None, request.FILES or None, kind=kind)
    if request.method == "POST" and form.is_valid():
        try:
            draft = create_draft(league=request.league, kind=kind, by=request.user, at=now(), **form.cleaned_data)
        except ValidationError as error:
            form.add_validation_error(error)
        else:
            return redirect("import-columns" if missing_columns(kind, draft.matching) else "import", league, draft.pk)
    return render_form(request, "importexport/new.html", form, kind=kind, columns=COLUMNS[kind], typed=kind in TYPED)


@never_cache
@require_safe
def one_import(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """What becomes of every row or, once it was brought in, what came of it. Where people are given roles, who looks
    at it is asked again who they are.
    """
    draft = draft_of(request, pk)
    shown = confirm_first(_shown) if draft.kind in GIVE_ROLES else _shown
    return shown(request, league, draft)


def _shown(request: MemberRequest, league: str, draft: ImportDraft) -> HttpResponse:
    preview = preview_import(draft, now()) if is_idle(draft) else None
    if preview is None and is_idle(draft):
        return redirect("import-columns", league, draft.pk)
    if preview is None:
        return render(request, "importexport/done.html", {"draft": draft})
    form = AcceptForm(initial={"seen": preview.digest}, conflicts=len(preview.conflicts))
    return _preview_page(request, draft, preview, form)


@never_cache
@require_http_methods(FORM_METHODS)
def columns(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Say which column is what."""
    draft = draft_of(request, pk)
    form = ColumnsForm(request.POST if request.method == "POST" else None, draft=draft)
    if request.method == "POST" and form.is_valid():
        try:
            set_columns(draft=draft, **form.cleaned_data)
        except ValidationError as error:
            form.add_validation_error(error)
        else:
            return redirect("import", league, pk)
    return render_form(request, "importexport/columns.html", form, draft=draft)


@never_cache
@require_http_methods(FORM_METHODS)
def names(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Say which of ours is meant by names that are nearly theirs."""
    draft = draft_of(request, pk)
    preview = preview_import(draft, now()) if is_idle(draft) else None
    asks = preview.asks if preview else ()
    form = NamesForm(request.POST if request.method == "POST" else None, asks=asks[:ASKED])
    if request.method == "POST" and form.is_valid():
        answer_names(draft=draft, **form.cleaned_data)
        return redirect("import", league, pk)
    return render_form(request, "importexport/names.html", form, draft=draft, more=len(asks) - ASKED)


@never_cache
@require_POST
def acceptance(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Bring it in as it was shown."""
    draft = draft_of(request, pk)
    preview = preview_import(draft, now()) if is_idle(draft) else None
    sure = draft.kind not in GIVE_ROLES or confirmed_recently(request, time.time())
    if preview is None or not sure:
        return redirect("import", league, pk)
    form = AcceptForm(request.POST, conflicts=len(preview.conflicts))
    if form.is_valid():
        try:
            rows = accept_draft(draft=draft, by=request.user, at=now(), **form.cleaned_data)
        except ValidationError as error:
            form.add_validation_error(error)
        else:
            if rows.state == ImportState.DONE:
                messages.success(request, f"{rows.get_kind_display()} are brought in: {_result(rows)}.")
            return redirect("import", league, pk)
    again = AcceptForm(initial={"seen": preview.digest}, conflicts=len(preview.conflicts))
    return _preview_page(request, draft, preview, again, refused=form)


@never_cache
@require_http_methods(FORM_METHODS)
def undoing(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Take back exactly what it brought in."""
    draft = draft_of(request, pk)
    problems: list[str] = []
    if request.method == "POST":
        try:
            undo_import(draft=draft, by=request.user, at=now())
        except ValidationError as error:
            problems = error.messages
        else:
            messages.success(request, f"{draft} is taken back. Everything is as it was before.")
            return redirect("import", league, pk)
    context = {"draft": draft, "problems": problems}
    return render(request, "importexport/undoing.html", context, status=422 if problems else 200)


@never_cache
@require_POST
def removal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Throw a spreadsheet away that was not brought in."""
    draft = draft_of(request, pk)
    try:
        delete_draft(draft=draft)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("import", league, pk)
    messages.success(request, "The spreadsheet is thrown away. Nothing of it was in the league.")
    return redirect("imports", league)


def draft_of(request: MemberRequest, pk: int) -> ImportDraft:
    """A spreadsheet of this league, for its secretary."""
    require(is_secretary(request.user, request.league))
    found: ImportDraft = get_object_or_404(ImportDraft.objects.select_related("league", "season__league"), pk=pk)
    return found


def _preview_page(
    request: MemberRequest,
    draft: ImportDraft,
    preview: ImportPreview,
    accept: AcceptForm,
    refused: AcceptForm | None = None,
) -> HttpResponse:
    """The rows that were asked for, those that do not fit first; fifty at a time."""
    asked = request.GET.get("show", "")
    rows = sorted(preview.rows, key=lambda row: (row.outcome is not RowOutcome.CONFLICT, row.number))
    shown = [row for row in rows if asked in ("", row.outcome)]
    shown_page = Paginator(shown, SHOWN).get_page(request.GET.get("page"))
    teams = draft.kind == ImportKind.TEAMS
    context = {
        "summary": summary_of(preview.doing) if teams else "", "changeable": is_editable(draft),
        "draft": draft, "preview": preview, "accept": accept, "form": refused, "show": asked, "page": shown_page,
        "table": FatesTable(list(shown_page.object_list)), "fates": _outcomes(preview),
    }  # fmt: skip
    return render(request, "importexport/preview.html", context, status=422 if refused else 200)


def _outcomes(preview: ImportPreview) -> list[tuple[str, str, int]]:
    words = {
        RowOutcome.CONFLICT: "Do not fit",
        RowOutcome.NEW: "New",
        RowOutcome.CHANGED: "Changed",
        RowOutcome.SAME: "Same",
    }
    return [
        (outcome.value, word, preview.counts[outcome]) for outcome, word in words.items() if preview.counts[outcome]
    ]


def _result(draft: ImportDraft) -> str:
    words = {"new": "new", "changed": "changed", "same": "as they were", "clash": "left out"}
    return ", ".join(f"{draft.counts[outcome]} {word}" for outcome, word in words.items() if draft.counts.get(outcome))
