"""The process that sends what the site has to tell, killed at random and begun anew, and what a proof of it measured.

`python -m tests.makers.senders CHANNEL WHEN SPEED BEGAN` reads what has happened as if it were WHEN, and sends with a
clock that goes SPEED times as fast, so that the pauses between two tries take moments. It may ask receivers on this
machine, which no setting of a site allows.
"""

import json
import os
import random
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

import django
from django.conf import settings

from tests.waiting import SOON


def note_proof(**measured: object) -> None:
    """A line of JSON in var/proofs.jsonl."""
    path = Path(settings.BASE_DIR) / "var" / "proofs.jsonl"
    path.parent.mkdir(exist_ok=True)
    with path.open("a") as file:
        file.write(json.dumps(measured) + "\n")


class Sender:
    """A process for one channel; letters about anything else are not what such a proof is about."""

    def __init__(self, channel: str, home: Path, when: datetime, speed: int = 600, **around: str) -> None:
        self.home, self.around = home, around
        self.deaths, self.dice, self.began = 0, random.Random(7), time.time()
        self.words = channel, when.isoformat(), str(speed), str(self.began)
        self.process = self._begun()

    def die(self) -> None:
        time.sleep(self.dice.uniform(0.5, 2))
        self.end()
        self.deaths += 1
        self.process = self._begun()

    def end(self) -> None:
        self.process.kill()
        self.process.wait()

    def _begun(self) -> "subprocess.Popen[bytes]":
        from tests.league.jobs.conftest import ROOT, database_url  # which has models: not before they are set up

        around = {
            "DJANGO_SETTINGS_MODULE": "tests.settings", "DATABASE_URL": database_url(), "VAR_DIR": str(self.home),
            "SSL_CERT_FILE": str(self.home / "push.pem"), "DEMO": "no", "SECRET_KEY": "of-this-test-alone-" * 4,
            "ALLOWED_HOSTS": "*",
        }  # fmt: skip
        command = [sys.executable, "-m", "tests.makers.senders", *self.words]
        with (self.home / "sender.log").open("ab") as log:
            return subprocess.Popen(command, cwd=ROOT, env=os.environ | around | self.around, stdout=log, stderr=log)


def carry(channel: str, when: datetime, speed: float, began: float) -> None:
    from league.notifications.actions.send_messages import send_waiting
    from league.notifications.actions.write_messages import process_audit_log
    from league.notifications.choices import Channel
    from league.notifications.models import Message

    def now() -> datetime:
        return when + timedelta(seconds=(time.time() - began) * speed)

    while True:
        read = process_audit_log(at=when)
        if channel != Channel.MAIL:
            Message.objects.filter(channel=Channel.MAIL).delete()
        if not send_waiting(now=now, most=20) and not read:
            time.sleep(0.02)


if __name__ == "__main__":
    from django_scopes import scopes_disabled

    django.setup()
    settings.WEBHOOKS_INSIDE = settings.PUSH_INSIDE = True
    settings.WEBHOOK_TIMEOUT = settings.PUSH_TIMEOUT = 5 * SOON
    with scopes_disabled():
        carry(sys.argv[1], datetime.fromisoformat(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4]))
