"""Points that are given or taken: to whom, how many, why."""

from typing import Any

from django import forms
from django.db.models import QuerySet

from league.results.choices import AdjustmentKind
from league.schedule.models import Entry
from league.teams.forms import DayField, PlainForm
from league.teams.forms.points import PointsField

TAKEN = {AdjustmentKind.DEDUCTION, AdjustmentKind.LATE_CARD, AdjustmentKind.NO_SHOW}


class AdjustmentForm(PlainForm):
    """The kind says whether the points are taken or given; `points` is written without a sign."""

    entry: Any = forms.ModelChoiceField(queryset=None, label="Team", empty_label="Choose a team")
    kind = forms.ChoiceField(label="What for?", widget=forms.RadioSelect)
    points = PointsField(nought=False, label="Points", help_text="For example 2, or 1½.")
    reason = forms.CharField(max_length=200, label="Reason", help_text="Everybody can read it under the table.")
    on = DayField(label="Day it counts from")

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
            if values["kind"] in TAKEN and "points" in values:
                values["points"] = -values["points"]
        return values


def _offered(kind: AdjustmentKind) -> str:
    return f"{kind.label} (points off)" if kind in TAKEN else f"{kind.label} (points on)"


class RevocationForm(PlainForm):
    reason = forms.CharField(max_length=200, label="Why is it taken back?")
