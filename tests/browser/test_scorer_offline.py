"""No signal, a lost answer, a session that ended, a dead database: what was tapped is kept, sent in order, and once."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from league.base.accounts.models import Session
from league.matchnight.actions.events import make_link, revoke_link
from tests.browser.phones import EVENTS, ScorerPhone, log, lose_answers, once, state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def pegging(phone):
    """A phone with the first game open, all of it received."""
    phone.start(0)
    phone.received()
    return phone


def test_whole_match_without_a_signal_is_sent_in_one_go(phone, evening):
    phone.kept()
    phone.context.set_offline(True)
    lines = evening.match.format.lines
    for line in range(len(lines)):
        if line == 4:
            phone.page.reload()
            phone.page.wait_for_selector("scorer-app .scorer__stage > *")
        phone.start(line)
        phone.win(line % 2, lines[line].target)
    phone.go(len(lines) - 1)
    phone.says("saved, no signal")
    expect(phone.page.locator("score-trouble")).to_contain_text("Keep this page open")
    assert log(evening) == []
    phone.page.evaluate("() => { location.hash = '#/'; }")
    phone.page.get_by_role("link", name="Check the card and send it").wait_for()
    phone.context.set_offline(False)
    phone.received()
    once(evening, phone)
    assert state(evening)["games_won"] == [5, 4]
    assert phone.faults == []


def test_answers_that_are_lost_double_nothing(phone, evening):
    phone.start(0)
    phone.received()
    phone.page.route(EVENTS, lose_answers)
    for side, pegs in ((0, 4), (1, 2), (0, 8), (1, 3)):
        phone.peg(side, pegs)
    phone.says("4 saved, no signal")
    phone.page.unroute(EVENTS)
    phone.page.evaluate("() => dispatchEvent(new Event('online'))")
    phone.received()
    once(evening, phone)
    assert state(evening)["games"][0]["scores"] == [12, 5]


def test_pegging_goes_on_when_the_session_has_run_out(phone, evening):
    phone.kept()
    phone.start(0)
    Session.objects.update(expire_date=timezone.now())
    phone.peg(0, 4)
    phone.received()
    phone.page.reload()
    phone.page.wait_for_selector("peg-pads .key")
    phone.peg(0, 8)
    phone.received()
    once(evening, phone)
    assert phone.scores == [12, 0]


def test_link_that_was_taken_back_keeps_what_was_tapped(live_server, browser, evening):
    link, token = make_link(fixture=evening.fixture, name="Marker Meg", by=evening.home, at=timezone.now())
    phone = ScorerPhone(browser, live_server.url, evening)
    phone.open(f"/s/{token}/")
    phone.start(0)
    phone.received()
    revoke_link(link=link, by=evening.home, at=timezone.now())
    phone.peg(0, 4)
    phone.says("1 saved, not received")
    trouble = phone.page.locator("score-trouble")
    expect(trouble.get_by_role("status")).to_contain_text("has ended")
    expect(trouble).to_contain_text("1 score saved on this phone")
    phone.peg(1, 2)
    phone.says("2 saved, not received")
    assert trouble.get_by_role("link", name="Sign in again").is_visible()
    assert [each["seq"] for each in phone.taps()] == [1, 2, None, None]
    assert len(log(evening)) == 2


def test_phone_whose_database_is_gone_keeps_the_taps_elsewhere(phone, evening):
    """Browsers drop the database of a page in the background; then the small store has to do."""
    phone.start(0)
    phone.received()
    phone.context.set_offline(True)
    phone.page.evaluate(
        """() => {
          IDBFactory.prototype.open = () => { throw new DOMException("connection lost", "UnknownError"); };
          document.querySelector("scorer-app").store.database.close();
        }"""
    )
    phone.peg(0, 4)
    phone.shows(0, 4)
    phone.peg(1, 2)
    phone.shows(1, 2)
    phone.context.set_offline(False)
    phone.received()
    phone.page.reload()
    phone.page.wait_for_selector("peg-pads .key")
    phone.received()
    once(evening, phone)
    assert phone.scores == [4, 2]


@pytest.mark.parametrize("both", [True, False], ids=["all of it", "the database alone"])
def test_phone_that_has_lost_its_scores_says_that_the_site_has_them_and_fetches_them(pegging, both):
    pegging.peg(0, 4)
    pegging.received()
    page, address = pegging.page, pegging.page.url
    page.goto("about:blank")
    pegging.context.route(EVENTS, lambda route: route.abort())
    page.goto(address)
    page.wait_for_selector("scorer-app .scorer__stage > *")
    page.evaluate(
        """async (both) => {
          if (both) localStorage.clear();
          document.querySelector("scorer-app").store.database.close();
          await new Promise((done) => (indexedDB.deleteDatabase("double-six-scorer").onsuccess = done));
          location.hash = "#/";
          location.reload();
        }""",
        both,
    )
    expect(page.locator(".games__row").nth(0)).to_contain_text("The site has 4–0")
    expect(page.locator(".games__row").nth(1)).to_contain_text("Not started on this phone")
    page.locator(".games__row").nth(0).click()
    expect(page.get_by_role("heading", level=2)).to_have_text("Singles 1: 4–0")
    pegging.context.unroute(EVENTS)
    page.get_by_role("button", name="Fetch them now").click()
    page.get_by_role("button", name="Carry on here").click()
    page.wait_for_selector("peg-pads .key")
    assert pegging.scores == [4, 0]


def test_phone_whose_database_answers_late_has_everything_that_was_tapped(pegging, evening):
    """What was received is on the phone alone: the league does not tell a phone its own taps again."""
    pegging.peg(0, 4)
    pegging.received()
    pegging.page.add_init_script(
        """
        const open = IDBFactory.prototype.open;
        IDBFactory.prototype.open = function (...given) {
          return window.awake ? open.apply(this, given) : {};
        };
        """
    )
    pegging.page.reload()
    expect(pegging.page.get_by_text("The site has", exact=False)).to_be_visible()
    pegging.page.evaluate("() => { window.awake = true; dispatchEvent(new Event('online')); }")
    pegging.shows(0, 4)
    pegging.peg(1, 2)
    pegging.received()
    assert (pegging.scores, pegging.faults) == ([4, 2], [])
    once(evening, pegging)


def test_tap_is_seen_at_once_and_said_to_be_saved_once_it_is(pegging):
    phone, page = pegging, pegging.page
    phone.context.set_offline(True)
    page.evaluate(
        """() => {
          const asked = [];
          IDBFactory.prototype.open = () => asked[asked.push({}) - 1];
          window.giveUp = () => {
            IDBFactory.prototype.open = () => { throw new DOMException("connection lost", "UnknownError"); };
            asked.forEach((each) => each.onerror());
          };
          document.querySelector("scorer-app").store.database.close();
        }"""
    )
    page.locator(".pad[data-side='0'] [data-key=peg4]").click()
    page.locator(".pad[data-side='1'] [data-key=peg2]").click()
    phone.shows(0, 4)
    phone.shows(1, 2)
    phone.says("Saving…")
    page.evaluate("giveUp()")
    phone.says("2 saved")
    told = page.evaluate("() => document.querySelector('scorer-app').store.own.map((tap) => [tap.dseq, tap.body.pegs])")
    assert told[2:] == [[3, 4], [4, 2]]
    assert (phone.scores, phone.faults) == ([4, 2], [])


def test_tap_that_a_full_phone_cannot_keep_is_taken_back_and_said(phone, evening):
    page = phone.page
    phone.start(0)
    phone.peg(0, 4)
    phone.received()
    page.evaluate(
        """() => {
          IDBFactory.prototype.open = () => { throw new DOMException("connection lost", "UnknownError"); };
          Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
          document.querySelector("scorer-app").store.database.close();
        }"""
    )
    page.locator(".pad[data-side='1'] [data-key=peg2]").click()
    trouble = page.locator("score-trouble", has_text="That score was not saved")
    trouble.wait_for()
    phone.received()
    assert trouble.is_visible()
    assert phone.scores == [4, 0]
    assert len(log(evening)) == 3


def test_taps_on_a_phone_whose_database_does_not_answer_are_written_together(pegging, evening):
    phone, page = pegging, pegging.page
    phone.context.set_offline(True)
    page.evaluate(
        """() => {
          window.asked = 0;
          IDBFactory.prototype.open = () => { window.asked += 1; return {}; };
          document.querySelector("scorer-app").store.database.close();
          for (const [side, key] of [[0, "peg4"], [1, "peg2"], [0, "peg1"], [1, "peg3"]]) {
            document.querySelector(`.pad[data-side='${side}'] [data-key=${key}]`).click();
          }
        }"""
    )
    phone.says("Saving…")
    phone.says("4 saved, no signal")
    assert page.evaluate("asked") <= 4  # two tries for the first tap, and two for the others
    phone.context.set_offline(False)
    phone.received()
    assert phone.scores == [5, 5]
    assert [event.body["pegs"] for event in log(evening)[2:]] == [4, 2, 1, 3]


def test_taps_that_are_being_saved_outlive_the_page(pegging, evening):
    phone, page = pegging, pegging.page
    page.evaluate(
        """() => {
          IDBFactory.prototype.open = () => ({});
          document.querySelector("scorer-app").store.database.close();
        }"""
    )
    for side, pegs in ((0, 4), (1, 2), (0, 8)):
        page.locator(f".pad[data-side='{side}'] [data-key=peg{pegs}]").click()
    phone.shows(0, 12)
    page.reload()
    phone.received()
    assert phone.scores == [12, 2]
    assert [event.body["pegs"] for event in log(evening)[2:]] == [4, 2, 8]


def test_what_was_tapped_on_a_tap_that_could_not_be_kept_goes_with_it(pegging, evening):
    phone, page = pegging, pegging.page
    page.evaluate(
        """() => {
          const { setItem } = Storage.prototype;
          Storage.prototype.setItem = function (...given) {
            Storage.prototype.setItem = setItem;
            throw new DOMException("full", "QuotaExceededError");
          };
          IDBFactory.prototype.open = () => { throw new DOMException("connection lost", "UnknownError"); };
          document.querySelector("scorer-app").store.database.close();
          document.querySelector(".pad[data-side='0'] [data-key=peg4]").click();
          document.querySelector(".pad[data-side='1'] [data-key=peg2]").click();
        }"""
    )
    page.locator("score-trouble", has_text="That score was not saved").wait_for()
    phone.shows(0, 0)
    phone.shows(1, 0)
    phone.peg(1, 3)
    phone.received()
    assert phone.scores == [0, 3]
    assert [event.body["pegs"] for event in log(evening)[2:]] == [3]
    assert page.locator("score-trouble", has_text="not saved").is_hidden()


def test_taps_survive_a_phone_that_dies_right_after_them(phone, evening):
    phone.kept()
    phone.start(0)
    phone.received()
    phone.context.set_offline(True)
    for score in (4, 12, 20):
        phone.peg(0, min(8, score))
        phone.shows(0, score)
    phone.page.close()
    phone.page = phone.tab()
    phone.open()
    phone.go(0)
    phone.page.wait_for_selector("peg-pads .key")
    assert phone.scores == [20, 0]
    phone.context.set_offline(False)
    phone.page.evaluate("() => dispatchEvent(new Event('online'))")
    phone.received()
    once(evening, phone)


def test_two_tabs_of_one_phone_number_their_taps_as_one(phone, evening):
    first = phone.page
    phone.start(0)
    phone.peg(0, 4)
    phone.shows(0, 4)
    second = phone.tab()
    second.goto(first.url)
    second.wait_for_selector("peg-pads .key")
    for tab, side, pegs in ((first, 1, 2), (second, 0, 8), (first, 1, 3), (second, 0, 6)):
        tab.locator(f".pad[data-side='{side}'] [data-key=peg{pegs}]").click()
    for tab in (first, second):
        tab.wait_for_function(
            "() => [...document.querySelectorAll('.tile-score__number')].map((each) => each.innerText).join() == '18,5'"
        )
    phone.received()
    once(evening, phone)
    assert state(evening)["games"][0]["scores"] == [18, 5]


def test_phone_that_went_on_from_an_old_copy_of_itself_numbers_anew(live_server, browser, evening):
    """Two phones that say they are one, as after a restored backup: their numbers clash, and nothing is lost."""
    one = ScorerPhone(browser, live_server.url, evening, evening.home)
    one.open()
    one.start(0)
    one.peg(0, 4)
    one.received()
    two = ScorerPhone(browser, live_server.url, evening, evening.home)
    two.open()
    two.page.evaluate(
        "device => { document.querySelector('scorer-app').store.device = device; }",
        one.page.evaluate("() => document.querySelector('scorer-app').store.device"),
    )
    two.start(1)
    two.peg(0, 3)
    two.received()
    one.peg(1, 2)
    one.received()
    games = state(evening)["games"]
    assert [game["scores"] for game in games] == [[4, 2], [3, 0]]
    assert [each.seq for each in log(evening)] == list(range(1, 8))
