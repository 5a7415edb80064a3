"""The rules of a league as one form: whatever it shows it reads again, and what cannot be is refused in a sentence."""

from dataclasses import replace

import pytest

from league.seasons.forms.fields import LabelsField, format_labels
from league.seasons.forms.rules import RulesForm, data_of
from scoring.card.presets import PRESETS, STARTS, preset
from scoring.play.presets import PRESETS as RULES_OF_PLAY
from tests.league.builder.wrong import WRONG
from tests.scoring.strategies_rules import made_up
from tests.seeds import examples, seeds


def sent(rules, **changes):
    """What a browser sends of these rules; "" unticks a box."""
    data = data_of(rules) | {name.replace("__", "-"): value for name, value in changes.items()}
    return {name: value for name, value in data.items() if value != ""}


@pytest.mark.parametrize("key", STARTS)
def test_a_preset_is_what_the_form_writes_and_nothing_more(key):
    form = RulesForm(data_of(preset(key)), rules=preset(key))
    assert form.is_valid(), form.problems
    assert form.written() == preset(key)


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_written_over_another_league_is_the_same_but_for_its_names(key):
    wanted = preset(key)
    form = RulesForm(data_of(wanted), rules=preset("blank"))
    assert form.is_valid(), form.problems
    assert nameless(form.written()) == nameless(wanted)


def nameless(rules):
    return replace(
        rules, key="", format=replace(rules.format, name=""), scheme=replace(rules.scheme, name=""), source=""
    )


def test_made_up_rules_survive_the_form():
    for seed in seeds(examples(500)):
        rules = made_up(seed)
        form = RulesForm(data_of(rules), rules=preset("blank"))
        assert form.is_valid(), (seed, form.problems)
        assert nameless(form.written()) == nameless(rules), seed


def test_there_are_a_hundred_wrong_rules():
    assert len(WRONG) >= 100


@pytest.mark.parametrize(("key", "changes", "says"), WRONG)
def test_what_cannot_be_is_refused_in_a_sentence(key, changes, says):
    rules = preset(key)
    data = {name: value for name, value in (data_of(rules) | changes).items() if value != ""}
    form = RulesForm(data, rules=rules)
    assert not form.is_valid()
    texts = [each["text"] for each in form.problems]
    assert any(says in text for text in texts), texts
    assert all(text.endswith((".", '".', "?")) for text in texts), texts
    assert all(each["href"] for each in form.problems)
    with pytest.raises(ValueError, match="is_valid"):
        RulesForm(data, rules=rules).written()


def test_every_rule_set_of_the_engine_is_offered():
    section = RulesForm(rules=preset("leek")).sections[0]
    offered = {
        key for _, group in section.rows[0].fields["game"].choices if isinstance(group, list) for key, _ in group
    }
    assert {key.partition("|")[2] for key in offered} >= set(RULES_OF_PLAY)


def test_an_empty_target_is_the_games_own():
    data = data_of(preset("leek")) | {"line0-target": "", "line0-game": "scored|all-fives"}
    form = RulesForm(data, rules=preset("leek"))
    assert form.is_valid(), form.problems
    assert form.written().format.lines[0].target == 250


def test_a_changed_format_and_scheme_are_called_by_what_they_are():
    form = RulesForm(
        data_of(preset("leek")) | {"line0-labels": "S1 to S8", "side": "8", "win": "3"}, rules=preset("leek")
    )
    assert form.is_valid(), form.problems
    assert form.written().format.name == "8 singles and 3 pairs"
    assert form.written().scheme.name == "3 for a win, 1 a game"


@pytest.mark.parametrize(
    ("typed", "labels"),
    [
        ("S1 to S3", ("S1", "S2", "S3")),
        ("S1-S3", ("S1", "S2", "S3")),
        ("S1 \N{EN DASH} 3", ("S1", "S2", "S3")),
        ("Captain, S2 to S3", ("Captain", "S2", "S3")),
        ("1 to 2", ("1", "2")),
        ("A-1 to A-2", ("A-1", "A-2")),
        ("Darts 1 to Darts 2, Crib", ("Darts 1", "Darts 2", "Crib")),
        ("Head to head", ("Head to head",)),
        ("", ()),
    ],
)
def test_labels(typed, labels):
    assert LabelsField(required=False).clean(typed) == labels
    assert LabelsField(required=False).clean(format_labels(labels)) == labels
