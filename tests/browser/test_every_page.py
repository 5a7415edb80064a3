"""Every page of the site in a real browser: for readers of every kind, in light and dark, on the narrowest phone."""

import re

import pytest
import time_machine
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client, override_settings
from playwright.sync_api import Browser, Page

from tests.league.addresses import ADMINS, API, PAGES
from tests.league.test_permissions import Site, address
from tests.league.world import CLOSING_TIME

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}
NARROW = {"width": 320, "height": 568}
WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], "resultTypes": ["violations"]}
# All that the dark theme changes is colour.
CONTRAST = {"runOnly": ["cat.color"], "resultTypes": ["violations"]}
# Who reads a page: the first of these who may.
READERS = ("secretary", "home", "away", "nobody", "admin", "stranger")
NO_PAGE = (".pdf", ".csv", ".xlsx", ".txt", ".jpg", ".css", ".woff2", ".js", ".ics", ".atom", "healthz", "readyz")
NO_PAGE += ("photo/<int:pk>/", "live/state/")
PLAIN_PAGES = sorted(
    text
    for text, page in PAGES.items()
    if text not in ADMINS
    and not text.endswith(NO_PAGE)
    and (text == API or not text.startswith(API))  # which has one page that tells of the rest
    and any(page.expected(name)[0] == 200 for name in READERS)
)
STREAM = re.compile(r"//[^/]+/live/\w+/")  # which another application serves than the one under test
ASKED = {"<slug:league>/search/": "?q=crown"}


class Desk:
    """One browser in which everybody is signed in, each in their own window; `said` is what consoles complain of."""

    def __init__(self, browser: Browser, url: str, site: Site) -> None:
        self.url, self.site, self.said = url, site, []
        self.windows = {name: self._window(browser, site.clients[name]) for name in READERS}

    def _window(self, browser: Browser, client: Client) -> Page:
        context = browser.new_context(viewport=PHONE)
        context.set_default_navigation_timeout(90_000)  # the first page that needs the solver waits for its compiler
        name = settings.SESSION_COOKIE_NAME
        if name in client.cookies:
            context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": self.url}])
        context.route(STREAM, lambda route: route.fulfill(content_type="text/event-stream", body="retry: 2000\n\n"))
        page = context.new_page()
        page.on("console", lambda said: self.said.append(f"{page.url}: {said.text}") if said.type == "error" else None)
        return page

    def faults(self, text: str) -> list[str]:
        """What is wrong with a page, in words that name it."""
        expected = PAGES[text]
        reader = next(name for name in READERS if expected.expected(name)[0] == 200)
        path = address(text, expected, self.site.ours) + ASKED.get(text, "")
        return self.look(reader, path)

    def look(self, reader: str, path: str, status: int = 200) -> list[str]:
        page = self.windows[reader]
        answer = page.goto(self.url + path)
        found = [] if answer.status == status else [f"answered {answer.status}"]
        for scheme, options in (("light", WCAG), ("dark", CONTRAST)):
            page.emulate_media(color_scheme=scheme)
            broken = Axe().run(page, options=options).response["violations"]
            found += [f"{scheme}: {each['id']} at {each['nodes'][0]['target']}" for each in broken]
        page.set_viewport_size(NARROW)
        wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="light")
        return [f"{path} ({reader}): {fault}" for fault in found + ([f"{wider} px too wide"] if wider > 0 else [])]


@pytest.fixture
def desk(live_server, browser, tmp_path):
    with override_settings(MEDIA_ROOT=tmp_path), time_machine.travel(CLOSING_TIME, tick=True):
        yield Desk(browser, live_server.url, Site())


def test_no_page_has_a_fault_that_axe_finds_or_is_wider_than_a_phone(desk):
    found = [fault for text in PLAIN_PAGES for fault in desk.faults(text)]
    assert found == [], "\n".join(found)
    assert desk.said == []


def test_pages_that_say_no_are_pages_too(desk):
    found = desk.look("nobody", "/nowhere/at/all/", 404) + desk.look("home", "/leek/inbox/", 403)
    assert found == []
    assert [each for each in desk.said if "Content Security Policy" in each] == []


def test_a_page_that_is_wrong_is_found_out(desk):
    """What the two tests above look for, on a page made wrong on purpose."""
    wrong = "<img src='/x.png'><canvas width=900></canvas><p style='color:#ccc'>faint</p></main>"

    def spoilt(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("</main>", wrong))

    desk.windows["nobody"].route("**/help/", spoilt)
    found = desk.look("nobody", "/help/")
    assert any("image-alt" in fault for fault in found)
    assert any("px too wide" in fault for fault in found)
    assert any("Content Security Policy" in said for said in desk.said)
