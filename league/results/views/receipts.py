"""What a receipt says: what happened, who has been told, what comes next and by when, to whoever reads it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import localtime, now
from django.views.decorators.http import require_GET

from league.base.ui.formats import clock, night
from league.results.choices import OTHER, PUBLIC_STATES, TO_SETTLE, ResultState, SentFor, Source
from league.results.models import Submission
from league.results.permissions import acts_for, may_enter, may_see_card
from league.results.presenters import card_findings
from league.results.queries.facts import MatchFacts, code_on_receipt, match_facts
from league.results.queries.penalties import late_words
from league.results.values import entry_of
from league.results.views.access import for_match, signed_in_user
from league.schedule.models import Fixture
from league.teams.models import Role
from league.teams.queries.people import contacts_of
from scoring.card.match import Match, Squad
from scoring.card.outcome import Tally, in_words


def score_context(total: Tally | None, match: Match, fixture: Fixture) -> dict[str, object]:
    """What templates/results/_score.html shows; nothing without a tally. Points are for the table: ties have none."""
    if total is None:
        return {"score": None}
    text = "" if fixture.stage else in_words(total, match.scheme, match.home.name, match.away.name)
    return {"score": (total.home_games, total.away_games), "won": total.winner, "comes_to": text}


def score_text(total: Tally | None) -> str:
    return f"{total.home_games}\N{EN DASH}{total.away_games}" if total else ""


STATE_WORDS = {
    ResultState.SEALED: "One card is in. Both captains send one in this league.",
    ResultState.DISPUTED: "Disputed: it does not count until it is settled.",
    ResultState.CONFIRMED: "Confirmed",
    ResultState.DECIDED: "Decided by the league",
}


def state_text(facts: MatchFacts, at: datetime) -> str:
    result = facts.result
    if result is None:
        return "Still to be played"
    state = result.state_at(at)
    if state == ResultState.PROVISIONAL and result.confirm_by is not None:
        return f"Provisional: stands unless it is disputed by {format_moment(result.confirm_by)}."
    if state == ResultState.PROVISIONAL:
        return "Provisional: it came by the code on the card, and waits for a captain or the secretary."
    imported = state is ResultState.DECIDED and result.submission.source == Source.IMPORTED
    return "From the league’s records" if imported else STATE_WORDS[state]


def score_note(facts: MatchFacts, total: Tally | None, at: datetime) -> str:
    """What is said below the score of one card or decision: how sure it is or, where another score stands, which."""
    result = facts.result
    if result is None or result.state_at(at) not in PUBLIC_STATES or result.score == score_text(total):
        return state_text(facts, at)
    both = f"{facts.match.home.name} {result.score} {facts.match.away.name}"
    return f"This score does not stand. The result is {both}, {result.state_at(at).label.lower()}."


def format_moment(at: datetime) -> str:
    """A moment as "Tue 24 Nov, 8pm", in the league's time."""
    local = localtime(at)
    return f"{night(local.date())}, {clock(local)}"


@dataclass(frozen=True, slots=True)
class ReceiptText:
    """The headline, what happened with who was told of it, and what comes next; `quoted` is what was said of it."""

    heading: str
    happened: str
    next: str = ""
    quoted: str = ""


def receipt_text(facts: MatchFacts, filed: Submission, *, reader: SentFor, score: str, at: datetime) -> ReceiptText:
    """The receipt of a card or a decision as the reader's side sees it; `score` is what it comes to."""
    if filed.sent_for == SentFor.LEAGUE:
        return _of_league(facts, filed, reader)
    if filed.by_code:
        return _by_code(facts, filed, at)
    if filed.sent_for == reader:
        return _own(facts, filed, at)
    return _officers(facts, filed, at) if reader == SentFor.LEAGUE else _theirs(facts, filed, reader, score, at)


def _sides(facts: MatchFacts, filed: Submission) -> tuple[Squad, Squad]:
    ours = facts.match.home, facts.match.away
    return ours if filed.sent_for == SentFor.HOME else ours[::-1]


def _by_code(facts: MatchFacts, filed: Submission, at: datetime) -> ReceiptText:
    sides = f"{facts.match.home.name}, {facts.match.away.name} and the secretary"
    heading = f"Result sent: receipt {filed.receipt}"
    if facts.facts.standing(SentFor(filed.sent_for)) != filed:
        return ReceiptText(heading, "Another card has come since. That one replaces it.")
    match _state(facts, at):
        case ResultState.PROVISIONAL | ResultState.SEALED:
            return ReceiptText(
                heading, f"{sides} have been told.", "It is not confirmed until a captain or the secretary agrees."
            )
        case ResultState.DISPUTED:
            return ReceiptText(heading, "Another card by the code says something else.", f"{sides} have been told.")
    return ReceiptText(heading, *_settled(facts, at))


def _own(facts: MatchFacts, filed: Submission, at: datetime) -> ReceiptText:
    other = _sides(facts, filed)[1].name
    heading = f"Result sent: receipt {filed.receipt}"
    if _replaced(facts, filed):
        return ReceiptText(heading, "You have sent another card since. That one replaces it.")
    by = _deadline(facts)
    match _state(facts, at):
        case ResultState.PROVISIONAL:
            waits = f"They have until {by} to confirm or dispute it. If they do not reply, this result stands."
            return ReceiptText(heading, f"{other} have been told.", waits)
        case ResultState.SEALED:
            waits = f"They have until {by} to send theirs. Neither side sees the other’s card before both are in."
            return ReceiptText(heading, f"{other} have been asked for their card.", waits)
        case ResultState.DISPUTED if answer := facts.facts.answer_to(filed):
            return ReceiptText(f"{other} dispute this result", f"They said: “{answer.reason}”", TO_SETTLE)
        case ResultState.DISPUTED:
            happened = f"{other} and the secretary have been told."
            return ReceiptText(f"Your card differs from the one that {other} sent", happened, TO_SETTLE)
    return ReceiptText(heading, *_settled(facts, at))


def _theirs(facts: MatchFacts, filed: Submission, reader: SentFor, score: str, at: datetime) -> ReceiptText:
    sender = _sides(facts, filed)[0].name
    answers = [answer for answer in facts.facts.answers if answer.submission_id == filed.pk]
    if answers and answers[-1].agreed:
        both = f"{facts.match.home.name} {score} {facts.match.away.name}"
        before = any(not answer.agreed for answer in answers) or facts.facts.latest(reader) is not None
        heading = f"You accepted {both} after all" if before else f"You confirmed {both}"
        return ReceiptText(heading, f"{sender} have been told.", _settled(facts, at)[1])
    if answers:
        heading, quoted = "You’ve disputed this", f"You said: “{answers[-1].reason}”"
        if _state(facts, at) != ResultState.DISPUTED:
            return ReceiptText(heading, *_settled(facts, at), quoted)
        return ReceiptText(heading, f"{sender} and the secretary have been told.", TO_SETTLE, quoted)
    return _unanswered(facts, filed, sender, at)


def _unanswered(facts: MatchFacts, filed: Submission, sender: str, at: datetime) -> ReceiptText:
    heading = f"Result from {sender}: receipt {filed.receipt}"
    if _replaced(facts, filed):
        return ReceiptText(heading, f"{sender} have sent another card since. That one replaces it.")
    match _state(facts, at):
        case ResultState.PROVISIONAL:
            return ReceiptText(heading, f"If you do not reply by {_deadline(facts)}, this result stands.")
        case ResultState.DISPUTED:
            return ReceiptText(heading, "It differs from the card that you sent.", TO_SETTLE)
    return ReceiptText(heading, *_settled(facts, at))


def _officers(facts: MatchFacts, filed: Submission, at: datetime) -> ReceiptText:
    sender, other = (side.name for side in _sides(facts, filed))
    heading = f"Result from {sender}: receipt {filed.receipt}"
    if _replaced(facts, filed):
        return ReceiptText(heading, f"{sender} have sent another card since. That one replaces it.")
    match _state(facts, at):
        case ResultState.PROVISIONAL:
            return ReceiptText(heading, f"{other} have until {_deadline(facts)} to confirm or dispute it.")
        case ResultState.SEALED:
            return ReceiptText(heading, f"{other} have until {_deadline(facts)} to send their card.")
        case ResultState.DISPUTED:
            answer = facts.facts.answer_to(filed)
            quoted = f"{other} said: “{answer.reason}”" if answer else ""
            settle = "Decide it unless they sort it out first."
            return ReceiptText(heading, f"{sender} and {other} disagree.", settle, quoted)
    return ReceiptText(heading, *_settled(facts, at))


def _of_league(facts: MatchFacts, filed: Submission, reader: SentFor) -> ReceiptText:
    done = {
        Source.RESTORED: ("Decision withdrawn", "withdrew its decision"),
        Source.CORRECTION: ("Result corrected", "corrected this result"),
        Source.AWARD: ("Match awarded", "awarded this match"),
        Source.IMPORTED: ("Result imported", "imported this result"),
    }.get(Source(filed.source), _ENTERED if facts.facts.entered(filed) else _DECIDED)
    happened = f"{facts.match.home.name} and {facts.match.away.name} have been told, with the reason."
    heading = f"{done[0]}: receipt {filed.receipt}"
    if reader != SentFor.LEAGUE:
        heading, happened = f"The league {done[1]}", "Both sides have been told."
    follows = f"The result is decided by the league{_in_table(facts)}."
    if facts.facts.latest(SentFor.LEAGUE) != filed:
        follows = "The league has decided again since. That decision replaces it."
    elif filed.source == Source.RESTORED:
        again = "The result is again what the captains’ cards say."
        follows = again if facts.result else "There is no result until a card is sent."
    return ReceiptText(heading, happened, follows)


_ENTERED = ("Result entered", "entered this result")
_DECIDED = ("Result decided", "decided this result")


def _settled(facts: MatchFacts, at: datetime) -> tuple[str, str]:
    result = facts.result
    if result is None or _state(facts, at) == ResultState.DECIDED:
        return "The league has decided this match.", ""
    agreed = result.state == ResultState.CONFIRMED
    how = "Both sides agree." if agreed else "It was not disputed in time."
    return how, f"The result is confirmed{_in_table(facts)}."


def _in_table(facts: MatchFacts) -> str:
    if facts.result is None or not facts.result.counts:
        return ""
    return f" and in the {'cup' if facts.fixture.stage else 'table'}"


def _replaced(facts: MatchFacts, filed: Submission) -> bool:
    return facts.facts.latest(SentFor(filed.sent_for)) != filed


def _state(facts: MatchFacts, at: datetime) -> ResultState | None:
    return facts.result.state_at(at) if facts.result else None


def _deadline(facts: MatchFacts) -> str:
    return format_moment(facts.result.confirm_by) if facts.result and facts.result.confirm_by else ""


@require_GET
@for_match(may_enter)
def receipt(request: HttpRequest, fixture: Fixture, receipt: str) -> HttpResponse:
    """That a card was received, when, under which number, and what happens now, in the words of the reader's side."""
    submission = get_object_or_404(Submission.objects.select_related("by"), fixture=fixture, receipt=receipt)
    facts = match_facts(fixture)
    submission.fixture = fixture
    if not may_see_card(signed_in_user(request), submission, sealed=facts.sealed):
        raise Http404("Both captains send a card first.")
    reader, total = acts_for(signed_in_user(request), fixture) or SentFor.LEAGUE, facts.tally_of(submission)
    disputed = facts.result is not None and facts.result.state == ResultState.DISPUTED
    text = receipt_text(facts, submission, reader=reader, score=score_text(total), at=now())
    context = {
        "fixture": fixture, "submission": submission, "facts": facts, "findings": card_findings(submission),
        "text": text, "state_words": score_note(facts, total, now()), "disputed": disputed,
        "late": late_words(fixture, facts.facts, submission.sent_for, submission.came, submission),
        "ours": reader in OTHER and facts.facts.latest(reader), "theirs": facts.facts.latest(OTHER.get(reader, reader)),
        "contacts": _captains(fixture, OTHER[reader]) if disputed and reader in OTHER else (),
        "for_league": reader == SentFor.LEAGUE, "code": code_on_receipt(submission), "share": _share(request, facts),
        **score_context(total, facts.match, facts.fixture),
    }  # fmt: skip
    return render(request, "results/receipt.html", context)


def _captains(fixture: Fixture, side: SentFor) -> QuerySet[Role]:
    return contacts_of(fixture.league).filter(team=entry_of(fixture, side).team_id)


def _share(request: HttpRequest, facts: MatchFacts) -> str:
    """The result in words to pass on, with the match's address; nothing while it is not for everybody to see."""
    result, fixture = facts.result, facts.fixture
    if result is None or result.state_at(now()) not in PUBLIC_STATES:
        return ""
    score = f"{fixture.home} {result.score} {fixture.away}"
    return f"{score} ({fixture.occasion}) {request.build_absolute_uri(fixture.get_absolute_url())}"
