"""Rules, the presets, and the rule book made from them."""

import json
import re
from dataclasses import fields
from enum import StrEnum
from pathlib import Path

import pytest

from scoring.play.clauses import describe
from scoring.play.presets import PRESETS, REFUSED, PresetError, name_of, preset
from scoring.play.rules import (
    Finish,
    HandEnd,
    Overshoot,
    Rules,
    RulesError,
    Settlement,
    Sides,
    Spinner,
    Unit,
    odd_primes,
)

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())
FIVES = Rules(divisors=(5,))


@pytest.mark.parametrize("vector", VECTORS["ends"], ids=lambda v: "-".join(v["ends"]))
def test_a_total_scores_as_the_vector_says(vector):
    total = vector["total"]
    assert Rules().points(total) == vector["fives_threes"]
    assert FIVES.points(total) == vector["fives"]
    assert Rules(divisors=odd_primes(6)).points(total) == vector["odd_primes"]


def test_odd_primes_of_larger_sets_reach_as_far_as_two_doubles():
    assert odd_primes(6) == (3, 5, 7, 11, 13, 17, 19)
    assert odd_primes(18)[-1] == 67
    assert preset("odd-primes:double-18").points(67) == 1


def test_a_total_may_score_itself():
    assert [FIVES.but(unit=Unit.TOTAL).points(n) for n in (0, 5, 12, 15, 35)] == [0, 5, 0, 15, 35]


def test_four_play_as_pairs_or_singly():
    assert [Rules().side_of(seat, 4) for seat in range(4)] == [0, 1, 0, 1]
    assert [Rules(sides=Sides.SINGLE).side_of(seat, 4) for seat in range(4)] == [0, 1, 2, 3]
    assert [Rules().side_of(seat, 3) for seat in range(3)] == [0, 1, 2]
    assert [Rules().side_count(players) for players in (2, 3, 4)] == [2, 3, 2]
    assert [Rules(sides=Sides.SINGLE).side_count(players) for players in (2, 3, 4)] == [2, 3, 4]


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_sound_and_survives_json(name):
    rules = preset(name)
    assert rules.validate() == ()
    assert Rules.from_json(json.loads(json.dumps(rules.to_json()))) == rules
    assert name_of(rules) in PRESETS


def test_presets_say_what_their_sources_say():
    leek = preset("fives-threes:leek")
    assert (leek.tiles_each(2), leek.tiles_each(4), leek.chip, leek.lead_may_win) == (9, 6, 0, False)
    assert (leek.target, preset("fives-threes:leek-pairs").target, leek.revoke_penalty) == (61, 121, 8)
    pagat = preset("fives-threes:pagat")
    assert [pagat.tiles_each(n) for n in (2, 3, 4)] == [7, 5, 5]
    assert (pagat.chip, pagat.lead_may_win, pagat.finish, pagat.hand_end) == (1, True, Finish.EXACT, HandEnd.PAIR_OUT)
    assert preset("fives-threes:pagat-bounce").overshoot is Overshoot.BOUNCE
    assert [preset("all-fives").tiles_each(n) for n in (2, 3, 4)] == [9, 7, 5]
    assert preset("all-fives:by-five").target == 61
    assert preset("sniff").spinner is Spinner.SNIFF
    assert preset("five-up").spinner is Spinner.ALL
    assert preset("straight").divisors == ()


def test_a_deal_the_rules_do_not_have_is_an_error_that_says_which_they_have():
    with pytest.raises(RulesError, match="players is 3; allowed: 2 or 4"):
        preset("fives-threes:leek").tiles_each(3)


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_source_settles_is_refused_by_name_with_the_reason(name):
    with pytest.raises(PresetError) as refused:
        preset(name)
    assert refused.value.reason == REFUSED[name]


def test_an_unknown_name_is_told_the_known_ones():
    with pytest.raises(PresetError, match="fives-threes:teesdale") as refused:
        preset("fives-threes:ruritania")
    assert not refused.value.reason


UNSOUND = [
    ({"set_max": 5}, "set_max"),
    ({"set_max": 19}, "set_max"),
    ({"chip": -1}, "chip"),
    ({"target": 0}, "target"),
    ({"revoke_penalty": -8}, "revoke_penalty"),
    ({"reserve": 3}, "reserve"),
    ({"reserve": 1}, "reserve"),
    ({"divisors": (1,)}, "divisors"),
    ({"divisors": (5, 5)}, "divisors"),
    ({"divisors": (), "chip": 0}, "divisors"),
    ({"deal": ()}, "deal"),
    ({"deal": ((5, 5),)}, "deal"),
    ({"deal": ((4, 8),)}, "deal"),
    ({"deal": ((2, 7), (2, 9))}, "deal"),
    ({"unit": Unit.TOTAL}, "unit"),
    ({"finish": Finish.REACH, "overshoot": Overshoot.BOUNCE}, "overshoot"),
    ({"finish_when": "hand"}, "finish_when"),
    ({"blocked": "fewest"}, "blocked"),
    ({"tie": "split"}, "tie"),
    ({"settlement": Settlement.WINNER_TAKES}, "settlement"),
    ({"divisors": (), "lead_tile": "scoring_or_double"}, "lead_tile"),
    ({"targets": ((5, 200),)}, "targets"),
    ({"targets": ((3, 0),)}, "targets"),
    ({"targets": ((3, 200), (3, 100))}, "targets"),
    ({"last_tile": "draw"}, "last_tile"),
    ({"settlement_unit": "quotient"}, "settlement_unit"),
    ({"settlement": Settlement.WINNER_TAKES_ALL}, "settlement"),
]


@pytest.mark.parametrize(("changes", "parameter"), UNSOUND)
def test_an_unsound_parameter_is_named_with_the_values_allowed(changes, parameter):
    plain = Rules().to_json() | {key: str(value) for key, value in changes.items() if isinstance(value, str)}
    for key, value in changes.items():
        if not isinstance(value, str):
            by_players = key in {"deal", "targets"}
            plain[key] = dict(value) if by_players else list(value) if isinstance(value, tuple) else value
    if parameter in {"deal", "targets"} and len(changes[parameter]) == 2:  # a JSON object cannot say one thing twice
        complaints = Rules(**changes).validate()
    else:
        with pytest.raises(RulesError) as refused:
            Rules.from_json(plain)
        complaints = refused.value.complaints
    assert parameter in {complaint.parameter for complaint in complaints}
    assert all(complaint.allowed for complaint in complaints)


def test_the_least_that_can_be_played_is_sound():
    assert Rules(divisors=(2,), deal=((2, 1), (4, 7))).validate() == ()
    assert Rules(divisors=(), chip=1, target=1).validate() == ()


def test_every_unsound_parameter_is_reported_at_once():
    unsound = Rules(set_max=4, target=0, divisors=(0,)).validate()
    assert {complaint.parameter for complaint in unsound} >= {"set_max", "target", "divisors"}


@pytest.mark.parametrize(
    ("changes", "parameter", "allowed"),
    [
        ({"spinner": "some"}, "spinner", "none, first, sniff, stubs, in_line, in_line_whole, all"),
        ({"chip": True}, "chip", "a whole number"),
        ({"lead_may_win": 1}, "lead_may_win", "true, false"),
        ({"divisors": "35"}, "divisors", "a list of whole numbers"),
        ({"deal": [7]}, "deal", "tiles by players"),
        ({"targets": {"3": "many"}}, "targets", "targets by players"),
        ({"colour": "red"}, "colour", "chip"),
        ({"version": 2}, "version", "1"),
    ],
)
def test_json_of_the_wrong_kind_is_refused_by_parameter(changes, parameter, allowed):
    with pytest.raises(RulesError) as refused:
        Rules.from_json(Rules().to_json() | changes)
    (complaint,) = refused.value.complaints
    assert complaint.parameter == parameter
    assert allowed in complaint.allowed


def test_a_parameter_left_out_has_its_default():
    assert Rules.from_json({"chip": 0}) == Rules(chip=0)


@pytest.mark.parametrize("name", PRESETS)
def test_the_rule_book_of_a_preset_tells_every_parameter_that_matters(name):
    rules = preset(name)
    told = {parameter for clause in describe(rules) for parameter in clause.parameters}
    silent = {field.name for field in fields(Rules)} - told
    unsaid = {
        "multi_turn": "none",
        "last_tile": "out",
        "muggins_call": False,
        "revoke_penalty": 0,
        "lead_may_win": True,
    }
    assert {parameter: getattr(rules, parameter) for parameter in silent} == {key: unsaid[key] for key in silent}


@pytest.mark.parametrize("name", PRESETS)
def test_two_presets_with_different_rules_have_different_rule_books(name):
    same_book = [other for other in PRESETS if describe(PRESETS[other]) == describe(PRESETS[name])]
    assert all(PRESETS[other] == PRESETS[name] for other in same_book)


def test_the_rule_book_of_teesdale_reads_as_the_league_would_put_it():
    book = {clause.heading: clause.text for clause in describe(preset("fives-threes:teesdale"))}
    assert book["Winning"] == (
        "The first to exactly 61 wins, at once. A score that would take you past it does not count."
    )
    assert book["Tiles"].startswith(
        "A double-six set. Two play with nine tiles each and four play with six tiles each."
    )
    assert "Nobody can win with the drop" in book["No winning on the drop"]
    assert "False knock" not in book


def test_the_page_of_the_rules_names_every_preset_parameter_and_refusal():
    page = (Path(__file__).parents[3] / "docs" / "rules.md").read_text()
    named = set(re.findall(r"`([^`\n]+)`", page))
    assert {*PRESETS, *REFUSED, *(field.name for field in fields(Rules))} <= named


def test_the_page_of_the_rules_states_the_values_and_defaults_that_the_engine_has():
    page = (Path(__file__).parents[3] / "docs" / "rules.md").read_text()
    for field in fields(Rules):
        default = field.default
        if isinstance(default, bool):
            assert f"| `{field.name}` | true, false | {str(default).lower()} |" in page
        elif isinstance(default, int):
            (row,) = (line for line in page.splitlines() if line.startswith(f"| `{field.name}` | "))
            assert row.endswith(f" | {default} |")
        elif isinstance(default, StrEnum):
            (row,) = (line for line in page.splitlines() if line.startswith(f"| `{field.name}` | `"))
            _, values, stated = row.strip("| ").split(" | ")
            assert re.findall(r"`([^`]+)`", values) == list(type(default))
            assert stated == f"`{default}`"


def test_a_target_may_differ_by_the_number_of_players_and_one_that_is_changed_is_everybodys():
    rules = preset("all-fives")
    assert [rules.for_players(players).target for players in (2, 3, 4)] == [250, 200, 200]
    assert rules.for_players(3).for_players(2).target == 200
    assert [rules.but(target=100).for_players(players).target for players in (2, 3, 4)] == [100] * 3
    assert [each.parameter for each in rules.but(starts=(200,)).validate()] == ["starts"]
    assert name_of(rules.for_players(2), 2) == name_of(rules) == "all-fives"


def test_nobody_begins_at_the_end_or_below_nought():
    for starts in ((61,), (0, -1)):
        assert [each.parameter for each in Rules(starts=starts).validate()] == ["starts"]
    assert Rules(starts=(60, 0)).validate() == ()


def test_a_handicap_is_told_with_how_a_game_is_won():
    book = {clause.heading: clause.text for clause in describe(preset("fives-threes:teesdale").but(starts=(11, 0)))}

    assert book["Winning"].endswith("For a handicap side 1 begins on hole 11.")
