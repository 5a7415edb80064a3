"""Two captains at once, one thumb twenty times, and a secretary in between: nothing is lost and nothing comes twice.

Each test fires its requests together at a barrier, over HTTP, with a database connection for every thread. RACES sets
how many pairs; the control takes the lock away and must then see what the lock prevents.
"""

import json
import os
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry
from league.results.actions import cards
from league.results.choices import ResultState, SentFor
from league.results.models import Result, Submission
from league.schedule.models import Fixture
from league.schedule.queries.matches import whole_fixtures
from scoring import codec
from scoring.card.sheet import Card
from tests.factories import FIRST_NIGHT, make_fixture
from tests.league.results.evening import Evening, later, make_evening, other_winner
from tests.racing import at_once

PAIRS = int(os.environ.get("RACES", "20"))
KEYS, TAPS = min(PAIRS // 2, 50), 20

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def night():
    """Crown A v Bell again and again, on as many nights as there are races; all are over."""
    with scopes_disabled():
        made = make_evening()
    with scope(league=made.small.league), time_machine.travel(later(days=400), tick=True):
        yield made


def fixtures(night: Evening, number: int) -> list[Fixture]:
    home, away = night.small.entries[:2]
    made = [
        make_fixture(home, away, on=FIRST_NIGHT + timedelta(days=day), week=10 + day) for day in range(1, number + 1)
    ]
    return list(whole_fixtures().filter(pk__in=[each.pk for each in made]).order_by("pk"))


def signed_in(user) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


def post(client: Client, fixture: Fixture, card: Card, key=None, seen: int | None = None) -> Callable[[], object]:
    address = reverse("card-check", args=[fixture.league.slug, fixture.first_date, fixture.slug])
    data = {"key": str(key or uuid4()), "seen": fixture.version if seen is None else seen}
    data["card"] = json.dumps(codec.encode(card))
    return lambda: client.post(address, data)


def race_of_captains(night: Evening, pairs: int, *, until_lost: bool = False) -> Counter:
    """Both captains send at the same moment, every third pair with different cards; what came of each pair."""
    home, away = signed_in(night.home), signed_in(night.away)
    card = night.card()
    seen: Counter = Counter()
    for number, fixture in enumerate(fixtures(night, pairs)):
        differs = number % 3 == 2
        theirs = other_winner(card) if differs else card
        answers = at_once(post(home, fixture, card), post(away, fixture, theirs))
        result = Result.objects.filter(fixture=fixture).first()
        wanted = ResultState.DISPUTED if differs else ResultState.CONFIRMED
        errors = sum(answer.status_code >= 500 for answer in answers)
        sent = Submission.objects.filter(fixture=fixture).count()
        seen["errors"] += errors
        seen["duplicates"] += sent > 2
        seen["lost"] += bool(errors) or sent < 2 or result is None or result.state != wanted
        if until_lost and seen["lost"]:
            break
    return seen


def test_two_captains_at_once_lose_nothing(night):
    seen = race_of_captains(night, PAIRS)
    assert (seen["lost"], seen["duplicates"], seen["errors"]) == (0, 0, 0)


def unlocked(pk: int) -> Fixture:
    """The fixture as `lock_fixture` reads it, without the lock."""
    return whole_fixtures().get(pk=pk)


def test_without_the_lock_on_the_fixture_the_same_race_loses_some(night, monkeypatch):
    """The control: it proves that the race above is one. SQLite lets only one writer in, lock or no lock."""
    monkeypatch.setattr(cards, "lock_fixture", unlocked)
    seen = race_of_captains(night, 200 if connection.vendor == "postgresql" else PAIRS // 2, until_lost=True)
    assert (seen["lost"] > 0) == (connection.vendor == "postgresql")


def test_one_card_sent_twenty_times_is_one_card(night):
    client, card = signed_in(night.home), night.card()
    receipts = set()
    for fixture in fixtures(night, KEYS if connection.vendor == "postgresql" else KEYS // 2):
        calls = [post(client, fixture, card, key) for key in [uuid4()] for _ in range(TAPS)]
        answers = at_once(*calls)
        assert {answer.status_code for answer in answers} == {302}
        (address,) = {answer.url for answer in answers}
        assert {answer.content for answer in answers} == {b""}
        receipts.add(address)
        assert Submission.objects.filter(fixture=fixture).count() == 1
    assert len(receipts) == Submission.objects.count()


def test_same_key_with_another_card_is_refused_and_the_first_receipt_stands(night):
    client, card, key = signed_in(night.home), night.card(), uuid4()
    (fixture,) = fixtures(night, 1)
    first = post(client, fixture, card, key)()
    second = post(client, fixture, other_winner(card), key)()
    third = post(client, fixture, card, key)()
    assert (first.status_code, second.status_code, third.status_code) == (302, 422, 302)
    assert first.url == third.url
    assert Submission.objects.count() == Entry.objects.filter(verb="submit_card").count() == 1


def test_secretary_and_captain_at_once_never_undo_each_other(night):
    """The secretary decides what is on the screen while the captain sends: whoever comes second is shown the change."""
    captain, secretary = signed_in(night.home), signed_in(night.secretary)
    card = night.card()
    award = {"what": "void", "reason": "The pub was shut."}
    lost = 0
    for fixture in fixtures(night, PAIRS):
        address = reverse("match-award", args=[fixture.league.slug, fixture.first_date, fixture.slug])
        ruling = award | {"key": str(uuid4()), "seen": fixture.version}
        answers = at_once(post(captain, fixture, card), lambda: secretary.post(address, ruling))  # noqa: B023
        kept = list(Submission.objects.filter(fixture=fixture).values_list("sent_for", flat=True))
        codes = sorted(answer.status_code for answer in answers)
        assert codes == [302, 409]
        assert len(kept) == 1
        result = Result.objects.get(fixture=fixture)
        lost += (result.state == ResultState.DECIDED) != (kept == [SentFor.LEAGUE])
    assert lost == 0
