"""How strong the computer on a phone is, as JSON lines: mirrored games in Chromium, each deal from both seats.

Two players, seven tiles, a point for chipping out, to 61; `computer.py` plays the same in the engine, at a tenth of the
speed. COMPUTER_PAIRS pairs of games are played for each line, on deals that follow from SEED.
"""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a file, from anywhere

from scoring.play.computer.player import LEVELS
from scoring.play.computer.table import computer_tables
from scoring.play.presets import PRESETS
from scoring.play.tables import tables
from tests.browser.bare_page import open_bare_page

PAIRS = int(os.environ.get("COMPUTER_PAIRS", "10"))
SEED = int(os.environ.get("SEED", "1"))
AT_ONCE = 50  # pairs for which the page is asked at once
RULES = PRESETS["fives-threes:pagat"].for_players(2)
# Levels, and how many of a hundred games the first is to win.
MEETINGS = [(3, 1, 62), (3, 2, 55), (2, 1, 55), (1, 0, 55)]
PLAY = """
async ([tables, seeds, one, other]) => {
  const load = (name) => import(`/computer/${name}.js`);
  const { Chance } = await load("chance");
  const { Game } = await load("game");
  const { Position } = await load("position");
  const { ended } = await load("ending");
  const { playOf } = await load("player");
  const { viewOf } = await load("view");
  const game = new Game(tables);
  const took = [];

  function playHand(position, levels, dice) {
    const history = [];
    while (!position.over) {
      const { turn: seat, layout } = position;
      const seen = { seat, layout, score: position.scores[seat] };
      if (!position.canPlay()) {
        history.push({ ...seen, drew: position.pass() });
        continue;
      }
      const began = performance.now();
      const { tile, to } = playOf(game, viewOf(position, seat, history), levels[seat], dice[seat]);
      if (levels[seat] === one) took.push(performance.now() - began);
      position.play(tile, to);
      history.push({ ...seen, tile, to });
    }
  }

  function winner(seed, levels) {
    const [deals, ...dice] = [0, 1, 2].map((part) => new Chance(seed * 3 + part));
    for (let scores = [0, 0], leader = 0; ; ) {
      const tiles = [...game.layouts.tiles.keys()];
      const hands = levels.map(() => deals.take(tiles, tables.computer.each));
      const position = new Position(game, { hands, sleeping: tiles, turn: leader, scores });
      playHand(position, levels, dice);
      leader = position.winner === null ? (ended(position) ?? 0) : 0;
      if (position.winner !== null) return position.winner;
      scores = position.scores;
    }
  }

  const won = seeds.map((seed) => (winner(seed, [one, other]) === 0) + (winner(seed, [other, one]) === 1));
  return [won, took];
}
"""


def lines(page: Page) -> Iterator[dict[str, object]]:
    known = {**tables(RULES, 2), "computer": computer_tables(RULES, 2)}
    for one, other, wanted in MEETINGS:
        rng, won, took = Random(f"{SEED} {one} {other}"), [], []
        seeds = [rng.getrandbits(30) for _ in range(PAIRS)]
        for start in range(0, PAIRS, AT_ONCE):
            more, times = page.evaluate(PLAY, [known, seeds[start : start + AT_ONCE], one, other])
            won += more
            took += times
            sys.stderr.write(f"{LEVELS[one].name} against {LEVELS[other].name}: {len(won)} of {PAIRS} pairs\r")
        mean = sum(won) / len(won) / 2
        spread = sqrt(sum((pair / 2 - mean) ** 2 for pair in won) / len(won))
        moves = sorted(took)
        yield {
            "bench": f"on a phone, {LEVELS[one].name} against {LEVELS[other].name}, {2 * PAIRS} games",
            "won_percent": round(100 * mean, 2),
            "interval": round(196 * spread / sqrt(len(won)), 2),
            "wanted_percent": wanted,
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
