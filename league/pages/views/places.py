"""Teams and venues: their pages for everybody, the forms on them of their keepers; squads, and a team's settings."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_POST

from league.base.accounts.models import User
from league.base.ui.forms import PlainForm, as_sent
from league.base.ui.old_addresses import form_address, form_on
from league.base.ui.responses import form_action, form_row, public_page, uncached_page
from league.matchnight.actions.availability import settle_availability
from league.matchnight.forms import AvailabilitySettingsForm
from league.matchnight.permissions import may_pick, may_turn_on, may_turn_on_texts
from league.matchnight.queries.match_state import live_scores_version
from league.matchnight.queries.nights import settings_of
from league.pages.queries.league import divisions_with_teams, venues_of
from league.pages.queries.match_lists import lines_with_scores, matches_at_venue
from league.pages.queries.team import past_teams
from league.results.kept_pages import kept_while_unchanged
from league.results.queries.appearances import guests
from league.results.queries.tables import tables
from league.schedule.queries.matches import current_season
from league.teams.actions.leagues import (
    add_team,
    add_venue,
    change_venue,
    close_venue,
    match_keepers,
    rename_team,
    reopen_venue,
    settle_team,
)
from league.teams.actions.noticeboard import remove_crest, settle_team_look
from league.teams.forms import ClosureForm, TeamForm, TeamLookForm, VenueForm
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import Closure, Team, Venue
from league.teams.permissions import (
    TEAM_COOKIE,
    is_officer,
    is_secretary,
    may_change_squad,
    require,
    team_of_reader,
    teams_led,
)
from league.teams.queries.squads import squad_counts
from league.teams.tables import SquadsTable

VENUE_MATCHES = 10


# --- all of them, and a new one ---------------------------------------------------------------------------------------
@public_page
@kept_while_unchanged("show", "open", queries=("show=venues",))
def teams(request: LeagueRequest, league: str) -> HttpResponse:
    if request.GET.get("show") == "venues":
        return _venues_page(request)
    if request.GET.get("show") == "choose":
        chosen = team_of_reader(request.user, request.league, request.COOKIES.get(TEAM_COOKIE))
        context = {"divisions": list(divisions_with_teams()), "chosen": chosen}
        return render(request, "pages/choose_team.html", context)
    return _teams_page(request)


def _teams_page(request: LeagueRequest, sent: PlainForm | None = None) -> HttpResponse:
    divisions = list(divisions_with_teams())
    lines = {line.slug: line.row for table in tables(divisions, now()).values() for line in table.rows}
    shown = [(each, [(entry, lines.get(entry.team.slug)) for entry in each.entries.all()]) for each in divisions]
    others = Team.objects.filter(active=True).select_related("venue").order_by("name", "pk") if not divisions else ()
    past = past_teams(request.league) if divisions else ()
    adding = as_sent(sent, _new_team_form()) if is_secretary(request.user, request.league) else None
    context = {"divisions": shown, "others": others, "past": past, "adding": adding, "form": sent}
    return render(request, "pages/teams.html", context, status=422 if sent else 200)


def _venues_page(request: LeagueRequest, sent: PlainForm | None = None) -> HttpResponse:
    adding = as_sent(sent, _new_venue_form()) if is_secretary(request.user, request.league) else None
    context = {"venues": venues_of(request.league), "adding": adding, "form": sent}
    return render(request, "pages/venues.html", context, status=422 if sent else 200)


@form_on("teams", "add-team")
def new_team(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    form = _new_team_form(request.POST)
    team = form_row(request, form, add_team, league=request.league)
    if team is None:
        return _teams_page(request, form)
    messages.success(request, f"{team} was added.")
    return redirect("squad", league, team.slug)


def _new_team_form(data: Any = None) -> TeamForm:
    venues = Venue.objects.order_by("name", "pk")
    form = TeamForm(data, venues=venues, section="add-team", initial={"start_time": "20:00"})
    del form.fields["active"]
    return form


@form_on("teams", "add-venue", show="venues")
def new_venue(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    form = _new_venue_form(request.POST)
    venue = form_row(request, form, add_venue, league=request.league)
    if venue is None:
        return _venues_page(request, form)
    messages.success(request, f"{venue} was added.")
    return redirect("venue", league, venue.slug)


def _new_venue_form(data: Any = None) -> VenueForm:
    return VenueForm(data, section="add-venue", initial={"boards": 1})


# --- a venue ----------------------------------------------------------------------------------------------------------
@public_page
@kept_while_unchanged("open", pegs=live_scores_version)
def venue(request: LeagueRequest, league: str, venue: str) -> HttpResponse:
    return _venue_page(request, _venue(venue))


def _venue_page(request: LeagueRequest, venue: Venue, sent: PlainForm | None = None) -> HttpResponse:
    at = now()
    context: dict[str, Any] = {
        "venue": venue,
        "teams": Team.objects.filter(venue=venue, active=True).order_by("name"),
        "matches": lines_with_scores(matches_at_venue(request.league, venue, localdate(at), VENUE_MATCHES), at),
        "closed": venue.closures.filter(last__gte=localdate(at)).order_by("first").values_list("first", "last"),
        "form": sent,
    }
    if is_secretary(request.user, request.league):
        context |= {
            "editing": as_sent(sent, _venue_form(venue)),
            "closing": as_sent(sent, ClosureForm(section="closed-nights")),
            "closures": venue.closures.order_by("first", "pk"),
        }
    return render(request, "pages/venue.html", context, status=422 if sent else 200)


@form_on("venue", "edit-venue")
def venue_details(request: MemberRequest, league: str, venue: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    this_venue = _venue(venue)
    form = _venue_form(this_venue, request.POST)
    if form_action(request, form, change_venue, venue=this_venue):
        messages.success(request, f"{this_venue} was saved.")
        return redirect("venue", league, this_venue.slug)
    return _venue_page(request, this_venue, form)


def _venue_form(venue: Venue, data: Any = None) -> VenueForm:
    values = {name: getattr(venue, name) for name in VenueForm.base_fields}
    return VenueForm(data, section="edit-venue", initial=values)


@form_on("venue", "closed-nights")
def closures(request: MemberRequest, league: str, venue: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    this_venue = _venue(venue)
    form = ClosureForm(request.POST, section="closed-nights")
    if not form_action(request, form, close_venue, venue=this_venue):
        return _venue_page(request, this_venue, form)
    nights = (this_venue, form.cleaned_data["first"], form.cleaned_data["last"])
    matches = "".join(app.matches_at_words(*nights) for app in match_keepers())
    sentence = f" It has {matches} then: we e-mail both sides. Move them on the Clashes page." if matches else ""
    messages.success(request, f"Closed nights added.{sentence}")
    return redirect(form_address("venue", "closed-nights", league=league, venue=this_venue.slug))


@require_POST
def closure_removal(request: MemberRequest, league: str, venue: str, pk: int) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    closure = get_object_or_404(Closure.objects.select_related("venue"), pk=pk, venue__slug=venue)
    reopen_venue(closure=closure, by=request.user, at=now())
    messages.success(request, f"{closure.venue} is open on those nights.")
    return redirect(form_address("venue", "closed-nights", league=league, venue=venue))


def _venue(slug: str) -> Venue:
    return get_object_or_404(Venue.objects.select_related("league"), slug=slug)


# --- squads -----------------------------------------------------------------------------------------------------------
@uncached_page
def squads(request: MemberRequest, league: str) -> HttpResponse:
    """Captains see their own, or straight away the only one; officers also who has played for another team."""
    officer = is_officer(request.user, request.league)
    own = [] if officer else teams_led(request.user, request.league)
    require(bool(own) or officer)
    if len(own) == 1:
        return redirect("squad", league, own[0].slug)
    teams = squad_counts(request.league, localdate())
    table = SquadsTable(teams.filter(pk__in=[team.pk for team in own]) if own else teams, request=request)
    season = current_season(request.league) if officer else None
    context = {"table": table, "officer": officer, "season": season, "guests": guests(season) if season else []}
    return render(request, "pages/squads.html", context)


# --- the settings of a team -------------------------------------------------------------------------------------------
@uncached_page
def team_settings(request: MemberRequest, league: str, team: str) -> HttpResponse:
    return _settings_page(request, _team(request, team))


def _settings_page(request: MemberRequest, team: Team, sent: PlainForm | None = None) -> HttpResponse:
    keeps = is_secretary(request.user, request.league)
    context = {
        "team": team,
        "details": as_sent(sent, _details_form(team)) if keeps else None,
        "look": as_sent(sent, TeamLookForm.of(team)),
        "asking": as_sent(sent, _asking_form(request, team)),
        "form": sent,
    }
    return render(request, "pages/team_settings.html", context, status=422 if sent else 200)


@form_on("team-settings", "details")
def team_details(request: MemberRequest, league: str, team: str) -> HttpResponse:
    this_team = _team(request, team)
    require(is_secretary(request.user, request.league))
    form = _details_form(this_team, request.POST)
    changed = form_row(request, form, _change_team, team=this_team)
    if changed is None:
        return _settings_page(request, this_team, form)
    messages.success(request, f"{changed} was saved.")
    return redirect("squad", league, changed.slug)


def _change_team(*, team: Team, name: str, by: User, at: datetime, **values: Any) -> Team:
    return settle_team(team=rename_team(team=team, name=name, by=by, at=at), by=by, at=at, **values)


def _details_form(team: Team, data: Any = None) -> TeamForm:
    values = {name: getattr(team, name) for name in ("name", "venue", "start_time", "active")}
    at_home = "".join(keeper.home_matches_words(team) for keeper in match_keepers())
    left = "".join(keeper.matches_left_words(team) for keeper in match_keepers())
    venues = Venue.objects.order_by("name", "pk")
    return TeamForm(data, venues=venues, matches=at_home, left=left, section="details", initial=values)


@form_on("team-settings", "look")
def team_look(request: MemberRequest, league: str, team: str) -> HttpResponse:
    this_team = _team(request, team)
    form = TeamLookForm.of(this_team, request.POST, request.FILES)
    if form_action(request, form, settle_team_look, team=this_team):
        messages.success(request, f"The colours and the crest of {this_team} were saved.")
        return redirect(this_team)
    return _settings_page(request, this_team, form)


@require_POST
def team_crest_removal(request: MemberRequest, league: str, team: str) -> HttpResponse:
    this_team = _team(request, team)
    remove_crest(of=this_team, by=request.user, at=now())
    messages.success(request, f"The crest was deleted. {this_team} is shown by its initials.")
    return redirect("team-settings", league, team)


@form_on("team-settings", "asking")
def availability_settings(request: MemberRequest, league: str, team: str) -> HttpResponse:
    this_team = _team(request, team)
    require(may_turn_on(request.user, this_team))
    form = _asking_form(request, this_team, request.POST)
    if form_action(request, form, settle_availability, team=this_team):
        asks = form.cleaned_data["enabled"]
        messages.success(request, f"{this_team} {'asks its players' if asks else 'no longer asks its players'}.")
        pick = may_pick(request.user, this_team)
        return redirect("team-availability" if pick else "squad", league, this_team.slug)
    return _settings_page(request, this_team, form)


def _asking_form(request: MemberRequest, team: Team, data: Any = None) -> AvailabilitySettingsForm:
    texts = may_turn_on_texts(request.user, team)
    return AvailabilitySettingsForm(data, settings=settings_of(team), texts=texts, section="asking")


def _team(request: MemberRequest, slug: str) -> Team:
    team = get_object_or_404(Team.objects.select_related("league", "venue"), slug=slug)
    require(may_change_squad(request.user, team))
    return team
