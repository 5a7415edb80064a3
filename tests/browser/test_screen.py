"""A pub's television and a captain's phone, in two contexts: paired by the code, it follows the match by itself."""

import pytest
from django.test import Client
from django_scopes import scope
from playwright.sync_api import expect

from tests.browser.axe import faults, too_wide
from tests.browser.test_live import evening, phone, site  # noqa: F401 - fixtures

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_captain_pairs_the_screen_and_it_follows_the_pegs(site, browser, evening, phone):  # noqa: F811 - fixtures
    television = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    television.goto(f"{site.url}/tv/")
    code = television.locator(".tv__letters").inner_text()
    assert faults(television) == []

    captain = browser.new_context(viewport={"width": 360, "height": 740}, service_workers="block").new_page()
    client = Client()
    client.force_login(evening.home)
    captain.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site.url}])
    captain.goto(f"{site.url}/tv/pair/")
    captain.get_by_label("Code on the screen").fill(code.lower())
    assert too_wide(captain) == 0
    captain.get_by_role("button", name="Pair the screen").click()
    expect(captain.get_by_role("status")).to_contain_text("Paired with")

    score = television.locator(".tv__player b").first
    expect(score).to_have_text("8")  # it has looked by itself
    with scope(league=evening.small.league):
        phone.pegs(0, 4)
        phone.send()
    expect(score).to_have_text("12")
    assert faults(television) == []


def test_without_scripts_it_is_paired_and_turns_by_itself_too(site, browser, evening):  # noqa: F811 - fixtures
    television = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 720}).new_page()
    television.goto(f"{site.url}/tv/")
    expect(television.locator(".tv__letters")).to_be_visible()
    assert television.locator('meta[http-equiv="refresh"]').get_attribute("content") == "5"
