"""What the league's officers do with results: decide, correct, award, and take a decision back.

Each appends what was decided, with its reason, to what was sent; nothing before it is changed or lost.
"""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from uuid import UUID

from league.accounts.models import User
from league.audit.actions import AuditRecord, record_all, write_tx
from league.results.actions.cards import sign_players
from league.results.actions.filing import NotAcceptedError, Sent, StaleError, append, received_before
from league.results.actions.settling import settle
from league.results.choices import SentFor, Source
from league.results.models import Draft, Result, Submission
from league.results.queries.facts import facts_of, match_for
from league.schedule.actions import lock_fixture, subjects
from league.schedule.models import Fixture
from scoring import codec
from scoring.card.card import check
from scoring.card.match import Problem
from scoring.card.name_matching import identify_players
from scoring.card.outcome import Tally, award_tally
from scoring.card.sheet import Card, Side


@dataclass(frozen=True, slots=True)
class Award:
    """What the league decrees that fits no card: games and points as (home, away), which need not agree."""

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
    """Settle a match with a card: one of those sent, or one that the officer entered.

    An officer may overrule every check; what is wrong with the card is kept with the decision. The same key and card
    again is the same decision. Raises NotAcceptedError without a reason, StaleError, CardChangedError.
    """
    return _decide(fixture, card, Order("decide_result", "decided", source, key, seen, reason, by, at, entered_at))


def correct_result(
    *, fixture: Fixture, card: Card, key: UUID, seen: int, reason: str, by: User, at: datetime,
    entered_at: datetime | None = None,
) -> Submission:  # fmt: skip
    """Put a card in the place of the one that counts; the old one stays to be seen. Raises as `decide_result`."""
    order = Order("correct_result", "corrected", Source.CORRECTION, key, seen, reason, by, at, entered_at)
    return _decide(fixture, card, order)


def award_match(
    *, fixture: Fixture, award: Award | Card, key: UUID, seen: int, reason: str, by: User, at: datetime
) -> Submission:
    """Settle a match without its games: a walkover or a void as a card that says so, or games and points as decreed."""
    order = Order("award_match", "awarded", Source.AWARD, key, seen, reason, by, at)
    if isinstance(award, Card):
        return _decide(fixture, award, order)
    return _append(fixture, order, codec.encode(award.tally))


def restore(*, fixture: Fixture, key: UUID, seen: int, reason: str, by: User, at: datetime) -> Submission:
    """Take back what the league decided: the match is again what the captains' cards say, or is still to be played."""
    order = Order("restore", "taken back", Source.RESTORED, key, seen, reason, by, at)
    return _append(fixture, order, {})


@dataclass(frozen=True, slots=True)
class Order:
    """What all decisions have: the action's name and its word, where it comes from, and who decides when and why."""

    verb: str
    word: str
    source: Source
    key: UUID
    seen: int
    reason: str
    by: User
    at: datetime
    entered_at: datetime | None = None

    def sent(self, fixture: Fixture, card: codec.Json) -> Sent:
        return Sent(
            fixture, SentFor.LEAGUE, self.source, card, self.key, self.seen, self.by, self.at, self.entered_at,
            self.reason.strip(),
        )  # fmt: skip


def _decide(fixture: Fixture, card: Card, order: Order) -> Submission:
    with write_tx():
        held = _held(fixture, order)
        known = received_before(order.sent(held, codec.encode(card)))
        if known is not None:
            return known
        match = match_for(held)
        problems = check(card, match)
        signed = identify_players(sign_players(card, match, fixture=held, by=order.by, at=order.at), match)
        return _file(held, order, codec.encode(card), became=codec.encode(signed), problems=problems)


def _append(fixture: Fixture, order: Order, card: codec.Json) -> Submission:
    with write_tx():
        held = _held(fixture, order)
        known = received_before(order.sent(held, card))
        if known is not None:
            return known
        if order.source == Source.RESTORED and facts_of(held).decision is None:
            raise NotAcceptedError("The league has not decided anything about this match.")
        return _file(held, order, card, became=card)


def _held(fixture: Fixture, order: Order) -> Fixture:
    """The fixture, locked; refuses what no officer may do either."""
    held = lock_fixture(fixture.pk)
    if held.away_id is None:
        raise NotAcceptedError("This is a bye: there is nothing to decide.")
    if not order.reason.strip():
        raise NotAcceptedError("Say why. The reason is shown with the result.")
    return held


def _file(
    held: Fixture, order: Order, card: codec.Json, *, became: codec.Json, problems: tuple[Problem, ...] = ()
) -> Submission:
    """Append the decision unless somebody was quicker, settle, and write what happened."""
    if held.version != order.seen:
        raise StaleError(seen=order.seen, now=held.version)
    before = Result.objects.filter(fixture=held).first()
    filed = append(order.sent(held, card), card=became, problems=problems, overruled=True)
    after = settle(held, at=order.at)
    Draft.objects.filter(fixture=held, by=order.by).delete()
    deed = deed_of(order, filed, problems, before=before, after=after)
    record_all((deed,), at=order.at, by=order.by, league_id=held.league_id)
    return filed


def deed_of(
    order: Order, filed: Submission, problems: tuple[Problem, ...], *, before: Result | None, after: Result | None
) -> AuditRecord:
    """What the history tells of a decision."""
    score = f": {after}" if after else ""
    return AuditRecord(
        verb=order.verb,
        words=f"{filed.fixture} {order.word} by the league ({filed.receipt}){score}",
        about=subjects(filed.fixture),
        reason=filed.reason,
        before=_shown(before),
        after=_shown(after) | {"overruled": [problem.message for problem in problems]},
    )


def _shown(result: Result | None) -> dict[str, object]:
    """A result as an audit entry keeps it."""
    return {} if result is None else {"result": str(result), "state": result.get_state_display()}
