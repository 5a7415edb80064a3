"""What the secretary types when something has happened to a season under way."""

from typing import Any

from django import forms

from league.base.ui.forms import DayField, PlainForm
from league.schedule.forms.seasons import NightField
from league.schedule.models import Competition, Division, Entry
from league.schedule.queries.reschedule import Disruption, DisruptionKind
from league.teams.models import Team, Venue

SECONDS = ((10, "10 seconds"), (30, "30 seconds"), (60, "1 minute"))


class RescheduleForm(PlainForm):
    """How a season is rescheduled, whatever for."""

    notice = forms.IntegerField(
        min_value=0, max_value=60, label="Leave the next days alone",
        help_text="How many days from today no match is moved.",
    )  # fmt: skip
    catch_up = NightField(label="Another weekday, if no night is free", otherwise="None: usual nights only")
    seconds = forms.TypedChoiceField(
        coerce=int, choices=SECONDS, initial=30, widget=forms.RadioSelect, label="How long to try"
    )

    @property
    def disruption(self) -> Disruption:
        return Disruption(notice=self.cleaned_data["notice"], catch_up=self.cleaned_data["catch_up"])


class PubDisruptionForm(RescheduleForm):
    """Change at a pub."""

    venue: Any = forms.ModelChoiceField(queryset=None, label="Which pub?", empty_label="Choose one")
    what = forms.ChoiceField(
        choices=[
            (DisruptionKind.SHUT.value, "It is closed"),
            (DisruptionKind.MOVED.value, "Its teams move to another pub"),
            (DisruptionKind.BOARDS.value, "It has more or fewer boards"),
        ],
        label="What has changed?",
        widget=forms.RadioSelect,
    )
    first = DayField(label="From")
    last = DayField(required=False, label="Until", help_text="If the pub opens again. Leave it empty if it does not.")
    other: Any = forms.ModelChoiceField(
        queryset=None, required=False, label="New pub", empty_label="It stays the same",
        help_text="Only if its teams move.",
    )  # fmt: skip
    boards = forms.IntegerField(
        min_value=1, max_value=20, required=False, label="Number of boards", help_text="Only if that has changed."
    )
    field_order = ("venue", "what", "first", "last", "other", "boards", "notice", "catch_up", "seconds")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pubs = Venue.objects.order_by("name", "pk")
        self.fields["venue"].queryset = self.fields["other"].queryset = pubs  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """What has happened needs its own answer, and only that."""
        values: dict[str, Any] = super().clean() or {}
        what, first, last = values.get("what"), values.get("first"), values.get("last")
        if what == DisruptionKind.MOVED and values.get("other") in {None, values.get("venue")}:
            self.add_error("other", "Choose the pub where its teams play now.")
        if what == DisruptionKind.BOARDS and "boards" in values and values["boards"] is None:
            self.add_error("boards", "Enter the number of boards.")
        if first and last and last < first:
            self.add_error("last", "The last day is before the first.")
        return values

    @property
    def disruption(self) -> Disruption:
        typed = self.cleaned_data
        what = DisruptionKind(typed["what"])
        return Disruption(
            what=what,
            notice=typed["notice"],
            venue=typed["venue"].pk,
            other=typed["other"].pk if what is DisruptionKind.MOVED else None,
            boards=typed["boards"] if what is DisruptionKind.BOARDS else None,
            first=typed["first"],
            last=typed["last"] if what is DisruptionKind.SHUT else None,
            catch_up=typed["catch_up"],
        )


class ApplyRescheduleForm(PlainForm):
    """Putting a rescheduled list in place. `despite` is asked for where it breaks rules."""

    reason = forms.CharField(
        max_length=200, label="Reason", help_text="It is shown in the history of every match that moves."
    )
    despite = forms.BooleanField(required=False, label="Make these changes even though rules are broken")

    def __init__(self, *args: Any, faults: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not faults:
            del self.fields["despite"]


class LateTeamForm(PlainForm):
    """A team that comes in after the season has begun."""

    team: Any = forms.ModelChoiceField(queryset=None, label="Team", empty_label="Choose one")
    division: Any = forms.ModelChoiceField(queryset=None, label="Division", empty_label="Choose one")
    joined_on = DayField(label="From")
    legs = forms.IntegerField(min_value=1, max_value=4, initial=1, label="Matches against each other team")

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        team_keys = Entry.objects.filter(division__competition=competition).values("team")
        free = Team.objects.filter(active=True).exclude(pk__in=team_keys).order_by("name", "pk")
        divisions = Division.objects.filter(competition=competition).order_by("rank", "pk")
        self.fields["team"].queryset = free  # type: ignore[attr-defined]
        self.fields["division"].queryset = divisions.select_related("competition__season")  # type: ignore[attr-defined]


class SplitForm(PlainForm):
    """A division that goes on as two."""

    upper: Any = forms.ModelMultipleChoiceField(
        queryset=None, label="Teams of the first", widget=forms.CheckboxSelectMultiple,
        help_text="The others are in the second.",
    )  # fmt: skip
    first_name = forms.CharField(max_length=40, label="Name of the first")
    second_name = forms.CharField(max_length=40, label="Name of the second")
    legs = forms.IntegerField(min_value=1, max_value=4, initial=1, label="Matches between each pair from then on")
    on = DayField(label="From")

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = Entry.objects.filter(division=division, withdrawn_on=None).order_by("name", "pk")
        self.fields["upper"].queryset = entries  # type: ignore[attr-defined]
        self.initial.update(first_name=f"{division} upper", second_name=f"{division} lower")

    def clean(self) -> dict[str, Any]:
        """The two names belong together."""
        values: dict[str, Any] = super().clean() or {}
        values["names"] = (values.pop("first_name", ""), values.pop("second_name", ""))
        if values["names"][0] == values["names"][1]:
            self.add_error("second_name", "Give the two different names.")
        return values
