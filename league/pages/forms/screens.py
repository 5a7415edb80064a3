"""The code on a television's screen, and the pub where it hangs."""

from collections.abc import Sequence
from typing import Any

from django import forms

from league.base.ui.forms import PlainForm
from league.teams.models import Venue


class PairForm(PlainForm):
    """Pairs a screen. Spaces, hyphens and small letters in a code are no mistake."""

    code = forms.CharField(
        label="Code on the screen",
        max_length=12,
        error_messages={"required": "Enter the six letters and figures that the screen shows."},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    venue = forms.TypedChoiceField(
        label="Which pub is it in?", error_messages={"required": "Choose the pub."}, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, venues: Sequence[Venue], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        venues_by_key = {str(each.pk): each for each in venues}
        field = self.fields["venue"]
        field.choices = [(key, each.name) for key, each in venues_by_key.items()]  # type: ignore[attr-defined]
        field.coerce = venues_by_key.__getitem__  # type: ignore[attr-defined]
        if len(venues_by_key) == 1:
            self.initial.setdefault("venue", next(iter(venues_by_key)))

    def clean_code(self) -> str:
        """As the screen shows it."""
        return str(self.cleaned_data["code"]).replace(" ", "").replace("-", "").upper()
