"""The facts that checkers rely on, proved again where a second is enough."""

import json
from itertools import product
from pathlib import Path

import pytest

from scoring.play import possible
from scoring.play.possible import PLAY_PEGS, TOTAL_PEGS, impossible_run

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())


def ends_after(ends, tile):
    """Every line that `tile` can make of a line with these ends, each end a pip and whether a double shows it."""
    high, low = tile
    if ends is None:
        yield ((high, True), (high, True)) if high == low else ((high, False), (low, False))
        return
    for here, other in (ends, ends[::-1]):
        for meet, away in ((high, low), (low, high)):
            if meet == here[0]:
                yield ((away, high == low), other)


def pegs_of(ends):
    (a, a_double), (b, b_double) = ends
    lone = a == b and a_double and b_double
    return TOTAL_PEGS[2 * a if lone else a * (1 + a_double) + b * (1 + b_double)]


TILES = [(high, low) for high in range(7) for low in range(high + 1)]


def every_run(length):
    """All the pegs of `length` consecutive tiles, from every line that could lie on the table."""
    singles = [(pip, double) for pip in range(7) for double in (False, True)]
    runs = {((), ends, frozenset((p, p) for p, d in ends if d)) for ends in product(singles, singles)}
    runs.add(((), None, frozenset()))
    for _ in range(length):
        runs = {
            ((*pegs, pegs_of(after)), after, used | {tile})
            for pegs, ends, used in runs
            for tile in TILES
            if tile not in used
            for after in ends_after(ends, tile)
        }
    return {pegs for pegs, _, _ in runs}


def test_totals_that_can_occur_are_those_of_the_ends_vectors():
    seen = {row["total"]: row["fives_threes"] for row in VECTORS["ends"]}
    assert dict(TOTAL_PEGS) == seen


def test_drop_pegs_are_those_of_the_28_tiles():
    drops = {pegs_of(ends) for tile in TILES for ends in ends_after(None, tile)}
    assert drops == possible.DROP_PEGS == set(VECTORS["grams"]["lead"])


def test_impossible_pairs_are_exactly_those_no_line_makes():
    proved = set(product(PLAY_PEGS, repeat=2)) - every_run(2)
    assert proved == possible.IMPOSSIBLE_PAIRS == set(map(tuple, VECTORS["grams"]["impossible_pairs"]))


def test_possible_triples_are_exactly_those_some_line_makes():
    allowed = {run for run in product(PLAY_PEGS, repeat=3) if impossible_run(run) is None}
    assert allowed == every_run(3) == set(map(tuple, VECTORS["grams"]["possible_triples"]))


def test_impossible_run_says_where_and_how_long():
    assert impossible_run([0, 2, 8, 8, 1]) == (2, 2)
    assert impossible_run([0, 3, 3, 3]) == (1, 3)
    assert impossible_run([4, 4, 8, 0, 2]) is None


@pytest.mark.parametrize(
    ("deal", "chip", "most"),
    [((2, 5), 1, 35), ((2, 7), 1, 47), ((2, 7), 0, 46), ((2, 9), 1, 61), ((2, 9), 0, 60), ((4, 6), 1, 81)],
)
def test_most_in_hand_is_the_proved_maximum(deal, chip, most):
    assert possible.most_in_hand(*deal, chip) == most


def test_most_in_hand_of_an_uncounted_deal_is_a_bound_from_eights_and_sixes():
    assert possible.most_in_hand(2, 1, 1) == 9
    assert possible.most_in_hand(3, 7, 0) == 6 * 8 + 6
    assert possible.most_in_hand(2, 8, 0) <= possible.most_in_hand(2, 8, 1)


@pytest.mark.parametrize(
    ("target", "players", "tiles", "chip", "hands"),
    [(61, 2, 7, 1, 2), (61, 2, 9, 1, 1), (61, 2, 9, 0, 2), (61, 4, 5, 1, 1), (121, 2, 7, 1, 3), (121, 2, 9, 1, 2)],
)
def test_fewest_hands(target, players, tiles, chip, hands):
    assert possible.fewest_hands(target, players, tiles, chip) == hands


def test_usual_is_below_the_most_possible():
    for players, tiles in ((2, 7), (2, 9), (4, 5), (4, 6)):
        guide = possible.usual(players, tiles)
        assert guide.mean < guide.high < possible.most_in_hand(players, tiles, 0)
    assert possible.usual(3, 5) is None
