"""Nothing is lost and nothing is told twice: whoever reads, in whatever order, and whoever dies."""

import os
import time
from datetime import date, timedelta

import pytest
from django.db import connection, transaction
from django_scopes import scope, scopes_disabled

from league.base.audit.actions import record, write_tx
from league.base.audit.models import Entry
from league.notifications.actions import write_messages as outbox
from league.notifications.actions.write_messages import (
    CLOCK_INTERVAL,
    MAX_ENTRY_AGE,
    PROCESSED_RETENTION,
    mark_processed,
    process_audit_log,
    process_clock,
)
from league.notifications.choices import Channel, MessageState
from league.notifications.models import Message, OutboxCursor, ProcessedEntry
from league.results.choices import SentFor
from league.schedule.actions.matches import rearrange_fixture
from tests.league.notifications import sink as moods
from tests.league.notifications.conftest import MOMENT, told
from tests.league.notifications.test_letters import NOON, local
from tests.league.results.evening import CLOSING_TIME, make_evening
from tests.makers.senders import Sender, note_proof
from tests.waiting import until

OUTBOX = int(os.environ.get("OUTBOX", "6"))
DEATHS = 20 if OUTBOX >= 200 else 2


def move(evening, day: date, at=NOON):
    fixture = evening.small.fixtures[2]
    return rearrange_fixture(fixture=fixture, date=day, reason="Snow", by=evening.secretary, at=at)


def test_what_has_been_read_is_not_read_again(evening):
    evening.send(SentFor.HOME)
    assert len(told()) == 1
    assert told() == []
    assert process_audit_log(at=CLOSING_TIME + MOMENT) == 0


def test_what_was_taken_back_is_told_to_nobody(evening):
    with transaction.atomic():
        evening.send(SentFor.HOME)
        transaction.set_rollback(True)
    assert told() == []


def test_an_action_whose_number_is_lower_but_that_came_later_is_told(evening):
    """As on PostgreSQL, where of two transactions the one that began last may be the first to end."""
    move(evening, date(2026, 9, 24))
    last = Entry.objects.order_by("-pk")[0]
    late = Entry.objects.create(pk=last.pk + 100, league_id=last.league_id, at=NOON, verb="nothing", words="x")
    assert len(told(NOON)) == 2
    for kind, key in last.subjects.values_list("kind", "key"):
        last.subjects.model.objects.create(entry=_between(last, late), kind=kind, key=key)
    assert len(told(NOON + MOMENT)) == 2


def _between(last: Entry, late: Entry) -> Entry:
    between, _ = Entry.objects.get_or_create(
        pk=late.pk - 50, league_id=last.league_id, at=NOON, verb="play_elsewhere", words="At another pub."
    )
    return between


def test_the_floor_rises_once_no_transaction_can_still_be_open(evening):
    move(evening, date(2026, 9, 24))
    told(NOON)
    first = Entry.objects.order_by("-pk")[0].pk
    move(evening, date(2026, 9, 25))
    told(NOON + PROCESSED_RETENTION + MOMENT)
    assert OutboxCursor.objects.get().floor == first
    assert list(ProcessedEntry.objects.values_list("entry_id", flat=True)) == [Entry.objects.order_by("-pk")[0].pk]


def test_old_news_is_no_news(evening):
    move(evening, date(2026, 9, 24))
    assert told(NOON + MAX_ENTRY_AGE + MOMENT) == []


def test_what_was_brought_in_is_passed_over(evening):
    move(evening, date(2026, 9, 24))
    mark_processed(Entry.objects.order_by("pk").values_list("pk", flat=True), at=NOON)
    assert told(NOON) == []


def test_one_that_cannot_be_told_does_not_hold_up_the_next(evening, caplog):
    with write_tx():
        record(
            verb="rearrange_fixture", words="A broken one", at=NOON, by=None, league_id=evening.small.league.pk,
            about=(evening.small.fixtures[2],), before={"date": "no date"},
        )  # fmt: skip
    move(evening, date(2026, 9, 24))
    assert len(told(NOON)) == 2
    assert "Nobody could be told of entry" in caplog.text


def test_a_site_that_is_older_than_its_post_begins_with_today(db):
    with scopes_disabled():
        evening = make_evening()
    with scope(league=evening.small.league):
        move(evening, date(2026, 9, 24), at=NOON - timedelta(days=30))
        move(evening, date(2026, 9, 25), at=NOON)
        assert len(told(NOON)) == 2


def test_after_a_long_sleep_the_clock_does_not_tell_of_last_week(evening):
    OutboxCursor.objects.update(clock=NOON - timedelta(days=9))
    assert process_clock(at=NOON) == 0
    assert OutboxCursor.objects.get().clock == NOON


def test_a_minute_in_which_nothing_is_due_asks_as_much_for_many_leagues_as_for_one(evening, django_assert_num_queries):
    with scopes_disabled():
        for slug in ("buxton", "belper", "bakewell"):
            make_evening(slug)
    for minutes in (1, 2):
        OutboxCursor.objects.update(clock=NOON + minutes * MOMENT - CLOCK_INTERVAL)
        with django_assert_num_queries(10):
            assert process_clock(at=NOON + minutes * MOMENT) == 0


def test_many_leagues_take_turns_at_an_hour_and_each_is_told_once(evening, django_assert_num_queries, monkeypatch):
    """As many as are asked at once, here one: each call has the next, about the hour at which the first was asked."""
    monkeypatch.setattr(outbox, "LEAGUES_AT_ONCE", 1)
    with scopes_disabled():
        others = [make_evening(slug) for slug in ("buxton", "belper")]
    leagues = [each.small.league.pk for each in (evening, *others)]
    moment = local(6, 10)
    OutboxCursor.objects.update(clock=moment - CLOCK_INTERVAL)
    for turn in range(1, 4):
        at = moment + turn * MOMENT
        with django_assert_num_queries(36):
            assert process_clock(at=at) == 4
        assert _leagues_told() == set(leagues[:turn])
    assert OutboxCursor.objects.get().position == (moment + MOMENT, None, 0)
    assert process_clock(at=moment + 4 * MOMENT) == 0


def test_turns_that_were_broken_off_yesterday_begin_again_with_today(evening, monkeypatch):
    with scopes_disabled():
        other = make_evening("buxton").small.league
    monkeypatch.setattr(outbox, "LEAGUES_AT_ONCE", 1)
    moment = local(5, 10)
    days = {"clock": moment - timedelta(days=2), "next_clock": moment - timedelta(days=1)}
    OutboxCursor.objects.update(**days, last_league=other.pk)
    assert process_clock(at=moment + timedelta(days=1)) == 4
    assert _leagues_told() == {evening.small.league.pk}


def _leagues_told() -> set[int]:
    with scopes_disabled():
        return set(Message.objects.values_list("league", flat=True))


@pytest.mark.django_db(transaction=True)
@pytest.mark.proof
def test_every_message_arrives_once_though_server_and_sender_die(tmp_path):
    """OUTBOX actions, each told to two captains, while mail server and sender are killed or hang.

    A mail that the server took before it, or the sender, died is sent again under its own name: mail programs show one.
    """
    with scopes_disabled():
        evening = make_evening()
    server = moods.opened(moods.Moods(moods.unsure(OUTBOX)))
    around = {"EMAIL_URL": f"smtp://127.0.0.1:{server.port}", "EMAIL_TIMEOUT": "5"}
    postman = Sender(Channel.MAIL, tmp_path, NOON, **around)
    began = time.monotonic()
    try:
        with scope(league=evening.small.league):
            for number in range(OUTBOX):
                move(evening, date(2026, 9, 15) + timedelta(days=number % 100))
                if number % max(1, OUTBOX // DEATHS) == 0:
                    postman.die()
            assert until(lambda: _settled(2 * OUTBOX))
            _judge(server.handler, postman, time.monotonic() - began)
    finally:
        postman.end()
        server.stop()


def _settled(number: int) -> bool:
    connection.close_if_unusable_or_obsolete()
    return Message.objects.filter(state=MessageState.SENT).count() == number


def _judge(sink: moods.Moods, postman: Sender, seconds: float) -> None:
    domain = "example.org"
    names = {mail["Message-ID"] for mail in sink.taken}
    assert len(names) == Message.objects.count() == 2 * OUTBOX
    assert all(name.endswith(f"@{domain}>") for name in names)
    doubles = len(sink.taken) - len(names)
    assert doubles <= sink.moods[moods.TAKE_AND_DIE] + postman.deaths
    if OUTBOX >= 200:
        note_proof(
            proof="outbox", events=OUTBOX, messages=len(names), killed=postman.deaths, twice=doubles,
            moods=dict(sink.moods), seconds=round(seconds, 1),
        )  # fmt: skip
