"""What the secretary decides about a late card: points off as the rule says, or none."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate, localtime

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.ui.formats import moment_text
from league.results.actions.decisions import adjust_points
from league.results.choices import AdjustmentKind
from league.results.models import Adjustment, LatePenaltyWaiver
from league.results.queries.late_cards import LateCard, late_cards_to_decide
from league.schedule.actions import lock_fixture, subjects
from league.teams.models import League

ALREADY_DECIDED = "This has already been decided, or the card is no longer late."


def deduct_points(*, league: League, fixture_id: int, entry_id: int, by: User, at: datetime) -> Adjustment:
    """Take off what the rule says. ValidationError where nothing is proposed any more."""
    with write_tx():
        late = _lock_proposal(league, fixture_id, entry_id, at)
        came = f"received {moment_text(localtime(late.came))}" if late.came else "not received"
        reason = f"Card of {late.fixture}: due {moment_text(localtime(late.due))}, {came}"
        return adjust_points(
            entry=late.entry, kind=AdjustmentKind.LATE_CARD, points=-late.points, reason=reason[:200],
            on=localdate(at), by=by, at=at, fixture=late.fixture,
        )  # fmt: skip


def waive_penalty(*, league: League, fixture_id: int, entry_id: int, by: User, at: datetime) -> LatePenaltyWaiver:
    """Take nothing off for this one, and do not ask again. ValidationError where nothing is proposed any more."""
    with write_tx():
        late = _lock_proposal(league, fixture_id, entry_id, at)
        waiver = LatePenaltyWaiver(fixture=late.fixture, entry=late.entry, by=by, at=at)
        waiver.full_clean()
        waiver.save()
        text = f"{late.entry}: no points deducted for the late card of {late.fixture}"
        about = subjects(late.fixture)
        record(verb="let_be", words=text, at=at, by=by, league_id=league.pk, about=about)
    return waiver


def _lock_proposal(league: League, fixture_id: int, entry_id: int, at: datetime) -> LateCard:
    """What is proposed for a side, with the match held: two clicks take turns."""
    lock_fixture(fixture_id)
    key = (fixture_id, entry_id)
    for late in late_cards_to_decide(league, at):
        if (late.fixture.pk, late.entry.pk) == key:
            return late
    raise ValidationError(ALREADY_DECIDED)
