"""The secretary's desk: what waits, points adjustments, background jobs, and players who may be one person."""

from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from league.base.jobs.actions import cancel_job, enqueue_again
from league.base.jobs.models import Job
from league.base.jobs.queries import job_view
from league.base.ui.formats import night
from league.base.ui.forms import as_sent
from league.base.ui.old_addresses import form_on, lead_to_form
from league.base.ui.responses import form_action, form_row, render_form, uncached_form, uncached_page, wants_part
from league.cups.permissions import runs_cups
from league.pages.queries.inbox import PointsLedger, entries_of, inbox_of, last_matches, ledger_of
from league.pages.queries.league import checklist
from league.pages.queries.players import merges_of, side_by_side
from league.results.actions.adjustments import adjust_points, revoke_adjustment
from league.results.actions.settlement import merge_players, undo_merge
from league.results.forms.secretary import AdjustmentForm, MergeForm, MergePairForm, RevokeAdjustmentForm
from league.results.models import Adjustment
from league.schedule.forms.seasons import ReasonForm
from league.schedule.models import Season
from league.schedule.queries.matches import current_season
from league.schedule.values.matches import starts_at
from league.teams.actions.player_merges import mark_distinct
from league.teams.middleware import MemberRequest
from league.teams.models import Merge, Player
from league.teams.permissions import is_officer, is_secretary, require
from league.teams.queries.squads import duplicates_of
from scoring.card.points import amount


@uncached_page
def inbox(request: MemberRequest, league: str) -> HttpResponse:
    officer, cups = is_officer(request.user, request.league), runs_cups(request.user, request.league)
    require(officer or cups)
    this_inbox = inbox_of(request.user, request.league, now())
    steps = checklist(request.league) if is_secretary(request.user, request.league) else None
    night = last_matches(request.league, now()) if officer else ()
    cards_in = sum(hasattr(line.fixture, "result") for line in night)
    starts = {start for line in night if (start := starts_at(line.fixture))}
    context = {"inbox": this_inbox, "checklist": steps, "officer": officer, "matches": night, "cards_in": cards_in}
    context |= {"before_play": not cards_in and bool(starts) and now() < min(starts), "one_time": len(starts) == 1}
    return render(request, "pages/inbox.html", context)


@uncached_page
def adjustments(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    return _adjustments_page(request, _season(request))


@form_on("adjustments", "adjust")
def adjustment(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    season = _season(request)
    if season is None:
        raise Http404("The league has no season yet.")
    form = _adjustment_form(ledger_of(season), request.POST)
    if row := form_row(request, form, adjust_points):
        from_day = f" from {night(row.on, year=True)}" if row.on > localdate() else ""
        messages.success(request, f"{row.entry}: {_points_text(row)}{from_day}.")
        return redirect(reverse("adjustments", args=[league], query=_query(season)))
    return _adjustments_page(request, season, form)


@uncached_form
def revocation(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    rows = Adjustment.objects.select_related("entry__team", "competition__season__league", "by")
    adjustment_row, section = get_object_or_404(rows, pk=pk, revoked_at=None), f"withdraw-{pk}"
    season = adjustment_row.competition.season
    if request.method != "POST":
        return lead_to_form("adjustments", section, _query(season), league=league)
    form = RevokeAdjustmentForm(request.POST, section=section)
    if form_action(request, form, revoke_adjustment, adjustment=adjustment_row):
        words = f"{adjustment_row.entry}: {_points_text(adjustment_row)}, withdrawn. It stays here, crossed out."
        messages.success(request, words)
        return redirect(reverse("adjustments", args=[league], query=_query(season)))
    return _adjustments_page(request, season, form)


def _points_text(row: Adjustment) -> str:
    points = Fraction(row.points)
    return f"{amount(abs(points))} {'taken off' if points < 0 else 'added'}"


def _adjustments_page(request: MemberRequest, season: Season | None, sent: Any = None) -> HttpResponse:
    ledger = ledger_of(season) if season else None
    rows: Any = ledger.rows if ledger else ()
    for row in rows:
        row.withdrawal = as_sent(sent, RevokeAdjustmentForm(section=f"withdraw-{row.pk}"))
    context = {
        "ledger": ledger,
        "adjusting": as_sent(sent, _adjustment_form(ledger)) if ledger else None,
        "query": f"?{urlencode(_query(season))}" if season and _query(season) else "",
        "today": localdate(),
        "others": Season.objects.exclude(pk=season.pk if season else None).order_by("-starts", "-pk"),
        "form": sent,
    }
    return render(request, "pages/adjustments.html", context, status=422 if sent else 200)


def _adjustment_form(ledger: PointsLedger, data: Any = None) -> AdjustmentForm:
    buy_back = ledger.competition.rules_in_force().scheme.buy_back is not None
    on = ledger.season.nearest_day(localdate())
    entries = entries_of(ledger.competition)
    return AdjustmentForm(data, entries=entries, buy_back=buy_back, section="adjust", initial={"on": on})


def _season(request: MemberRequest) -> Season | None:
    if slug := request.GET.get("season"):
        return get_object_or_404(Season, league=request.league, slug=slug)
    return current_season(request.league)


def _query(season: Season) -> dict[str, str]:
    """What the page of a season is asked by, other than the current one."""
    return {} if season.current else {"season": season.slug}


@uncached_page
@vary_on_headers("HX-Request")
def job(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """How far one piece of work has got; only the part that changes for a script that asks every second."""
    view = job_view(_visible_job(request, pk), now())
    return render(request, "jobs/_job.html" if wants_part(request) else "jobs/job.html", {"view": view})


@require_POST
def cancellation(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    cancel_job(job=_visible_job(request, pk), by=request.user, at=now())
    return redirect("job", league, pk)


@require_POST
def repetition(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    job_row = _visible_job(request, pk)
    if not job_row.finished:
        return redirect("job", league, pk)
    messages.success(request, f"{job_row.title} is begun again.")
    return redirect("job", league, enqueue_again(job=job_row, by=request.user, at=now()).pk)


def _visible_job(request: MemberRequest, pk: int) -> Job:
    job_row = get_object_or_404(Job.objects.of_league(request.league.pk).select_related("created_by"), pk=pk)
    require(job_row.created_by_id == request.user.pk or is_secretary(request.user, request.league))
    return job_row


LATEST = 20


@uncached_page
def duplicates(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    form = MergePairForm(request.GET if "one" in request.GET else None, league=request.league)
    if form.is_bound and form.is_valid():
        one, two = form.cleaned_data["one"], form.cleaned_data["two"]
        return redirect("merge-players", league, one.slug, two.slug)
    pairs, merges = duplicates_of(request.league), merges_of(request.league, LATEST)
    return render_form(request, "pages/duplicates.html", form, pairs=pairs, merges=merges)


@uncached_form
def merge_page(request: MemberRequest, league: str, player: str, other: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    sides = side_by_side(_player(player), _player(other), localdate())
    pair, labels = ((sides[0][name], sides[1][name]) for name in ("player", "label"))
    form = MergeForm(request.POST or None, pair=pair, labels=labels, initial={"kept": str(pair[0].pk)})
    if form_action(request, form, merge_players):
        kept, gone = form.cleaned_data["kept"], form.cleaned_data["gone"]
        messages.success(request, f"{gone} is merged into {kept}. You can undo this below.")
        return redirect("duplicates", league)
    return render_form(request, "pages/merging.html", form, sides=sides)


@require_POST
def not_duplicates_page(request: MemberRequest, league: str, player: str, other: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    one, two = _player(player), _player(other)
    mark_distinct(one=one, two=two, by=request.user, at=now())
    messages.success(request, f"{one} and {two} are not duplicates.")
    return redirect("duplicates", league)


@uncached_form
def undo_merge_page(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    merge = get_object_or_404(Merge.objects.select_related("gone", "kept", "by"), pk=pk, undone_at=None)
    form = ReasonForm(request.POST or None)
    if form_action(request, form, undo_merge, merge=merge):
        messages.success(request, f"{merge.gone} and {merge.kept} are separate players again.")
        return redirect("duplicates", league)
    return render_form(request, "pages/undoing.html", form, merge=merge)


def _player(slug: str) -> Player:
    return get_object_or_404(Player.objects.select_related("league"), slug=slug, merged_into=None)
