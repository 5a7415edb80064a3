"""Forms of the site: how they are drawn, the fields and controls that Django has not, and what is wrong in words."""

import re
from fractions import Fraction
from typing import Any
from zlib import crc32

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import (
    DecimalValidator,
    EmailValidator,
    MaxLengthValidator,
    MaxValueValidator,
    MinLengthValidator,
    MinValueValidator,
)
from django.forms import (
    BooleanField,
    ChoiceField,
    DateField,
    DecimalField,
    EmailField,
    Field,
    FileField,
    IntegerField,
    RadioSelect,
    TimeField,
)
from django.forms.boundfield import BoundField
from django.forms.renderers import TemplatesSetting
from django.utils.functional import Promise

from scoring.card.points import MINUS
from scoring.treasury.facts import pounds


class Renderer(TemplatesSetting):
    form_template_name = "ui/_form.html"
    field_template_name = "ui/_field.html"


ASKED = "asked"


class PlainForm(forms.Form):
    """The server judges, not the browser. Until what was asked by `ask` is answered the form is not valid.

    `section` is the id of the part of a page that it stands in, where a page has several forms.
    """

    use_required_attribute = False
    has_question = False
    _sent: str | None = None  # the questions of the page that was sent
    _shown: tuple[str, ...] = ()  # those of the page that is drawn

    def __init__(self, *args: Any, section: str = "", **options: Any) -> None:
        if section:
            options["auto_id"] = f"{section}-%s"
        super().__init__(*args, **options)
        self.section = section

    def ask(self, name: str, field: forms.Field) -> None:
        """A step when it is new, an error if left open; a hidden field names the questions that the page showed."""
        if ASKED not in self.fields:
            data: Any = self.data
            self._sent, self.data = data.get(ASKED), data.copy()
            self.fields[ASKED] = forms.CharField(required=False, widget=forms.HiddenInput())
        answers: Any = self.data
        question = (field.label, field.help_text, [*getattr(field, "choices", ())])
        key = f"{name}-{crc32(repr(question).encode()):08x}"
        self._shown = (*self._shown, key)
        answers[ASKED] = " ".join(self._shown)
        self.fields[name] = field
        if key not in (self._sent or "").split() and (self._sent is not None or name not in answers):
            self.has_question, field.required = True, False
            field.is_question = True  # type: ignore[attr-defined]  # which is no field that may be left empty
            answers.pop(name, None)
        elif not answers.get(name):
            if field.help_text == field.error_messages["required"]:
                field.help_text = ""  # the error says it
            if hasattr(self, "cleaned_data"):
                self.add_error(name, field.error_messages["required"])

    def is_valid(self) -> bool:
        return super().is_valid() and not self.has_question

    def full_clean(self) -> None:
        super().full_clean()
        getattr(self, "cleaned_data", {}).pop(ASKED, None)

    def add_validation_error(self, error: forms.ValidationError) -> None:
        """At its field, or above the form."""
        if not hasattr(error, "error_dict"):
            self.add_error(None, error)
            return
        for name, errors in error.error_dict.items():
            self.add_error(name if name in self.fields else None, errors)


def as_sent(sent: PlainForm | None, blank: PlainForm) -> PlainForm:
    """The form of a section: as it was sent and refused, if it is the one."""
    return sent if sent is not None and sent.section == blank.section else blank


FEWEST_FIGURES = 6


class PhoneField(forms.CharField):
    """A phone number as people write it, with whatever they write beside it: "01325 460 000 (after six)"."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput({"type": "tel", "autocomplete": "tel"})
        super().__init__(max_length=30, required=False, widget=widget, **kwargs)

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if text and len(re.findall(r"\d", text)) < FEWEST_FIGURES:
            raise forms.ValidationError("Enter a phone number in figures, like 01325 460 000, or leave it empty.")
        return text


class DayField(forms.DateField):
    """A date: the phone's own date picker where there is one, "2026-11-24" or "24/11/2026" typed where there is not."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        super().__init__(widget=widget, input_formats=["%Y-%m-%d", "%d/%m/%Y", "%d/%m/%y"], **kwargs)


class TimeOfDayField(forms.TimeField):
    """A time as "20:00" or "8pm"."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
        super().__init__(widget=widget, input_formats=["%H:%M", "%H:%M:%S", "%I%p", "%I:%M%p"], **kwargs)


MOST_PENCE = 10_000_000


class PoundsField(forms.CharField):
    """An amount of money as "12", "12.50" or "£1,200", in pence; nothing stands for None where it is not required."""

    def __init__(self, *, least: int = 1, **kwargs: Any) -> None:
        super().__init__(max_length=14, widget=forms.TextInput(attrs={"inputmode": "decimal"}), **kwargs)
        self.least = least

    def clean(self, value: Any) -> int | None:
        text = super().clean(value).strip()
        if not text:
            return None
        match = re.fullmatch(r"(-)?£?\s?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{2}))?", text.replace(MINUS, "-"))
        if match is None:
            raise forms.ValidationError(NOT_POUNDS)
        pence = (int(match[2].replace(",", "")) * 100 + int(match[3] or 0)) * (-1 if match[1] else 1)
        if not self.least <= pence <= MOST_PENCE:
            limits = {"least": pounds(self.least), "most": pounds(MOST_PENCE)}
            raise forms.ValidationError(POUNDS_RANGE, params=limits)
        return pence

    def prepare_value(self, value: Any) -> Any:
        return pounds(value).replace("£", "").replace(",", "") if isinstance(value, int) else value


NOT_POUNDS = "Write the amount in pounds, such as 12 or 12.50."
POUNDS_RANGE = "Give an amount from %(least)s to %(most)s."
NOT_POINTS = "Give a number of points, such as 2 or 1/2."
POINTS_RANGE = "Give a number from %(least)s to %(most)s."
POINTS_ABOVE = "Give a number above 0, up to %(most)s."

PARTS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}
MOST_POINTS = 100


class PointsField(forms.CharField):
    """0 only with `nought`; a `least` below 0 allows "-2"."""

    def __init__(self, *, nought: bool = True, least: int = 0, **kwargs: Any) -> None:
        keys = {} if least < 0 else {"inputmode": "decimal"}
        super().__init__(max_length=8, widget=forms.TextInput(attrs=keys), **kwargs)
        self.nought, self.least = nought, least

    def clean(self, value: Any) -> Fraction | None:
        text = super().clean(value).strip().replace(",", ".")
        for dash in (MINUS, "\N{EN DASH}"):
            text = text.replace(dash, "-")
        if not text:
            return None
        try:
            points = _exact(text)
        except (ValueError, ZeroDivisionError):
            raise forms.ValidationError(NOT_POINTS) from None
        if not self.least <= points <= MOST_POINTS or points.denominator > MOST_POINTS or not (points or self.nought):
            limits = {"least": str(self.least).replace("-", MINUS), "most": MOST_POINTS}
            raise forms.ValidationError(POINTS_RANGE if self.nought else POINTS_ABOVE, params=limits)
        return points


def _exact(text: str) -> Fraction:
    if text.startswith("-") and not text.startswith("--"):
        return -_exact(text[1:].strip())
    whole, _, rest = text.partition(" ")
    if rest:
        return Fraction(whole) + _exact(rest.strip())
    if text[-1] in PARTS:
        return Fraction(text[:-1] or 0) + PARTS[text[-1]]
    return Fraction(text)


class EitherOr(RadioSelect):
    """The first two side by side, the rest behind the words `others`, open if chosen."""

    template_name = "ui/_either_or.html"

    def __init__(self, *args: Any, others: str = "Something else happened", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.others = others

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        options = [option for _, group, _ in context["widget"]["optgroups"] for option in group]
        context["widget"] |= {
            "first_two": options[:2],
            "rest": options[2:],
            "others": self.others,
            "open": any(option["selected"] for option in options[2:]),
        }
        return context


# A label that cannot follow "the" as it is, for its first or its last word.
NOT_A_NAME = re.compile(
    r"(?:a|and|as|at|away|counts|find|first ties|for|from|given|home matches|if|in|leave|leaves|mark|may|must"
    r"|needed|promoted|received|registered|relegated|sent|start|starts|swap|teams meet|to|type)\b"
    r"|.*:|.*\b(?:as|at|from|in|is|least|most|needed|of|to)$",
    re.IGNORECASE,
)
# Django's sentence -> ours; %(name)s is the field's label, %(question)s one that asks, %(it)s the label in a sentence
# ("the reason"), and the rest what Django would have put in. The first is taken whose words there are; a field that
# none of them suits has `error_messages` of its own.
ERROR_TEXTS: tuple[tuple[type[Field], str | Promise, str], ...] = (
    (BooleanField, Field.default_error_messages["required"], "Tick the box: %(label)s."),
    (FileField, Field.default_error_messages["required"], "Choose %(it)s."),
    (FileField, Field.default_error_messages["required"], "Choose a file."),
    (ChoiceField, Field.default_error_messages["required"], "Choose %(it)s."),
    (ChoiceField, Field.default_error_messages["required"], "Choose an answer: %(question)s"),
    (ChoiceField, Field.default_error_messages["required"], "Choose an answer for \u201c%(name)s\u201d."),
    (Field, Field.default_error_messages["required"], "Enter %(it)s."),
    (DateField, Field.default_error_messages["required"], "Enter the date."),
    (TimeField, Field.default_error_messages["required"], "Enter the time."),
    (Field, Field.default_error_messages["required"], "Enter \u201c%(name)s\u201d."),
    (
        ChoiceField,
        ChoiceField.default_error_messages["invalid_choice"],
        "Choose again for \u201c%(name)s\u201d: that is not on offer.",
    ),
    (
        DateField,
        DateField.default_error_messages["invalid"],
        "\u201c%(name)s\u201d is not a date. Write it as 24/11/2026.",
    ),
    (EmailField, EmailValidator.message, "Enter an e-mail address like name@example.org."),
    (TimeField, TimeField.default_error_messages["invalid"], "\u201c%(name)s\u201d is not a time. Write it as 20:00."),
    (DecimalField, DecimalField.default_error_messages["invalid"], "\u201c%(name)s\u201d is not a number."),
    (Field, DecimalValidator.messages["max_digits"], "\u201c%(name)s\u201d has too many digits."),
    (Field, DecimalValidator.messages["max_whole_digits"], "\u201c%(name)s\u201d is too large."),
    (Field, DecimalValidator.messages["max_decimal_places"], "\u201c%(name)s\u201d has at most %(max)s decimals."),
    (IntegerField, IntegerField.default_error_messages["invalid"], "\u201c%(name)s\u201d is not a whole number."),
    (Field, NOT_POINTS, "\u201c%(name)s\u201d is not a number of points. Write it as 2 or 1/2."),
    (Field, POINTS_RANGE, "\u201c%(name)s\u201d is from %(least)s to %(most)s."),
    (Field, POINTS_ABOVE, "\u201c%(name)s\u201d is above 0, and at most %(most)s."),
    (Field, NOT_POUNDS, "\u201c%(name)s\u201d is not an amount in pounds. Write it as 12 or 12.50."),
    (Field, POUNDS_RANGE, "\u201c%(name)s\u201d is from %(least)s to %(most)s."),
    (Field, MaxValueValidator.message, "\u201c%(name)s\u201d is at most %(limit_value)s."),
    (Field, MinValueValidator.message, "\u201c%(name)s\u201d is at least %(limit_value)s."),
    (
        Field,
        MaxLengthValidator.message,
        "\u201c%(name)s\u201d has at most %(limit_value)s letters. It has %(show_value)s.",
    ),
    (
        Field,
        MinLengthValidator.message,
        "\u201c%(name)s\u201d has at least %(limit_value)s letters. It has %(show_value)s.",
    ),
)


def error_texts(field: BoundField) -> list[str]:
    return [_text(error, field) for error in field.errors.as_data()]


def _text(error: ValidationError, field: BoundField) -> str:
    name = str(field.label).rstrip(":")
    label = name[:1].lower() + name[1:]
    asks = name.endswith("?")
    words = {"name": name, "label": label, "question": label if asks else "", "it": "" if asks else _it(label, field)}
    for kind, theirs, ours in ERROR_TEXTS:
        fits = all(text or f"%({key})s" not in ours for key, text in words.items())
        if isinstance(field.field, kind) and error.message is theirs and fits:
            return ours % {**words, **(error.params or {})}
    return str(error.messages[0])


def _it(label: str, field: BoundField) -> str:
    """The reason, the number of tables, the points for a drawn match, how long to try; "" for what cannot stand so."""
    words, kind = re.sub(r" \([^)]*\)", "", label), field.field
    if re.match(r"(?:the|your|one|how|what|where|which|who|whose)\b", words):
        return words
    if isinstance(kind, PointsField) and words.startswith("for "):
        return f"the points {words}"
    if isinstance(kind, ChoiceField) and words.startswith("if "):
        return f"what happens {words}"
    if isinstance(kind, PoundsField) and words.startswith("each "):
        return f"the amount for {words}"
    if not words or NOT_A_NAME.match(words):
        return ""
    many = isinstance(kind, IntegerField) and words.partition(" ")[0].endswith("s")
    return f"the number of {words}" if many else f"the {words}"
