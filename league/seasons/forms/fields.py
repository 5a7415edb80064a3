"""What people type about rules: points, days of the year, lines of a card, money. And a part of the rules as a form."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any, ClassVar, TypeVar

from django import forms

from league.base.ui.forms import PlainForm, PointsField
from scoring.card.league_rules import LeagueRules
from scoring.card.points import plain

LONGEST_LABEL = 12
SPARE_ROWS = 1
MOST_LINES = 40
NUMBERED = re.compile(r"(?P<word>.*?)(?P<number>\d+)")
RANGES = [re.compile(rf"(?P<first>.+?)\s*{sign}\s*(?P<last>.+)") for sign in (r"\bto\b", r"\u2013", "-")]

Choices = Sequence[tuple[str, Any]]


class CostsField(forms.CharField):
    """What an offence costs the first time, the second and so on: "3, 5"."""

    def clean(self, value: Any) -> tuple[Fraction, ...]:
        text = super().clean(value)
        costs = [PointsField(required=False).clean(each) for each in text.split(",")]
        return tuple(cost for cost in costs if cost is not None)


class YearDayField(forms.CharField):
    """A day of the calendar without a year, as (month, day): "31 Oct"."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, required=False, help_text="As “31 Oct”. Leave empty for none.", **kwargs)

    def clean(self, value: Any) -> tuple[int, int] | None:
        text = super().clean(value)
        if not text:
            return None
        for form in ("%d %b %Y", "%d %B %Y"):
            try:
                day = datetime.strptime(f"{text} 2024", form)  # noqa: DTZ007  # a day of the calendar has no zone
            except ValueError:
                continue
            return day.month, day.day
        raise forms.ValidationError("Give a day such as “31 Oct”.")


def year_day(day: tuple[int, int] | None) -> str:
    return f"{date(2024, *day):%-d %b}" if day else ""


class LabelsField(forms.CharField):
    """The labels of lines alike: "S1 to S6", or "Captain, S2"."""

    def clean(self, value: Any) -> tuple[str, ...]:
        labels: list[str] = []
        for part in filter(None, (part.strip() for part in super().clean(value).split(","))):
            labels += _numbered(part) or [part]
        if len(labels) > MOST_LINES:
            raise forms.ValidationError(f"A card has at most {MOST_LINES} lines.")
        if any(len(label) > LONGEST_LABEL for label in labels):
            raise forms.ValidationError(f"A label has at most {LONGEST_LABEL} letters, so that it fits the card.")
        return tuple(labels)


def _numbered(part: str) -> list[str]:
    """The labels of "S1 to S6"; none if it is no such range."""
    ends = next(filter(None, (each.fullmatch(part) for each in RANGES)), None)
    first, last = (NUMBERED.fullmatch(ends[name]) for name in ("first", "last")) if ends else (None, None)
    if not first or not last or last["word"] not in {"", first["word"]}:
        return []
    low, high = int(first["number"]), int(last["number"])
    if not low <= high < low + MOST_LINES:
        raise forms.ValidationError(f"“{part}” does not go up. Write it as “S1 to S6”.")
    return [f"{first['word']}{number}" for number in range(low, high + 1)]


def format_labels(labels: Iterable[str]) -> str:
    """Labels as `LabelsField` reads them."""
    parts = []
    for (_, word), run in groupby(enumerate(labels), key=lambda pair: _place(*pair)):
        alike = [label for _, label in run]
        parts.append(f"{alike[0]} to {alike[-1]}" if word is not None and len(alike) > 1 else ", ".join(alike))
    return ", ".join(parts)


def _place(index: int, label: str) -> tuple[int, str | None]:
    """Equal for labels of one run: "S3" after "S2"."""
    match = NUMBERED.fullmatch(label)
    if not match or str(int(match["number"])) != match["number"]:
        return index, None
    return index - int(match["number"]), match["word"]


def count_field(label: str, *, least: int = 1, most: int = 99, **kwargs: Any) -> forms.IntegerField:
    widget = forms.TextInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(min_value=least, max_value=most, label=label, widget=widget, **kwargs)


def choice_field(
    label: str, choices: Choices | Callable[[], Choices], *, radio: bool = False, **kwargs: Any
) -> forms.ChoiceField:
    widget = forms.RadioSelect if radio else forms.Select
    return forms.ChoiceField(choices=choices, label=label, widget=widget, **kwargs)


def enum_choices(values: Mapping[Any, str]) -> Choices:
    return [(value.value, label) for value, label in values.items()]


def field_value(value: Any) -> str:
    """A value as it stands in a field, and as a browser sends it back."""
    if value is None or value is False:
        return ""
    if value is True:
        return "on"
    return plain(value) if isinstance(value, Fraction) else str(value.value if isinstance(value, Enum) else value)


def _with_setting(rules: Any, path: str, value: Any) -> Any:
    name, _, rest = path.partition(".")
    old = getattr(rules, name)
    if rest:
        value = _with_setting(old, rest, value)
    elif isinstance(old, Enum):
        value = type(old)(value)
    return replace(rules, **{name: value})


class FormRow(PlainForm):
    """One of several alike, called line0, line1, …; `EMPTY` is what stands in one that nobody has filled in."""

    PREFIX: ClassVar[str]
    EMPTY: ClassVar[dict[str, Any]] = {}


R = TypeVar("R", bound=FormRow)


class RulesSection(PlainForm):
    """A part of the rules: what it is called, how it reads rules, and how it writes them.

    `SETTINGS` says which setting each field is, as "scheme.win"; `PATHS` at which field a complaint about anything else
    is shown. `ROWS` are the rows of a section that has any: `owners` are those that were filled in, once written.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    intro: ClassVar[str] = ""
    SETTINGS: ClassVar[Mapping[str, str]] = {}
    PATHS: ClassVar[Mapping[str, str]] = {}
    ROWS: ClassVar[type[Any] | None] = None

    def __init__(self, data: Any = None, *, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=dict(initial))
        self.rows: list[Any] = rows_of(self.ROWS, data, initial) if self.ROWS else []
        self.owners: list[Any] = []

    @classmethod
    def read(cls, rules: LeagueRules) -> dict[str, Any]:
        return {name: attrgetter(path)(rules) for name, path in cls.SETTINGS.items()}

    def write(self, rules: LeagueRules) -> LeagueRules:
        for name, path in self.SETTINGS.items():
            rules = _with_setting(rules, path, self.cleaned_data[name])
        return rules

    def place(self, path: str) -> "tuple[PlainForm, str] | None":
        """The form and field of a setting, None if it stands in another section."""
        names = {**{setting: name for name, setting in self.SETTINGS.items()}, **self.PATHS}
        here = (name for setting, name in names.items() if path == setting or path.startswith(f"{setting}."))
        name = next(here, None)
        return (self, name) if name else None

    @property
    def parts(self) -> "Sequence[PlainForm]":
        return (self, *self.rows)

    def is_valid(self) -> bool:
        return not [each for each in self.parts if not forms.Form.is_valid(each)]

    @property
    def wrong(self) -> bool:
        return any(each.errors for each in self.parts)


def read_rows(kind: type[Any], values: Iterable[Any]) -> dict[str, str]:
    rows = enumerate(map(kind.read, values))
    return {f"{kind.PREFIX}{i}-{name}": value for i, row in rows for name, value in row.items()}


def rows_of(kind: type[R], data: Any, initial: Mapping[str, Any]) -> list[R]:
    """The rows of a kind: those that were sent, or those that there are and some to fill in."""
    count = _rows_in(kind, initial) + SPARE_ROWS if data is None else _rows_in(kind, data)
    rows = []
    for prefix in (f"{kind.PREFIX}{i}" for i in range(count)):
        own = {key.removeprefix(f"{prefix}-"): value for key, value in initial.items() if key.startswith(f"{prefix}-")}
        rows.append(kind(data, prefix=prefix, initial=kind.EMPTY | own))
    return rows


def _rows_in(kind: type[FormRow], data: Mapping[str, Any]) -> int:
    pattern_matches = [re.fullmatch(rf"{kind.PREFIX}(\d{{1,2}})-\w+", key) for key in data]
    return max((int(each[1]) + 1 for each in pattern_matches if each), default=0)
