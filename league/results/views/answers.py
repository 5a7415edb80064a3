"""The other captain: look at the card that came in, agree with it, or say what is not right."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import now
from django.views.decorators.http import require_http_methods

from league.results.actions import NotAcceptedError, answer_card
from league.results.actions.cards import OTHER
from league.results.choices import ResultState, SentFor
from league.results.forms import DisputeForm
from league.results.models import Submission
from league.results.permissions import may_answer, sides_of
from league.results.queries import MatchFacts, card_of, match_facts, paper
from league.results.views.entrance import for_match, not_accepted, to, who
from league.results.views.wording import moment, score_of, state_words
from league.schedule.models import Fixture
from league.teams.permissions import require
from scoring.card.card import tally

ANSWERABLE = (ResultState.PROVISIONAL, ResultState.DISPUTED)


@require_http_methods(["GET", "POST"])
@for_match(lambda user, fixture: bool(sides_of(user, fixture)))
def confirmation(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """The other side's card: looking at it changes nothing, agreeing is a button."""
    if request.method == "POST":
        return _answer(request, fixture, agreed=True)
    facts = match_facts(fixture)
    submission = _theirs(request, facts)
    if facts.result is None or submission is None or facts.result.state == ResultState.SEALED:
        return to(fixture, "match-card")
    return render(request, "results/confirmation.html", _shown(request, facts, submission))


@require_http_methods(["GET", "POST"])
@for_match(lambda user, fixture: bool(sides_of(user, fixture)))
def dispute(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Say what is not right about the other side's card."""
    facts = match_facts(fixture)
    submission = _theirs(request, facts)
    if facts.result is None or submission is None or facts.result.state == ResultState.SEALED:
        return to(fixture, "match-card")
    form = DisputeForm(request.POST or None)
    if form.is_valid():
        return _answer(request, fixture, agreed=False, reason=form.cleaned_data["reason"])
    context = _shown(request, facts, submission) | {"form": form}
    return render(request, "results/dispute.html", context, status=422 if form.is_bound else 200)


def _answer(request: HttpRequest, fixture: Fixture, *, agreed: bool, reason: str = "") -> HttpResponse:
    """Answer the card that the page showed, which the post names by its receipt."""
    named = request.POST.get("receipt", "")
    submission = get_object_or_404(Submission.objects.select_related("fixture"), fixture=fixture, receipt=named)
    submission.fixture = fixture
    require(may_answer(who(request), submission))
    try:
        answer_card(submission=submission, agreed=agreed, by=who(request), at=now(), reason=reason)
    except NotAcceptedError as refused:
        return not_accepted(request, fixture, refused)
    return to(fixture, "card-receipt", submission.receipt)


def _theirs(request: HttpRequest, facts: MatchFacts) -> Submission | None:
    """The last card of the side that this person does not lead."""
    sides = sides_of(who(request), facts.fixture)
    if not sides:
        raise Http404("Only the captains of a match answer its cards.")
    return facts.facts.latest(OTHER[sides[0]])


def _shown(request: HttpRequest, facts: MatchFacts, submission: Submission) -> dict[str, object]:
    """What both pages show: their card as the paper has it, and where ours differs."""
    card = card_of(submission)
    side = sides_of(who(request), facts.fixture)[0]
    answer = facts.facts.answer_to(submission)
    total = tally(card, facts.match, facts.match.scheme) if card else None
    state = facts.result.state_at(now()) if facts.result else None
    theirs = facts.match.home.name if side == SentFor.AWAY else facts.match.away.name
    return {
        "fixture": facts.fixture, "facts": facts, "submission": submission, "card": card, "theirs": theirs,
        "lines": paper(card, facts.match) if card else (), "answer": answer, "acts_for": side,
        **score_of(total, facts.match, facts.fixture),
        "open": state in ANSWERABLE and may_answer(who(request), submission),
        "sent_words": f"As {theirs} sent it, {moment(submission.received_at)}. {state_words(facts, now())}",
        "agree_words": "Agree after all" if answer or facts.facts.latest(side) else "Yes, this is right",
    }  # fmt: skip
