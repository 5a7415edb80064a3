"""Seasons from the secretary's side: set up and opened, with divisions, teams and rules, and changed in mid-season."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import localdate, now

from league.base.ui.forms import PlainForm, as_sent
from league.base.ui.old_addresses import form_address, form_on
from league.base.ui.responses import form_action, form_row, render_form, require_sent, uncached_form, uncached_page
from league.schedule.actions.divisions import add_division, change_division, place_teams, remove_division
from league.schedule.actions.midseason import (
    apply_reschedule,
    enter_late,
    restore_team,
    split_division,
    start_reschedule,
    withdraw_team,
)
from league.schedule.actions.seasons import change_season, open_season, settle_moving, start_season
from league.schedule.choices import ListMadeBy
from league.schedule.forms.matches import MoveRulesForm
from league.schedule.forms.seasons import (
    ApplyRescheduleForm,
    DivisionForm,
    LateTeamForm,
    LeavingDayForm,
    PubDisruptionForm,
    RescheduleForm,
    RestoreForm,
    SeasonForm,
    SplitForm,
    TeamPlacesForm,
    WithdrawForm,
)
from league.schedule.models import Competition, Division, Entry, Season
from league.schedule.permissions import may_arrange
from league.schedule.queries.lists import job_of
from league.schedule.queries.midseason import (
    consequences,
    cups_left_with,
    cups_taken_again_with,
    relegated_before,
    reschedule_of,
)
from league.schedule.queries.move_rules import rules_of
from league.schedule.queries.seasons import SetUp, division_of, seasons_of, set_up_of
from league.schedule.values.lists import contents_of
from league.schedule.views.lists import chosen_list
from league.schedule.views.nights import arranged_competition, entry_of
from league.teams.middleware import MemberRequest
from league.teams.models import Team
from league.teams.permissions import require
from scoring.words import several


@uncached_page
def seasons(request: MemberRequest, league: str) -> HttpResponse:
    require(may_arrange(request.user, request.league))
    return _seasons_page(request, _season_form())


def _seasons_page(request: MemberRequest, form: SeasonForm) -> HttpResponse:
    return render_form(request, "schedule/seasons.html", form, seasons=seasons_of(request.league))


@form_on("season-desk", "new")
def new_season(request: MemberRequest, league: str) -> HttpResponse:
    require(may_arrange(request.user, request.league))
    form = _season_form(request.POST)
    if made := form_row(request, form, start_season, league=request.league):
        placed = Entry.objects.filter(division__competition__season=made).exists()
        messages.success(request, f"Season {made} is set up. Its {'fixtures' if placed else 'divisions'} come next.")
        return redirect("season-setup", league, made.slug)
    return _seasons_page(request, form)


def _season_form(data: QueryDict | None = None) -> SeasonForm:
    before = Season.objects.order_by("-starts", "-pk")
    return SeasonForm(data, before=before, teams=Team.objects.filter(active=True).exists())


@uncached_page
def set_up(request: MemberRequest, league: str, season: str) -> HttpResponse:
    return _set_up_page(request, arranged_season(request, season))


def _set_up_page(request: MemberRequest, shown: SetUp, sent: PlainForm | None = None) -> HttpResponse:
    forms = {form.section: as_sent(sent, form) for form in (_dates_form(shown), _move_rules_form(shown))}
    context = {"set_up": shown, "forms": forms, "form": sent}
    return render(request, "schedule/set_up.html", context, status=422 if sent else 200)


@form_on("season-setup", "dates")
def season_days(request: MemberRequest, league: str, season: str) -> HttpResponse:
    shown = arranged_season(request, season)
    form = _dates_form(shown, request.POST)
    if form_action(request, form, change_season, season=shown.season):
        messages.success(request, f"The name and dates of season {form.cleaned_data['name']} were changed.")
        return redirect("season-setup", league, season)
    return _set_up_page(request, shown, form)


def _dates_form(shown: SetUp, data: QueryDict | None = None) -> SeasonForm:
    dates = {name: getattr(shown.season, name) for name in ("name", "starts", "halfway", "ends")}
    return SeasonForm(data, initial=dates, section="dates")


@form_on("season-setup", "opening")
def opening(request: MemberRequest, league: str, season: str) -> HttpResponse:
    shown = arranged_season(request, season)
    require_sent(request)
    if not shown.season.current:
        open_season(season=shown.season, by=request.user, at=now())
        messages.success(request, f"The league is now in season {shown.season}.")
    return redirect("season-setup", league, season)


@form_on("season-setup", "moving")
def move_rules(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Notice, how often, who settles it, by when: what a captain is held to, and the secretary may overrule."""
    shown = arranged_season(request, season)
    require_sent(request)
    form = _move_rules_form(shown, request.POST)
    if form.is_valid():
        settle_moving(competition=shown.competition, rules=form.rules, by=request.user, at=now())
        messages.success(request, f"The rules for moving matches in season {shown.season} were changed.")
        return redirect("season-setup", league, season)
    return _set_up_page(request, shown, form)


def _move_rules_form(shown: SetUp, data: QueryDict | None = None) -> MoveRulesForm:
    return MoveRulesForm(data, rules=rules_of(shown.competition), section="moving")


def arranged_season(request: MemberRequest, slug: str) -> SetUp:
    """A season of this league, for somebody who may set it up; 403 for others, 404 for no such season."""
    require(may_arrange(request.user, request.league))
    return set_up_of(get_object_or_404(Season, league=request.league, slug=slug))


# --- divisions and teams ----------------------------------------------------------------------------------------------
@uncached_form
def divisions(request: MemberRequest, league: str, season: str) -> HttpResponse:
    shown = arranged_season(request, season)
    form = DivisionForm(request.POST or None)
    if form_action(request, form, add_division, competition=shown.competition):
        messages.success(request, f"{form.cleaned_data['name']} is added.")
        return redirect("season-divisions", league, season)
    return _divisions_page(request, shown, form)


@form_on("season-divisions", "change-{division}")
def division(request: MemberRequest, league: str, season: str, division: str) -> HttpResponse:
    shown = arranged_season(request, season)
    row = division_of(shown.competition, division)
    form = _division_form(row, request.POST)
    if form_action(request, form, change_division, division=row):
        messages.success(request, f"{form.cleaned_data['name']} was changed.")
        return redirect("season-divisions", league, season)
    return _divisions_page(request, shown, form)


@form_on("season-divisions", "remove-{division}")
def division_removal(request: MemberRequest, league: str, season: str, division: str) -> HttpResponse:
    shown = arranged_season(request, season)
    row = division_of(shown.competition, division)
    form = _removal_form(row, request.POST)
    if form_action(request, form, remove_division, division=row):
        messages.success(request, f"{row.name} is removed from the season.")
        return redirect("season-divisions", league, season)
    return _divisions_page(request, shown, form)


def _divisions_page(request: MemberRequest, shown: SetUp, sent: PlainForm) -> HttpResponse:
    """With the form that was `sent`: about a division, or to add one."""
    rows = [
        {
            "division": row,
            "entries": entries,
            "form": as_sent(sent, _division_form(row)),
            "removal": as_sent(sent, _removal_form(row)),
        }
        for row, entries in shown.divisions
    ]
    return render_form(
        request, "schedule/divisions.html", sent, set_up=shown, rows=rows, new=as_sent(sent, DivisionForm())
    )


def _division_form(row: Division, data: QueryDict | None = None) -> DivisionForm:
    values = {name: getattr(row, name) for name in ("name", "legs", "promoted", "relegated")}
    return DivisionForm(data, initial=values, section=f"change-{row.slug}")


def _removal_form(row: Division, data: QueryDict | None = None) -> PlainForm:
    return PlainForm(data, section=f"remove-{row.slug}")


@uncached_form
def teams(request: MemberRequest, league: str, season: str) -> HttpResponse:
    shown = arranged_season(request, season)
    placed = {entry.team: division for division, entries in shown.divisions for entry in entries}
    order = sorted([*placed, *shown.unplaced], key=lambda team: team.name)
    form = TeamPlacesForm(
        request.POST or None,
        teams=order,
        divisions=[division for division, _ in shown.divisions],
        now={team.pk: division.pk for team, division in placed.items()},
    )
    changed = form_row(request, form, place_teams, competition=shown.competition)
    if changed is not None:
        messages.success(request, f"Teams placed: {len(changed)} changed.")
        return redirect("season-setup", league, season)
    return render_form(request, "schedule/places.html", form, set_up=shown)


# --- mid-season changes -----------------------------------------------------------------------------------------------
LEAST_NOTICE = 7  # days that captains are given, where the league's own rules ask for fewer


@uncached_page
def disruptions(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """With the form of a `team` that leaves or comes back, where the query names it."""
    competition, team = arranged_competition(request, season), request.GET.get("team")
    entry = entry_of(competition, team, playing=False) if team else None
    return _disruptions_page(request, competition, entry=entry)


def _disruptions_page(
    request: MemberRequest, competition: Competition, sent: PlainForm | None = None, entry: Entry | None = None
) -> HttpResponse:
    divisions = Division.objects.filter(competition=competition).select_related("competition__season")
    splits = {form.section: as_sent(sent, form) for form in map(_split_form, divisions.order_by("rank", "pk"))}
    blank = (_pub_form(competition), _rest_form(competition), _late_team_form(competition))
    forms = {form.section: as_sent(sent, form) for form in blank}
    entries = Entry.objects.filter(division__competition=competition).select_related("team", "division")
    context = {"season": competition.season, "forms": forms, "splits": splits, "form": sent}
    context |= {"entries": entries.order_by("division__rank", "division_id", "name", "pk")}
    context |= {"leaving": _leaving(entry, sent, request.GET) if entry else None}
    return render(request, "schedule/reschedule/disruptions.html", context, status=422 if sent else 200)


@form_on("reschedule-season", "pub")
def pub(request: MemberRequest, league: str, season: str) -> HttpResponse:
    return _start(request, season, _pub_form)


def _pub_form(competition: Competition, data: QueryDict | None = None) -> PubDisruptionForm:
    initial = {"notice": _notice(competition), "first": localdate()}
    return PubDisruptionForm(data, initial=initial, section="pub")


@form_on("reschedule-season", "rest")
def rest_of_list(request: MemberRequest, league: str, season: str) -> HttpResponse:
    return _start(request, season, _rest_form)


def _rest_form(competition: Competition, data: QueryDict | None = None) -> RescheduleForm:
    return RescheduleForm(data, initial={"notice": _notice(competition)}, section="rest")


@form_on("reschedule-season", "late")
def late_team(request: MemberRequest, league: str, season: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    form = _late_team_form(competition, request.POST)
    if form_action(request, form, enter_late):
        messages.success(request, f"{form.cleaned_data['team']} is in. Its matches come next.")
        return redirect(form_address("reschedule-season", "rest", league=league, season=season))
    return _disruptions_page(request, competition, form)


def _late_team_form(competition: Competition, data: QueryDict | None = None) -> LateTeamForm:
    initial = {"joined_on": competition.season.nearest_day(localdate())}
    return LateTeamForm(data, competition=competition, initial=initial, section="late")


@form_on("reschedule-season", "split-{division}")
def split(request: MemberRequest, league: str, season: str, division: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    row = division_of(competition, division)
    form = _split_form(row, request.POST)
    if form_action(request, form, split_division, division=row):
        messages.success(request, f"{row} is split. The matches of the two come next.")
        return redirect(form_address("reschedule-season", "rest", league=league, season=season))
    return _disruptions_page(request, competition, form)


def _split_form(row: Division, data: QueryDict | None = None) -> SplitForm:
    on = row.competition.season.nearest_day(localdate())
    return SplitForm(data, division=row, initial={"on": on}, section=f"split-{row.slug}")


@uncached_form
def changes(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """Every match that a rescheduled list changes; then, with a reason, put in place."""
    row = chosen_list(request, season, number)
    if row.how != ListMadeBy.RESCHEDULE:
        raise Http404(f"{row} is no list of mid-season changes.")
    reschedule = reschedule_of(contents_of(row), today=localdate())
    form = ApplyRescheduleForm(request.POST if request.method == "POST" else None, faults=bool(reschedule.faults))
    if form_action(request, form, apply_reschedule, fixture_list=row):
        matches = several(len(reschedule.changed), "match")
        messages.success(request, f"{matches} of season {row.competition.season} changed.")
        return redirect("fixtures", league)
    job = job_of(row)
    waits = row.state != "draft" or bool(job and not job.finished)
    context: dict[str, Any] = {"season": row.competition.season, "list": row, "reschedule": reschedule, "waits": waits}
    return render_form(request, "schedule/reschedule/changes.html", form, **context)


def _start(
    request: MemberRequest, slug: str, make_form: Callable[[Competition, QueryDict], RescheduleForm]
) -> HttpResponse:
    competition, league = arranged_competition(request, slug), request.league.slug
    form = make_form(competition, request.POST)
    made = form_row(request, form, start_reschedule, competition=competition)
    if made:
        messages.success(request, "The changes are being worked out. No match has moved yet.")
        return redirect("fixture-list", league, slug, made.number)
    return _disruptions_page(request, competition, form)


def _notice(competition: Competition) -> int:
    return max(LEAST_NOTICE, rules_of(competition).notice)


# --- a team leaves, or comes back -------------------------------------------------------------------------------------
@uncached_form
def withdrawal(request: MemberRequest, league: str, season: str, team: str) -> HttpResponse:
    """Take a team out of the season. The day comes in the address, so that its consequences can be read first."""
    competition = arranged_competition(request, season)
    entry = entry_of(competition, team, playing=False)
    if request.method != "POST":
        return _to_leaving(request, season, team)
    cups = cups_left_with(entry, now())
    form = WithdrawForm(request.POST, division=entry.division, in_cups=bool(cups), section="leaving")
    if form_action(request, form, withdraw_team, entry=entry):
        done = cups if form.cleaned_data.get("from_cups") else []
        messages.success(request, " ".join([f"{entry} has been withdrawn.", *done]))
        return redirect("season-setup", league, season)
    return _disruptions_page(request, competition, form, entry)


@uncached_form
def restoration(request: MemberRequest, league: str, season: str, team: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    entry = entry_of(competition, team, playing=False)
    if request.method != "POST":
        return _to_leaving(request, season, team)
    cups = cups_taken_again_with(entry, now())
    form = RestoreForm(request.POST, in_cups=bool(cups), section="leaving")
    if form_action(request, form, restore_team, entry=entry):
        done = cups if form.cleaned_data.get("to_cups") else []
        messages.success(request, " ".join([f"{entry} is back.", *done]))
        return redirect("season-setup", league, season)
    return _disruptions_page(request, competition, form, entry)


def _to_leaving(request: MemberRequest, season: str, team: str) -> HttpResponse:
    query = {"team": team} | request.GET.dict()
    address = reverse("reschedule-season", args=[request.league.slug, season], query=query, fragment="leaving")
    return redirect(address, permanent=True)


def _leaving(entry: Entry, sent: PlainForm | None, asked: QueryDict) -> dict[str, Any]:
    """What follows when a team leaves on the day that was `asked` or `sent`, or comes back, with the form for it."""
    if isinstance(sent, RestoreForm) or (entry.withdrawn_on and sent is None):
        cups = cups_taken_again_with(entry, now())
        again = sent or RestoreForm(in_cups=bool(cups), section="leaving")
        return {"entry": entry, "form": again, "back": True, "cups": cups, "relegated": relegated_before(entry)}
    usual, cups = entry.division.competition.season.nearest_day(localdate()), cups_left_with(entry, now())
    day_form = LeavingDayForm(asked if "on" in asked else None, initial={"on": usual}, auto_id="asked_%s")
    on = day_form.cleaned_data["on"] if day_form.is_bound and day_form.is_valid() else usual
    if sent is not None:
        on = sent.cleaned_data.get("on") or on
    initial = {"on": on, "from_cups": on <= localdate()}
    form = sent or WithdrawForm(division=entry.division, in_cups=bool(cups), initial=initial, section="leaving")
    about = {"entry": entry, "form": form, "back": False, "cups": cups, "day_form": day_form}
    return about | {"on": on, "later": on > localdate(), "consequences": consequences(entry, on)}
