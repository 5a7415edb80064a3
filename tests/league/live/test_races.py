"""Phones that send at the very same moment: every event once, numbered without a gap, in each phone's order.

Requests are fired together at a barrier, over HTTP, with a database connection for every thread. RACES sets ten
times how many rounds; the control takes the lock away and must then see what the lock prevents.
"""

import os
from collections import Counter

import pytest
from django.db import connection

from league.matchnight.actions import events
from league.matchnight.models import LiveEvent, LiveMatch
from tests.league.live.phones import Phone, log_of, pass_of
from tests.league.results.test_races import fixtures
from tests.racing import at_once

ROUNDS = int(os.environ.get("RACES", "20")) // 10
PHONES, TAPS = 4, 5

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


def round_of(night, fixture) -> Counter:
    """Four phones open a match at once and peg on, each request fired twice; what was wrong in the end."""
    passes = [pass_of(fixture, user) for user in (night.home, night.away)] * (PHONES // 2)
    phones = [Phone(fixture, token, f"Phone {number}") for number, token in enumerate(passes)]
    for phone in phones:
        phone.client.raise_request_exception = False
        phone.opens()
        for _ in range(TAPS):
            phone.pegs(0, 1)
    answers = at_once(*[phone.send for phone in phones for _ in range(2)])
    seen = Counter(errors=sum(answer.status_code != 200 for answer in answers))
    log = log_of(fixture)
    heard = {ack["id"]: ack["seq"] for answer in answers if answer.status_code == 200 for ack in answer.json()["acks"]}
    seen["untrue"] = sum({str(event.id): event.seq for event in log}.get(tap) != seq for tap, seq in heard.items())
    seen["gaps"] = [event.seq for event in log] != list(range(1, len(log) + 1))
    for phone in phones:
        mine = [str(event.id) for event in log if event.device == phone.device]
        seen["lost"] += mine != [tap["id"] for tap in phone.taps]
    seen["head"] = LiveMatch.objects.filter(fixture=fixture).values_list("head", flat=True).first() != len(log)
    return seen


def test_phones_that_send_at_once_lose_nothing(night):
    seen: Counter = Counter()
    for fixture in fixtures(night, ROUNDS):
        seen += round_of(night, fixture)
    assert +seen == Counter()
    assert LiveEvent.objects.count() == ROUNDS * PHONES * (TAPS + 1)


def unlocked(fixture, author, at):
    """The match as `_locked` reads it, without the lock."""
    return LiveMatch.objects.filter(fixture=fixture).first() or events._open(fixture, at), []


def test_without_the_lock_the_same_race_goes_wrong(night, monkeypatch):
    """The control: it proves that the race above is one. SQLite lets only one writer in, lock or no lock."""
    monkeypatch.setattr(events, "_lock_match", unlocked)
    seen: Counter = Counter()
    for fixture in fixtures(night, 3):
        seen += round_of(night, fixture)
    assert (seen["errors"] > 0) == (connection.vendor == "postgresql")
