"""Watching in a real browser, by the real stream: pegs that move, true words about the line, nothing that jumps."""

import re
import threading
from datetime import timedelta

import pytest
import uvicorn
from a2wsgi import WSGIMiddleware
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.wsgi import get_wsgi_application
from django.urls import reverse
from django.utils.timezone import localdate, localtime
from django_scopes import scope, scopes_disabled
from playwright.sync_api import expect

from league.base.ui.crib_board import pegged
from league.matchnight.stream import Stream
from league.schedule.models import Fixture
from league.teams.models import Team
from tests.browser.axe import faults, too_wide
from tests.league.live.phones import address, phone_of
from tests.league.results.evening import make_evening
from tests.outgrown.servers import free_port
from tests.waiting import HANG, until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHIFTS = """
window.shifts = 0;
window.add = (entries) => entries.forEach((entry) => (window.shifts += entry.value));
window.watching = new PerformanceObserver((list) => window.add(list.getEntries()));
window.watching.observe({ type: "layout-shift", buffered: false });
"""
# How far everything has moved, once all pegs have come to rest and that has been drawn.
SHIFTED = """async () => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  await drawn();
  await Promise.allSettled(document.getAnimations().map((each) => each.finished));
  await drawn();
  await drawn();
  window.add(window.watching.takeRecords());
  return window.shifts;
}"""
SAID = """
window.said = [];
new MutationObserver(() => window.said.push(document.querySelector("[data-announced]").textContent))
  .observe(document.querySelector("[data-announced]"), { childList: true, characterData: true, subtree: true });
"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class Site:
    """Pages and streams at one address, as league.site.asgi has them; it can be taken away and come back."""

    def __init__(self) -> None:
        self._pages = WSGIMiddleware(StaticFilesHandler(get_wsgi_application()), workers=3)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self._stream = Stream()
        config = uvicorn.Config(self._answer, port=self.port, log_level="error", interface="asgi3", lifespan="on")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        assert until(lambda: self._server.started)

    def stop(self) -> None:
        self._stream.hang_up()
        self._server.should_exit = True
        self._thread.join(HANG)
        assert not self._thread.is_alive()

    async def _answer(self, asked, receive, send) -> None:
        live = asked["type"] == "lifespan" or asked["path"].startswith("/live/")
        await (self._stream if live else self._pages)(asked, receive, send)


@pytest.fixture
def site(transactional_db):
    site = Site()
    site.start()
    yield site
    site.stop()


@pytest.fixture
def evening(transactional_db):
    """Crown A v Bell, tonight."""
    with scopes_disabled():
        made = make_evening()
        Fixture.objects.filter(pk=made.fixture.pk).update(date=localdate())
    with scope(league=made.small.league):
        yield made


@pytest.fixture
def phone(evening):
    """The home captain's, with a game at 8 to 0."""
    phone = phone_of(evening.fixture, evening.home)
    phone.opens()
    phone.pegs(0, 8)
    phone.send()
    return phone


@pytest.fixture
def page(browser):
    page = browser.new_context(viewport={"width": 360, "height": 740}, service_workers="block").new_page()
    page.faults = []
    page.on("console", lambda said: page.faults.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    return page


def watch(page, site, evening):
    """Open the live page, until its line is open."""
    with page.expect_response(re.compile(r"/live/\w+/\?since=")):
        page.goto(site.url + address(evening.fixture, "live"))
    expect(page.locator("span[data-status]")).to_have_text("Live")
    return page


def score(page, side, game="0-1"):
    return page.locator(f"#game-{game} [data-side-of='{side}'] [data-score]")


def holes(page):
    """Where the pegs of the first board stand, by which and side: the numbers of the holes under them."""
    return page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("#game-0-1 [data-peg]")].map((peg) => {
          const [x, y] = peg.getAttribute("transform").match(/[\\d.]+/g);
          const hole = peg.closest("svg").querySelector(`circle[data-hole][cx="${x}"][cy="${y}"]`);
          return [peg.dataset.peg + peg.dataset.side, Number(hole.dataset.hole)];
        }))"""
    )


def test_peg_is_seen_within_a_second_and_board_words_and_card_agree(site, page, evening, phone):
    watch(page, site, evening)
    phone.pegs(1, 3)
    phone.pegs(0, 4)
    phone.send()
    expect(score(page, 0)).to_have_text("12")
    expect(score(page, 1)).to_have_text("3")
    assert holes(page) == {"front0": 12, "back0": 8, "front1": 3, "back1": -1}
    said = page.locator("#game-0-1 svg[role=img]").get_attribute("aria-label")
    assert said == pegged(61, ("Crown A", "Bell"), (12, 3), (8, 0)).words
    assert page.locator("#game-0-1 [data-last] li").all_inner_texts()[0].split() == [
        "H",
        "Crown",
        "A",
        "scores",
        "4",
        "12",
    ]
    assert page.locator("[data-row='0-1'] [data-pegs]").all_inner_texts() == ["12", "3"]
    assert page.faults == []


def test_sides_are_marked_in_their_teams_colours_in_the_list_too(site, page, evening, phone):
    Team.objects.filter(pk=evening.fixture.away.team_id).update(colour="plum")
    watch(page, site, evening)
    expect(page.locator("#game-0-1 [data-side-of='1'] .team-plum")).to_be_visible()
    phone.pegs(1, 3)
    phone.send()
    expect(page.locator("#game-0-1 [data-last] li").first).to_contain_text("Bell scores 3")
    marks = page.locator("#game-0-1 [data-last] .side").evaluate_all("each => each.map((mark) => mark.className)")
    assert marks == ["side side--away team-plum", "side"]
    assert page.faults == []


def test_pegging_shifts_nothing_on_the_page(site, page, evening, phone):
    watch(page, site, evening)
    page.evaluate(SHIFTS)
    for _ in range(6):
        phone.pegs(1, 3)
        phone.pegs(0, 4)
        phone.send()
    phone.tells("knocked", seat=1)
    phone.send()
    expect(page.locator("#game-0-1 [data-last] li").first).to_contain_text("knock")
    expect(score(page, 0)).to_have_text("32")
    assert page.evaluate(SHIFTED) == 0
    page.evaluate("document.querySelector('main').prepend(document.createElement('hr'))")
    assert page.evaluate(SHIFTED) > 0


def test_game_that_begins_and_ends_while_somebody_watches(site, page, evening, phone):
    watch(page, site, evening)
    page.evaluate(SAID)
    phone.opens(line=1)
    phone.send()
    expect(page.locator("#playing #game-1-1")).to_contain_text("Singles 2")
    for pegs in (8, 8, 8, 8, 8, 8, 3, 2):
        phone.pegs(0, pegs)
    phone.send()
    expect(page.locator("#game-0-1")).to_contain_text("Won")
    expect(page.locator("[data-won='0']").first).to_have_text("1")
    assert "Crown A 1\N{EN DASH}0 Bell" in page.title()
    assert page.locator("textarea").input_value().startswith("Crown A 1\N{EN DASH}0 Bell")
    assert page.evaluate("window.said") == ["Singles 1: Crown A won, 61 to 0."]
    expect(page.locator("#game-0-1 [data-record] a")).to_have_attribute(
        "href", address(evening.fixture, "live-game", 0, 1)
    )
    expect(page.locator("#playing > section")).to_have_count(2)
    phone.opens(line=2)
    phone.send()
    expect(page.locator("#over > section")).to_have_attribute("id", "game-0-1")
    assert page.faults == []


def test_line_that_is_cut_says_so_and_goes_on_where_it_was(site, page, evening, phone):
    page.clock.install()
    watch(page, site, evening)
    site.stop()
    expect(page.locator("span[data-status]")).to_have_text("Reconnecting\N{HORIZONTAL ELLIPSIS}")
    phone.pegs(1, 6)
    phone.pegs(0, 2)
    phone.send()
    site.start()
    page.clock.run_for(4000)
    expect(page.locator("span[data-status]")).to_have_text("Live")
    expect(score(page, 1)).to_have_text("6")
    assert holes(page)["back0"] == 8


def test_line_that_stays_away_says_since_when(site, page, evening, phone):
    page.clock.install()
    watch(page, site, evening)
    site.stop()
    expect(page.locator("span[data-status]")).to_have_text("Reconnecting\N{HORIZONTAL ELLIPSIS}")
    page.clock.run_for(40_000)
    expect(page.locator("span[data-status]")).to_have_text("Not connected")
    expect(page.locator("[data-heard]")).to_have_text(re.compile(r"^last heard \d{1,2}\.\d\d[ap]m$"))
    site.start()


def test_where_no_stream_is_to_be_had_it_asks(site, page, evening, phone):
    page.route("**/live/*/?since=*", lambda route: route.fulfill(status=503, body="Too many"))
    page.clock.install()
    with page.expect_response("**/live/*/?since=*"):
        page.goto(site.url + address(evening.fixture, "live"))
    phone.pegs(0, 4)
    phone.send()
    for _ in range(2):
        with page.expect_response("**/live/*/?since=*"):
            page.clock.run_for(4000)
    with page.expect_response("**/live/state/"):
        page.clock.run_for(4000)
    expect(page.locator("span[data-status]")).to_have_text("Delayed")
    expect(score(page, 0)).to_have_text("12")


def test_page_that_nobody_looks_at_lets_go_of_its_line(site, page, evening, phone):
    watch(page, site, evening)
    page.evaluate(HIDE, True)
    assert until(lambda: len(site._stream) == 0)
    phone.pegs(0, 4)
    phone.send()
    page.evaluate(HIDE, False)
    expect(score(page, 0)).to_have_text("12")
    assert len(site._stream) == 1


def test_tonight_moves_its_boards_and_keeps_them(site, page, evening, phone):
    page.clock.install()
    page.goto(site.url + reverse("tonight", args=["leek"]))
    page.evaluate("document.querySelector('crib-board').same = true")
    phone.pegs(0, 4)
    phone.send()
    page.clock.run_for(5000)
    board = page.locator("crib-board svg")
    expect(board).to_have_attribute("aria-label", re.compile("Crown A 12, back peg 8"))
    assert page.evaluate("document.querySelector('crib-board').same")
    site.stop()
    page.clock.run_for(5000)
    expect(page.locator("[data-health]")).to_have_text(re.compile(r"^Not connected: last heard \d"))
    site.start()
    page.clock.run_for(5000)
    expect(page.locator("[data-health]")).not_to_contain_text("Not connected")


def test_screen_in_the_pub_goes_round_and_begins_anew_with_a_new_site(site, page, evening, phone):
    with scope(league=evening.small.league):
        Fixture.objects.filter(pk=evening.small.fixtures[1].pk).update(date=localdate())
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.clock.install(time=localtime())
    page.clock.pause_at(localtime() + timedelta(seconds=1))
    page.goto(site.url + reverse("tonight", args=["leek"], query={"view": "tv"}))
    expect(page.locator("[data-slide]:visible h2")).to_contain_text("Crown A")
    page.clock.run_for(15_000)
    expect(page.locator("[data-slide]:visible h2")).to_have_text("Tonight")
    page.clock.run_for(15_000)
    expect(page.locator("[data-slide]:visible h2")).to_contain_text("Crown A")
    page.evaluate("document.querySelector('live-night').dataset.site = 'of last week'")
    phone.pegs(0, 4)
    phone.send()
    page.clock.resume()  # it asks within five seconds, is told of another site, and loads the page again
    expect(page.locator("live-night")).not_to_have_attribute("data-site", "of last week")


@pytest.mark.parametrize("name", ["live", "tonight", "tv"])
def test_pages_have_no_fault_that_axe_finds_and_fit_the_narrowest_phone(site, page, evening, phone, name):
    with scope(league=evening.small.league):
        team = evening.fixture.home
        type(team).objects.filter(pk=team.pk).update(name="Old Hall Working Men's Club and Institute B")
    phone.opens(line=6)
    phone.send()
    path = (
        address(evening.fixture, "live") if name == "live" else reverse("tonight", args=["leek"], query={"view": name})
    )
    page.goto(site.url + path)
    assert faults(page) + faults(page, "dark") == []
    page.set_viewport_size({"width": 320, "height": 568})
    assert too_wide(page) == 0
    assert page.faults == []


VOICE = """
window.aloud = [];
speechSynthesis.speak = (utterance) => window.aloud.push(`${utterance.lang}: ${utterance.text}`);
"""


def test_scores_are_called_aloud_once_somebody_has_asked_for_it(site, page, evening, phone):
    page.add_init_script(VOICE)
    watch(page, site, evening)
    phone.pegs(1, 3)
    phone.send()
    expect(page.locator("#game-0-1 [data-score]").nth(1)).to_have_text("3")
    page.get_by_label("Call the scores aloud").check()
    phone.pegs(0, 4)
    phone.send()
    page.wait_for_function("() => window.aloud.length > 0")
    assert page.evaluate("() => window.aloud") == ["en-GB: Crown A 4; 12."]
    assert page.evaluate("() => localStorage.getItem('call-scores')") == "on"
    assert page.faults == []
