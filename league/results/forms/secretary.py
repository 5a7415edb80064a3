"""What a secretary writes about results and players: points adjustments, and two players who are one."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet

from league.base.ui.forms import DayField, PlainForm, PointsField
from league.results.choices import DEDUCTION_KINDS, AdjustmentKind
from league.results.queries.tables import Standing
from league.schedule.models import Entry
from league.teams.models import League, Player
from scoring.names import spelling
from scoring.season.ending import Carry


# --- Two players who may be one ---------------------------------------------------------------------------------------
class MergeForm(PlainForm):
    """Which of the two rows stays; cleaned, `kept` and `gone` are players."""

    kept = forms.ChoiceField(
        label="Which name stays?",
        widget=forms.RadioSelect,
        help_text="Every game counts for this one. Cards keep the names written on them.",
        error_messages={"required": "Choose which name stays."},
    )
    reason = forms.CharField(
        max_length=200,
        label="How do you know?",
        help_text="It is kept with the merge.",
        error_messages={"required": "Say how you know."},
    )

    def __init__(self, *args: Any, pair: tuple[Player, Player], labels: tuple[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pair = pair
        choices = [(str(player.pk), label) for player, label in zip(pair, labels, strict=True)]
        self.fields["kept"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if "kept" in values:
            first = values["kept"] == str(self.pair[0].pk)
            values["kept"], values["gone"] = self.pair if first else self.pair[::-1]
        return values


class MergePairForm(PlainForm):
    one: "forms.ModelChoiceField[Player]" = forms.ModelChoiceField(
        queryset=None, label="One player", empty_label="Choose a player"
    )
    two: "forms.ModelChoiceField[Player]" = forms.ModelChoiceField(
        queryset=None, label="The other player", empty_label="Choose a player"
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "two"):
            players = Player.objects.filter(league=league, merged_into=None).order_by("name", "pk")
            self.fields[name].queryset = players  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if values.get("one") and values.get("one") == values.get("two"):
            self.add_error("two", "Choose two different players.")
        return values


class AdjustmentForm(PlainForm):
    """The kind says whether the points are taken or given; `points` is written without a sign."""

    entry: Any = forms.ModelChoiceField(queryset=None, label="Team", empty_label="Choose a team")
    kind = forms.ChoiceField(
        label="What for?", widget=forms.RadioSelect, error_messages={"required": "Choose what it is for."}
    )
    points = PointsField(nought=False, label="Points", help_text="For example 2, or 1½.")
    reason = forms.CharField(max_length=200, label="Reason", help_text="Everyone can read it below the table.")
    on = DayField(label="Counts from")

    def __init__(self, *args: Any, entries: QuerySet[Entry], buy_back: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].queryset = entries  # type: ignore[attr-defined]
        kinds = [kind for kind in AdjustmentKind if buy_back or kind is not AdjustmentKind.BUY_BACK]
        signs = {kind: "points off" if kind in DEDUCTION_KINDS else "points on" for kind in kinds}
        choices = [(kind.value, f"{kind.label}: {sign}") for kind, sign in signs.items()]
        self.fields["kind"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if "kind" in values:
            values["kind"] = AdjustmentKind(values["kind"])
            if values["kind"] in DEDUCTION_KINDS and "points" in values:
                values["points"] = -values["points"]
        return values


class RevokeAdjustmentForm(PlainForm):
    reason = forms.CharField(max_length=200, label="Reason for withdrawing it")


# --- a table that splits into shields ---------------------------------------------------------------------------------
CARRIES = (
    (Carry.RECORD.value, "The whole record: matches, scores and points go on"),
    (Carry.ALL.value, "All their points, and nothing else"),
    (Carry.HALF.value, "Half their points"),
    (Carry.AMONG.value, "Only those won against teams of the same shield"),
    (Carry.NOTHING.value, "Nothing: everyone starts again"),
)


class ShieldsForm(PlainForm):
    sizes = forms.CharField(
        max_length=30, label="How many teams in each, from the top", help_text="Such as 6 4.",
    )  # fmt: skip
    names = forms.CharField(
        label="Names, one per line", widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip
    carry = forms.ChoiceField(
        choices=CARRIES, initial=Carry.RECORD.value, widget=forms.RadioSelect, label="What each team takes along"
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
        names = [" ".join(line.split()) for line in self.cleaned_data["names"].splitlines() if line.strip()]
        if len(set(map(spelling, names))) < len(names):
            raise forms.ValidationError("Give each shield a different name.")
        return names

    def clean(self) -> dict[str, Any]:
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
        for number in range(1, len(sizes)):
            last, first = self.rows[sum(sizes[:number]) - 1], self.rows[sum(sizes[:number])]
            if last.row.place == first.row.place:
                return f"{last.name} and {first.name}"
        return None
