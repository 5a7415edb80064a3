"""Where each team plays next season, with a reason where it is not as the rule has it."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from league.agm.queries.places import DivisionEnd, Place
from league.schedule.actions.endings import PlacementDecision
from league.schedule.choices import Movement
from league.teams.forms import PlainForm

OUT = "out"


class PlacesForm(PlainForm):
    """A division, or none, for every team; begins with what was decided, else with what the rule has."""

    def __init__(self, *args: Any, ends: Sequence[DivisionEnd], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ends = ends
        self.divisions = {str(end.division.pk): end.division for end in ends}
        for end in ends:
            for place in end.places:
                self._add(place)

    def _add(self, place: Place) -> None:
        key, fate = place.entry.pk, place.fate
        choices = [*((key, division.name) for key, division in self.divisions.items()), (OUT, "Does not come back")]
        if fate is not None:
            begin = str(fate.to_id or OUT)
        else:
            begin = str(place.to.pk) if place.to else OUT if place.proposed == Movement.OUT else ""
        if not begin:
            choices.insert(0, ("", "Choose"))
        self.fields[f"to-{key}"] = forms.ChoiceField(
            choices=choices,
            initial=begin,
            label=f"{place.entry} plays in",
            error_messages={"required": f"Choose where {place.entry} plays."},
        )
        self.fields[f"reason-{key}"] = forms.CharField(
            max_length=200, required=False, initial=fate.reason if fate else "", label="Reason, if not by the rule"
        )

    def groups(self) -> Iterator[tuple[DivisionEnd, list[tuple[Place, BoundField, BoundField]]]]:
        """Every division with its teams and the two fields of each."""
        for end in self.ends:
            keys = [(place, place.entry.pk) for place in end.places]
            yield end, [(place, self[f"to-{key}"], self[f"reason-{key}"]) for place, key in keys]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        decided = [
            PlacementDecision(
                entry=place.entry,
                proposed=place.proposed,
                to=self.divisions.get(values.get(f"to-{place.entry.pk}", OUT)),
                reason=values.get(f"reason-{place.entry.pk}", ""),
            )
            for end in self.ends
            for place in end.places
        ]
        return {"decided": decided}

    def add_fault(self, fault: forms.ValidationError) -> None:
        """The action names an entry by its key; here that is where its reason is typed."""
        if hasattr(fault, "error_dict"):
            named = {
                f"reason-{key}" if f"reason-{key}" in self.fields else key: errors
                for key, errors in fault.error_dict.items()
            }
            fault = forms.ValidationError(named)
        super().add_fault(fault)


class PlayOffForm(PlainForm):
    """How level teams are drawn; two are not drawn at all."""

    seed = forms.CharField(
        max_length=80,
        label="Seed for the draw",
        help_text="Numbers that nobody can choose and everybody has seen, such as last Saturday's lottery.",
    )

    def __init__(self, *args: Any, teams: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if teams <= 2:
            del self.fields["seed"]
