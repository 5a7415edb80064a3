"""How often a program may ask: each token, and each address without one, so many times a minute."""

from datetime import timedelta

import pytest

from tests.league.api.programs import Program, program_of


@pytest.fixture(autouse=True)
def three_a_minute(settings):
    settings.API_REQUESTS_A_MINUTE = 3


def statuses(program, number, **headers):
    return [
        program.client.get("/api/v1/leagues", headers=program.headers, **headers).status_code for _ in range(number)
    ]


def test_whoever_asks_too_often_is_told_when_to_go_on(evening, clock):
    assert statuses(Program(), 4) == [200, 200, 200, 429]
    answer = Program().get("leagues")
    assert (answer["Retry-After"], answer["Content-Type"]) == ("60", "application/problem+json")
    assert answer["Access-Control-Expose-Headers"] == "ETag, Retry-After"
    clock.shift(timedelta(seconds=int(answer["Retry-After"])))
    assert statuses(Program(), 1) == [200]


def test_each_token_and_each_address_is_counted_by_itself(evening):
    home, away = program_of(evening.home), program_of(evening.away)
    assert statuses(home, 4) == [200, 200, 200, 429]
    assert statuses(away, 3) == [200, 200, 200]
    assert statuses(Program(), 3, REMOTE_ADDR="192.0.2.1") == [200, 200, 200]
    assert statuses(Program(), 3, REMOTE_ADDR="192.0.2.2") == [200, 200, 200]


def test_tokens_that_are_tried_are_counted_by_address(evening):
    tried = [Program(f"ds_{number}") for number in range(4)]
    assert [statuses(each, 1)[0] for each in tried] == [401, 401, 401, 429]


def test_those_who_come_from_nowhere_are_counted_together(evening):
    assert statuses(Program(), 4, REMOTE_ADDR="") == [200, 200, 200, 429]
