"""The next season as one form: every line of the review has the field that changes it."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from league.agm.queries.next_season import Old, Was
from league.agm.queries.review import Line, Plan, Section, keepable, review
from league.ui.forms import DayField, PlainForm

OUT = "out"


class NextSeasonForm(PlainForm):
    """Begins as it was proposed. `seen` is what the page showed last: what nobody has read is not carried out."""

    name = forms.CharField(max_length=30, label="Name of the season")
    starts = DayField(label="First day")
    halfway = DayField(label="Last day of the first half")
    ends = DayField(label="Last day")

    def __init__(self, data: Mapping[str, Any] | None, *, old: Old) -> None:
        super().__init__(proposed(old) if data is None else data)
        self.old, self.first = old, data is None
        self.plan: Plan | None = None
        self.divisions = {str(division.pk): division for division in old.divisions}
        for was in old.teams:
            self._team(was)
        for off in old.off:
            self._tick(f"off-{off.before.pk}", "Leave these days out")
        for wish in old.wishes:
            self._tick(f"wish-{wish.pk}", "Carry it on")
        for cup in old.cups:
            self._tick(f"cup-{cup.pk}", "Hold it again")

    def _team(self, was: Was) -> None:
        choices = [*((key, division.name) for key, division in self.divisions.items()), (OUT, "Not in it")]
        self.fields[f"team-{was.team.pk}"] = forms.ChoiceField(
            choices=choices, label=f"{was.team}", error_messages={"required": f"Choose where {was.team} plays."}
        )
        squad = self.old.squads.get(was.team.pk, ())
        if squad:
            self.fields[f"leave-{was.team.pk}"] = forms.MultipleChoiceField(
                choices=[(str(each.pk), each.player.name) for each in squad],
                widget=forms.CheckboxSelectMultiple,
                required=False,
                label="Tick who does not carry on",
            )

    def _tick(self, name: str, label: str) -> None:
        self.fields[name] = forms.BooleanField(required=False, label=label)

    def clean(self) -> dict[str, Any]:
        """The plan; refused while it is another than the page showed."""
        values: dict[str, Any] = super().clean() or {}
        starts, halfway, ends = values.get("starts"), values.get("halfway"), values.get("ends")
        if starts and halfway and halfway < starts:
            self.add_error("halfway", "The first half ends before the season starts.")
        if halfway and ends and ends < halfway:
            self.add_error("ends", "The season ends before its first half does.")
        if not self.errors:
            self.plan = self._plan(values)
            if not self.first and self.data.get("seen") != self.digest:
                self.add_error(None, "You have changed something. Read what it comes to, then make the season.")
        return {"plan": self.plan}

    def _plan(self, values: dict[str, Any]) -> Plan:
        old = self.old
        chosen = {was.team.pk: self.divisions.get(values[f"team-{was.team.pk}"]) for was in old.teams}
        places = {team: division for team, division in chosen.items() if division is not None}
        squads = [each for team, squad in old.squads.items() if team in places for each in squad]
        return Plan(
            name=values["name"],
            starts=values["starts"],
            halfway=values["halfway"],
            ends=values["ends"],
            places=places,
            leavers=tuple(each for each in squads if str(each.pk) in values[f"leave-{each.team_id}"]),
            off=tuple(off for off in old.off if values[f"off-{off.before.pk}"]),
            wishes=tuple(wish for wish in old.wishes if values[f"wish-{wish.pk}"] and keepable(wish, places)),
            cups=tuple(cup for cup in old.cups if values[f"cup-{cup.pk}"]),
        )

    @property
    def digest(self) -> str:
        """What the plan is told by: the same for the same plan."""
        if self.plan is None:
            return ""
        said = [(section.title, [line.words for line in section.lines]) for section in review(self.old, self.plan)]
        return hashlib.sha256(repr(said).encode()).hexdigest()[:20]

    def sections(self) -> Iterator[tuple[Section, list[BoundField], list[tuple[Line, BoundField | None]]]]:
        """The review with the fields: of the plan, or of the proposal while the form is wrong."""
        plan = self.plan or NextSeasonForm(None, old=self.old).proposal
        for section in review(self.old, plan):
            lines = [(line, self[line.field] if line.field else None) for line in section.lines]
            yield section, [self[name] for name in section.fields], lines

    @property
    def proposal(self) -> Plan:
        """The plan of a form that nobody has changed."""
        assert self.is_valid(), self.errors
        assert self.plan is not None
        return self.plan


def proposed(old: Old) -> dict[str, Any]:
    """The form's data as everything goes on by what was decided."""
    to = old.to
    data: dict[str, Any] = {"name": to.name}
    data |= {name: getattr(to, name).isoformat() for name in ("starts", "halfway", "ends")}
    data |= {f"team-{was.team.pk}": str(was.to.pk) if was.to else OUT for was in old.teams}
    data |= {f"off-{off.before.pk}": "on" for off in old.off if off.fits}
    data |= {f"wish-{wish.pk}": "on" for wish in old.wishes}
    data |= {f"cup-{cup.pk}": "on" for cup in old.cups}
    return data
