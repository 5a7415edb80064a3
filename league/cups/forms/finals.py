"""What the co-ordinator types about the days of a cup's rounds and about a finals night."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from league.base.ui.formats import night as night_text
from league.base.ui.forms import DayField, PlainForm, TimeOfDayField
from league.cups.models import FinalsNight, Round
from league.teams.models import Venue
from scoring.season.knockout.facts import GROUPS

Rounds = Iterable[tuple[str, int, str]]


class RoundsForm(PlainForm):
    """For each round the last day to play it, or, of a knockout, the finals night that it is played on."""

    def __init__(
        self,
        *args: Any,
        rounds: Rounds,
        days: Mapping[tuple[str, int], Round],
        nights: Iterable[FinalsNight],
        **rest: Any,
    ) -> None:
        super().__init__(*args, **rest)
        self.rounds = [(str(part), number, name) for part, number, name in rounds]
        self.nights = {str(each.pk): each for each in nights}
        choices = [("", "No, the two sides arrange it"), *((key, _night(each)) for key, each in self.nights.items())]
        for part, number, name in self.rounds:
            row = days.get((part, number))
            self.fields[f"{part}-{number}-by"] = DayField(
                required=False, label=f"{name}: play by", initial=row.play_by if row else None
            )
            if self.nights and part != GROUPS:
                self.fields[f"{part}-{number}-night"] = forms.ChoiceField(
                    required=False, label=f"{name}: on a finals night", choices=choices,
                    initial=str(row.night_id) if row and row.night_id else "",
                )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """What `set_rounds` takes."""
        typed = super().clean() or {}
        return {
            "days": {
                (part, number): (
                    typed.get(f"{part}-{number}-by"),
                    self.nights.get(typed.get(f"{part}-{number}-night") or ""),
                )
                for part, number, _ in self.rounds
            }
        }


class FinalsNightForm(PlainForm):
    """An evening at one place for the last ties of several cups."""

    name = forms.CharField(max_length=60, initial="Finals night", label="Name")
    date = DayField(label="Date")
    start_time = TimeOfDayField(label="First ties start at")
    venue: Any = forms.ModelChoiceField(queryset=None, empty_label=None, label="Venue")
    tables = forms.IntegerField(min_value=1, max_value=40, initial=4, label="Tables")
    minutes = forms.IntegerField(
        min_value=5, max_value=240, initial=40, label="Minutes for each tie", help_text="Allow for a close one."
    )
    notes = forms.CharField(
        required=False, max_length=1000, label="Notes for everyone", help_text="Such as: pie and peas at nine.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip

    def __init__(self, *args: Any, night: FinalsNight | None = None, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self.fields["venue"].queryset = Venue.objects.order_by("name", "pk")  # type: ignore[attr-defined]
        if night is not None:
            self.initial = {name: getattr(night, name) for name in self.fields if name != "venue"}
            self.initial["venue"] = night.venue_id


class FinalsPlaceForm(PlainForm):
    """Where a tie of a finals night is played, and in which turn."""

    turn = forms.IntegerField(min_value=1, max_value=60, label="Turn", help_text="1 is the first of the evening.")
    table = forms.IntegerField(min_value=1, max_value=40, label="Table")


def _night(each: FinalsNight) -> str:
    return f"{each}, {night_text(each.date)}"
