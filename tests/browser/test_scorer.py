"""A match pegged on a small phone: what the thumb does, what the phone says, what the league has."""

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from league.matchnight.actions.events import make_link
from tests.browser.axe import faults_in_both, too_wide
from tests.browser.phones import ScorerPhone, log, once, state, until
from tests.league.results.walk import at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NARROW, USUAL, WIDE = {"width": 320, "height": 568}, {"width": 360, "height": 740}, {"width": 1280, "height": 800}
PAIRS = 6


def test_captain_pegs_a_game_and_the_league_has_it(phone, evening):
    phone.start(0)
    for side, pegs in ((0, 4), (1, 2), (0, 8), (1, 3)):
        phone.peg(side, pegs)
    phone.shows(1, 5)
    assert phone.scores == [12, 5]
    expect(phone.page.locator(".tile-score")).to_contain_text("needs 49")
    phone.received()
    game = state(evening)["games"][0]
    assert (game["scores"], game["back"], game["needs"]) == ([12, 5], [4, 2], [49, 56])
    assert [(each["side"], each["pegs"]) for each in game["last"]] == [(1, 3), (0, 8), (1, 2), (0, 4)]
    assert game["holder"] is not None
    assert phone.faults == []


def test_nothing_is_said_to_be_received_before_anything_was_sent(phone):
    phone.page.wait_for_function("() => document.querySelector('scorer-app').store.receivedAt")
    phone.says("Ready")
    phone.start(0)
    phone.peg(0, 4)
    phone.says("Received")


def test_game_to_its_end_with_the_other_captain_s_yes(phone, evening):
    phone.start(0)
    phone.peg(1, 0)
    phone.peg(0, 4)
    for score in (12, 20, 28, 36, 44, 52, 60):
        phone.peg(0, 8)
        phone.shows(0, score)
    phone.peg(0, 8)
    phone.page.get_by_text("8: bust, stays on 60").first.wait_for()
    assert phone.page.locator(".pad[data-side='0'] [data-key=peg1]").inner_text().split() == ["1", "wins"]
    phone.peg(0, 1)
    phone.page.locator("score-over").get_by_text("Crown A win Singles 1").wait_for()
    phone.page.get_by_text("Bell: confirm on this phone").click()
    phone.page.locator("#agree-1").fill("Bob Lee")
    phone.page.get_by_role("button", name="Confirm", exact=True).click()
    phone.page.get_by_text("Bob Lee confirmed for Bell").wait_for()
    phone.received()
    game = state(evening)["games"][0]
    assert (game["winner"], game["scores"], game["confirmed"]) == (0, [61, 0], [1])
    phone.page.get_by_role("link", name="Next: Singles 2").click()
    phone.page.get_by_text("Singles 2: who plays?").wait_for()
    expect(phone.page.locator("[aria-live]")).to_have_text("Crown A win Singles 1, 61 to 0.")
    assert phone.faults == []


def test_undo_hands_and_corrections_are_told_as_they_were(phone, evening):
    page = phone.page
    phone.start(0)
    for side, pegs in ((0, 4), (1, 2), (0, 8)):
        phone.peg(side, pegs)
    page.get_by_role("button", name="Undo").click()
    phone.shows(0, 4)
    expect(page.locator("[aria-live]")).to_have_text("Undone: Crown PlayerA 8, now 4. The score is 4 to 2.")
    page.get_by_role("button", name="Chip out").click()
    page.locator(".pad[data-side='1'] [data-key=out3]").click()
    page.get_by_role("button", name="Next hand").click()
    phone.page.wait_for_selector("peg-pads .key")
    phone.peg(1, 2)
    page.locator(".pegging__last").click()
    page.get_by_role("button", name="Correct: Bell PlayerA 2, now 7").click()
    page.get_by_role("button", name="3", exact=True).click()
    page.get_by_role("button", name="Miscounted").click()
    page.get_by_role("button", name="Save correction").click()
    phone.shows(1, 8)
    page.get_by_role("button", name="Blocked").click()
    page.get_by_text("Hand 2 is over").wait_for()
    phone.received()
    kinds = [each.body["kind"] for each in log(evening) if each.kind == "fact"]
    started = ["hand_started", "pegged", "pegged", "pegged", "undone", "pegged", "hand_ended"]
    assert kinds == [*started, "hand_started", "pegged", "corrected", "hand_ended"]
    game = state(evening)["games"][0]
    assert (game["scores"], game["hand"], phone.scores) == ([4, 8], 3, [4, 8])
    once(evening, phone)


def test_keys_and_screen_readers_keep_their_place_through_a_hand(phone):
    page = phone.page
    phone.start(0)
    heading = page.locator("score-game .scorer__title")
    expect(heading).to_be_focused()
    four = page.locator(".pad[data-side='0'] [data-key=peg4]")
    four.press("Enter")
    phone.shows(0, 4)
    page.locator("[data-key=peg8]").first.wait_for()
    expect(four).to_be_focused()
    page.get_by_role("button", name="Blocked").press("Enter")
    page.get_by_text("Hand 1 is over").wait_for()
    expect(heading).to_be_focused()
    page.get_by_role("button", name="Next hand").press("Enter")
    expect(heading).to_have_text("Singles 1, hand 2")
    expect(heading).to_be_focused()
    assert phone.faults == []


def test_revoke_is_pegged_back_where_the_league_has_it(phone, evening):
    page = phone.page
    phone.start(0)
    for side, pegs in ((0, 4), (1, 2), (0, 8)):
        phone.peg(side, pegs)
    phone.shows(0, 12)
    page.locator(".pegging__last").click()
    page.get_by_role("button", name="Crown PlayerA revoked: back 8").click()
    phone.shows(0, 4)
    page.locator(".pegging__last").click()
    page.get_by_role("button", name="Bell PlayerA revoked: Crown PlayerA on 8").click()
    phone.shows(0, 12)
    phone.received()
    assert state(evening)["games"][0]["scores"] == [12, 2]


def test_hand_told_in_tiles_is_counted_by_the_phone(phone, evening):
    page = phone.page
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Count by tiles").check()
    phone.start(0)
    for tile in ("66", "63", "31"):
        page.locator(f"[data-tile='{tile}']").click()
    page.get_by_role("button", name="Knock").click()
    until(page, lambda: phone.taps()[-1]["body"].get("kind") == "knocked")
    phone.received()
    facts = [each.body for each in log(evening) if each.kind == "fact"]
    assert [(each["kind"], each.get("tile")) for each in facts][1:] == [
        ("tile_played", "66"),
        ("tile_played", "63"),
        ("tile_played", "31"),
        ("knocked", None),
    ]
    assert state(evening)["games"][0]["scores"] == phone.scores
    assert phone.scores == [4, 8]
    assert phone.faults == []


def test_scorer_link_lets_in_without_an_account_under_its_name(live_server, browser, evening):
    _, token = make_link(fixture=evening.fixture, name="Marker Meg", by=evening.home, at=timezone.now())
    phone = ScorerPhone(browser, live_server.url, evening)
    phone.open(reverse("scorer-link", args=[token]))
    assert "Scoring as Marker Meg, with a scorer link" in phone.page.locator(".scorer__who").inner_text()
    phone.start(0)
    phone.peg(0, 3)
    phone.received()
    events = log(evening)
    assert {each.link.name for each in events} == {"Marker Meg"}
    assert [each.by_id for each in events] == [None] * 3


def test_page_without_scripts_says_what_to_do(live_server, browser, evening):
    phone = ScorerPhone(browser, live_server.url, evening, evening.home, java_script_enabled=False)
    phone.page.goto(live_server.url + at(evening, "score"))
    assert "Use the board tonight" in phone.page.locator("body").inner_text()
    assert phone.page.get_by_role("link", name="Enter result").get_attribute("href") == at(evening, "live-card")


def screens(phone: ScorerPhone):
    """Every screen of the page, one after the other, by name."""
    page = phone.page
    yield "lines"
    phone.go(0)
    page.wait_for_selector(".squad .chip")
    yield "players"
    phone.start(0)
    yield "the drop"
    for side, pegs in ((0, 4), (1, 2), (0, 8)):
        phone.peg(side, pegs)
    phone.shows(0, 12)
    yield "pegs"
    page.get_by_role("button", name="Chip out").click()
    yield "chipping out"
    page.locator(".pad[data-side='0'] [data-key=out2]").click()
    page.wait_for_selector("next-hand button")
    yield "next hand"
    page.locator("next-hand button").first.click()
    page.wait_for_selector("peg-pads .key")
    page.locator(".pegging__last").click()
    page.wait_for_selector("game-log li")
    yield "list"
    page.get_by_role("button", name="Correct").first.click()
    yield "correction"
    page.get_by_role("button", name="Cancel").click()
    phone.go(0)
    page.wait_for_selector("peg-pads .key")
    phone.peg(0, 2)
    for score in (24, 32, 40, 48, 56):
        phone.peg(0, 8)
        phone.shows(0, score)
    phone.peg(0, 4)
    phone.shows(0, 60)
    yield "nearly won"
    phone.peg(0, 1)
    page.wait_for_selector("score-over")
    yield "over"
    phone.start(PAIRS)
    yield "pairs"
    phone.peg(0, 1)
    page.locator(".pad[data-side='1']").get_by_role("button", name="Knock").click()
    yield "who knocked"
    page.get_by_role("button", name="Tiles").click()
    phone.start(1)
    yield "tiles"
    page.locator("[data-tile='64']").click()
    page.locator("[data-tile='66']").click()
    page.locator("[data-tile='61'], [data-tile='62']").first.wait_for()
    yield "tiles played"
    page.evaluate("() => { location.hash = '#/phone'; }")
    page.wait_for_selector("score-phone")
    yield "phone"


TOO_SMALL = """() => [...document.querySelectorAll(
  ".key, .tile-key, .end-key, .act-key, .chip, .scorer__stage button, .scorer__back, .games__row")]
  .filter((each) => each.offsetParent !== null && each.getClientRects().length)
  .map((each) => [each.textContent.trim() || each.className, each.getBoundingClientRect()])
  .filter(([, box]) => box.height < 47.9 || box.width < 47.9)
  .map(([words, box]) => `${words} ${Math.round(box.width)} x ${Math.round(box.height)}`)"""
TOO_CLOSE = """() => [...document.querySelectorAll(".pad, .act-keys, .tiles")].flatMap((frame) => {
  const boxes = [...frame.children].filter((each) => !each.hidden).map((each) => each.getBoundingClientRect());
  return boxes.flatMap((one, at) => boxes.slice(at + 1).filter((two) =>
    Math.max(one.left - two.right, two.left - one.right) < 7.9 &&
    Math.max(one.top - two.bottom, two.top - one.bottom) < 7.9)).map(() => frame.className);
})"""


@pytest.mark.parametrize("size", [NARROW, USUAL, WIDE], ids=["320", "360", "1280"])
def test_every_screen_is_for_everybody(phone, size):
    """No fault that axe finds in light or dark, nothing too wide, no key below 48 px or nearer than 8 to the next."""
    page = phone.page
    page.set_viewport_size(size)
    found = []
    for name in screens(phone):
        found += [f"{name}, {fault}" for fault in faults_in_both(page)] if size == USUAL else []
        wide = too_wide(page)
        found += [f"{name}: {wide} px too wide"] if wide else []
        found += [f"{name}: {each} is too small" for each in page.evaluate(TOO_SMALL)]
        found += [f"{name}: keys of {each} are too close" for each in page.evaluate(TOO_CLOSE)]
    assert found == []
    assert phone.faults == []


def test_left_hand_changes_places_and_is_remembered(phone):
    page = phone.page
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Left-handed").check()
    page.reload()
    phone.start(0)

    def left(key):
        return page.locator(key).bounding_box()["x"]

    assert left(".pad[data-side='0'] [data-key=peg0]") > left(".pad[data-side='0'] [data-key=peg1]")
    assert left(".act-key >> nth=0") > left(".act-key >> nth=1")
    assert left(".pad[data-side='0']") < left(".pad[data-side='1']")


PLACES = """() => Object.fromEntries([...document.querySelectorAll(".pad")].flatMap((pad) =>
  [...pad.children].map((key) => {
    const { x, y, width, height } = key.getBoundingClientRect();
    return [`${pad.dataset.side} ${key.querySelector("b").textContent}`, [x, y, width, height].map(Math.round)];
  })))"""
SIZES = ((360, 640), (360, 740), (390, 844), (740, 360), (640, 360))


@pytest.mark.parametrize("line", [0, PAIRS], ids=["singles", "pairs"])
def test_no_key_moves_from_the_drop_to_the_next_hand(phone, line):
    """Wherever a thumb is, the key under it is the same after every tap: what cannot be pegged is a dead key."""
    page = phone.page
    phone.start(line)

    def places() -> dict[str, list[int]]:
        found = {}
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found |= {f"{width} x {height}: {key}": place for key, place in page.evaluate(PLACES).items()}
        return found

    first = places()
    assert len(first) == 16 * len(SIZES)
    expect(page.locator(".key[disabled]")).to_have_count(4)  # 6 and 8 on both sides: no tile pegs so much on the drop
    for side, pegs in ((0, 4), (1, 2), (0, 8), (1, 0)):
        phone.peg(side, pegs)
        assert places() == first
    page.get_by_role("button", name="Undo").click()
    assert places() == first
    page.locator(".pad[data-side='1'] [data-key=knock]").click()
    if line == PAIRS:  # which of the two knocked is asked in place of their side's keys
        others = {key: place for key, place in first.items() if ": 0 " in key}
        assert others.items() <= places().items()
        page.locator("[data-key=seat1]").click()
        page.locator("[data-key=seat1]").wait_for(state="detached")
    assert places() == first
    page.get_by_role("button", name="Chip out").click()
    page.locator("[data-key=out0], [data-key=out1]").first.wait_for()
    assert places() == first
    page.get_by_role("button", name="Chip out").click()
    page.get_by_role("button", name="Blocked").click()
    page.get_by_role("button", name="Next hand").click()
    page.wait_for_selector("peg-pads .key")
    assert places() == first
    assert phone.faults == []


def corrected(page, row: str, *chips: str, save: str = "Save correction") -> None:
    """Open a row of the list of scores, choose, and save."""
    page.locator("game-log").get_by_role("button", name=row, exact=True).click()
    if save != "Save correction":
        page.get_by_role("button", name="Add a score after it").click()
    for words in chips:
        page.locator("game-log").get_by_role("button", name=words, exact=True).click()
    page.get_by_role("button", name=save).click()
    page.wait_for_selector("score-game .tile-score")


def test_the_first_choice_is_taken_back_and_watchers_see_the_right_name(phone, evening):
    page = phone.page
    phone.start(0, drop=0)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Change who plays for Bell").click()
    page.locator(".squad .chip[aria-pressed=false]").nth(1).click()
    page.locator(".drops .chip").nth(1).click()
    page.wait_for_selector("peg-pads .key")
    phone.received()
    game = state(evening)["games"][0]
    assert (game["players"][1], game["leader"], game["drop"]) == (["B PlayerC"], 1, 1)
    expect(page.locator(".tile-score")).to_contain_text("needs 61, drops")
    phone.peg(1, 4)
    page.locator(".pegging__last").click()  # and later, too
    page.get_by_role("link", name="Players and first drop").click()
    page.locator(".drops .chip").nth(0).click()
    page.wait_for_selector("peg-pads .key")
    phone.received()
    game = state(evening)["games"][0]
    assert (game["players"][1], game["leader"], game["scores"]) == (["B PlayerC"], 0, [0, 4])
    assert phone.faults == []


def test_a_total_a_revoke_and_pegs_taken_back_can_be_put_right(phone, evening):
    page = phone.page
    phone.start(0)
    told = ({"kind": "total_called", "side": 0, "total": 20}, {"kind": "total_called", "side": 0, "total": 15})
    for fact in (*told, {"kind": "revoke_shown", "side": 0}, {"kind": "pegged_back", "side": 0, "pegs": 2}):
        page.evaluate("fact => document.querySelector('score-game').tell(fact)", fact)
    phone.shows(0, 2)  # 4, and 8; less 8, less 2
    page.locator(".pegging__last").click()
    page.get_by_role("button", name="Correct: Crown PlayerA 4, now 4").click()
    total = page.get_by_label("Total")
    page.get_by_role("button", name="Miscounted").click()
    for typed, may in (("", False), ("21", False), ("20", False), ("18", True)):
        total.fill(typed)
        assert page.get_by_role("button", name="Save correction").is_enabled() is may
    page.get_by_role("button", name="Save correction").click()
    phone.shows(0, 4)
    page.locator(".pegging__last").click()
    corrected(page, "Correct: Crown PlayerA 8 back, now 6", "Bell PlayerA", "Wrong side")
    page.locator(".pegging__last").click()
    page.get_by_role("button", name="2 back").click()
    page.get_by_label("Pegs").fill("5")
    page.get_by_role("button", name="Miscounted").click()
    page.get_by_role("button", name="Save correction").click()
    phone.received()
    assert state(evening)["games"][0]["scores"] == phone.scores
    assert phone.faults == []


def test_every_score_of_a_finished_game_can_be_put_right(phone, evening):
    page = phone.page
    phone.start(0)
    phone.peg(0, 4)
    phone.peg(1, 2)
    page.get_by_role("button", name="Blocked").click()
    page.locator("next-hand button").nth(1).click()
    page.wait_for_selector("peg-pads .key")
    phone.peg(0, 1)
    for score in (13, 21, 29, 37, 45, 53, 61):
        phone.peg(0, 8)
        phone.shows(0, score)
    page.get_by_role("link", name="Correct a score").click()
    expect(page.locator("game-log li")).to_have_count(13)
    corrected(page, "Correct: Crown PlayerA 4, now 4", "3", "Miscounted")  # the first of all
    phone.shows(0, 60)
    page.wait_for_selector("peg-pads .key")  # it is not over
    page.locator(".pegging__last").click()
    corrected(page, "Correct: Bell PlayerA 2, now 2", "Bell PlayerA", "6", "Forgotten", save="Add this score")
    phone.shows(1, 8)
    page.locator(".pegging__last").click()
    corrected(page, "Correct: Blocked", "Bell PlayerA", "Agreed by both")
    page.locator(".pegging__last").click()
    page.get_by_role("button", name="Correct: Bell PlayerA 2, now 2").click()
    page.get_by_role("button", name="It did not happen").click()
    phone.shows(1, 6)
    phone.received()
    game = state(evening)["games"][0]
    assert (game["scores"], game["winner"], phone.scores) == ([60, 6], None, [60, 6])
    assert phone.faults == []
