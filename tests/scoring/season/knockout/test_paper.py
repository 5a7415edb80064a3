"""Cups as they stand on paper: the bracket that comes of them is the one that was played, whatever its draw was."""

from random import Random

import pytest

from scoring.season.knockout.bracket import State, bracket
from scoring.season.knockout.cups import TieForm
from scoring.season.knockout.draw import verify
from scoring.season.knockout.paper import PaperTie, on_paper
from tests.seeds import SEED

USUAL = TieForm(games=20)
ROUNDS = {1: "Last 16", 2: "Quarter-finals", 3: "Semi-finals", 4: "Final"}


def cup_of(*ties: PaperTie, usual: TieForm = USUAL):
    found = on_paper("Memorial Cup", ties, ROUNDS, usual)
    return found, bracket(found.cup, found.draw, found.facts) if found.draw else None


def test_a_draw_on_paper_keeps_its_byes_where_they_fell():
    found, there = cup_of(
        PaperTie(1, "Kings Mill"), PaperTie(1, "Plough", "Bell", (11, 9)), PaperTie(1, "Crown", "Fleece", (10, 10))
    )
    assert found.faults == {}
    assert verify(found.draw)
    assert [(tie.first, tie.second, tie.state) for tie in there.ties][1:] == [
        ("Plough", "Bell", State.PLAYED), ("Crown", "Fleece", State.LEVEL),
    ]  # fmt: skip
    assert (there.ties[0].winner, there.problems) == ("Kings Mill", ())


def test_one_who_lost_or_is_there_twice_is_at_fault_and_the_rest_stands():
    found, there = cup_of(
        PaperTie(1, "Plough", "Bell", (11, 9)),
        PaperTie(1, "Bell", "Crown"),
        PaperTie(2, "Bell", "Legion"),
    )
    assert found.faults == {1: "Bell is in Last 16 twice.", 2: "Bell lost to Plough in Last 16."}
    assert [tie.winner for tie in there.ties] == ["Plough"]


def test_a_round_waits_for_everybody_who_came_through():
    found, _ = cup_of(
        PaperTie(1, "A", "B", (12, 8)), PaperTie(1, "C", "D", (12, 8)), PaperTie(1, "E", "F", (12, 8)),
        PaperTie(2, "A", "E", (12, 8)),
    )  # fmt: skip
    assert found.faults == {3: "C of Last 16 should be in Quarter-finals too, or have a bye."}


def test_a_bye_that_nobody_wrote_is_told():
    found, there = cup_of(PaperTie(1, "A", "B", (12, 8)), PaperTie(2, "A", "C", (9, 11)))
    assert (found.byes, there.champion) == (((1, "C"),), "C")


@pytest.mark.parametrize(
    ("scores", "form"),
    [
        ([(11, 9), (10, 10)], TieForm(games=20)),
        ([(11, 10), (12, 8)], TieForm(games=20)),
        ([(5, 4), (6, 3)], TieForm(games=9)),
        ([(5, 4), (5, 1)], TieForm(best_of=9)),
        ([(5, 4)], TieForm(games=9)),
    ],
)
def test_the_form_is_one_that_all_scores_keep(scores, form):
    ties = [PaperTie(1, f"{at}a", f"{at}b", score) for at, score in enumerate(scores)]
    found, there = cup_of(*ties)
    assert found.cup.forms == (form,)
    assert there.problems == ()


@pytest.mark.parametrize("seed", range(SEED * 1000, SEED * 1000 + 60))
def test_whatever_was_played_comes_out_of_what_was_written(seed):
    """Cups of any size, whole brackets or drawn round by round, with byes, walkovers, deciders, and half played."""
    random = Random(seed)
    fixed, entrants = random.random() < 0.5, [f"T{number}" for number in range(random.randint(2, 24))]
    ties, alive, number, winner_of = [], list(entrants), 1, {}
    stop = random.choice((99, 99, random.randint(1, 4)))
    while len(alive) > 1 and number <= stop:
        if not fixed or number == 1:
            random.shuffle(alive)
        half = 1 << ((len(alive) - 1).bit_length() - 1) if number == 1 and fixed else len(alive) - len(alive) // 2
        byes = 2 * half - len(alive)
        meeting = [alive[at : at + 2] for at in range(0, 2 * (half - byes), 2)]
        pairs = [*meeting, *([name] for name in alive[2 * (half - byes) :])]
        alive = []
        for pair in pairs:
            win = random.randrange(len(pair))
            score = (random.randint(11, 20), 0)
            score = (score[0], 20 - score[0]) if random.random() < 0.8 else (11, 10)
            tie = PaperTie(number, *pair, score=(score if win == 0 else score[::-1]) if len(pair) > 1 else None)
            if len(pair) > 1 and random.random() < 0.1:
                tie = PaperTie(number, *pair, winner=pair[win], given=True)
            ties.append(tie)
            winner_of[number, frozenset(pair)] = pair[win]
            alive.append(pair[win])
        number += 1
    found = on_paper("Cup", ties, {number: f"Round {number}" for number in range(1, 9)}, USUAL)
    there = bracket(found.cup, found.draw, found.facts)
    assert (dict(found.faults), there.problems, found.byes) == ({}, (), ())
    played = {(tie.plan.round, frozenset({tie.first, tie.second} & {*entrants})): tie.winner
              for tie in there.ties if isinstance(tie.winner, str)}  # fmt: skip
    assert played == winner_of
    assert there.champion == (alive[0] if len(alive) == 1 else None)
