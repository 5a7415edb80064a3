"""Faults of who played where, planted one at a time."""

from dataclasses import replace

import pytest

from scoring.card.presets import preset
from scoring.card.sheet import GameScore, How, Named, Side
from tests.scoring.card.planted import Planted, bell, crown, found, free_name, full_card, six_of_eight

FULL_SIDES = (
    Planted("two players in a single", "leek", (("lines.0.home", "players_extra"),), {"lines.0.home": crown(0, 9)}),
    Planted("three in a pair", "guisborough", (("lines.1.away", "players_extra"),), {"lines.1.away": bell(2, 3, 8)}),
    Planted("a single without a name", "solihull", (("lines.3.away", "players_missing"),), {"lines.3.away": ()}),
    Planted("half a pair", "guisborough", (("lines.2.home", "players_missing"),), {"lines.2.home": crown(4)}),
    Planted("a blank name", "leek", (("lines.2.home.0", "name_blank"),), {"lines.2.home.0": Named(None, " . ")}),
    Planted("own partner", "leek", (("lines.6.home.1", "named_twice_in_line"),), {"lines.6.home": crown(0, 0)}),
    Planted(
        "own partner by initial",
        "leek",
        (("lines.6.home.1", "named_twice_in_line"), ("lines.6.home.1", "nickname")),
        {"lines.6.home.1": free_name("D. Hill")},
    ),
    Planted(
        "on both sides",
        "leek",
        (("lines.3.away.0", "on_both_sides"), ("lines.3.away.0", "plays_for_opponents")),
        {"lines.3.away.0": crown(5)[0]},
    ),
    Planted("two singles", "solihull", (("lines.5.home.0", "plays_too_often"),), {"lines.5.home": crown(0)}),
    Planted("two doubles", "solihull", (("lines.8.away.0", "plays_too_often"),), {"lines.8.away.0": bell(0)[0]}),
    Planted("two tables", "guisborough", (("lines.2.home.0", "plays_too_often"),), {"lines.2.home.0": crown(0)[0]}),
    Planted(
        "twice in a full side",
        "northallerton",
        (("lines.3.home.1", "plays_too_often"),),
        {"lines.3.home.1": crown(0)[0]},
    ),
    Planted(
        "three players only",
        "guisborough",
        (("lines", "too_few_players"),),
        {
            "lines.1.home": crown(2),
            "lines.1.games": (GameScore(Side.AWAY, how=How.CLAIMED),) * 3,
            "lines.2.home": (),
            "lines.2.games": (GameScore(Side.AWAY, how=How.CLAIMED),) * 3,
        },
    ),
    Planted(
        "seven of six may be used",
        "leek",
        (("lines", "used_too_many"),),
        {"lines.8.home.0": crown(6)[0]},
        match={"format": replace(preset("leek").format, used=6)},
    ),
)
SHORT_SIDES = (
    Planted(
        "three times in a short side",
        "northallerton",
        (("lines.3.home.0", "plays_too_often"),),
        {"lines.2.home.0": crown(0)[0]},
    ),
    Planted(
        "a third player twice",
        "northallerton",
        (("lines.2.home.1", "twice_too_many"),),
        {"lines.2.home": crown(4, 2), "lines.7.home": crown(4, 5)},
    ),
    Planted(
        "the same two twice",
        "northallerton",
        (("lines.7.home.0", "twice_same_player"), ("lines.7.home.1", "twice_same_player")),
        {"lines.7.home": crown(0, 1)},
    ),
)
PLANTED = (
    *(replace(fault, base=full_card) for fault in FULL_SIDES),
    *(replace(fault, base=six_of_eight) for fault in SHORT_SIDES),
)


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: f"{fault.league}: {fault.name}")
def test_planted_fault_is_found_and_nothing_else(fault):
    assert found(fault) == fault.problems
