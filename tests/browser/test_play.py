"""A game against the computer in a real Chromium, from the first tile to the review; and again without a signal."""

import json
import re
from dataclasses import replace
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page, expect

from scoring import codec
from scoring.card.presets import PRESETS
from tests.factories import make_league

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAIR = 2  # a side
BOXES = "(all) => all.map((each) => each.getBoundingClientRect().toJSON())"
TARGET = 44  # pixels that a finger needs
READY = ".hand-tile:enabled, .play__acts .button:text-matches('Knock|Draw|Next'), .play__over"
SETTLED = re.compile("Your (turn|lead)|Blocked|chipped out|You (won|lost)")  # said once the last tile lies still
SHORT = "/play/?rules=fives-threes:pagat-31&players=2"


def begin(page: Page, address: str, level: str) -> None:
    page.goto(address)
    page.get_by_role("radio", name=re.compile(f"^{level}")).check()
    page.get_by_label("Practice game").check()
    page.get_by_role("button", name="Start the game").click()


def act(page: Page) -> None:
    """Whatever can be done now, the first of it."""
    page.locator(READY).first.wait_for()
    for name in ("Next hand", "Knock", "Draw a tile"):
        if page.get_by_role("button", name=name).count():
            page.get_by_role("button", name=name).click()
            return
    if page.locator(".hand-tile:enabled").count():
        before = page.locator(".hand-tile").count()
        page.locator(".hand-tile:enabled").first.click()
        if page.locator(".felt__spot").count():
            page.locator(".felt__spot").first.click()
        expect(page.locator(".hand-tile")).to_have_count(before - 1)


def until_a_tile_may_be_played(page: Page) -> None:
    page.locator(READY).first.wait_for()
    while not page.locator(".hand-tile:enabled").count():
        act(page)
        page.locator(READY).first.wait_for()


def play_a_tile(page: Page) -> None:
    """One's own tile and those of the others after it, until all of it is told, and kept on the phone."""
    until_a_tile_may_be_played(page)
    status = page.locator(".play__status")
    expect(status).to_have_text(SETTLED)
    before = status.inner_text()
    act(page)
    expect(status).not_to_have_text(before)
    expect(status).to_have_text(SETTLED)


def swap_the_seed(page: Page) -> None:
    """Another seed into the phone's store; once more, and it is the first again."""
    page.evaluate("""() => {
      const key = Object.keys(localStorage).find((each) => /^play:.*:2$/.test(each));
      const game = JSON.parse(localStorage.getItem(key));
      const seed = [...game.seed].reverse().join("");
      localStorage.setItem(key, JSON.stringify({ ...game, seed }));
    }""")


def test_another_seed_or_number_in_the_store_is_noticed_when_the_game_is_opened(browser: Browser, live_server) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740})
    page.goto(live_server.url + SHORT)
    page.get_by_text("How the tiles are dealt").first.click()
    shown = page.locator(".play__hash").text_content()
    page.get_by_label("A number of your own").fill("1968")
    page.get_by_role("button", name="Start the game").click()
    play_a_tile(page)
    assert page.locator(".play__hash").text_content() == shown
    expect(page.locator(".play__fair")).to_contain_text("Your number 1968 goes into every deal.")
    for change in (swap_the_seed, another_number):
        change(page)
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text("another seed")
        change(page)
        page.reload()
        expect(page.get_by_role("alert")).to_have_count(0)
        expect(page.locator(".hand-tile").first).to_be_visible()


def prove(page: Page) -> None:
    page.get_by_text("Was the deal fair?").click()
    page.get_by_role("button", name="Check that the deal was fair").click()


def another_number(page: Page) -> None:
    """Another number of the player's, or the first again."""
    page.evaluate("""() => {
      const key = Object.keys(localStorage).find((each) => /^play:.*:2$/.test(each));
      const game = JSON.parse(localStorage.getItem(key));
      localStorage.setItem(key, JSON.stringify({ ...game, own: game.own === "1968" ? "7" : "1968" }));
    }""")


def test_a_game_is_played_to_its_end_reviewed_and_proved_fair(browser: Browser, live_server) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    begin(page, live_server.url + SHORT, "Regular")
    shown = page.locator(".play__hash").text_content()
    for _ in range(400):
        if page.locator(".play__over").count():
            break
        act(page)
    page.get_by_role("button", name="Review my game").click()
    expect(page.get_by_text("The plays that cost most").or_(page.get_by_text("Well played"))).to_be_visible()
    swap_the_seed(page)
    prove(page)
    expect(page.get_by_text("Not proved: the seed kept on this phone is not what the game began with.")).to_be_visible()
    swap_the_seed(page)
    page.reload()
    prove(page)
    expect(page.get_by_text("every deal follows from the seed")).to_be_visible()
    assert page.locator(".play__fair .play__hash").text_content() == shown
    page.get_by_role("link", name="Share as a record").click()
    expect(page.get_by_text("No mistakes found.")).to_be_visible()
    assert errors == []


def test_a_hint_says_why_a_tile_is_taken_back_and_the_game_is_there_again(browser: Browser, live_server) -> None:
    page = browser.new_page()
    begin(page, live_server.url + "/play/", "Beginner")
    until_a_tile_may_be_played(page)
    if page.get_by_role("button", name="Hint").count():
        page.get_by_role("button", name="Hint").click()
        expect(page.get_by_role("status")).to_contain_text("for the next player")
    tiles = page.locator(".hand-tile").count()
    act(page)
    expect(page.locator(".hand-tile")).to_have_count(tiles - 1)
    page.locator(".hand-tile:enabled, .play__acts .button").first.wait_for()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".hand-tile")).to_have_count(tiles)
    kept = json.loads(page.evaluate("localStorage.getItem('play:fives-threes:pagat:2')"))
    page.reload()
    expect(page.locator(".hand-tile")).to_have_count(tiles)
    assert json.loads(page.evaluate("localStorage.getItem('play:fives-threes:pagat:2')")) == kept


def test_a_phone_plays_by_the_rules_of_a_league(browser: Browser, live_server) -> None:
    """Pairs of Leek: one person, three computers, to 121 from hole 11; and the same hand after a reload."""
    rules = PRESETS["leek"]
    lines = tuple(replace(line, starts=(11, 0)) for line in rules.format.lines if line.players == PAIR)
    league = make_league()
    league.rules = codec.encode(replace(rules, format=replace(rules.format, lines=lines)))
    league.save()
    page = browser.new_page(viewport={"width": 360, "height": 740})
    begin(page, live_server.url + "/play/?league=leek", "Regular")
    page.get_by_text("Menu").click()
    box = page.locator(".play__box")
    expect(box.get_by_text("Pairs: fives and threes to 121, home starts on hole 11")).to_be_visible()
    page.get_by_text("Menu").click()
    play_a_tile(page)
    told = page.locator(".play__status").inner_text()
    page.reload()
    expect(page.locator(".play__status")).to_have_text(told)


def test_the_table_fills_a_phone_and_a_tile_is_dragged_to_it(browser: Browser, live_server) -> None:
    """After the start there is the board and the whole hand, and nothing to scroll; the way back leaves the table."""
    page = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).new_page()
    page.goto(live_server.url + "/play/")
    page.get_by_role("button", name="Start the game").click()
    until_a_tile_may_be_played(page)
    assert page.evaluate("[scrollY, document.documentElement.scrollWidth]") == [0, 360]
    for part in (".crib__wood", ".felt", ".hand-tile >> nth=-1"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= page.viewport_size["height"]
    assert page.locator("footer").is_hidden()
    tiles, laid = page.locator(".hand-tile").count(), page.locator(".felt__tile").count()
    key = page.locator(".hand-tile:enabled").first.bounding_box()
    assert key["width"] >= TARGET
    page.mouse.move(key["x"] + 20, key["y"] + 40)
    page.mouse.down()
    page.mouse.move(key["x"] + 20, key["y"] - 60, steps=3)
    spot = page.locator(".felt__spot").first.bounding_box()
    page.mouse.move(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2, steps=3)
    page.mouse.up()
    expect(page.locator(".hand-tile")).to_have_count(tiles - 1)
    assert page.locator(".felt__tile").count() >= laid + 1
    page.go_back()
    page.get_by_role("button", name="Go on with it").click()
    expect(page.locator(".hand-tile")).to_have_count(tiles - 1)


def test_tiles_lie_clear_of_each_other_however_many_there_are(browser: Browser, live_server) -> None:
    """Pairs of Leek, a hand of 24 tiles: every tile on the cloth, none on another, end to end by the same pips."""
    page = browser.new_page(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    begin(page, live_server.url + "/play/?rules=fives-threes:leek-pairs&players=4", "Regular")
    over = page.get_by_role("button", name="Next hand").or_(page.locator(".play__over"))
    while not over.count():
        act(page)
        page.locator(READY).first.wait_for()
        cloth, *boxes = page.locator(".felt, .felt__tile").evaluate_all(BOXES)  # at one moment
        assert all(box["left"] >= cloth["left"] - 1 and box["right"] <= cloth["right"] + 1 for box in boxes)
        assert all(box["top"] >= cloth["top"] - 1 and box["bottom"] <= cloth["bottom"] + 1 for box in boxes)
        assert [pair for pair in combinations(boxes, 2) if overlap(*pair)] == []


def overlap(one: dict, two: dict) -> bool:
    across = min(one["right"], two["right"]) - max(one["left"], two["left"])
    down = min(one["bottom"], two["bottom"]) - max(one["top"], two["top"])
    return min(across, down) > 1.5  # the middles are whole pixels
