"""Faults of the card as a whole, planted one at a time."""

from dataclasses import replace

import pytest

from scoring.card.format import Pegs
from scoring.card.points import DecidedBy
from scoring.card.presets import preset
from scoring.card.sheet import Card, Ending, LineScore
from tests.scoring.card.planted import Planted, found, quick, walkover

PLANTED = (
    # The whole card
    Planted("nothing filled in", "teesdale", (("lines", "card_empty"),), base=lambda _: Card()),
    Planted("a line left out", "leek", (("lines", "lines_missing"),), {"lines": lambda lines: lines[:-1]}),
    Planted("a line too many", "leek", (("lines", "lines_extra"),), {"lines": lambda lines: (*lines, LineScore())}),
    Planted("a protest", "solihull", (("protest", "protest"),), {"protest": "The lights went out."}),
    Planted(
        "a protest where none is heard",
        "solihull",
        (("protest", "protest"), ("protest", "protest_not_allowed")),
        {"protest": "The lights went out."},
        match={"protests_allowed": False},
    ),
    Planted(
        "walkover, but games",
        "leek",
        (("lines", "walkover_with_games"),),
        {"ending": Ending.WALKOVER_AWAY, "remarks": "x"},
    ),
    Planted("walkover, but a score", "leek", (("quick", "walkover_with_games"),), {"quick": (5, 4)}, base=walkover),
    Planted("walkover without a word", "leek", (("remarks", "walkover_unexplained"),), {"remarks": " "}, base=walkover),
    Planted("void, but games", "leek", (("lines", "void_with_games"),), {"ending": Ending.VOID, "remarks": "x"}),
    Planted(
        "void, but a score",
        "leek",
        (("quick", "void_with_games"),),
        {"ending": Ending.VOID, "remarks": "x"},
        base=quick,
    ),
    Planted(
        "void without a word",
        "leek",
        (("remarks", "void_unexplained"),),
        {"ending": Ending.VOID, "remarks": ""},
        base=walkover,
    ),
    Planted(
        "unfinished, yet complete",
        "leek",
        (("ending", "unfinished_complete"),),
        {"ending": Ending.UNFINISHED, "remarks": "x"},
    ),
    Planted(
        "unfinished, yet a whole score",
        "leek",
        (("ending", "unfinished_complete"),),
        {"ending": Ending.UNFINISHED, "remarks": "x"},
        base=quick,
    ),
    Planted(
        "unfinished without a word",
        "leek",
        (("remarks", "unfinished_unexplained"),),
        {"ending": Ending.UNFINISHED, "lines.8.games": ()},
    ),
    # The score alone
    Planted(
        "score alone not taken", "leek", (("quick", "quick_not_allowed"),), match={"quick_allowed": False}, base=quick
    ),
    Planted(
        "score alone, but tables count",
        "guisborough",
        (("quick", "quick_not_enough"),),
        match={"scheme": replace(preset("guisborough").scheme, decided_by=DecidedBy.LINES)},
        base=quick,
    ),
    Planted(
        "score alone, but pegs wanted",
        "leek",
        (("quick", "quick_not_enough"),),
        match={"format": replace(preset("leek").format, pegs=Pegs.REQUIRED)},
        base=quick,
    ),
    Planted("score below nought", "teesdale", (("quick", "quick_impossible"),), {"quick": (10, -1)}, base=quick),
    Planted("score of ten games", "teesdale", (("quick", "quick_too_many"),), {"quick": (5, 5)}, base=quick),
    Planted("score of eight games", "teesdale", (("quick", "quick_too_few"),), {"quick": (5, 3)}, base=quick),
    Planted("score of 15 legs in 16", "two-and-half", (("quick", "quick_too_many"),), {"quick": (8, 8)}, base=quick),
    Planted("score and lines disagree", "leek", (("quick", "quick_disagrees"),), {"quick": (0, 9)}),
)


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: f"{fault.league}: {fault.name}")
def test_planted_fault_is_found_and_nothing_else(fault):
    assert found(fault) == fault.problems
