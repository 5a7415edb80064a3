"""How strong the computer on a phone is, as JSON lines: mirrored games in Chromium, each deal from both seats.

Two players, seven tiles, a point for chipping out, to 61; `computer.py` plays the same in the engine, at a tenth of the
speed. COMPUTER_PAIRS pairs of games are played for each line, on deals that follow from SEED. With PEGS=yes hands alone
are played, by players to whom a hand is worth its pegs: what the first makes over the other, in pegs a hand.
"""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a file, from anywhere

from scoring.play.computer.player import LEVELS
from scoring.play.computer.table import computer_tables
from scoring.play.computer.values import CELLS
from scoring.play.presets import PRESETS
from scoring.play.tables import tables
from tests.browser.bare_page import open_bare_page

PAIRS = int(os.environ.get("COMPUTER_PAIRS", "10"))
SEED = int(os.environ.get("SEED", "1"))
PEGS = os.environ.get("PEGS") == "yes"
AT_ONCE = 50  # pairs for which the page is asked at once
RULES = PRESETS["fives-threes:pagat"].for_players(2)
SAMPLE = 40  # deals that the last player draws; it looks at each with all hands open, and at pegs alone
NAMES = [*(level.name for level in LEVELS), f"sampling {SAMPLE} deals"]
# Players, how many of a hundred games the first is to win, and how many pegs a hand it is to make over the other.
MEETINGS = [(3, 1, 62, 2.2), (3, 4, 55, None), (3, 2, 55, None), (2, 1, 55, None), (1, 0, 55, None)]
PLAY = """
async ([tables, seeds, one, other, sample, pegs]) => {
  const load = (name) => import(`/computer/${name}.js`);
  const { Chance } = await load("chance");
  const { Game } = await load("game");
  const { Position } = await load("position");
  const { ended } = await load("ending");
  const { Belief } = await load("belief");
  const { LEVELS, playOf } = await load("player");
  const { positionOf, viewOf } = await load("view");
  const game = new Game(tables);
  const took = [];

  const bitsOf = (hand) => hand.reduce((bits, tile) => bits | (1 << tile), 0);
  const ways = new Map(); // by layout: its number, the tiles that fit, and every play, most points first
  function waysOf(layout) {
    if (!ways.has(layout)) {
      const made = game.layouts.tiles.map((_, tile) => game.layouts.made(layout, tile));
      const plays = made.flatMap((each, tile) => each.map((to) => ({ bit: 1 << tile, to, points: to.points })));
      const fits = plays.reduce((bits, { bit }) => bits | bit, 0);
      ways.set(layout, { number: ways.size, fits, plays: plays.sort((a, b) => b.points - a.points) });
    }
    return ways.get(layout);
  }

  /** What a seat gains on the other in one deal with all hands open, both playing for pegs. */
  function opened(hands) {
    const known = new Map();
    return function gain(left, layout, seat, least, most) {
      const { number, fits, plays } = waysOf(layout);
      if (!(left & fits)) return 0;
      if (!(left & fits & hands[seat])) return -gain(left, layout, 1 - seat, -most, -least);
      const key = (left * 2 + seat) * 1024 + number;
      const [low, high] = known.get(key) ?? [-Infinity, Infinity];
      if (low >= most || low === high) return low;
      if (high <= least) return high;
      let best = -Infinity;
      for (const { bit, to, points } of plays) {
        if (!(left & hands[seat] & bit)) continue;
        const rest = left ^ bit;
        const then = () => gain(rest, to, 1 - seat, points - most, points - Math.max(least, best));
        best = Math.max(best, points + (rest & hands[seat] ? -then() : tables.chip));
        if (best >= most) break;
      }
      known.set(key, [best > least ? best : low, best < most ? best : high]);
      return best;
    };
  }

  function sampling(view, dice) {
    const plays = positionOf(game, view).plays().map((play) => ({ ...play, sum: 0 }));
    const belief = new Belief(game, view);
    for (let deal = 0; deal < sample && plays.length > 1; deal++) {
      const hands = belief.deal(dice).hands.map(bitsOf);
      const gain = opened(hands);
      for (const play of plays) {
        const left = hands[0] | hands[1];
        const rest = left ^ (1 << play.tile);
        const isOut = !(rest & hands[view.seat]);
        const then = isOut ? -tables.chip : gain(rest, play.to, 1 - view.seat, -Infinity, Infinity);
        play.sum += play.to.points - then;
      }
    }
    return plays.reduce((best, play) => (play.sum > best.sum ? play : best));
  }

  const thinks = (player, view, dice) =>
    player < LEVELS.length ? playOf(game, view, player, dice) : sampling(view, dice);

  function playHand(position, players, dice) {
    const history = [];
    while (!position.over) {
      const { turn: seat, layout } = position;
      const seen = { seat, layout, score: position.scores[seat] };
      if (!position.canPlay()) {
        history.push({ ...seen, drew: position.pass() });
        continue;
      }
      const began = performance.now();
      const { tile, to } = thinks(players[seat], viewOf(position, seat, history), dice[seat]);
      if (players[seat] === one) took.push(performance.now() - began);
      position.play(tile, to);
      history.push({ ...seen, tile, to });
    }
  }

  /** Who wins a game; or, for pegs, by how much the first player leads after one hand. */
  function played(seed, players) {
    const [deals, ...dice] = [0, 1, 2].map((part) => new Chance(seed * 3 + part));
    for (let scores = [0, 0], leader = 0; ; ) {
      const tiles = [...game.layouts.tiles.keys()];
      const hands = players.map(() => deals.take(tiles, tables.computer.each));
      const position = new Position(game, { hands, sleeping: tiles, turn: leader, scores });
      playHand(position, players, dice);
      if (pegs) return position.scores[0] - position.scores[1];
      leader = position.winner === null ? (ended(position) ?? 0) : 0;
      if (position.winner !== null) return position.winner;
      scores = position.scores;
    }
  }

  const apart = (first, second) => (pegs ? first - second : (first === 0) + (second === 1));
  const made = seeds.map((seed) => apart(played(seed, [one, other]), played(seed, [other, one])));
  return [made, took];
}
"""


def known() -> dict[str, Any]:
    computer = computer_tables(RULES, 2)
    if PEGS:
        needs = range(CELLS)
        computer["values"]["chances"] = [500 + 4 * (others - own) for own in needs for others in needs]
    return {**tables(RULES, 2), "computer": computer}


def lines(page: Page) -> Iterator[dict[str, object]]:
    for one, other, games, pegs in MEETINGS:
        rng, made, took = Random(f"{SEED} {one} {other}"), [], []
        seeds = [rng.getrandbits(30) for _ in range(PAIRS)]
        for start in range(0, PAIRS, AT_ONCE):
            asked = [known(), seeds[start : start + AT_ONCE], one, other, SAMPLE, PEGS]
            more, times = page.evaluate(PLAY, asked)
            made += more
            took += times
            sys.stderr.write(f"{NAMES[one]} against {NAMES[other]}: {len(made)} of {PAIRS} pairs\r")
        mean = sum(made) / len(made) / 2
        spread = sqrt(sum((pair / 2 - mean) ** 2 for pair in made) / len(made))
        unit, wanted, scale = ("pegs_a_hand", pegs, 1) if PEGS else ("won_percent", games, 100)
        moves = sorted(took)
        yield {
            "bench": f"on a phone, {NAMES[one]} against {NAMES[other]}, {2 * PAIRS} {'hands' if PEGS else 'games'}",
            unit: round(scale * mean, 2),
            "interval": round(1.96 * scale * spread / sqrt(len(made)), 2),
            "wanted": wanted,
            "move_ms": round(moves[len(moves) // 2], 1),
            "move_p95_ms": round(moves[len(moves) * 95 // 100], 1),
        }


if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for each in lines(open_bare_page(browser.new_page())):
            sys.stdout.write(json.dumps(each) + "\n")
            sys.stdout.flush()
        browser.close()
