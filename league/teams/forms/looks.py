"""Forms of how a league and its teams look: colours from the palette, and a crest."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from league.base.ui.forms import PlainForm
from league.base.ui.palette import Colour, Kit
from league.base.ui.tables import with_chip
from league.teams.models import League, Team

PICTURES = "image/jpeg,image/png,image/webp"
NONE = "No colour"


def _swatches(none: str) -> list[tuple[str, str]]:
    """Every colour with a chip before its name."""
    return [("", none), *((each.value, with_chip(Kit(each), each.label)) for each in Colour)]


def crest_field(whose: str) -> forms.FileField:
    """The choice of a crest's file."""
    return forms.FileField(
        required=False,
        label="Crest",
        widget=forms.FileInput(attrs={"accept": PICTURES}),
        help_text=f"A JPEG, PNG or WebP picture, 10 MB at most. Without one {whose} initials are shown.",
    )


class TeamLookForm(PlainForm):
    """A team's two colours and its crest."""

    colour = forms.ChoiceField(
        required=False,
        choices=_swatches(NONE),
        widget=forms.RadioSelect(attrs={"class": "choices--kit"}),
        label="First colour",
    )
    second_colour = forms.ChoiceField(
        required=False,
        choices=_swatches("No second colour"),
        widget=forms.RadioSelect(attrs={"class": "choices--kit"}),
        label="Second colour",
        help_text="On the crib board the away side plays in it when both teams have the same first colour.",
    )
    crest = crest_field("the team’s")

    @classmethod
    def of(cls, team: Team, data: Any = None, files: Any = None) -> "TeamLookForm":
        """The form as the team looks now."""
        return cls(data, files, initial={"colour": team.colour, "second_colour": team.second_colour})

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        first, second = values.get("colour"), values.get("second_colour")
        if second and second == first:
            self.add_error("second_colour", "Choose another second colour: it is the same as the first.")
        if second and not first:
            self.add_error("colour", "Choose the first colour too.")
        return values


class LeagueLookForm(PlainForm):
    """The league's colour and crest, and the two colours of every team in one table."""

    colour = forms.ChoiceField(
        required=False,
        choices=_swatches("Site green"),
        widget=forms.RadioSelect(attrs={"class": "choices--kit"}),
        label="Colour of the league",
        help_text="For the line under the name at the top of each page, and for buttons.",
    )
    crest = crest_field("the league’s")

    def __init__(self, *args: Any, teams: Sequence[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.teams = teams
        choices = [("", "None"), *Colour.choices]
        for team in teams:
            for part, label, now in (("first", "first", team.colour), ("second", "second", team.second_colour)):
                self.fields[f"{part}-{team.pk}"] = forms.ChoiceField(
                    choices=choices, required=False, initial=now, label=f"{team.name}, {label} colour"
                )

    @classmethod
    def of(cls, league: League, teams: Sequence[Team], data: Any = None, files: Any = None) -> "LeagueLookForm":
        """The form as the league looks now."""
        return cls(data, files, teams=teams, initial={"colour": league.colour})

    def lines(self) -> Iterator[tuple[Team, tuple[BoundField, BoundField]]]:
        """Each team with its two fields."""
        for team in self.teams:
            yield team, (self[f"first-{team.pk}"], self[f"second-{team.pk}"])

    def clean(self) -> dict[str, Any]:
        """`colour`, `crest`, and the `kits` of the teams by their keys."""
        values: dict[str, Any] = super().clean() or {}
        kits = {
            team.pk: Kit(values.get(f"first-{team.pk}", ""), values.get(f"second-{team.pk}", "")) for team in self.teams
        }
        for key, kit in kits.items():
            if kit.second and kit.second == kit.first:
                self.add_error(f"second-{key}", "Choose two different colours, or no second one.")
            if kit.second and not kit.first:
                self.add_error(f"first-{key}", "Choose the first colour too.")
        return {"colour": values.get("colour", ""), "crest": values.get("crest"), "kits": kits}
