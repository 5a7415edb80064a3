"""What is done about messages: written, sent, sent again, turned off, and notices given out."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate, localtime

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.notifications.actions.delivery import send_again, send_waiting
from league.notifications.actions.outbox import (
    delete_old_messages,
    give_notice,
    mark_processed,
    process_audit_log,
    process_clock,
)
from league.notifications.actions.preferences import (
    add_phone,
    choose_kinds,
    opt_out,
    set_copy_opt_in,
    set_sms_opt_in,
    stop_phone,
)
from league.notifications.models import LatePenaltyWaiver
from league.notifications.queries.late_cards import LateCard, late_cards_to_decide
from league.notifications.queries.letters import moment
from league.results.actions import adjust_points
from league.results.choices import AdjustmentKind
from league.results.models import Adjustment
from league.schedule.actions import lock_fixture, subjects
from league.teams.models import League

__all__ = [
    "add_phone",
    "choose_kinds",
    "deduct_points",
    "delete_old_messages",
    "give_notice",
    "mark_processed",
    "opt_out",
    "process_audit_log",
    "process_clock",
    "send_again",
    "send_waiting",
    "set_copy_opt_in",
    "set_sms_opt_in",
    "stop_phone",
    "waive_penalty",
]


ALREADY_DECIDED = "This has already been decided, or the card is no longer late."


def deduct_points(*, league: League, fixture_id: int, entry_id: int, by: User, at: datetime) -> Adjustment:
    """Take off what the rule says. ValidationError where nothing is proposed any more."""
    with write_tx():
        late = _lock_proposal(league, fixture_id, entry_id, at)
        came = f"received {moment(localtime(late.came))}" if late.came else "not received"
        reason = f"Card of {late.fixture}: due {moment(localtime(late.due))}, {came}"
        return adjust_points(
            entry=late.entry, kind=AdjustmentKind.LATE_CARD, points=-late.points, reason=reason[:200],
            on=localdate(at), by=by, at=at, fixture=late.fixture,
        )  # fmt: skip


def waive_penalty(*, league: League, fixture_id: int, entry_id: int, by: User, at: datetime) -> LatePenaltyWaiver:
    """Take nothing off for this one, and do not ask again. ValidationError where nothing is proposed any more."""
    with write_tx():
        late = _lock_proposal(league, fixture_id, entry_id, at)
        made = LatePenaltyWaiver(fixture=late.fixture, entry=late.entry, by=by, at=at)
        made.full_clean()
        made.save()
        text = f"{late.entry}: no points deducted for the late card of {late.fixture}"
        about = subjects(late.fixture)
        record(verb="let_be", words=text, at=at, by=by, league_id=league.pk, about=about)
    return made


def _lock_proposal(league: League, fixture_id: int, entry_id: int, at: datetime) -> LateCard:
    """What is proposed for a side, with the match held: two clicks take turns."""
    lock_fixture(fixture_id)
    key = (fixture_id, entry_id)
    found = next((each for each in late_cards_to_decide(league, at) if (each.fixture.pk, each.entry.pk) == key), None)
    if found is None:
        raise ValidationError(ALREADY_DECIDED)
    return found
