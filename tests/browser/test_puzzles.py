"""The puzzle of the day in a real browser: days in a row that were right are kept on the phone, and told to nobody."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

import pytest
import time_machine
from django.urls import reverse
from django.utils.timezone import localdate
from playwright.sync_api import Browser, expect

from league.pages.queries.site import puzzle_card, puzzle_page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MORNING = datetime(2026, 11, 26, 8, tzinfo=UTC)
# Days after the first, whether the best play is chosen, and what is then shown.
ANSWERS = [
    (0, True, "1 day in a row right, on this phone."),
    (1, True, "2 days in a row right, on this phone."),
    (1, False, "2 days in a row right, on this phone."),  # the first answer of a day counts
    (3, True, "1 day in a row right, on this phone."),  # a day without an answer
    (4, False, ""),
]


def answer_of_today(right: bool) -> str:
    """The address of today's puzzle with its best play, or with another one."""
    number = puzzle_card(localdate()).number
    asked = puzzle_page(number, "", localdate())
    keys = [play["key"] for play in asked["plays"]]
    key = next(key for key in keys if puzzle_page(number, key, localdate())["right"] is right)
    return f"{reverse('puzzle', args=[number])}?{urlencode({'play': key})}"


def test_days_in_a_row_are_counted_on_the_phone_alone(browser: Browser, live_server) -> None:
    page = browser.new_page()
    sent = set()
    page.on("request", lambda request: sent.add((request.method, request.post_data)))
    for days, right, shown in ANSWERS:
        with time_machine.travel(MORNING + timedelta(days=days)):
            page.goto(live_server.url + answer_of_today(right))
            expect(page.locator("puzzle-streak p")).to_have_text([shown] if shown else [])
    assert sent == {("GET", None)}
    assert page.context.cookies() == []


SHARED = """
  navigator.canShare = () => true;
  navigator.share = async ({ text, files: [{ name, type, size }] }) => {
    window.shared = { text, name, type, size };
  };
"""


def test_how_it_went_is_shared_as_a_picture_that_gives_nothing_away(browser: Browser, live_server) -> None:
    page = browser.new_page()
    page.add_init_script(SHARED)
    with time_machine.travel(MORNING):
        page.goto(live_server.url + answer_of_today(right=True))
        number = puzzle_card(localdate()).number
    expect(page.get_by_role("img", name=f"What would you play? Puzzle {number}: right first time")).to_be_visible()
    page.get_by_role("button", name="Share how it went").click()
    shared = page.evaluate("window.shared")
    assert (shared["name"], shared["type"]) == (f"puzzle-{number}.png", "image/png")
    assert 5_000 < shared["size"] < 250_000
    address = reverse("puzzle", args=[number])
    assert shared["text"].endswith(f"right first time. {live_server.url}{address}")
