"""The secretary's desk: what waits, and points adjustments."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.cups.permissions import runs_cups
from league.pages.queries.checklist import checklist
from league.pages.queries.secretary import PointsLedger, entries_of, ledger_of
from league.pages.queries.secretary import inbox as whole_inbox
from league.results.actions import adjust_points, revoke_adjustment
from league.results.forms.secretary import AdjustmentForm, RevokeAdjustmentForm
from league.results.models import Adjustment
from league.schedule.models import Season
from league.schedule.queries import current_season
from league.schedule.queries.seasons import league_competition
from league.schedule.values.matches import constitution_of
from league.teams.middleware import MemberRequest
from league.teams.permissions import is_officer, is_secretary, require
from league.ui.responses import form_action, render_form

FORM_METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_safe
def inbox(request: MemberRequest, league: str) -> HttpResponse:
    """Everything that waits for an officer, the most urgent first; for who runs the cups, what waits there."""
    officer, cups = is_officer(request.user, request.league), runs_cups(request.user, request.league)
    require(officer or cups)
    secretary = is_secretary(request.user, request.league)
    found = whole_inbox(request.league, now(), secretary=secretary, officer=officer, cups=cups)
    steps = checklist(request.league) if secretary else None
    return render(request, "pages/inbox.html", {"inbox": found, "checklist": steps})


@never_cache
@require_safe
def adjustments(request: MemberRequest, league: str) -> HttpResponse:
    """This season's points adjustments, with those taken back."""
    require(is_secretary(request.user, request.league))
    season = current_season(request.league)
    return render(request, "pages/adjustments.html", {"ledger": _ledger(season) if season else None})


@never_cache
@require_http_methods(FORM_METHODS)
def adjustment(request: MemberRequest, league: str) -> HttpResponse:
    """Give points or take them."""
    require(is_secretary(request.user, request.league))
    ledger = _current_ledger(request)
    form = AdjustmentForm(
        request.POST or None,
        entries=entries_of(ledger.competition),
        buy_back=constitution_of(ledger.competition).scheme.buy_back is not None,
        initial={"on": localdate()},
    )
    if form_action(request, form, adjust_points):
        messages.success(request, f"{form.cleaned_data['entry']}: the table is updated.")
        return redirect("adjustments", league)
    return render_form(request, "pages/adjustment.html", form, ledger=ledger)


@never_cache
@require_http_methods(FORM_METHODS)
def revocation(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Take an adjustment back."""
    require(is_secretary(request.user, request.league))
    rows = Adjustment.objects.select_related("entry__team", "competition__season", "by")
    adjustment_row = get_object_or_404(rows, pk=pk, revoked_at=None)
    form = RevokeAdjustmentForm(request.POST or None)
    if form_action(request, form, revoke_adjustment, adjustment=adjustment_row):
        messages.success(request, "Adjustment withdrawn. It stays on this page, crossed out.")
        return redirect("adjustments", league)
    return render_form(request, "pages/revocation.html", form, adjustment=adjustment_row)


def _ledger(season: Season) -> PointsLedger:
    return ledger_of(season, league_competition(season))


def _current_ledger(request: MemberRequest) -> PointsLedger:
    season = current_season(request.league)
    if season is None:
        raise Http404("The league has no season yet.")
    return _ledger(season)
