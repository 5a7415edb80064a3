"""The rules on a phone against the engine: the same events told one by one in a real Chromium, and the same after each.

What follows an event is one situation. SITUATIONS of them are compared, of possible and impossible games.
"""

import json
import os
import sys
from copy import deepcopy
from math import ceil
from random import Random, getrandbits
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as PlaywrightError

from scoring.play import possible
from scoring.play.presets import PRESETS
from scoring.play.tables import tables
from tests.browser.bare_page import open_bare_page
from tests.browser.phone import difference, followed, told_to
from tests.taps import pegged_game, tiled_game

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(browser: Browser) -> Page:
    return open_bare_page(browser.new_page(), "play")


PEGGED = (
    *(("fives-threes:teesdale", 2), ("fives-threes:leek", 2), ("fives-threes:leek-pairs", 4)),
    *(("fives-threes:pagat", 4), ("fives-threes:pagat-bounce", 2), ("fives-threes:pagat-121", 2)),
    *(("fives-threes:solihull", 4), ("straight", 2), ("straight", 4), ("all-fives", 2), ("all-fives:by-hands", 4)),
    *(("all-fives:each-subtracts", 2), ("muggins", 4), ("seven-toed-pete", 4)),
    *(
        ("all-fives:swedish", 3),
        ("all-fives", 3),
        ("all-fives:exact", 3),
        ("all-fives:swedish-five", 4),
        ("all-fives:gaming-site", 2),
    ),
    *(("all-fives:gaming-site", 3), ("all-fives:gaming-site-pairs", 4), ("five-up:gaming-site", 4)),
    *(("sniff:stubs", 2), ("horse-race:draw", 4)),
)
TILED = (
    *(("fives-threes:teesdale", 2), ("fives-threes:leek", 2), ("fives-threes:leek-pairs", 4)),
    *(("fives-threes:pagat", 2), ("fives-threes:pagat-bounce", 4), ("fives-threes:pagat-121", 2)),
    *(("fives-threes:solihull", 4), ("straight", 2), ("straight", 4), ("odd-primes:double-9", 2)),
    *(("fives-threes:teesdale-both-pairs", 4), ("fives-threes:teesdale-six", 2)),
)
WANTED = int(os.environ.get("SITUATIONS", "3000"))
SHARE = min(WANTED / 20_000, 1)  # of the games of each rule set that are told in one round


@pytest.mark.proof
def test_a_phone_tells_every_game_as_the_engine_does(phone, record_property):
    rng = Random(getrandbits(32))
    pegged = tiled = 0
    while pegged + tiled < WANTED:
        for name, players in PEGGED:
            rules = PRESETS[name]
            follows = tables(rules, players)["line"] is not None
            many = ceil(SHARE * (660 // (40 + rules.target)))
            games = [pegged_game(rng, rules, players, tiles=follows) for _ in range(many)]
            assert difference(phone, rules, players, games, rng.choice((None, 0, players - 1))) == ""
            pegged += sum(map(len, games))
        for name, players in TILED:
            rules = PRESETS[name]
            games = [tiled_game(rng, rules, players, hands=6) for _ in range(ceil(SHARE * 5))]
            assert difference(phone, rules, players, games) == ""
            tiled += sum(map(len, games))
    record_property("situations", pegged + tiled)
    sys.stdout.write(f"\nThe phone and the engine agree on {pegged:,} situations in pegs and {tiled:,} in tiles.\n")
    assert min(pegged, tiled) > WANTED // 4


def test_two_of_three_share_a_settlement_in_halves(phone):
    """5 for two is 2½ each; from 58½ a score of 2½ is 61 exactly, and from 59 half a point too many."""
    halves = [{"kind": "hand_ended", "id": "h", "pips": [3, 3, 7]}]
    for name, scores in (("all-fives", (0, 0, 0)), ("all-fives:exact", (246, 0, 0)), ("all-fives:exact", (247, 0, 0))):
        told = [{"kind": "pegged", "id": f"p{side}", "side": side, "pegs": pegs} for side, pegs in enumerate(scores)]
        rules = PRESETS[name].but(target=249)
        again = [{"kind": "hand_started", "id": "s"}, {"kind": "pegged", "id": "q", "side": 0, "pegs": 5}]
        last = {"kind": "hand_ended", "id": "i", "pips": [3, 3, 7]}
        assert difference(phone, rules, 3, [[*told, *halves, *again, last]]) == ""


@pytest.mark.parametrize("starts", [(11, 0), (0, 7), (60, 59)])
def test_a_phone_begins_a_handicap_where_the_engine_does(phone, starts):
    rng = Random(8)
    for name, players in (("fives-threes:teesdale", 2), ("fives-threes:leek-pairs", 4)):
        rules = PRESETS[name].but(starts=starts)
        games = [pegged_game(rng, rules, players, tiles=True) for _ in range(20)]
        games += [tiled_game(rng, rules, players, hands=3) for _ in range(10)]
        assert difference(phone, rules, players, games) == ""


def bounced(known: Any) -> None:
    known["landing"][0][2] = [62, "bounced", 122, -1, 0]


def unbarred(known: Any) -> None:
    known["landing"][1][1][1] = "won"


ALTERED = {
    "a game to 60": lambda known: known["landing"][0][1].__setitem__(0, 60),
    "a start on the first hole": lambda known: known["starts"].__setitem__(0, 1),
    "a bust that bounces": bounced,
    "the drop may win": unbarred,
    "pegged back below nought": lambda known: known["back"].pop(0),
    "fifteen is seven": lambda known: known["points"].__setitem__(15, 7),
    "a revoke costs nine": lambda known: known["revoke"]["moves"][1].__setitem__(2, -9),
    "the drop stays": lambda known: known["drops"].__setitem__(1, [0, 0, 0]),
    "a double counts once": lambda known: known["line"]["ends"][-1].__setitem__(1, 6),
    "an end that stays open": lambda known: known["line"]["ends"][1].__setitem__(3, 1),
    "one knock ends a hand": lambda known: known["line"]["knocks"].__setitem__(3, 1),
    "a turn again": lambda known: known["line"]["turns"].__setitem__(3, [0, 1]),
    "nobody is out": lambda known: known["line"]["over"].__setitem__(2, [0, 0]),
    "pegged out loud": lambda known: known["forms"]["pegged"].__setitem__("loud", ["flag", 1, False]),
}


def test_one_altered_number_in_a_table_is_noticed(phone):
    rng, rules = Random(7), PRESETS["fives-threes:leek"]
    games = [pegged_game(rng, rules, 2, tiles=True) for _ in range(20)]
    games += [tiled_game(rng, rules, 2, hands=4) for _ in range(6)]
    pegs = [("pegged", {"side": 0, "pegs": pegs}) for pegs in (4, *[8] * 6, 6)]
    told = [*pegs, ("hand_ended", {}), ("hand_started", {"leader": 0}), ("pegged", {"side": 0, "pegs": 3})]
    games.append([{"kind": kind, "id": str(number), **body} for number, (kind, body) in enumerate(told)])
    right = [followed(rules, 2, events) for events in games]
    assert told_to(phone, tables(rules, 2), 2, games) == right
    unnoticed = []
    for what, alter in ALTERED.items():
        known = deepcopy(tables(rules, 2))
        alter(known)
        if told_to(phone, known, 2, games) == right:
            unnoticed.append(what)
    assert unnoticed == []


DOUBTS = """
async (told) => {
  const [tables, hands] = JSON.parse(told);
  const { fold } = await import("/rules.js");
  return JSON.stringify(hands.map((pegs) => {
    const events = pegs.map((each, index) => ({ kind: "pegged", id: String(index), side: index % 2, pegs: each }));
    return fold(tables, 2, events).keys[pegs.length % 2].map((key) => [key.pegs, key.doubtful, key.last, key.lead]);
  }));
}
"""


def test_a_key_is_doubtful_when_no_tile_can_peg_it_next(phone):
    rules = PRESETS["fives-threes:pagat-121"]
    rng = Random(8)
    hands = [[rng.choice((0, 1, 2, 3, 4, 6, 8)) for _ in range(rng.randrange(10))] for _ in range(2000)]
    answers = json.loads(phone.evaluate(DOUBTS, json.dumps([tables(rules, 2), hands])))
    for hand, keys in zip(hands, answers, strict=True):
        side = len(hand) % 2
        for pegs, doubtful, last, lead in keys:
            assert doubtful == doubt(hand, pegs, sum(hand[side::2]))
            assert last == (pegs in {5, 7, 9})
            assert lead == (not hand)


def doubt(hand: list[int], pegs: int, taken: int) -> str | None:
    """Why no tile can peg this after these, all told, of a hand of seven tiles each."""
    if not hand:
        return None if pegs in possible.DROP_PEGS else "drop"
    if (
        possible.impossible_run([*hand[-2:], pegs]) not in (None, (0, 2))
        or (hand[-1], pegs) in possible.IMPOSSIBLE_PAIRS
    ):
        return "follows"
    if pegs == 8 and hand.count(8) >= possible.EIGHTS_IN_HAND:
        return "often"
    return "most" if taken + pegs > possible.most_in_hand(2, 7, 1) else None


SAYS = """
async (told) => {
  const [tables, events] = JSON.parse(told);
  const { fold } = await import("/rules.js");
  const view = fold(tables, 2, events);
  return [view.says, view.keys.map((keys) => keys.map((key) => key.words))];
}
"""


def test_what_a_peg_would_do_is_said_in_the_engines_words(phone):
    events = [{"kind": "pegged", "id": str(n), "side": n % 2, "pegs": 8} for n in range(14)]
    events += [{"kind": "pegged", "id": "a", "side": 0, "pegs": 2}, {"kind": "hand_ended", "id": "b", "out": 1}]
    known = tables(PRESETS["fives-threes:teesdale"], 2)
    says, keys = phone.evaluate(SAYS, json.dumps([known, events]))
    assert says == ["needs 3", "needs 5"]
    assert (
        keys[0] == ["0 to 58", "1 to 59", "2 to 60", "cannot win on the down: stays on 58"] + ["bust: stays on 58"] * 3
    )
    events.append({"kind": "pegged", "id": "c", "side": 1, "pegs": 0, "lead": True})
    says, keys = phone.evaluate(SAYS, json.dumps([known, events]))
    assert keys[0][3] == "3 wins"


def test_tables_of_another_game_are_refused(phone):
    known = {**tables(PRESETS["straight"], 2), "version": 0}
    with pytest.raises(PlaywrightError, match="of another form"):
        phone.evaluate(SAYS, json.dumps([known, []]))
