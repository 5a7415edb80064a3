"""What sealing the history costs a write, as a JSON line: the share of each card that is sent which goes on its seal.

The seal is timed inside the very request that it belongs to: the whole POST through every middleware, and the
transaction alone. In milliseconds of this process's processor, since what waits is broken into by others on a busy
machine. On the database of DATABASE_URL, or SQLite. TIMES says how many cards.
"""

import json
import os
import sys
import tempfile
from datetime import timedelta
from pathlib import Path
from statistics import median
from time import thread_time
from uuid import uuid4

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a file, from anywhere
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django
from django.conf import settings

TIMES = int(os.environ.get("TIMES", "101"))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
            settings.DATABASES["default"]["TEST"] = {"NAME": f"{folder}/bench.sqlite3"}
        django.setup()
        from django.db import connection

        name = connection.creation.create_test_db(verbosity=0)
        try:
            measure()
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)


def measure() -> None:
    import time_machine
    from django.test import Client
    from django_scopes import scope, scopes_disabled

    from league.audit import actions
    from league.results.actions import cards
    from scoring import codec
    from tests.factories import FIRST_NIGHT, make_fixture
    from tests.league.results.evening import later, make_evening

    seals, writes = timed(actions, "seal"), timed(cards, "submit_card")
    from league.results.views import submission

    submission.submit_card = cards.submit_card
    with scopes_disabled():
        night = make_evening()
    client, requests = Client(), []
    with scope(league=night.small.league), time_machine.travel(later(days=400), tick=True):
        client.force_login(night.home)
        card = json.dumps(codec.encode(night.card()))
        for day in range(1, TIMES + 1):
            home, away = night.small.entries[:2]
            fixture = make_fixture(home, away, on=FIRST_NIGHT + timedelta(days=day), week=10 + day)
            began = thread_time()
            answer = client.post(
                f"{fixture.get_absolute_url()}card/check/", {"key": uuid4(), "seen": fixture.version, "card": card}
            )
            requests.append(thread_time() - began)
            assert "/receipts/" in answer.get("Location", ""), answer
    assert len(seals) == len(writes) == TIMES, (len(seals), len(writes))
    line = {
        "bench": "the seal of a card that is sent",
        "database": settings.DATABASES["default"]["ENGINE"].rpartition(".")[2],
        "ms": round(1000 * median(seals), 3), "transaction_ms": round(1000 * median(writes), 3),
        "reference_ms": round(1000 * median(requests), 3), "ratio": share(seals, requests),
        "of_transaction": share(seals, writes),
    }  # fmt: skip
    sys.stdout.write(json.dumps(line) + "\n")


def timed(module: object, name: str) -> list[float]:
    """Have a function of a module note how long each call took."""
    whole, took = getattr(module, name), []

    def noted(*given, **named):
        began = thread_time()
        try:
            return whole(*given, **named)
        finally:
            took.append(thread_time() - began)

    setattr(module, name, noted)
    return took


def share(part: list[float], whole: list[float]) -> float:
    """The median over all cards, so that the first, which loads code, does not count."""
    return round(median(a / b for a, b in zip(part, whole, strict=True)), 4)


if __name__ == "__main__":
    main()
