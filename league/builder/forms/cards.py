"""How a card becomes a result, and who may protest until when."""

from dataclasses import replace
from typing import Any

from django import forms

from league.builder.forms.fields import Section, choice_field, chosen, count_field
from scoring.card.constitution import Confirm, Constitution, Protests

CONFIRM = {
    Confirm.OTHER_CONFIRMS: "One captain sends the card, the other confirms it",
    Confirm.BOTH_ENTER: "Both captains send a card; equal cards count at once",
}


class CardsSection(Section):
    key, title = "cards", "Cards and protests"
    PATHS = {
        **{name: name for name in ("confirm", "quick_allowed", "submit_within", "confirm_within")},
        "protests.days": "protest_days",
    }

    confirm = choice_field("How does a card become a result?", chosen(CONFIRM), radio=True)
    quick_allowed = forms.BooleanField(required=False, label="Captains may send the score alone, without the games")
    submit_within = count_field("A card is late after", most=999, help_text="Hours from the start of the match.")
    confirm_within = count_field(
        "A card that nobody answers stands after", most=999, help_text="Hours from when it was sent."
    )
    protests_allowed = forms.BooleanField(required=False, label="A captain may protest on the card")
    protest_days = count_field(
        "Protests are made within",
        most=99,
        required=False,
        help_text="Days after the match. Leave empty for no limit.",
    )
    protest_after_signing = forms.BooleanField(
        required=False,
        label="Also after confirming the card",
        help_text="Then a captain may protest about a result that stands, on the match's page.",
    )

    @classmethod
    def read(cls, rules: Constitution) -> dict[str, Any]:
        return {
            **{name: getattr(rules, name) for name in ("quick_allowed", "submit_within", "confirm_within")},
            "confirm": rules.confirm.value,
            "protests_allowed": rules.protests.allowed,
            "protest_days": rules.protests.days,
            "protest_after_signing": rules.protests.after_signing,
        }

    def write(self, rules: Constitution) -> Constitution:
        values = self.cleaned_data
        return replace(
            rules,
            confirm=Confirm(values["confirm"]),
            **{name: values[name] for name in ("quick_allowed", "submit_within", "confirm_within")},
            protests=Protests(values["protests_allowed"], values["protest_days"], values["protest_after_signing"]),
        )
