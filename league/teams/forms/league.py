"""Beginning a league from a preset, and its own particulars. Its rules are written elsewhere (`league.builder`)."""

from typing import Any

from django import forms

from league.teams.choices import NameStyle, Night
from league.teams.models import League
from league.ui.forms import PlainForm
from scoring.card.presets import BLANK, PRESETS

NIGHTS = [(str(night.value), night.label) for night in Night]
LEAGUE_FIELDS = ("name", "short_name", "night", "public_names", "honours_in_full", "public", "contact", "about")


class NewLeagueForm(PlainForm):
    """A league's name and whose rules it begins with; everything can be changed afterwards but the address."""

    name = forms.CharField(max_length=80, label="Name of the league")
    short_name = forms.CharField(max_length=30, label="Short name", help_text="As it stands at the top of each page.")
    slug = forms.SlugField(
        required=False,
        label="Web address",
        help_text='"leek" makes /leek/. Made from the short name if left empty.',
        error_messages={"invalid": "Use only letters, figures and hyphens, like leek or north-leek."},
    )
    preset = forms.ChoiceField(
        choices=[*((key, rules.name) for key, rules in PRESETS.items()), (BLANK.key, "None of these: write them next")],
        widget=forms.RadioSelect,
        label="Start with the rules of",
        help_text="All of them can be changed afterwards, under League rules.",
    )
    night = forms.TypedChoiceField(choices=NIGHTS, coerce=int, label="Match night")
    contact = forms.CharField(max_length=200, required=False, label="How to reach the secretary")
    secretary = forms.BooleanField(
        required=False, initial=True, label="I am its secretary", help_text="If not, you invite them next."
    )


class SettingsForm(PlainForm):
    """What belongs to the league and not to its rules."""

    name = forms.CharField(max_length=80, label="Name of the league")
    short_name = forms.CharField(max_length=30, label="Short name")
    night = forms.TypedChoiceField(choices=NIGHTS, coerce=int, label="Match night")
    contact = forms.CharField(
        max_length=200, required=False, label="How to reach the secretary", help_text="Everybody can read this."
    )
    about = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 4}), label="About the league")
    public = forms.BooleanField(required=False, label="Anyone may read the league's pages")
    public_names = forms.ChoiceField(
        choices=NameStyle.choices, widget=forms.RadioSelect, label="How the public sees players' names"
    )
    honours_in_full = forms.BooleanField(
        required=False,
        label="Full names on the honours board",
        help_text="For the lines that are written from now on. Nobody under 18 is named in full.",
    )

    @classmethod
    def of(cls, league: League, data: Any = None) -> "SettingsForm":
        """The form as the league stands now."""
        return cls(data, initial={name: getattr(league, name) for name in LEAGUE_FIELDS})
