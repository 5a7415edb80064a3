"""Games against the computer told as records, in a real Chromium: the engine finds nothing wrong in them."""

import os
from itertools import cycle, islice
from random import Random, getrandbits

import pytest
from playwright.sync_api import Browser

from league.pages.presenters.game_record import unpack
from scoring.play.check import check_text
from scoring.play.computer.table import computer_tables, player_counts
from scoring.play.presets import PRESETS
from scoring.play.record import headers_of
from scoring.play.tables import tables
from tests.browser.bare_page import open_bare_page

pytestmark = pytest.mark.browser

NAMES = ["You", "Left", "Partner", "Right"]
GAMES = [(name, players) for name, rules in PRESETS.items() for players in player_counts(rules)]
WANTED = max(12, int(os.environ.get("POSITIONS", "200")) // 500)  # games; in turn of every rule set, in make prove

PLAY = """
async ({ tables, page, seed, own }) => {
  const load = (name) => import(`/${name}.js`);
  const { Game } = await load("computer/game");
  const { Chance } = await load("computer/chance");
  const { Session, NEXT, PASS } = await load("practice/session");
  const { recordOf, addressOf } = await load("practice/record");
  const chance = new Chance(seed);
  const session = await new Session(new Game(tables), { seed: "ab".repeat(32), own, level: 0 }).open();
  while (session.position.winner === null) {
    const { position } = session;
    if (position.over) await session.take(NEXT);
    else if (!position.canPlay()) await session.take(PASS);
    else {
      const plays = position.plays();
      const { tile, to } = plays[chance.below(plays.length)];
      await session.take([tile, session.game.layouts.made(position.layout, tile).indexOf(to)]);
    }
  }
  const record = recordOf(session, page);
  return [record, session.scores, await addressOf(record, "/rules/check/")];
}
"""


def test_the_engine_finds_nothing_wrong_in_a_game_on_a_phone(browser: Browser) -> None:
    dice = Random(getrandbits(32))
    page = open_bare_page(browser.new_page())
    for name, players in islice(cycle(dice.sample(GAMES, len(GAMES))), WANTED):
        rules = PRESETS[name].for_players(players)
        about = {"title": f'"{name}"', "names": NAMES[:players], "levels": [{"name": "Beginner"}]}
        told = {
            "tables": {**tables(rules, players), "computer": computer_tables(rules, players)},
            "page": about | {"headers": headers_of(rules, players)},
            "seed": dice.getrandbits(30),
            "own": dice.choice(["", "1968"]),
        }
        record, scores, address = page.evaluate(PLAY, told)
        checked = check_text(record)
        [game] = checked.games
        assert (checked.findings, list(game.hands[-1].score or ())) == ((), scores), record
        assert (game.record.header("Game"), game.winner is None) == (about["title"], False)
        assert address is None or unpack(address.removeprefix("/rules/check/?r=")) == record
