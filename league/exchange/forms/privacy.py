"""What the secretary types about people's data."""

from typing import Any

from django import forms

from league.base.ui.forms import DayField, PlainForm
from league.exchange.queries.persons import DataSubject
from scoring.names import fold


class PersonSearchForm(PlainForm):
    q = forms.CharField(max_length=80, required=False, label="Name", widget=forms.TextInput(attrs={"type": "search"}))


class ErasureForm(PlainForm):
    """Somebody is to be erased: the name typed out, so that nobody does it by a slip of the finger."""

    typed = forms.CharField(
        max_length=80,
        label="Type the name to confirm",
        widget=forms.TextInput(),
        error_messages={"required": "Type the name to confirm."},
    )
    surname_too = forms.BooleanField(required=False, label="Also remove the surname where it stands alone")

    def __init__(self, *args: Any, person: DataSubject, alone: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        self.fields["typed"].help_text = person.name
        self.fields["typed"].widget.attrs["autocomplete"] = "off"
        if alone:
            texts = "one text" if alone == 1 else f"{alone} texts"
            self.fields["surname_too"].help_text = f"In {texts}. Leave it off if the surname is an everyday word."
        else:
            del self.fields["surname_too"]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if "typed" in values and fold(" ".join(values["typed"].split())) != fold(self.person.name):
            self.add_error("typed", f"Type the full name: {self.person.name}")
        return {"surname_too": values.get("surname_too", False)}


class AgeForm(PlainForm):
    """Whether a player is under 18, and since when a parent or guardian agrees."""

    under_18 = forms.BooleanField(
        required=False, label="Under 18", help_text="The public then sees initials only, and no player page."
    )
    guardian_agreed_on = DayField(
        required=False, label="A parent or guardian agreed on", help_text="Needed if they are under 18."
    )
