"""The cups of a league: the list, a new one, its settings and its end; and for everybody the page of one cup."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_POST

from league.base.ui.forms import PlainForm, as_sent
from league.base.ui.responses import act_and_report, form_action, form_row, public_page, render_form, uncached_form
from league.cups.actions.cups import change_cup, drop_cup, finish_cup, open_cup, remove_cup, reopen_cup
from league.cups.actions.knockout import open_night, set_rounds
from league.cups.forms.knockout import FinalsNightForm, RoundsForm
from league.cups.forms.settings import CupForm, initial_of_cup, initial_of_preset
from league.cups.models import Cup, CupState
from league.cups.permissions import may_enter, runs_cups
from league.cups.presenters.bracket_tree import bracket_screens, link_to_cup
from league.cups.presenters.labels import disputes_of, fact_log, with_names
from league.cups.presenters.openday import openday_screens
from league.cups.presenters.ties import rounds_of
from league.cups.queries import catalogue
from league.cups.queries.cup_state import bracket_page, cup_by_address, days_of, openday_page, snapshot_of
from league.cups.queries.draws import may_be_dropped
from league.cups.queries.entries import distinct_names, entrants_in, names_of
from league.cups.queries.finals import nights_of
from league.cups.values import has_stage
from league.cups.views.entries import entries
from league.cups.views.knockout import chasing, draw, run_cup
from league.cups.views.openday import groups, render_screen
from league.results.kept_pages import kept_while_unchanged
from league.schedule.forms.seasons import ReasonForm
from league.schedule.models import Season
from league.schedule.queries.matches import current_season
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import League
from league.teams.permissions import require
from league.teams.queries.squads import rules_of as league_rules


# --- the list, a new cup, its settings and its end --------------------------------------------------------------------
@public_page
@kept_while_unchanged()
def cups(request: LeagueRequest, league: str) -> HttpResponse:
    return _cups_page(request)


def _cups_page(request: LeagueRequest, form: FinalsNightForm | None = None) -> HttpResponse:
    runs = runs_cups(request.user, request.league)
    context = {
        "seasons": catalogue.cups_by_season(request.league),
        "runs": runs,
        "opens": runs and Season.objects.exists(),
    }
    if runs and current_season(request.league):
        context["new_night"] = form or FinalsNightForm()
    return render(request, "cups/cups.html", context | {"form": form}, status=422 if form else 200)


@uncached_form
def new_night(request: MemberRequest, league: str) -> HttpResponse:
    require(runs_cups(request.user, request.league))
    season = current_season(request.league)
    if season is None:
        raise Http404("There is no season running.")
    form = FinalsNightForm(request.POST or None)
    if night := form_row(request, form, open_night, season=season):
        messages.success(request, f"{night.name} is set up. Now choose in each cup what is played then.")
        return redirect("finals-night", league, season.slug, night.slug)
    return _cups_page(request, form) if request.method == "POST" else redirect("cups", league, permanent=True)


@uncached_form
def new_cup(request: MemberRequest, league: str) -> HttpResponse:
    require(runs_cups(request.user, request.league))
    season = current_season(request.league) or Season.objects.order_by("-starts", "-pk").first()
    if season is None:
        raise Http404("There is no season to hold a cup in.")
    key = request.GET.get("like", "")
    if request.method != "POST" and not key:
        return render(
            request,
            "cups/new.html",
            {"presets": catalogue.PRESETS, "earlier": catalogue.earlier_cups(season), "season": season},
        )
    preset = _preset(key, request.league)
    form = CupForm(request.POST or None, initial=initial_of_preset(preset) if preset else {})
    if made := form_row(request, form, open_cup, season=season):
        messages.success(request, f"{made} is open for entries.")
        return redirect(made.part("entries"))
    return render_form(request, "cups/new_cup.html", form, preset=preset, season=season)


@uncached_form
def settings(request: MemberRequest, league: str, season: str, cup: str, *, act: str = "settings") -> HttpResponse:
    """The settings of a cup with the days of its rounds; and it is cancelled here, and deleted once it was."""
    this_cup = run_cup(request, season, cup)
    if request.method != "POST" and act != "settings":
        return redirect("cup-settings", league, season, cup, permanent=True)
    sent, (action, words) = _form_about(this_cup, act, request.POST or None), SETTINGS_ACTS[act]
    if form_action(request, sent, action, cup=this_cup):
        messages.success(request, words.format(cup=this_cup))
        gone = act in {"dropping", "deletion"}
        return redirect("cups", league) if gone else redirect("cup-settings", league, season, cup)
    forms = {section: as_sent(sent, _form_about(this_cup, section)) for section in SETTINGS_ACTS}
    context = {"cup": this_cup, "forms": forms, "drawn": this_cup.state != CupState.OPEN}
    context |= {"droppable": may_be_dropped(this_cup, now()), "nights": nights_of(this_cup.season)}
    return render_form(request, "cups/settings.html", sent, **context)


def _form_about(cup: Cup, section: str, data: QueryDict | None = None) -> PlainForm:
    if section == "settings":
        return CupForm(data, initial=initial_of_cup(cup), drawn=cup.state != CupState.OPEN, section=section)
    if section == "days":
        snapshot = snapshot_of(cup, now())
        rounds = rounds_of(snapshot.bracket, len(entrants_in(cup)), snapshot.day if cup.groups_by_card else None)
        return RoundsForm(data, rounds=rounds, days=days_of(cup), nights=nights_of(cup.season), section=section)
    return ReasonForm(data, section=section)


SETTINGS_ACTS: dict[str, tuple[Callable[..., Any], str]] = {
    "settings": (change_cup, "The settings of {cup} were changed."),
    "days": (set_rounds, "The days of {cup} were set."),
    "dropping": (drop_cup, "{cup} is cancelled."),
    "deletion": (remove_cup, "{cup} is deleted."),
}


@require_POST
def reopen_page(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = run_cup(request, season, cup)
    act_and_report(request, reopen_cup, f"{this_cup} is back.", cup=this_cup)
    return redirect("cup-settings", league, season, cup)


@uncached_form
def finish_page(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = run_cup(request, season, cup)
    if request.method == "POST" and this_cup.state != CupState.FINISHED:
        words = f"{this_cup} is finished. The winner is on the honours board."
        act_and_report(request, finish_cup, words, cup=this_cup)
    return redirect(this_cup, permanent=request.method != "POST")


def _preset(key: str, league: League) -> catalogue.Preset | None:
    """A usual cup by its key, as this league plays it, or one that was held ("like-12"); None for none."""
    if key.startswith("like-") and key.removeprefix("like-").isdigit():
        cups_there = Cup.objects.select_related("division__competition__season__league")
        return catalogue.preset_like(get_object_or_404(cups_there, pk=key.removeprefix("like-")))
    usual = catalogue.BY_KEY.get(key)
    return catalogue.with_league_games(usual, league_rules(league).format.total_games) if usual else None


# --- one cup for everybody --------------------------------------------------------------------------------------------
@public_page
@kept_while_unchanged("part")
def cup(request: LeagueRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = cup_by_address(season, cup)
    parts = PARTS | ({"groups": groups} if has_stage(this_cup) else {})
    return parts.get(request.GET.get("part", ""), bracket)(request, this_cup)


def bracket(request: LeagueRequest, this_cup: Cup) -> HttpResponse:
    board = bracket_page(this_cup, now())
    if board is None and has_stage(this_cup):
        return groups(request, this_cup)
    context: dict[str, Any] = {
        "cup": this_cup,
        "board": board,
        "there": f"{this_cup.get_absolute_url()}ties/",
        "runs": runs_cups(request.user, request.league),
        "may_enter": may_enter(request.user, request.league, this_cup, localdate()),
        "takes_entries": this_cup.takes_entries(localdate()),
        "groups": has_stage(this_cup),
        "shown": openday_page(this_cup, now()) if has_stage(this_cup) else None,
        "entered": () if board else list(distinct_names(entrants_in(this_cup)).values()),
    }
    context["shared"] = link_to_cup(this_cup, board, len(context["entered"]))
    return render(request, "cups/cup.html", context)


def tv(request: LeagueRequest, this_cup: Cup) -> HttpResponse:
    board = bracket_page(this_cup, now())
    if board is None and has_stage(this_cup):
        pages = openday_screens(openday_page(this_cup, now()))
        return render_screen(request, "cups/day/tv.html", pages, {"cup": this_cup})
    screens = [screen for picture in (board.pictures if board else ()) for screen in bracket_screens(picture)]
    return render_screen(request, "cups/tv.html", screens, {"cup": this_cup, "board": board})


def history(request: LeagueRequest, this_cup: Cup) -> HttpResponse:
    snapshot, names = snapshot_of(this_cup, now()), names_of(this_cup)
    context = {
        "cup": this_cup,
        "lines": fact_log(snapshot, names),
        "disputes": disputes_of(snapshot.bracket, names),
        "strays": [(row, with_names(text, names, snapshot.bracket)) for row, text in snapshot.strays],
        "runs": runs_cups(request.user, request.league),
    }
    return render(request, "cups/record.html", context)


PARTS = {"entries": entries, "draw": draw, "history": history, "chasing": chasing, "tv": tv}
