"""One real Chromium for all tests of this folder, which have a process of their own, and a context for each test."""

import shutil
from collections.abc import Iterator
from threading import Condition
from typing import Any

import pytest
import time_machine
from django.core.signals import request_finished, request_started
from django_scopes import scope, scopes_disabled
from playwright.sync_api import Browser, BrowserContext, BrowserType, expect, sync_playwright

from tests.browser.phones import ScorerPhone
from tests.league.results.evening import CLOSING_TIME, Evening, make_evening
from tests.waiting import HANG

PATIENCE = HANG * 1000  # milliseconds: what comes at all comes soon, unless the machine is busy
expect.set_options(timeout=PATIENCE)


class Requests:
    """Counts what the site is at work on; `answered` waits until that is nothing."""

    def __init__(self) -> None:
        self._count, self._changed = 0, Condition()

    def begin(self, **_: object) -> None:
        with self._changed:
            self._count += 1

    def end(self, **_: object) -> None:
        with self._changed:
            self._count -= 1
            self._changed.notify_all()

    def answered(self) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: self._count == 0, timeout=HANG), f"{self._count} are not answered"


@pytest.fixture(scope="package")
def requests() -> Iterator[Requests]:
    counter = Requests()
    request_started.connect(counter.begin)
    request_finished.connect(counter.end)
    yield counter
    request_started.disconnect(counter.begin)
    request_finished.disconnect(counter.end)


@pytest.fixture(scope="package")
def engine() -> Iterator[BrowserType]:
    """While Playwright's loop runs in this thread nothing else in it could have one of its own."""
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # the server's threads have no loop, but this one has
        yield playwright.chromium


@pytest.fixture(scope="package")
def chromium(engine: BrowserType) -> Iterator[Browser]:
    """Started once. The shell is Chromium without its own windows, which cost more than our pages."""
    shell = shutil.which("chromium-headless-shell")
    # Widths of letters as on a phone, which rounds none; Chromium asks fontconfig for that, the shell does not.
    options = ["--no-sandbox", *(["--font-render-hinting=none"] if shell else [])]
    started = engine.launch(executable_path=shell or shutil.which("chromium"), args=options)
    open_context = started.new_context

    def patient_context(**options: Any) -> BrowserContext:
        context = open_context(**options)
        context.set_default_timeout(PATIENCE)
        return context

    started.new_context = patient_context
    started.new_page = lambda **options: patient_context(**options).new_page()
    yield started
    started.close()


@pytest.fixture
def browser(chromium: Browser, requests: Requests) -> Iterator[Browser]:
    """What a test opens is closed after it, with its workers, databases, caches and permissions.

    Whatever was asked of the site is answered before its rows are taken away.
    """
    before = chromium.contexts
    yield chromium
    for context in chromium.contexts:
        if context not in before:
            context.close()
    requests.answered()


@pytest.fixture
def evening(db: None) -> Iterator[Evening]:
    """Two captains at the end of a match of a small league, when it is pegged on their phones."""
    with scopes_disabled():
        made = make_evening()
    with scope(league=made.small.league), time_machine.travel(CLOSING_TIME, tick=True):
        yield made


@pytest.fixture
def phone(live_server: Any, browser: Browser, evening: Evening) -> ScorerPhone:
    """The home captain's phone with the scorer's page open."""
    opened = ScorerPhone(browser, live_server.url, evening, evening.home)
    opened.open()
    return opened
