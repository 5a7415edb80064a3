"""The puzzles are positions that can come about, and what their answers say is counted again."""

import json
import os
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from scoring.play import puzzles as module
from scoring.play.bits import mask
from scoring.play.computer.belief import Chance
from scoring.play.computer.puzzle_making import BETTER, CLEAR, THINK, DealProof, Prover, prove
from scoring.play.puzzles import Puzzle, Theme, puzzle_of_day, puzzles
from tests.makers.puzzles import TABLE, number_of, prove_fast, stands, view_of_puzzle

AGAIN = int(os.environ.get("PUZZLES", "4"))  # of all of them
SMALL = [puzzle for puzzle in puzzles() if puzzle.exact and puzzle.deals * len(puzzle.plays) <= 120]
LARGE = [puzzle for puzzle in puzzles() if puzzle not in SMALL]
CHOSEN = Random(os.environ.get("SEED", "1"))


def counted(puzzle: Puzzle, prove: Prover, sample: int = 0) -> tuple[DealProof, list[tuple[int, int]]]:
    view, most = view_of_puzzle(puzzle), 0 if sample else puzzle.deals * puzzle.exact
    proof = prove(TABLE, view, Chance(puzzle.number), most=most, sample=sample or puzzle.deals, think=THINK)
    return proof, [number_of(view.moment, puzzle.hand(), play.play) for play in puzzle.plays]


@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: str(puzzle.number))
def test_a_puzzle_asks_for_every_play_there_is_and_one_is_clearly_best(puzzle: Puzzle) -> None:
    hand = puzzle.hand()
    assert hand.turn == 0
    assert sorted(mask([each.tile]) for each in hand.legal()) == sorted(mask([play.tile]) for play in puzzle.plays)
    assert {hand.rules.points(each.total) for each in hand.legal()} == {play.points for play in puzzle.plays}
    assert puzzle.best.wins - puzzle.obvious.wins >= BETTER * puzzle.deals
    assert puzzle.best.wins - puzzle.plays[1].wins >= (CLEAR + puzzle.interval) * puzzle.deals - puzzle.deals / 10


def is_equal(puzzle: Puzzle, proof: DealProof, numbers: list[tuple[int, int]]) -> bool:
    found = {(play.tile, play.to): play for play in proof.plays}
    kept = [(play.points, play.wins, play.knocks, play.replies, play.blocks) for play in puzzle.plays]
    plays = [found[key] for key in numbers]
    again = [(play.points, play.wins, play.knocks, play.replies, play.blocks) for play in plays]
    return (proof.deals, proof.exact, again) == (puzzle.deals, puzzle.exact, kept)


@pytest.mark.parametrize("puzzle", CHOSEN.sample(SMALL, min(AGAIN, len(SMALL))), ids=lambda puzzle: str(puzzle.number))
def test_what_an_answer_says_is_what_counting_every_deal_comes_to(puzzle: Puzzle) -> None:
    assert is_equal(puzzle, *counted(puzzle, prove))


@pytest.mark.parametrize(
    "puzzle", CHOSEN.sample(LARGE, min(AGAIN if AGAIN > 4 else 1, len(LARGE))), ids=lambda puzzle: str(puzzle.number)
)
def test_other_deals_say_the_same(puzzle: Puzzle) -> None:
    """The best play over the next, on deals of another draw: both figures are right to some intervals."""
    if len(puzzles()) <= AGAIN:
        assert is_equal(puzzle, *counted(puzzle, prove_fast))
        assert stands(TABLE, view_of_puzzle(puzzle), counted(puzzle, prove_fast)[0])
        return
    proof, numbers = counted(puzzle, prove, sample=24)
    found = {(play.tile, play.to): play for play in proof.plays}
    best, second = (found[key] for key in numbers[:2])
    kept = (puzzle.best.wins - puzzle.plays[1].wins) / puzzle.deals
    assert abs((best.wins - second.wins) / proof.deals - kept) < 3 * (puzzle.interval + proof.interval(best, second))


def test_there_are_a_hundred_of_five_themes_and_each_has_its_day() -> None:
    assert len(puzzles()) == 100
    assert all(sum(puzzle.theme is theme for puzzle in puzzles()) > 2 for theme in Theme if theme != Theme.LEAVE)
    first = date(2026, 11, 24)
    assert len({puzzle_of_day(first + timedelta(days=day)).number for day in range(100)}) == 100
    assert puzzle_of_day(first) == puzzle_of_day(first)


def test_no_tile_is_dealt_twice_and_no_position_kept_twice() -> None:
    rows = json.loads((Path(module.__file__).parent / "puzzles.json").read_text())
    assert len({(row["dealt"], row["moves"]) for row in rows}) == len(rows)
