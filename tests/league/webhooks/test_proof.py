"""Nothing is lost on the way to a webhook: whoever hangs, refuses or dies."""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
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
from tests.league.jobs.conftest import ROOT, database_url
from tests.league.results.evening import CLOSING_TIME, make_evening
from tests.league.webhooks import receiver as moods
from tests.waiting import until

WEBHOOKS = int(os.environ.get("WEBHOOKS", "6"))
DEATHS = 20 if WEBHOOKS >= 200 else 2
SPEED = 600


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
    sender = Sender(tmp_path)
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
        sender.process.kill()
        sender.process.wait()
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


def _judge(receiver: moods.Receiver, sender: "Sender", seconds: float) -> None:
    arrived = {name for name, _ in receiver.taken}
    assert arrived == set(deliveries().values_list("key", flat=True))
    assert len(arrived) == WEBHOOKS
    assert receiver.faults == []
    bodies = {(name, json.dumps(told)) for name, told in receiver.taken}
    assert len(bodies) == WEBHOOKS
    twice = len(receiver.taken) - len(arrived)
    assert twice <= receiver.moods[moods.TAKE_AND_DIE] + sender.deaths
    if WEBHOOKS >= 200:
        told = {"proof": "webhooks", "deliveries": len(arrived), "killed": sender.deaths, "twice": twice}
        path = Path(django_settings.BASE_DIR) / "var" / "proofs.jsonl"
        path.parent.mkdir(exist_ok=True)
        with path.open("a") as file:
            counted = {str(mood): number for mood, number in receiver.moods.items()}
            file.write(json.dumps(told | {"moods": counted, "seconds": round(seconds, 1)}) + "\n")


class Sender:
    """The process that sends, which is killed at random and begun anew; `module` is what it runs."""

    def __init__(
        self, home: Path, module: str = "tests.league.webhooks.sender", speed: int = SPEED, **around: str
    ) -> None:
        self.home, self.deaths, self.dice, self.began = home, 0, random.Random(7), time.time()
        self.module, self.speed, self.around = module, speed, around
        self.process = self._begun()

    def die(self) -> None:
        time.sleep(self.dice.uniform(0.5, 2))
        self.process.kill()
        self.process.wait()
        self.deaths += 1
        self.process = self._begun()

    def _begun(self) -> "subprocess.Popen[bytes]":
        around = {
            "DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": database_url(), "VAR_DIR": str(self.home),
            "SSL_CERT_FILE": str(self.home / "push.pem"), "DEMO": "no", "SECRET_KEY": "of-this-test-alone-" * 4,
            "ALLOWED_HOSTS": "*",
        }  # fmt: skip
        when = CLOSING_TIME.isoformat()
        command = [sys.executable, "-m", self.module, when, str(self.speed), str(self.began)]
        with (self.home / "sender.log").open("ab") as log:
            return subprocess.Popen(command, cwd=ROOT, env=os.environ | around | self.around, stdout=log, stderr=log)
