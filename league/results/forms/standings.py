"""What the secretary types when a table splits into shields. Forms parse; whether it may be done is for the action."""

from collections.abc import Sequence
from typing import Any

from django import forms

from league.base.ui.forms import DayField, PlainForm
from league.results.presenters.standings import Standing
from scoring.names import spelling
from scoring.season.ending import Carry

CARRIES = (
    (Carry.ALL.value, "All their points"),
    (Carry.HALF.value, "Half their points"),
    (Carry.AMONG.value, "Only those won against teams of the same shield"),
    (Carry.NOTHING.value, "Nothing: everyone starts again"),
)


class ShieldsForm(PlainForm):
    """How many teams are in each shield, from the top, what the shields are called, and what is carried."""

    sizes = forms.CharField(
        max_length=30, label="How many teams in each, from the top", help_text="Such as 6 4.",
    )  # fmt: skip
    names = forms.CharField(
        label="Names, one per line", widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip
    carry = forms.ChoiceField(
        choices=CARRIES, initial=Carry.ALL.value, widget=forms.RadioSelect, label="Points carried over"
    )
    legs = forms.IntegerField(min_value=1, max_value=4, initial=1, label="How often each pair meets")
    on = DayField(label="From")

    def __init__(self, *args: Any, rows: Sequence[Standing], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows = [each for each in rows if not each.row.withdrawn]
        upper = (len(self.rows) + 1) // 2
        self.initial.setdefault("sizes", f"{upper} {len(self.rows) - upper}")
        self.initial.setdefault("names", "Upper shield\nLower shield")
        if any(each.row.shared for each in self.rows):
            self.fields["despite"] = forms.BooleanField(
                required=False, label="Split it in the order shown where a place is shared at the cut"
            )

    def clean_sizes(self) -> list[int]:
        """Whole numbers that make up the division."""
        typed = self.cleaned_data["sizes"].replace("+", " ").replace(",", " ").split()
        if not all(each.isdecimal() for each in typed):
            raise forms.ValidationError("Enter numbers, such as 6 4.")
        sizes = [int(each) for each in typed]
        if sum(sizes) != len(self.rows) or len(sizes) < 2:
            raise forms.ValidationError(f"There are {len(self.rows)} teams, but these add up to {sum(sizes)}.")
        if min(sizes) < 2:
            raise forms.ValidationError("Each shield needs at least two teams.")
        return sizes

    def clean_names(self) -> list[str]:
        """A name of its own for each."""
        names = [" ".join(line.split()) for line in self.cleaned_data["names"].splitlines() if line.strip()]
        if len(set(map(spelling, names))) < len(names):
            raise forms.ValidationError("Give each shield a different name.")
        return names

    def clean(self) -> dict[str, Any]:
        """What `split_into_shields` takes."""
        values: dict[str, Any] = super().clean() or {}
        despite = values.pop("despite", False)
        if "carry" in values:
            values["carry"] = Carry(values["carry"])
        if "sizes" in values and "names" in values:
            if len(values["sizes"]) != len(values["names"]):
                self.add_error("names", f"Give {len(values['sizes'])} names, one for each shield.")
            level = None if despite else self._level(values["sizes"])
            if level is not None:
                self.add_error("despite", f"{level} share a place at the cut. Tick this to split in the order shown.")
        return values

    def _level(self, sizes: Sequence[int]) -> str | None:
        """Two neighbours who share a place where one shield ends."""
        for number in range(1, len(sizes)):
            last, first = self.rows[sum(sizes[:number]) - 1], self.rows[sum(sizes[:number])]
            if last.row.place == first.row.place:
                return f"{last.name} and {first.name}"
        return None
