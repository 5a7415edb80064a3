"""Every link and every form of every page leads somewhere: who is shown one may open it.

A page is read by the first who may, and the frame around it by everybody. Addresses of one kind are opened once for
each reader: whether a row of them may be seen is for tests/league/test_permissions.py.
"""

import re
from collections import Counter
from html.parser import HTMLParser
from http import HTTPMethod
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve

from tests.league.addresses import ADMINS, API, PAGES, PRINCIPALS
from tests.league.machine_words import machine_words_on
from tests.league.test_permissions import Site, address, answer, site  # noqa: F401, the fixture
from tests.seeds import by_turns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pages_unnoted", "refusals_bare")]
READERS = ("secretary", "home", "away", "results", "co-ordinator", "treasurer", "nobody", "admin", "stranger")
# Where each role begins, and what its bar and its list of more are shown on.
FIRST_PAGES = ("/leek/", "/me/")
ROLES = by_turns(PRINCIPALS, 4)


class Links(HTMLParser):
    """Where the links of a page lead, and where its forms are sent, each with its method."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.found = page, set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a" and given.get("href"):
            self._add("get", given["href"])
        if tag == "form":
            self._add(given.get("method", "get").lower(), given.get("action") or self.page)

    def _add(self, method: str, where: str) -> None:
        target = urlsplit(urljoin(f"https://testserver{self.page}", where))
        if target.scheme == "https" and target.netloc == "testserver":
            self.found.add((method, target.path + (f"?{target.query}" if target.query else "")))


ID = re.compile(r'\sid="([^"]+)"')
# A template wrote a variable that is None.
NO_VALUE = re.compile(r'\s(?:class|id|for|href|name)="(?:[^"]*[ /])?None[" /]')
# Come to from another page of the league, and not by a link of one's own, by sharing or from the bar.
BELOW_OTHERS = re.compile(r"/leek/(?!availability/|weekly/|paste/shared/|table/)[^/]+/[^/]+/")
LEAGUE_ALONE = re.compile(r'<nav class="crumbs"[^>]*>\s*<a [^>]*>[^<]*</a>\s*</nav>')
NO_LINKS = (".pdf", ".xlsx", ".csv", ".json", ".ics", ".txt", ".jpg", ".png", ".svg", ".zip", ".xml", ".webmanifest")


def page_at(site: Site, reader: str, path: str) -> str:  # noqa: F811
    if path.endswith(NO_LINKS):
        return ""
    given = answer(site.clients[reader], HTTPMethod.GET, path)
    if given.status_code != 200 or not given.headers["Content-Type"].startswith("text/html"):
        return ""
    return given.content.decode()


class Walk:
    """Which links were looked at, and what is wrong with them."""

    def __init__(self, site: Site) -> None:  # noqa: F811
        self.site, self.opened, self.faults = site, set(), []

    def page(self, reader: str, path: str) -> None:
        links, page = Links(path), page_at(self.site, reader, path)
        links.feed(page)
        self.faults += [f"{path} ({reader}): shows {word}" for word in sorted(machine_words_on(page))]
        ids = Counter(ID.findall(page))
        self.faults += [f"{path} ({reader}): writes{found}" for found in NO_VALUE.findall(page)]
        if BELOW_OTHERS.match(path) and 'class="shelf"' not in page and LEAGUE_ALONE.search(page):
            self.faults.append(f"{path} ({reader}): leads back past the page above it")
        self.faults += [f"{path} ({reader}): has two of #{one}" for one, count in ids.items() if count > 1]
        if links.found:  # it opened
            self.opened.add(self._kind(reader, path))
        for method, target in sorted(links.found):
            fault = self._fault(reader, method, target)
            if fault:
                self.faults.append(f"{path} ({reader}): {method} {target} {fault}")

    @staticmethod
    def _kind(reader: str, target: str) -> tuple[object, ...]:
        found = resolve(urlsplit(target).path)
        return reader, found.route, tuple(sorted(found.kwargs.items())) if "media" in found.route else ()

    def _fault(self, reader: str, method: str, target: str) -> str:
        try:
            kind = self._kind(reader, target)
        except Resolver404:
            return "is no address of the site"
        if kind in self.opened or method == "post":
            return ""
        self.opened.add(kind)
        if kind[1] in PAGES and urlsplit(target).path.endswith(NO_LINKS):  # drawn in tests/league/test_permissions.py
            status = PAGES[kind[1]].expected(reader)[0]
        else:
            status = answer(self.site.clients[reader], HTTPMethod.GET, target).status_code
        return f"answers {status}" if status >= 400 else ""


LOOKED_AT = by_turns(sorted(PAGES.items()), 6)


def test_every_link_that_somebody_is_shown_opens(site):  # noqa: F811
    walk = Walk(site)
    for text, page in LOOKED_AT:
        reader = next((name for name in READERS if page.expected(name)[0] == 200), None)
        if reader and text not in ADMINS and (text == API or not text.startswith(API)):
            walk.page(reader, address(text, page, site.ours))
    assert walk.faults == [], "\n".join(walk.faults)


@pytest.mark.parametrize("reader", ROLES)
def test_everything_in_the_bar_and_behind_more_opens_for_whoever_sees_it(site, reader):  # noqa: F811
    walk = Walk(site)
    for path in FIRST_PAGES:
        walk.page(reader, path)
    assert walk.faults == [], "\n".join(walk.faults)
