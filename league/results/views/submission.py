"""Check and send: everything once more, every problem with its rule, and a receipt that can be quoted."""

import json
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import localtime, now
from django.views.decorators.http import require_GET, require_safe

from league.base.ui.responses import render_form, require_form_methods
from league.results.actions import (
    CardChangedError,
    CardRefusedError,
    NotAcceptedError,
    StaleError,
    correct_result,
    decide_result,
    submit_card,
)
from league.results.choices import OTHER, PUBLIC_STATES, ResultState, SentFor
from league.results.forms import ProofForm, SendForm, problem_field
from league.results.models import Result, Submission
from league.results.permissions import acts_for, may_enter, may_see_card
from league.results.presenters.results import CardLineView, card_findings, card_lines, ending_words
from league.results.queries import Journey, match_facts
from league.results.queries.photo_readings import draft_source
from league.results.queries.proof import card_proof, code_on_receipt
from league.results.queries.to_do import has_begun
from league.results.values import MatchFacts, card_of
from league.results.views.access import for_match, journey_for, not_accepted, redirect_to, signed_in_user, while_open
from league.results.views.labels import page_label, score_context, score_note, score_text, steps
from league.results.views.receipts import receipt_text
from league.schedule.models import Fixture
from league.schedule.queries import whole_fixtures
from league.schedule.values.matches import starts_at
from league.teams.middleware import LeagueRequest
from scoring import codec
from scoring.card.card import check as check_card
from scoring.card.card import differences, tally
from scoring.card.eligibility import join_late
from scoring.card.match import Problem
from scoring.card.outcome import Kind, Tally
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
    """Show the whole card and everything that was found in it; send it."""
    return _send(request, fixture) if request.method == "POST" else _show(request, fixture)


@while_open
def _show(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    journey = journey_for(request, fixture)
    if journey.draft is None:
        return redirect_to(fixture, "match-card")
    initial = _hidden(journey, journey.card) | _proposed_reason(journey)
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
    entered_at = journey.draft.saved_at if journey.draft else None
    common: dict[str, Any] = {
        "fixture": journey.fixture, "card": values["card"], "key": values["key"], "seen": values["seen"],
        "by": signed_in_user(request), "at": now(), "entered_at": entered_at,
    }  # fmt: skip
    if not _speaks_for_league(journey):
        return submit_card(sent_for=journey.acts_for, source=draft_source(values["key"]), **common)
    has_result = Result.objects.filter(fixture=journey.fixture).exists()
    return (correct_result if has_result else decide_result)(reason=values["reason"], **common)


def _check_page(request: HttpRequest, journey: Journey, card: Card, form: SendForm) -> HttpResponse:
    """The whole card with what was found in it; status 422 after a post that was not taken."""
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
        "can_send": league or not refused, "for_league": league, **steps(journey, "check").context,
    }  # fmt: skip
    return render(request, "results/check.html", context, status=422 if form.is_bound else 200)


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """A problem as a page shows it: the league's rule, and the address of the field where it can be mended."""

    problem: Problem
    href: str

    @property
    def text(self) -> str:
        rule = f" (Rule {self.problem.rule}.)" if self.problem.rule else ""
        return f"{self.problem.message}{rule}"


def _shown(problems: tuple[Problem, ...], severity: Severity, journey: Journey) -> tuple[ShownProblem, ...]:
    """The problems of one weight, in card order."""
    return tuple(
        ShownProblem(each, _url(each.path, journey)) for each in join_late(problems) if each.severity is severity
    )


def _url(path: str, journey: Journey) -> str:
    place = problem_field(path, journey.rules.format)
    rest = () if place.page is None else (place.page,)
    return f"{journey.fixture.address_of(place.step, *rest)}#{place.anchor}"


def _pages(journey: Journey, card: Card) -> list[tuple[int, str, list[CardLineView]]]:
    """The lines of the card by the page on which they can be changed, with its words."""
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


@require_GET
@for_match(may_enter)
def receipt(request: HttpRequest, fixture: Fixture, receipt: str) -> HttpResponse:
    """That a card was received, when, under which number, and what happens now, in the words of the reader's side."""
    submission = get_object_or_404(Submission.objects.select_related("by"), fixture=fixture, receipt=receipt)
    facts = match_facts(fixture)
    submission.fixture = fixture
    if not may_see_card(signed_in_user(request), submission, sealed=facts.sealed):
        raise Http404("Both captains send a card first.")
    reader, total = acts_for(signed_in_user(request), fixture) or SentFor.LEAGUE, _tally_of(submission, facts)
    disputed = facts.result is not None and facts.result.state == ResultState.DISPUTED
    text = receipt_text(facts, submission, reader=reader, score=score_text(total), at=now())
    context = {
        "fixture": fixture, "submission": submission, "facts": facts, "findings": card_findings(submission),
        "text": text, "state_words": score_note(facts, total, now()), "disputed": disputed,
        "differs": reader in OTHER and facts.facts.latest(OTHER[reader]) is not None,
        "for_league": reader == SentFor.LEAGUE, "code": code_on_receipt(submission), "share": _share(request, facts),
        **score_context(total, facts.match, facts.fixture),
    }  # fmt: skip
    return render(request, "results/receipt.html", context)


def _share(request: HttpRequest, facts: MatchFacts) -> str:
    """The result in words to pass on, with the match's address; nothing while it is not for everybody to see."""
    result, fixture = facts.result, facts.fixture
    if result is None or result.state_at(now()) not in PUBLIC_STATES:
        return ""
    score = f"{fixture.home} {result.score} {fixture.away}"
    return f"{score} ({fixture.occasion}) {request.build_absolute_uri(fixture.get_absolute_url())}"


def _tally_of(submission: Submission, facts: MatchFacts) -> Tally | None:
    """What this submission comes to; None for a decision taken back."""
    value = codec.decode(submission.card) if submission.card else None
    return tally(value, facts.match, facts.match.scheme) if isinstance(value, Card) else value


def _form(journey: Journey, data: Any = None, *, initial: dict[str, Any] | None = None) -> SendForm:
    """The form of the check page; before the match has begun it asks whether the card is to be sent all the same."""
    starts = None if has_begun(journey.fixture, now()) else starts_at(journey.fixture)
    return SendForm(data, officer=_speaks_for_league(journey), starts=starts and localtime(starts), initial=initial)


def _speaks_for_league(journey: Journey) -> bool:
    return journey.acts_for == SentFor.LEAGUE


def _hidden(journey: Journey, card: Card) -> dict[str, Any]:
    """What the page carries: the card that it shows, the key of the draft and the version that was seen."""
    draft = journey.draft
    values = {"key": draft.key, "seen": draft.fixture_version} if draft else {}
    return {**values, "card": json.dumps(codec.encode(card))}


def _proposed_reason(journey: Journey) -> dict[str, str]:
    """Why an officer types the first card of a match that was played: there is usually but one reason."""
    played = journey.card.ending in {Ending.PLAYED, Ending.UNFINISHED}
    if not (played and _speaks_for_league(journey)) or Submission.objects.filter(fixture=journey.fixture).exists():
        return {}
    return {"reason": "The paper card was handed in."}


# --- that a card has not been changed since ---------------------------------------------------------------------------
@login_not_required
@require_safe
def proof(request: LeagueRequest, league: str) -> HttpResponse:
    """Anybody with a receipt types its number and code, and is told whether the card is as it was."""
    form = ProofForm(request.GET if "receipt" in request.GET else None)
    receipt_proof = card_proof(**form.cleaned_data) if form.is_valid() else None
    if form.is_valid() and receipt_proof is None:
        form.add_error("receipt", "No card of this league has this receipt number. Check it against the receipt.")
    return render_form(request, "results/proof.html", form, proof=receipt_proof)
