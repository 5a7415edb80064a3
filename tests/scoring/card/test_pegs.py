"""Faults of the pegs and hands of a game, planted one at a time."""

from dataclasses import replace

import pytest

from scoring.card.check import check
from scoring.card.format import Deal, Discipline, Format, Line, Pegs, deal_of
from scoring.card.presets import PRESETS, preset
from scoring.card.sheet import Card, GameScore, LineScore, Side
from scoring.play.presets import PRESETS as RULES_OF_PLAY
from tests.scoring.card.planted import HOME_WIN, Planted, bell, crown, found, lost_by_home, with_game, won_by_home
from tests.scoring.strategies_card import match_of


def pegged(name, league, game, part, code, **wrong):
    """A game won by the home side of which some part is wrong, and what is said of it and where."""
    return Planted(name, league, ((f"{game}.{part}", code),), {game: with_game(**wrong)})


PLANTED = (
    pegged("winner on 60", "teesdale", "lines.2.games.0", "home_pegs", "winner_not_on_target", home_pegs=60),
    pegged("winner on 120 of 121", "solihull", "lines.8.games.0", "home_pegs", "winner_not_on_target", home_pegs=120),
    pegged("winner on 0", "one-a-game", "lines.0.games.0", "home_pegs", "winner_not_on_target", home_pegs=0),
    pegged("one hole past 61 from 60", "teesdale", "lines.2.games.0", "home_pegs", "pegs_over_target", home_pegs=62),
    pegged("loser past 61", "teesdale", "lines.3.games.0", "away_pegs", "pegs_over_target", away_pegs=64),
    pegged("loser on 61 too", "teesdale", "lines.3.games.0", "away_pegs", "loser_on_target", away_pegs=61),
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
    pegged("61 in a 121 double", "leek", "lines.6.games.0", "home_pegs", "target_mixed_up", home_pegs=61, away_pegs=40),
    pegged(
        "121 in a 61 single", "leek", "lines.0.games.0", "home_pegs", "target_mixed_up", home_pegs=121, away_pegs=90
    ),
    pegged("pegs below nought", "leek", "lines.0.games.0", "away_pegs", "pegs_negative", away_pegs=-3),
    Planted(
        "pegs at straight dominoes",
        "northallerton",
        (("lines.0.games.0.home_pegs", "pegs_not_pegged"), ("lines.0.games.0.away_pegs", "pegs_not_pegged")),
        {"lines.0.games.0": GameScore(Side.HOME, 61, 30)},
    ),
    pegged("pegs of one side only", "leek", "lines.0.games.0", "away_pegs", "pegs_one_sided", away_pegs=None),
    Planted(
        "pegs left out",
        "solihull",
        (("lines.3.games.0.home_pegs", "pegs_missing"), ("lines.3.games.0.away_pegs", "pegs_missing")),
        {"lines.3.games.0": HOME_WIN},
        match={"format": replace(preset("solihull").format, pegs=Pegs.REQUIRED)},
    ),
    Planted(
        "no winner where pegs are wanted",
        "solihull",
        (("lines.3.games.0.winner", "winner_missing"),),
        {"lines.3.games.0": GameScore(None)},
        match={"format": replace(preset("solihull").format, pegs=Pegs.REQUIRED)},
    ),
    Planted(
        "pegs nobody keeps",
        "two-and-half",
        (("lines.0.games.0.home_pegs", "pegs_not_kept"),),
        {"lines.0.games.0": GameScore(Side.HOME, 61, 30)},
    ),
    pegged("no hands at all", "leek", "lines.0.games.0", "hands", "hands_impossible", hands=0),
    pegged("121 in one hand", "solihull", "lines.0.games.0", "hands", "hands_too_few", hands=1),
    pegged("a pair's 121 in one hand", "leek", "lines.7.games.0", "hands", "hands_too_few", hands=1),
    pegged("61 in two hands", "leek", "lines.0.games.0", "hands", "pegs_unlikely", hands=2),
    pegged("61 in ninety hands", "leek", "lines.0.games.0", "hands", "hands_unlikely", hands=90),
)


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: f"{fault.league}: {fault.name}")
def test_planted_fault_is_found_and_nothing_else(fault):
    assert found(fault) == fault.problems


@pytest.mark.parametrize("league", PRESETS)
def test_rules_of_play_of_every_line_are_known_and_agree_on_the_target(league):
    for line in PRESETS[league].format.lines:
        rules = RULES_OF_PLAY[line.rules]
        if line.discipline is Discipline.FIVES_THREES:
            assert rules.target == line.target
            assert deal_of(line) == Deal(2 * line.players, rules.tiles_each(2 * line.players), rules.chip)
        else:
            assert (line.target, rules.divisors) == (None, ())


def codes_of(line, game):
    """What is wrong with one game of a card of one line, as codes."""
    form = Format("One line", (line,), side=line.players, minimum=1)
    match = match_of("leek", format=form)
    card = Card(lines=(LineScore(CROWN_NAMED[: line.players], BELL_NAMED[: line.players], (game,)),))
    return [problem.code for problem in check(card, match)]


CROWN_NAMED = crown(0, 1, 2)
BELL_NAMED = bell(0, 1, 2)


@pytest.mark.parametrize(
    ("rules", "players", "hands", "codes"),
    [
        ("fives-threes:teesdale", 1, 1, ["hands_too_few"]),  # nine tiles and no chip point: 60 at most
        ("fives-threes:championship", 1, 1, ["pegs_unlikely"]),  # with the chip point 61 can be pegged in one hand
        ("fives-threes:pagat", 1, 1, ["hands_too_few"]),  # seven tiles: 47 at most
        ("fives-threes:pagat", 1, 2, ["pegs_unlikely"]),
        ("fives-threes:championship", 2, 1, ["pegs_unlikely"]),  # a pair can peg 81
        ("fives-threes:championship", 2, 2, []),
        (None, 1, 1, ["pegs_unlikely"]),  # nobody says how many tiles: nothing is refused that some deal allows
        ("all-fives", 1, 1, []),  # the facts of fives and threes do not hold
        (None, 3, 1, []),
    ],
)
def test_hands_are_judged_by_the_deal_of_the_lines_rules(rules, players, hands, codes):
    line = Line("X1", players, rules=rules, target=61)
    assert codes_of(line, GameScore(Side.HOME, 61, 20, hands)) == codes


@pytest.mark.parametrize(
    ("home", "away", "codes"),
    [
        (100, 90, []),
        (115, 95, []),
        (95, 90, ["winner_not_on_target"]),
        (105, 110, ["winner_wrong_side"]),
        (95, 105, ["winner_wrong_side"]),
    ],
)
def test_game_won_by_reaching_the_target_may_go_past_it(home, away, codes):
    line = Line("X1", 1, rules="muggins", target=100)
    assert codes_of(line, GameScore(Side.HOME, home, away)) == codes
