"""The league's rules in its own words, and which of them a finding on a card names."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms

from league.seasons.forms.fields import RulesSection
from scoring.card.constitution import Constitution, Rule
from scoring.card.faults import FAULT_GROUPS

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
    def read(cls, rules: Constitution) -> dict[str, Any]:
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

    def write(self, rules: Constitution) -> Constitution:
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
