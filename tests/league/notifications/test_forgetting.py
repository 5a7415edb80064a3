"""Messages are forgotten after their time, and nothing is written anew because of that."""

from datetime import timedelta

import pytest

from league.base.audit.models import Entry
from league.exchange.actions.erasure import apply_retention
from league.exchange.choices import MESSAGES
from league.notifications.actions.write_messages import (
    PROCESSED_RETENTION,
    give_notice,
    process_audit_log,
    process_clock,
)
from league.notifications.models import Message, Notice, OutboxCursor, ProcessedEntry
from league.notifications.queries.sent_messages import REMINDERS_SHOWN
from league.results.choices import SentFor
from tests.league.notifications.conftest import MOMENT, told
from tests.league.results.evening import CLOSING_TIME

WRITTEN = CLOSING_TIME + MOMENT
LATE = WRITTEN + MESSAGES.kept


@pytest.fixture
def letter(evening) -> Message:
    evening.send(SentFor.HOME)
    [letter] = told(WRITTEN)
    return letter


def test_messages_are_kept_to_the_day_and_then_go_with_their_words(letter):
    apply_retention(at=LATE)
    assert Message.objects.get() == letter
    apply_retention(at=LATE + MOMENT)
    assert not Message.objects.exists()


def test_notices_go_with_the_messages_that_they_became(evening):
    give_notice(
        league=evening.small.league, team=None, subject="Cards", words="Collect them.",
        by=evening.secretary, at=WRITTEN
    )  # fmt: skip
    apply_retention(at=LATE + MOMENT)
    assert (Notice.objects.count(), Message.objects.count()) == (0, 0)


def test_newer_messages_stay(evening, letter):
    Message.objects.create(
        league=evening.small.league, key="new", kind=letter.kind, to=letter.to, address=letter.address, subject="x",
        text="x", html="x", made_at=LATE, not_before=LATE,
    )  # fmt: skip
    apply_retention(at=LATE + MOMENT)
    assert [each.key for each in Message.objects.all()] == ["new"]


@pytest.mark.parametrize("forgetful", [False, True], ids=["as it is", "though nobody knows any more what was read"])
def test_what_is_forgotten_is_not_written_again(letter, forgetful):
    """Its key is free again, and the action that it told of is still in the log."""
    key = letter.key
    apply_retention(at=LATE + MOMENT)
    if forgetful:
        ProcessedEntry.objects.all().delete()
        OutboxCursor.objects.update(floor=0)
    assert Entry.objects.filter(verb="submit_card").exists()
    assert told(LATE + MOMENT) == []
    assert not Message.objects.filter(key=key).exists()


def test_nothing_that_went_by_the_clock_is_written_again(evening):
    OutboxCursor.objects.update(clock=CLOSING_TIME - timedelta(hours=25))
    assert process_clock(at=CLOSING_TIME) > 0
    apply_retention(at=CLOSING_TIME + MESSAGES.kept + MOMENT)
    OutboxCursor.objects.update(clock=CLOSING_TIME - timedelta(hours=25))  # as after a backup was put back
    process_clock(at=CLOSING_TIME + MESSAGES.kept + MOMENT)
    kinds = set(Message.objects.values_list("kind", flat=True))
    assert kinds <= {"digest"}  # of what waits on that day


def test_what_was_read_is_not_remembered_action_by_action_for_ever(evening):
    """However many actions there are, only those of the last hour have a row of their own."""
    for number in range(20):
        Entry.objects.create(league_id=evening.small.league.pk, at=WRITTEN, verb="x", words="x")
        process_audit_log(at=WRITTEN + number * PROCESSED_RETENTION)
    assert ProcessedEntry.objects.count() <= 2


def test_messages_are_kept_for_longer_than_late_cards_are_chased_by_them():
    assert MESSAGES.kept > REMINDERS_SHOWN
