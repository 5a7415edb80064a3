"""Nothing is lost on the way to a webhook: whoever hangs, refuses or dies."""

import json
import os
import random
import time
from uuid import uuid4

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.db.models import QuerySet
from django_scopes import scope, scopes_disabled

from league.notifications.actions.webhooks import make_webhook
from league.notifications.choices import Channel, MessageState, WebhookEvent
from league.notifications.models import Message
from league.results.actions.decisions import correct_result
from league.results.choices import SentFor
from tests.league.results.evening import CLOSING_TIME, make_evening
from tests.league.webhooks import receiver as moods
from tests.makers.senders import Sender, note_proof
from tests.waiting import until

WEBHOOKS = int(os.environ.get("WEBHOOKS", "6"))
DEATHS = 20 if WEBHOOKS >= 200 else 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.proof
def test_every_delivery_arrives_though_receiver_and_sender_die(tmp_path):
    """WEBHOOKS results, while the receiver refuses, hangs and dies and the sender is killed. What arrives twice has the
    same `webhook-id` twice.
    """
    with scopes_disabled():
        evening = make_evening()
    dice = random.Random(WEBHOOKS)
    bad = iter(dice.choices([moods.BROKEN, moods.HANG, moods.DIE, moods.TAKE_AND_DIE], [4, 1, 2, 2], k=WEBHOOKS // 3))
    receiver = moods.Receiver(mood=lambda: next(bad, moods.TAKE) if dice.random() < 0.3 else moods.TAKE)
    server = moods.opened(receiver, tmp_path)
    django_settings.WEBHOOKS_INSIDE = True
    sender = Sender(Channel.HOOK, tmp_path, CLOSING_TIME)
    began = time.monotonic()
    try:
        with scope(league=evening.small.league):
            hook = make_webhook(
                league=evening.small.league, url=receiver.url, events=[WebhookEvent.RESULT], by=evening.secretary,
                at=CLOSING_TIME,
            )  # fmt: skip
            receiver.secrets = (hook.secret,)
            evening.send(SentFor.HOME)
            for number in range(WEBHOOKS):
                _correct(evening, number)
                if number % max(1, WEBHOOKS // DEATHS) == 0:
                    sender.die()
                assert until(lambda read=number + 1: deliveries().count() == read)
            assert until(_settled)
            _judge(receiver, sender, time.monotonic() - began)
    finally:
        django_settings.WEBHOOKS_INSIDE = False
        sender.end()
        server.shutdown()
        server.server_close()


def deliveries() -> QuerySet[Message]:
    return Message.objects.filter(channel=Channel.HOOK)


def _correct(evening, number: int) -> None:
    correct_result(
        fixture=evening.fixture, card=evening.card(1 + number % 2), key=uuid4(), seen=evening.fixture.version,
        reason="As the paper has it", by=evening.secretary, at=CLOSING_TIME,
    )  # fmt: skip


def _settled() -> bool:
    connection.close_if_unusable_or_obsolete()
    return deliveries().filter(state=MessageState.SENT).count() == WEBHOOKS


def _judge(receiver: moods.Receiver, sender: Sender, seconds: float) -> None:
    arrived = {name for name, _ in receiver.taken}
    assert arrived == set(deliveries().values_list("key", flat=True))
    assert len(arrived) == WEBHOOKS
    assert receiver.faults == []
    bodies = {(name, json.dumps(told)) for name, told in receiver.taken}
    assert len(bodies) == WEBHOOKS
    twice = len(receiver.taken) - len(arrived)
    assert twice <= receiver.moods[moods.TAKE_AND_DIE] + sender.deaths
    if WEBHOOKS >= 200:
        note_proof(
            proof="webhooks", deliveries=len(arrived), killed=sender.deaths, twice=twice, seconds=round(seconds, 1),
            moods={str(mood): number for mood, number in receiver.moods.items()},
        )  # fmt: skip
