"""What the secretary types about the nights of a season: weeks left out, a division's rules, a team's own night."""

from typing import Any

from django import forms

from league.schedule.choices import BlackoutKind, Halves, HolidaysOf
from league.schedule.models import Division
from league.teams.choices import MatchNight
from league.ui.forms import DayField, PlainForm

WEEK_DAYS = 7


class BlackoutForm(PlainForm):
    """Several days without league matches."""

    first = DayField(label="First day")
    last = DayField(label="Last day")
    kind = forms.ChoiceField(
        choices=BlackoutKind.choices, label="Why?", widget=forms.RadioSelect(attrs={"class": "choices--across"})
    )
    reason = forms.CharField(max_length=80, required=False, label="In words", help_text="Such as “County Cup final”.")

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
        label="A night that you tap becomes",
        widget=forms.RadioSelect(attrs={"class": "choices--across"}),
    )


class HolidaysForm(PlainForm):
    holidays_of = forms.ChoiceField(choices=HolidaysOf.choices, label="Bank holidays of")


class NightField(forms.TypedChoiceField):
    """A weekday, or None for the one that holds without it; `otherwise` says which that is."""

    def __init__(self, *, otherwise: str = "", **kwargs: Any) -> None:
        super().__init__(
            coerce=int, empty_value=None, required=False, choices=[("", otherwise), *MatchNight.choices], **kwargs
        )


class DivisionNightsForm(PlainForm):
    """The rules that a division's list must keep. Gaps between two meetings are asked for in weeks."""

    night = NightField(label="Night")
    legs = forms.IntegerField(min_value=1, max_value=4, label="How often each pair meets")
    second_half = forms.ChoiceField(
        choices=Halves.choices,
        label="The second half of the season",
        widget=forms.RadioSelect,
        help_text="In any order gives a better list: fewer matches in a row at home or away.",
    )
    min_gap_weeks = forms.IntegerField(
        min_value=0, max_value=30, label="Two meetings of a pair: at least this many weeks apart"
    )
    pref_gap_weeks = forms.IntegerField(min_value=0, max_value=30, label="Better: this many weeks apart")
    max_run = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", "As many as it takes"), *((number, str(number)) for number in range(2, 7))],
        label="Most matches in a row at home, or away",
    )
    min_rest_days = forms.IntegerField(
        min_value=1, max_value=14, label="Fewest days from one match of a team to its next"
    )

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        asked = ("night", "legs", "second_half", "max_run", "min_rest_days")
        initial = {name: getattr(division, name) for name in asked}
        initial["min_gap_weeks"] = -(-division.min_gap_days // WEEK_DAYS)
        initial["pref_gap_weeks"] = -(-division.pref_gap_days // WEEK_DAYS)
        super().__init__(*args, **(kwargs | {"initial": initial}))
        league = division.competition.season.league
        self.fields["night"].choices = [  # type: ignore[attr-defined]
            ("", f"The league's night: {league.get_night_display()}"),
            *MatchNight.choices,
        ]

    def clean(self) -> dict[str, Any]:
        """The values that the action takes, in days."""
        values: dict[str, Any] = super().clean() or {}
        least, better = values.pop("min_gap_weeks", None), values.pop("pref_gap_weeks", None)
        if least is not None and better is not None:
            if better < least:
                self.add_error("pref_gap_weeks", f"They must be {least} weeks apart, so the better gap is not shorter.")
            values |= {"min_gap_days": least * WEEK_DAYS, "pref_gap_days": better * WEEK_DAYS}
        return values


class HomeNightForm(PlainForm):
    """A team's own night."""

    night = NightField(label="Plays at home on")

    def __init__(self, *args: Any, otherwise: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["night"].choices = [("", otherwise), *MatchNight.choices]  # type: ignore[attr-defined]
