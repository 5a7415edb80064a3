"""The overlay in a real browser: see-through but for its card, and it follows the match by the stream."""

from io import BytesIO

import pytest
from django_scopes import scope
from PIL import Image
from playwright.sync_api import expect

from tests.browser.test_live import evening, phone, site  # noqa: F401 - fixtures
from tests.league.live.phones import address

CORNERS = {"bottom-left": (60, 1040), "top-right": (1860, 40)}
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("place", CORNERS)
def test_the_score_follows_the_pegs_over_nothing(site, browser, evening, phone, place):  # noqa: F811 - fixtures
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{site.url}{address(evening.fixture, 'live-overlay')}?place={place}")
    score = page.locator('[data-rows] [data-score="0"]')
    expect(score).to_have_text("8")
    with scope(league=evening.small.league):
        phone.pegs(0, 4)
        phone.send()
    expect(score).to_have_text("12")
    assert page.evaluate("document.fonts.ready.then(() => true)")
    seen = Image.open(BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
    assert seen.getpixel((960, 540))[3] == 0
    assert seen.getpixel(CORNERS[place])[3] == 255
    assert faults == []
    context.close()
