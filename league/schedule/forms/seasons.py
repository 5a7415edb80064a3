"""What the secretary types about a season: its days, divisions and teams, a team that leaves, and what disrupts it."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django import forms
from django.utils.timezone import localdate

from league.base.ui.forms import DayField, PlainForm
from league.schedule.forms.nights import NightField
from league.schedule.models import Competition, Division, Entry, Season
from league.schedule.queries.midseason import Disruption, DisruptionKind, keeps_size
from league.schedule.queries.seasons import still_in
from league.teams.models import Team, Venue

NOWHERE = "none"
NEWEST = "newest"  # the season before, for one that is not over


def refuse_disorder(form: PlainForm, starts: date | None, halfway: date | None, ends: date | None) -> None:
    """Say at its field which day of a season comes before another that it should follow."""
    if starts and halfway and halfway < starts:
        form.add_error("halfway", "The first half ends before the season starts.")
    if halfway and ends and ends < halfway:
        form.add_error("ends", "The season ends before its first half does.")


class SeasonForm(PlainForm):
    """A season's name and days. `like` is offered when there is a season to begin from, `division` for the first one.
    A season that is over begins with nothing unless a season is chosen: its files say who played.

    Without a last day of the first half the season is cut in the middle.
    """

    name = forms.CharField(max_length=30, label="Season name", help_text="For example 2027-28.")
    starts = DayField(label="First day")
    ends = DayField(label="Last day", help_text="No match can be put on a later day.")
    halfway = DayField(
        required=False,
        label="Last day of the first half",
        help_text="Used if a team drops out. Left empty, it is the middle of the season.",
    )
    like: Any = forms.ChoiceField(required=False, label="Copy divisions and teams from")
    division = forms.CharField(
        required=False, max_length=40, initial="Division One", label="First division",
        help_text="All teams start in it, unless the season is over: then a file says who played.",
    )  # fmt: skip

    def __init__(self, *args: Any, before: Iterable[Season] | None = None, teams: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = {str(season.pk): season for season in before or ()}
        if self.before:
            newest = next(iter(self.before.values()))
            usual = (NEWEST, f"{newest}, or nothing for a season that is over")
            season_choices = [(key, str(season)) for key, season in self.before.items()]
            self.fields["like"].choices = [usual, *season_choices, ("", "Start from nothing")]  # type: ignore[attr-defined]
        else:
            del self.fields["like"]
        if before or not teams:
            del self.fields["division"]

    def clean(self) -> dict[str, Any]:
        """The days come in order; said here in words, and held by the database."""
        values: dict[str, Any] = super().clean() or {}
        starts, halfway, ends = values.get("starts"), values.get("halfway"), values.get("ends")
        if starts and ends and halfway is None and "halfway" not in self.errors:
            if ends < starts:
                self.add_error("ends", "The season ends before it starts.")
            values["halfway"] = starts + (ends - starts) / 2
        if self.before:
            values["like"] = self._like(values.get("like", ""), over=bool(ends and ends < localdate()))
        refuse_disorder(self, starts, halfway, ends)
        return values

    def _like(self, choice: str, *, over: bool) -> Season | None:
        if choice == NEWEST:
            return None if over else next(iter(self.before.values()))
        return self.before.get(choice)


class DivisionForm(PlainForm):
    name = forms.CharField(max_length=40, label="Name of the division")
    legs = forms.IntegerField(min_value=1, max_value=4, initial=2, label="Matches between each pair")
    promoted = forms.IntegerField(min_value=0, max_value=6, initial=0, label="Teams promoted")
    relegated = forms.IntegerField(min_value=0, max_value=6, initial=0, label="Teams relegated")


class TeamPlacesForm(PlainForm):
    """A division, or none, for every team."""

    def __init__(
        self, *args: Any, teams: Iterable[Team], divisions: Iterable[Division], now: dict[int, int], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.teams = {f"team-{team.pk}": team for team in teams}
        self.divisions = {str(division.pk): division for division in divisions}
        choices = [*((key, division.name) for key, division in self.divisions.items()), (NOWHERE, "Not playing")]
        for name, team in self.teams.items():
            self.fields[name] = forms.ChoiceField(
                label=team.name, choices=choices, initial=str(now.get(team.pk, NOWHERE))
            )

    def clean(self) -> dict[str, Any]:
        """What `place_teams` takes."""
        values: dict[str, Any] = super().clean() or {}
        return {"places": {team: self.divisions.get(values.get(name, "")) for name, team in self.teams.items()}}


class LeavingDayForm(PlainForm):
    """The day a team leaves: asked first, so that what follows from it can be said before it is done."""

    on = DayField(label="Leaves on", error_messages={"required": "Enter the date the team leaves."})


class WithdrawForm(LeavingDayForm):
    """A team leaves: with its cups, unless the secretary says otherwise, where it is in any."""

    reason = forms.CharField(max_length=200, label="Reason")
    from_cups = forms.BooleanField(
        required=False, initial=True, label="Withdraw from the cups too",
        help_text="At once, on whatever day it leaves the season. Without it the team stays in its cups.",
    )  # fmt: skip
    keep_size = forms.BooleanField(required=False)

    def __init__(self, *args: Any, division: Division, in_cups: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["on"].widget = forms.HiddenInput()
        if not in_cups:
            del self.fields["from_cups"]
        if keeps_size(division):
            fewer = division.relegated - 1
            self.fields["keep_size"].label = f"Relegate {fewer or 'no team'} from {division}, not {division.relegated}"
        else:
            del self.fields["keep_size"]


class ReasonForm(PlainForm):
    reason = forms.CharField(max_length=200, label="Reason")


class RestoreForm(ReasonForm):
    to_cups = forms.BooleanField(required=False, initial=True, label="Bring it back into the cups too")

    def __init__(self, *args: Any, in_cups: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not in_cups:
            del self.fields["to_cups"]


# --- when something has happened in mid-season ------------------------------------------------------------------------
SECONDS = ((10, "10 seconds"), (30, "30 seconds"), (60, "1 minute"))


class RescheduleForm(PlainForm):
    notice = forms.IntegerField(
        min_value=0, max_value=60, label="Days left alone from today",
        help_text="How many days from today no match is moved.",
    )  # fmt: skip
    catch_up = NightField(label="Another weekday, if no night is free", otherwise="None: usual nights only")
    seconds = forms.TypedChoiceField(
        coerce=int, choices=SECONDS, initial=30, widget=forms.RadioSelect, label="How long to try"
    )

    def clean(self) -> dict[str, Any]:
        """What `start_reschedule` takes."""
        values: dict[str, Any] = super().clean() or {}
        return values if self.errors else {"seconds": values.pop("seconds"), "disruption": Disruption(**values)}


class PubDisruptionForm(RescheduleForm):
    venue: Any = forms.ModelChoiceField(
        queryset=None, label="Which pub?", empty_label="Choose one", error_messages={"required": "Choose the pub."}
    )
    what = forms.ChoiceField(
        choices=[
            (DisruptionKind.SHUT.value, "It is closed"),
            (DisruptionKind.MOVED.value, "Its teams move to another pub"),
            (DisruptionKind.BOARDS.value, "It has more or fewer boards"),
        ],
        label="What has changed?",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what has changed."},
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
        values = self.cleaned_data
        what, first, last = values.get("what"), values.get("first"), values.get("last")
        if what == DisruptionKind.MOVED and values.get("other") in {None, values.get("venue")}:
            self.add_error("other", "Choose the pub where its teams play now.")
        if what == DisruptionKind.BOARDS and "boards" in values and values["boards"] is None:
            self.add_error("boards", "Enter the number of boards.")
        if first and last and last < first:
            self.add_error("last", "The last day is before the first.")
        if not self.errors:
            values["what"], values["venue"] = DisruptionKind(values["what"]), values["venue"].pk
            values["other"] = values["other"].pk if what == DisruptionKind.MOVED else None
            values["boards"] = values["boards"] if what == DisruptionKind.BOARDS else None
            values["last"] = last if what == DisruptionKind.SHUT else None
        return super().clean()


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
    upper: Any = forms.ModelMultipleChoiceField(
        queryset=None, label="Teams of the first", widget=forms.CheckboxSelectMultiple,
        help_text="The others are in the second.",
    )  # fmt: skip
    first_name = forms.CharField(max_length=40, label="Name of the first")
    second_name = forms.CharField(max_length=40, label="Name of the second")
    legs = forms.IntegerField(min_value=1, max_value=4, initial=1, label="Matches between each pair from then on")
    on = DayField(label="From")
    whole_record = forms.BooleanField(required=False, label="The new tables begin with the whole record so far")

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.division = division
        entries = Entry.objects.filter(still_in(localdate()), division=division).order_by("name", "pk")
        self.fields["upper"].queryset = entries  # type: ignore[attr-defined]
        self.initial.update(first_name=f"{division} upper", second_name=f"{division} lower")

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        values["names"] = (values.pop("first_name", ""), values.pop("second_name", ""))
        if values["names"][0] == values["names"][1]:
            self.add_error("second_name", "Give the two different names.")
        return values
