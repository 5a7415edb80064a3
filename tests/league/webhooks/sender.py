"""A process that sends to webhooks until it is killed: `python -m tests.league.webhooks.sender WHEN SPEED BEGAN`.

It reads what has happened as if it were WHEN, and sends with a clock that goes SPEED times as fast, so that the pauses
between two tries take moments. It may ask a receiver on this machine, which no setting of a site allows.
"""

import sys
import time
from datetime import datetime, timedelta

import django
from django.conf import settings

from tests.waiting import SOON


def carry(when: datetime, speed: float, began: float) -> None:
    from league.notifications.actions.send_messages import send_waiting
    from league.notifications.actions.write_messages import process_audit_log
    from league.notifications.choices import Channel
    from league.notifications.models import Message

    def now() -> datetime:
        return when + timedelta(seconds=(time.time() - began) * speed)

    while True:
        read = process_audit_log(at=when)
        Message.objects.filter(channel=Channel.MAIL).delete()  # captains are not who this is about
        if not send_waiting(now=now) and not read:
            time.sleep(0.02)


if __name__ == "__main__":
    from django_scopes import scopes_disabled

    django.setup()
    settings.WEBHOOKS_INSIDE, settings.WEBHOOK_TIMEOUT = True, 5 * SOON
    with scopes_disabled():
        carry(datetime.fromisoformat(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3]))
