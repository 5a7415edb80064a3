"""Ten things that people come for, done as somebody does them who has the page read out: by role and name alone.

Where a name may be put in two ways, either is good: what matters is that there is one.
"""

import re

import pytest
from django_scopes import scopes_disabled
from playwright.sync_api import Browser, Locator, Page, expect

from league.results.choices import ResultState, SentFor
from league.results.models import Result
from league.schedule.actions.lists import make_plain_list
from league.schedule.models import Fixture
from league.teams.models import Player
from tests.browser.desk import let_in
from tests.factories import make_division, make_entry, make_season
from tests.league.cups.made import make_cup
from tests.league.live.phones import phone_of
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}


class Listener:
    """Somebody who has pages read out: finds what is there by its role and name, and only within the page itself."""

    def __init__(self, browser: Browser, site: str, user=None) -> None:
        context = browser.new_context(viewport=PHONE, base_url=site, service_workers="block")
        if user is not None:
            let_in(context, site, signed_in(user))
        self.page: Page = context.new_page()

    def at(self, path: str) -> "Listener":
        self.page.goto(path)
        return self

    def the(self, role: str, name: str) -> Locator:
        return self.page.get_by_role("main").get_by_role(role, name=re.compile(name)).first

    def bar(self, name: str) -> None:
        """A link of the bar that every page has."""
        with self.page.expect_navigation():
            self.page.get_by_role("navigation").get_by_role("link", name=name, exact=True).click()

    def follow(self, name: str) -> None:
        with self.page.expect_navigation():
            self.the("link", name).click()

    def press(self, name: str) -> None:
        with self.page.expect_navigation():
            self.the("button", name).click()

    def pick(self, team: str) -> None:
        """Choose a team's players, one after the other, wherever nobody is chosen yet."""
        players = self.page.get_by_role("main").get_by_role("combobox", name=re.compile(f", {team}"))
        empty = [each for each in players.all() if not each.input_value()]
        for number, each in enumerate(empty, start=1):
            each.select_option(index=number)

    def heads(self, words: str) -> None:
        expect(self.page.get_by_role("heading", level=1)).to_have_text(re.compile(words))


@pytest.fixture
def listener(browser, live_server):
    return lambda user=None: Listener(browser, live_server.url, user)


def test_read_the_table(listener, evening):
    reader = listener().at("/leek/")
    reader.bar("Table")
    row = reader.the("row", "Crown A")
    expect(row.get_by_role("rowheader")).to_have_text("Crown A")
    expect(row.get_by_role("cell").last).to_have_text("0")
    expect(reader.the("columnheader", "^Pts|^Points")).to_be_visible()


def test_find_my_next_match(listener, evening):
    captain = listener(evening.home).at("/leek/")
    captain.bar("Your match")
    captain.follow("Crown A v Bell")
    captain.heads("Crown A v Bell")


def test_send_a_card(listener, evening):
    captain = listener(evening.home).at("/leek/your-match/")
    captain.follow("^Enter (the )?result")
    for team in ("Crown A", "Bell"):
        side = captain.the("group", team)
        for number in range(6):
            side.get_by_role("checkbox").nth(number).check()
    captain.press("^Save and (go on|continue)")
    for last in (False, False, True):
        for team in ("Crown A", "Bell"):
            captain.pick(team)
        for number in range(captain.page.get_by_role("radio", name=re.compile("^Crown A")).count()):
            captain.page.get_by_role("radio", name=re.compile("^Crown A")).nth(number).check()
        captain.press("^Save and check" if last else "^Save and (go on|continue)")
    captain.press("^Send (the )?result")
    assert Result.objects.get().state == ResultState.PROVISIONAL


def test_confirm(listener, evening):
    evening.send(SentFor.HOME)
    captain = listener(evening.away).at("/leek/your-match/")
    captain.follow("^Confirm")
    captain.press("^(Yes|Confirm)")
    assert Result.objects.get().state == ResultState.CONFIRMED


def test_dispute(listener, evening):
    evening.send(SentFor.HOME)
    captain = listener(evening.away).at("/leek/your-match/")
    captain.follow("^Confirm")
    captain.follow("[Nn]ot right|[Dd]ispute")
    captain.the("textbox", "not right|wrong").fill("We won the third single.")
    captain.press("not right|[Dd]ispute")
    assert Result.objects.get().state == ResultState.DISPUTED


def test_peg_a_game(listener, evening):
    captain = listener(evening.home).at(evening.fixture.address_of("score"))
    captain.the("link", "^Singles 1").click()
    for team in ("Crown A", "Bell"):
        captain.the("group", team).get_by_role("button", name=re.compile("Player")).first.click()
    captain.the("group", "first").get_by_role("button").first.click()
    captain.the("button", "Player. 4$").click()
    expect(captain.the("img", "Player. 4, back peg 0; needs 57")).to_be_visible()
    captain.the("button", "^Undo").click()
    expect(captain.the("img", "Player. 0, back peg 0; needs 61")).to_be_visible()


def test_watch_a_game(listener, evening):
    phone = phone_of(evening.fixture, evening.home)
    phone.opens()
    phone.pegs(0, 8)
    phone.send()
    reader = listener().at(evening.fixture.address_of("live"))
    reader.heads("Crown A.*Bell")
    expect(reader.the("img", "^Crown A 8, .*needs 53.* Bell 0")).to_be_visible()
    expect(reader.the("table", "card")).to_be_visible()


def test_enter_a_cup(listener, evening):
    with scopes_disabled():
        cup = make_cup(evening.small.season, 4, drawn=False, players=list(Player.objects.order_by("pk")[:4]))
    captain = listener(evening.home).at("/leek/cups/")
    captain.follow(cup.name)
    captain.follow("^Enter")
    captain.page.get_by_role("checkbox").first.check()
    captain.press("^Enter")
    captain.heads("Entries")
    expect(captain.the("heading", "^5 entered")).to_be_visible()


@pytest.mark.proof
def test_publish_fixtures(listener, evening):
    division = make_division(make_season(evening.small.league, "2027-28", current=False))
    for entry in evening.small.entries:
        make_entry(division, entry.team)
    make_plain_list(competition=division.competition, by=evening.secretary, at=CLOSING_TIME)
    secretary = listener(evening.secretary).at("/leek/season/2027-28/")
    secretary.at("/leek/season/2027-28/lists/")
    secretary.follow("^(List|Draft) 1|round robin")
    secretary.follow("^Publish")
    secretary.press("^Publish")
    assert Fixture.objects.filter(division=division).count() == 12


def test_print(listener, evening):
    reader = listener().at("/leek/table/")
    with reader.page.expect_response(re.compile(r"\.pdf$|/print/")) as answer:
        reader.the("link", "[Nn]otice board").click()
    assert answer.value.ok
