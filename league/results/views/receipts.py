"""What a receipt says: what happened, who has been told, what comes next and by when, to whoever reads it.

The same card reads differently to the side that sent it, to the side that answers it and to the league. Pure: facts in,
words out.
"""

from dataclasses import dataclass
from datetime import datetime

from league.results.choices import ResultState, SentFor, Source
from league.results.models import Submission
from league.results.values import MatchFacts
from league.results.views.labels import format_moment
from scoring.card.match import Squad


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
    """Who sent it, and the other side."""
    ours = facts.match.home, facts.match.away
    return ours if filed.sent_for == SentFor.HOME else ours[::-1]


def _by_code(facts: MatchFacts, filed: Submission, at: datetime) -> ReceiptText:
    """A card that came by the code, as anybody is told of it."""
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
    """The side's own card."""
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
            quoted = f"They said: “{answer.reason}”"
            return ReceiptText(heading, f"{other} dispute this result.", _to_settle(other), quoted)
        case ResultState.DISPUTED:
            happened = f"Your card differs from the one that {other} sent. {other} and the secretary have been told."
            return ReceiptText(heading, happened, _to_settle(other))
    return ReceiptText(heading, *_settled(facts, at))


def _theirs(facts: MatchFacts, filed: Submission, reader: SentFor, score: str, at: datetime) -> ReceiptText:
    """The other side's card, with what this side said to it."""
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
        return ReceiptText(heading, f"{sender} and the secretary have been told.", _to_settle(sender), quoted)
    return _unanswered(facts, filed, sender, at)


def _unanswered(facts: MatchFacts, filed: Submission, sender: str, at: datetime) -> ReceiptText:
    heading = f"Result from {sender}: receipt {filed.receipt}"
    if _replaced(facts, filed):
        return ReceiptText(heading, f"{sender} have sent another card since. That one replaces it.")
    match _state(facts, at):
        case ResultState.PROVISIONAL:
            return ReceiptText(heading, f"If you do not reply by {_deadline(facts)}, this result stands.")
        case ResultState.DISPUTED:
            return ReceiptText(heading, "It differs from the card that you sent.", _to_settle(sender))
    return ReceiptText(heading, *_settled(facts, at))


def _officers(facts: MatchFacts, filed: Submission, at: datetime) -> ReceiptText:
    """A captain's card, for the league."""
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
    """What the league entered, decided, corrected, awarded or withdrew."""
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
    return ReceiptText(heading, happened, _after_decision(facts, filed))


_ENTERED = ("Result entered", "entered this result")
_DECIDED = ("Result decided", "decided this result")


def _after_decision(facts: MatchFacts, filed: Submission) -> str:
    if facts.facts.latest(SentFor.LEAGUE) != filed:
        return "The league has decided again since. That decision replaces it."
    if filed.source == Source.RESTORED:
        sentence = "The result is again what the captains’ cards say."
        return sentence if facts.result else "There is no result until a card is sent."
    return f"The result is decided by the league{_in_table(facts)}."


def _settled(facts: MatchFacts, at: datetime) -> tuple[str, str]:
    """How a result came to stand, and where it counts."""
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


def _to_settle(other: str) -> str:
    return f"The secretary will decide unless you and {other} sort it out first."


def _replaced(facts: MatchFacts, filed: Submission) -> bool:
    return facts.facts.latest(SentFor(filed.sent_for)) != filed


def _state(facts: MatchFacts, at: datetime) -> ResultState | None:
    return facts.result.state_at(at) if facts.result else None


def _deadline(facts: MatchFacts) -> str:
    return format_moment(facts.result.confirm_by) if facts.result and facts.result.confirm_by else ""
