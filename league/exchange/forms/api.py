"""What is asked of whoever makes a token."""

from typing import Any

from django import forms

from league.exchange.choices import TokenLifetime, TokenScope


class TokenForm(forms.Form):
    name = forms.CharField(
        label="Name of the program",
        max_length=60,
        help_text="For example “Crown website”.",
        error_messages={"required": "Enter a name for the program."},
    )
    scope = forms.ChoiceField(
        label="What can it do?",
        choices=TokenScope.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what it can do."},
    )
    lasts = forms.TypedChoiceField(
        label="For how long?",
        choices=TokenLifetime.choices,
        coerce=int,
        initial=TokenLifetime.QUARTER,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose for how long."},
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "scope" in cleaned:
            cleaned["scope"] = TokenScope(cleaned["scope"])
        if "lasts" in cleaned:
            cleaned["lasts"] = TokenLifetime(cleaned["lasts"])
        return cleaned

    def refuse_name(self) -> None:
        self.add_error("name", "You already have a program with that name. Choose another.")
