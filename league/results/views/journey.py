"""The captain's card, a short page at a time. Each page saves what it has before it judges it."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_GET, require_http_methods

from league.results.actions import save_draft
from league.results.actions.cards import OTHER, STANDS
from league.results.choices import ResultState, SentFor
from league.results.forms import LinesForm, NotesForm, PlayersForm, ScoreForm, place_of
from league.results.models import Result
from league.results.permissions import may_enter
from league.results.queries import Journey, facts_of, journey_of, whole_lines
from league.results.views.entrance import acting_for, for_match, to, while_open, who
from league.results.views.wording import steps
from league.schedule.models import Fixture
from league.teams.actions import ask_transfer
from league.teams.permissions import may_change_squad
from scoring.card.card import check as check_card
from scoring.card.match import Problem
from scoring.card.sheet import Card, Ending, Side
from scoring.play.finding import Severity


@require_GET
@for_match(may_enter)
def card(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Where a person's card is: to be filled in, to be sent, to be confirmed, received, or settled."""
    acts_for = acting_for(request, fixture)
    result = Result.objects.select_related("submission").filter(fixture=fixture).first()
    if acts_for == SentFor.LEAGUE:
        return to(fixture, "match-decision") if result else redirect(next_page(_journey(request, fixture)))
    if result is not None and result.state_at(now()) in STANDS:
        return redirect(fixture)
    theirs, ours = facts_of(fixture).latest(OTHER[acts_for]), facts_of(fixture).latest(acts_for)
    if theirs is not None and result is not None and result.state != ResultState.SEALED:
        return to(fixture, "match-confirmation")
    if ours is not None:
        return to(fixture, "card-receipt", ours.receipt)
    return redirect(next_page(_journey(request, fixture)))


@require_http_methods(["GET", "POST"])
@for_match(may_enter)
@while_open
def players(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Who played."""
    journey = _journey(request, fixture)
    form = PlayersForm(request.POST or None, journey=journey, transfers_to=_side_led(request, journey))
    if not form.is_valid():
        return _page(request, "players", journey, form)
    base = replace(journey.card, ending=_still(journey.card), quick=None, signings=form.signings)
    save_draft(fixture=fixture, by=who(request), at=now(), card=base, present=form.present)
    _ask_transfers(request, journey, form)
    return _onwards(request, fixture, fixture.address_of("card-lines", 1))


def _side_led(request: HttpRequest, journey: Journey) -> Side | None:
    """The side of the card that the person writes for, if they may ask for players of it."""
    side = next((each for each in Side if each.value == journey.acts_for), None)
    return side if side and may_change_squad(who(request), journey.entry(side).team) else None


def _ask_transfers(request: HttpRequest, journey: Journey, form: PlayersForm) -> None:
    """Ask for the players of other teams that the form wants for good; the card goes on whatever comes of it."""
    side = _side_led(request, journey)
    if side is None:
        return
    team = journey.entry(side).team
    for player in form.transfers:
        try:
            ask_transfer(player=player, joins=team, by=who(request), at=now())
        except ValidationError as fault:
            messages.warning(request, " ".join(fault.messages))
        else:
            messages.success(request, f"You have asked for a transfer of {player} to {team}.")


@require_http_methods(["GET", "POST"])
@for_match(may_enter)
@while_open
def lines(request: HttpRequest, fixture: Fixture, page: int) -> HttpResponse:
    """A few lines of the card. What is wrong on this page is shown on it; what is missing elsewhere is not."""
    journey = _journey(request, fixture)
    if journey.draft is None or not 1 <= page <= len(journey.pages):
        return to(fixture, "match-card")
    form = LinesForm(request.POST or None, journey=journey, page=page)
    if form.is_valid():
        journey = _with_lines(request, journey, form)
        if "later" not in request.POST:
            form.show(_refusals(journey, page))
    if not form.is_valid():
        return _page(request, "lines", journey, form, page=page)
    return _onwards(request, fixture, _after(journey, page))


@require_http_methods(["GET", "POST"])
@for_match(may_enter)
@while_open
def score(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """The score alone, where the league takes it, or that the match was not played."""
    journey = _journey(request, fixture)
    form = ScoreForm(request.POST or None, journey=journey)
    if not form.is_valid():
        return _page(request, "score", journey, form)
    save_draft(fixture=fixture, by=who(request), at=now(), card=form.to_card())
    return _onwards(request, fixture, fixture.address_of("card-check"))


@require_http_methods(["GET", "POST"])
@for_match(may_enter)
@while_open
def notes(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Remarks, a protest, and that the match was broken off."""
    journey = _journey(request, fixture)
    form = NotesForm(request.POST or None, journey=journey, today=localdate())
    if not form.is_valid():
        return _page(request, "notes", journey, form)
    noted = replace(journey.card, remarks=form.cleaned_data["remarks"], protest=form.cleaned_data["protest"])
    if "unfinished" in form.cleaned_data:
        noted = replace(noted, ending=Ending.UNFINISHED if form.cleaned_data["unfinished"] else Ending.PLAYED)
    save_draft(fixture=fixture, by=who(request), at=now(), card=noted)
    return _onwards(request, fixture, fixture.address_of("card-check"))


def next_page(journey: Journey) -> str:
    """The address of the page on which a card is to be gone on with."""
    fixture, card = journey.fixture, journey.card
    if card.quick is not None or card.ending not in {Ending.PLAYED, Ending.UNFINISHED}:
        return fixture.address_of("card-check")
    if journey.draft is None or not any(journey.present.values()):
        return fixture.address_of("card-players")
    whole = whole_lines(card, journey.rules.format)
    for page, numbers in enumerate(journey.pages, start=1):
        if any(not whole[number].games for number in numbers):
            return fixture.address_of("card-lines", page)
    return fixture.address_of("card-check")


def _journey(request: HttpRequest, fixture: Fixture) -> Journey:
    return journey_of(fixture, who(request), acting_for(request, fixture))


def _page(request: HttpRequest, name: str, journey: Journey, form: Any, *, page: int = 0) -> HttpResponse:
    """One page of the journey; with status 422 when what was sent cannot stand."""
    context = {"journey": journey, "fixture": journey.fixture, "form": form, "last": page == len(journey.pages)}
    context |= steps(journey, name, page).context
    return render(request, f"results/{name}.html", context, status=422 if form.is_bound else 200)


def _onwards(request: HttpRequest, fixture: Fixture, following: str) -> HttpResponse:
    """The next page, or away from here if the person wants to go on later."""
    if "later" not in request.POST:
        return redirect(following)
    if acting_for(request, fixture) == SentFor.LEAGUE:
        return redirect(fixture)
    return redirect("your-match", fixture.league.slug)


def _with_lines(request: HttpRequest, journey: Journey, form: LinesForm) -> Journey:
    """Save the lines of a page into the draft; a bare score or a walkover said before is no longer so."""
    whole = list(whole_lines(journey.card, journey.rules.format))
    for number, line in form.line_scores().items():
        whole[number] = line
    card = replace(journey.card, lines=tuple(whole), quick=None, ending=_still(journey.card))
    draft = save_draft(fixture=journey.fixture, by=who(request), at=now(), card=card)
    return replace(journey, card=card, draft=draft)


def _refusals(journey: Journey, page: int) -> list[Problem]:
    """What cannot be right on the lines of one page."""
    ours = {f"lines.{number}" for number in journey.pages[page - 1]}
    form = journey.rules.format
    return [
        problem
        for problem in check_card(journey.card, journey.match)
        if problem.severity is Severity.REFUSE
        and ".".join(problem.path.split(".")[:2]) in ours
        and place_of(problem.path, form).page == page
    ]


def _after(journey: Journey, page: int) -> str:
    last = page == len(journey.pages)
    return journey.fixture.address_of("card-check") if last else journey.fixture.address_of("card-lines", page + 1)


def _still(card: Card) -> Ending:
    """A card with games on it was played, or broken off."""
    return Ending.UNFINISHED if card.ending is Ending.UNFINISHED else Ending.PLAYED
