"""The stream in processes of its own, with a real Redis between them: killed, stopped and told to end."""

import asyncio
import signal
import time

import pytest
import redis as client
from django_scopes import scopes_disabled

from league.base.ui import cache
from league.matchnight import pubsub
from tests.factories import league_in_season
from tests.league.jobs.conftest import start, surroundings
from tests.league.live.crowd import Crowd, Phone
from tests.outgrown.servers import Redis, free_port, listens
from tests.outgrown.wire import came_true
from tests.waiting import HANG, until

pytestmark = pytest.mark.django_db(transaction=True)
assert start  # fixtures of the tests of jobs
assert surroundings
STREAMS, SITE = "league.matchnight.stream:application", "league.site.asgi:application"
UNSWEPT = "tests.league.live.unswept:application"


@pytest.fixture
def crowd():
    crowd = Crowd()
    yield crowd
    crowd.over()


@pytest.fixture
def phone(transactional_db):
    with scopes_disabled():
        world = league_in_season()
        yield Phone(world.fixtures[0], world.captains[0])


@pytest.fixture
def redis(tmp_path, settings, monkeypatch):
    monkeypatch.setattr(cache, "_asked_again_at", 0.0)
    redis = Redis(tmp_path)
    redis.start()
    settings.REDIS_URL = redis.url
    monkeypatch.setenv("REDIS_URL", redis.url)
    yield redis
    redis.stop()


@pytest.fixture
def serve(start):
    def begin(application=STREAMS, port=None):
        port = port or free_port()
        words = [application, "--port", str(port), "--log-level", "warning", "--no-access-log"]
        process = start(*words, module="uvicorn")
        assert until(lambda: listens(port) or process.poll() is not None)
        assert process.poll() is None, "It did not start: see processes.log"
        return process, port

    return begin


def tap_until_seen(phone, *watching):
    """A tap that is seen by all of these."""
    head = phone.tap()
    assert until(lambda: all(each.last == head for each in watching))


def test_a_bell_is_heard_in_every_process(redis, serve, crowd, phone, monkeypatch):
    """Or nothing is seen: these do not look at the rows unasked."""
    monkeypatch.setattr(pubsub, "WAIT", HANG)
    watching = [crowd.watch(serve(UNSWEPT)[1], phone.fixture.code, 0) for _ in range(2)]
    assert until(lambda: all(each.heads for each in watching) and len(subscribers(redis)) == 2)
    for nonsense in (b"", b"nonsense", b"\xff\xff 1", b"code \xb2", f"{phone.fixture.code} 99".encode()):
        client.Redis.from_url(redis.url).publish(pubsub.CHANNEL, nonsense)

    for _ in range(9):
        tap_until_seen(phone, *watching)
    assert [each.numbers for each in watching] == [list(range(1, 10))] * 2


def test_a_subscription_that_no_longer_answers_is_made_again(redis, monkeypatch, caplog):
    monkeypatch.setattr(pubsub, "PING_AFTER", 0.2)
    heard = []

    async def listen():
        listening = asyncio.create_task(pubsub.subscribe(lambda code, head: heard.append((code, head))))
        assert await came_true(lambda: subscribers(redis))
        before = subscribers(redis)
        redis.process.send_signal(signal.SIGSTOP)
        assert await came_true(lambda: "others cannot be heard" in caplog.text)
        redis.process.send_signal(signal.SIGCONT)
        assert await came_true(lambda: subscribers(redis) - before)
        assert await came_true(lambda: pubsub.publish("code", 7) or heard)  # Redis may not answer the first in time
        listening.cancel()

    asyncio.run(listen())
    assert set(heard) == {("code", 7)}


def subscribers(redis):
    """The connections that subscribe."""
    with client.Redis.from_url(redis.url) as line:
        return {each["id"] for each in line.client_list(_type="pubsub")}


def test_while_redis_is_away_nothing_is_lost_and_nobody_waits_for_it(redis, serve, crowd, phone, tmp_path):
    watching = [crowd.watch(serve()[1], phone.fixture.code, 0) for _ in range(2)]
    assert until(lambda: all(each.heads for each in watching))
    tap_until_seen(phone, *watching)

    redis.kill()
    phone.tap(20)
    assert until(lambda: all(each.last == 21 for each in watching))

    redis.start()
    until(lambda: len(subscribers(redis)) == 2)
    assert (len(subscribers(redis)), (tmp_path / "processes.log").read_text().count("nobody foresaw")) == (2, 0)
    for _ in range(9):
        tap_until_seen(phone, *watching)
    assert [each.numbers for each in watching] == [list(range(1, 31))] * 2
    assert not any(each.resets for each in watching)


def test_a_redis_that_does_not_answer_is_waited_for_once(redis, monkeypatch):
    monkeypatch.setattr(cache, "AWAY", 3600.0)
    redis.process.send_signal(signal.SIGSTOP)

    pubsub.publish("code", 1)
    left_alone_until = cache._asked_again_at
    for head in range(100):
        pubsub.publish("code", head)

    assert cache._asked_again_at == left_alone_until > time.monotonic()


def test_a_killed_process_is_missed_by_nobody(serve, crowd, phone):
    process, port = serve()
    watching = [crowd.watch(port, phone.fixture.code, 0) for _ in range(5)]
    phone.tap(5)
    assert until(lambda: all(each.last == 5 for each in watching))

    process.kill()
    process.wait()
    phone.tap(5)
    serve(port=port)
    head = phone.tap(5)

    assert until(lambda: all(each.last == head for each in watching))
    assert [each.numbers for each in watching] == [list(range(1, 16))] * 5


@pytest.mark.parametrize("application", [STREAMS, SITE])
def test_a_server_that_is_told_to_stop_ends_its_streams_and_stops(serve, crowd, phone, application, tmp_path):
    """Although it was not given a time after which it should no longer wait for them."""
    (tmp_path / "static").mkdir()  # or the pages warn that there is none
    process, port = serve(application)
    watching = [crowd.watch(port, phone.fixture.code, pause=60) for _ in range(20)]
    assert until(lambda: all(each.heads for each in watching))

    process.send_signal(signal.SIGTERM)

    assert process.wait(timeout=HANG) in {0, -signal.SIGTERM}
    assert (tmp_path / "processes.log").read_text() == ""
