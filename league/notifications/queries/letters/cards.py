"""What captains are told of a result: that the other side has sent a card, disputes it or protests, or that it stands;
and what the league's officers are told of a protest.
"""

from collections.abc import Iterable, Iterator

from django.db.models import QuerySet
from django.utils.timezone import localtime

from league.base.accounts.models import User
from league.base.audit.models import Entry
from league.base.ui.formats import moment_text, one_line, score_text
from league.notifications.choices import MessageKind
from league.notifications.queries.letter import Letter, fixture_of, source, to_each, without
from league.notifications.queries.recipients import both_sides, leaders, role_holders
from league.results.choices import FINAL_STATES, TO_SETTLE, ResultState, SentFor
from league.results.models import Answer, CardMessage, Protest, Result, Submission
from league.results.queries.to_do import dispute_button
from league.results.values import card_of, entry_of
from league.schedule.models import Entry as Side
from league.schedule.models import Fixture
from league.teams.queries.people import OFFICERS

STANDS_UNTIL = "The result stands unless the league decides otherwise."


def card_sent(entry: Entry) -> Iterator[Letter]:
    """The other side is asked, or told that the two cards differ; both get receipts where the cards agree."""
    fixture = fixture_of(entry)
    filed = Submission.objects.filter(receipt=entry.after.get("receipt", "")).select_related("by").first()
    result = _result(fixture)
    if fixture is None or filed is None or result is None or filed.sent_for == SentFor.LEAGUE:
        return
    if result.state in FINAL_STATES:
        yield from _stands(entry, fixture, result)
        return
    ours, theirs = sides_of(fixture, filed)
    yield from _request_to_answer(entry, fixture, result, without(leaders(theirs), filed.by_id), ours.name)
    card = card_of(filed)
    if card is not None and card.protest.strip():
        yield from _to_officers(entry, fixture, ours, card.protest)


def card_by_code(entry: Entry) -> Iterator[Letter]:
    """Both captains, one of whom has to agree: it is never confirmed by itself."""
    fixture = fixture_of(entry)
    filed = Submission.objects.filter(receipt=entry.after.get("receipt", "")).first()
    result = _result(fixture)
    if fixture is None or filed is None or result is None or result.submission_id != filed.pk:
        return
    ours, theirs = sides_of(fixture, filed)
    people = leaders(ours, theirs) if result.state == ResultState.PROVISIONAL else leaders(ours)
    came = f"{filed.sender or 'Someone'} sent a card for {ours} by the code on the printed card, without an account."
    subject, text = f"{fixture}: send your card", "It does not count until you send your card."
    action = ("Send your card", card_address(fixture))
    if result.state == ResultState.PROVISIONAL:
        subject = f"{score_of(fixture, result)}: confirm it, or send your own card"
        text = "It counts for now. It is not confirmed until a captain or the secretary has checked it."
        action = ("Check the card", fixture.address_of("match-confirmation"))
    facts = facts_about(fixture, result)
    yield from to_each(people, MessageKind.CARD_SENT, source(entry), subject, (came, text), facts, action)


def photo_by_code(entry: Entry) -> Iterator[Letter]:
    """Both captains, one of whom can enter the card from it."""
    fixture = fixture_of(entry)
    if fixture is None or _result(fixture) is not None:
        return
    text = "Someone sent a photo of the card by the code on it. No one has entered the card yet: you can."
    subject, action = f"{fixture}: a photo of the card", ("See the photo", fixture.address_of("card-photo"))
    people = both_sides(fixture)
    yield from to_each(people, MessageKind.CARD_SENT, source(entry), subject, (text,), _when(fixture), action)


def message_filed(entry: Entry) -> Iterator[Letter]:
    """The side whose message it was learns what it was taken for, while that can be put right by another card."""
    fixture = fixture_of(entry)
    kept = CardMessage.objects.filter(fixture=fixture, received_at=entry.at).exclude(sent_for=SentFor.LEAGUE).first()
    result = _result(fixture)
    if fixture is None or kept is None or (result is not None and result.state in FINAL_STATES):
        return
    score = f"{fixture.home} {kept.score} {fixture.away}"
    text = "If that is wrong, send your card: it replaces this one."
    if kept.submission_id is None:
        text = "A card of this league has every line. Fill it in, and the result counts."
    paragraphs = (f"Your side’s message was taken as {score}: “{one_line(kept.text)}”", text)
    people = without(leaders(fixture.home if kept.sent_for == SentFor.HOME else fixture.away), entry.by_id)
    subject, action = f"{score}: taken from your message", ("Open the card", fixture.address_of("card-players"))
    yield from to_each(people, MessageKind.CARD_SENT, source(entry), subject, paragraphs, _when(fixture), action)


def card_agreed(entry: Entry) -> Iterator[Letter]:
    """Both sides get receipts, once the result stands."""
    fixture = fixture_of(entry)
    result = _result(fixture)
    if fixture is not None and result is not None and result.state in FINAL_STATES:
        yield from _stands(entry, fixture, result)


def card_disputed(entry: Entry) -> Iterator[Letter]:
    """The side whose card is questioned learns why, and can send another."""
    fixture = fixture_of(entry)
    result = _result(fixture)
    if fixture is None or result is None or result.state != ResultState.DISPUTED:
        return
    people, subject = without(both_sides(fixture), entry.by_id), f"{score_of(fixture, result)}: disputed"
    paragraphs = (
        f"{_disputer(entry, fixture)} disputed this result:",
        f"“{one_line(entry.reason)}”",
        TO_SETTLE,
    )
    facts, action = facts_about(fixture, result), (dispute_button(both_sent=False), fixture.get_absolute_url())
    yield from to_each(people, MessageKind.CARD_SENT, source(entry), subject, paragraphs, facts, action)


def result_decided(entry: Entry) -> Iterator[Letter]:
    """Both sides learn what the league has decided, and why."""
    fixture = fixture_of(entry)
    if fixture is None:
        return
    result = _result(fixture)
    became = f"{score_of(fixture, result)}: decided by the league" if result else f"{fixture}: result removed"
    before = entry.before.get("result", "")
    facts = facts_about(fixture, result) + ((("Before", score_text(str(before))),) if before else ())
    paragraphs = ("The league has decided this match.", f"Reason: {one_line(entry.reason)}")
    people, action = both_sides(fixture), ("See the match", fixture.get_absolute_url())
    yield from to_each(people, MessageKind.RESULT, source(entry), became, paragraphs, facts, action, by=entry.by_id)


# --- protests ---------------------------------------------------------------------------------------------------------
def protest_made(entry: Entry) -> Iterator[Letter]:
    """The officers who answer it, and the other side."""
    fixture = fixture_of(entry)
    made = _protests(fixture).filter(at=entry.at, answered_at=None).first()
    if fixture is None or made is None:
        return
    side = entry_of(made.fixture, made.side)
    yield from _to_officers(entry, fixture, side, made.text)
    paragraphs = (f"“{one_line(made.text)}”", f"{STANDS_UNTIL} To give your side, reply to this e-mail.")
    other = leaders(fixture.away if side == fixture.home else fixture.home)
    yield from _about_protest(entry, fixture, other, f"{side} have complained about {fixture}", paragraphs)


def protests_answered(entry: Entry) -> Iterator[Letter]:
    """Both sides: what the league says."""
    fixture = fixture_of(entry)
    answered = _protests(fixture).filter(answered_at=entry.at).first()
    if fixture is not None and answered is not None:
        subject, paragraphs = f"{fixture}: complaint answered", (f"“{one_line(answered.answer)}”",)
        yield from _about_protest(entry, fixture, both_sides(fixture), subject, paragraphs)


def _to_officers(entry: Entry, fixture: Fixture, side: Side, text: str) -> Iterator[Letter]:
    """Whoever settles results in the league: who protests, in their own words."""
    subject, paragraphs = f"{side} have complained about {fixture}", (f"“{one_line(text)}”", STANDS_UNTIL)
    people, action = without(role_holders(fixture.league, OFFICERS), entry.by_id), None
    if entry.verb == "make_protest":
        action = ("Answer the complaint", fixture.address_of("match-protest-answer"))
    yield from _about_protest(entry, fixture, people, subject, paragraphs, action=action)


def _about_protest(
    entry: Entry, fixture: Fixture, people: Iterable[User], subject: str, paragraphs: tuple[str, ...],
    *, action: tuple[str, str] | None = None,
) -> Iterator[Letter]:  # fmt: skip
    facts = facts_about(fixture, _result(fixture))
    action = action or ("See the match", fixture.get_absolute_url())
    yield from to_each(people, MessageKind.PROTEST, source(entry), subject, paragraphs, facts, action)


def _protests(fixture: Fixture | None) -> QuerySet[Protest]:
    rows: QuerySet[Protest] = Protest.objects.filter(fixture=fixture).order_by("-at", "-pk")
    return rows.select_related("fixture__home__team", "fixture__away__team")


def _stands(entry: Entry, fixture: Fixture, result: Result) -> Iterator[Letter]:
    subject, text = (
        f"{score_of(fixture, result)}: result confirmed",
        "Both sides agree. Keep the receipts in case anyone asks.",
    )
    facts = (*facts_about(fixture, result), ("Receipts", receipts_of(fixture)))
    people, action = both_sides(fixture), ("See the match", fixture.get_absolute_url())
    yield from to_each(people, MessageKind.RESULT, source(entry), subject, (text,), facts, action, by=entry.by_id)


def _request_to_answer(
    entry: Entry, fixture: Fixture, result: Result, people: list[User], ours: str
) -> Iterator[Letter]:
    """What the side is told that has not spoken yet, or has sent another card."""
    by = localtime(result.confirm_by) if result.confirm_by else None
    still = (f"If you don’t reply by {moment_text(by)}, this result stands.",) if by else ()
    subject, facts = f"{score_of(fixture, result)}: confirm or dispute", facts_about(fixture, result)
    paragraphs = (f"{ours} have sent the result: {score_of(fixture, result)}.", *still)
    action = ("Confirm or dispute", fixture.address_of("match-confirmation"))
    if result.state == ResultState.SEALED:
        subject, facts, action = f"{fixture}: send your card", _when(fixture), ("Send your card", card_address(fixture))
        paragraphs = (f"{ours} have sent their card. You will see it when you have sent yours.",)
    elif result.state == ResultState.DISPUTED:
        subject, facts, action = (
            f"{fixture}: the two cards differ",
            _when(fixture),
            (dispute_button(both_sent=True), fixture.get_absolute_url()),
        )
        paragraphs = (
            f"{ours} sent a card that differs from yours. See where they differ: you can still accept theirs.",
        )
    return to_each(people, MessageKind.CARD_SENT, source(entry), subject, paragraphs, facts, action)


def _disputer(entry: Entry, fixture: Fixture) -> Side | str:
    """The side whose captain disputed; of two that one person leads, the league does not say which."""
    answered = Answer.objects.filter(submission__fixture=fixture, agreed=False, at=entry.at).order_by("-pk").first()
    if answered is None:
        return "The other side"
    return fixture.home if answered.side == SentFor.HOME else fixture.away or fixture.home


def _result(fixture: Fixture | None) -> Result | None:
    return Result.objects.filter(fixture=fixture).first() if fixture is not None else None


def receipts_of(fixture: Fixture) -> str:
    sent = Submission.objects.filter(fixture=fixture).order_by("made_version")
    return ", ".join(sent.values_list("receipt", flat=True))


def sides_of(fixture: Fixture, filed: Submission) -> tuple[Side, Side]:
    """The side that sent it, and the other."""
    home, away = fixture.home, fixture.away or fixture.home
    return (home, away) if filed.sent_for == SentFor.HOME else (away, home)


def score_of(fixture: Fixture, result: Result) -> str:
    return f"{fixture.home} {result.score} {fixture.away}"


def facts_about(fixture: Fixture, result: Result | None) -> tuple[tuple[str, str], ...]:
    visible = result is not None and result.state != ResultState.SEALED
    return ((("Result", score_of(fixture, result)),) if visible and result else ()) + _when(fixture)


def _when(fixture: Fixture) -> tuple[tuple[str, str], ...]:
    played = (("Played", fixture.night),) if fixture.date else ()
    return (("Match", f"{fixture}, {fixture.occasion}"), *played)


def card_address(fixture: Fixture) -> str:
    """Where a captain fills in the card of a match; the page asks who is not signed in for a code first."""
    return fixture.address_of("match-card")
