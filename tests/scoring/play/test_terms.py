"""The rules that headers name, there and back."""

import pytest

from scoring.play.presets import PRESETS, preset
from scoring.play.record import GameRecord
from scoring.play.terms import headers_of, rules_of

LEEK = preset("fives-threes:leek")


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("changes", [{}, {"target": 121}, {"target": 101, "chip": 3, "lead_may_win": False}], ids=str)
def test_headers_name_the_rules_that_were_meant(name, changes):
    rules = preset(name).but(**changes)
    for players, _ in rules.deal:
        found, complaints = rules_of(GameRecord(headers_of(rules, players)), players)
        assert (found.but(deal=rules.deal), complaints) == (rules, ())
        assert found.tiles_each(players) == rules.tiles_each(players)


def test_a_preset_is_named_and_what_differs_from_it_is_said():
    assert headers_of(LEEK, 2) == (("Rules", "fives-threes:leek"),)
    assert headers_of(LEEK.but(target=100), 2) == (("Rules", "fives-threes:leek"), ("Target", "100"))
    assert headers_of(LEEK.but(deal=((2, 7), (4, 6))), 2) == (("Rules", "fives-threes:leek"), ("Tiles", "7"))
