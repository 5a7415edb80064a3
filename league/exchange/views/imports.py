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
from league.exchange.actions.drafts import (
    accept_draft,
    answer_names,
    drop_draft,
    match_columns,
    read_in,
    undo_import,
)
from league.exchange.choices import GIVE_ROLES, TYPED, ImportKind, ImportState
from league.exchange.forms import AcceptForm, ColumnsForm, NamesForm, SheetForm
from league.exchange.models import ImportDraft
from league.exchange.queries.columns import COLUMNS, missing
from league.exchange.queries.drafts import at_rest, changeable
from league.exchange.queries.weighing import Fate, Preview, weigh
from league.exchange.queries.weighing.places import summary_of
from league.exchange.tables import FatesTable
from league.teams.middleware import MemberRequest
from league.teams.permissions import is_secretary, require
from league.ui.answer import page

FORM_METHODS = ["GET", "HEAD", "POST"]
SHOWN, ASKED, KEPT = 50, 25, 30


@never_cache
@require_safe
def imports(request: MemberRequest, league: str) -> HttpResponse:
    """What can be brought in, and what was."""
    require(is_secretary(request.user, request.league))
    drafts = ImportDraft.objects.select_related("by", "done_by", "season").order_by("-at", "-pk")[:KEPT]
    kinds = [(kind, kind.label, [column.label for column in COLUMNS[kind]]) for kind in ImportKind]
    return render(request, "exchange/imports.html", {"kinds": kinds, "drafts": drafts, "typed": TYPED})


@never_cache
@require_http_methods(FORM_METHODS)
def new_import(request: MemberRequest, league: str, kind: ImportKind) -> HttpResponse:
    """Take a spreadsheet in; nothing of it is in the league yet."""
    require(is_secretary(request.user, request.league))
    form = SheetForm(request.POST or None, request.FILES or None, kind=kind)
    if request.method == "POST" and form.is_valid():
        try:
            draft = read_in(league=request.league, kind=kind, by=request.user, at=now(), **form.cleaned_data)
        except ValidationError as fault:
            form.add_fault(fault)
        else:
            return redirect("import-columns" if missing(kind, draft.matching) else "import", league, draft.pk)
    return page(request, "exchange/new.html", form, kind=kind, columns=COLUMNS[kind], typed=kind in TYPED)


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
    preview = weigh(draft, now()) if at_rest(draft) else None
    if preview is None and at_rest(draft):
        return redirect("import-columns", league, draft.pk)
    if preview is None:
        return render(request, "exchange/done.html", {"draft": draft})
    form = AcceptForm(initial={"seen": preview.digest}, clashes=len(preview.clashes))
    return _previewed(request, draft, preview, form)


@never_cache
@require_http_methods(FORM_METHODS)
def columns(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Say which column is what."""
    draft = draft_of(request, pk)
    form = ColumnsForm(request.POST if request.method == "POST" else None, draft=draft)
    if request.method == "POST" and form.is_valid():
        try:
            match_columns(draft=draft, **form.cleaned_data)
        except ValidationError as fault:
            form.add_fault(fault)
        else:
            return redirect("import", league, pk)
    return page(request, "exchange/columns.html", form, draft=draft)


@never_cache
@require_http_methods(FORM_METHODS)
def names(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Say which of ours is meant by names that are nearly theirs."""
    draft = draft_of(request, pk)
    preview = weigh(draft, now()) if at_rest(draft) else None
    asks = preview.asks if preview else ()
    form = NamesForm(request.POST if request.method == "POST" else None, asks=asks[:ASKED])
    if request.method == "POST" and form.is_valid():
        answer_names(draft=draft, **form.cleaned_data)
        return redirect("import", league, pk)
    return page(request, "exchange/names.html", form, draft=draft, more=len(asks) - ASKED)


@never_cache
@require_POST
def acceptance(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Bring it in as it was shown."""
    draft = draft_of(request, pk)
    preview = weigh(draft, now()) if at_rest(draft) else None
    sure = draft.kind not in GIVE_ROLES or confirmed_recently(request, time.time())
    if preview is None or not sure:
        return redirect("import", league, pk)
    form = AcceptForm(request.POST, clashes=len(preview.clashes))
    if form.is_valid():
        try:
            held = accept_draft(draft=draft, by=request.user, at=now(), **form.cleaned_data)
        except ValidationError as fault:
            form.add_fault(fault)
        else:
            if held.state == ImportState.DONE:
                messages.success(request, f"{held.get_kind_display()} are brought in: {_told(held)}.")
            return redirect("import", league, pk)
    again = AcceptForm(initial={"seen": preview.digest}, clashes=len(preview.clashes))
    return _previewed(request, draft, preview, again, refused=form)


@never_cache
@require_http_methods(FORM_METHODS)
def undoing(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Take back exactly what it brought in."""
    draft = draft_of(request, pk)
    problems: list[str] = []
    if request.method == "POST":
        try:
            undo_import(draft=draft, by=request.user, at=now())
        except ValidationError as fault:
            problems = fault.messages
        else:
            messages.success(request, f"{draft} is taken back. Everything is as it was before.")
            return redirect("import", league, pk)
    context = {"draft": draft, "problems": problems}
    return render(request, "exchange/undoing.html", context, status=422 if problems else 200)


@never_cache
@require_POST
def removal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Throw a spreadsheet away that was not brought in."""
    draft = draft_of(request, pk)
    try:
        drop_draft(draft=draft)
    except ValidationError as fault:
        messages.error(request, " ".join(fault.messages))
        return redirect("import", league, pk)
    messages.success(request, "The spreadsheet is thrown away. Nothing of it was in the league.")
    return redirect("imports", league)


def draft_of(request: MemberRequest, pk: int) -> ImportDraft:
    """A spreadsheet of this league, for its secretary."""
    require(is_secretary(request.user, request.league))
    found: ImportDraft = get_object_or_404(ImportDraft.objects.select_related("league", "season__league"), pk=pk)
    return found


def _previewed(
    request: MemberRequest, draft: ImportDraft, preview: Preview, accept: AcceptForm, refused: AcceptForm | None = None
) -> HttpResponse:
    """The rows that were asked for, those that do not fit first; fifty at a time."""
    asked = request.GET.get("show", "")
    rows = sorted(preview.rows, key=lambda row: (row.fate is not Fate.CLASH, row.number))
    shown = [row for row in rows if asked in ("", row.fate)]
    shown_page = Paginator(shown, SHOWN).get_page(request.GET.get("page"))
    teams = draft.kind == ImportKind.TEAMS
    context = {
        "summary": summary_of(preview.doing) if teams else "", "changeable": changeable(draft),
        "draft": draft, "preview": preview, "accept": accept, "form": refused, "show": asked, "page": shown_page,
        "table": FatesTable(list(shown_page.object_list)), "fates": _fates(preview),
    }  # fmt: skip
    return render(request, "exchange/preview.html", context, status=422 if refused else 200)


def _fates(preview: Preview) -> list[tuple[str, str, int]]:
    words = {Fate.CLASH: "Do not fit", Fate.NEW: "New", Fate.CHANGED: "Changed", Fate.SAME: "Same"}
    return [(fate.value, word, preview.counts[fate]) for fate, word in words.items() if preview.counts[fate]]


def _told(draft: ImportDraft) -> str:
    words = {"new": "new", "changed": "changed", "same": "as they were", "clash": "left out"}
    return ", ".join(f"{draft.counts[fate]} {word}" for fate, word in words.items() if draft.counts.get(fate))
