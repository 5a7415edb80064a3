"""What a secretary writes about results and players: points adjustments, and two players who are one."""

from typing import Any

from django import forms
from django.db.models import QuerySet

from league.base.ui.forms import DayField, PlainForm, PointsField
from league.results.choices import DEDUCTION_KINDS, AdjustmentKind
from league.schedule.models import Entry
from league.teams.models import League, Player


# --- Two players who may be one ---------------------------------------------------------------------------------------
class MergeForm(PlainForm):
    """Which of the two rows stays; cleaned, `kept` and `gone` are players."""

    kept = forms.ChoiceField(
        label="Which name stays?",
        widget=forms.RadioSelect,
        help_text="Every game counts for this one. Cards keep the names written on them.",
    )
    reason = forms.CharField(max_length=200, label="How do you know?", help_text="It is kept with the merge.")

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


class UndoMergeForm(PlainForm):
    reason = forms.CharField(max_length=200, label="Reason")


class MergePairForm(PlainForm):
    """Any two players, for the secretary who knows better than their names."""

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
    kind = forms.ChoiceField(label="What for?", widget=forms.RadioSelect)
    points = PointsField(nought=False, label="Points", help_text="For example 2, or 1½.")
    reason = forms.CharField(max_length=200, label="Reason", help_text="Everyone can read it below the table.")
    on = DayField(label="Counts from")

    def __init__(self, *args: Any, entries: QuerySet[Entry], buy_back: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].queryset = entries  # type: ignore[attr-defined]
        kinds = [kind for kind in AdjustmentKind if buy_back or kind is not AdjustmentKind.BUY_BACK]
        self.fields["kind"].choices = [(kind.value, _offered(kind)) for kind in kinds]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Points taken are below nought from here on."""
        values: dict[str, Any] = super().clean() or {}
        if "kind" in values:
            values["kind"] = AdjustmentKind(values["kind"])
            if values["kind"] in DEDUCTION_KINDS and "points" in values:
                values["points"] = -values["points"]
        return values


def _offered(kind: AdjustmentKind) -> str:
    return f"{kind.label}: points off" if kind in DEDUCTION_KINDS else f"{kind.label}: points on"


class RevokeAdjustmentForm(PlainForm):
    reason = forms.CharField(max_length=200, label="Reason for withdrawing it")
