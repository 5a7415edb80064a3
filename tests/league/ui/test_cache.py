"""What the processes of a site share, while Redis is there and while it is not."""

import time

import pytest

from league.base.ui import cache
from league.base.ui.cache import SharedCache
from league.teams.models import decoded_once
from tests.outgrown.servers import Redis
from tests.waiting import HANG


@pytest.fixture
def redis(tmp_path):
    redis = Redis(tmp_path)
    redis.start()
    yield redis
    redis.stop()


@pytest.fixture
def caches(redis, monkeypatch):
    """Those of two processes; in truth of one, so both see at once that Redis is away."""
    monkeypatch.setattr(cache, "_asked_again_at", 0.0)
    monkeypatch.setattr(cache, "WAIT", HANG)
    first, second = SharedCache(redis.url, {}), SharedCache(redis.url, {})
    yield first, second
    first.clear()


def test_one_process_finds_what_another_has_kept(caches):
    first, second = caches
    first.set("table", b"bytes", 60)
    assert second.get("table") == b"bytes"
    assert (second.add("table", b"other"), second.add("lock", 1)) == (False, True)
    assert (first.incr("lock"), second.delete("lock"), first.get("lock")) == (2, True, None)
    assert (first.touch("table", 60), first.get_many(["table", "none"])) == (True, {"table": b"bytes"})


def test_nobody_waits_for_a_redis_that_is_away_and_everybody_goes_back_to_it(caches, redis, monkeypatch):
    first, second = caches
    first.set("table", b"before")
    redis.kill()
    monkeypatch.setattr(cache, "AWAY", 3600.0)
    assert first.get("table") is None
    asked_again_at = cache._asked_again_at
    first.set("tries", 4)
    assert (first.incr("tries"), second.get("tries"), first.add("tries", 1)) == (5, 5, False)
    assert cache._asked_again_at == asked_again_at > time.monotonic()
    redis.start()
    monkeypatch.setattr(cache, "_asked_again_at", 0.0)  # as if the time had come
    second.set("table", b"after")
    assert (first.get("table"), first.get("tries")) == (b"after", None)


def test_rules_of_many_leagues_push_out_no_tally_and_are_not_all_kept():
    """Rules of a thousand leagues would be 40 MB in each process."""
    tally, rules = '{"home": 3}', [f'{{"{number}": "{"x" * 5000}"}}' for number in range(400)]
    read = [decoded_once(dict, text) for text in (tally, *rules)]
    assert decoded_once(dict, tally) is read[0]
    assert decoded_once(dict, rules[-1]) is read[-1]
    assert decoded_once(dict, rules[0]) is not read[1]
    for number in range(1000):
        decoded_once(dict, f'{{"away": {number}}}')
    assert decoded_once(dict, tally) is read[0]
    assert decoded_once(dict, rules[-1]) is read[-1]
