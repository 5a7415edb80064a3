"""The draw on the night on two phones: sealed until both are in, then on the card; on paper where one has no signal."""

import pytest
import time_machine
from django_scopes import scope, scopes_disabled
from playwright.sync_api import Error, expect

from scoring.card.format import Order
from tests.browser.axe import faults, too_wide
from tests.browser.test_card import Phone
from tests.league.lineups.drawing import drawn_by_lot
from tests.league.results.evening import later, make_evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def evening(db):
    with scopes_disabled():
        made = make_evening()
        drawn_by_lot(made.fixture, Order.LOT)
    with scope(league=made.small.league), time_machine.travel(later(hours=-3), tick=True):
        yield made


def put_in(phone: Phone) -> None:
    phone.page.get_by_role("link", name="Say who plays").click()
    for tick in phone.page.locator("input[name=players]").all()[:6]:
        tick.check()
    phone.press("Put the order in")


def test_two_phones_draw_and_the_card_begins_with_it(live_server, browser, evening):
    home, away = (Phone(browser, live_server.url, user) for user in (evening.home, evening.away))
    home.go("/leek/your-match/")
    home.page.get_by_role("link", name="Draw who plays on which line").first.click()
    address = f"/leek/{evening.fixture.first_date}/{evening.fixture.slug}/draw/"
    put_in(home)
    expect(home.page.get_by_text("Waiting for Bell.")).to_be_visible()
    away.go(address)
    expect(away.page.get_by_text("Sealed:")).to_be_visible()
    put_in(away)
    expect(away.page.get_by_text("Both sides are in.")).to_be_visible()
    assert (too_wide(away.page), faults(away.page)) == (0, [])
    drawn = away.page.locator("tbody tr").first.locator("td").all_inner_texts()
    home.go(address)
    assert home.page.locator("tbody tr").first.locator("td").all_inner_texts() == drawn
    home.go(address.replace("/draw/", "/card/players/"))
    assert home.page.locator("input[type=checkbox]:checked").count() == 12
    assert home.faults == []


def test_a_phone_without_signal_is_no_hindrance(live_server, browser, evening):
    home, away = (Phone(browser, live_server.url, user) for user in (evening.home, evening.away))
    address = f"/leek/{evening.fixture.first_date}/{evening.fixture.slug}/draw/"
    home.go(address)
    put_in(home)
    away.page.context.set_offline(True)
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        away.go(address)
    home.press("Draw on paper")
    expect(home.page.get_by_text("This draw is done on paper.")).to_be_visible()
    away.page.context.set_offline(False)
    away.go(address)
    expect(away.page.get_by_text("This draw is done on paper.")).to_be_visible()
    home.go(address.replace("/draw/", "/card/players/"))
    assert home.page.get_by_role("button", name="Save and continue").count() == 1
