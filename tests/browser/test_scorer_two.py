"""Two phones on one game: one holds the pegs, the other asks or takes over, and nothing that either tapped is lost."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.phones import ScorerPhone, once, state
from tests.league.results.evening import CLOSING_TIME
from tests.league.results.walk import at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def phones(live_server, browser, evening):
    """The home captain's, on which a game is pegged; and the away captain's, which looks at it."""
    home = ScorerPhone(browser, live_server.url, evening, evening.home)
    home.open()
    home.start(0)
    home.peg(0, 4)
    home.received()
    away = ScorerPhone(browser, live_server.url, evening, evening.away)
    away.open()
    away.go(0)
    away.page.locator("pegs-elsewhere").get_by_text(
        "Crown A Captain is scoring (on another phone)", exact=True
    ).wait_for()
    return home, away


def news(phone):
    phone.page.evaluate("() => dispatchEvent(new Event('focus'))")


def test_asked_for_and_handed_over(phones, evening):
    home, away = phones
    assert away.page.locator(".key").count() == 0
    away.page.get_by_role("button", name="Ask to take over").click()
    away.received()
    news(home)
    home.page.get_by_text("Bell Captain asks to take over scoring").wait_for()
    home.page.get_by_role("button", name="Hand over").click()
    home.page.locator("pegs-elsewhere").get_by_text("Bell Captain is scoring (on another phone)", exact=True).wait_for()
    home.received()
    news(away)
    away.page.wait_for_selector("peg-pads .key")
    away.peg(1, 2)
    away.shows(1, 2)
    away.received()
    news(home)
    home.shows(1, 2)
    once(evening, home, away)
    assert state(evening)["games"][0]["holder"] == "B Captain"


def test_second_phone_of_the_same_person_carries_on_by_one_button(live_server, browser, evening):
    first = ScorerPhone(browser, live_server.url, evening, evening.home)
    first.open()
    first.start(0)
    first.peg(0, 4)
    first.received()
    second = ScorerPhone(browser, live_server.url, evening, evening.home)
    second.open()
    second.go(0)
    second.page.locator("pegs-elsewhere").get_by_text("You are scoring on another phone").wait_for()
    second.page.get_by_role("button", name="Carry on here").click()
    second.page.wait_for_selector("peg-pads .key")
    second.peg(1, 2)
    second.shows(0, 4)
    second.received()
    assert state(evening)["games"][0]["scores"] == [4, 2]


def test_taken_over_while_the_other_had_no_signal(phones, evening):
    home, away = phones
    home.context.set_offline(True)
    home.peg(1, 2)
    home.shows(1, 2)
    away.page.get_by_role("button", name="Take over…").click()
    expect(away.page.locator("pegs-elsewhere")).to_contain_text("saved separately")
    away.page.get_by_role("button", name="Take over scoring").click()
    away.page.wait_for_selector("peg-pads .key")
    away.peg(1, 3)
    away.received()
    home.peg(0, 8)
    home.shows(0, 12)
    home.context.set_offline(False)
    news(home)
    home.page.get_by_text("Another phone took over scoring.").wait_for()
    expect(home.page.locator("two-phones")).to_contain_text("This phone’s, 12–2, is saved separately")
    home.received()
    news(away)
    away.received()
    once(evening, home, away)
    game = state(evening)["games"][0]
    assert (game["scores"], game["aside"], away.scores, home.scores) == ([4, 3], 2, [4, 3], [4, 3])
    home.page.get_by_role("link", name="See both, side by side").click()
    home.page.wait_for_url("**/live/games/0-1/tracks/")
    home.page.get_by_role("heading", level=1).wait_for()
    assert home.faults + away.faults == []


def test_another_phone_s_clock_is_never_shown_as_the_time(live_server, browser, evening):
    """The home phone is an hour fast. What the away phone shows is when the league received it."""
    london = {"timezone_id": "Europe/London"}
    home = ScorerPhone(browser, live_server.url, evening, evening.home, **london)
    home.page.clock.set_fixed_time(CLOSING_TIME + timedelta(hours=1))
    home.open()
    home.start(0)
    home.received()
    away = ScorerPhone(browser, live_server.url, evening, evening.away, **london)
    away.open()
    away.go(0)
    expect(away.page.locator(".handover__who")).to_contain_text("since 10.3")


def pegged_apart(live_server, browser, evening, *, winner_on_other: int) -> tuple[ScorerPhone, ScorerPhone]:
    """Both captains open singles 1 without a signal and peg it to its end; then both have a signal again."""
    phones = [ScorerPhone(browser, live_server.url, evening, user) for user in (evening.home, evening.away)]
    for phone, winner in zip(phones, (0, winner_on_other), strict=True):
        phone.open()
        phone.context.set_offline(True)
        phone.start(0)
        phone.win(winner)
    for phone in phones:
        phone.context.set_offline(False)
        news(phone)
        phone.received()
    news(phones[0])
    return phones[0], phones[1]


def test_two_phones_that_pegged_one_game_to_different_ends_both_say_so(live_server, browser, evening):
    """On both phones, though the game is over; then one captain chooses, and the other phone says that too."""
    home, away = pegged_apart(live_server, browser, evening, winner_on_other=1)
    expect(home.page.locator("two-phones")).to_contain_text("Bell Captain’s, 0–61, is saved separately")
    expect(away.page.locator("two-phones")).to_contain_text("This phone’s, 0–61, is saved separately")
    for phone in (home, away):
        expect(phone.page.locator("two-phones")).to_contain_text("Two phones scored this game differently.")
        assert phone.page.locator(".over__agree").count() == 0  # there is nothing to confirm yet
    away.page.evaluate("() => { location.hash = '#/'; }")
    away.page.get_by_text("Crown A won. Two phones differ").wait_for()
    away.page.goto(live_server.url + at(evening, "live-tracks", 0, 1))
    away.page.get_by_label("0–61").check()
    away.page.get_by_label("Reason").fill("The home phone missed a hand")
    away.page.get_by_role("button", name="Confirm this score").click()
    away.page.get_by_text("This has been settled.").wait_for()
    news(home)
    expect(home.page.locator("two-phones")).to_contain_text(
        "Bell Captain chose Bell Captain’s score. The home phone missed a hand"
    )
    home.shows(1, 61)
    assert home.faults + away.faults == []


def test_two_phones_that_pegged_the_same_say_nothing(live_server, browser, evening):
    home, away = pegged_apart(live_server, browser, evening, winner_on_other=0)
    for phone in (home, away):
        phone.page.locator(".over__words", has_text="Crown A win Singles 1").wait_for()
        expect(phone.page.locator("two-phones")).to_be_hidden()
    assert state(evening)["games"][0]["aside"] == 0
