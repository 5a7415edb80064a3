"""What the league's officers do: decide, correct and award results, take a decision back, and give or take points.

Each appends what was decided, with its reason, to what was sent; nothing before it is changed or lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import AuditRecord, record, record_all, write_tx
from league.base.audit.values import digest_of_card
from league.base.ui.formats import night
from league.results.actions.cards import refuse_if_void, sign_players
from league.results.actions.settlement import settle
from league.results.actions.submissions import (
    NotAcceptedError,
    SentCard,
    StaleError,
    append_submission,
    received_before,
)
from league.results.choices import DEDUCTION_KINDS, AdjustmentKind, SentFor, Source
from league.results.models import Adjustment, Draft, Result, Submission
from league.results.queries.facts import facts_of, match_for
from league.results.values import more_than_odd
from league.schedule.actions import bump_version, lock_fixture, subjects
from league.schedule.models import Competition, Entry, Fixture
from scoring import codec
from scoring.card.card import check
from scoring.card.match import Problem
from scoring.card.name_matching import identify_players
from scoring.card.outcome import Tally, award_tally
from scoring.card.points import amount
from scoring.card.sheet import Card, Side


@dataclass(frozen=True, slots=True)
class Award:
    """What the league decrees that fits no card: games and points as (home, away), which need not agree.

    `winner` None is a draw, or where neither gets a game or a point a defeat of both.
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
    """Settle a match with a card: one of those sent, or one that the officer entered.

    An officer may overrule every check; what is wrong with the card is kept with the decision. The same key and card
    again is the same decision. Raises NotAcceptedError without a reason, StaleError, CardChangedError.
    """
    return _decide(
        fixture, card, DecisionRequest("decide_result", "decided", source, key, seen, reason, by, at, entered_at)
    )


def correct_result(
    *, fixture: Fixture, card: Card, key: UUID, seen: int, reason: str, by: User, at: datetime,
    entered_at: datetime | None = None,
) -> Submission:  # fmt: skip
    """Put a card in the place of the one that counts; the old one stays to be seen. Raises as `decide_result`."""
    request = DecisionRequest("correct_result", "corrected", Source.CORRECTION, key, seen, reason, by, at, entered_at)
    return _decide(fixture, card, request)


def award_match(
    *,
    fixture: Fixture,
    award: Award | Card,
    key: UUID,
    seen: int,
    reason: str,
    by: User,
    at: datetime,
    deductions: Mapping[Side, Fraction] | None = None,
) -> Submission:
    """Settle a match without its games: a walkover or a void as a card that says so, or games and points as decreed.

    `deductions` are taken off sides that did not turn up, with the first award of that key.
    """
    request = DecisionRequest("award_match", "awarded", Source.AWARD, key, seen, reason, by, at)
    with write_tx():
        new = not Submission.objects.filter(by=by, key=key).exists()
        if isinstance(award, Card):
            filed = _decide(fixture, award, request)
        else:
            filed = _append(fixture, request, codec.encode(award.tally))
        for side, points in (deductions or {}).items() if new else ():
            entry = fixture.home if side is Side.HOME else fixture.away
            assert entry is not None
            adjust_points(
                entry=entry, kind=AdjustmentKind.NO_SHOW, points=-points, reason=reason.strip()[:200],
                on=min(fixture.date or localdate(at), localdate(at)), by=by, at=at, fixture=fixture,
            )  # fmt: skip
    return filed


def restore(*, fixture: Fixture, key: UUID, seen: int, reason: str, by: User, at: datetime) -> Submission:
    """Take back what the league decided: the match is again what the captains' cards say, or is still to be played."""
    request = DecisionRequest("restore", "taken back", Source.RESTORED, key, seen, reason, by, at)
    return _append(fixture, request, {})


@dataclass(frozen=True, slots=True)
class DecisionRequest:
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

    def sent(self, fixture: Fixture, card: codec.Json) -> SentCard:
        return SentCard(
            fixture, SentFor.LEAGUE, self.source, card, self.key, self.seen, self.by, self.at, self.entered_at,
            self.reason.strip(),
        )  # fmt: skip


def _decide(fixture: Fixture, card: Card, request: DecisionRequest) -> Submission:
    with write_tx():
        locked = _lock_fixture(fixture, request)
        earlier = received_before(request.sent(locked, codec.encode(card)))
        if earlier is not None:
            return earlier
        match = match_for(locked)
        problems = check(card, match)
        signed = identify_players(sign_players(card, match, fixture=locked, by=request.by, at=request.at), match)
        return _file(locked, request, codec.encode(card), became=codec.encode(signed), problems=problems)


def _append(fixture: Fixture, request: DecisionRequest, card: codec.Json) -> Submission:
    with write_tx():
        locked = _lock_fixture(fixture, request)
        earlier = received_before(request.sent(locked, card))
        if earlier is not None:
            return earlier
        if request.source == Source.RESTORED and facts_of(locked).decision is None:
            raise NotAcceptedError("The league has not decided anything about this match.")
        return _file(locked, request, card, became=card)


def _lock_fixture(fixture: Fixture, request: DecisionRequest) -> Fixture:
    """The fixture, locked; refuses what no officer may do either."""
    locked = lock_fixture(fixture.pk)
    if locked.away_id is None:
        raise NotAcceptedError("This is a bye: there is nothing to decide.")
    refuse_if_void(locked)
    if not request.reason.strip():
        raise NotAcceptedError("Say why. The reason is shown with the result.")
    return locked


def _file(
    locked: Fixture,
    request: DecisionRequest,
    card: codec.Json,
    *,
    became: codec.Json,
    problems: tuple[Problem, ...] = (),
) -> Submission:
    """Append the decision unless somebody was quicker, settle, and write what happened."""
    if locked.version != request.seen:
        raise StaleError(seen=request.seen, now=locked.version)
    before = Result.objects.filter(fixture=locked).first()
    filed = append_submission(request.sent(locked, card), card=became, problems=problems, overruled=True)
    after = settle(locked, at=request.at)
    Draft.objects.filter(fixture=locked, by=request.by).delete()
    entry = audit_record_of(request, filed, problems, before=before, after=after)
    record_all((entry,), at=request.at, by=request.by, league_id=locked.league_id)
    return filed


def audit_record_of(
    request: DecisionRequest,
    filed: Submission,
    problems: tuple[Problem, ...],
    *,
    before: Result | None,
    after: Result | None,
) -> AuditRecord:
    """What the history tells of a decision."""
    score = f": {after}" if after else ""
    return AuditRecord(
        verb=request.verb,
        words=f"{filed.fixture} {request.word} by the league ({filed.receipt}){score}",
        about=subjects(filed.fixture),
        reason=filed.reason,
        before=_serialized(before),
        after=_serialized(after)
        | {"receipt": filed.receipt, "card": digest_of_card(filed.card)}
        | {"overruled": [problem.message for problem in more_than_odd(problems)]},
    )


def _serialized(result: Result | None) -> dict[str, object]:
    """A result as an audit entry keeps it."""
    return {} if result is None else {"result": str(result), "state": result.get_state_display()}


# --- Points that the secretary gives or takes, each with its reason, and taking that back -----------------------------
def adjust_points(
    *,
    entry: Entry,
    kind: AdjustmentKind,
    points: Fraction,
    reason: str,
    on: date,
    by: User,
    at: datetime,
    fixture: Fixture | None = None,
) -> Adjustment:
    """Give points to an entry, or take them: `points` is signed, below 0 for what is taken.

    The table counts them from the day `on`. ValidationError for no points, for a sign that does not suit the kind, for
    a day after the season, and without a reason.
    """
    if not points or (points < 0) != (kind in DEDUCTION_KINDS):
        raise ValidationError({"points": "A deduction takes points off; an award or points bought back give them."})
    with write_tx():
        competition = _lock_competition(entry.division.competition)
        today, season = localdate(at), competition.season
        if on > max(today, season.ends):
            raise ValidationError(
                {"on": f"The season ends on {night(season.ends, year=True)}. Choose a day before that."}
            )
        made = Adjustment(
            competition=competition, entry=entry, fixture=fixture, kind=kind, points=str(points), reason=reason.strip(),
            on=on, by=by, at=at,
        )  # fmt: skip
        made.full_clean(exclude=["revoked_at"])
        made.save()
        bump_version(competition)
        now, then = ("lost", "lose") if points < 0 else ("got", "get")
        what = (
            f"{then} {amount(abs(points))} from {night(on, year=True)}"
            if on > today
            else f"{now} {amount(abs(points))}"
        )
        _record(made, "adjust_points", f"{entry} {what}: {made.get_kind_display().lower()}", by, at)
    return made


def revoke_adjustment(*, adjustment: Adjustment, reason: str, by: User, at: datetime) -> Adjustment:
    """Take an adjustment back, for a reason; it stays to be seen. One taken back already is left as it is."""
    if not reason.strip():
        raise ValidationError({"reason": "Say why it is taken back."})
    with write_tx():
        _lock_competition(adjustment.competition)
        locked = Adjustment.objects.select_related("entry__team", "competition__season").get(pk=adjustment.pk)
        if locked.revoked_at is not None:
            return locked
        locked.revoked_at = at
        locked.full_clean()
        locked.save()
        bump_version(locked.competition)
        words = f"{locked.entry}: {amount(Fraction(locked.points))} taken back"
        _record(locked, "revoke_adjustment", words, by, at, reason=reason.strip())
    return locked


def _lock_competition(competition: Competition) -> Competition:
    """The competition, locked: adjustments take turns."""
    return Competition.objects.select_for_update(of=("self",)).select_related("season").get(pk=competition.pk)


def _record(row: Adjustment, verb: str, words: str, by: User, at: datetime, *, reason: str = "") -> None:
    season = row.competition.season
    about = (row.entry.team, season, *([row.fixture] if row.fixture else []))
    record(
        verb=verb, words=words, at=at, by=by, league_id=season.league_id, about=about, reason=reason or row.reason,
        after={"points": row.points, "kind": row.kind},
    )  # fmt: skip
