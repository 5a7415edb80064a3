"""Something has happened in mid-season: say what, have the list rescheduled, see every change, and put it in place."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.base.ui.responses import form_action, render_form, require_form_methods
from league.schedule.actions import restore_team, withdraw_team
from league.schedule.actions.midseason import enter_late, split_division
from league.schedule.actions.reschedule import apply_reschedule, start_reschedule
from league.schedule.choices import ListMadeBy
from league.schedule.forms.reschedule import (
    ApplyRescheduleForm,
    LateTeamForm,
    PubDisruptionForm,
    RescheduleForm,
    SplitForm,
)
from league.schedule.forms.seasons import LeavingDayForm, RestoreForm, WithdrawForm
from league.schedule.models import Competition, Division, Entry, FixtureList
from league.schedule.queries.lists import job_of
from league.schedule.queries.move_rules import rules_of
from league.schedule.queries.reschedule import reschedule_of
from league.schedule.queries.withdrawals import consequences, cups_left_with, cups_taken_again_with, relegated_before
from league.schedule.values.lists import contents_of
from league.schedule.views.nights import arranged_competition
from league.schedule.views.seasons import arranged_season
from league.teams.middleware import MemberRequest

LEAST_NOTICE = 7  # days that captains are given, where the league's own rules ask for fewer


@never_cache
@require_safe
def disruptions(request: MemberRequest, league: str, season: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    divisions = Division.objects.filter(competition=competition).order_by("rank", "pk")
    context = {"season": competition.season, "divisions": divisions}
    return render(request, "schedule/reschedule/disruptions.html", context)


@never_cache
@require_form_methods
def pub(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """A pub is shut, its teams play elsewhere, or it has other boards."""
    competition = arranged_competition(request, season)
    form = PubDisruptionForm(request.POST or None, initial={"notice": _notice(competition), "first": localdate()})
    return _start(request, competition, form, "schedule/reschedule/pub.html")


@never_cache
@require_form_methods
def rest_of_list(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """What is left of the list, worked out again: a team has left or come, or matches clash."""
    competition = arranged_competition(request, season)
    form = RescheduleForm(request.POST or None, initial={"notice": _notice(competition)})
    return _start(request, competition, form, "schedule/reschedule/rest.html")


@never_cache
@require_form_methods
def late_team(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """A team comes in; its matches are the next step."""
    competition = arranged_competition(request, season)
    joined = competition.season.nearest_day(localdate())
    form = LateTeamForm(request.POST or None, competition=competition, initial={"joined_on": joined})
    if form_action(request, form, enter_late):
        messages.success(request, f"{form.cleaned_data['team']} is in. Its matches come next.")
        return redirect("reschedule-rest", league, season)
    return render_form(request, "schedule/reschedule/late_team.html", form, season=competition.season)


@never_cache
@require_form_methods
def split(request: MemberRequest, league: str, season: str, division: str) -> HttpResponse:
    """A division goes on as two; their matches are the next step."""
    competition = arranged_competition(request, season)
    rows = Division.objects.select_related("competition__season")
    row = get_object_or_404(rows, competition=competition, slug=division)
    on = row.competition.season.nearest_day(localdate())
    form = SplitForm(request.POST or None, division=row, initial={"on": on})
    if form_action(request, form, split_division, division=row):
        messages.success(request, f"{row} is split. The matches of the two come next.")
        return redirect("reschedule-rest", league, season)
    return render_form(request, "schedule/reschedule/split.html", form, season=competition.season, division=row)


@never_cache
@require_form_methods
def changes(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """Every match that a rescheduled list changes; then, with a reason, put in place."""
    row = _row(request, season, number)
    reschedule = reschedule_of(contents_of(row), today=localdate())
    form = ApplyRescheduleForm(request.POST if request.method == "POST" else None, faults=bool(reschedule.faults))
    if form_action(request, form, apply_reschedule, fixture_list=row):
        messages.success(request, f"Done. Matches changed: {len(reschedule.changed)}.")
        return redirect("fixtures", league)
    job = job_of(row)
    waits = row.state != "draft" or bool(job and not job.finished)
    context: dict[str, Any] = {"season": row.competition.season, "list": row, "reschedule": reschedule, "waits": waits}
    return render_form(request, "schedule/reschedule/changes.html", form, **context)


def _start(request: MemberRequest, competition: Competition, form: RescheduleForm, template: str) -> HttpResponse:
    season = competition.season
    if request.method == "POST" and form.is_valid():
        what = {"disruption": form.disruption, "seconds": form.cleaned_data["seconds"]}
        try:
            made = start_reschedule(competition=competition, **what, by=request.user, at=now())
        except ValidationError as fault:
            form.add_validation_error(fault)
        else:
            messages.success(request, "The changes are being worked out. No match has moved yet.")
            return redirect("fixture-list", season.league.slug, season.slug, made.number)
    return render_form(request, template, form, season=season)


def _notice(competition: Competition) -> int:
    return max(LEAST_NOTICE, rules_of(competition).notice)


def _row(request: MemberRequest, season: str, number: int) -> FixtureList:
    competition = arranged_competition(request, season)
    rows = FixtureList.objects.select_related("competition__season__league", "made_by")
    row: FixtureList = get_object_or_404(rows, competition=competition, number=number, how=ListMadeBy.RESCHEDULE)
    return row


# --- a team leaves, or comes back -------------------------------------------------------------------------------------
@never_cache
@require_form_methods
def withdrawal(request: MemberRequest, league: str, season: str, team: str) -> HttpResponse:
    """Take a team out of the season. The day comes in the address, so that its consequences can be read first."""
    entry = _entry(request, season, team)
    typed = request.GET if "on" in request.GET else None
    usual = entry.division.competition.season.nearest_day(localdate())
    day_form = LeavingDayForm(typed, initial={"on": usual}, auto_id="asked_%s")
    on = day_form.cleaned_data["on"] if day_form.is_bound and day_form.is_valid() else usual
    cups = cups_left_with(entry, now())
    form = WithdrawForm(request.POST or None, initial={"on": on}, division=entry.division, in_cups=bool(cups))
    if form_action(request, form, withdraw_team, entry=entry):
        done = cups if form.cleaned_data.get("from_cups") else []
        messages.success(request, " ".join([f"{entry} has been withdrawn.", *done]))
        return redirect("season-setup", league, season)
    if form.is_bound and form.cleaned_data.get("on"):
        on = form.cleaned_data["on"]
    context = {"entry": entry, "asked": day_form, "on": on, "consequences": consequences(entry, on), "cups": cups}
    return render_form(request, "schedule/withdrawal.html", form, **context)


@never_cache
@require_form_methods
def restoration(request: MemberRequest, league: str, season: str, team: str) -> HttpResponse:
    entry = _entry(request, season, team)
    cups = cups_taken_again_with(entry, now())
    form = RestoreForm(request.POST or None, in_cups=bool(cups))
    if form_action(request, form, restore_team, entry=entry):
        done = cups if form.cleaned_data.get("to_cups") else []
        messages.success(request, " ".join([f"{entry} is back.", *done]))
        return redirect("season-setup", league, season)
    context = {"entry": entry, "cups": cups, "relegated": relegated_before(entry)}
    return render_form(request, "schedule/restoration.html", form, **context)


def _entry(request: MemberRequest, season: str, team: str) -> Entry:
    """A team of the season; of a division that was split, where it plays now."""
    shown = arranged_season(request, season)
    whole = Entry.objects.select_related("division__competition__season", "team").order_by("-pk")
    entry: Entry | None = whole.filter(division__competition=shown.competition, team__slug=team).first()
    if entry is None:
        raise Http404(f"{team} is not in this season.")
    return entry
