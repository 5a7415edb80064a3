"""Pages that were read open again without a signal and say how old they are; nobody is shown what another has read."""

import pytest
import time_machine
from django.urls import reverse
from django_scopes import scopes_disabled
from playwright.sync_api import Page, expect

from league.base.accounts.models import User
from tests.browser.desk import let_in
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME, make_evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = """async path => {
    for (let tries = 0; tries < 1000; tries++) {
        for (const name of await caches.keys())
            if (name.startsWith("reader-pages-") && await caches.match(path, { cacheName: name })) return true;
        await new Promise(requestAnimationFrame);
    }
    return false;
}"""


@pytest.fixture
def evening():
    with time_machine.travel(CLOSING_TIME, tick=True), scopes_disabled():
        yield make_evening()


@pytest.fixture
def phone(browser, live_server, evening) -> Page:
    page = browser.new_context(viewport=PHONE, base_url=live_server.url, timezone_id="Europe/London").new_page()
    page.goto("/help/")
    page.wait_for_function(CONTROLLED)
    return page


def read(page: Page, path: str) -> None:
    """Open a page, and wait until it is kept."""
    page.goto(path)
    assert page.evaluate(KEPT, path)


def sign_in(page: Page, user: User) -> None:
    let_in(page.context, page.evaluate("location.origin"), signed_in(user))


def test_table_opens_without_a_signal_and_says_how_old_it_is(phone):
    read(phone, "/leek/table/")
    phone.context.set_offline(True)
    phone.goto("/leek/table/")
    expect(phone.get_by_role("status")).to_contain_text("You have no signal. This is how it was at")
    expect(phone.get_by_role("table")).to_be_visible()
    assert phone.evaluate("document.fonts.check('18px Inter')")
    phone.goto("/leek/players/")
    expect(phone.get_by_role("heading", level=1)).to_have_text("You have no signal")
    phone.context.set_offline(False)
    phone.get_by_role("link", name="Try again").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Players")


def test_what_one_person_read_is_gone_when_they_sign_out(phone, evening):
    yours = reverse("your-match", args=["leek"])
    sign_in(phone, evening.home)
    read(phone, yours)
    assert phone.get_by_role("status").count() == 0
    phone.evaluate("caches.open('scorer-pages').then((cache) => cache.put('/x/score/', new Response('a pass')))")
    phone.evaluate("localStorage.setItem('pegs', 'not sent yet')")
    phone.evaluate("localStorage.setItem('typed:/leek/', 'a form')")
    phone.goto(reverse("account_logout"))
    with phone.expect_navigation():
        phone.locator("main").get_by_role("button", name="Sign out").click()
    assert phone.evaluate("caches.match('/x/score/').then((kept) => kept === undefined)")
    assert phone.evaluate("localStorage.getItem('pegs')") == "not sent yet"
    assert phone.evaluate("localStorage.getItem('typed:/leek/')") is None
    phone.context.set_offline(True)
    phone.goto(yours)
    expect(phone.get_by_role("heading", level=1)).to_have_text("You have no signal")


def test_page_that_is_too_old_is_deleted_when_the_next_one_is_read(phone):
    read(phone, "/leek/table/")
    phone.evaluate(
        """async () => {
            const [name] = (await caches.keys()).filter((each) => each.startsWith("reader-pages-"));
            const cache = await caches.open(name);
            const headers = { "X-Kept-At": Date.now() - 14 * 24 * 60 * 60 * 1000 };
            await cache.put("/leek/table/", new Response("old", { headers }));
        }"""
    )
    read(phone, "/leek/teams/?show=venues")
    assert not phone.evaluate(
        """async () => {
            for (const name of await caches.keys())
                if (await caches.match("/leek/table/", { cacheName: name })) return true;
            return false;
        }"""
    )
