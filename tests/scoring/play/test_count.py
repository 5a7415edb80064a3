"""Counting: the published counts, and the fast core against the readable hand, play for play."""

import json
from pathlib import Path
from random import Random

import pytest

from scoring.play.bits import Spread, line, mask, spread
from scoring.play.hand import start_hand
from scoring.play.rules import HandEnd, Rules, Spinner
from scoring.play.search import complete, divide, perft
from scoring.play.tiles import parse_tiles
from tests.scoring.play.dealing import deal
from tests.seeds import seeds

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())
ENDS = {"pair": HandEnd.PAIR_OUT, "first": HandEnd.FIRST_OUT}


def masks(texts):
    return [mask(parse_tiles(text)) for text in texts]


def tiles_of(hands):
    return tuple(spread(hand, line()) for hand in hands)


def name(row):
    return f"{row['players']}x{row['tiles']}-{row.get('end', row.get('policy'))}"


def readable_perft(rules, hands, leader, depth):
    """The same count by the readable hand, every sequence walked."""
    level, counts, ended = [start_hand(rules, tiles_of(hands), leader)], [], 0
    while level and len(counts) < depth:
        after = []
        for hand in level:
            outcomes = hand.legal()
            after += [hand.play(outcome.tile, outcome.end) for outcome in outcomes] if outcomes else [hand.knock()]
        counts.append(len(after))
        level = [hand for hand in after if not hand.is_over]
        ended += len(after) - len(level)
    return counts, ended


@pytest.mark.parametrize("row", VECTORS["count"], ids=name)
def test_count_is_the_published_count(row):
    rows = perft(masks(row["hands"]), end=ENDS[row["end"]])
    for column in ("perft", "states", "ends", "out", "blocked"):
        assert [getattr(ply, column) for ply in rows] == row[column], column
    assert complete(rows) == row["complete"]
    if "perft_raw" in row:
        assert [ply.raw for ply in rows] == row["perft_raw"]


@pytest.mark.parametrize("row", VECTORS["spinner_perft"], ids=name)
def test_count_with_spinners_is_the_published_count(row):
    table = Spread(Spinner(row["policy"]), lambda _: 0)
    rows = perft(masks(row["hands"]), depth=len(row["perft"]), table=table)
    assert [ply.perft for ply in rows] == row["perft"]


@pytest.mark.parametrize("seed", seeds(4))
@pytest.mark.parametrize(
    ("players", "tiles", "end"),
    [(2, 4, HandEnd.PAIR_OUT), (3, 3, HandEnd.PAIR_OUT), (4, 2, HandEnd.PAIR_OUT), (4, 2, HandEnd.FIRST_OUT)],
)
def test_count_equals_the_readable_hand(seed, players, tiles, end):
    hands, leader = deal(Random(seed), players, tiles), seed % players
    rows = perft(hands, end=end, leader=leader)
    rules = Rules().but(hand_end=end)
    assert ([ply.perft for ply in rows], complete(rows)) == readable_perft(rules, hands, leader, 99)


@pytest.mark.parametrize("policy", Spinner)
def test_spinner_count_equals_the_readable_hand(policy):
    hands = deal(Random(7), 2, 6)
    rows = perft(hands, depth=6, table=Spread(policy, lambda _: 0))
    assert [ply.perft for ply in rows] == readable_perft(Rules().but(spinner=policy), hands, 0, 6)[0]


@pytest.mark.parametrize("seed", seeds(6))
def test_count_merges_no_more_than_the_raw_count(seed):
    for ply in perft(deal(Random(seed), 2, 6)):
        assert ply.perft <= ply.raw


def test_count_of_a_spinner_table_without_spinners_is_that_of_the_line():
    hands = deal(Random(3), 2, 7)
    plain, branching = perft(hands), perft(hands, table=Spread(Spinner.NONE, lambda _: 0))
    assert [(p.perft, p.states, p.ends, p.out, p.blocked) for p in plain] == [
        (p.perft, p.states, p.ends, p.out, p.blocked) for p in branching
    ]


def test_divide_adds_up_to_the_count():
    hands = deal(Random(5), 2, 6)
    parts = divide(hands, leader=1, depth=5)
    assert len(parts) == 6
    whole = perft(hands, leader=1, depth=5)
    for depth, ply in enumerate(whole):
        assert sum(rows[depth].perft for rows in parts.values() if depth < len(rows)) == ply.perft


def test_count_of_hands_that_end_only_by_a_block_goes_past_the_first_player_out():
    hands = masks(["00", "10 11"])
    assert complete(perft(hands)) == 1
    rows = perft(hands, end=HandEnd.ALL_BLOCKED)
    assert ([ply.perft for ply in rows], rows[-1].out) == ([1, 1, 1], 1)


def line_view(layout):
    """The ends of a readable layout as the line's tables show them: a lone double has two of them."""
    ends = sorted((end.pip, end.is_double) for end in layout.ends)
    return tuple(ends * 2 if len(ends) == 1 else ends)


def spread_view(layout):
    """The same as the tables with spinners show them: what is left of a double in line is a single end."""

    def kind(end):
        if end.is_spinner:
            return 4 + end.covered
        if end.lies_in_line:
            return 0 if end.covered else 3
        return 1 + end.covered if end.is_double else 0

    return tuple(sorted((end.pip, kind(end)) for end in layout.ends))


def walk(seed, rules, table, view):
    """Play a hand at random on both and compare every play at every turn: its tile, the ends it makes, its pegs."""
    dice = Random(seed)
    hands = deal(dice, 2, 9)
    hand, ends, left = start_hand(rules, tiles_of(hands), 0), table.empty, sum(hands)
    while not hand.is_over:
        outcomes = hand.legal()
        can = left & hands[hand.turn] & table.fits[ends]
        fast = {
            (tile, table.shown[made], pegs): made
            for tile in spread(can, table)
            for made, pegs in table.steps[ends][mask([tile])]
        }
        readable = {(o.tile, view(o.layout), rules.points(o.total)): o for o in outcomes}
        assert fast.keys() == readable.keys()
        assert len(readable) == len(outcomes)
        if not outcomes:
            hand = hand.knock()
            continue
        chosen = dice.choice(sorted(fast))
        ends, left = fast[chosen], left ^ mask([chosen[0]])
        hand = hand.play(chosen[0], readable[chosen].end)


@pytest.mark.parametrize("policy", Spinner)
@pytest.mark.parametrize("seed", seeds(25))
def test_plays_with_spinners_equal_those_of_the_readable_hand(policy, seed):
    rules = Rules().but(spinner=policy)
    walk(seed, rules, Spread(policy, rules.points), spread_view)


@pytest.mark.parametrize("seed", seeds(50))
def test_plays_on_the_line_equal_those_of_the_readable_hand(seed):
    walk(seed, Rules(), line(), line_view)
