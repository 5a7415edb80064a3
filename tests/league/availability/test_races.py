"""No answer is lost and none is there twice: pressed together, again and again, and by processes that are killed.

RACES says how many presses race; from 200 on twenty processes are killed, below that one.
"""

import json
import os
import subprocess
import sys
from random import Random
from uuid import UUID, uuid4

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django_scopes import scope, scopes_disabled

from league.matchnight.models import NightAnswer, PlayerAnswer
from league.matchnight.queries.nights import questions_for
from tests.league.availability.asking import link_for, turn_on
from tests.league.availability.conftest import TUESDAY, Asking
from tests.league.jobs.conftest import ROOT, surroundings  # noqa: F401, the fixture
from tests.league.results.evening import make_evening
from tests.racing import at_once

RACES = int(os.environ.get("RACES", "20"))
DEATHS = 20 if RACES >= 200 else 1

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def racing():
    with scopes_disabled():
        made = Asking(make_evening())
    with scope(league=made.evening.small.league), time_machine.travel(TUESDAY, tick=True):
        turn_on(made.team, by=made.evening.home)
        yield made


def press(racing: Asking, number: int, answer: NightAnswer, key: UUID):
    address = racing.link(number).address
    data = {"night": racing.night.isoformat(), "answer": answer.value, "key": str(key)}
    return lambda: Client(raise_request_exception=False).post(address, data).status_code


def test_players_and_one_impatient_thumb_at_once(racing):
    """In each race all eight answer at once, the first of them with one press that is sent three times."""
    people, sent = len(racing.players), []
    for race in range(RACES):
        keys = [uuid4() for _ in range(people)]
        answers = [list(NightAnswer)[(race + number) % 3] for number in range(people)]
        calls = [press(racing, number, answers[number], keys[number]) for number in (0, 0, *range(people))]
        assert at_once(*calls) == [302] * len(calls)
        sent += keys
        found = [questions_for(racing.link(number), TUESDAY.date())[0].word.answer for number in range(people)]
        assert found == answers
    assert sorted(PlayerAnswer.objects.values_list("key", flat=True)) == sorted(sent)


@pytest.mark.proof
def test_presses_of_processes_that_are_killed_are_there_once(racing, surroundings):  # noqa: F811
    dice, expected = Random(RACES), set()
    for _ in range(DEATHS):
        presses = [(number % len(racing.players), uuid4()) for number in range(40)]
        acknowledged = killed_after(dice.randrange(1, 30), racing, presses)
        connection.close_if_unusable_or_obsolete()
        written = set(PlayerAnswer.objects.values_list("key", flat=True))
        assert acknowledged <= written
        for number, key in presses:  # the phone sends again whatever it has no answer to
            assert press(racing, number, NightAnswer.YES, key)() == 302
        expected |= {key for _, key in presses}
    keys = list(PlayerAnswer.objects.values_list("key", flat=True))
    assert (len(keys), set(keys)) == (len(expected), expected)


def killed_after(number: int, racing: Asking, presses) -> set[UUID]:
    """The keys that a process had acknowledged when it was killed, in the middle of the next press."""
    command = [sys.executable, "-m", "tests.league.availability.presser", racing.team.league.slug]
    tokens = [link_for(racing.team, player).token for player in racing.players]
    night, at = str(racing.night), TUESDAY.isoformat()
    lines = [json.dumps([tokens[who], night, "yes", str(key), at]) for who, key in presses]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        taken = [process.stdout.readline() for _ in range(number)]
        process.kill()
        rest = process.stdout.read()
    return {UUID(line) for line in "".join([*taken, rest]).split()}
