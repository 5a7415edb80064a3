"""What the league's officers do: decide, correct and award results, and take a decision back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any
from uuid import UUID

from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import AuditRecord, record_all, write_tx
from league.base.audit.values import digest_of_card
from league.results.actions.adjustments import adjust_points
from league.results.actions.cards import (
    NotAcceptedError,
    SentCard,
    StaleError,
    append_submission,
    received_before,
    refuse_if_void,
    sign_players,
    submit_card,
)
from league.results.actions.settlement import settle
from league.results.choices import AdjustmentKind, SentFor, Source
from league.results.models import Draft, Result, Submission
from league.results.queries.facts import facts_of, match_for
from league.results.values import entry_of, more_than_odd
from league.schedule.actions.locking import lock_fixture, subjects
from league.schedule.models import Fixture
from scoring import codec
from scoring.card.check import check
from scoring.card.match import Problem
from scoring.card.name_matching import identify_players
from scoring.card.outcome import Tally, award_tally
from scoring.card.sheet import Card, Side


@dataclass(frozen=True, slots=True)
class Award:
    """What the league decrees that fits no card: games and points as (home, away), which need not agree.
    `winner` None is a draw, or without games and points a defeat of both.
    """

    winner: Side | None
    games: tuple[int, int]
    points: tuple[Fraction, Fraction]
    counts: bool = True

    @property
    def tally(self) -> Tally:
        return award_tally(winner=self.winner, games=self.games, points=self.points, counts=self.counts)


def decide_result(
    *, fixture: Fixture, card: Card, key: UUID, seen: int, reason: str, by: User, at: datetime,
    source: Source = Source.PAPER, entered_at: datetime | None = None,
) -> Submission:  # fmt: skip
    """Settle a match with a card, one of those sent or the officer's own; checks are overruled, and kept with it.
    The same key and card again is the same decision. NotAcceptedError without a reason, StaleError, CardChangedError.
    """
    body, why = codec.encode(card), reason.strip()
    sent = SentCard(fixture, SentFor.LEAGUE, source, body, key, seen, by, at, entered_at, why)
    return _decide("decide_result", sent, card)


def correct_result(
    *, fixture: Fixture, card: Card, key: UUID, seen: int, reason: str, by: User, at: datetime,
    entered_at: datetime | None = None,
) -> Submission:  # fmt: skip
    """Put a card in the place of the one that counts; the old one stays to be seen. Raises as `decide_result`."""
    body, why = codec.encode(card), reason.strip()
    sent = SentCard(fixture, SentFor.LEAGUE, Source.CORRECTION, body, key, seen, by, at, entered_at, why)
    return _decide("correct_result", sent, card)


def file_card(*, fixture: Fixture, sent_for: SentFor, source: Source, reason: str, **card: Any) -> Submission:
    """A captain's card is submitted; the league's is a decision, or a correction where there is a result."""
    if sent_for != SentFor.LEAGUE:
        return submit_card(fixture=fixture, sent_for=sent_for, source=source, **card)
    if Result.objects.filter(fixture=fixture).exists():
        return correct_result(fixture=fixture, reason=reason, **card)
    return decide_result(fixture=fixture, source=source, reason=reason, **card)


def award_match(
    *, fixture: Fixture, award: Award | Card, key: UUID, seen: int, reason: str, by: User, at: datetime,
    deductions: Mapping[Side, Fraction] | None = None,
) -> Submission:  # fmt: skip
    """Settle a match without its games: by a card that says walkover or void, or with games and points as decreed.
    `deductions` are taken off sides that did not turn up, with the first award of that key.
    """
    body = codec.encode(award if isinstance(award, Card) else award.tally)
    sent = SentCard(fixture, SentFor.LEAGUE, Source.AWARD, body, key, seen, by, at, reason=reason.strip())
    with write_tx():
        new = not Submission.objects.filter(by=by, key=key).exists()
        filed = _decide("award_match", sent, award if isinstance(award, Card) else None)
        for side, points in (deductions or {}).items() if new else ():
            adjust_points(
                entry=entry_of(fixture, side), kind=AdjustmentKind.NO_SHOW, points=-points, reason=reason.strip()[:200],
                on=min(fixture.date or localdate(at), localdate(at)), by=by, at=at, fixture=fixture,
            )  # fmt: skip
    return filed


def restore(*, fixture: Fixture, key: UUID, seen: int, reason: str, by: User, at: datetime) -> Submission:
    sent = SentCard(fixture, SentFor.LEAGUE, Source.RESTORED, {}, key, seen, by, at, reason=reason.strip())
    return _decide("restore", sent)


DONE = {"decide_result": "decided", "correct_result": "corrected", "award_match": "awarded", "restore": "taken back"}


def _decide(verb: str, sent: SentCard, card: Card | None = None) -> Submission:
    """Append the decision unless somebody was quicker, settle, and write what happened; a `card` is checked."""
    with write_tx():
        locked = lock_fixture(sent.fixture.pk)
        sent = replace(sent, fixture=locked)
        if locked.away_id is None:
            raise NotAcceptedError("This is a bye: there is nothing to decide.")
        refuse_if_void(locked)
        if not sent.reason:
            raise NotAcceptedError("Say why. The reason is shown with the result.")
        earlier = received_before(sent)
        if earlier is not None:
            return earlier
        if verb == "restore" and facts_of(locked).decision is None:
            raise NotAcceptedError("The league has not decided anything about this match.")
        became, problems = _checked(sent, card) if card else (sent.card, ())
        if locked.version != sent.seen:
            raise StaleError(seen=sent.seen, now=locked.version)
        before = Result.objects.filter(fixture=locked).first()
        filed = append_submission(sent, card=became, problems=problems, overruled=True)
        after = settle(locked, at=sent.at)
        Draft.objects.filter(fixture=locked, by=sent.by).delete()
        entry = audit_record_of(verb, filed, problems, before=before, after=after)
        record_all((entry,), at=sent.at, by=sent.by, league_id=locked.league_id)
    return filed


def _checked(sent: SentCard, card: Card) -> tuple[codec.Json, tuple[Problem, ...]]:
    assert sent.by is not None
    match = match_for(sent.fixture)
    problems = check(card, match)
    signed = sign_players(card, match, fixture=sent.fixture, by=sent.by, at=sent.at)
    return codec.encode(identify_players(signed, match)), problems


def audit_record_of(
    verb: str, filed: Submission, problems: tuple[Problem, ...], *, before: Result | None, after: Result | None
) -> AuditRecord:
    score = f": {after}" if after else ""
    overruled = [problem.message for problem in more_than_odd(problems)]
    return AuditRecord(
        verb=verb,
        words=f"{filed.fixture} {DONE[verb]} by the league ({filed.receipt}){score}",
        about=subjects(filed.fixture),
        reason=filed.reason,
        before=_serialized(before),
        after=_serialized(after)
        | {"receipt": filed.receipt, "card": digest_of_card(filed.card), "overruled": overruled},
    )


def _serialized(result: Result | None) -> dict[str, object]:
    return {} if result is None else {"result": str(result), "state": result.get_state_display()}
