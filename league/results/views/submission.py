"""Check and send: everything once more, every problem with its rule, and a receipt that can be quoted."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.timezone import localtime, now

from league.base.ui.responses import require_form_methods
from league.results.actions.cards import submit_card
from league.results.actions.decisions import correct_result, decide_result
from league.results.actions.messages import submit_filled_card
from league.results.actions.submissions import CardChangedError, CardRefusedError, NotAcceptedError, StaleError
from league.results.choices import SentFor
from league.results.forms.sheet import SendForm, problem_field
from league.results.models import Result, Submission
from league.results.permissions import may_enter, may_see_card
from league.results.presenters.results import CardLineView, card_lines, ending_words
from league.results.queries.facts import facts_of, match_facts
from league.results.queries.journeys import Journey
from league.results.queries.penalties import late_words
from league.results.queries.printed_cards import draft_source
from league.results.queries.to_do import has_begun
from league.results.values import card_of
from league.results.views.access import for_match, journey_for, not_accepted, redirect_to, signed_in_user, while_open
from league.results.views.card import page_label, steps
from league.results.views.receipts import score_context
from league.schedule.models import Fixture
from league.schedule.queries.matches import whole_fixtures
from league.schedule.values.matches import starts_at
from scoring import codec
from scoring.card.check import check as check_card
from scoring.card.differences import differences
from scoring.card.eligibility import join_late
from scoring.card.match import Problem
from scoring.card.outcome import Kind, tally
from scoring.card.sheet import Card, Ending, Side
from scoring.play.finding import Severity

KIND_WORDS = {
    Kind.WALKOVER: "Counted as a walkover under the league’s rules.",
    Kind.VOID: "Void: no points to either side.",
    Kind.PART_VOID: "Some games are void.",
    Kind.UNFINISHED: "Not every game has a result.",
}


@require_form_methods
@for_match(may_enter)
def check(request: HttpRequest, fixture: Fixture) -> HttpResponseBase:
    return _send(request, fixture) if request.method == "POST" else _show(request, fixture)


@while_open
def _show(request: HttpRequest, fixture: Fixture) -> HttpResponse:
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
    """A captain's card is submitted; an officer's is a decision, or a correction where there is a result."""
    draft, by, at = journey.draft, signed_in_user(request), now()
    if draft is not None and draft.messages and draft.key == values["key"]:
        return submit_filled_card(
            draft=draft, card=values["card"], sent_for=journey.acts_for, seen=values["seen"], by=by, at=at,
            reason=values.get("reason", ""),
        )  # fmt: skip
    entered_at = draft.saved_at if draft else None
    common: dict[str, Any] = {
        "fixture": journey.fixture, "card": values["card"], "key": values["key"], "seen": values["seen"],
        "by": by, "at": at, "entered_at": entered_at,
    }  # fmt: skip
    if not _speaks_for_league(journey):
        return submit_card(sent_for=journey.acts_for, source=draft_source(values["key"]), **common)
    has_result = Result.objects.filter(fixture=journey.fixture).exists()
    return (correct_result if has_result else decide_result)(reason=values["reason"], **common)


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
