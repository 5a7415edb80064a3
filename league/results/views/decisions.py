"""The officers' pages: settle what the captains cannot, correct, award, and take a decision back."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_POST

from league.base.ui.responses import require_form_methods
from league.results.actions.cards import save_draft
from league.results.actions.decisions import award_match, decide_result, restore
from league.results.actions.submissions import NotAcceptedError
from league.results.forms.answers import AwardForm, DecisionForm, DecisionReasonForm, ForfeitForm
from league.results.models import Submission
from league.results.permissions import may_decide
from league.results.presenters.results import card_lines
from league.results.queries.eligibility import WHOLE_MATCH, forfeit_options
from league.results.queries.facts import match_facts
from league.results.queries.journeys import named_on
from league.results.queries.penalties import no_show_penalties
from league.results.values import MatchFacts, card_of
from league.results.views.access import for_match, not_accepted, redirect_to, signed_in_user, unless_void
from league.results.views.receipts import score_context, state_text
from league.schedule.models import Fixture
from scoring.card.sheet import Card


@require_form_methods
@for_match(may_decide)
@unless_void
def decision(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    facts = match_facts(fixture)
    form = DecisionForm(request.POST or None, facts=facts)
    if form.is_valid():
        picked = get_object_or_404(Submission, fixture=fixture, pk=form.cleaned_data["card"])
        return _settled(request, fixture, decide_result, form, card=card_of(picked))
    return _page(request, facts, form if request.method == "POST" else None)


@require_POST
@for_match(may_decide)
@unless_void
def forfeit(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Somebody played who may not: those games, or the whole match, go to the other side; or the result stands."""
    facts = match_facts(fixture)
    forfeits = forfeit_options(facts)
    if forfeits is None:
        return redirect_to(fixture, "match-decision")
    form = ForfeitForm(request.POST, facts=facts, forfeits=forfeits)
    what = form.cleaned_data["what"] if form.is_valid() else None
    option = next((each for each in forfeits.options if each.key == what), None)
    if option is None:
        return _page(request, facts, form)
    if option.key in WHOLE_MATCH.values():
        return _settled(request, fixture, award_match, form, award=option.card)
    return _settled(request, fixture, decide_result, form, card=option.card)


@require_form_methods
@for_match(may_decide)
@unless_void
def correction(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Start a new card for the league from the one that counts; it is finished on the card's own pages."""
    if request.method != "POST":
        return _to_page(fixture, "correction")
    facts = match_facts(fixture)
    card = facts.card or Card()
    save_draft(
        fixture=fixture, by=signed_in_user(request), at=now(), card=card, present=named_on(card, facts.rules.format),
        seen=fixture.version,
    )  # fmt: skip
    return redirect_to(fixture, "card-lines", 1) if card.lines else redirect_to(fixture, "card-players")


@require_form_methods
@for_match(may_decide)
@unless_void
def award(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    if request.method != "POST":
        return _to_page(fixture, "award")
    facts = match_facts(fixture)
    form = AwardForm(request.POST, facts=facts, penalties=no_show_penalties(fixture))
    if form.is_valid():
        return _settled(request, fixture, award_match, form, award=form.to_award(), deductions=form.deductions)
    return _page(request, facts, form)


@require_form_methods
@for_match(may_decide)
@unless_void
def restoration(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    if request.method != "POST":
        return _to_page(fixture, "restoration")
    form = DecisionReasonForm(request.POST, seen=fixture.version)
    if form.is_valid():
        return _settled(request, fixture, restore, form)
    return _page(request, match_facts(fixture), form)


def _to_page(fixture: Fixture, act: str) -> HttpResponse:
    return redirect(f"{fixture.address_of('match-decision')}?act={act}#{act}", permanent=True)


def _settled(
    request: HttpRequest, fixture: Fixture, action: Any, form: DecisionReasonForm, **what: Any
) -> HttpResponse:
    values = {name: form.cleaned_data[name] for name in ("key", "seen", "reason")}
    try:
        done: Submission = action(fixture=fixture, by=signed_in_user(request), at=now(), **values, **what)
    except NotAcceptedError as error:
        return not_accepted(request, fixture, error)
    return redirect_to(fixture, "card-receipt", done.receipt)


def _page(request: HttpRequest, facts: MatchFacts, form: DecisionReasonForm | None) -> HttpResponse:
    """All that an officer may settle about a match; `form` was sent and is not right."""
    fixture = facts.fixture
    forms = {
        "decision": DecisionForm(facts=facts),
        "award": AwardForm(facts=facts, penalties=no_show_penalties(fixture)),
        "restoration": DecisionReasonForm(seen=fixture.version),
    }
    context: dict[str, Any] = {
        "fixture": fixture,
        "facts": facts,
        "lines": card_lines(facts.card, facts.match) if facts.card else (),
        "state_words": state_text(facts, now()),
        "written": _written(facts),
        **score_context(facts.tally, facts.match, fixture),
    }
    if options := forfeit_options(facts):
        context["forfeits"], forms["forfeit"] = options, ForfeitForm(facts=facts, forfeits=options)
    context |= {"act": request.GET.get("act"), "form": form, "forms": forms | ({form.name: form} if form else {})}
    return render(request, "results/decision.html", context, status=422 if form else 200)


def _written(facts: MatchFacts) -> list[tuple[str, Card]]:
    """The captains' cards that have remarks or a protest on them, by team."""
    sent = ((facts.match.home.name, facts.home_card), (facts.match.away.name, facts.away_card))
    cards = [(team, card) for team, each in sent if each is not None and (card := card_of(each)) is not None]
    return [(team, card) for team, card in cards if card.remarks or card.protest]
