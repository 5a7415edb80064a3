"""What people type about people and places. Forms parse; whether it may be done is for the actions and the rules."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.db.models import QuerySet

from league.base.ui.forms import DayField, PlainForm, TimeOfDayField
from league.teams.choices import RoleKind
from league.teams.models import Team, Venue
from league.teams.queries import OFFICES
from league.teams.queries.squads import Nominations
from league.teams.values import SimilarPlayer
from scoring.names import has_letters

NEW = "new"


class DetailsForm(PlainForm):
    name = forms.CharField(max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    phone = forms.CharField(
        max_length=30, required=False, label="Phone",
        help_text="Only officers and captains of your league can see it, when signed in.",
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
    )  # fmt: skip


class InvitationForm(PlainForm):
    name = forms.CharField(max_length=80)
    email = forms.EmailField(
        max_length=254, label="E-mail address", widget=forms.TextInput(attrs={"type": "email", "inputmode": "email"})
    )
    kind = forms.ChoiceField(label="Role", choices=RoleKind.choices, widget=forms.RadioSelect)
    team: "forms.ModelChoiceField[Team]" = forms.ModelChoiceField(
        queryset=None, required=False, empty_label="No team", label="Team",
        help_text="For captains, vice-captains, players and scorers.",
    )  # fmt: skip

    def __init__(self, *args: Any, teams: QuerySet[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].queryset = teams  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A captain is captain of a team; an officer of the league belongs to no team."""
        values: dict[str, Any] = super().clean() or {}
        if values.get("kind") in OFFICES:
            values["team"] = None
        elif values.get("kind") and "team" in values and values["team"] is None:
            self.add_error("team", "Choose the team.")
        return values


def ask_about_one_name(form: PlainForm) -> None:
    """Add a box to a form whose `name` is one word: people with one name exist, and surnames are forgotten."""
    name = " ".join(str(form.data.get("name", "")).split())
    if has_letters(name) and " " not in name:
        text = "Enter a first name and a surname, or tick that this is the whole name."
        box = forms.BooleanField(label=f"{name} is the whole name", help_text=text, error_messages={"required": text})
        form.ask("one_name", box)


def clean_person_name(name: str) -> str:
    if not has_letters(name):
        raise forms.ValidationError("Enter a name with letters in it.")
    return " ".join(name.split())


class RegistrationForm(PlainForm):
    """A player to register. When names in the league are near, `who` asks which of them is meant.

    `over` says what is against one more player, and then the secretary, who may go on, says so; `dated` asks the day.
    """

    name = forms.CharField(max_length=80, label="Full name", help_text="As on the match card: no nicknames.")
    known_as = forms.CharField(max_length=60, required=False, label="Also known as")
    under_18 = forms.BooleanField(
        required=False, label="Under 18", help_text="The public then sees initials only, and no player page."
    )
    guardian_agreed_on = DayField(
        required=False, label="A parent or guardian agreed on", help_text="Only if they are under 18."
    )

    since = DayField(
        required=False, label="Registered from",
        help_text="The first day of the season, if they have played since then: no card before that day may name them.",
    )  # fmt: skip
    anyway = forms.BooleanField()

    def __init__(
        self, *args: Any, near: Sequence[SimilarPlayer] = (), over: str = "", dated: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.near = {str(each.player.pk): each for each in near}
        if not dated:
            del self.fields["since"]
        if over:
            self.fields["anyway"].label = f"Register them all the same. {over}"
        else:
            del self.fields["anyway"]
        if near:
            choices = [(key, str(each)) for key, each in self.near.items()]
            choices.append((NEW, "None of these: new to the league"))
            label = "Is it one of these players?"
            self.ask("who", forms.ChoiceField(choices=choices, widget=forms.RadioSelect, label=label))
        ask_about_one_name(self)

    def clean_name(self) -> str:
        return clean_person_name(self.cleaned_data["name"])

    @property
    def chosen(self) -> SimilarPlayer | None:
        """The player of the league that was chosen; None for somebody new."""
        return self.near.get(self.cleaned_data.get("who", NEW))


class LeaveTeamForm(PlainForm):
    until = DayField(label="Last day with the team")
    reason = forms.CharField(max_length=200, required=False, label="Reason")


class NominationForm(PlainForm):
    """Which players of an A team may play for no other; with a reason once the captain may not name them any more."""

    players = forms.TypedMultipleChoiceField(
        coerce=int, widget=forms.CheckboxSelectMultiple, label="Nominated players",
        error_messages={"required": "Tick the players the team nominates."},
    )  # fmt: skip
    reason = forms.CharField(max_length=200, label="Reason", help_text="The captains can see this.")

    def __init__(self, *args: Any, nominations: Nominations | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        squad, made = (nominations.squad, nominations.made) if nominations else ((), ())
        self.initial["players"] = [each.player_id for each in made]
        self.fields["players"].choices = [(each.player_id, each.player.name) for each in squad]  # type: ignore[attr-defined]
        if nominations is None or nominations.open:
            del self.fields["reason"]


class RefusalForm(PlainForm):
    reason = forms.CharField(max_length=200, label="Reason", help_text="The captain can see this.")


class SinceForm(PlainForm):
    """From when somebody is registered; where the league has people of nearly the name, that it is another one."""

    since = DayField(label="Registered from")

    def __init__(self, *args: Any, near: Sequence[SimilarPlayer] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.near = [each.player for each in near]
        if near:
            names = " nor ".join(str(each) for each in near)
            self.fields["another"] = forms.BooleanField(
                label=f"I have checked: this is not {names}",
                error_messages={"required": "Tick that this is someone else, or merge the two players first."},
            )

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        values.pop("another", None)
        return values


class TransferForm(PlainForm):
    on = DayField(label="First day with the new team")
    reason = forms.CharField(
        max_length=200, required=False, label="Reason", help_text="Needed if the captains do not agree."
    )


class TeamForm(PlainForm):
    """A team; `active` only for one that exists."""

    name = forms.CharField(max_length=60, help_text="You can rename a team: old links still work.")
    venue: "forms.ModelChoiceField[Venue]" = forms.ModelChoiceField(
        queryset=None, label="Home venue", empty_label="Choose a venue"
    )
    start_time = TimeOfDayField(label="Home matches start at")
    with_matches = forms.BooleanField(
        required=False, initial=True, help_text="If the venue or the start changes. We e-mail both sides of each match."
    )
    active = forms.BooleanField(required=False, label="Still plays in the league")

    def __init__(self, *args: Any, venues: QuerySet[Venue], matches: str = "", left: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if left:
            self.fields["active"].help_text = f"It has {left}: withdraw it from the season before you untick this."
        if matches:
            self.fields["with_matches"].label = f"Move its {matches} too"
        else:
            del self.fields["with_matches"]
        self.fields["venue"].queryset = venues  # type: ignore[attr-defined]


class VenueForm(PlainForm):
    """A pub or club, as `actions.places.VENUE_FIELDS`."""

    name = forms.CharField(max_length=80)
    address = forms.CharField(max_length=200, required=False, label="Address")
    postcode = forms.CharField(max_length=10, required=False, label="Postcode")
    map_link = forms.URLField(
        max_length=200, required=False, assume_scheme="https", label="Link to a map", widget=forms.TextInput
    )
    boards = forms.IntegerField(
        min_value=1, max_value=20, label="Home matches on one night",
        help_text="How many matches it has boards and tables for.",
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip
    notes = forms.CharField(max_length=200, required=False, label="Notes for visitors")


class ClosureForm(PlainForm):
    first = DayField(label="First night closed")
    last = DayField(label="Last night closed", required=False, help_text="Leave empty for one night.")
    reason = forms.CharField(max_length=120, required=False, label="Reason")

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        values["last"] = values.get("last") or values.get("first")
        if isinstance(values["last"], date) and values.get("first") and values["last"] < values["first"]:
            self.add_error("last", "The last night must be on or after the first.")
        return values
