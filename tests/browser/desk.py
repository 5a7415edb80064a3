"""A browser in which everybody is signed in, each in a window of their own, looks at pages and says what is wrong."""

import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.axe import faults, faults_in_both, parts, too_low, too_wide
from tests.waiting import HANG

NARROW = {"width": 320, "height": 568}
STREAM = re.compile(r"//[^/]+/live/\w+/")  # which another application serves than the one under test


def let_in(context: BrowserContext, site: str, client: Client) -> None:
    """Sign a window in as a test client is."""
    name = settings.SESSION_COOKIE_NAME
    if name in client.cookies:
        context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site}])


class Desk:
    """`said` is what consoles complain of, `seen` what the pages are made of that axe looked at, `looks` their number.

    A `thorough` one has axe look at every page, in both themes; `seconds` says what was spent on what.
    """

    def __init__(self, browser: Browser, url: str, clients: dict[str, Client], *, thorough: bool = False) -> None:
        self.url, self.thorough = url, thorough
        self.said: list[str] = []
        self.seen: set[str] = set()
        self.looks = 0
        self.seconds: Counter[str] = Counter()
        self.windows = {name: self._window(browser, client) for name, client in clients.items()}

    def _window(self, browser: Browser, client: Client) -> Page:
        context = browser.new_context(viewport=NARROW, service_workers="block")
        context.set_default_timeout(HANG * 1000)  # the first page that needs the solver waits for its compiler
        let_in(context, self.url, client)
        context.route(STREAM, lambda route: route.fulfill(content_type="text/event-stream", body="retry: 2000\n\n"))
        page = context.new_page()
        page.on("console", lambda said: self.said.append(f"{page.url}: {said.text}") if said.type == "error" else None)
        return page

    def look(self, reader: str, path: str, status: int = 200) -> list[str]:
        """What is wrong with a page, in words that name it."""
        page = self.windows[reader]
        with self._counted("pages"):
            answer = page.goto(self.url + path)
        found = [] if answer.status == status else [f"answered {answer.status}"]
        found += self._axe(page)
        found += too_low(page)
        wide = too_wide(page)
        return [f"{path} ({reader}): {fault}" for fault in found + ([f"{wide} px too wide"] if wide else [])]

    def _axe(self, page: Page) -> list[str]:
        if not self.thorough:
            with self._counted("parts"):
                there = parts(page)
            if there <= self.seen:
                return []
            self.seen |= there
        self.looks += 1
        with self._counted("axe"):
            return faults_in_both(page) if self.thorough else faults(page)

    @contextmanager
    def _counted(self, what: str) -> Iterator[None]:
        begin = time.perf_counter()
        yield
        self.seconds[what] += time.perf_counter() - begin
