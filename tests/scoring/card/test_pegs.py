"""Faults of the pegs and hands of a game, planted one at a time."""

from dataclasses import replace

import pytest

from scoring.card.card import GameScore, Side
from scoring.card.format import Pegs
from scoring.card.presets import preset
from tests.scoring.card.planted import HOME_WIN, Planted, found, lost_by_home, with_game, won_by_home

PLANTED = (
    # Pegs
    Planted(
        "winner on 60",
        "teesdale",
        (("lines.2.games.0.home_pegs", "winner_not_on_target"),),
        {"lines.2.games.0": with_game(home_pegs=60)},
    ),
    Planted(
        "winner on 120 of 121",
        "solihull",
        (("lines.8.games.0.home_pegs", "winner_not_on_target"),),
        {"lines.8.games.0": with_game(home_pegs=120)},
    ),
    Planted(
        "winner on 0",
        "one-a-game",
        (("lines.0.games.0.home_pegs", "winner_not_on_target"),),
        {"lines.0.games.0": with_game(home_pegs=0)},
    ),
    Planted(
        "one hole past 61 from 60",
        "teesdale",
        (("lines.2.games.0.home_pegs", "pegs_over_target"),),
        {"lines.2.games.0": with_game(home_pegs=62)},
    ),
    Planted(
        "loser past 61",
        "teesdale",
        (("lines.3.games.0.away_pegs", "pegs_over_target"),),
        {"lines.3.games.0": with_game(away_pegs=64)},
    ),
    Planted(
        "loser on 61 too",
        "teesdale",
        (("lines.3.games.0.away_pegs", "loser_on_target"),),
        {"lines.3.games.0": with_game(away_pegs=61)},
    ),
    Planted(
        "winner ticked on the wrong side",
        "leek",
        (("lines.1.games.0.winner", "winner_wrong_side"),),
        {"lines.1.games.0": lambda game: replace(won_by_home(game), winner=Side.AWAY)},
    ),
    Planted(
        "wrong winner of a third game",
        "guisborough",
        (("lines.2.games.2.winner", "winner_wrong_side"),),
        {"lines.2.games.2": lambda game: replace(lost_by_home(game), winner=Side.HOME)},
    ),
    Planted(
        "61 in a 121 double",
        "leek",
        (("lines.6.games.0.home_pegs", "target_mixed_up"),),
        {"lines.6.games.0": with_game(home_pegs=61, away_pegs=40)},
    ),
    Planted(
        "121 in a 61 single",
        "leek",
        (("lines.0.games.0.home_pegs", "target_mixed_up"),),
        {"lines.0.games.0": with_game(home_pegs=121, away_pegs=90)},
    ),
    Planted(
        "pegs below nought",
        "leek",
        (("lines.0.games.0.away_pegs", "pegs_negative"),),
        {"lines.0.games.0": with_game(away_pegs=-3)},
    ),
    Planted(
        "pegs at straight dominoes",
        "northallerton",
        (("lines.0.games.0.home_pegs", "pegs_not_pegged"), ("lines.0.games.0.away_pegs", "pegs_not_pegged")),
        {"lines.0.games.0": GameScore(Side.HOME, 61, 30)},
    ),
    Planted(
        "pegs of one side only",
        "leek",
        (("lines.0.games.0.away_pegs", "pegs_one_sided"),),
        {"lines.0.games.0": with_game(away_pegs=None)},
    ),
    Planted(
        "pegs left out",
        "solihull",
        (("lines.3.games.0.home_pegs", "pegs_missing"), ("lines.3.games.0.away_pegs", "pegs_missing")),
        {"lines.3.games.0": HOME_WIN},
        match={"format": replace(preset("solihull").format, pegs=Pegs.REQUIRED)},
    ),
    Planted(
        "pegs nobody keeps",
        "two-and-half",
        (("lines.0.games.0.home_pegs", "pegs_not_kept"),),
        {"lines.0.games.0": GameScore(Side.HOME, 61, 30)},
    ),
    Planted(
        "no hands at all",
        "leek",
        (("lines.0.games.0.hands", "hands_impossible"),),
        {"lines.0.games.0": with_game(hands=0)},
    ),
    Planted(
        "121 in one hand",
        "solihull",
        (("lines.0.games.0.hands", "hands_too_few"),),
        {"lines.0.games.0": with_game(hands=1)},
    ),
    Planted(
        "a pair's 121 in one hand",
        "leek",
        (("lines.7.games.0.hands", "hands_too_few"),),
        {"lines.7.games.0": with_game(hands=1)},
    ),
    Planted(
        "61 in two hands",
        "leek",
        (("lines.0.games.0.hands", "pegs_unlikely"),),
        {"lines.0.games.0": with_game(hands=2)},
    ),
    Planted(
        "61 in ninety hands",
        "leek",
        (("lines.0.games.0.hands", "hands_unlikely"),),
        {"lines.0.games.0": with_game(hands=90)},
    ),
)


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: f"{fault.league}: {fault.name}")
def test_planted_fault_is_found_and_nothing_else(fault):
    assert found(fault) == fault.problems
