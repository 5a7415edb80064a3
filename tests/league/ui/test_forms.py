"""Forms as the site draws them: label, hint, error and control tied together, and the summary on top."""

from collections.abc import Iterator
from copy import deepcopy
from importlib import import_module

import pytest
from django import forms
from django.conf import settings
from django.forms.utils import pretty_name
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils.html import format_html

from league.base.ui.forms import EitherOr, PlainForm, PointsField, PoundsField, error_texts
from league.seasons.forms.fields import CostsField
from league.teams.forms import RegistrationForm


class Entry(forms.Form):
    use_required_attribute = False
    name = forms.CharField(label="Name of the team", help_text="As in the table.", max_length=5)
    pegs = forms.IntegerField(label="Pegs", min_value=1, max_value=61)
    night = forms.DateField(label="First night", required=False)
    winner = forms.ChoiceField(label="Who won?", choices=[("h", "Harry"), ("a", "Ted")], widget=forms.RadioSelect)
    reason = forms.CharField(label="Reason", error_messages={"required": "Say why the match was put off."})
    photo = forms.FileField(label="Photo")
    sure = forms.BooleanField(label="Both have signed", help_text="On paper.")

    def clean(self):
        raise forms.ValidationError("Nine games, not eight.")


WRONG = {"name": "Crown A", "pegs": "99", "night": "soon"}
WORDS = [
    "Nine games, not eight.",
    "“Name of the team” has at most 5 letters. It has 7.",
    "“Pegs” is at most 61.",
    "“First night” is not a date. Write it as 24/11/2026.",
    "Choose an answer: who won?",
    "Say why the match was put off.",
    "Choose the photo.",
    "Tick the box: both have signed.",
]


def summary(**context: object) -> str:
    return render_to_string("ui/_errors.html", context)


def test_summary_has_every_fault_in_the_order_of_the_form():
    html = summary(form=Entry(WRONG))
    assert sorted(WORDS, key=html.index) == WORDS


def test_summary_leads_to_the_field_and_to_the_first_of_a_group():
    html = summary(form=Entry(WRONG))
    assert f'<a href="#id_pegs">{WORDS[2]}</a>' in html
    assert f'<a href="#id_winner_0">{WORDS[4]}</a>' in html
    assert f"<li>{WORDS[0]}</li>" in html


def test_field_has_the_same_words_as_the_summary():
    html = str(Entry(WRONG))
    assert all(f"</span>{words}</li>" in html for words in WORDS[1:])


@pytest.mark.parametrize("form", [None, "", Entry()])
def test_summary_is_not_there_when_nothing_is_wrong(form):
    assert summary(form=form).strip() == ""


def test_summary_takes_problems_that_no_form_has():
    html = summary(problems=[{"href": "#game-6", "text": "Game 6 has two winners."}])
    assert '<a href="#game-6">Game 6 has two winners.</a>' in html


def test_summary_is_shown_once_on_a_page():
    page = (
        '{% include "ui/_errors.html" %}{% with errors_shown=form.errors %}{% include "ui/_errors.html" %}{% endwith %}'
    )
    assert Template(page).render(Context({"form": Entry(WRONG)})).count("There is a problem") == 1


def test_field_is_tied_to_its_label_hint_and_error():
    html = str(Entry(WRONG)["name"].as_field_group())
    assert '<label class="field__label" for="id_name">Name of the team</label>' in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'id="id_name_helptext"' in html
    assert 'id="id_name_error"' in html
    assert 'aria-invalid="true"' in html
    assert 'value="Crown A"' in html


def test_optional_field_says_so_and_needed_ones_do_not():
    form = Entry()
    assert "(optional)" in form["night"].as_field_group()
    assert "(optional)" not in form["name"].as_field_group()


def test_choices_are_rows_in_a_fieldset_with_a_legend():
    html = Entry()["winner"].as_field_group()
    assert '<legend class="field__legend">Who won?</legend>' in html
    assert html.count('<label class="choice"') == 2
    assert '<span class="choice__words">Harry</span>' in html


def test_tick_box_has_its_words_beside_it():
    html = " ".join(Entry()["sure"].as_field_group().split())
    assert '<label class="choice" for="id_sure">' in html
    assert '<span class="choice__words">Both have signed<small id="id_sure_helptext">On paper.</small></span>' in html


def test_hidden_fields_come_without_words():
    class Hidden(forms.Form):
        token = forms.CharField(widget=forms.HiddenInput)

    html = str(Hidden({"token": "x"}))
    assert '<input type="hidden" name="token" value="x"' in html
    assert "<label" not in html


class Game(forms.Form):
    winner = forms.ChoiceField(
        choices=[("h", "Crown A"), ("a", "Bell"), ("v", "Void"), ("n", "Not played")], widget=EitherOr
    )


@pytest.mark.parametrize(("chosen", "opened"), [("", False), ("h", False), ("v", True)])
def test_either_or_opens_the_rest_when_the_answer_is_in_it(chosen, opened):
    html = str(Game({"winner": chosen})["winner"])
    assert ("<details open>" in html) is opened
    assert html.count('type="radio"') == 4
    across, rest = html.split("<details")
    assert [words in across for words in ("Crown A", "Bell", "Void")] == [True, True, False]
    assert "Not played" in rest


def test_either_or_sends_what_was_chosen():
    form = Game({"winner": "n"})
    assert form.is_valid()
    assert form.cleaned_data == {"winner": "n"}


class AsksAfterReading(PlainForm):
    """A form that asks about what it has read; `RegistrationForm` asks about what was typed, before it is read."""

    name = forms.CharField()

    def clean(self):
        text = "Enter a surname, or tick that there is none."
        self.ask("one_name", forms.BooleanField(label="All", help_text=text, error_messages={"required": text}))
        return super().clean()


@pytest.mark.parametrize("kind", [RegistrationForm, AsksAfterReading])
def test_a_question_that_arises_is_a_step_then_an_error_in_one_sentence_and_then_answered(kind):
    step = kind({"name": "Pele"})
    assert (step.is_valid(), step.errors) == (False, {})
    text, shown = step.fields["one_name"].help_text, step["one_name"].as_field_group()
    assert text in shown
    assert "field--wrong" not in shown
    assert "There is a problem" not in summary(form=step)
    assert "Answer the new question below" in summary(form=step)

    asked = {"name": "Pele", "asked": step.data["asked"]}
    left_open = kind(asked)
    assert not left_open.is_valid()
    assert left_open["one_name"].as_field_group().count(text) == 1
    assert summary(form=left_open).count(text) == 1
    assert "Answer the new question below" not in summary(form=left_open)

    assert kind(asked | {"one_name": "on"}).is_valid()


def test_a_name_in_a_hint_is_text():
    """A hint may name a person or a team; what Django or a form has marked as markup stays it."""
    form = Entry()
    form.fields["name"].help_text = form.fields["sure"].help_text = "<b>Ken</b> & Co"
    form.fields["reason"].help_text = format_html("<em>{}</em>", "shown")
    drawn = str(form)
    assert drawn.count("&lt;b&gt;Ken&lt;/b&gt; &amp; Co") == 2
    assert "<b>Ken" not in drawn
    assert "<em>shown</em>" in drawn


NUMBERS = (
    forms.IntegerField,
    forms.DateField,
    forms.TimeField,
    PointsField,
    PoundsField,
    CostsField,
    forms.DecimalField,
)
NO_NUMBERS = ("x", "-99999", "99999999", "1.2345678", "")


def all_forms() -> Iterator[tuple[str, type[forms.BaseForm]]]:
    root = settings.BASE_DIR / "league"
    for path in sorted([*root.glob("*/forms.py"), *root.glob("*/forms/*.py"), *root.glob("base/*/forms.py")]):
        name = ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")
        for form in vars(import_module(name)).values():
            if isinstance(form, type) and issubclass(form, forms.BaseForm) and form.__module__ == name:
                yield f"{name}.{form.__name__}", form


def forms_of_several_numbers() -> Iterator[tuple[str, dict[str, forms.Field]]]:
    """Every form of the site that asks for two numbers, dates or times or more, with those fields."""
    for name, form in all_forms():
        numbers = {key: field for key, field in form.base_fields.items() if isinstance(field, NUMBERS)}
        if len(numbers) > 1:
            yield name, numbers


def texts_of(fields: dict[str, forms.Field], value: object) -> dict[str, list[str]]:
    """What each field says of this value."""
    form = forms.Form({})
    form.full_clean()
    for name, field in fields.items():
        form.fields[name] = deepcopy(field)
        try:
            form.fields[name].clean(value)
        except forms.ValidationError as error:
            form.add_error(name, error)
    return {name: error_texts(form[name]) for name in fields}


def test_what_is_missing_is_said_in_a_sentence_and_not_by_its_label():
    """`Enter the date it was received.` and never `Enter “Received on”.`"""
    quoted = [
        (name, field, texts)
        for name, form in all_forms()
        for field, texts in texts_of(
            {key: each for key, each in form.base_fields.items() if each.required}, None
        ).items()
        if any("“" in text for text in texts) and not form.base_fields[field].widget.is_hidden
    ]
    assert quoted == []


@pytest.mark.parametrize(
    ("field", "words"),
    [
        (forms.DateField(label="From"), "Enter the date."),
        (forms.IntegerField(label="Minutes for each tie"), "Enter the number of minutes for each tie."),
        (forms.ChoiceField(label="How long to try"), "Choose how long to try."),
        (forms.ChoiceField(label="If a tie ends level"), "Choose what happens if a tie ends level."),
        (PointsField(label="For each line (table) won"), "Enter the points for each line won."),
        (PoundsField(label="Each match of a team"), "Enter the amount for each match of a team."),
        (forms.CharField(label="Crown A: games won"), "Enter “Crown A: games won”."),
    ],
)
def test_a_label_is_put_in_a_sentence(field, words):
    assert texts_of({"field": field}, None) == {"field": [words]}


@pytest.mark.parametrize("wrong", NO_NUMBERS)
def test_every_refusal_of_a_number_names_its_field(wrong):
    """A form with several numbers says in its summary which of them is wrong, by its label or in words of its own."""
    nameless, refused = [], 0
    for form_name, fields in forms_of_several_numbers():
        texts = texts_of(fields, wrong)
        said = [text for each in texts.values() for text in each]
        refused += len(said)
        labels = {name: str(field.label or pretty_name(name)).casefold() for name, field in fields.items()}
        nameless += [
            (form_name, name, text)
            for name, label in labels.items()
            for text in texts[name]
            if label not in text.casefold() and (wrong or said.count(text) > 1)
        ]
    assert nameless == []
    assert refused or not wrong
