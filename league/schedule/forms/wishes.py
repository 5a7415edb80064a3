"""What the secretary types about wishes, matches set beforehand, and prices."""

from collections.abc import Collection, Iterable
from dataclasses import asdict
from datetime import date
from itertools import groupby
from typing import Any

from django import forms

from league.base.ui.formats import night
from league.base.ui.forms import DayField, PlainForm
from league.schedule.choices import Firmness, WishedFor
from league.schedule.models import Entry, Wish
from league.schedule.values.task import ABOUT_TWO, MEETINGS, WITH_DATES, every_nth_week, firmness_of, nth_of_month
from scoring.season.schedule.task import Weights

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
    meet_by = DayField(label="The first match no later than")
    most = forms.IntegerField(min_value=1, max_value=20, initial=1, label="Matches at most")
    nights = forms.IntegerField(
        min_value=2,
        max_value=60,
        initial=2,
        label="In any so many league nights running",
        help_text="1 match in 2 nights: never two nights running. 2 matches in 3: never three in a row.",
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
        self,
        *args: Any,
        kind: WishedFor,
        others: Iterable[Entry],
        nights: Collection[date],
        wish: Wish | None = None,
        **kwargs: Any,
    ) -> None:
        kept = [date.fromisoformat(day) for day in wish.dates] if wish else []
        self.open_nights = tuple(sorted({*nights, *kept}))
        self.others = {str(entry.pk): entry for entry in others}
        super().__init__(*args, **(kwargs | {"initial": _now(wish) if wish else {}}))
        if kind not in ABOUT_TWO:
            del self.fields["other"]
        else:
            self.fields["other"].choices = [  # type: ignore[attr-defined]
                ("", "Choose a team"),
                *((key, self._named(entry, kind)) for key, entry in self.others.items()),
            ]
        if kind in WITH_DATES:
            self.fields["dates"].choices = _by_month(self.open_nights)  # type: ignore[attr-defined]
        else:
            del self.fields["dates"], self.fields["pattern"]
        if kind != WishedFor.MEET_BY:
            del self.fields["meet_by"]
        if kind != WishedFor.AT_MOST:
            del self.fields["most"], self.fields["nights"]

    @staticmethod
    def _named(entry: Entry, kind: WishedFor) -> str:
        return entry.name if kind in MEETINGS else f"{entry.name}, {entry.division}"

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
    """A match that must be on its day."""

    home = forms.ChoiceField(label="At home")
    away = forms.ChoiceField(label="Away")
    on = DayField(label="Date")

    def __init__(self, *args: Any, entries: Iterable[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = {str(entry.pk): entry for entry in entries}
        choices: list[Any] = [("", "Choose a team")]
        for division, there in groupby(self.entries.values(), key=lambda entry: entry.division):
            choices.append((division.name, [(str(entry.pk), entry.name) for entry in there]))
        for name in ("home", "away"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean_home(self) -> Entry:
        return self.entries[self.cleaned_data["home"]]

    def clean_away(self) -> Entry:
        return self.entries[self.cleaned_data["away"]]


class PricesForm(PlainForm):
    """What is nobody's wish but everybody minds, each with its price."""

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


def _by_month(nights: Iterable[date]) -> list[tuple[str, list[tuple[str, str]]]]:
    return [
        (f"{month:%B %Y}", [(day.isoformat(), night(day).rpartition(" ")[0]) for day in days])
        for month, days in groupby(nights, key=lambda day: day.replace(day=1))
    ]
