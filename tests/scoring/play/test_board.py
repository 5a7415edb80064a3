"""The crib board: landings, bounces, the bar on the drop, penalties."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.play.board import Board, Landed, Landing, SidePegs, land, new_board
from scoring.play.presets import PRESETS, preset
from scoring.play.rules import Finish, FinishWhen, Overshoot, Rules

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())
LEEK = preset("fives-threes:leek")


@pytest.mark.parametrize("vector", VECTORS["landing"], ids=lambda v: v["source"])
def test_pegs_land_as_the_vector_says(vector):
    rules = Rules(overshoot=Overshoot(vector["over"]), lead_may_win=vector["lead_wins"])
    landing = land(rules, vector["score"], vector["play"] + vector["chip"], lead=vector["lead"])
    assert landing.score == vector["new"]


@pytest.mark.parametrize(
    ("rules", "score", "pegs", "lead", "landed"),
    [
        (Rules(), 0, 8, False, (8, Landed.PEGGED)),
        (Rules(), 58, 4, False, (58, Landed.BUST)),
        (Rules(), 60, 1, False, (61, Landed.WON)),
        (LEEK, 57, 4, True, (57, Landed.BARRED)),
        (LEEK, 57, 4, False, (61, Landed.WON)),
        (LEEK, 50, 4, True, (54, Landed.PEGGED)),
        (LEEK, 60, 4, True, (60, Landed.BUST)),
        (Rules(overshoot=Overshoot.BOUNCE), 59, 8, False, (55, Landed.BOUNCED)),
        (Rules(finish=Finish.REACH), 59, 8, False, (67, Landed.WON)),
        (Rules(finish=Finish.REACH, finish_when=FinishWhen.HAND), 59, 8, False, (67, Landed.PEGGED)),
    ],
)
def test_what_becomes_of_pegs_is_named(rules, score, pegs, lead, landed):
    assert land(rules, score, pegs, lead=lead) == Landing(*landed)


@given(st.integers(0, 60), st.integers(0, 9), st.booleans())
def test_pegs_never_lower_a_score_that_disregards_a_bust(score, pegs, lead):
    for rules in (Rules(), LEEK):
        landing = land(rules, score, pegs, lead=lead)
        assert score <= landing.score <= rules.target
        assert landing.score in (score, score + pegs)


@given(st.integers(31, 121), st.integers(1, 9), st.data())
def test_a_bounce_lands_one_to_eight_short(target, pegs, data):
    score = data.draw(st.integers(target - pegs, target - 1))
    landing = land(Rules(target=target, overshoot=Overshoot.BOUNCE), score, pegs)
    if score + pegs == target:
        assert (landing.score, landing.how) == (target, Landed.WON)
    else:
        assert landing.how is Landed.BOUNCED
        assert target - 8 <= landing.score <= target - 1


def test_two_pegs_show_the_score_and_the_score_before():
    board = new_board(2)
    for pegs in (3, 8, 0, 2):
        board, _ = board.peg(Rules(), 0, pegs)
    assert board == Board((SidePegs(13, 11), SidePegs(0, 0)))


def test_a_bust_moves_no_peg():
    board = Board((SidePegs(58, 50), SidePegs(0, 0)))
    assert board.peg(Rules(), 0, 4)[0] == board


def test_pegs_go_back_no_further_than_nought():
    board = Board((SidePegs(5, 2), SidePegs(20, 18)))
    assert board.peg_back(0, 8).scores == (0, 20)
    assert board.peg_back(1, 8).tracks[1] == SidePegs(12, 20)


@pytest.mark.parametrize(
    ("offender", "other", "scores"),
    [(20, 30, (12, 30)), (8, 30, (0, 30)), (7, 30, (7, 38)), (0, 53, (0, 61)), (0, 56, (0, 56))],
)
def test_a_revoke_pegs_back_eight_or_the_opponent_on(offender, other, scores):
    board, landing = Board((SidePegs(offender), SidePegs(other))).penalise(LEEK, 0, 1)
    assert board.scores == scores
    assert (landing.how is Landed.WON) == (scores[1] == 61)


@given(st.sampled_from(sorted(PRESETS)), st.lists(st.tuples(st.integers(0, 1), st.integers(0, 9))))
def test_no_exact_game_ever_shows_more_than_its_target(name, taken):
    rules = preset(name)
    board = new_board(2)
    for side, pegs in taken:
        board, landing = board.peg(rules, side, pegs)
        if landing.how is Landed.WON:
            break
    if rules.finish is Finish.EXACT:
        assert max(board.scores) <= rules.target
    assert min(board.scores) >= 0


def test_a_handicap_puts_the_front_pegs_on_their_holes():
    board = new_board(2, (11, 0))

    assert board.scores == (11, 0)
    assert board.tracks[0] == SidePegs(11, 0)


def test_a_handicap_for_one_side_leaves_the_other_off_the_board():
    assert new_board(2, (11,)).scores == (11, 0)
