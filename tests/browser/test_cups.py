"""A cup's bracket in a real browser: a list on a phone, a tree on a wide screen; axe finds nothing in either."""

from itertools import pairwise

import pytest
import time_machine
from django_scopes import scopes_disabled
from playwright.sync_api import expect

from scoring.season.knockout.cups import OPEN_DAY, SINGLES
from tests.browser.axe import faults_in_both, too_wide
from tests.browser.desk import NARROW
from tests.factories import make_league, make_season
from tests.league.cups.made import make_cup
from tests.league.cups.test_bracket_page import IN_SEASON

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE, WIDE = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
MIDDLES = """() => [...document.querySelectorAll(".bracket")].map(tree =>
    [...tree.querySelectorAll(".bracket__ties")].map(round =>
        [...round.querySelectorAll(".tie:not(.tie--none) .tie__box")].map(box => {
            const at = box.getBoundingClientRect();
            return box.checkVisibility() ? Math.round(at.top + at.height / 2) : null;
        })))"""

LOWEST = "Math.max(...[...document.querySelectorAll('.tie__box')].map(box => box.getBoundingClientRect().bottom))"


@pytest.fixture
def page(live_server, browser):
    with time_machine.travel(IN_SEASON, tick=True):
        page = browser.new_context(viewport=PHONE).new_page()
        page.said = []
        page.on("console", lambda said: page.said.append(said.text) if said.type == "error" else None)
        page.home = live_server.url
        yield page


def show(page, number, rest="", **how):
    with scopes_disabled():
        cup = make_cup(make_season(make_league()), number, **how)
    page.goto(page.home + cup.get_absolute_url() + rest)


@pytest.mark.parametrize(("number", "rules"), [(5, SINGLES), (64, SINGLES), (12, OPEN_DAY)])
def test_bracket_is_a_list_on_a_phone_and_a_tree_on_a_wide_screen(page, number, rules):
    show(page, number, rules=rules, played=1)
    assert faults_in_both(page) == []
    shut = page.evaluate(MIDDLES)
    assert any(each is None for tree in shut for round_ in tree for each in round_)
    page.set_viewport_size(NARROW)
    assert too_wide(page) == 0
    page.set_viewport_size(WIDE)
    assert faults_in_both(page) == []
    assert too_wide(page) == 0
    assert all(each is not None for tree in page.evaluate(MIDDLES) for round_ in tree for each in round_)
    assert page.said == []


def test_every_tie_of_the_tree_stands_between_the_two_that_lead_to_it(page):
    page.set_viewport_size(WIDE)
    show(page, 64, played=2)
    (rounds,) = page.evaluate(MIDDLES)
    assert [len(each) for each in rounds] == [32, 16, 8, 4, 2, 1]
    for before, after in pairwise(rounds):
        middles = [(one + other) / 2 for one, other in zip(before[::2], before[1::2], strict=True)]
        assert after == pytest.approx(middles, abs=2)


def test_tree_scrolls_in_its_own_box_and_by_the_keyboard(page):
    page.set_viewport_size({"width": 900, "height": 800})
    show(page, 64, played=2)
    tree = page.locator(".bracket")
    assert tree.evaluate("box => box.scrollWidth > box.clientWidth")
    assert too_wide(page) == 0
    tree.focus()
    page.keyboard.press("ArrowRight")
    expect(tree).not_to_have_js_property("scrollLeft", 0)


def test_rounds_open_and_close_on_a_phone_without_a_script(page):
    show(page, 8, played=1)
    closed = page.locator("details:not([open]) .tie__box").first
    assert not closed.is_visible()
    page.get_by_text("Quarter-finals").click()
    expect(page.locator("details[open] .tie__box")).to_have_count(4 + 2)


@pytest.mark.parametrize("number", [8, 64])
def test_screen_in_the_pub_has_no_fault_and_everything_is_on_it(page, number):
    page.set_viewport_size({"width": 1920, "height": 1080})
    show(page, number, "?part=tv&hold", played=1)
    assert faults_in_both(page) == []
    assert page.evaluate(LOWEST) <= 1080
