"""Two players who may be one: which name stays, and how the secretary knows."""

from typing import Any

from django import forms

from league.teams.forms import PlainForm
from league.teams.models import League, Player


class MergeForm(PlainForm):
    """Which of the two rows stays; cleaned, `kept` and `gone` are players."""

    kept = forms.ChoiceField(
        label="Which name stays?",
        widget=forms.RadioSelect,
        help_text="Every game counts for this one. The cards keep the names that were written on them.",
    )
    reason = forms.CharField(max_length=200, label="How do you know?", help_text="Kept with the merge.")

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


class UndoForm(PlainForm):
    reason = forms.CharField(max_length=200, label="Why is it undone?")


class PairForm(PlainForm):
    """Any two players, for the secretary who knows better than their names."""

    one: "forms.ModelChoiceField[Player]" = forms.ModelChoiceField(
        queryset=None, label="One player", empty_label="Choose a player"
    )
    two: "forms.ModelChoiceField[Player]" = forms.ModelChoiceField(
        queryset=None, label="The other", empty_label="Choose a player"
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "two"):
            found = Player.objects.filter(league=league, same_as=None).order_by("name", "pk")
            self.fields[name].queryset = found  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if values.get("one") and values.get("one") == values.get("two"):
            self.add_error("two", "Choose two different players.")
        return values
