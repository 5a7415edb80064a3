"""Questions in games that people played: what is asked stood on the table, and its figures are counted again."""

from dataclasses import replace
from random import Random

import pytest

from scoring.card.format import pegged_under
from scoring.card.presets import preset as league_rules
from scoring.play.computer.belief import Chance
from scoring.play.computer.puzzle_making import BETTER, THOUGHT, game_questions, is_provable
from scoring.play.presets import PRESETS, preset
from scoring.play.puzzles import Puzzle, read_puzzle
from scoring.play.reader import read_moves
from scoring.play.record import GameRecord, Passed, Played, headers_of
from scoring.play.transcript import transcript
from tests.scoring.play.example import PEGS, Recording, generate_game

LEEK = pegged_under(league_rules("leek").format.lines[0])
AS_TAPPED = Recording(tiles=True, deal=False)  # a phone is told what is played, and no deal
SEED = 208  # of a game with one question


def record(seed: int = SEED, *, rules=LEEK, players: int = 2, how: Recording = AS_TAPPED) -> GameRecord:
    told, _ = generate_game(Random(seed), rules, players, how=how)
    return transcript(rules, players, told, leader=0, headers=headers_of(rules, players))


def puzzles_in(game: GameRecord) -> list[Puzzle]:
    return [read_puzzle(1, row, LEEK) for row in game_questions(game, Chance(1))]


def hand_of(game: GameRecord, puzzle: Puzzle) -> tuple[int, list[str]]:
    """Which hand of the game a puzzle is from, and its moves as the puzzle writes them, the player to move as A."""
    for number, hand in enumerate(game.hands):
        for letters in ("AB", "BA"):
            moves = [
                f"{letters[move.seat]}{'-' if isinstance(move, Passed) else move.tile}"
                for move in hand.moves
                if isinstance(move, Played | Passed)
            ]
            if moves[: len(puzzle.moves)] == [move.partition("@")[0] for move in puzzle.moves]:
                return number, moves
    raise AssertionError("no hand begins like that")


def test_a_question_is_a_moment_of_the_game_and_of_a_player_whose_tiles_are_known() -> None:
    game = record()
    [puzzle] = puzzles_in(game)
    number, moves = hand_of(game, puzzle)
    assert sorted(map(str, puzzle.dealt)) == sorted(move[1:] for move in moves if move[0] == "A")
    assert sorted(puzzle.begun) == sorted(game.hands[number - 1].score)
    hand = puzzle.hand()
    assert (hand.turn, len(puzzle.dealt), hand.left[1] > 0) == (0, 9, True)
    assert {hand.rules.points(each.total) for each in hand.legal()} == {play.points for play in puzzle.plays}


def test_where_there_are_too_many_deals_a_sample_says_that_what_scores_most_is_not_best() -> None:
    [puzzle] = puzzles_in(record())
    assert (puzzle.exact, puzzle.deals) == (False, THOUGHT[1])
    assert puzzle.best.points < puzzle.obvious.points
    assert puzzle.best.wins - puzzle.obvious.wins >= BETTER * puzzle.deals
    apart = (puzzle.best.wins - puzzle.plays[1].wins) / puzzle.deals
    assert 0 < puzzle.interval < apart


def test_the_same_game_gives_the_same_questions() -> None:
    assert puzzles_in(record()) == puzzles_in(record())


def test_nothing_is_asked_of_a_hand_that_lacks_a_move() -> None:
    game = record()
    [puzzle] = puzzles_in(game)
    number, _ = hand_of(game, puzzle)
    hand = game.hands[number]
    short = replace(hand, items=hand.items[:1] + hand.items[2:])
    assert puzzles_in(replace(game, hands=(*game.hands[:number], short, *game.hands[number + 1 :]))) == []


def test_nothing_is_asked_of_a_game_in_pegs_or_of_one_that_cannot_have_been() -> None:
    assert puzzles_in(record(how=PEGS)) == []
    game = record()
    assert puzzles_in(replace(game, result=tuple(reversed(game.result)))) == []


def test_nothing_is_asked_where_no_deal_fits_what_was_seen() -> None:
    """The knocks of B rule out more tiles than would leave a hand: so it was tapped, and so it cannot have been."""
    moves = "A66 B- A65 B- A54 B- A43 B- A32 B- A21@2 B- A11 B- A10 B- A00"
    game = record()
    impossible = replace(game.hands[0], items=read_moves(moves)[0])
    assert puzzles_in(replace(game, hands=(impossible,), result=())) == []


def test_the_proof_holds_for_two_who_play_fives_and_threes_to_exactly_61() -> None:
    found = {name for name, rules in PRESETS.items() if dict(rules.deal).get(2) and is_provable(rules, 2)}
    assert found == {
        "fives-threes:pagat",
        "fives-threes:pagat-no-chip",
        "fives-threes:pagat-lead-bar",
        "fives-threes:championship",
        "fives-threes:teesdale",
        "fives-threes:leek",
    }


@pytest.mark.parametrize(("rules", "players"), [(LEEK, 4), (preset("fives-threes:solihull"), 2)])
def test_nothing_is_asked_of_pairs_or_of_another_target(rules, players) -> None:
    assert not is_provable(rules, players)
    assert list(game_questions(record(1, rules=rules, players=players), Chance(1))) == []
