"""Who played: the squads with ticks, and names that sign on the night."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField

from league.results.queries.journeys import NEW, Journey
from scoring.card.roll import normal
from scoring.card.sheet import Side, Signing


class PlayersForm(forms.Form):
    """Ticks against both squads. Before anything is saved, those of each side's last card are ticked."""

    def __init__(self, data: Any = None, *, journey: Journey) -> None:
        self.journey = journey
        super().__init__(data)
        for side in (_own(journey), _own(journey).other):
            self._add_side(side)

    def _add_side(self, side: Side) -> None:
        team = self.journey.match.squad(side).name
        ticked = self.journey.present[side] or tuple(self._last(side))
        self.fields[side.value] = forms.MultipleChoiceField(
            label=f"{team}: who played?",
            required=False,
            choices=self._choices(side),
            initial=list(ticked),
            widget=forms.CheckboxSelectMultiple,
        )
        if self.journey.entry(side).slug:
            return  # who is entered by name plays, and nobody signs
        self.fields[f"{side.value}_new"] = forms.CharField(
            label=f"New players of {team}",
            required=False,
            max_length=300,
            help_text=self._hint(),
            widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
        )

    def _choices(self, side: Side) -> list[tuple[str, str]]:
        """Last time's players first, then the rest of the squad, then those signed on this card."""
        squad = {player.id: player.name for player in self.journey.match.squad(side).players}
        first = [key for key in self._last(side) if key in squad]
        new = [(key, f"{key.removeprefix(NEW)} (signs tonight)") for key in self.journey.present[side] if key[0] == NEW]
        return [(key, squad[key]) for key in dict.fromkeys([*first, *squad])] + new

    def _last(self, side: Side) -> list[str]:
        lines = self.journey.last_lines(side)
        return list(dict.fromkeys(key for number in sorted(lines) for key in lines[number]))

    def _hint(self) -> str:
        if self.journey.rules.registration.on_the_night:
            return "Signed tonight: first name and surname. Put a comma between two."
        return "This league does not sign players on the night: the secretary will be asked about them."

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for side in Side:
            if not cleaned.get(side.value) and not cleaned.get(f"{side.value}_new", ""):
                team = self.journey.match.squad(side).name
                self.add_error(side.value, ValidationError(f"Tick the players of {team} who played."))
        return cleaned

    @property
    def sides(self) -> list[tuple[BoundField, BoundField | None]]:
        """For each side, one's own first: the ticks, and the new names where there may be any."""
        ticks = [name for name in self.fields if not name.endswith("_new")]
        return [(self[name], self[f"{name}_new"] if f"{name}_new" in self.fields else None) for name in ticks]

    @property
    def present(self) -> dict[str, list[str]]:
        """Keys of both sides as a draft keeps them; a new name that is in the squad already is that player."""
        return {side.value: [*self.cleaned_data[side.value], *self._new(side)] for side in Side}

    def _new(self, side: Side) -> list[str]:
        known = {normal(player.name): player.id for player in self.journey.match.squad(side).players}
        written = self.cleaned_data.get(f"{side.value}_new", "").replace(";", ",").split(",")
        names = [" ".join(name.split()) for name in written if name.strip()]
        keys = [known.get(normal(name), NEW + name) for name in names]
        return [key for key in dict.fromkeys(keys) if key not in self.cleaned_data[side.value]]

    @property
    def signings(self) -> tuple[Signing, ...]:
        return tuple(
            Signing(side, key.removeprefix(NEW)) for side in Side for key in self.present[side.value] if key[0] == NEW
        )


def _own(journey: Journey) -> Side:
    """The side that is asked for first: one's own, or home."""
    return Side.AWAY if journey.acts_for == Side.AWAY.value else Side.HOME
