"""Which taps count, told by the phone and by the engine: the same stories, by chance, in a real Chromium."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring.play.merge import Tap
from tests.browser.bare_page import open_bare_page
from tests.scoring.folds import log_of
from tests.seeds import SEED

pytestmark = pytest.mark.browser
STORIES = 600
LEASES = ("one", "two", "three", None)
KINDS = ("opened", "fact", "fact", "fact", "fact", "taken", "given", "asked", "chosen", "confirmed", "odd")
TELL = """
async (told) => {
  const { Story } = await import("/tracks.js");
  return JSON.parse(told).map((taps) => {
    const story = new Story();
    const counts = taps.map((tap) => story.take(tap));
    const ids = (taps) => taps.map((tap) => tap.id);
    const aside = story.aside().map(({ lease, name, taps, rested }) => [lease, name, ids(taps), rested]);
    const { opening, hold } = story;
    return JSON.stringify([counts, ids(story.counting), story.played.map((event) => event.id),
      aside.sort((one, two) => (one[2][0] < two[2][0] ? -1 : 1)), opening && [opening.home[0].name, opening.leader],
      hold && [hold.lease, hold.name], story.requests.map(({ lease, name }) => [lease, name]),
      story.confirmations.map(({ side, name, scores }) => [side, name, scores]),
      story.choice && [story.choice.name, story.choice.reason, story.choice.replaced]]);
  });
}
"""


@pytest.fixture
def page(browser) -> Page:
    return open_bare_page(browser.new_page(), "scorer")


def story(rng: Random) -> list[dict[str, Any]]:
    """Taps of up to three phones on one game: most make sense, some do not."""
    taps = []
    for number in range(rng.randrange(1, 25)):
        key, kind = f"{number:04d}", rng.choice(KINDS if number else ("opened", "opened", "opened", "fact", "taken"))
        taps.append({"id": key, "lease": rng.choice(LEASES), "kind": kind, "body": body(rng, key, kind)})
    return taps


def body(rng: Random, key: str, kind: str) -> Any:
    if rng.random() < 0.04:
        return rng.choice((None, 7, [], "nonsense", {}))
    lease, name = rng.choice(LEASES[:3]), rng.choice(("Harry Goy", "Bob Lee", ""))
    places = [[{"key": "1", "name": rng.choice(("Ann Day", "Joe Fox"))}], [{"key": "2", "name": "Tom Ash"}]]
    pegged = {"kind": "pegged", "id": key if rng.random() < 0.95 else "other", "side": 0}
    return {
        "opened": {"home": places[0], "away": places[1], "leader": rng.choice((0, 1, None, 9)), "name": name},
        "fact": {**pegged, "pegs": 20_000 if rng.random() < 0.05 else 4},
        "confirmed": {"side": rng.choice((0, 1, "x")), "name": name, "scores": [58, 61]},
    }.get(kind, {"lease": lease, "name": name})  # fmt: skip


def told(taps: list[dict[str, Any]]) -> list[Any]:
    """What the engine makes of it, in the form of `TELL`."""
    made = [Tap(seq, **tap) for seq, tap in enumerate(taps, start=1)]
    whole = log_of(made)
    counts = [log_of(made[:number]) for number in range(1, len(made) + 1)]
    said = {tap.id for tap in whole.remarks}
    opening, hold = whole.opening, whole.hold
    return [
        [tap.id in said or tap in at.counting for tap, at in zip(made, counts, strict=True)],
        [tap.id for tap in whole.counting],
        [event.id for event in whole.played],
        [[track.lease, track.name, [tap.id for tap in track.taps], track.rested] for track in whole.aside],
        opening and [opening.home[0].name, opening.leader],
        hold and [hold.lease, hold.name],
        [[each.lease, each.name] for each in whole.requests],
        [[each.side, each.name, list(each.scores)] for each in whole.confirmations],
        whole.choice and [whole.choice.name, whole.choice.reason, whole.choice.replaced],
    ]


def test_phone_and_engine_tell_the_same_stories(page):
    rng = Random(SEED)
    stories = [story(rng) for _ in range(STORIES)]
    phones = page.evaluate(TELL, json.dumps(stories))
    different = [taps for taps, phone in zip(stories, phones, strict=True) if json.loads(phone) != told(taps)]
    assert different[:1] == []
    assert sum(len(json.loads(phone)[3]) for phone in phones) > STORIES  # tracks aside there were
