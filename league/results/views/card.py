"""The captain’s card, a short page at a time, each saved before it is judged; then checked and sent."""

import json
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.timezone import localdate, localtime, now
from django.views.decorators.http import require_GET

from league.base.ui.responses import require_form_methods
from league.results.actions.cards import CardChangedError, CardRefusedError, NotAcceptedError, StaleError, save_draft
from league.results.actions.decisions import file_card
from league.results.actions.messages import submit_filled_card
from league.results.choices import FINAL_STATES, OTHER, ResultState, SentFor, Source
from league.results.forms.lines import CardLinesForm
from league.results.forms.players import PlayersForm
from league.results.forms.sheet import NotesForm, QuickScoreForm, SendForm, problem_field
from league.results.models import PhotoReading, Result, Submission
from league.results.permissions import may_enter, may_see_card
from league.results.presenters import CardLineView, card_lines, ending_words
from league.results.queries.facts import facts_of, match_facts
from league.results.queries.journeys import Journey, whole_lines
from league.results.queries.penalties import late_words
from league.results.queries.to_do import has_begun
from league.results.values import card_of
from league.results.views.access import (
    acting_for,
    for_match,
    journey_for,
    not_accepted,
    redirect_to,
    signed_in_user,
    while_open,
)
from league.results.views.receipts import score_context
from league.schedule.models import Fixture
from league.schedule.queries.matches import whole_fixtures
from league.schedule.values.matches import starts_at
from league.teams.actions.registrations import ask_transfer
from league.teams.permissions import may_change_squad
from scoring import codec
from scoring.card.check import check as check_card
from scoring.card.differences import differences
from scoring.card.eligibility import join_late
from scoring.card.format import line_titles
from scoring.card.match import Problem
from scoring.card.outcome import Kind, tally
from scoring.card.sheet import Card, Ending, Side
from scoring.play.finding import Severity

# The problems of somebody who is on too many lines: nearly always a slip.
TOO_OFTEN = frozenset({"plays_too_often", "twice_too_many", "twice_same_player"})


# --- The captain's card, a short page at a time -----------------------------------------------------------------------
@require_GET
@for_match(may_enter)
def card(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Where a person's card is: to be filled in, to be sent, to be confirmed, received, or settled."""
    acts_for = acting_for(request, fixture)
    result = Result.objects.select_related("submission").filter(fixture=fixture).first()
    if acts_for == SentFor.LEAGUE:
        return redirect_to(fixture, "match-decision") if result else redirect(next_page(journey_for(request, fixture)))
    if result is not None and result.state_at(now()) in FINAL_STATES:
        return redirect(fixture)
    if result is not None and result.submission.by_code:
        shown = result.state == ResultState.PROVISIONAL
        return redirect_to(fixture, "match-confirmation" if shown else "card-players")
    theirs, ours = facts_of(fixture).latest(OTHER[acts_for]), facts_of(fixture).latest(acts_for)
    if theirs is not None and result is not None and result.state != ResultState.SEALED:
        return redirect_to(fixture, "match-confirmation")
    if ours is not None:
        return redirect_to(fixture, "card-receipt", ours.receipt)
    return redirect(next_page(journey_for(request, fixture)))


@require_form_methods
@for_match(may_enter)
@while_open
def players(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    journey = journey_for(request, fixture)
    form = PlayersForm(request.POST or None, journey=journey, transfers_to=_side_led(request, journey))
    if not form.is_valid():
        return _page(request, "players", journey, form)
    base = replace(journey.card, ending=_still(journey.card), quick=None, signings=form.signings)
    save_draft(fixture=fixture, by=signed_in_user(request), at=now(), card=base, present=form.present)
    _ask_transfers(request, journey, form)
    return _onwards(request, fixture, fixture.address_of("card-lines", 1))


def _side_led(request: HttpRequest, journey: Journey) -> Side | None:
    """The side of the card that the person writes for, if they may ask for players of it."""
    side = next((each for each in Side if each.value == journey.acts_for), None)
    return side if side and may_change_squad(signed_in_user(request), journey.entry(side).team) else None


def _ask_transfers(request: HttpRequest, journey: Journey, form: PlayersForm) -> None:
    """Ask for the players of other teams that the form wants for good; the card goes on whatever comes of it."""
    side = _side_led(request, journey)
    if side is None:
        return
    team = journey.entry(side).team
    for player in form.transfers:
        try:
            ask_transfer(player=player, joins=team, by=signed_in_user(request), at=now())
        except ValidationError as error:
            messages.warning(request, " ".join(error.messages))
        else:
            messages.success(request, f"You have asked for {player} to transfer to {team}.")


@require_form_methods
@for_match(may_enter)
@while_open
def lines(request: HttpRequest, fixture: Fixture, page: int) -> HttpResponse:
    """A few lines of the card, with what is wrong on this page and not what is missing elsewhere.
    Who goes back to change who played keeps what is on the page, right or wrong.
    """
    journey = journey_for(request, fixture)
    if journey.draft is None or not 1 <= page <= len(journey.pages):
        return redirect_to(fixture, "match-card")
    form = CardLinesForm(request.POST or None, journey=journey, page=page)
    if form.is_valid():
        journey = _with_lines(request, journey, form)
        if "players" in request.POST:
            return redirect_to(fixture, "card-players")
        if "later" not in request.POST:
            form.show(_found(journey, page, Severity.REFUSE))
            form.ask(each for each in _found(journey, page, Severity.SECRETARY) if each.code in TOO_OFTEN)
    if not form.is_valid():
        return _page(request, "lines", journey, form, page=page)
    if page == len(journey.pages):
        return _onwards(request, fixture, fixture.address_of("card-check"))
    return _onwards(request, fixture, fixture.address_of("card-lines", page + 1))


@require_form_methods
@for_match(may_enter)
@while_open
def score(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """The score alone, where the league takes it, or that the match was not played."""
    journey = journey_for(request, fixture)
    form = QuickScoreForm(request.POST or None, journey=journey)
    if not form.is_valid():
        return _page(request, "score", journey, form)
    save_draft(fixture=fixture, by=signed_in_user(request), at=now(), card=form.to_card())
    return _onwards(request, fixture, fixture.address_of("card-check"))


@require_form_methods
@for_match(may_enter)
@while_open
def notes(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    journey = journey_for(request, fixture)
    form = NotesForm(request.POST or None, journey=journey, today=localdate())
    if not form.is_valid():
        return _page(request, "notes", journey, form)
    card = replace(journey.card, remarks=form.cleaned_data["remarks"], protest=form.cleaned_data["protest"])
    if "unfinished" in form.cleaned_data:
        card = replace(card, ending=Ending.UNFINISHED if form.cleaned_data["unfinished"] else Ending.PLAYED)
    save_draft(fixture=fixture, by=signed_in_user(request), at=now(), card=card)
    return _onwards(request, fixture, fixture.address_of("card-check"))


def next_page(journey: Journey) -> str:
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


def _page(request: HttpRequest, name: str, journey: Journey, form: Any, *, page: int = 0) -> HttpResponse:
    context = {"journey": journey, "fixture": journey.fixture, "form": form, "last": page == len(journey.pages)}
    context |= steps(journey, name, page)
    return render(request, f"results/{name}.html", context, status=422 if form.errors else 200)


def _onwards(request: HttpRequest, fixture: Fixture, following: str) -> HttpResponse:
    if "later" not in request.POST:
        return redirect(following)
    if acting_for(request, fixture) == SentFor.LEAGUE:
        return redirect(fixture)
    return redirect("your-match", fixture.league.slug)


def _with_lines(request: HttpRequest, journey: Journey, form: CardLinesForm) -> Journey:
    """Save the lines of a page into the draft; a bare score or a walkover said before is no longer so."""
    whole = list(whole_lines(journey.card, journey.rules.format))
    for number, line in form.line_scores().items():
        whole[number] = line
    card = replace(journey.card, lines=tuple(whole), quick=None, ending=_still(journey.card))
    draft = save_draft(fixture=journey.fixture, by=signed_in_user(request), at=now(), card=card)
    return replace(journey, card=card, draft=draft)


def _found(journey: Journey, page: int, severity: Severity) -> list[Problem]:
    ours = {f"lines.{number}" for number in journey.pages[page - 1]}
    form = journey.rules.format
    return [
        problem
        for problem in check_card(journey.card, journey.match)
        if problem.severity is severity
        and ".".join(problem.path.split(".")[:2]) in ours
        and problem_field(problem.path, form).page == page
    ]


def _still(card: Card) -> Ending:
    """A card with games on it was played, or broken off."""
    return Ending.UNFINISHED if card.ending is Ending.UNFINISHED else Ending.PLAYED


def steps(journey: Journey, name: str, page: int = 0) -> dict[str, object]:
    """Where on the card's way a page ("players", "lines", "check") is: step 2 of 5, its words, the rail of marks."""
    last = len(journey.pages) + 2
    step, words = {"lines": page + 1, "players": 1}.get(name, last), "check and send"
    if name in {"lines", "players"}:
        words = page_label(journey, page) if name == "lines" else "who played"
    rail = ["done" if each < step else "here" if each == step else "" for each in range(1, last + 1)]
    return {"step": step, "steps": last, "words": words, "rail": rail}


def page_label(journey: Journey, page: int) -> str:
    """What is on a page of lines: "Singles 1 to 3"."""
    titles = [line_titles(journey.rules.format.lines)[number] for number in journey.pages[page - 1]]
    first, last = titles[0], titles[-1]
    noun, _, number = last.rpartition(" ")
    if first == last:
        return first
    return f"{first} to {number if first.startswith(f'{noun} ') and number.isdecimal() else last}"


# --- Check and send: everything once more, every problem with its rule ------------------------------------------------
KIND_WORDS = {
    Kind.WALKOVER: "Counted as a walkover under the league’s rules.",
    Kind.VOID: "Void: no points to either side.",
    Kind.PART_VOID: "Some games are void.",
    Kind.UNFINISHED: "Not every game has a result.",
}


@require_form_methods
@for_match(may_enter)
def check(request: HttpRequest, fixture: Fixture) -> HttpResponseBase:
    return _send(request, fixture) if request.method == "POST" else _show_card(request, fixture)


@while_open
def _show_card(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    journey = journey_for(request, fixture)
    draft = journey.draft
    if draft is None:
        return redirect_to(fixture, "match-card")
    hidden = {"key": draft.key, "seen": draft.fixture_version, "card": json.dumps(codec.encode(journey.card))}
    initial: dict[str, Any] = hidden | _proposed_reason(journey)
    return _check_page(request, journey, journey.card, _form(journey, initial=initial))


def _send(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Take the card that the page showed. A second tap on the button gets the same receipt."""
    journey = journey_for(request, fixture)
    form = _form(journey, request.POST)
    if not form.is_valid():
        return _check_page(request, journey, form.cleaned_data.get("card") or journey.card, form)
    sent: Card = form.cleaned_data["card"]
    try:
        return redirect_to(fixture, "card-receipt", _submit(request, journey, form.cleaned_data).receipt)
    except CardRefusedError:
        return _check_page(request, journey, sent, form)
    except CardChangedError as changed:
        form.add_error(None, changed.message)
        return _check_page(request, journey, sent, form)
    except StaleError:
        return _compare_page(request, journey, form.cleaned_data)
    except NotAcceptedError as refused:
        return not_accepted(request, fixture, refused)


def _submit(request: HttpRequest, journey: Journey, values: dict[str, Any]) -> Submission:
    draft, acts_for, by, at = journey.draft, journey.acts_for, signed_in_user(request), now()
    common: dict[str, Any] = {
        "sent_for": acts_for, "card": values["card"], "seen": values["seen"], "by": by, "at": at,
        "reason": values.get("reason", ""),
    }  # fmt: skip
    if draft is not None and draft.messages and draft.key == values["key"]:
        return submit_filled_card(draft=draft, **common)
    read = PhotoReading.objects.filter(draft_key=values["key"]).exists()
    source = Source.PAPER if acts_for == SentFor.LEAGUE else Source.PHOTO if read else Source.WEB
    entered_at = draft.saved_at if draft else None
    return file_card(fixture=journey.fixture, key=values["key"], source=source, entered_at=entered_at, **common)


def _check_page(request: HttpRequest, journey: Journey, card: Card, form: SendForm) -> HttpResponse:
    faults = check_card(card, journey.match)
    total = tally(card, journey.match, journey.match.scheme)
    refused = _shown(faults, Severity.REFUSE, journey)
    league = _speaks_for_league(journey)
    context = {
        "journey": journey, "fixture": journey.fixture, "form": form, "card": card,
        **score_context(total, journey.match, journey.fixture),
        "note": KIND_WORDS.get(total.kind, ""), "pages": _pages(journey, card),
        "problems": () if league else refused, "overrules": refused if league else (),
        "secretary": _shown(faults, Severity.SECRETARY, journey), "warned": _shown(faults, Severity.WARNING, journey),
        "ending": ending_words(card.ending, {side: journey.match.squad(side).name for side in Side}),
        "late": late_words(journey.fixture, facts_of(journey.fixture), journey.acts_for, now()),
        "can_send": league or not refused, "for_league": league, **steps(journey, "check"),
    }  # fmt: skip
    return render(request, "results/check.html", context, status=422 if form.is_bound else 200)


def _shown(problems: tuple[Problem, ...], severity: Severity, journey: Journey) -> list[dict[str, str]]:
    """The problems of one weight, in card order: the league's rule, and the address of the field to mend."""
    shown = []
    for problem in (each for each in join_late(problems) if each.severity is severity):
        text = f"{problem.message} (Rule {problem.rule}.)" if problem.rule else problem.message
        place = problem_field(problem.path, journey.rules.format)
        address = journey.fixture.address_of(place.step, *(() if place.page is None else (place.page,)))
        shown.append({"text": text, "href": f"{address}#{place.anchor}"})
    return shown


def _pages(journey: Journey, card: Card) -> list[tuple[int, str, list[CardLineView]]]:
    lines = {line.number: line for line in card_lines(card, journey.match)}
    return [
        (page, page_label(journey, page), [lines[number] for number in numbers if number in lines])
        for page, numbers in enumerate(journey.pages, start=1)
    ]


def _compare_page(request: HttpRequest, journey: Journey, values: dict[str, Any]) -> HttpResponse:
    """The match has moved on since the card was opened: what was sent beside what is there, and the choice."""
    fixture = whole_fixtures().get(pk=journey.fixture.pk)
    facts = match_facts(fixture)
    shown = [
        each for each in facts.facts.submissions if may_see_card(signed_in_user(request), each, sealed=facts.sealed)
    ]
    submission = shown[-1] if shown else None
    theirs = card_of(submission) if submission else None
    hidden = {"key": values["key"], "seen": fixture.version, "card": json.dumps(codec.encode(values["card"]))}
    form = _form(journey, initial=hidden | {"reason": values.get("reason", ""), "anyway": values.get("anyway")})
    context = {
        "journey": journey, "fixture": fixture, "facts": facts, "there": submission, "form": form,
        "seen": values["seen"], "differences": differences(values["card"], theirs, facts.match) if theirs else (),
    }  # fmt: skip
    return render(request, "results/compare.html", context, status=409)


def _form(journey: Journey, data: Any = None, *, initial: dict[str, Any] | None = None) -> SendForm:
    starts = None if has_begun(journey.fixture, now()) else starts_at(journey.fixture)
    return SendForm(data, officer=_speaks_for_league(journey), starts=starts and localtime(starts), initial=initial)


def _speaks_for_league(journey: Journey) -> bool:
    return journey.acts_for == SentFor.LEAGUE


def _proposed_reason(journey: Journey) -> dict[str, str]:
    """Why an officer types the first card of a match that was played: there is usually but one reason."""
    played = journey.card.ending in {Ending.PLAYED, Ending.UNFINISHED}
    if not (played and _speaks_for_league(journey)) or Submission.objects.filter(fixture=journey.fixture).exists():
        return {}
    return {"reason": "The paper card was handed in."}
