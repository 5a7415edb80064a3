"""Answers are counted by what was promised of them, and what waits for a thread or is refused was not in time."""

import pytest

from league.server import promise
from league.server.lanes import PAGE, TAP, promised
from league.server.promise import AnswerCounter


@pytest.fixture
def counter(monkeypatch):
    fresh = AnswerCounter()
    monkeypatch.setattr(promise, "answers", fresh)
    return fresh


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/", PAGE),
        ("GET", "/leek/2026-09-07/crown-v-bell/", PAGE),
        ("POST", "/leek/2026-09-07/crown-v-bell/live/events/", TAP),
        ("POST", "/leek/2026-09-07/crown-v-bell/card/", ""),
        ("GET", "/leek/print/a4/fixtures.pdf", ""),
        ("GET", "/static/js/offline.js", ""),
        ("GET", "/api/v1/leagues/", ""),
        ("GET", "/healthz", ""),
        ("HEAD", "/", ""),
    ],
)
def test_taps_and_pages_are_promised_and_nothing_else(method, path, kind):
    assert promised(method, path) == kind


def test_what_is_kept_is_taken_once_and_what_comes_meanwhile_is_left():
    counter = AnswerCounter()
    counter.add(TAP, in_time=True)
    taken = counter.pending()
    counter.add(TAP, in_time=True)
    counter.keep(taken)
    assert counter.pending() == {(TAP, True): 1}
    assert counter.all() == {(TAP, True): 2}


@pytest.mark.django_db
def test_a_page_that_waited_too_long_for_its_thread_was_not_in_time(client, counter, monkeypatch):
    soon, late = promise.time.monotonic() + 100, promise.time.monotonic() - 0.6
    client.get("/healthz")
    for arrived in (soon, late):
        client.get("/help/", **{"asgi.scope": {"arrived": arrived}})
    assert counter.all() == {(PAGE, True): 1, (PAGE, False): 1}
