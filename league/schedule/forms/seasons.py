"""What the secretary types about a season: its days and nights, divisions and teams, and a team that leaves."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.timezone import localdate

from league.base.ui.forms import DayField, PlainForm
from league.schedule.choices import BlackoutKind, Halves, HolidaysOf
from league.schedule.models import Division, Season
from league.schedule.queries.withdrawals import keeps_size
from league.teams.choices import LeagueNight
from league.teams.models import Team

NOWHERE = "none"
NEWEST = "newest"  # the season before, for one that is not over


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
        if starts and halfway and halfway < starts:
            self.add_error("halfway", "The first half ends before the season starts.")
        if halfway and ends and ends < halfway:
            self.add_error("ends", "The season ends before its first half does.")
        return values

    def _like(self, choice: str, *, over: bool) -> Season | None:
        if choice == NEWEST:
            return None if over else next(iter(self.before.values()))
        return self.before.get(choice)


class DivisionForm(PlainForm):
    name = forms.CharField(max_length=40, label="Name of the division")
    legs = forms.IntegerField(min_value=1, max_value=4, initial=2, label="Matches between each pair")
    promoted = forms.IntegerField(min_value=0, max_value=6, initial=0, label="Promoted")
    relegated = forms.IntegerField(min_value=0, max_value=6, initial=0, label="Relegated")


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

    @property
    def places(self) -> dict[Team, Division | None]:
        return {team: self.divisions.get(self.cleaned_data[name]) for name, team in self.teams.items()}


class LeavingDayForm(PlainForm):
    """The day a team leaves: asked first, so that what follows from it can be said before it is done."""

    on = DayField(label="Leaves on")


class WithdrawForm(LeavingDayForm):
    """A team leaves: with its cups, unless the secretary says otherwise, where it is in any."""

    reason = forms.CharField(max_length=200, label="Reason")
    from_cups = forms.BooleanField(
        required=False, initial=True, label="Withdraw from the cups too",
        help_text="Untick it to leave the team in its cups.",
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


# --- nights -----------------------------------------------------------------------------------------------------------
WEEK_DAYS = 7


class BlackoutForm(PlainForm):
    """Several days without league matches."""

    first = DayField(label="First day")
    last = DayField(label="Last day")
    kind = forms.ChoiceField(
        choices=BlackoutKind.choices, label="Why?", widget=forms.RadioSelect(attrs={"class": "choices--across"})
    )
    reason = forms.CharField(max_length=80, required=False, label="Reason", help_text="For example “County Cup final”.")

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        first, last = values.get("first"), values.get("last")
        if first and last and last < first:
            self.add_error("last", "The last day is before the first.")
        return values


class WeekForm(PlainForm):
    """What a week that is left out becomes."""

    kind = forms.ChoiceField(
        choices=BlackoutKind.choices,
        initial=BlackoutKind.CUP,
        label="Mark nights as",
        widget=forms.RadioSelect(attrs={"class": "choices--across"}),
    )


class HolidaysForm(PlainForm):
    holidays_of = forms.ChoiceField(choices=HolidaysOf.choices, label="Bank holidays of")


class NightField(forms.TypedChoiceField):
    """A weekday, or None for the one that holds without it; `otherwise` says which that is."""

    def __init__(self, *, otherwise: str = "", **kwargs: Any) -> None:
        super().__init__(
            coerce=int, empty_value=None, required=False, choices=[("", otherwise), *LeagueNight.choices], **kwargs
        )


class DivisionNightsForm(PlainForm):
    """The rules that a division's list must keep. Gaps between two meetings are asked for in weeks."""

    night = NightField(label="Night")
    legs = forms.IntegerField(min_value=1, max_value=4, label="Matches between each pair")
    second_half = forms.ChoiceField(
        choices=Halves.choices,
        label="The second half of the season",
        widget=forms.RadioSelect,
        help_text="Any order gives fewer back-to-back home or away matches.",
    )
    min_gap_weeks = forms.IntegerField(
        min_value=0, max_value=30, label="Weeks between two meetings of a pair: at least"
    )
    pref_gap_weeks = forms.IntegerField(min_value=0, max_value=30, label="Weeks between two meetings of a pair: better")
    max_run = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", "No limit"), *((number, str(number)) for number in range(2, 7))],
        label="Most matches in a row at home, or away",
    )
    min_rest_days = forms.IntegerField(min_value=1, max_value=14, label="Days between two matches of a team: at least")

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        names = ("night", "legs", "second_half", "max_run", "min_rest_days")
        initial = {name: getattr(division, name) for name in names}
        initial["min_gap_weeks"] = -(-division.min_gap_days // WEEK_DAYS)
        initial["pref_gap_weeks"] = -(-division.pref_gap_days // WEEK_DAYS)
        super().__init__(*args, **(kwargs | {"initial": initial}))
        league = division.competition.season.league
        self.fields["night"].choices = [  # type: ignore[attr-defined]
            ("", f"The league’s night: {league.get_night_display()}"),
            *LeagueNight.choices,
        ]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        least, better = values.pop("min_gap_weeks", None), values.pop("pref_gap_weeks", None)
        if least is not None and better is not None:
            if better < least:
                self.add_error("pref_gap_weeks", f"They must be {least} weeks apart, so the better gap is not shorter.")
            values |= {"min_gap_days": least * WEEK_DAYS, "pref_gap_days": better * WEEK_DAYS}
        return values


class HomeNightForm(PlainForm):
    """A team's own night."""

    night = NightField(label="Home night")

    def __init__(self, *args: Any, otherwise: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["night"].choices = [("", otherwise), *LeagueNight.choices]  # type: ignore[attr-defined]
