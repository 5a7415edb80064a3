"""Cards taken in once and for good: drafts, cards of captains and by the printed code, answers to them, complaints."""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.audit.values import digest_of_card
from league.base.ui.formats import clock, night
from league.results.actions.settlement import settle
from league.results.choices import FINAL_STATES, OTHER, ResultState, SentFor, Source
from league.results.models import Answer, Draft, Protest, Result, Submission
from league.results.queries.facts import facts_of, match_for, protests_about, too_late_to_protest, why_no_protest
from league.results.queries.to_do import has_begun, is_being_scored
from league.results.values import card_of, entry_of, match_night, more_than_odd
from league.schedule.actions.locking import lock_fixture, subjects
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Fixture
from league.schedule.values.matches import starts_at
from league.teams.actions.registrations import sign_on_the_night
from league.teams.models import Player
from scoring import codec
from scoring.card.check import check
from scoring.card.match import Match, Problem
from scoring.card.name_matching import identify_players
from scoring.card.sheet import Card, Ending, LineScore, Named, Side
from scoring.names import fold
from scoring.play.finding import Severity

# Nothing that a voice or a dim pub turns into something else: no 0 O, 1 I L, 5 S, 8 B.
RECEIPT_LETTERS = "ACDEFGHJKMNPQRTUVWXYZ234679"


class NotAcceptedError(Exception):
    """What was sent is not taken, and why, in a sentence for the person who sent it."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


class SettledError(NotAcceptedError):
    """The result stands; only an officer can change it."""


class CardChangedError(NotAcceptedError):
    """The key of a card that was received, with another card."""


class StaleError(NotAcceptedError):
    """The match has changed since the page was opened: `seen` and `now` are versions of the fixture."""

    def __init__(self, *, seen: int, now: int) -> None:
        self.seen, self.now = seen, now
        super().__init__("This match has changed since you opened the page.")


class CardRefusedError(NotAcceptedError):
    """The card cannot be right; `problems` says everything that is wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("The card has mistakes that must be put right first.")


@dataclass(frozen=True, slots=True)
class SentCard:
    """A card (or an award) as JSON, under the sender's key, who had seen a version of the fixture.
    By the code on the card nobody signed in sends it, but somebody who calls themselves `sender`.
    """

    fixture: Fixture
    sent_for: SentFor
    source: Source
    card: codec.Json
    key: UUID
    seen: int
    by: User | None
    at: datetime
    entered_at: datetime | None = None
    reason: str = ""
    sender: str = ""

    @property
    def body_hash(self) -> str:
        """Equal for the same card, sent for the same match, in the same name, for the same reason."""
        body = [self.fixture.pk, self.sent_for, self.card, self.reason]
        return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def received_before(sent: SentCard) -> Submission | None:
    """The submission that this very post has made already. CardChangedError if its key was used for another one."""
    mine = Submission.objects.filter(by=sent.by) if sent.by else sent.fixture.submissions.filter(by=None)
    earlier: Submission | None = mine.filter(key=sent.key).first()
    if earlier is not None and earlier.body_hash != sent.body_hash:
        raise CardChangedError(f"This card was received as {earlier.receipt} with something else on it.")
    return earlier


def append_submission(
    sent: SentCard, *, card: codec.Json | None = None, problems: Iterable[Problem] = (), overruled: bool = False
) -> Submission:
    """File it as the fixture's next version. `card` is what it became if new players were signed on it."""
    receipt = new_receipts([sender_name(sent)])[0]
    filed = to_submission(sent, receipt, card=card, problems=problems, overruled=overruled)
    filed.full_clean()
    filed.save()
    return filed


def append_submissions(decisions: Sequence[tuple[SentCard, tuple[Problem, ...]]]) -> list[Submission]:
    """File what the league decided about several matches, each with the problems that were overruled: two queries."""
    receipts = new_receipts([sender_name(sent) for sent, _ in decisions])
    filed = [
        to_submission(sent, receipt, problems=problems, overruled=True)
        for (sent, problems), receipt in zip(decisions, receipts, strict=True)
    ]
    for each in filed:
        each.clean_fields(exclude=["fixture", "by"])  # which the caller holds; the rest is seen to by the database
    return list(Submission.objects.bulk_create(filed))


def to_submission(
    sent: SentCard, receipt: str, *, card: codec.Json | None = None, problems: Iterable[Problem] = (),
    overruled: bool = False,
) -> Submission:  # fmt: skip
    card_problems = tuple(problems)
    return Submission(
        fixture=sent.fixture,
        sent_for=sent.sent_for,
        source=sent.source,
        by=sent.by,
        sender=sent.sender,
        key=sent.key,
        body_hash=sent.body_hash,
        receipt=receipt,
        card=sent.card if card is None else card,
        fixture_version=sent.seen,
        made_version=sent.fixture.version + 1,
        entered_at=sent.entered_at,
        received_at=sent.at,
        problems=[codec.bare(problem) for problem in card_problems],
        overruled=sorted({problem.code for problem in more_than_odd(card_problems)}) if overruled else [],
        reason=sent.reason,
    )


def sender_name(sent: SentCard) -> str:
    if sent.sent_for == SentFor.LEAGUE or sent.fixture.away is None:
        return sent.fixture.league.short_name
    return entry_of(sent.fixture, sent.sent_for).team.name


def new_receipts(names: Sequence[str]) -> list[str]:
    """A receipt number for each name that nobody has, easy to read out: "CRN-4F7K" for the Crown."""
    receipts: dict[int, str] = {}
    while missing := [place for place in range(len(names)) if place not in receipts]:
        tried: dict[str, int] = {}
        for place in missing:
            tried.setdefault(_receipt(names[place]), place)
        with scopes_disabled():
            taken = {*Submission.objects.filter(receipt__in=tried).values_list("receipt", flat=True)}
        taken |= {*receipts.values()}
        receipts |= {place: receipt for receipt, place in tried.items() if receipt not in taken}
    return [receipts[place] for place in range(len(names))]


def _receipt(name: str) -> str:
    letters = [each for each in name.upper() if "A" <= each <= "Z"] or ["X"]
    hard = letters[:1] + [each for each in letters[1:] if each not in "AEIOU"]
    start = "".join([*hard[:2], hard[-1]] if len(hard) > 2 else (hard + letters[1:] + ["X", "X"])[:3])
    return f"{start}-{''.join(secrets.choice(RECEIPT_LETTERS) for _ in range(4))}"


def save_draft(
    *, fixture: Fixture, by: User, at: datetime, card: Card, present: Mapping[str, list[str]] | None = None,
    seen: int | None = None,
) -> Draft:  # fmt: skip
    """Keep what a person has filled in so far, one draft for each match; `seen` renews the version they have seen."""
    with write_tx():
        draft = Draft.objects.filter(fixture=fixture, by=by).first()
        if draft is None:
            draft = Draft(fixture=fixture, by=by, key=uuid4(), fixture_version=fixture.version)
        draft.card, draft.saved_at = codec.encode(card), at
        draft.present = draft.present if present is None else dict(present)
        draft.fixture_version = draft.fixture_version if seen is None else seen
        draft.full_clean(exclude=["present"])
        draft.save()
    return draft


def submit_card(
    *, fixture: Fixture, card: Card, sent_for: SentFor, key: UUID, seen: int, by: User, at: datetime,
    entered_at: datetime | None = None, source: Source = Source.WEB,
) -> Submission:  # fmt: skip
    """Take in a captain's card: the first stands provisionally, an equal second confirms it, another one disputes it.
    The same key and card again is the same submission. What breaks only the league's rules is taken and flagged. Raises
    CardChangedError (the key again, another card), StaleError, SettledError, NotAcceptedError and CardRefusedError.
    """

    def admit(locked: Fixture) -> None:
        refuse_unless_open(locked, at=at)
        refuse_if_stale(locked, sent)
        late = too_late_to_protest(locked, locked.rules_in_force(), localdate(at)) if card.protest.strip() else ""
        if late:
            raise NotAcceptedError(f"{late} Clear “Playing under protest” to send the card.")

    sent = SentCard(fixture, sent_for, source, codec.encode(card), key, seen, by, at, entered_at)
    return take_in(sent, card, admit=admit)


def take_in(sent: SentCard, card: Card, *, admit: Callable[[Fixture], None]) -> Submission:
    """File a card unless it was received before or `admit` refuses the locked match; settle it, and record it.
    The record of one by the code is without the sender's name, which stands on the card alone and goes with it.
    """
    with write_tx():
        locked = lock_fixture(sent.fixture.pk)
        sent = replace(sent, fixture=locked)
        earlier = received_before(sent)
        if earlier is not None:
            return earlier
        admit(locked)
        match = match_for(locked)
        problems = check(card, match)
        if any(problem.severity is Severity.REFUSE for problem in problems):
            raise CardRefusedError(problems)
        signed = sign_players(card, match, fixture=locked, by=sent.by, at=sent.at) if sent.by else card
        filed = append_submission(sent, card=codec.encode(identify_players(signed, match)), problems=problems)
        result = settle(locked, at=sent.at)
        if sent.by:
            Draft.objects.filter(fixture=locked, by=sent.by).delete()
        _record_card(filed, result, problems)
    return filed


def answer_card(*, submission: Submission, agreed: bool, by: User, at: datetime, reason: str = "") -> Answer:
    """Say for the other side that a card is right, or what is wrong; the same answer again changes nothing.
    Raises SettledError, and NotAcceptedError for a card that is not the side's last or a dispute without a reason.
    """
    side = OTHER[SentFor(submission.sent_for)]
    with write_tx():
        locked = lock_fixture(submission.fixture_id)
        answer = Answer.objects.filter(submission=submission, side=side, agreed=agreed).first()
        if answer is not None:
            return answer
        refuse_unless_open(locked, at=at)
        if facts_of(locked).latest(SentFor(submission.sent_for)) != submission:
            raise NotAcceptedError("A newer card has come since you opened this one. Check that one instead.")
        if Result.objects.filter(fixture=locked, state=ResultState.SEALED).exists():
            raise NotAcceptedError("In this league both captains send a card. Send yours.")
        if not agreed and not reason.strip():
            raise NotAcceptedError("Say what is wrong, so that it can be settled.")
        answer = Answer(submission=submission, side=side, by=by, agreed=agreed, reason=reason.strip(), at=at)
        answer.full_clean()
        answer.save()
        settle(locked, at=at)
        verb = "agreed with" if agreed else "disputes"
        words = f"{entry_of(locked, side)} {verb} the card of {entry_of(locked, OTHER[side])} ({submission.receipt})"
        record(
            verb="agree_card" if agreed else "dispute_card", words=words, at=at, by=by, league_id=locked.league_id,
            about=subjects(locked), reason=answer.reason,
        )  # fmt: skip
    return answer


def refuse_unless_open(fixture: Fixture, *, at: datetime) -> None:
    """NotAcceptedError unless it is a match on its day or later, not void or settled, of an open season or a cup."""
    result = Result.objects.filter(fixture=fixture).first()
    if fixture.away_id is None:
        raise NotAcceptedError("This is a bye: there is no card to send.")
    competition = fixture.division.competition
    if competition.season.closed_at and competition.kind == CompetitionKind.LEAGUE:
        raise NotAcceptedError(
            f"Season {competition.season} is closed and its tables are final. Tell the secretary if a result is wrong."
        )
    if result is not None and result.state_at(at) in FINAL_STATES:
        raise SettledError("This result stands. If it is wrong, tell the secretary.")
    refuse_if_void(fixture)
    if result is None and fixture.date is None:
        raise NotAcceptedError("This match has no date yet. Ask the secretary to set one first.")
    if fixture.date is not None and fixture.date > localdate(at):
        day = night(fixture.date, year=True)
        raise NotAcceptedError(
            f"This match is down for {day}. You can send its card from the day of the match. Was it played early? Ask "
            "the secretary, who can enter it or change its date."
        )


def refuse_if_void(fixture: Fixture) -> None:
    """NotAcceptedError for a match that is not to be played."""
    if fixture.state == FixtureState.VOID:
        raise NotAcceptedError("This match is void. Nothing can be sent or decided about it.")


def refuse_if_stale(fixture: Fixture, sent: SentCard) -> None:
    """StaleError if the match changed since the page was opened.
    The other side's cards are no changes for a captain, who is shown both; nor are those that came by the code.
    """
    not_changes = Q(sent_for=OTHER.get(sent.sent_for)) | Q(by=None)
    since = Submission.objects.filter(not_changes, fixture=fixture, made_version__gt=sent.seen).count()
    if fixture.version != sent.seen + since:
        raise StaleError(seen=sent.seen, now=fixture.version)


def sign_players(card: Card, match: Match, *, fixture: Fixture, by: User, at: datetime) -> Card:
    """Sign the new players of a card on the night, and give the card with their keys in place of mere names."""
    keys: dict[tuple[Side, str], str] = {}
    for signing in card.signings:
        on = fixture.date or localdate(at)
        player = (
            Player.objects.filter(pk=signing.id, merged_into=None).first() if (signing.id or "").isdecimal() else None
        )
        signed = sign_on_the_night(
            team=entry_of(fixture, signing.side).team, name=signing.name, on=on, allowed=match.on_the_night, by=by,
            at=at, player=player, new=signing.new,
        )  # fmt: skip
        keys[signing.side, fold(signing.name)] = str(signed.player_id)

    def known(line: LineScore, side: Side) -> tuple[Named, ...]:
        names = line.players(side)
        return tuple(
            each if each.id is not None else replace(each, id=keys.get((side, fold(each.name)))) for each in names
        )

    lines = (replace(line, home=known(line, Side.HOME), away=known(line, Side.AWAY)) for line in card.lines)
    return replace(card, lines=tuple(lines)) if keys else card


def _record_card(filed: Submission, result: Result | None, problems: tuple[Problem, ...]) -> None:
    fixture, side = filed.fixture, entry_of(filed.fixture, filed.sent_for)
    state = result.get_state_display() if result else "Not played"
    after: dict[str, Any] = {
        "receipt": filed.receipt, "card": digest_of_card(filed.card), "result": str(result), "state": state,
    }  # fmt: skip
    verb, words = "submit_card_by_code", f"A card of {fixture} came for {side} by the code on it"
    if not filed.by_code:
        verb, words = "submit_card", f"{side} sent a card of {fixture}"
        after["problems"] = [problem.message for problem in problems]
    record(
        verb=verb, words=f"{words} ({filed.receipt}): {state.lower()}", at=filed.received_at, by=filed.by,
        league_id=fixture.league_id, about=subjects(fixture), after=after,
    )  # fmt: skip


# --- A captain protests about a result that stands, and the league answers --------------------------------------------
def make_protest(*, fixture: Fixture, side: SentFor, text: str, by: User, at: datetime) -> Protest:
    """Protest for a side; the result stands until the league says otherwise. ValidationError where none is allowed."""
    with write_tx():
        locked = lock_fixture(fixture.pk)
        why_not = why_no_protest(locked, locked.rules_in_force(), side, at)
        if why_not:
            raise ValidationError(why_not)
        protest = Protest(fixture=locked, side=side, by=by, at=at, text=text.strip())
        protest.full_clean()
        protest.save()
        words = f"{entry_of(protest.fixture, protest.side)} complained about {locked}"
        _record("make_protest", locked, words, protest.text, by=by, at=at)
    return protest


def answer_protests(*, fixture: Fixture, answer: str, by: User, at: datetime) -> int:
    """Answer what has been protested about a match; how many protests that were."""
    with write_tx():
        locked = lock_fixture(fixture.pk)
        waiting = [each for each in protests_about(locked) if each.answered_at is None]
        if not waiting:
            raise ValidationError("These complaints have been answered already.")
        for each in waiting:
            each.answer, each.answered_by, each.answered_at = answer.strip(), by, at
            each.full_clean()
            each.save()
        sides = " and ".join(str(entry_of(each.fixture, each.side)) for each in waiting)
        words = f"The complaint of {sides} about {locked} was answered"
        _record("answer_protests", locked, words, answer.strip(), by=by, at=at)
    return len(waiting)


def _record(verb: str, fixture: Fixture, words: str, reason: str, *, by: User, at: datetime) -> None:
    record(verb=verb, words=words, at=at, by=by, league_id=fixture.league_id, about=subjects(fixture), reason=reason)


# --- By the code on the printed card, with no account -----------------------------------------------------------------
# The code is the permission, for one match and until its result stands. What is sent by it confirms, disputes and
# replaces nothing that a captain said.
LAID_ASIDE = timedelta(hours=1)  # a phone that has recorded nothing for so long holds nobody up
MOST_CARDS = 6  # of a match: a slip is put right with another card


def submit_card_by_code(
    *, fixture: Fixture, card: Card, sent_for: SentFor, sender: str, key: UUID, seen: int, at: datetime
) -> Submission:
    """Take in a card that nobody signed in stands behind: it counts until a captain or the league speaks.
    It signs nobody on, and complains of nothing. Raises as `submit_card`.
    """

    def admit(locked: Fixture) -> None:
        refuse_card_by_code(locked, at=at)
        if card.ending not in {Ending.PLAYED, Ending.UNFINISHED}:
            raise NotAcceptedError("That a match was not played is for its captains to say. Tell your captain.")
        refuse_if_stale(locked, sent)

    card = replace(card, signings=(), protest="")
    sent = SentCard(fixture, sent_for, Source.CODE, codec.encode(card), key, seen, None, at, sender=sender)
    return take_in(sent, card, admit=admit)


def send_as_own(*, submission: Submission, sent_for: SentFor, by: User, at: datetime) -> Submission:
    """Send what came by the code as a captain's own card; twice is once. Raises as `submit_card`."""
    card, key = card_of(submission), uuid5(submission.key, sent_for.value)
    with write_tx():
        locked = lock_fixture(submission.fixture_id)
        sent = Submission.objects.filter(by=by, key=key).exists()
        if card is None or not (sent or Result.objects.filter(fixture=locked, submission=submission).exists()):
            raise NotAcceptedError("A newer card has come since you opened this one. Check that one instead.")
        return submit_card(
            fixture=locked, card=card, sent_for=sent_for, key=key, seen=submission.made_version, by=by, at=at
        )


def refuse_code(fixture: Fixture, *, at: datetime) -> None:
    """NotAcceptedError where the code opens nothing: turned off, too early, or the result stands."""
    if not fixture.league.cards_by_code:
        raise NotAcceptedError("In this league the captains send the result.")
    refuse_unless_open(fixture, at=at)
    if fixture.date is not None and not has_begun(fixture, at):
        raise NotAcceptedError(
            f"This match starts at {clock(fixture.start_time)}. Send its card once it has been played."
        )


def refuse_card_by_code(fixture: Fixture, *, at: datetime) -> None:
    """The same, and where a captain has spoken already or a phone is scoring it."""
    refuse_code(fixture, at=at)
    sent = Submission.objects.filter(fixture=fixture)
    if sent.exclude(by=None).exclude(sent_for=SentFor.LEAGUE).exists():
        raise NotAcceptedError("A captain has sent the card of this match already. If it is wrong, tell your captain.")
    if sent.filter(by=None).count() >= MOST_CARDS:
        raise NotAcceptedError("Enough cards have come for this match. Tell your captain or the secretary the result.")
    if is_being_scored(fixture):
        prefill = match_night().live_prefill(fixture, fixture.rules_in_force())
        last = prefill.at if prefill else starts_at(fixture)
        if last is not None and at - last < LAID_ASIDE:
            raise NotAcceptedError("This match is being scored on a phone just now. Send its card once it is over.")
