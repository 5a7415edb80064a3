"""Groups and Swiss rounds: how they stand, a round's sheet, the screen in the pub; and the co-ordinator's desk."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate, now

from league.base.ui.responses import form_action, public_page, render_form, uncached_form
from league.cups.actions import openday as desk
from league.cups.forms import openday as forms
from league.cups.models import Cup
from league.cups.permissions import may_enter, runs_cups
from league.cups.presenters.openday import (
    GroupRoundTable,
    GroupTable,
    OpenDayPage,
    OpenDayRound,
    RoundTable,
    SwissTable,
    link_to_openday,
)
from league.cups.queries.coordinator_tasks import desk_tasks, exchange_choices
from league.cups.queries.cup_state import cup_by_address, openday_page, snapshot_of
from league.cups.queries.draws import group_draw_page
from league.cups.queries.entries import distinct_names, entrants_in, full_names, players_of_league, teams_to_enter
from league.cups.values import has_stage
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.permissions import require
from scoring.words import join_list

# How long the screen in the pub shows a page before it turns to the next, in seconds.
TURNS_AFTER = 15


@public_page
def sheet(request: LeagueRequest, league: str, season: str, cup: str, round: int) -> HttpResponse:  # noqa: A002
    this_cup, day, shown = staged_round(season, cup, round)
    table = RoundTable if day.day.swiss else GroupRoundTable
    context = {"cup": this_cup, "shown": day, "round": shown, "table": table(shown)}
    context["runs"] = runs_cups(request.user, request.league)
    return render(request, "cups/day/sheet.html", context)


def groups(request: LeagueRequest, cup: Cup) -> HttpResponse:
    """How the groups or rounds stand; before the draw, who has entered; for the co-ordinator, what comes next."""
    shown = openday_page(cup, now())
    runs = runs_cups(request.user, request.league)
    stage_table = SwissTable if shown.day.swiss else GroupTable
    context: dict[str, Any] = {
        "cup": cup,
        "shown": shown,
        "draw": group_draw_page(shown),
        "tables": [(group, stage_table(group)) for group in shown.groups],
        "tasks": desk_tasks(shown) if runs else None,
        "may_enter": may_enter(request.user, request.league, cup, localdate()),
        "entered": () if shown.groups else list(distinct_names(entrants_in(cup)).values()),
    }
    context["shared"] = link_to_openday(shown, len(context["entered"]))
    return render(request, "cups/day/page.html", context)


def render_screen(
    request: LeagueRequest, template: str, screens: Sequence[object], context: dict[str, Any]
) -> HttpResponse:
    """One screenful for the pub, the next one by itself; "hold" keeps the page and asks for it once a minute.
    The page turns by a header of the answer and not by a script, so that the oldest television does it too.
    """
    typed = request.GET.get("page", "")
    page = int(typed) if typed.isdecimal() and 1 <= int(typed) <= len(screens) else 1
    hold = "hold" in request.GET
    context |= {"screen": screens[page - 1] if screens else None, "page": page, "pages": len(screens), "hold": hold}
    answer = render(request, template, context)
    following = page if hold else page % max(1, len(screens)) + 1
    answer["Refresh"] = (
        f"{4 * TURNS_AFTER if hold else TURNS_AFTER}; url=?part=tv&page={following}{'&hold' if hold else ''}"
    )
    return answer


def staged_round(season: str, cup: str, number: int) -> tuple[Cup, OpenDayPage, OpenDayRound]:
    this_cup = cup_by_address(season, cup)
    day = openday_page(this_cup, now()) if has_stage(this_cup) else None
    this_round = day.round(number) if day else None
    if day is None or this_round is None:
        raise Http404(f"No round {number} in this cup.")
    return this_cup, day, this_round


# --- the co-ordinator's desk ------------------------------------------------------------------------------------------
def _act(
    request: MemberRequest, cup: Cup, form: Any, action: Any, *, words: str, page: str, **context: Any
) -> HttpResponse:
    """Let a form of the desk act on the cup and lead back to it, or show what is to be put right."""
    if form_action(request, form, action, cup=cup):
        messages.success(request, words)
        return redirect(cup)
    context.setdefault("shown", openday_page(cup, now()))
    return render_form(request, f"cups/day/{page}.html", form, cup=cup, **context)


@uncached_form
def deal_page(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = run_openday(request, season, cup)
    entrants = entrants_in(this_cup)
    hat = list(distinct_names(entrants).items())
    form = forms.LotsForm(request.POST or None, hat=hat, purpose="groups", full_names=full_names(entrants))
    return _act(request, this_cup, form, desk.deal, words=f"The groups of {this_cup} are drawn.", page="deal", hat=hat)


@uncached_form
def pair_page(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = run_openday(request, season, cup)
    shown = openday_page(this_cup, now())
    sent, called = request.POST if request.method == "POST" else None, full_names(entrants_in(this_cup))
    form = forms.SwissPairingForm(sent, names=_here(shown), full_names=called)
    if form_action(request, form, desk.pair, cup=this_cup):
        number = len(snapshot_of(this_cup, now()).day.paired)
        messages.success(request, f"Round {number} is paired.")
        return redirect("cup-round", league, season, cup, number)
    return render_form(request, "cups/day/pair.html", form, cup=this_cup, shown=shown, tasks=desk_tasks(shown))


@uncached_form
def exchange_page(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = run_openday(request, season, cup)
    paired = exchange_choices(openday_page(this_cup, now()))
    form = forms.ExchangeForm(request.POST or None, paired=paired)
    if form_action(request, form, desk.exchange_paired, cup=this_cup):
        messages.success(request, f"{this_cup}: the pairing is changed. Change another, or print the round.")
        return redirect("cup-exchange", league, season, cup)
    return render_form(request, "cups/day/exchange.html", form, cup=this_cup, paired=paired)


@uncached_form
def scores(request: MemberRequest, league: str, season: str, cup: str, round: int) -> HttpResponse:  # noqa: A002
    run_openday(request, season, cup)
    this_cup, day, shown = staged_round(season, cup, round)
    sent = request.POST if request.method == "POST" else None
    form = forms.ScoresForm(sent, shown=shown, form=day.day.form, groups=not day.day.swiss)
    if form_action(request, form, desk.write_scores, cup=this_cup):
        messages.success(request, f"The scores of round {round} are written down.")
        return redirect(this_cup)
    return render_form(request, "cups/day/scores.html", form, cup=this_cup, shown=day, round=shown)


@uncached_form
def level(request: MemberRequest, league: str, season: str, cup: str, *, group: int, place: int) -> HttpResponse:
    this_cup = run_openday(request, season, cup)
    shown = openday_page(this_cup, now())
    names = _level_names(shown, group, place)
    if not any(each[:2] == (group, place) for each in desk_tasks(shown)["level"]):
        raise Http404("Their order does not matter, or not yet.")
    form = forms.LevelForm(request.POST or None, names=names, place=place)
    action = partial(desk.place_level, group=group)
    words = f"{join_list(name for _, name in names)}: their order is decided."
    return _act(request, this_cup, form, action, words=words, page="level", shown=shown, level=names)


@uncached_form
def late_entry(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = run_openday(request, season, cup)
    shown = openday_page(this_cup, now())
    if shown.day.over:
        messages.error(request, "Everything has been played, so it is too late to add an entry.")
        return redirect(this_cup)
    today = localdate()
    who: dict[str, Any] = {
        "squads": players_of_league(today), "teams": teams_to_enter(this_cup, today), "anybody": True,
    }  # fmt: skip
    form = forms.LateForm(request.POST or None, cup=this_cup, groups=len(shown.groups), **who)
    words = f"{this_cup}: 1 late entry added."
    return _act(request, this_cup, form, desk.join_day, words=words, page="late", shown=shown)


@uncached_form
def leave_page(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = run_openday(request, season, cup)
    shown = openday_page(this_cup, now())
    if not desk_tasks(shown)["leaving"]:
        messages.error(request, "Nobody leaves the groups or rounds now. Open their entry to withdraw them.")
        return redirect(this_cup.part("entries"))
    form = forms.LeaveDayForm(request.POST or None, names=_here(shown))
    who = dict(_here(shown)).get(request.POST.get("entrant", ""))
    words = f"{who} has left. What was not played goes to the others."
    return _act(request, this_cup, form, desk.leave_day, words=words, page="leaving", shown=shown)


@uncached_form
def ruling(request: MemberRequest, league: str, season: str, cup: str) -> HttpResponse:
    this_cup = run_openday(request, season, cup)
    form = forms.GroupsRulingForm(request.POST or None)
    words = "The knockout stands as it was drawn."
    return _act(request, this_cup, form, desk.let_draw_stand, words=words, page="ruling")


def run_openday(request: MemberRequest, season: str, cup: str) -> Cup:
    """The cup at an address for whoever runs it; else 403, and 404 for one that is a plain knockout."""
    this_cup = cup_by_address(season, cup)
    require(runs_cups(request.user, request.league))
    if not has_stage(this_cup):
        raise Http404("This cup has neither groups nor rounds.")
    return this_cup


def _here(shown: Any) -> list[tuple[str, str]]:
    gone = {name for table in shown.day.tables for name in table.gone}
    here = [(each.id, shown.names[each.id]) for each in shown.day.entrants if each.id not in gone]
    return sorted(here, key=lambda each: each[1].casefold())


def _level_names(shown: Any, group: int, place: int) -> list[tuple[str, str]]:
    """Those of a group who share a place; Http404 if nobody does."""
    tables = [table for table in shown.day.tables if table.number == group]
    for table in tables:
        shared = [row.player for row in table.rows if row.place == place and row.player not in table.gone]
        if len(shared) > 1:
            return [(each, shown.names[each]) for each in shared]
    raise Http404("Nobody is level there.")
