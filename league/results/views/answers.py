"""What is said about a result: captains agree, dispute and protest; officers answer, decide, correct and award."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import now

from league.base.ui.forms import as_sent
from league.base.ui.old_addresses import form_on
from league.base.ui.responses import form_action, render_form, require_form_methods, require_sent, uncached_form
from league.results.actions.cards import (
    NotAcceptedError,
    answer_card,
    answer_protests,
    make_protest,
    save_draft,
    send_as_own,
)
from league.results.actions.decisions import award_match, decide_result, restore
from league.results.choices import OTHER, ResultState
from league.results.forms import answers as forms
from league.results.models import Submission
from league.results.permissions import may_answer, may_decide, sides_of
from league.results.presenters import card_findings, card_lines
from league.results.queries.facts import (
    WHOLE_MATCH,
    MatchFacts,
    forfeit_options,
    last_day_to_protest,
    match_facts,
    protests_about,
    why_no_protest,
)
from league.results.queries.journeys import named_on
from league.results.queries.penalties import late_words, no_show_penalties
from league.results.values import card_of, entry_of
from league.results.views.access import for_match, not_accepted, redirect_to, signed_in_user, unless_void
from league.results.views.receipts import format_moment, score_context, state_text
from league.schedule.models import Fixture
from league.teams.permissions import require
from scoring.card.sheet import Card, Side

ANSWERABLE = (ResultState.PROVISIONAL, ResultState.DISPUTED)


@require_form_methods
@for_match(lambda user, fixture: bool(sides_of(user, fixture)))
def confirmation(request: HttpRequest, fixture: Fixture) -> HttpResponse:
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
    form = forms.DisputeForm(request.POST or None)
    if form.is_valid():
        return _answer(request, fixture, agreed=False, reason=form.cleaned_data["reason"])
    context = _card_context(request, facts, submission) | {"form": form}
    return render(request, "results/dispute.html", context, status=422 if form.is_bound else 200)


def _answer(request: HttpRequest, fixture: Fixture, *, agreed: bool, reason: str = "") -> HttpResponse:
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
@uncached_form
@for_match(lambda user, fixture: bool(sides_of(user, fixture)))
def protest(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    side, rules = sides_of(signed_in_user(request), fixture)[0], fixture.rules_in_force()
    form = forms.ProtestForm(request.POST if request.method == "POST" else None)
    if form_action(request, form, make_protest, fixture=fixture, side=side):
        messages.success(request, "Complaint sent to the secretary. The result stands until it is answered.")
        return redirect_to(fixture, "match-protest")
    context: dict[str, Any] = _protests_context(fixture) | {
        "why_not": why_no_protest(fixture, rules, side, now()),
        "last_day": last_day_to_protest(fixture, rules),
        "acts_for": side,
    }
    return render_form(request, "results/protest.html", form, **context)


@uncached_form
@for_match(may_decide)
def answer(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    form = forms.ProtestAnswerForm(request.POST if request.method == "POST" else None)
    if form_action(request, form, answer_protests, fixture=fixture):
        messages.success(request, "Answer sent. Both captains can read it.")
        return redirect_to(fixture, "match-protest-answer")
    return render_form(request, "results/protest_answer.html", form, **_protests_context(fixture))


def _protests_context(fixture: Fixture) -> dict[str, Any]:
    protests = protests_about(fixture)
    return {
        "fixture": fixture,
        "protests": [(entry_of(each.fixture, each.side), each) for each in protests],
        "open": any(each.answered_at is None for each in protests),
    }


# --- The officers: settle what the captains cannot, correct, award, and take a decision back --------------------------
@require_form_methods
@for_match(may_decide)
@unless_void
def decision(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    facts = match_facts(fixture)
    form = forms.DecisionForm(request.POST or None, facts=facts)
    if form.is_valid():
        picked = get_object_or_404(Submission, fixture=fixture, pk=form.cleaned_data["card"])
        return _settled(request, fixture, decide_result, form, card=card_of(picked))
    return _page(request, facts, form if request.method == "POST" else None)


@require_form_methods
@for_match(may_decide)
@unless_void
def forfeit(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    facts = match_facts(fixture)
    forfeits = forfeit_options(facts)
    if forfeits is None or request.method != "POST":
        return redirect_to(fixture, "match-decision")
    form = forms.ForfeitForm(request.POST, facts=facts, forfeits=forfeits)
    what = form.cleaned_data["what"] if form.is_valid() else None
    option = next((each for each in forfeits.options if each.key == what), None)
    if option is None:
        return _page(request, facts, form)
    if option.key in WHOLE_MATCH.values():
        return _settled(request, fixture, award_match, form, award=option.card)
    return _settled(request, fixture, decide_result, form, card=option.card)


@form_on("match-decision", "correction")
@for_match(may_decide)
@unless_void
def correction(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Start a new card for the league from the one that counts; it is finished on the card's own pages."""
    require_sent(request)
    facts = match_facts(fixture)
    card = facts.card or Card()
    save_draft(
        fixture=fixture, by=signed_in_user(request), at=now(), card=card, present=named_on(card, facts.rules.format),
        seen=fixture.version,
    )  # fmt: skip
    return redirect_to(fixture, "card-lines", 1) if card.lines else redirect_to(fixture, "card-players")


@form_on("match-decision", "award")
@for_match(may_decide)
@unless_void
def award(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    require_sent(request)
    facts = match_facts(fixture)
    form = forms.AwardForm(request.POST, facts=facts, penalties=no_show_penalties(fixture))
    if form.is_valid():
        return _settled(request, fixture, award_match, form, award=form.to_award(), deductions=form.deductions)
    return _page(request, facts, form)


@form_on("match-decision", "restoration")
@for_match(may_decide)
@unless_void
def restoration(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    require_sent(request)
    form = forms.DecisionReasonForm(request.POST, seen=fixture.version)
    if form.is_valid():
        return _settled(request, fixture, restore, form)
    return _page(request, match_facts(fixture), form)


def _settled(
    request: HttpRequest, fixture: Fixture, action: Any, form: forms.DecisionReasonForm, **what: Any
) -> HttpResponse:
    values = {name: form.cleaned_data[name] for name in ("key", "seen", "reason")}
    try:
        done: Submission = action(fixture=fixture, by=signed_in_user(request), at=now(), **values, **what)
    except NotAcceptedError as error:
        return not_accepted(request, fixture, error)
    return redirect_to(fixture, "card-receipt", done.receipt)


def _page(request: HttpRequest, facts: MatchFacts, form: forms.DecisionReasonForm | None) -> HttpResponse:
    """All that an officer may settle about a match; `form` was sent and is not right."""
    fixture = facts.fixture
    penalties = no_show_penalties(fixture)
    blank = [forms.DecisionForm(facts=facts), forms.AwardForm(facts=facts, penalties=penalties)]
    blank.append(forms.DecisionReasonForm(seen=fixture.version))
    context: dict[str, Any] = {
        "fixture": fixture,
        "facts": facts,
        "lines": card_lines(facts.card, facts.match) if facts.card else (),
        "state_words": state_text(facts, now()),
        "written": _written(facts),
        **score_context(facts.tally, facts.match, fixture),
    }
    if options := forfeit_options(facts):
        context["forfeits"] = options
        blank.append(forms.ForfeitForm(facts=facts, forfeits=options))
    shown = {each.section: as_sent(form, each) for each in blank}
    context |= {"act": request.GET.get("open"), "form": form, "forms": shown}
    return render(request, "results/decision.html", context, status=422 if form else 200)


def _written(facts: MatchFacts) -> list[tuple[str, Card]]:
    """The captains' cards that have remarks or a protest on them, by team."""
    sent = ((facts.match.home.name, facts.home_card), (facts.match.away.name, facts.away_card))
    cards = [(team, card) for team, each in sent if each is not None and (card := card_of(each)) is not None]
    return [(team, card) for team, card in cards if card.remarks or card.protest]
