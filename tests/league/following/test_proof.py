"""Nothing is lost on the way to a follower, whichever service hangs, refuses or dies, and whoever sends is killed."""

import os
import random
import time
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django_scopes import scope, scopes_disabled

from league.notifications.actions.followers import follow
from league.notifications.choices import Channel, MessageKind, MessageState
from league.notifications.models import Message
from league.notifications.webpush import key_text, new_key, site_key
from league.results.actions.decisions import correct_result
from league.results.choices import SentFor
from tests.league.notifications import push_sink as moods
from tests.league.results.evening import CLOSING_TIME, Evening, make_evening, other_winner
from tests.makers.senders import Sender, note_proof
from tests.waiting import until

FOLLOWED = int(os.environ.get("FOLLOWED", "4"))
CHANGES = min(FOLLOWED // 2, 20)  # of one result: a phone has at most 24 messages a day
PHONES = FOLLOWED // CHANGES
DEATHS = 20 if FOLLOWED >= 200 else 1
SPEED = 200  # a day, after which a message is of no use, is seven minutes


@pytest.mark.django_db(transaction=True)
@pytest.mark.proof
def test_every_message_reaches_its_phone_though_service_and_sender_die(tmp_path, settings):
    """FOLLOWED messages about one result that changes. What arrives twice has the same `Topic` twice, by which a push
    service puts it in its own place.
    """
    settings.PUSH_KEY, settings.PUSH_SERVICES = key_text(new_key()), [moods.HOST]
    with scopes_disabled():
        evening = make_evening()
    dice = random.Random(FOLLOWED)
    bad = iter(dice.choices([moods.BROKEN, moods.HANG, moods.DIE, moods.TAKE_AND_DIE], [4, 1, 2, 2], k=FOLLOWED // 3))
    service = moods.Service(
        now=CLOSING_TIME, key=site_key(), mood=lambda: next(bad, moods.TAKE) if dice.random() < 0.3 else moods.TAKE
    )
    server = moods.opened(service, tmp_path)
    around = {"PUSH_KEY": settings.PUSH_KEY, "PUSH_SERVICES": moods.HOST}
    sender = Sender(Channel.PUSH, tmp_path, CLOSING_TIME, SPEED, **around)
    try:
        with scope(league=evening.small.league):
            for number in range(PHONES):
                told = service.browser(f"phone-{number}").told
                follow(what=evening.fixture.home.team, league=evening.small.league, at=CLOSING_TIME, **told)
            for number in range(CHANGES):
                _change(evening, number)
                if number % max(1, CHANGES // DEATHS) == 0:
                    sender.die()
                service.now = CLOSING_TIME + timedelta(seconds=(time.time() - sender.began) * SPEED)
                assert until(lambda read=number + 1: _messages().count() == read * PHONES)
            assert until(_settled)
            _judge(service, sender)
    finally:
        sender.end()
        server.shutdown()
        server.server_close()


def _change(evening: Evening, number: int) -> None:
    """The first card, and from then on another winner each time."""
    if number == 0:
        evening.send(SentFor.HOME)
        return
    card = evening.card() if number % 2 == 0 else other_winner(evening.card())
    correct_result(
        fixture=evening.fixture, card=card, key=uuid4(), seen=evening.fixture.version, reason="As the paper has it",
        by=evening.secretary, at=CLOSING_TIME,
    )  # fmt: skip


def _messages():
    return Message.objects.filter(kind=MessageKind.FOLLOW)


def _settled() -> bool:
    connection.close_if_unusable_or_obsolete()
    return not _messages().exclude(state=MessageState.SENT).exists()


def _judge(service: moods.Service, sender: Sender) -> None:
    arrived = [(path, headers["Topic"]) for path, headers, _ in service.taken]
    by_phone = {number: {topic for path, topic in arrived if path.endswith(f"-{number}")} for number in range(PHONES)}
    assert {number: len(topics) for number, topics in by_phone.items()} == dict.fromkeys(range(PHONES), CHANGES)
    assert len(set(arrived)) == _messages().count() == CHANGES * PHONES
    assert service.faults == []
    twice = len(arrived) - len(set(arrived))
    assert twice <= service.moods[moods.TAKE_AND_DIE] + sender.deaths
    if FOLLOWED >= 200:
        note_proof(
            proof="followers", messages=len(set(arrived)), killed=sender.deaths, twice=twice,
            moods={str(mood): number for mood, number in service.moods.items()},
            seconds=round(time.time() - sender.began, 1),
        )  # fmt: skip
