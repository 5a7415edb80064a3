"""Rows typed into a form, or pasted into it: several teams, venues, people or players at once, and putting rows right.

What becomes of every row is said on the import's own page before anything of it is written.
"""

import re
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now
from django.views.decorators.cache import never_cache

from league.base.ui.responses import form_row, render_form, require_form_methods
from league.exchange.actions.drafts import change_rows, create_draft
from league.exchange.choices import ImportKind
from league.exchange.forms.imports import RowsForm
from league.exchange.models import ImportDraft
from league.exchange.queries.preview import MAX_EDITABLE, is_editable, is_idle, preview_import
from league.exchange.values.columns import typed_columns
from league.exchange.values.outcomes import RowOutcome
from league.exchange.views.imports import draft_of
from league.reading.values import SheetLine
from league.teams.choices import RoleKind
from league.teams.middleware import MemberRequest
from league.teams.models import Team, Venue
from league.teams.permissions import is_secretary, require

TYPED_IN = "the form"
TYPED = re.compile(r"row-([0-9]{1,4})-")
ROWS, SPARE_ROWS = 12, 3
TITLES = {
    ImportKind.VENUES: "Add several venues",
    ImportKind.TEAMS: "Add several teams",
    ImportKind.PEOPLE: "Invite several people",
    ImportKind.PLAYERS: "Add several players",
}


@never_cache
@require_form_methods
def new_rows(request: MemberRequest, league: str, kind: ImportKind) -> HttpResponse:
    """Type or paste the rows; what becomes of each is shown next. "More rows" keeps what was typed."""
    require(is_secretary(request.user, request.league))
    typed = [int(match[1]) for name in request.POST if (match := TYPED.match(name))]
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
        request, "importexport/rows.html", form, title=TITLES[kind], more=min(number + ROWS, MAX_EDITABLE), **_known()
    )


@never_cache
@require_form_methods
def rows(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Put the rows of an import right, each with what is wrong with it."""
    draft = draft_of(request, pk)
    if not is_editable(draft):
        raise Http404("There are too many rows to change here, or they are already imported.")
    form = _form_of(draft, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            change_rows(draft=draft, **form.cleaned_data)
        except ValidationError as error:
            form.add_validation_error(error)
        else:
            return redirect("import", league, pk)
    return render_form(request, "importexport/rows.html", form, title="Change the rows", draft=draft, **_known())


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


def _known() -> dict[str, Any]:
    return {
        "teams_there": Team.objects.order_by("name").values_list("name", flat=True),
        "venues_there": Venue.objects.order_by("name").values_list("name", flat=True),
        "roles_there": [kind.label for kind in RoleKind],
    }
