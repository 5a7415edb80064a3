"""Who can play: the captain's pages with the team sheet of a match, and a player's own page, by their link."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST

from league.base.ui.formats import night, nights
from league.base.ui.old_addresses import form_address
from league.base.ui.responses import (
    act_and_report,
    form_action,
    refusals_on,
    render_form,
    require_form_methods,
    uncached_form,
    uncached_page,
    unlisted,
)
from league.matchnight.actions.availability import (
    add_absence,
    answer_night,
    ask_nights,
    ask_reserve,
    pick_team,
    remove_absence,
    renew_link,
    revoke_link,
)
from league.matchnight.forms import AbsenceForm, AnswerForm, CaptainAnswerForm, NightsForm, PickForm, ReserveForm
from league.matchnight.models import Absence, AskedNight, NightAnswer
from league.matchnight.permissions import may_pick
from league.matchnight.queries.nights import (
    MatchSheet,
    PersonalLink,
    advice_on,
    chase_message,
    counts_of_matches,
    group_message,
    link_at,
    links_of,
    links_of_user,
    match_sheet,
    questions_for,
    settings_of,
    squad_players,
)
from league.schedule.models import Fixture
from league.schedule.queries.matches import fixture_by_address
from league.schedule.queries.move_rules import nights_for
from league.teams.middleware import LeagueRequest, MemberRequest, lets_in_by_itself
from league.teams.models import Player, Team
from league.teams.permissions import plays_here, require
from scoring.words import several


@uncached_page
def team_matches(request: MemberRequest, league: str, team: str) -> HttpResponse:
    this_team = _led(request, team)
    context: dict[str, Any] = {"team": this_team, "settings": settings_of(this_team)}
    if context["settings"].enabled:
        context |= {"matches": counts_of_matches(this_team, localdate()), **_links(request, this_team)}
    return render(request, "availability/team.html", context)


def _links(request: MemberRequest, team: Team) -> dict[str, Any]:
    players = squad_players(team, localdate())
    theirs = links_of(team, players)
    rows = [
        (player, (link := theirs.get(player.pk)) and request.build_absolute_uri(link.address)) for player in players
    ]
    return {"rows": rows, "message": group_message(team, [(player, address) for player, address in rows if address])}


@require_POST
def link_renewal(request: MemberRequest, league: str, team: str, pk: int) -> HttpResponse:
    return _change_link(request, team, pk, renew_link, "has a new link. Send it to them: the old one no longer works.")


@require_POST
def link_revocation(request: MemberRequest, league: str, team: str, pk: int) -> HttpResponse:
    return _change_link(request, team, pk, revoke_link, "has no link now.")


def _change_link(request: MemberRequest, team: str, pk: int, change: Any, done: str) -> HttpResponse:
    this_team = _led(request, team)
    player = next((each for each in squad_players(this_team, localdate()) if each.pk == pk), None)
    if player is None:
        raise Http404("No such player in this squad.")
    act_and_report(request, change, f"{player} {done}", team=this_team, player=player)
    return redirect(form_address("team-availability", "links", league=this_team.league.slug, team=this_team.slug))


# --- one match --------------------------------------------------------------------------------------------------------
@uncached_form
def match(request: MemberRequest, league: str, team: str, on: date, match: str) -> HttpResponse:
    this_team, fixture = _match_led(request, team, on, match)
    sheet = match_sheet(fixture, this_team)
    form = PickForm(request.POST or None, sheet=sheet)
    if form_action(request, form, pick_team, fixture=fixture, team=this_team):
        count = several(len(form.cleaned_data["players"]), "player")
        receipt = f"{count} picked for {this_team}. They are ticked when you open the card."
        messages.success(request, receipt if form.cleaned_data["players"] else f"Nobody is picked for {this_team}.")
        return redirect("team-sheet", league, this_team.slug, on, match)
    return _sheet_page(request, sheet, form, ReserveForm(helpers=sheet.helpers))


@require_POST
def answers(request: MemberRequest, league: str, team: str, on: date, match: str) -> HttpResponse:
    this_team, fixture = _match_led(request, team, on, match)
    form = CaptainAnswerForm(request.POST)
    sheet = match_sheet(fixture, this_team)
    values = form.cleaned_data if form.is_valid() else {}
    line = next((each for each in sheet.lines if each.player.pk == values.get("player")), None)
    if line is None or fixture.date is None:
        messages.error(request, "Nothing was saved. Choose a player of the squad and an answer.")
        return redirect("team-sheet", league, this_team.slug, on, match)
    link = PersonalLink(this_team, line.player, 0, reserve=line.reserve)
    answer, key = NightAnswer(values["answer"]), values["key"]
    done = f"{line.player}: {answer.label}."
    act_and_report(request, answer_night, done, link=link, night=fixture.date, answer=answer, key=key)
    return redirect("team-sheet", league, this_team.slug, on, match)


@require_form_methods
def reserve(request: MemberRequest, league: str, team: str, on: date, match: str) -> HttpResponse:
    this_team, fixture = _match_led(request, team, on, match)
    sheet = match_sheet(fixture, this_team)
    form = ReserveForm(request.POST or None, helpers=sheet.helpers)
    if form_action(request, form, ask_reserve, fixture=fixture, team=this_team):
        player = Player.objects.get(pk=form.cleaned_data["player"])
        messages.success(request, f"{player} is asked. Send them their link below, so that they can answer.")
        return redirect("team-sheet", league, this_team.slug, on, match)
    return _sheet_page(request, sheet, PickForm(sheet=sheet), form)


@uncached_form
def other_nights(request: MemberRequest, league: str, team: str, on: date, match: str) -> HttpResponse:
    this_team, fixture = _match_led(request, team, on, match)
    today = localdate()
    dates = list(AskedNight.objects.filter(fixture=fixture, team=this_team).values_list("night", flat=True))
    offers = [offer.date for offer in nights_for(fixture, today=today).offers][:10]
    entry = fixture.home if fixture.home.team_id == this_team.pk else fixture.away
    advice = advice_on(entry, [*offers, *dates]) if entry else {}
    form = NightsForm(request.POST or None, nights=offers, asked=dates, advice=advice)
    if form_action(request, form, ask_nights, fixture=fixture, team=this_team):
        nights = several(len(form.cleaned_data["nights"]), "night")
        receipt = f"{nights} to ask about. Your players find them on their own pages."
        receipt = receipt if form.cleaned_data["nights"] else "no other night to ask about."
        messages.success(request, f"{this_team}: {receipt}")
        return redirect("other-nights", league, this_team.slug, on, match)
    return render_form(request, "availability/nights.html", form, team=this_team, fixture=fixture, asked=dates)


def _sheet_page(request: MemberRequest, sheet: MatchSheet, form: PickForm, reserve_form: ReserveForm) -> HttpResponse:
    team, fixture = sheet.team, sheet.fixture
    own = [line.player for line in sheet.lines if not line.reserve]
    helping = [line.player for line in sheet.lines if line.reserve]
    theirs = links_of(team, own) | links_of(team, helping, reserve=True)
    silent = [line.player for line in sheet.lines if line.word.answer is None and line.player.pk in theirs]
    message = chase_message(fixture, [(each, request.build_absolute_uri(theirs[each.pk].address)) for each in silent])
    context = {"sheet": sheet, "team": team, "fixture": fixture, "form": form, "reserve_form": reserve_form}
    context |= {"message": message, "choices": NightAnswer.choices}
    refused = form.errors or reserve_form.errors
    return render(request, "availability/match.html", context, status=422 if refused else 200)


def _match_led(request: MemberRequest, slug: str, on: date, match: str) -> tuple[Team, Fixture]:
    """404 unless the team asks its players and the match has a date."""
    team = _led(request, slug)
    fixture = fixture_by_address(on, match).fixture
    sides = [entry for entry in (fixture.home, fixture.away) if entry and not entry.slug]
    if fixture.away is None or fixture.date is None or team.pk not in {entry.team_id for entry in sides}:
        raise Http404("No such match of this team, or it has no date.")
    if not settings_of(team).enabled:
        raise Http404("This team does not ask its players.")
    return team, fixture


def _led(request: MemberRequest, slug: str) -> Team:
    team = _team(slug)
    require(may_pick(request.user, team))
    return team


def _team(slug: str) -> Team:
    return get_object_or_404(Team.objects.select_related("league"), slug=slug, active=True)


# --- a player's own page, by their link: to look at it changes nothing ------------------------------------------------
Page = Callable[..., HttpResponse]
SHOWN_FIRST = 3  # nights with buttons; the rest of the season is folded away
ANSWER_TEXTS = {"yes": "You can play", "if-needed": "You can play if needed", "no": "You cannot play"}


def by_link(page: Page) -> Page:
    """Give the view the person of a link in place of its token; 404 for a link that opens nothing (any more)."""

    @wraps(page)
    @sensitive_variables("token")
    def wrapper(request: LeagueRequest, league: str, token: str, **rest: object) -> HttpResponse:
        link = link_at(token, request.league, localdate())
        answer = (
            render(request, "availability/link_over.html", status=404) if link is None else page(request, link, **rest)
        )
        return unlisted(answer)

    return lets_in_by_itself(login_not_required(never_cache(wrapper)))


@by_link
@require_form_methods
def own_answers(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    if request.method != "POST":
        return _own_page(request, link, AbsenceForm())
    form = AnswerForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Nothing was saved. Press one of the buttons.")
        return _own_page(request, link, AbsenceForm(), 422)
    try:
        row = answer_night(link=link, by=None, at=now(), **form.cleaned_data)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return _own_page(request, link, AbsenceForm(), 422)
    messages.success(request, f"{ANSWER_TEXTS[row.answer]} on {night(row.night)}.")
    return redirect("my-season", link.team.league.slug) if "back" in request.POST else redirect(link.address)


@by_link
@require_form_methods
def absences(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    if request.method != "POST":
        return redirect(link.address, permanent=True)
    form = AbsenceForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            absence = add_absence(link=link, at=now(), **form.cleaned_data)
            messages.success(request, f"You are away {nights(absence.first, absence.last)}.")
            return redirect(link.address)
    return _own_page(request, link, form, 422)


@by_link
@require_POST
def absence_removal(request: HttpRequest, link: PersonalLink, pk: int) -> HttpResponse:
    if row := remove_absence(link=link, absence=pk):
        messages.success(request, f"You are no longer away {nights(row.first, row.last)}.")
    return redirect(link.address)


@by_link
@require_POST
def renewal(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    row = renew_link(team=link.team, player=link.player, by=None, at=now())
    messages.success(request, "This page has a new address. Keep it: the old link no longer works.")
    return redirect(PersonalLink(link.team, link.player, row.version, link.reserve).address)


@uncached_page
def own(request: MemberRequest, league: str) -> HttpResponse:
    require(plays_here(request.user, request.league) or request.user.players.filter(league=request.league).exists())
    links = links_of_user(request.user, request.league, localdate())
    if len(links) == 1:
        return redirect(links[0].address)
    return render(request, "availability/own.html", {"links": links})


def _own_page(request: HttpRequest, link: PersonalLink, form: AbsenceForm, status: int = 200) -> HttpResponse:
    today = localdate()
    questions = questions_for(link, today)
    away = Absence.objects.filter(player=link.player, last__gte=today).order_by("first", "pk")
    context = {"link": link, "team": link.team, "form": form, "away": away, "next": questions[:SHOWN_FIRST]}
    return render(request, "availability/player.html", {**context, "rest": questions[SHOWN_FIRST:]}, status=status)
