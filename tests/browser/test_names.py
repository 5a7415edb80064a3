"""Long names and large letters on the narrowest phone, as a real browser sets them."""

import pytest
from playwright.sync_api import Browser

from league.results.choices import SentFor
from league.teams.models import Player
from tests.browser.axe import too_wide
from tests.browser.desk import Desk
from tests.league.person import signed_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# How many lines the surname at the end of each link takes; an initial may stand on the line above it.
LINES = """links => links.map(link => {
  const text = link.firstChild, range = document.createRange();
  range.setStart(text, text.textContent.lastIndexOf(" ") + 1);
  range.setEnd(text, text.textContent.length);
  return new Set([...range.getClientRects()].map(each => Math.round(each.top))).size;
})"""


@pytest.fixture
def card(evening):
    """The evening with its card, on which everybody has a long surname."""
    Player.objects.update(name="E Ollerenshaw")
    evening.send(SentFor.HOME)
    return evening


@pytest.mark.parametrize("width", [320, 360])
def test_a_long_surname_on_a_card_is_not_broken(live_server, browser: Browser, card, width):
    page = browser.new_page(viewport={"width": width, "height": 568})
    page.goto(live_server.url + card.fixture.get_absolute_url())
    lines = page.locator(".sheet td a").evaluate_all(LINES)

    assert len(lines) > 10
    assert set(lines) == {1}


def test_letters_a_third_larger_make_no_page_wider(live_server, browser: Browser, card):
    match = card.fixture.get_absolute_url()
    page = Desk(browser, live_server.url, {"home": signed_in(card.home)}).windows["home"]
    wide = {}
    parts = ("", "table/", "fixtures/?view=month", "averages/", "squads/", "contacts/", "your-match/", "calendar/")
    for path in (*(f"/leek/{part}" for part in parts), match, f"{match}live/", f"{match}score/"):
        page.goto(live_server.url + path)
        page.evaluate("document.documentElement.style.fontSize = '146%'")  # of 112.5
        wide[path] = too_wide(page)
    assert {path: by for path, by in wide.items() if by} == {}
