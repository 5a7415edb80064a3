"""Events that no table can have had are refused, whoever wrote them: they never break the game they are told to."""

import pytest

from scoring.play.event_json import EventFormError, from_json
from scoring.play.events import HandEnded, Knocked, Pegged, TotalCalled
from scoring.play.game import apply
from scoring.play.presets import PRESETS
from scoring.play.state import GameError, new_game

PAGAT = PRESETS["fives-threes:pagat"]


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Knocked("b", 2), "seat"),
        (Knocked("b", -1), "seat"),
        (TotalCalled("b", 0, 169), "total"),
        (TotalCalled("b", 0, -15), "total"),
        (HandEnded("b", None, (3, 169)), "pips"),
        (HandEnded("b", None, (3, -1)), "pips"),
    ],
)
def test_a_seat_a_total_or_pips_that_no_set_has_are_refused(event, code):
    game = apply(new_game(PAGAT), Pegged("a", 0, 3))
    with pytest.raises(GameError) as refused:
        apply(game, event)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("plain", "field"),
    [
        ({"kind": "pegged", "id": "a", "side": None, "pegs": 3}, "side"),
        ({"kind": "tile_played", "id": "a", "seat": 0, "tile": None}, "tile"),
        ({"kind": "hand_started", "id": "a", "deal": "65"}, "deal"),
        ({"kind": "hand_started", "id": "a", "deal": [["65"], "64"]}, "deal"),
        ({"kind": "hand_ended", "id": "a", "pips": {"3": 1}}, "pips"),
    ],
)
def test_a_field_that_holds_something_else_is_no_event(plain, field):
    with pytest.raises(EventFormError) as refused:
        from_json(plain)
    assert (refused.value.code, refused.value.token) == ("value", field)


def test_what_may_be_left_out_may_be_null():
    assert from_json({"kind": "hand_ended", "id": "a", "out": None}) == HandEnded("a")
