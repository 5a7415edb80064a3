"""A new token: for which program, what it may do, and for how long."""

from typing import Any

from django import forms

from league.api.choices import Lasts, Scope


class TokenForm(forms.Form):
    name = forms.CharField(
        label="Name of the program",
        max_length=60,
        help_text="So that you know it again in the list, such as “Crown website”.",
        error_messages={"required": "Give the program a name."},
    )
    scope = forms.ChoiceField(
        label="What may it do?",
        choices=Scope.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Say what it may do."},
    )
    lasts = forms.TypedChoiceField(
        label="For how long?",
        choices=Lasts.choices,
        coerce=int,
        initial=Lasts.QUARTER,
        widget=forms.RadioSelect,
        error_messages={"required": "Say for how long."},
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "scope" in cleaned:
            cleaned["scope"] = Scope(cleaned["scope"])
        if "lasts" in cleaned:
            cleaned["lasts"] = Lasts(cleaned["lasts"])
        return cleaned

    def refuse_name(self) -> None:
        """The one thing that an action can find wrong."""
        self.add_error("name", "You have a program of that name already. Choose another name.")
