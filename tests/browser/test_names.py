"""Long names on the narrowest phone, as a real browser sets them."""

import pytest
import time_machine
from django_scopes import scope, scopes_disabled
from playwright.sync_api import Browser

from league.results.choices import SentFor
from league.teams.models import Player
from tests.league.results.evening import CLOSING_TIME, make_evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# How many lines the surname at the end of each link takes; an initial may stand on the line above it.
LINES = """links => links.map(link => {
  const text = link.firstChild, range = document.createRange();
  range.setStart(text, text.textContent.lastIndexOf(" ") + 1);
  range.setEnd(text, text.textContent.length);
  return new Set([...range.getClientRects()].map(each => Math.round(each.top))).size;
})"""


@pytest.mark.parametrize("width", [320, 360])
def test_a_long_surname_on_a_card_is_not_broken(live_server, browser: Browser, width):
    with time_machine.travel(CLOSING_TIME, tick=True), scopes_disabled():
        evening = make_evening()
        Player.objects.update(name="E Ollerenshaw")
        with scope(league=evening.small.league):
            evening.send(SentFor.HOME)
            path = evening.fixture.get_absolute_url()
        page = browser.new_page(viewport={"width": width, "height": 568})
        page.goto(live_server.url + path)
        lines = page.locator(".sheet td a").evaluate_all(LINES)

    assert len(lines) > 10
    assert set(lines) == {1}
