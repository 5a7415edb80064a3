"""Thursday's six: a captain asks, players answer by their links without scripts, and the captain picks."""

import pytest
import time_machine
from django_scopes import scope, scopes_disabled
from playwright.sync_api import expect

from league.matchnight.models import PickedPlayer, PlayerAnswer
from tests.browser.axe import faults, too_wide
from tests.browser.test_card import PHONE, Phone
from tests.league.availability.asking import link_for
from tests.league.availability.conftest import TUESDAY
from tests.league.results.evening import make_evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def evening(db):
    with scopes_disabled():
        made = make_evening()
    with scope(league=made.small.league), time_machine.travel(TUESDAY, tick=True):
        yield made


def test_from_asking_to_the_team(live_server, browser, evening):
    captain = Phone(browser, live_server.url, evening.home)
    team = evening.small.entries[0].team
    squad = f"/leek/squads/{team.slug}/availability/"
    captain.go(squad)
    captain.press("Start asking")
    captain.page.get_by_role("link", name="Send the players their links").click()
    message = captain.page.locator("#links-message").input_value()
    players = [each.player for each in team.registrations.select_related("player__league").order_by("player__name")]
    # A player taps the link in the group, and one button: no account, no scripts.
    for number, answer in enumerate(("Yes", "If needed", "No")):
        address = link_for(team, players[number]).address
        assert address in message
        context = browser.new_context(viewport=PHONE, java_script_enabled=False)
        page = context.new_page()
        page.goto(live_server.url + address)
        assert too_wide(page) == 0
        page.get_by_role("button", name=answer, exact=True).first.click()
        expect(page.locator(".notice--good")).to_contain_text("You can")
        expect(page.locator("button[name=answer][aria-pressed=true]")).to_contain_text([answer])
        context.close()
    assert PlayerAnswer.objects.count() == 3
    # The captain has the answers, and picks two.
    captain.go(squad)
    captain.page.get_by_role("link", name="Crown A v Bell").first.click()
    expect(captain.page.get_by_text("1 can play, 1 if needed, 1 cannot, 5 have not answered.")).to_be_visible()
    for number in (0, 1):
        captain.page.get_by_label(players[number].name).check()
    captain.press("Save the team")
    assert (too_wide(captain.page), faults(captain.page)) == (0, [])
    picked = PickedPlayer.objects.order_by("place").values_list("player", flat=True)
    assert list(picked) == [players[number].pk for number in (0, 1)]
    assert captain.faults == []
