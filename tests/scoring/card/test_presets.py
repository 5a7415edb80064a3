"""The leagues to start from, each against what its own pages say, and the rule book they make."""

import pytest

from scoring.card.faults import SEVERITY
from scoring.card.format import Discipline, Order, ShortSide
from scoring.card.league_rules import Step
from scoring.card.presets import PRESETS, UnknownPresetError, preset, title_of
from scoring.card.rulebook import describe


def shape(key):
    form = preset(key).format
    return [(line.label, line.players, line.games, line.target) for line in form.lines]


def singles_and_pairs(single, double):
    return [(f"S{i}", 1, 1, single) for i in range(1, 7)] + [(f"P{i}", 2, 1, double) for i in range(1, 4)]


def test_teesdale():
    """To 61 exactly (rule 9); two teams level on points met in a play-off."""
    league = preset("teesdale")
    assert shape("teesdale") == singles_and_pairs(61, 61)
    assert league.steps == (Step.POINTS, Step.PLAY_OFF)
    assert league.rule_numbers["winner_not_on_target"] == "9"


def test_leek():
    """Six, up to twelve used; singles once round, doubles twice; 2 for the match and 1 a game; walkover 5-4."""
    league = preset("leek")
    assert shape("leek") == singles_and_pairs(61, 121)
    assert (league.format.side, league.format.used) == (6, 12)
    assert (league.scheme.win, league.scheme.per_game) == (2, 1)


def test_solihull():
    """Six singles and three doubles on the 121-hole board; one singles and one doubles a player."""
    league = preset("solihull")
    assert shape("solihull") == singles_and_pairs(121, 121)
    assert [(limit.players, limit.most) for limit in league.format.limits] == [(1, 1), (2, 1)]
    assert league.format.short is ShortSide.CLAIM


def test_guisborough():
    """Three pairs of three games, drawn by the opposing captain, from a squad of twelve; four is the fewest."""
    form = preset("guisborough").format
    assert shape("guisborough") == [("T1", 2, 3, 61), ("T2", 2, 3, 61), ("T3", 2, 3, 61)]
    assert (form.squad, form.minimum, form.order, form.total_games) == (12, 4, Order.OPPONENT, 9)


def test_northallerton():
    """Eight, at least six; four games of each kind, all four-handed; one or two play twice; list by 31 October."""
    league = preset("northallerton")
    kinds = [(kind.players, kind.discipline) for kind in league.format.kinds]
    assert kinds == [(2, Discipline.STRAIGHT), (2, Discipline.FIVES_THREES)]
    assert (league.format.total_games, league.format.side, league.format.minimum) == (8, 8, 6)
    assert (league.format.short, league.format.twice, league.format.twice_differs) == (ShortSide.TWICE, 2, True)
    assert league.registration.deadline == (10, 31)


def test_two_and_half():
    assert preset("two-and-half").format.total_games == 15


def test_no_preset_names_a_code_that_does_not_exist():
    for league in PRESETS.values():
        assert {code for rule in league.rules for code in rule.codes} <= set(SEVERITY)


@pytest.mark.parametrize("key", PRESETS)
def test_key_and_labels_are_sound(key):
    league = preset(key)
    labels = [line.label for line in league.format.lines]
    assert league.key == key
    assert len(set(labels)) == len(labels)
    assert league.format.minimum <= league.format.side
    assert league.steps[0] is Step.POINTS
    assert league.source


def test_unknown_preset_names_those_there_are():
    with pytest.raises(UnknownPresetError, match="teesdale, leek"):
        preset("nowhere")


def test_rule_book_is_written_from_the_settings():
    sections = {section.title: section.rules for section in describe(preset("northallerton"))}
    assert list(sections) == ["The match", "Points", "The table", "Players", "The card", "Numbered rules"]
    assert sections["The match"][:4] == (
        "A match is 8 games.",
        "4 pairs, P1 to P4: one game each, straight dominoes.",
        "4 pairs, F1 to F4: one game each, to 61, fives and threes.",
        "A full side is 8 players; a side of fewer than 6 cannot play.",
    )
    assert "A walkover counts as 6–0, 6 points. It doesn’t count in players’ averages." in sections["Points"]
    assert sections["Players"] == (
        "Only registered players may play, and for one team in a season.",
        "A team registers at least 8 players.",
        "The last day to register is 31 October.",
        "A transfer needs the agreement of both captains.",
        "Nobody signs on the night.",
        "If a side plays somebody ineligible, the match goes to the opponents as a walkover.",
    )


@pytest.mark.parametrize("key", PRESETS)
def test_every_sentence_of_every_rule_book_ends(key):
    sentences = [rule for section in describe(preset(key)) for rule in section.rules]
    assert all(sentence[0].isupper() or sentence[0].isdigit() or sentence[0] == "½" for sentence in sentences)
    assert all(sentence.endswith(".") for sentence in sentences)


def test_a_preset_is_told_by_what_it_is():
    assert title_of(PRESETS["teesdale"]) == "Six singles and three pairs, a point a game (as Teesdale)"
    assert title_of(PRESETS["one-a-game"]) == "Six singles and three pairs, a point a game"
