"""A process that carries the post until it is killed: `python -m tests.league.notifications.postman WHEN SPEED`.

It reads what has happened as if it were WHEN, and sends with a clock that goes SPEED times as fast, so that the pauses
between two tries take moments.
"""

import sys
import time
from datetime import datetime, timedelta

import django


def carry(when: datetime, speed: float) -> None:
    from league.notifications.actions.send_messages import send_waiting
    from league.notifications.actions.write_messages import process_audit_log

    began = time.time()

    def now() -> datetime:
        return when + timedelta(seconds=(time.time() - began + offset) * speed)

    offset = began - float(sys.argv[3])
    while True:
        read = process_audit_log(at=when)
        sent = send_waiting(now=now, most=20)
        if not read and not sent:
            time.sleep(0.02)


if __name__ == "__main__":
    django.setup()
    carry(datetime.fromisoformat(sys.argv[1]), float(sys.argv[2]))
