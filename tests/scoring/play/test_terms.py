"""The rules that headers name, there and back."""

import pytest

from scoring.play.presets import PRESETS, preset
from scoring.play.record import GameRecord, headers_of, rules_of

LEEK = preset("fives-threes:leek")


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("changes", [{}, {"target": 121}, {"target": 101, "chip": 3, "lead_may_win": False}], ids=str)
def test_headers_name_the_rules_that_were_meant(name, changes):
    rules = preset(name).but(**changes)
    for players, _ in rules.deal:
        found, complaints = rules_of(GameRecord(headers_of(rules, players)), players)
        alike = found.but(deal=rules.deal, deal_next=rules.deal_next)
        assert (alike, complaints) == (rules.for_players(players), ())
        for hand in (1, 2):
            assert found.for_hand(hand).tiles_each(players) == rules.for_hand(hand).tiles_each(players)


def test_a_preset_is_named_and_what_differs_from_it_is_said():
    assert headers_of(LEEK, 2) == (("Rules", "fives-threes:leek"),)
    assert headers_of(LEEK.but(target=100), 2) == (("Rules", "fives-threes:leek"), ("Target", "100"))
    assert headers_of(LEEK.but(deal=((2, 7), (4, 6))), 2) == (("Rules", "fives-threes:leek"), ("Tiles", "7"))


def test_a_target_that_differs_by_players_is_that_of_the_table():
    swedish = preset("all-fives:swedish")
    for players, target in ((2, 250), (3, 200), (4, 200)):
        assert headers_of(swedish, players) == headers_of(swedish.for_players(players), players)
        named = GameRecord((("Rules", "all-fives:swedish"),))
        assert rules_of(named, players)[0].target == target
        assert rules_of(GameRecord((*named.headers, ("Target", "120"))), players)[0].target == 120


def test_the_alternative_deals_are_headers_too():
    named = GameRecord((("Rules", "all-fives:swedish"), ("Tiles", "5")))
    assert rules_of(named, 2)[0].but(deal=()) == preset("all-fives:swedish-five").for_players(2).but(deal=())
    assert rules_of(named, 2)[0].tiles_each(2) == 5
