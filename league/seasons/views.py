"""The pages on which rules are written, and those of a season's end: closing, the next season, papers, the report."""

import json
from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now

from league.base.accounts.permissions import confirm_first
from league.base.ui.converters import site_of
from league.base.ui.forms import PlainForm, as_sent
from league.base.ui.old_addresses import form_on, lead_to_form
from league.base.ui.responses import (
    form_action,
    form_row,
    public_page,
    render_form,
    require_sent,
    saved_file,
    uncached_form,
    uncached_page,
    wants_part,
)
from league.documents.actions import request_paper
from league.documents.kinds import PaperAudience
from league.documents.pdf.response import paper_response
from league.schedule.actions.seasons import decide_placements, reopen_season, set_division_rules, set_season_rules
from league.schedule.forms.seasons import ReasonForm
from league.schedule.models import Competition, Season
from league.schedule.permissions import may_arrange
from league.schedule.queries.seasons import division_of
from league.seasons.actions import end_season, make_next_season, make_play_off, undo_next_season
from league.seasons.forms.rules import RulesForm, data_of
from league.seasons.forms.season_end import ClosingForm, NextSeasonForm, PlayOffForm, SeasonPlacesForm
from league.seasons.models import Rollover
from league.seasons.queries.next_season import old_season
from league.seasons.queries.rules import (
    NoRulesError,
    Target,
    league_target,
    offered,
    preview,
    rules_from,
    rules_in,
    season_target,
)
from league.seasons.queries.season_end import SeasonEnd, SeasonReport, proposed_honours, report_of, season_end_of
from league.teams.actions.leagues import change_league
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.permissions import is_secretary, require
from league.teams.queries.squads import rules_of
from scoring import codec

# --- rules: nothing is stored until somebody saves what can be played -------------------------------------------------
Write = Callable[..., object]  # rules: None to follow the others again


@uncached_form
@confirm_first
def rules_page(request: MemberRequest, league: str, season: str = "", division: str = "") -> HttpResponse:
    """The rules of a league, which its competitions follow until their first result; of a season, or of a division."""
    target, write = _target(request, season, division)
    form = _form(request, target)
    do = request.POST.get("do")
    follow = do == "follow" and bool(target.follows)
    if follow or (do == "save" and form.is_valid()):
        try:
            write(rules=None if follow else form.written(), by=request.user, at=now())
        except ValidationError as fault:
            messages.error(request, fault.messages[0])
        else:
            messages.success(request, f"{target.title} were changed.")
        return redirect(target.address)
    return _page(request, target, form)


@uncached_page
def league_rules_file(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    text = json.dumps(codec.encode(rules_of(request.league)), indent=2, ensure_ascii=False)
    return saved_file(text, f"{league}-rules.json", "application/json")


def _target(request: MemberRequest, season: str, division: str) -> tuple[Target, Write]:
    """Whose rules they are, and what writes them; 403 and 404 as everywhere."""
    if not season:
        require(is_secretary(request.user, request.league))
        return league_target(request.league), partial(change_league, league=request.league)
    require(may_arrange(request.user, request.league))
    leagues = Competition.objects.filter(kind="league", season__league=request.league).select_related("season__league")
    competition = get_object_or_404(leagues.order_by("pk"), season__slug=season)
    if not division:
        return season_target(competition), partial(set_season_rules, competition=competition)
    row = division_of(competition, division)
    return season_target(row.competition, row), partial(set_division_rules, division=row)


def _form(request: MemberRequest, target: Target) -> RulesForm:
    """As the rules stand, as they were typed, or as those stand that somebody wants to start from."""
    do = request.POST.get("do", "save")
    if request.method != "POST" or do == "follow":
        start = rules_from(request.GET.get("start", ""), request.user)
        return RulesForm(rules=target.rules, typed=data_of(start) if start else None)
    if do == "open":
        return _opened(request, target)
    if do == "more":
        return RulesForm(rules=target.rules, typed=request.POST)
    return RulesForm(request.POST, rules=target.rules)


def _opened(request: MemberRequest, target: Target) -> RulesForm:
    """The rules in the file that was chosen; without any, the rules as they stand."""
    try:
        rules = rules_in(request.FILES.get("file"))
    except NoRulesError as error:
        messages.error(request, str(error))
        return RulesForm(rules=target.rules)
    messages.info(request, f"These are the rules of {rules.name}. Nothing is saved yet.")
    return RulesForm(rules=target.rules, typed=data_of(rules))


def _page(request: MemberRequest, target: Target, form: RulesForm) -> HttpResponse:
    shown = form.sound()
    context: dict[str, object] = {"form": form, "preview": preview(shown) if shown else None, "problems": form.problems}
    if wants_part(request):
        return render(request, "builder/_preview.html", context)
    context |= {"target": target, "starts": offered(request.user, request.league)}
    template = "builder/fixed.html" if target.fixed else "builder/rules.html"
    return render(request, template, context, status=422 if form.errors else 200)


# --- the season's end -------------------------------------------------------------------------------------------------
@uncached_page
def season_end(request: MemberRequest, league: str, season: str) -> HttpResponse:
    return _end_page(request, _meeting(request, season))


def _end_page(request: MemberRequest, meeting: SeasonEnd, sent: PlainForm | None = None) -> HttpResponse:
    blank: list[PlainForm] = [ReasonForm(section=name) for name in ("reopening", "undoing")]
    if not meeting.season.closed_at:
        blank.append(_closing_form(meeting))
    context = {"meeting": meeting, "forms": {form.section: as_sent(sent, form) for form in blank}, "form": sent}
    return render(request, "agm/season_end.html", context, status=422 if sent else 200)


@form_on("season-end", "closing")
def close_page(request: MemberRequest, league: str, season: str) -> HttpResponse:
    meeting = _meeting(request, season)
    form = _closing_form(meeting, request.POST)
    if form_action(request, form, end_season, season=meeting.season):
        messages.success(request, f"Season {meeting.season} is closed. Next: promotion and relegation.")
        return redirect("season-end", league, season)
    return _end_page(request, meeting, form)


def _closing_form(meeting: SeasonEnd, data: QueryDict | None = None) -> ClosingForm:
    return ClosingForm(data, lines=proposed_honours(meeting.ends), loose=meeting.open_things > 0, section="closing")


@form_on("season-end", "reopening")
def reopen_page(request: MemberRequest, league: str, season: str) -> HttpResponse:
    shown = season_to_arrange(request, season)
    form = ReasonForm(request.POST, section="reopening")
    if form_action(request, form, reopen_season, season=shown):
        messages.success(request, f"Season {shown} is open again.")
        return redirect("season-end", league, season)
    return _end_page(request, _meeting(request, season), form)


@uncached_form
def places(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Who goes up, who goes down and who leaves the league: as the rule has it, or otherwise with a reason."""
    meeting = _meeting(request, season)
    form = SeasonPlacesForm(request.POST or None, ends=meeting.ends)
    if form_action(request, form, decide_placements, season=meeting.season):
        messages.success(request, f"Promotion and relegation of {meeting.season} are decided.")
        return redirect("season-end", league, season)
    return render_form(request, "agm/places.html", form, meeting=meeting)


@uncached_form
def play_off(request: MemberRequest, league: str, season: str, division: str) -> HttpResponse:
    meeting = _meeting(request, season)
    end = next((end for end in meeting.ends if end.division.slug == division), None)
    if end is None:
        raise Http404(f"No division {division} in this season.")
    level = next(iter(end.levels), None)
    form = PlayOffForm(request.POST if request.method == "POST" else None, teams=len(level.entries) if level else 0)
    if level and form_action(request, form, make_play_off, level=level):
        messages.success(request, f"The play-off of {level.division} is set up. Now give it a date.")
        return redirect("season-end", league, season)
    context = {"meeting": meeting, "level": level, "form": form}
    return render(request, "agm/play_off.html", context, status=422 if request.method == "POST" else 200)


def season_to_arrange(request: MemberRequest, slug: str) -> Season:
    """A season of this league, for its secretary; 403 for others, 404 for no such season."""
    require(may_arrange(request.user, request.league))
    seasons = Season.objects.select_related("league")
    return get_object_or_404(seasons, league=request.league, slug=slug)


def _meeting(request: MemberRequest, slug: str) -> SeasonEnd:
    return season_end_of(season_to_arrange(request, slug), now())


# --- the next season --------------------------------------------------------------------------------------------------
@uncached_form
def next_season(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Every change in words, each with its field; nothing is made before it was read as it is."""
    ended = season_to_arrange(request, season)
    later = Season.objects.filter(league=request.league, starts__gt=ended.starts).order_by("starts").first()
    if later is not None and request.method != "POST":
        return redirect("season-setup", league, later.slug)
    old = old_season(ended)
    form = NextSeasonForm(request.POST if request.method == "POST" else None, old=old)
    if made := form_row(request, form, make_next_season, old=old):
        messages.success(request, f"Season {made.season} is set up. Now plan its fixtures.")
        return redirect("season-setup", league, made.season.slug)
    return render_form(request, "agm/next_season.html", form, old=old)


@uncached_form
def undo_page(request: MemberRequest, league: str, season: str) -> HttpResponse:
    shown = season_to_arrange(request, season)
    rollover = Rollover.objects.filter(season=shown).select_related("season", "before").first()
    if rollover is None:
        raise Http404(f"Season {shown} was not made from another.")
    before = rollover.before.slug
    if request.method != "POST":
        return lead_to_form("season-end", "undoing", league=league, season=before)
    form = ReasonForm(request.POST, section="undoing")
    if form_action(request, form, undo_next_season, rollover=rollover):
        messages.success(request, f"Season {shown} is undone.")
        return redirect("season-end", league, before)
    return _end_page(request, _meeting(request, before), form)


# --- the papers of the meeting ----------------------------------------------------------------------------------------
@form_on("season-end", "papers")
def pack(request: MemberRequest, league: str, season: str) -> HttpResponse:
    require(may_arrange(request.user, request.league))
    this_season = get_object_or_404(Season, league=request.league, slug=season)
    require_sent(request)
    made = request_paper(
        league=request.league,
        kind="agm-pack",
        args={"season": this_season.slug},
        title=f"Annual meeting papers, {this_season}",
        name=f"{request.league.slug}-{this_season.slug}-meeting",
        site=site_of(request),
        by=request.user,
        at=now(),
        audience=PaperAudience.SECRETARY,
    )
    assert made is not None  # the limit is for those who are not signed in
    return redirect(made)


# --- the report -------------------------------------------------------------------------------------------------------
@public_page
def report(request: LeagueRequest, league: str, season: str) -> HttpResponse:
    return render(request, "agm/report.html", {"report": _report(request, season)})


@public_page
def report_pdf(request: LeagueRequest, league: str, season: str) -> HttpResponse:
    made = _report(request, season)
    context = {"report": made, "league": request.league}
    name = f"{request.league.slug}-{made.season.slug}-report"
    return paper_response(request, "agm/report_paper.html", context, name, cache_control=None)


def _report(request: LeagueRequest, slug: str) -> SeasonReport:
    season = get_object_or_404(Season.objects.select_related("league"), league=request.league, slug=slug)
    return report_of(season, now())
