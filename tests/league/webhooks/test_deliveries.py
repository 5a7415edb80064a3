"""What webhooks are told, signed; and what becomes of it where the receiver refuses, hangs, drips or is gone."""

import json
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from league.base.audit.models import Entry
from league.notifications.actions import webhooks as actions
from league.notifications.actions.send_messages import send_waiting
from league.notifications.actions.webhooks import INSIDE, QUIET
from league.notifications.actions.write_messages import delete_old_messages, process_audit_log, process_clock
from league.notifications.choices import CHOSEN, Channel, MessageState, WebhookEvent
from league.notifications.models import RETRY_DELAYS, Message, OutboxCursor, Webhook
from league.results.actions.decisions import award_match
from league.results.choices import SentFor
from scoring.card.sheet import Card, Ending
from tests.league.results.evening import CLOSING_TIME
from tests.league.webhooks import receiver as moods
from tests.waiting import HANG, SOON

MOMENT, MINUTE = timedelta(seconds=20), timedelta(minutes=1)
NOW = CLOSING_TIME + MOMENT


def carry(at: datetime = NOW) -> int:
    """Read what has happened, and send what is due at a moment."""
    while process_audit_log(at=at):
        pass
    return deliver(at)


def deliver(at: datetime) -> int:
    """Send what is due; how many deliveries arrived."""
    arrived = Message.objects.filter(channel=Channel.HOOK, state=MessageState.SENT)
    before = arrived.count()
    send_waiting(now=lambda: at)
    return arrived.count() - before


def trial(hook, evening, at: datetime = NOW) -> Message:
    return actions.send_test(webhook=hook, by=evening.secretary, at=at)


def again(row):
    return type(row).objects.get(pk=row.pk)


def clock_at(at: datetime, since: datetime) -> None:
    OutboxCursor.objects.update(clock=since)
    process_clock(at=at)


def test_a_result_is_told_once_both_cards_agree(evening, hook, receiver):
    evening.send(SentFor.HOME)
    assert carry() == 0
    evening.send(SentFor.AWAY)
    assert carry(NOW + MOMENT) == 1
    assert carry(NOW + 2 * MOMENT) == 0
    ((name, told),) = receiver.taken
    match = told["data"]["match"]
    assert name.startswith("msg_")
    assert (told["type"], told["data"]["league"]["slug"]) == ("result.confirmed", "leek")
    assert (match["code"], match["result_state"]) == (evening.fixture.code, "confirmed")
    assert match["page"].startswith("http")
    home, away = match["score"]["home"], match["score"]["away"]
    assert f"{match['home']['name']} {home}\N{EN DASH}{away} {match['away']['name']}" in told["data"]["text"]


def test_a_result_that_nobody_questions_is_told_at_its_hour(evening, hook, receiver):
    evening.send(SentFor.HOME)
    carry()
    stands = evening.fixture.result.confirm_by
    clock_at(stands + MOMENT, since=stands - MINUTE)
    assert deliver(stands + MOMENT) == 1
    assert [told["type"] for _, told in receiver.taken][-1] == "result.confirmed"


def test_a_night_has_its_results_tables_and_words(evening, hook, receiver):
    evening.send(SentFor.HOME)
    evening.send(SentFor.AWAY)
    morning = CLOSING_TIME.replace(hour=10, minute=0) + timedelta(days=1)
    clock_at(morning + MOMENT, since=morning - MINUTE)
    deliver(morning + MOMENT)
    told = next(told for _, told in receiver.taken if told["type"] == WebhookEvent.NIGHT)["data"]
    assert told["date"] == "2026-09-07"
    assert [each["home"]["name"] for each in told["matches"] if each["score"]] == [evening.fixture.home.name]
    assert [len(each["rows"]) for each in told["tables"]] == [4]
    assert told["text"].startswith("*")


def test_the_week_to_come_is_told_on_sunday(evening, hook, receiver):
    sunday = CLOSING_TIME.replace(day=6, hour=10, minute=0)
    clock_at(sunday + MOMENT, since=sunday - MINUTE)
    deliver(sunday + MOMENT)
    ((_, told),) = receiver.taken
    assert (told["type"], told["data"]["first"], told["data"]["last"]) == ("week.fixtures", "2026-09-07", "2026-09-13")
    assert {each["date"] for each in told["data"]["matches"]} == {"2026-09-07"}
    assert told["data"]["text"].startswith("*Next: Mon 7 Sep*")


def test_only_what_was_chosen_is_told(evening, hook, receiver):
    actions.change_webhook(
        webhook=hook, url=hook.url, events=[WebhookEvent.NIGHT], by=evening.secretary, at=CLOSING_TIME
    )
    evening.send(SentFor.HOME)
    evening.send(SentFor.AWAY)
    assert carry() == 0


def test_both_cards_read_at_once_are_one_result(evening, hook, receiver):
    evening.send(SentFor.HOME)
    evening.send(SentFor.AWAY)
    assert carry() == 1


@pytest.mark.parametrize("mood", [moods.BROKEN, moods.ELSEWHERE, moods.DIE, moods.HANG, moods.DRIP])
def test_what_is_not_taken_is_tried_again_under_the_same_id(evening, hook, receiver, settings, mood):
    receiver.mood = lambda: mood
    settings.WEBHOOK_TIMEOUT = SOON if mood in (moods.HANG, moods.DRIP) else HANG
    first = trial(hook, evening)
    assert carry() == 0
    row = again(first)
    assert (row.state, row.attempts, row.not_before) == (MessageState.WAITING, 1, NOW + RETRY_DELAYS[0])
    assert row.status == (mood if isinstance(mood, int) else None)
    assert len(row.error) <= 300
    receiver.mood, settings.WEBHOOK_TIMEOUT = lambda: moods.TAKE, HANG
    assert carry(NOW + RETRY_DELAYS[0]) == 1
    assert [name for name, _ in receiver.taken] == [first.key]
    assert {each["webhook-id"] for each in receiver.attempts} == {first.key}


def test_who_does_not_answer_costs_one_attempt_a_round(evening, hook, receiver):
    receiver.mood = lambda: moods.DIE
    rows = [trial(hook, evening) for _ in range(3)]
    assert carry() == 0
    assert [again(each).attempts for each in rows] == [1, 0, 0]
    assert {again(each).not_before for each in rows} == {NOW + QUIET}


def test_where_nothing_arrives_for_two_days_it_is_switched_off_and_the_secretary_told(evening, hook, receiver):
    receiver.mood = lambda: moods.BROKEN
    first, at = trial(hook, evening), NOW
    for wait in (*RETRY_DELAYS, timedelta(0)):
        carry(at)
        at += wait
    assert (again(first).state, again(first).attempts) == (MessageState.FAILED, len(RETRY_DELAYS) + 1)
    assert "tried eight times" in again(hook).off_reason
    process_audit_log(at=at)
    letters = Message.objects.filter(subject__startswith="The webhook to localhost was switched off")
    assert [each.to for each in letters] == [evening.secretary]
    assert receiver.url not in letters[0].text
    receiver.mood = lambda: moods.TAKE
    assert carry(at) == 0
    actions.switch_on(webhook=hook, by=evening.secretary, at=at)
    assert carry(at) == 1
    assert [name for name, _ in receiver.taken] == [first.key]


def test_one_that_is_never_taken_does_not_switch_off_what_works(evening, hook, receiver):
    receiver.mood = lambda: moods.BROKEN
    first, at = trial(hook, evening), NOW
    for wait in (*RETRY_DELAYS, timedelta(0)):
        carry(at)
        at += wait
        Webhook.objects.update(worked_at=at)
    assert again(first).state == MessageState.FAILED
    assert again(hook).off_at is None


def test_a_receiver_that_is_gone_is_switched_off_at_once(evening, hook, receiver):
    receiver.mood = lambda: moods.GONE
    trial(hook, evening)
    carry()
    assert again(hook).off_at == NOW
    evening.send(SentFor.HOME)
    evening.send(SentFor.AWAY)
    carry(NOW + MOMENT)
    assert hook.deliveries.count() == 1


def test_for_a_day_both_secrets_sign(evening, hook, receiver):
    old, new = hook.secret, actions.renew_secret(webhook=hook, by=evening.secretary, at=NOW).secret
    assert old != new
    trial(hook, evening)
    assert carry() == 1
    trial(hook, evening, NOW + timedelta(days=1))
    receiver.secrets = (new,)
    assert carry(NOW + timedelta(days=1)) == 1
    signatures = [len(each["webhook-signature"].split()) for each in receiver.attempts]
    assert signatures == [2, 1]


def test_no_receiver_inside_is_asked_when_its_name_comes_to_lead_there(evening, hook, receiver, settings):
    first = trial(hook, evening)
    Webhook.objects.update(url="https://localhost.example.org/x")
    settings.WEBHOOKS_INSIDE = False
    assert carry() == 0
    assert again(first).status is None
    Webhook.objects.update(url=receiver.url)
    assert carry(NOW + RETRY_DELAYS[0]) == 0
    assert again(first).error == INSIDE
    assert receiver.attempts == []


def test_secrets_and_addresses_are_nowhere_in_the_history(evening, hook, receiver):
    actions.renew_secret(webhook=hook, by=evening.secretary, at=NOW)
    trial(hook, evening)
    actions.remove_webhook(webhook=hook, by=evening.secretary, at=NOW)
    told = json.dumps(list(Entry.objects.values("words", "reason", "before", "after")))
    assert "whsec_" not in told
    assert receiver.url not in told
    assert not Message.objects.filter(channel=Channel.HOOK).exists()


def test_a_league_has_five_and_none_twice(evening, receiver):
    values = {"league": evening.small.league, "events": list(CHOSEN), "by": evening.secretary, "at": NOW}
    for number in range(4):
        actions.make_webhook(url=f"https://example.org/{number}", **values)
    with pytest.raises(ValidationError, match="set already"):
        actions.make_webhook(url="https://example.org/0", **values)
    actions.make_webhook(url="https://example.org/5", **values)
    with pytest.raises(ValidationError, match="can have 5"):
        actions.make_webhook(url="https://example.org/6", **values)


def test_old_deliveries_are_deleted(evening, hook):
    trial(hook, evening)
    long_ago = NOW - timedelta(days=400)
    assert delete_old_messages(before=long_ago, deliveries_before=NOW) == 0
    assert delete_old_messages(before=long_ago, deliveries_before=NOW + MOMENT) == 1


def test_an_award_is_told_as_decided(evening, hook, receiver):
    award_match(
        fixture=evening.fixture, award=Card(ending=Ending.WALKOVER_HOME, remarks="None."), key=uuid4(),
        seen=evening.fixture.version, reason="Nobody came", by=evening.secretary, at=CLOSING_TIME,
    )  # fmt: skip
    assert carry() == 1
    assert receiver.taken[0][1]["data"]["match"]["result_state"] == "decided"
