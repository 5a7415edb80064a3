"""Two phones, one match and everything that goes wrong in a pub, by chance: no signal, lost and doubled answers, phones
that start again, pegs asked for, given and taken. In the end the league has every tap once, and nobody has another.

What was tapped is written down here, key by key, and not taken from what the phones remember.
"""

import os
import sys
from contextlib import suppress
from random import Random

import pytest
from playwright.sync_api import Error, Route

from tests.browser.phones import EVENTS, ScorerPhone, log, lose_answers, once, state
from tests.league.results.evening import Evening
from tests.seeds import seeds

pytestmark = [pytest.mark.browser, pytest.mark.proof, pytest.mark.django_db(transaction=True)]
SEQUENCES = int(os.environ.get("PHONES", "2"))
STEPS = 50

# Press a key that is there, and wait until the tap is safe; what it said, or null if it was no tap.
PRESS = """async (chance) => {
  const app = document.querySelector("scorer-app");
  const keys = [...document.querySelectorAll(".pad .key, next-hand button, .act-key")];
  const live = keys.filter((key) => !key.disabled && !key.closest("[hidden]") && !key.hidden);
  const found = live.filter((key) => !/Tiles|Pegs|Blocked|Chip/.test(key.textContent));
  if (!found.length) return null;
  const key = found[Math.floor(chance * found.length)];
  const side = key.closest(".pad") ? Number(key.closest(".pad").dataset.side) : null;
  const name = key.dataset.key || "other";
  const had = app.store.own.length + app.match.unsaved.length; // taken pegs are offered at once
  const { tap } = app;
  let saved = Promise.resolve(); // what was tapped is safe when the page has done with the tap
  app.tap = (work) => (saved = tap.call(app, work));
  key.click();
  await saved;
  delete app.tap;
  return [name, side, app.store.own.length - had];
}"""

HOLD = """(chance) => {
  const offered = [...document.querySelectorAll("pegs-elsewhere button, handover-request:not([hidden]) button")];
  if (offered.length) offered[Math.floor(chance * offered.length)].click();
}"""

# The score that the screen shows.
SHOWN = (
    """() => [...document.querySelectorAll("score-game .tile-score__number")].map((each) => Number(each.textContent))"""
)


def send_twice(route: Route) -> None:
    """What was sent arrives twice, and the second answer is the one that comes back."""
    route.fetch()
    with suppress(Error):  # the phone has hung up meanwhile
        route.fulfill(response=route.fetch())


class Captain:
    """A phone in the hands of somebody; `tapped` are the pegs, as (side, pegs), in the order of the taps."""

    def __init__(self, phone: ScorerPhone, rng: Random) -> None:
        self.phone, self.rng = phone, rng
        self.tapped: list[tuple[int, int]] = []
        phone.open()
        phone.kept()

    def step(self) -> None:
        ways = [self.press] * 18 + [self.signal, self.lose, self.double, self.heal, self.heal, self.again]
        waits = self.phone.page.locator("pegs-elsewhere").count() > 0
        self.rng.choice([*ways, self.hold, *([self.hold] * 24 if waits else [])])()

    def press(self) -> None:
        pressed = self.phone.page.evaluate(PRESS, self.rng.random())
        if pressed is None:
            return
        name, side, told = pressed
        if name.startswith("peg"):
            assert told == 1
            self.tapped.append((side, int(name.removeprefix("peg"))))

    def signal(self) -> None:
        self.phone.context.set_offline(True)

    def lose(self) -> None:
        self.phone.context.set_offline(False)
        self.phone.page.unroute(EVENTS)
        self.phone.page.route(EVENTS, lose_answers)

    def double(self) -> None:
        self.phone.context.set_offline(False)
        self.phone.page.unroute(EVENTS)
        self.phone.page.route(EVENTS, send_twice)

    def heal(self) -> None:
        self.phone.context.set_offline(False)
        self.phone.page.unroute(EVENTS)
        self.phone.page.evaluate("() => dispatchEvent(new Event('online'))")

    def again(self) -> None:
        """The phone starts again where it was."""
        self.phone.page.reload()
        # Everything above the keys gives way to what has to be said, to the last pixel.
        self.phone.page.wait_for_selector("score-game > *", state="attached")

    def hold(self) -> None:
        """Ask for the pegs, hand them over, keep them or take them: whatever is offered."""
        self.phone.page.evaluate(HOLD, self.rng.random())


@pytest.mark.parametrize("seed", seeds(SEQUENCES))
def test_whatever_happens_the_league_has_every_tap_once(live_server, browser, evening: Evening, seed):
    rng = Random(seed)
    home = Captain(ScorerPhone(browser, live_server.url, evening, evening.home), rng)
    home.phone.start(0)
    home.phone.received()
    away = Captain(ScorerPhone(browser, live_server.url, evening, evening.away), rng)
    away.phone.go(0)
    away.phone.page.wait_for_selector("pegs-elsewhere button")
    for _ in range(STEPS):
        rng.choice((home, away)).step()
    for captain in (home, away, home, away):
        captain.heal()
        captain.phone.received()
    once(evening, home.phone, away.phone)
    sys.stdout.write(f"\nSequence {seed}: {len(log(evening))} taps, {len(home.tapped)} and {len(away.tapped)} pegs\n")
    for captain in (home, away):
        assert pegs_of(evening, captain) == captain.tapped
    scores = state(evening)["games"][0]["scores"]
    for captain in (home, away):
        captain.phone.go(0)  # undo at the start of a game leads to its players
        with suppress(Error):  # it has not come to that in time
            captain.phone.page.wait_for_function(f"(scores) => ({SHOWN})().join() === scores.join()", arg=scores)
        assert (captain.phone.faults, captain.phone.page.evaluate(SHOWN)) == ([], scores)


def pegs_of(evening: Evening, captain: Captain) -> list[tuple[int, int]]:
    """The pegs that the league has of a phone, in the order in which they were tapped."""
    ids = {each["id"] for each in captain.phone.taps()}
    own = sorted((each for each in log(evening) if str(each.id) in ids), key=lambda each: each.dseq)
    facts = [each.body for each in own if each.kind == "fact" and each.body["kind"] == "pegged"]
    return [(fact["side"], fact["pegs"]) for fact in facts]
