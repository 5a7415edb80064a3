"""All the rules of a league as one form, in sections.

Forms parse; whether the settings go together is for `scoring.card.soundness` to say, and each of its complaints is
shown at the field that it is about.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms

from league.base.ui import forms as ui_forms
from league.seasons.forms.fields import RulesSection, field_value
from league.seasons.forms.lines import LinesSection
from league.seasons.forms.sections import (
    CardsSection,
    PenaltiesSection,
    PlayersSection,
    PointsSection,
    SidesSection,
    TableSection,
)
from scoring.card import format as match_format
from scoring.card import points
from scoring.card.faults import FAULT_GROUPS
from scoring.card.league_rules import LeagueRules, Rule
from scoring.card.soundness import complaints

LONGEST_NUMBER = 10


class OwnRulesSection(RulesSection):
    key, title = "words", "Your own rules"
    PATHS = {"rules": "rules"}

    name = forms.CharField(max_length=80, label="Name of these rules", help_text="Such as “Leek, from 2026”.")
    rules = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 10}),
        label="Numbered rules",
        help_text="One rule per line, e.g. 12. Cards are due by noon.",
    )
    by_hand = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        label="Other rules",
        help_text="One per line: what the settings cannot express. The rule book lists them as applied by the league.",
    )
    source = forms.CharField(
        required=False, widget=forms.Textarea(attrs={"rows": 3}), label="Where these rules come from"
    )

    def __init__(self, data: Any = None, *, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=initial)
        for key, finding in FAULT_GROUPS.items():
            self.fields[f"finding_{key}"] = forms.CharField(
                required=False, max_length=LONGEST_NUMBER, label=finding.label
            )

    @property
    def plain(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "rules", "by_hand", "source")]

    @property
    def findings(self) -> list[forms.BoundField]:
        return [self[f"finding_{key}"] for key in FAULT_GROUPS]

    @property
    def open(self) -> bool:
        return any(field.errors for field in self.findings)

    @classmethod
    def read(cls, rules: LeagueRules) -> dict[str, Any]:
        numbers = rules.rule_numbers
        return {
            "name": rules.name,
            "rules": "\n".join(f"{rule.number}. {rule.text}" for rule in rules.rules),
            "by_hand": "\n".join(rules.by_hand),
            "source": rules.source,
            **{f"finding_{key}": numbers.get(finding.codes[0], "") for key, finding in FAULT_GROUPS.items()},
        }

    def clean_rules(self) -> tuple[tuple[str, str], ...]:
        """(number, text) of each rule; every line needs its number, and each number is used once."""
        pairs = []
        for line in filter(None, (line.strip() for line in self.cleaned_data["rules"].splitlines())):
            number, dot, text = line.partition(". ")
            if not dot or not text.strip() or len(number) > LONGEST_NUMBER:
                raise forms.ValidationError(f"Begin with the rule’s number and a full stop: “{line[:40]}”.")
            pairs.append((number.strip(), text.strip()))
        if len({number for number, _ in pairs}) < len(pairs):
            raise forms.ValidationError("Two rules have the same number.")
        return tuple(pairs)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        numbers = {number for number, _ in values.get("rules", ())}
        for key in FAULT_GROUPS:
            number = values.get(f"finding_{key}")
            if number and "rules" in values and number not in numbers:
                self.add_error(f"finding_{key}", f"There is no rule {number} above.")
        return values

    def write(self, rules: LeagueRules) -> LeagueRules:
        values = self.cleaned_data
        return replace(
            rules,
            name=values["name"],
            rules=tuple(Rule(number, text, self._codes(number, values)) for number, text in values["rules"]),
            by_hand=tuple(filter(None, (line.strip() for line in values["by_hand"].splitlines()))),
            source=values["source"].replace("\r\n", "\n").strip(),
        )

    @staticmethod
    def _codes(number: str, values: Mapping[str, Any]) -> tuple[str, ...]:
        named = [finding for key, finding in FAULT_GROUPS.items() if values.get(f"finding_{key}") == number]
        return tuple(code for finding in named for code in finding.codes)


# --- the whole form ---------------------------------------------------------------------------------------------------
SECTIONS: tuple[type[RulesSection], ...] = (
    LinesSection,
    SidesSection,
    PointsSection,
    TableSection,
    CardsSection,
    PenaltiesSection,
    PlayersSection,
    OwnRulesSection,
)


class RulesForm:
    """The rules as they stand (`rules`), as somebody typed them and wants them judged (`data`), or as they were typed
    or read from elsewhere and are to be looked at first (`typed`).
    """

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, rules: LeagueRules, typed: Mapping[str, Any] | None = None
    ) -> None:
        self.base = rules
        self.bound = data is not None
        self.shown = data_of(rules) if typed is None else dict(typed.items())
        self.sections = [kind(data, initial=self.shown) for kind in SECTIONS]
        self._written: LeagueRules | None = None

    def is_valid(self) -> bool:
        if self._written is not None:
            return not self.errors
        if [section for section in self.sections if not section.is_valid()]:
            return False
        written = self.base
        for section in self.sections:
            written = section.write(written)
        self._written = self._named(written)
        for complaint in complaints(self._written):
            places = (section.place(complaint.path) for section in self.sections)
            form, name = next(filter(None, places), (self.sections[-1], None))
            form.add_error(name, complaint.message)
        return not self.errors

    def _named(self, written: LeagueRules) -> LeagueRules:
        """A format and a scheme that are no longer those of the base are called by what they are."""
        form, scheme = written.format, written.scheme
        if form != self.base.format:
            form = replace(form, name=match_format.short_name(form))
        if scheme != self.base.scheme:
            scheme = replace(scheme, name=points.short_name(scheme))
        return replace(written, format=form, scheme=scheme)

    def sound(self) -> LeagueRules | None:
        """The rules as they are shown, None if they cannot be played."""
        if self.bound:
            return self.written() if self.is_valid() else None
        judged = RulesForm(self.shown, rules=self.base)
        return judged.written() if judged.is_valid() else None

    @property
    def errors(self) -> bool:
        return any(section.wrong for section in self.sections)

    @property
    def problems(self) -> list[dict[str, str]]:
        """What is wrong: the `href` of its field, and the `text` that says what to do."""
        problems: list[dict[str, str]] = []
        for form in (form for section in self.sections for form in section.parts):
            problems += [{"href": "", "text": str(text)} for text in form.non_field_errors()]
            for field in form:
                href = f"#{field.id_for_label or f'{field.auto_id}_0'}"
                problems += [{"href": href, "text": text} for text in ui_forms.error_texts(field)]
        return problems

    def written(self) -> LeagueRules:
        if self._written is None:
            raise ValueError("ask is_valid first")
        return self._written


def data_of(rules: LeagueRules) -> dict[str, str]:
    """What a browser sends when nobody changes anything."""
    read = (each for kind in SECTIONS for each in kind.read(rules).items())
    return {name: field_value(value) for name, value in read if value is not None and value is not False}
