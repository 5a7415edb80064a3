"""Open-hand values: the published ones, and the fast search against plain minimax over readable hands."""

import json
from pathlib import Path
from random import Random

import pytest

from scoring.play.bits import Spread, line, mask, spread
from scoring.play.hand import start_hand
from scoring.play.rules import HandEnd, Rules, Spinner
from scoring.play.search import OpenHandSearch, open_values
from scoring.play.tiles import parse_tiles
from tests.scoring.play.dealing import deal
from tests.seeds import seeds

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())


def tiles_of(hands):
    return tuple(spread(hand, line()) for hand in hands)


def minimax(hand):
    """Side 0 less side 1 at the end of the hand, every line of play followed."""
    if hand.is_over:
        return hand.pegs[0] - hand.pegs[1]
    outcomes = hand.legal()
    if not outcomes:
        return minimax(hand.knock())
    best = min if hand.side_of(hand.turn) else max
    return best(minimax(hand.play(outcome.tile, outcome.end)) for outcome in outcomes)


@pytest.mark.parametrize("row", VECTORS["solve"], ids=lambda r: f"{r['players']}x{r['tiles']}-{r['seed']}-{r['chip']}")
def test_value_is_the_published_value(row):
    hands = [mask(parse_tiles(text)) for text in row["hands"]]
    value, leads = open_values(hands, chip=row["chip"])
    assert value == row["value"]
    assert {str(spread(bit, line())[0]): worth for bit, worth in leads.items()} == row["leads"]


@pytest.mark.parametrize("chip", [0, 1])
@pytest.mark.parametrize("seed", seeds(5))
@pytest.mark.parametrize(
    ("players", "tiles", "end"),
    [(2, 5, HandEnd.PAIR_OUT), (4, 2, HandEnd.PAIR_OUT), (4, 3, HandEnd.FIRST_OUT)],
)
def test_value_equals_plain_minimax(players, tiles, end, seed, chip):
    hands, leader = deal(Random(seed), players, tiles), seed % players
    start = start_hand(Rules().but(chip=chip, hand_end=end), tiles_of(hands), leader)
    value, leads = open_values(hands, chip=chip, leader=leader, end=end)
    by_hand = {mask([tile]): minimax(start.play(tile)) for tile in start.held[leader]}
    assert leads == by_hand
    assert value == (min if leader & 1 else max)(by_hand.values())


@pytest.mark.parametrize("policy", [Spinner.FIRST, Spinner.ALL])
def test_value_with_spinners_equals_plain_minimax(policy):
    rules = Rules().but(spinner=policy, divisors=(5,), chip=0)
    hands = deal(Random(11), 2, 5)
    search = OpenHandSearch(hands, chip=0, table=Spread(policy, rules.points))
    assert search.value(sum(hands), search.table.empty, 0) == minimax(start_hand(rules, tiles_of(hands), 0))


def test_plays_value_the_last_tile_with_its_chip_point():
    hands = [mask(parse_tiles("55")), mask(parse_tiles("54 43"))]
    search = OpenHandSearch(hands)
    (only,) = search.plays(sum(hands), line().empty, 0)
    assert (only.pegs, only.value) == (2, 3)


def test_plays_of_a_seat_that_must_knock_are_none():
    hands = [mask(parse_tiles("00")), mask(parse_tiles("54 43"))]
    search = OpenHandSearch(hands)
    assert search.plays(sum(hands), line().ends((5, False), (4, False)), 0) == []


def test_search_refuses_what_has_no_two_sides():
    with pytest.raises(ValueError, match="two sides"):
        OpenHandSearch([1, 2, 4])
    with pytest.raises(ValueError, match="chips out"):
        OpenHandSearch([1, 2], end=HandEnd.ALL_BLOCKED)
