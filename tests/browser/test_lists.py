"""Fixture lists in a real browser: pages full of one, and what would come of a change while it is chosen."""

from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client
from django_scopes import scopes_disabled
from playwright.sync_api import Browser, expect

from league.base.jobs.models import Job
from league.schedule.actions.lists import keep_list, make_plain_list, start_list
from league.schedule.models import FixtureList
from league.schedule.queries.lists import task_of
from league.schedule.values.lists import read_matches
from scoring.season.schedule.circle import plain_list
from tests.browser.desk import Desk
from tests.factories import SmallLeague
from tests.league.results.evening import CLOSING_TIME, Evening, make_evening
from tests.league.schedule.test_matches import NOW
from tests.league.world import make_world

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def evening(db) -> Iterator[Evening]:
    with time_machine.travel(CLOSING_TIME, tick=True), scopes_disabled():
        yield make_evening()


def desk_of(small: SmallLeague, browser: Browser, url: str) -> Desk:
    """The desk of a league's secretary."""
    client = Client()
    client.force_login(small.secretary)
    return Desk(browser, url, {"secretary": client}, thorough=True)


def make_lists(small: SmallLeague) -> str:
    """Give a season two plain lists and one that is being worked out; where they are."""
    FixtureList.objects.all().delete()
    competition = small.division.competition
    for _ in range(2):
        make_plain_list(competition=competition, by=small.secretary, at=NOW)
    row = start_list(competition=competition, seconds=30, by=small.secretary, at=NOW)
    keep_list(list_id=row.pk, matches=plain_list(task_of(competition)), bound=1)
    line = [[1, 30], [2, 12], [5, 9]]
    progress = {"cost": 9, "bound": 1, "hard": 0, "seconds": 6.0, "line": line}
    Job.objects.filter(key=row.job).update(state="running", message="Costs 9", done=6, total=30, progress=progress)
    return f"/{small.league.slug}/season/{small.season.slug}/lists/"


def test_pages_full_of_a_list_have_no_fault_that_axe_finds(live_server, browser, tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path
    with time_machine.travel(CLOSING_TIME, tick=True), scopes_disabled():
        small = make_world("leek").evening.small
        look_at_lists(desk_of(small, browser, live_server.url), make_lists(small))


def look_at_lists(desk: Desk, lists: str) -> None:
    full = ("", "1/", "1/?show=health", "1/?show=teams", "1/?show=grid", "3/", "1/hand/", "comparison/?list=1&list=2")
    found = [fault for path in full for fault in desk.look("secretary", lists + path)]
    assert found == []
    assert desk.said == []


def test_what_would_come_of_a_change_is_said_while_it_is_chosen(live_server, browser, evening):
    desk, lists = desk_of(evening.small, browser, live_server.url), make_lists(evening.small)
    page = desk.windows["secretary"]
    page.goto(f"{desk.url}{lists}1/hand/")
    page.locator('a[href*="hand/change"]').first.click()
    page.select_option("select[name=to]", index=2)
    page.wait_for_selector("[data-preview] button")
    expect(page.locator("[data-preview]")).to_contain_text("This breaks ")
    assert desk.look("secretary", page.url.removeprefix(desk.url)) == []

    page.select_option("select[name=to]", index=2)
    page.locator("[data-preview] button").click()
    page.wait_for_url("**/hand/?night=*")
    one, other = (FixtureList.objects.get(number=number) for number in (1, 2))
    assert one.version == 2
    assert set(read_matches(one.matches)) != set(read_matches(other.matches))


def test_without_scripts_the_page_says_it_with_a_button(live_server, browser, evening):
    desk, lists = desk_of(evening.small, browser, live_server.url), make_lists(evening.small)
    cookies = desk.windows["secretary"].context.cookies()
    context = browser.new_context(java_script_enabled=False)
    context.add_cookies(cookies)
    page = context.new_page()
    page.goto(f"{desk.url}{lists}1/hand/")
    page.locator('a[href*="hand/change"]').first.click()
    page.select_option("select[name=to]", index=2)
    page.click("text=Preview the change")
    page.click("text=Make the change")
    page.locator(".notice--good").wait_for()
