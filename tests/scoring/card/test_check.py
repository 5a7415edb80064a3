"""The check as a whole: every code has a planted fault, all problems come at once, each says what to do."""

import pytest

from scoring.card.check import check
from scoring.card.faults import SEVERITY
from scoring.card.match import Squad
from scoring.card.sheet import Card, Named
from scoring.play.finding import Severity
from tests.scoring.card import test_eligibility, test_games, test_lineup, test_pegs, test_whole
from tests.scoring.card.planted import five_of_bell, full_card, quick, six_of_eight, walkover
from tests.scoring.strategies_card import edited, match_of

PLANTED = (
    *test_whole.PLANTED,
    *test_games.PLANTED,
    *test_pegs.PLANTED,
    *test_lineup.PLANTED,
    *test_eligibility.PLANTED,
)


def test_every_code_has_its_planted_fault():
    planted = {code for fault in PLANTED for _, code in fault.problems}
    assert planted == set(SEVERITY)


def test_at_least_sixty_faults_in_every_kind_of_preset():
    assert len(PLANTED) >= 60
    assert {fault.league for fault in PLANTED} >= {"teesdale", "leek", "solihull", "guisborough", "northallerton"}


@pytest.mark.parametrize("base", [full_card, five_of_bell, quick, walkover])
def test_bases_of_the_planted_faults_are_legal(base):
    assert check(base(match_of("leek")), match_of("leek")) == ()


@pytest.mark.parametrize("score", [(9, 0), (0, 9), (5, 4)])
def test_any_score_of_nine_is_legal(score):
    assert check(Card.score_only(*score), match_of("leek")) == ()


def test_one_player_is_not_players():
    match = match_of("guisborough")
    card = full_card(match)
    for i in range(3):
        card = edited(card, f"lines.{i}.away", card.lines[0].away[:1])
    message = next(problem.message for problem in check(card, match) if problem.code == "too_few_players")
    assert message == "Bell had 1 player. A side needs 4 to play."


def test_six_of_eight_may_play_twice():
    assert check(six_of_eight(match_of("northallerton")), match_of("northallerton")) == ()


def test_problem_says_what_to_do_and_which_rule_it_breaks():
    match = match_of("teesdale")
    card = edited(full_card(match), "lines.2.games.0.home_pegs", 60)
    (problem,) = check(card, match)
    assert problem.severity is Severity.REFUSE
    assert problem.message == "Singles 3: the winner finishes on exactly 61, not 60. Check Crown’s pegs."
    assert problem.rule == "9"


def test_unknown_name_suggests_the_near_ones():
    match = match_of("leek")
    (problem,) = check(edited(full_card(match), "lines.0.home.0", Named(None, "Maureen Ord")), match)
    assert "Did you mean" in problem.message
    assert "Margaret Ord" in problem.message
    assert problem.severity is Severity.SECRETARY


def test_all_problems_come_at_once_in_card_order():
    match = match_of("leek")
    card = full_card(match)
    card = edited(card, "lines.7.games.0.home_pegs", 120)
    card = edited(card, "lines.0.home.0", Named(None, "Nobody Known"))
    card = edited(card, "lines.2.games.0.away_pegs", 61)
    card = edited(card, "protest", "Lights.")
    assert [problem.path for problem in check(card, match)] == [
        "lines.0.home.0",
        "lines.2.games.0.away_pegs",
        "lines.7.games.0.home_pegs",
        "protest",
    ]


def test_league_without_registration_takes_any_name():
    match = match_of("leek", registered_only=False, home=Squad("crown", "Crown"))
    card = edited(full_card(match_of("leek")), "lines.0.home.0", Named(None, "Passing Stranger"))
    for i, line in enumerate(card.lines):
        home = tuple(Named(None, each.name) for each in line.home)
        card = edited(card, f"lines.{i}.home", home)
    assert check(card, match) == ()
