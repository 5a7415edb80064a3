"""One game told twice: to the scripts of a phone, in a page that has nothing else, and to the engine."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from playwright.sync_api import Page

from scoring.play import possible
from scoring.play.board import land
from scoring.play.events import from_json
from scoring.play.finding import IllegalEvent
from scoring.play.game import Game
from scoring.play.hand import Hand, HandError, start_hand
from scoring.play.peg_check import is_fives_and_threes
from scoring.play.projection import GameProjection, to_json
from scoring.play.rules import Rules
from scoring.play.settlement import Points
from scoring.play.tables import tables
from tests.taps import Plain

BATCH = 60  # games sent to the page at once
EVERY = 4  # after every so many events the keys and the ways to play are compared too

# What is told after each event, a line each. A game that is told as a whole is the one that was told event by event.
TELL = """
async (told) => {
  const [tables, players, games, leader, every] = JSON.parse(told);
  const { begin, fold, take, viewOf } = await import("/rules.js");
  const { accountOf, gameOf, part } = await import("/telling.js");
  const choices = ({ turn, left, total, unseen, knock, legal }) => [turn, left, total, unseen.join(" "), knock,
    legal.map((way) => [way.tile, way.at, way.total, way.pegs, way.how, way.score])];
  const offered = ({ keys, line, refused }) => [refused, line && choices(line),
    keys.map((side) => side.map(({ pegs, how, score }) => [pegs, how, score]))];
  const stands = (view, { hand, hands }) => [view.scores, view.back, view.needs, view.hand, view.leader, view.drop,
    view.winner, view.last.length ? view.last[0] : null, hands.map(({ pegs }) => pegs), hand && hand.pegs];
  return games.map((events) => {
    const telling = begin(tables, leader);
    const lines = events.map((event, index) => {
      take(telling, event);
      const now = stands(part(telling), gameOf(telling));
      return JSON.stringify((index + 1) % every ? now : [...now, ...offered(viewOf(telling))]);
    });
    const whole = JSON.stringify(fold(tables, players, events, leader)) === JSON.stringify(viewOf(telling));
    return [...lines, JSON.stringify([part(telling).last, whole, accountOf(telling)])].join("\\n");
  });
}
"""


def difference(phone: Page, rules: Rules, players: int, games: list[list[Plain]], leader: int | None = None) -> str:
    """Tell the games to both: what is the first event that they answer differently, and how; empty if there is none."""
    for start in range(0, len(games), BATCH):
        batch = games[start : start + BATCH]
        answers = told_to(phone, tables(rules, players), players, batch, leader)
        for events, answer in zip(batch, answers, strict=True):
            for number, (theirs, ours) in enumerate(zip(answer, followed(rules, players, events, leader), strict=True)):
                if theirs != ours:
                    return f"after {json.dumps(events[: number + 1])}\nphone:  {theirs}\nengine: {ours}"
    return ""


def told_to(
    phone: Page, known: dict[str, Any], players: int, games: list[list[Plain]], leader: int | None = None
) -> list[list[str]]:
    """What a phone that is given these tables makes of each game: a line after every event, and one at the end."""
    answers = phone.evaluate(TELL, json.dumps([known, players, games, leader, EVERY]))
    return [answer.split("\n") for answer in answers]


def followed(rules: Rules, players: int, events: list[Plain], leader: int | None = None) -> list[str]:
    """What the engine makes of the same events, in the same form."""
    return [json.dumps(line, separators=(",", ":")) for line in _followed(rules, players, events, leader)]


def _followed(rules: Rules, players: int, events: list[Plain], leader: int | None) -> Iterator[list[Any]]:
    telling = GameProjection(rules, players, leader)
    unread = 0
    for number, plain in enumerate(events, start=1):
        try:
            telling.apply(from_json(plain))
        except IllegalEvent:
            unread += 1
        view, game = to_json(telling), telling.game
        now = [[*map(plain_number, view[name])] for name in ("scores", "back", "needs")]
        now += [view[name] for name in ("hand", "leader", "drop", "winner")]
        last = numbered(view["last"][0]) if view["last"] else None
        pegs = None if game.hand is None else list(game.hand.pegs)
        now += [last, [list(hand.pegs) for hand in game.hands], pegs]
        yield now if number % EVERY else [*now, unread + len(telling.refused), choices_of(game), keys_of(game)]
    account = [[*move[:3], None if move[3] is None else exact(move[3])] for move in telling.account]
    yield [[*map(numbered, to_json(telling)["last"])], True, account]


def plain_number(points: Any) -> Any:
    """Half a point is text on the wire, and a number to a phone."""
    return float(Fraction(points)) if isinstance(points, str) else points


def exact(points: Points) -> int | float:
    return int(points) if points == int(points) else float(points)


def numbered(line: Plain) -> Plain:
    return line | {"score": plain_number(line["score"])}


def keys_of(game: Game) -> list[list[list[Any]]]:
    """Every number of pegs that one tile can score, and where it would land."""
    if game.winner is not None:
        return [[] for _ in game.scores]
    hand = game.hand
    begun = hand is not None and (hand.gap or (hand.table is not None and bool(hand.table.layout.joined)))
    drop = game.next_leader if hand is None else hand.leader
    keys = []
    for side, score in enumerate(game.scores):
        lead = not begun and (drop is None or game.rules.side_of(drop, game.players) == side)
        landed = [(pegs, land(game.rules, score, pegs, lead=lead)) for pegs in one_tile(game.rules, game.players)]
        keys.append([[pegs, str(landing.how), exact(landing.score)] for pegs, landing in landed])
    return keys


def one_tile(rules: Rules, players: int) -> list[int]:
    if is_fives_and_threes(rules):
        return sorted(possible.PLAY_PEGS | {pegs + rules.chip for pegs in possible.PLAY_PEGS})
    keys = tables(rules, players)["keys"]  # whether these are all is another test's to say
    return sorted(keys["play"] + keys["last"])


def table_of(game: Game) -> tuple[Hand | None, int | None]:
    """The hand on the table while all of it was told, and whose turn it is if that is known."""
    hand = game.hand
    if tables(game.rules, game.players)["line"] is None or game.winner is not None or (hand is not None and hand.gap):
        return None, None
    if hand is not None and hand.table is not None:
        return hand.table, hand.table.turn
    leader = game.next_leader if hand is None else hand.leader
    deal = None if hand is None else hand.deal
    rules = game.rules.for_hand(len(game.hands) + 1)
    return start_hand(rules, deal or (None,) * game.players, leader or 0), leader


def choices_of(game: Game) -> list[Any] | None:
    """The hand on the table, the tiles that nobody has seen, and every way to play with what it would score."""
    table, turn = table_of(game)
    if table is None:
        return None
    ways = []
    for outcome in table.legal():
        play = table.play(outcome.tile, outcome.end).last_play
        assert play is not None
        pegs = play.points + play.chip
        score = game.scores[game.rules.side_of(table.turn, game.players)]
        landing = land(game.rules, score, pegs, lead=play.host is None)
        host = None if play.host is None else str(play.host)
        ways.append([str(play.tile), host, play.total, pegs, str(landing.how), int(landing.score)])
    unseen = " ".join(map(str, table.unseen()))
    return [turn, list(table.left), table.layout.total, unseen, may_knock(table), ways]


def may_knock(table: Hand) -> bool:
    try:
        table.knock()
    except HandError:
        return False
    return True
