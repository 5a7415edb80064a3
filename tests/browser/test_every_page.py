"""Every page of the site in a real browser, for readers of every kind, on the narrowest phone.

Axe looks, in light, at every page that has a part which none before it had; with AXE=all at all, in light and dark.
"""

import os
import sys
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client, override_settings
from django_scopes import scopes_disabled

from tests.browser.desk import Desk
from tests.league.addresses import ADMINS, API, PAGES
from tests.league.lengths import lengthen_everything
from tests.league.results.evening import make_evening
from tests.league.test_permissions import Site, address
from tests.league.world import CLOSING_TIME
from tests.seeds import by_turns

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
THOROUGH = os.environ.get("AXE") == "all"
# Who reads a page: the first of these who may.
READERS = ("secretary", "home", "away", "nobody", "admin", "stranger")
NO_PAGE = (".pdf", ".csv", ".xlsx", ".txt", ".jpg", ".css", ".woff2", ".js", ".ics", ".atom", "healthz", "readyz")
NO_PAGE += (".xml", ".webmanifest")
NO_PAGE += ("photo/<int:pk>/", "pictures/<int:pk>/", "photo/<int:pk>/flat/", "live/state/", "rules/file/")
PLAIN_PAGES = sorted(
    text
    for text, page in PAGES.items()
    if text not in ADMINS
    and not text.endswith(NO_PAGE)
    and (text == API or not text.startswith(API))  # which has one page that tells of the rest
    and any(page.expected(name)[0] == 200 for name in READERS)
)
LOOKED_AT = by_turns(PLAIN_PAGES, 6)
ASKED = {"<slug:league>/search/": "?q=crown"}


@pytest.fixture
def site(db, tmp_path) -> Iterator[Site]:
    with override_settings(MEDIA_ROOT=tmp_path), time_machine.travel(CLOSING_TIME, tick=True):
        yield Site()


@pytest.fixture
def desk(live_server, browser, site) -> Desk:
    return Desk(browser, live_server.url, {name: site.clients[name] for name in READERS}, thorough=THOROUGH)


@pytest.fixture
def small_desk(live_server, browser) -> Desk:
    """A captain's window, and that of somebody who is not signed in."""
    with scopes_disabled():
        captain = Client()
        captain.force_login(make_evening().home)
    return Desk(browser, live_server.url, {"home": captain, "nobody": Client()})


def faults(desk: Desk, site: Site, text: str) -> list[str]:
    """What is wrong with a page of the one table of who may open what."""
    page = PAGES[text]
    reader = next(name for name in READERS if page.expected(name)[0] == 200)
    return desk.look(reader, address(text, page, site.ours) + ASKED.get(text, ""))


@pytest.mark.proof
def test_no_page_has_a_fault_that_axe_finds_or_is_wider_than_a_phone(desk, site):
    found = [fault for text in LOOKED_AT for fault in faults(desk, site, text)]
    seconds = ", ".join(f"{what} {spent:.0f} s" for what, spent in desk.seconds.items())
    sys.stdout.write(f"\n{len(LOOKED_AT)} pages, axe looked at {desk.looks}: {seconds}\n")
    assert found == [], "\n".join(found)
    assert desk.said == []


@pytest.mark.proof
def test_no_page_is_wider_than_a_phone_whatever_the_names(desk, site):
    with scopes_disabled():
        lengthen_everything()
    too_wide = [
        fault for text in by_turns(PLAIN_PAGES, 16) for fault in faults(desk, site, text) if "too wide" in fault
    ]
    assert too_wide == [], "\n".join(too_wide)


def test_pages_that_say_no_are_pages_too(small_desk):
    found = small_desk.look("nobody", "/nowhere/at/all/", 404) + small_desk.look("home", "/leek/inbox/", 403)
    assert found == []
    assert [each for each in small_desk.said if "Content Security Policy" in each] == []


def test_a_page_that_is_wrong_is_found_out(small_desk):
    """What the two tests above look for, on a page made wrong on purpose."""
    wrong = "<img src='/x.png'><video width=900></video><p style='color:#ccc'>faint</p></main>"

    def spoilt(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("</main>", wrong))

    small_desk.windows["nobody"].route("**/help/", spoilt)
    found = small_desk.look("nobody", "/help/")
    assert any("image-alt" in fault for fault in found)
    assert any("px too wide" in fault for fault in found)
    assert any("Content Security Policy" in said for said in small_desk.said)
