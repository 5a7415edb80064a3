"""Faults of the games of a line, planted one at a time."""

from dataclasses import replace

import pytest

from scoring.card.format import ShortSide
from scoring.card.presets import preset
from scoring.card.sheet import GameScore, How, LineScore, Side
from tests.scoring.card.planted import BEST_OF_THREE, LOST, WON, Planted, crown, five_of_bell, found, full_card

PLANTED = (
    # The games of a line
    Planted(
        "two games of three",
        "guisborough",
        (("lines.1.games", "games_missing"),),
        {"lines.1.games": lambda games: games[:2]},
    ),
    Planted(
        "four games of three",
        "guisborough",
        (("lines.2.games", "games_extra"),),
        {"lines.2.games": lambda games: (*games, games[0])},
    ),
    Planted("a single without its game", "solihull", (("lines.4.games", "games_missing"),), {"lines.4.games": ()}),
    Planted(
        "no winner ticked",
        "northallerton",
        (("lines.2.games.0.winner", "winner_missing"),),
        {"lines.2.games.0": GameScore(None)},
    ),
    Planted(
        "no winner of game 3",
        "guisborough",
        (("lines.0.games.2.winner", "winner_missing"),),
        {"lines.0.games.2": GameScore(None)},
    ),
    Planted(
        "best of three at one all",
        "teesdale",
        (("lines.1.games", "line_undecided"),),
        {"lines.1.games": (WON, LOST)},
        match={"format": BEST_OF_THREE},
        base=full_card,
    ),
    Planted(
        "a third game after two won",
        "teesdale",
        (("lines.1.games.2", "game_after_decided"),),
        {"lines.1.games": (WON, WON, LOST)},
        match={"format": BEST_OF_THREE},
        base=full_card,
    ),
    # Claims and voids
    Planted(
        "claimed by nobody",
        "leek",
        (("lines.5.games.0.winner", "claim_without_claimant"),),
        {"lines.5.games.0": GameScore(None, how=How.CLAIMED)},
        base=five_of_bell,
    ),
    Planted(
        "claimed by the absent",
        "leek",
        (("lines.5.games.0.how", "claim_by_short_side"),),
        {"lines.5.games.0": GameScore(Side.AWAY, how=How.CLAIMED)},
        base=five_of_bell,
    ),
    Planted(
        "claimed with both short",
        "leek",
        (("lines.8.games.0.how", "claim_by_short_side"),),
        {"lines.8.home": crown(4)},
        base=five_of_bell,
    ),
    Planted(
        "claimed from a full side",
        "solihull",
        (("lines.2.games.0.how", "claim_against_full_side"),),
        {"lines.2.games.0": GameScore(Side.HOME, how=How.CLAIMED)},
    ),
    Planted(
        "claimed where it is void",
        "one-a-game",
        (("lines.5.games.0.how", "claim_not_allowed"), ("lines.8.games.0.how", "claim_not_allowed")),
        match={"format": replace(preset("one-a-game").format, short=ShortSide.VOID)},
        base=five_of_bell,
    ),
    Planted(
        "void with a winner",
        "leek",
        (("lines.5.games.0.winner", "void_with_winner"),),
        {"lines.5": LineScore(games=(GameScore(Side.HOME, how=How.VOID),))},
        base=five_of_bell,
    ),
    Planted(
        "void with all present",
        "leek",
        (("lines.0.games.0.how", "void_full_line"),),
        {"lines.0.games.0": GameScore(None, how=How.VOID)},
    ),
    Planted(
        "void that could be claimed",
        "leek",
        (("lines.5.games.0.how", "void_one_side_short"),),
        {"lines.5.games.0": GameScore(None, how=How.VOID)},
        base=five_of_bell,
    ),
    Planted(
        "claimed with pegs",
        "leek",
        (("lines.5.games.0", "unplayed_with_pegs"),),
        {"lines.5.games.0": GameScore(Side.HOME, 61, 0, how=How.CLAIMED)},
        base=five_of_bell,
    ),
    Planted(
        "void with hands",
        "leek",
        (("lines.5.games.0", "unplayed_with_pegs"),),
        {"lines.5": LineScore(games=(GameScore(None, hands=3, how=How.VOID),))},
        base=five_of_bell,
    ),
)


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: f"{fault.league}: {fault.name}")
def test_planted_fault_is_found_and_nothing_else(fault):
    assert found(fault) == fault.problems
