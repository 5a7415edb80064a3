"""A pub's television and a captain's phone, in two contexts: paired by the code, it follows the match by itself."""

import pytest
from django.test import Client
from django.utils.timezone import now
from django_scopes import scope
from playwright.sync_api import expect

from league.pages.actions import pair_screen
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


def test_where_the_module_cannot_run_the_plain_script_turns_the_slides(site, browser, evening):  # noqa: F811 - fixtures
    """A browser of 2018 that stops at a word of the module; and a site that is away for a while."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    television = context.new_page()
    television.clock.install()
    television.route(
        "**/live-night*.js", lambda route: route.fulfill(body="let old = ;", content_type="text/javascript")
    )
    television.goto(f"{site.url}/tv/")
    code = television.locator(".tv__letters").inner_text().replace(" ", "")
    with scope(league=evening.small.league):
        pair_screen(code=code, venue=evening.small.entries[2].team.venue, by=evening.secretary, at=now())
    with television.expect_navigation():
        television.clock.fast_forward(6_000)  # the code's page looks again
    away = ["yes"]
    television.route("**/tv/?slide=1", lambda route: route.abort() if away else route.fallback())
    with television.expect_event("requestfailed"):
        television.clock.fast_forward(21_000)
    assert television.url == f"{site.url}/tv/"
    away.clear()
    with television.expect_navigation(url="**/tv/?slide=1"):
        television.clock.fast_forward(21_000)
    expect(television.locator("[data-slide]:not([hidden])")).to_have_count(1)
