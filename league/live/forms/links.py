"""Letting somebody peg: all that is asked is who it is."""

from django import forms


class LinkForm(forms.Form):
    """For whom a scorer link is made."""

    name = forms.CharField(
        label="Who will peg?",
        max_length=60,
        help_text="Everybody who watches sees this name while they hold the pegs.",
        error_messages={"required": "Say who will peg."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
