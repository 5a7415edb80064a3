"""Phones with the scorer's page open, for the tests: one browser context each, with a disk and a signal of its own."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, Route

from league.matchnight.models import LiveEvent
from league.matchnight.queries.match_state import state_of
from tests.browser.desk import let_in
from tests.league.person import signed_in
from tests.league.results.evening import Evening
from tests.league.results.walk import at
from tests.waiting import HANG

SMALL = {"width": 360, "height": 740}
EVENTS = "**/live/events/"


class ScorerPhone:
    """`faults` is what the console complained about, failed requests apart: those are what a scorer must bear."""

    def __init__(self, browser: Browser, site: str, evening: Evening, user=None, **context: Any) -> None:
        self.site, self.evening, self.faults = site, evening, []
        self.context: BrowserContext = browser.new_context(viewport=SMALL, **context)
        if user is not None:
            let_in(self.context, site, signed_in(user))
        self.page = self.tab()

    def tab(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(HANG * 1000)
        page.on("console", lambda said: self.faults.append(said.text) if _is_fault(said) else None)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    def open(self, path: str = "") -> Page:
        """The page of the match, once it may be used."""
        self.page.goto(self.site + (path or at(self.evening, "score")))
        self.page.wait_for_selector("scorer-app .scorer__stage > *")
        return self.page

    def kept(self) -> None:
        """Wait until the page would open without a signal."""
        found = """async () => Boolean(await caches.match(location.pathname, { cacheName: "scorer-pages" }))"""
        until(self.page, lambda: self.page.evaluate(found))

    def go(self, line: int, game: int = 1, rest: str = "") -> None:
        self.page.evaluate("where => { location.hash = where; }", f"#/{line}/{game}{rest}")

    def start(self, line: int, game: int = 1, *, drop: int | None = 0) -> None:
        """Open a game for the first players offered; `drop` is the seat with the first drop, None for not known."""
        self.go(line, game)
        self.page.wait_for_selector(".squad .chip")
        while self.page.locator(".squad .chip").count():
            self.page.locator(".squad .chip[aria-pressed=false]").first.click()
        chips = self.page.locator(".drops .chip")
        (chips.last if drop is None else chips.nth(drop)).click()
        self.page.wait_for_selector("peg-pads .key, tile-pad .key, tile-pad .tile-key")

    def peg(self, side: int, pegs: int) -> None:
        """Tap a key, and wait until the tap is safe on the phone."""
        had = self.page.evaluate("() => document.querySelector('scorer-app').store.own.length")
        self.page.locator(f".pad[data-side='{side}'] [data-key=peg{pegs}]").click()
        self.page.wait_for_function("had => document.querySelector('scorer-app').store.own.length > had", arg=had)

    def win(self, side: int = 0, target: int = 61) -> None:
        """Peg a game to its end: eights, the other side's odd ones in between, and what is left."""
        score = 0
        while score < target:
            need = target - score
            pegs = next(number for number in (8, 6, 4, 3, 2, 1) if number <= need)
            lead = self.page.locator("[data-key=peg8]:enabled").count() == 0
            pegs = min(pegs, 4) if lead else pegs
            self.peg(side, pegs)
            score += pegs
            self.shows(side, score)
        self.page.wait_for_selector("score-over")

    def shows(self, side: int, score: int) -> None:
        """Wait until a side stands at a score on this phone."""
        self.page.wait_for_function(
            """([side, score]) => {
              const number = document.querySelectorAll("score-game .tile-score__number")[side];
              return number && number.textContent === `${score}`;
            }""",
            arg=[side, score],
        )

    @property
    def scores(self) -> list[int]:
        return [int(text) for text in self.page.locator("score-game .tile-score__number").all_inner_texts()]

    def says(self, words: str) -> None:
        """Wait until the strip says where the taps are."""
        self.page.locator("score-standing", has_text=words).wait_for()

    def received(self) -> None:
        """Wait until nothing is waiting on this phone."""
        self.page.wait_for_function(
            "() => document.querySelector('scorer-app')?.outbox?.waiting === 0 && "
            "document.querySelector('score-standing')?.dataset.state === 'received'",
            timeout=HANG * 1000,
        )

    def taps(self) -> list[dict[str, Any]]:
        """What this phone has told of its own, in the order in which it was tapped."""
        return self.page.evaluate(
            """async () => {
              const { store } = document.querySelector("scorer-app");
              await store.load();
              return store.own;
            }"""
        )


def until(page: Page, true: Callable[[], object]) -> None:
    """Wait for what the page cannot wait for itself; what the browser tells is heard only while it is asked something.

    A page waits for a function only while that answers at once: a promise is true before it is kept.
    """
    end = time.monotonic() + HANG
    while not true():
        assert time.monotonic() < end, "it did not come to that"
        page.wait_for_timeout(10)


def _is_fault(said: Any) -> bool:
    return said.type == "error" and "Failed to load resource" not in said.text


def lose_answers(route: Route) -> None:
    """The league takes what was sent, and the answer is lost on its way."""
    route.fetch()
    with suppress(Error):  # the phone has hung up meanwhile
        route.fulfill(status=502, body="lost")


def log(evening: Evening) -> list[LiveEvent]:
    """The log of the match, in order."""
    return list(LiveEvent.objects.filter(match__fixture=evening.fixture).order_by("seq"))


def state(evening: Evening) -> dict[str, Any]:
    """How the match stands, as everybody sees it."""
    return state_of(evening.fixture)


def once(evening: Evening, *phones: ScorerPhone) -> None:
    """Every tap of these phones is in the league's log, once and in the order of its phone, and nothing else is."""
    events = log(evening)
    assert [each.seq for each in events] == list(range(1, len(events) + 1))
    told = {each["id"]: each for phone in phones for each in phone.taps()}
    assert sorted(told) == sorted(str(each.id) for each in events)
    for device in {each.device for each in events}:
        assert [each.dseq for each in events if each.device == device] == list(
            range(1, sum(each.device == device for each in events) + 1)
        )
    assert all(told[str(each.id)]["body"] == each.body for each in events)
