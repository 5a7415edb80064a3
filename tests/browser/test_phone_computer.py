"""The computer on a phone against the engine's, in a real Chromium: the same plays, pegs and chosen tile for a seed.

POSITIONS of them are compared, over every rule set; in each the phone is told the deal, and what everybody chose.
"""

import json
import os
import sys
from itertools import cycle
from random import Random, getrandbits
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from scoring.play.computer.belief import Chance, SeenTurn, seat_view
from scoring.play.computer.player import judge
from scoring.play.computer.position import start_position, worth
from scoring.play.computer.table import GameTable, computer_tables, game_table, player_counts
from scoring.play.presets import PRESETS
from scoring.play.tables import tables
from tests.browser.bare_page import open_bare_page

pytestmark = pytest.mark.browser

WANTED = int(os.environ.get("POSITIONS", "200"))
DEALS = 4  # tried for each play
HANDS = 4  # of one game at a time
GAMES = [(name, players) for name, rules in PRESETS.items() for players in player_counts(rules) if rules.set_max == 6]

FOLLOW = """
async (told) => {
  const [tables, deals, wanted] = JSON.parse(told);
  const load = (name) => import(`/computer/${name}.js`);
  const { Game } = await load("game");
  const { Position } = await load("position");
  const { viewOf } = await load("view");
  const { judge } = await load("player");
  const { worth } = await load("ending");
  const { Chance } = await load("chance");
  const game = new Game(tables);
  return JSON.stringify(deals.map(({ hands, sleeping, leader, scores, picks }) => {
    const position = new Position(game, { hands, sleeping, turn: leader, scores });
    const history = [];
    const lines = [];
    for (const pick of picks) {
      while (!position.canPlay()) {
        const { turn: seat, layout } = position;
        history.push({ seat, layout, score: position.scores[game.tables.sides[seat]], drew: position.pass() });
      }
      const { turn: seat, layout } = position;
      const seen = { seat, layout, score: position.scores[game.tables.sides[seat]] };
      const plays = position.plays();
      const judged = judge(game, viewOf(position, seat, history), new Chance(lines.length + 1), wanted);
      lines.push([plays.map(({ tile, to }) => [tile, to.points]), judged.map(({ place, sum }) => [place, sum])]);
      const { tile, to } = plays[pick];
      history.push({ ...seen, tile, to });
      lines.push(position.play(tile, to));
    }
    while (!position.over) position.pass();
    return [...lines, position.scores, worth(position)];
  }));
}
"""


@pytest.fixture
def phone(browser: Browser) -> Page:
    return open_bare_page(browser.new_page())


@pytest.mark.proof
def test_a_phone_plays_as_the_engine_does(phone: Page, record_property) -> None:
    rng = Random(getrandbits(32))
    compared = 0
    for name, players in cycle(rng.sample(GAMES, len(GAMES))):
        rules = PRESETS[name].for_players(players)
        table = game_table(rules, players)
        deals = [random_deal(table, rng) for _ in range(HANDS)]
        ours = [played(table, deal, rng) for deal in deals]
        known = {**tables(rules, players), "computer": computer_tables(rules, players)}
        theirs = json.loads(phone.evaluate(FOLLOW, json.dumps([known, deals, DEALS])))
        for deal, mine, phones in zip(deals, ours, theirs, strict=True):
            assert json.loads(json.dumps(mine)) == phones, (name, players, deal)
            compared += len(deal["picks"])
        if compared >= WANTED:
            break
    record_property("positions", compared)
    sys.stdout.write(f"\nThe phone's computer and the engine's agree on {compared:,} positions.\n")


def random_deal(table: GameTable, rng: Random) -> dict[str, Any]:
    tiles = rng.sample(range(len(table.layouts.tiles)), len(table.layouts.tiles))
    hands = [sorted(tiles[table.each * seat : table.each * (seat + 1)]) for seat in range(table.players)]
    doubles = [max((tile for tile in hand if table.doubles >> tile & 1), default=-1) for hand in hands]
    if table.highest and max(doubles) < 0:
        return random_deal(table, rng)
    leader = doubles.index(max(doubles)) if table.highest else rng.randrange(table.players)
    least = max(0, table.goal - 25) if rng.random() < 0.5 else 0
    scores = [rng.randrange(least, table.goal) // table.step * table.step for _ in range(4)]
    sleeping = tiles[table.each * table.players :]
    return {"hands": hands, "sleeping": sleeping, "leader": leader, "scores": scores[: table.side_count], "picks": []}


def played(table: GameTable, deal: dict[str, Any], rng: Random) -> list[Any]:
    """A hand played at random, with what the computer thinks of every play; the picks are added to the deal."""
    hands = [sum(1 << tile for tile in hand) for hand in deal["hands"]]
    position = start_position(table, hands, deal["sleeping"][:], deal["leader"], deal["scores"][:])
    history: list[SeenTurn] = []
    lines: list[Any] = []
    while not position.over:
        seat, layout, score = position.turn, position.layout, position.scores[table.sides[position.turn]]
        plays = position.plays()
        if not plays:
            history.append(SeenTurn(seat, layout, score, drew=position.pass_turn()))
            continue
        judged = judge(table, seat_view(position, tuple(history)), Chance(len(lines) + 1), DEALS)
        shown = [(tile, position.points(tile, to)) for tile, to in plays]
        lines.append((shown, [(play.place, play.total) for play in judged]))
        deal["picks"].append(rng.randrange(len(plays)))
        tile, to = plays[deal["picks"][-1]]
        points = position.points(tile, to)
        history.append(SeenTurn(seat, layout, score, tile, to, points))
        lines.append(position.play(tile, to, points))
    chances = worth(position)  # which settles the hand
    return [*lines, [float(score) for score in position.scores], chances]
