"""What captains say about a result: agree with the other side's card, dispute it, protest; and the league's answer."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache

from league.base.ui.responses import form_action, render_form, require_form_methods
from league.results.actions.cards import answer_card, answer_protests, make_protest
from league.results.actions.code_cards import send_as_own
from league.results.actions.submissions import NotAcceptedError
from league.results.choices import OTHER, ResultState
from league.results.forms.answers import DisputeForm, ProtestAnswerForm, ProtestForm
from league.results.models import Submission
from league.results.permissions import may_answer, may_decide, sides_of
from league.results.presenters.results import card_findings, card_lines
from league.results.queries.facts import match_facts
from league.results.queries.penalties import late_words
from league.results.queries.protests import last_day_to_protest, protester, protests_about, why_no_protest
from league.results.values import MatchFacts, card_of
from league.results.views.access import for_match, not_accepted, redirect_to, signed_in_user
from league.results.views.receipts import format_moment, score_context, state_text
from league.schedule.models import Fixture
from league.schedule.values.matches import rules_for
from league.teams.permissions import require
from scoring.card.sheet import Side

ANSWERABLE = (ResultState.PROVISIONAL, ResultState.DISPUTED)


@require_form_methods
@for_match(lambda user, fixture: bool(sides_of(user, fixture)))
def confirmation(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """The other side's card: looking at it changes nothing, agreeing is a button."""
    if request.method == "POST":
        return _answer(request, fixture, agreed=True)
    facts = match_facts(fixture)
    submission = _theirs(request, facts)
    if facts.result is None or submission is None or facts.result.state == ResultState.SEALED:
        return redirect_to(fixture, "match-card")
    return render(request, "results/confirmation.html", _card_context(request, facts, submission))


@require_form_methods
@for_match(lambda user, fixture: bool(sides_of(user, fixture)))
def dispute(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Say what is not right about the other side's card. Nobody is asked about one by the code: they send another."""
    facts = match_facts(fixture)
    submission = _theirs(request, facts)
    if submission is not None and submission.by_code:
        return redirect_to(fixture, "card-players")
    if facts.result is None or submission is None or facts.result.state == ResultState.SEALED:
        return redirect_to(fixture, "match-card")
    form = DisputeForm(request.POST or None)
    if form.is_valid():
        return _answer(request, fixture, agreed=False, reason=form.cleaned_data["reason"])
    context = _card_context(request, facts, submission) | {"form": form}
    return render(request, "results/dispute.html", context, status=422 if form.is_bound else 200)


def _answer(request: HttpRequest, fixture: Fixture, *, agreed: bool, reason: str = "") -> HttpResponse:
    """Answer the card that the page showed, which the post names by its receipt."""
    named = request.POST.get("receipt", "")
    submission = get_object_or_404(Submission.objects.select_related("fixture"), fixture=fixture, receipt=named)
    submission.fixture = fixture
    user = signed_in_user(request)
    try:
        if submission.by_code and agreed:
            submission = send_as_own(submission=submission, sent_for=sides_of(user, fixture)[0], by=user, at=now())
        else:
            require(may_answer(user, submission))
            answer_card(submission=submission, agreed=agreed, by=user, at=now(), reason=reason)
    except NotAcceptedError as refused:
        return not_accepted(request, fixture, refused)
    return redirect_to(fixture, "card-receipt", submission.receipt)


def _theirs(request: HttpRequest, facts: MatchFacts) -> Submission | None:
    """The last card of the side that this person does not lead; what came by the code while no captain has sent one."""
    sides = sides_of(signed_in_user(request), facts.fixture)
    if not sides:
        raise Http404("Only the captains of a match answer its cards.")
    if facts.result is not None and facts.result.submission.by_code:
        return facts.result.submission
    return facts.facts.latest(OTHER[sides[0]])


def _card_context(request: HttpRequest, facts: MatchFacts, submission: Submission) -> dict[str, object]:
    card = card_of(submission)
    side = sides_of(signed_in_user(request), facts.fixture)[0]
    answer = facts.facts.answer_to(submission)
    state = facts.result.state_at(now()) if facts.result else None
    theirs, ours = (facts.match.squad(each).name for each in (Side(OTHER[side]), Side(side)))
    sender = submission.sender_name if submission.by_code else theirs
    answerable = submission.by_code or may_answer(signed_in_user(request), submission)
    return {
        "fixture": facts.fixture, "facts": facts, "submission": submission, "card": card,
        "theirs": theirs, "ours": ours,
        "lines": card_lines(card, facts.match) if card else (), "answer": answer, "acts_for": side,
        "findings": card_findings(submission),
        "late": late_words(facts.fixture, facts.facts, submission.sent_for, submission.came, submission),
        **score_context(facts.tally_of(submission), facts.match, facts.fixture),
        "open": state in ANSWERABLE and answerable,
        "sent_words": f"Sent by {sender}, {format_moment(submission.received_at)}. {state_text(facts, now())}",
        "agree_words": "Accept it after all" if answer or facts.facts.latest(side) else "Confirm this result",
    }  # fmt: skip


# --- A captain's protest about a result that stands, and the league's answer to it ------------------------------------


@never_cache
@require_form_methods
@for_match(lambda user, fixture: bool(sides_of(user, fixture)))
def protest(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Protest about a result that stands; or read why the rules allow none now."""
    side, rules = sides_of(signed_in_user(request), fixture)[0], rules_for(fixture)
    form = ProtestForm(request.POST if request.method == "POST" else None)
    if form_action(request, form, make_protest, fixture=fixture, side=side):
        messages.success(request, "Complaint sent to the secretary. The result stands until it is answered.")
        return redirect_to(fixture, "match-protest")
    context: dict[str, Any] = _protests_context(fixture) | {
        "why_not": why_no_protest(fixture, rules, side, now()),
        "last_day": last_day_to_protest(fixture, rules),
        "acts_for": side,
    }
    return render_form(request, "results/protest.html", form, **context)


@never_cache
@require_form_methods
@for_match(may_decide)
def answer(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    form = ProtestAnswerForm(request.POST if request.method == "POST" else None)
    if form_action(request, form, answer_protests, fixture=fixture):
        messages.success(request, "Answer sent. Both captains can read it.")
        return redirect_to(fixture, "match-protest-answer")
    return render_form(request, "results/protest_answer.html", form, **_protests_context(fixture))


def _protests_context(fixture: Fixture) -> dict[str, Any]:
    protests = protests_about(fixture)
    return {
        "fixture": fixture,
        "protests": [(protester(each), each) for each in protests],
        "open": any(each.answered_at is None for each in protests),
    }
