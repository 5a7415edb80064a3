"""What the secretary types about a season's nights, and about what its teams ask for."""

from collections.abc import Collection, Iterable
from dataclasses import asdict
from datetime import date
from itertools import groupby
from typing import Any

from django import forms

from league.base.ui.formats import night
from league.base.ui.forms import DayField, PlainForm
from league.schedule.choices import BlackoutKind, Firmness, Halves, HolidaysOf, WishedFor
from league.schedule.models import Division, Entry, Wish
from league.schedule.values.task import ABOUT_TWO, MEETINGS, WITH_DATES, every_nth_week, firmness_of, nth_of_month
from league.teams.choices import LeagueNight
from scoring.season.schedule.task import Weights

WEEK_DAYS = 7


class BlackoutForm(PlainForm):
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
    kind = forms.ChoiceField(
        choices=BlackoutKind.choices,
        initial=BlackoutKind.CUP,
        label="Mark nights as",
        widget=forms.RadioSelect(attrs={"class": "choices--across"}),
        error_messages={"required": "Choose what to mark the nights as."},
    )


class HolidaysForm(PlainForm):
    holidays_of = forms.ChoiceField(choices=HolidaysOf.choices, label="Whose bank holidays")


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
    min_gap_weeks = forms.IntegerField(min_value=0, max_value=30, label="Fewest weeks between two meetings of a pair")
    pref_gap_weeks = forms.IntegerField(min_value=0, max_value=30, label="Weeks wanted between two meetings of a pair")
    max_run = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", "No limit"), *((number, str(number)) for number in range(2, 7))],
        label="Most matches in a row at home, or away",
    )
    min_rest_days = forms.IntegerField(min_value=1, max_value=14, label="Fewest days between two matches of a team")

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
    night = NightField(label="Home night")

    def __init__(self, *args: Any, otherwise: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["night"].choices = [("", otherwise), *LeagueNight.choices]  # type: ignore[attr-defined]


# --- requests, matches set beforehand, and prices ---------------------------------------------------------------------
TICKED = "ticked"
PATTERNS = (
    (TICKED, "Those ticked below"),
    ("every-2", "Every second week, from the first that is ticked"),
    ("every-3", "Every third week, from the first that is ticked"),
    ("every-4", "Every fourth week, from the first that is ticked"),
    ("month-1", "The first of each month, and those ticked"),
    ("month-2", "The second of each month, and those ticked"),
    ("month-3", "The third of each month, and those ticked"),
    ("month-4", "The fourth of each month, and those ticked"),
    ("month-5", "The last of each month, and those ticked"),
)

PRICE_WORDS = {
    "breaks": ("Back to back", "Each second match in a row at home, or away."),
    "run3": ("Three in a row", "More for three in a row."),
    "half": ("Uneven halves", "Each match by which home and away differ, beyond one, in the first half."),
    "gap": ("Meeting again soon", "Each week that the return match comes too soon."),
    "change": ("A match moved", "After publication: each match that is moved or swapped."),
    "delay": ("How far it is moved", "After publication: each week by which a match is moved."),
    "idle": ("A week without a match", "In mid-season: each week in which a team does not play."),
    "week2": ("Two matches in a week", "In mid-season: each second match of a team in one week."),
    "part": (
        "A night with some teams idle",
        "In mid-season: each night on which a division plays and some of its teams could and do not.",
    ),
    "unfair": (
        "Some teams get less than others",
        "How much more each further unmet request of one team costs. Teams that did badly last season come first.",
    ),
}


class WishForm(PlainForm):
    """One wish of one team. Its fields depend on what is wished: dates, another team, a last day."""

    other = forms.ChoiceField(label="The other team")
    pattern = forms.ChoiceField(choices=PATTERNS, initial=TICKED, label="Which nights?")
    dates = forms.TypedMultipleChoiceField(
        coerce=date.fromisoformat,
        required=False,
        label="Nights to tick",
        error_messages={"invalid_choice": "%(value)s is no league night any more. Tick another."},
        widget=forms.CheckboxSelectMultiple(attrs={"class": "choices--nights"}),
    )
    meet_by = DayField(label="Last day for their first match")
    most = forms.IntegerField(
        min_value=1,
        max_value=20,
        initial=1,
        label="Matches at most",
        error_messages={"required": "Enter the most matches."},
    )
    nights = forms.IntegerField(
        min_value=2,
        max_value=60,
        initial=2,
        label="In any so many league nights running",
        help_text="1 match in 2 nights: never two nights running. 2 matches in 3: never three in a row.",
        error_messages={"required": "Enter how many league nights running."},
    )
    firmness = forms.ChoiceField(
        choices=Firmness.choices, initial=Firmness.MATTERS, label="How much does it matter?", widget=forms.RadioSelect
    )
    words = forms.CharField(
        max_length=200,
        required=False,
        label="In their words",
        help_text="Such as “darts night”. It is kept with the request.",
    )

    def __init__(
        self, *args: Any, kind: WishedFor, others: Iterable[Entry], nights: Collection[date], wish: Wish | None = None,
        **kwargs: Any,
    ) -> None:  # fmt: skip
        kept = [date.fromisoformat(day) for day in wish.dates] if wish else []
        self.open_nights = tuple(sorted({*nights, *kept}))
        self.others = {str(entry.pk): entry for entry in others}
        super().__init__(*args, **(kwargs | {"initial": _now(wish) if wish else {}}))
        if kind not in ABOUT_TWO:
            del self.fields["other"]
        else:
            full = "{0}" if kind in MEETINGS else "{0}, {0.division}"
            names = [(key, full.format(entry)) for key, entry in self.others.items()]
            self.fields["other"].choices = [("", "Choose a team"), *names]  # type: ignore[attr-defined]
        if kind in WITH_DATES:
            self.fields["dates"].choices = [  # type: ignore[attr-defined]
                (f"{month:%B %Y}", [(day.isoformat(), night(day).rpartition(" ")[0]) for day in days])
                for month, days in groupby(self.open_nights, key=lambda day: day.replace(day=1))
            ]
        else:
            del self.fields["dates"], self.fields["pattern"]
        if kind != WishedFor.MEET_BY:
            del self.fields["meet_by"]
        if kind != WishedFor.AT_MOST:
            del self.fields["most"], self.fields["nights"]

    def clean_other(self) -> Entry:
        return self.others[self.cleaned_data["other"]]

    def clean(self) -> dict[str, Any]:
        """The ticked dates and those of the pattern together; so many matches in so many nights."""
        values: dict[str, Any] = super().clean() or {}
        if "most" in values and "nights" in values:
            values["spell"] = most, nights = values.pop("most"), values.pop("nights")
            if most >= nights:
                self.add_error("most", f"In {nights} nights a team plays {nights} at most anyway. Give fewer.")
        if "dates" not in self.fields or "dates" not in values:
            return values
        ticked = set(values["dates"])
        how, _, number = values.pop("pattern", "").partition("-")
        if how == "every" and self.open_nights:
            ticked |= every_nth_week(self.open_nights, int(number), min(ticked, default=self.open_nights[0]))
        elif how == "month":
            ticked |= nth_of_month(self.open_nights, int(number))
        if not ticked:
            self.add_error("dates", "Tick at least one date.")
        values["dates"] = sorted(ticked)
        return values


class PresetForm(PlainForm):
    home = forms.ChoiceField(label="At home", error_messages={"required": "Choose the home team."})
    away = forms.ChoiceField(label="Away", error_messages={"required": "Choose the away team."})
    on = DayField(label="Date")

    def __init__(self, *args: Any, entries: Iterable[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = {str(entry.pk): entry for entry in entries}
        choices: list[Any] = [("", "Choose a team")]
        for division, group in groupby(self.entries.values(), key=lambda entry: entry.division):
            choices.append((division.name, [(str(entry.pk), entry.name) for entry in group]))
        for name in ("home", "away"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean_home(self) -> Entry:
        return self.entries[self.cleaned_data["home"]]

    def clean_away(self) -> Entry:
        return self.entries[self.cleaned_data["away"]]


class PricesForm(PlainForm):
    def __init__(self, *args: Any, weights: dict[str, int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, price in (asdict(Weights()) | weights).items():
            label, text = PRICE_WORDS[name]
            self.fields[name] = forms.IntegerField(
                min_value=0, max_value=100, label=label, help_text=text, initial=price
            )

    def clean(self) -> dict[str, Any]:
        return {"prices": super().clean() or {}}


def _now(wish: Wish) -> dict[str, Any]:
    return {
        "other": str(wish.other_id or ""),
        "dates": wish.dates,
        "meet_by": wish.by,
        "most": wish.most,
        "nights": wish.nights,
        "firmness": firmness_of(wish),
        "words": wish.words,
    }
