"""Settings that cannot be played are told one by one; every preset is sound."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.card.format import Discipline, Limit, Pegs, Settle
from scoring.card.league_rules import Step
from scoring.card.points import BuyBack, Offence, Penalty
from scoring.card.presets import PRESETS, preset
from scoring.card.soundness import complaints
from tests.scoring.strategies_card import edited


@pytest.mark.parametrize("key", PRESETS)
def test_presets_are_sound(key):
    assert complaints(PRESETS[key]) == ()


@pytest.mark.parametrize(
    ("league", "path", "new", "complaint"),
    [
        ("leek", "format.lines", (), "format.lines"),
        ("leek", "format.lines.1.label", "S1", "format.lines.1.label"),
        ("leek", "format.lines.1.label", " ", "format.lines.1.label"),
        ("leek", "format.lines.1.players", 0, "format.lines.1.players"),
        ("leek", "format.lines.1.games", 0, "format.lines.1.games"),
        ("leek", "format.lines.1.rules", "fives-threes:atlantis", "format.lines.1.rules"),
        ("leek", "format.lines.1.target", 0, "format.lines.1.target"),
        ("leek", "format.lines.1.discipline", Discipline.WON_LOST, "format.lines.1.target"),
        ("leek", "format.lines.1", lambda line: replace(line, games=2, settle=Settle.BEST_OF), "format.lines.1.games"),
        ("leek", "format", lambda form: replace(form, side=5, limits=form.limits[:1]), "format.limits.0.most"),
        ("leek", "format.minimum", 0, "format.minimum"),
        ("leek", "format.minimum", 7, "format.minimum"),
        ("leek", "format.squad", 5, "format.squad"),
        ("leek", "format.used", 5, "format.used"),
        ("leek", "format.twice", 1, "format.twice"),
        ("northallerton", "format.twice", 0, "format.twice"),
        ("leek", "format.limits.1.most", 0, "format.limits.1.most"),
        ("leek", "format.limits", (Limit(1),), "format.limits.0.most"),
        ("leek", "scheme.walkover.games_for", 10, "scheme.walkover"),
        ("leek", "scheme.walkover.games_against", 6, "scheme.walkover"),
        ("leek", "scheme.walkover.games_against", -1, "scheme.walkover"),
        ("leek", "scheme.narrow_margin", 1, "scheme.narrow_margin"),
        ("solihull", "scheme.narrow_margin", 0, "scheme.narrow_margin"),
        ("leek", "scheme.penalties", (Penalty(Offence.NO_SHOW, ()),), "scheme.penalties.0.costs"),
        ("leek", "scheme.penalties", (Penalty(Offence.NO_SHOW, (Fraction(-1),)),), "scheme.penalties.0.costs"),
        ("leek", "scheme.maximum_deduction", Fraction(-1), "scheme.maximum_deduction"),
        ("leek", "scheme.buy_back", BuyBack(Fraction(2), 0, 14), "scheme.buy_back"),
        ("leek", "steps", (), "steps"),
        ("leek", "steps", (Step.POINTS, Step.WINS, Step.POINTS), "steps.2"),
        ("leek", "steps", (Step.POINTS, Step.SHARED, Step.WINS), "steps.1"),
        ("leek", "withdrawal_award", Fraction(-1), "withdrawal_award"),
        ("leek", "registration.deadline", (2, 30), "registration.deadline"),
        ("leek", "registration.squad_minimum", 0, "registration.squad_minimum"),
        ("guisborough", "registration.squad_minimum", 13, "registration.squad_minimum"),
        ("leek", "submit_within", 0, "submit_within"),
        ("leek", "confirm_within", 0, "confirm_within"),
        ("leek", "rules.1.number", "1", "rules.1.number"),
        ("leek", "rules.4.codes", ("rain",), "rules.4.codes"),
        ("leek", "rules.4.codes", ("games_missing",), "rules.4.codes"),
    ],
)
def test_setting_that_cannot_be_is_told(league, path, new, complaint):
    (told,) = complaints(edited(preset(league), path, new))
    assert told.path == complaint
    assert told.message.endswith(".")


def test_side_too_small_for_its_largest_line_and_pegs_nobody_has():
    form = preset("two-and-half").format
    lines = tuple(replace(line, target=None, rules=None) for line in form.lines)
    form = replace(form, lines=lines, pegs=Pegs.REQUIRED, side=1, minimum=1, limits=())
    assert [told.path for told in complaints(replace(preset("two-and-half"), format=form))] == [
        "format.pegs",
        "format.side",
        "format.minimum",
    ]


def test_everything_wrong_is_told_at_once():
    league = replace(preset("leek"), steps=(), submit_within=0, confirm_within=0)
    assert [told.path for told in complaints(league)] == ["steps", "submit_within", "confirm_within"]
