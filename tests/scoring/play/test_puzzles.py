"""The puzzles are positions that can come about, and what their answers say is counted again."""

import json
import os
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from scoring.play import puzzles as module
from scoring.play.bits import mask
from scoring.play.computer.belief import SeenTurn, seat_view
from scoring.play.computer.chance import Chance
from scoring.play.computer.position import Position, start_position
from scoring.play.computer.puzzle_making import BETTER, CLEAR, TABLE, search
from scoring.play.computer.puzzle_proof import DealProof, prove
from scoring.play.hand import Hand
from scoring.play.presets import preset
from scoring.play.puzzles import RULES, Puzzle, Theme, puzzle_of_day, puzzles, read_puzzle
from tests.scoring.play.test_computer import same_ends

AGAIN = int(os.environ.get("PUZZLES", "4"))  # of all of them
EXACT = [puzzle for puzzle in puzzles() if puzzle.exact]
DRAWN = [puzzle for puzzle in puzzles() if not puzzle.exact]
CHOSEN = Random(os.environ.get("SEED", "1"))


def view_of_puzzle(puzzle: Puzzle):
    """The position as the computer sees it: the other side's tiles are any that are left, which nobody looks at."""
    hand = puzzle.hand()
    seen = set(puzzle.dealt) | {each.tile for each in hand.layout.joined}
    others = [number for number, tile in enumerate(TABLE.layouts.tiles) if tile not in seen][: hand.left[1]]
    played = mask([each.tile for each in hand.layout.joined if each.tile not in puzzle.dealt])
    theirs = sum(1 << number for number in others) | played
    position = start_position(TABLE, [mask(puzzle.dealt), theirs], [], puzzle.leader, list(puzzle.begun))
    history: tuple[SeenTurn, ...] = ()
    for before, turn in zip(steps(puzzle), puzzle.moves, strict=True):
        seat, layout, score = position.turn, position.layout, position.scores[position.turn]
        if turn[1:] == "-":
            position.knocks, position.turn = position.knocks + 1, 1 - position.turn
            history = (*history, SeenTurn(seat, layout, score))
            continue
        tile, to = number_of(position, before, turn[1:])
        points = position.points(tile, to)
        position.play(tile, to, points)
        history = (*history, SeenTurn(seat, layout, score, tile, to, points))
    return seat_view(position, history)


def steps(puzzle: Puzzle) -> list[Hand]:
    """The hand before every move."""
    return [replace(puzzle, moves=puzzle.moves[:count]).hand() for count in range(len(puzzle.moves))]


def number_of(position: Position, hand: Hand, play: str) -> tuple[int, int]:
    tile, end = module._place(hand, play)
    place = next(each for each in hand.legal() if each.tile == tile and end in {None, each.end})
    number = TABLE.layouts.tiles.index(tile)
    return number, next(
        to for to, _ in TABLE.layouts.steps[position.layout][1 << number] if same_ends(TABLE, to, place)
    )


def counted(puzzle: Puzzle, sample: int) -> tuple[DealProof, list[tuple[int, int]]]:
    view = view_of_puzzle(puzzle)
    return prove(TABLE, view, Chance(puzzle.number), most=puzzle.deals * puzzle.exact, sample=sample), [
        number_of(view.moment, puzzle.hand(), play.play) for play in puzzle.plays
    ]


@pytest.mark.parametrize("puzzle", puzzles(), ids=lambda puzzle: str(puzzle.number))
def test_a_puzzle_asks_for_every_play_there_is_and_one_is_clearly_best(puzzle: Puzzle) -> None:
    hand = puzzle.hand()
    assert hand.turn == 0
    assert sorted(mask([each.tile]) for each in hand.legal()) == sorted(mask([play.tile]) for play in puzzle.plays)
    assert {hand.rules.points(each.total) for each in hand.legal()} == {play.points for play in puzzle.plays}
    assert puzzle.best.wins - puzzle.obvious.wins >= BETTER * puzzle.deals
    assert puzzle.best.wins - puzzle.plays[1].wins >= (CLEAR + puzzle.interval) * puzzle.deals - puzzle.deals / 10


@pytest.mark.parametrize("puzzle", CHOSEN.sample(EXACT, min(AGAIN, len(EXACT))), ids=lambda puzzle: str(puzzle.number))
def test_what_an_answer_says_is_what_counting_every_deal_comes_to(puzzle: Puzzle) -> None:
    proof, numbers = counted(puzzle, 0)
    assert (proof.deals, proof.exact) == (puzzle.deals, True)
    found = {(play.tile, play.to): play for play in proof.plays}
    for play, key in zip(puzzle.plays, numbers, strict=True):
        again = found[key]
        assert (again.points, again.wins) == (play.points, play.wins)
        assert (again.knocks, again.replies, again.blocks) == (play.knocks, play.replies, play.blocks)


@pytest.mark.parametrize("puzzle", CHOSEN.sample(DRAWN, min(AGAIN // 4, len(DRAWN))), ids=lambda each: str(each.number))
def test_other_deals_say_the_same_of_a_lead(puzzle: Puzzle) -> None:
    """The best play over the next, on deals of another draw: both figures are right to some intervals."""
    proof, numbers = counted(puzzle, 200)
    found = {(play.tile, play.to): play for play in proof.plays}
    best, second = (found[key] for key in numbers[:2])
    kept = (puzzle.best.wins - puzzle.plays[1].wins) / puzzle.deals
    assert abs((best.wins - second.wins) / proof.deals - kept) < 3 * (puzzle.interval + proof.interval(best, second))


def test_there_are_a_hundred_by_theme_and_each_has_its_day() -> None:
    assert len(puzzles()) == 100
    assert [sum(1 for puzzle in puzzles() if puzzle.theme is theme) for theme in Theme] == [31, 16, 21, 5, 27, 0]
    first = date(2026, 11, 24)
    assert len({puzzle_of_day(first + timedelta(days=day)).number for day in range(100)}) == 100
    assert puzzle_of_day(first) == puzzle_of_day(first)


def test_no_tile_is_dealt_twice_and_no_position_kept_twice() -> None:
    rows = json.loads((Path(module.__file__).parent / "puzzles.json").read_text())
    assert len({(row["dealt"], row["moves"]) for row in rows}) == len(rows)


def test_the_search_finds_positions_of_the_same_kind() -> None:
    """One of them, from whatever seed; what it writes can be read again."""
    row = next(each for each in search(CHOSEN.randrange(1, 1 << 20), 1) if each["theme"] != Theme.LEAD)
    puzzle = read_puzzle(1, row, preset(RULES))
    assert puzzle.best.wins - puzzle.obvious.wins >= BETTER * puzzle.deals
    assert puzzle.hand().turn == 0
