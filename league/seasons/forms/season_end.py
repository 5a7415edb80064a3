"""What the secretary types at the annual meeting. Forms parse; whether it may be done is for the actions."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from league.base.ui.forms import DayField, PlainForm
from league.cups.models import LONGEST_WINNER
from league.schedule.actions.seasons import PlacementDecision
from league.schedule.choices import Movement
from league.schedule.forms.seasons import refuse_disorder
from league.seasons.queries.next_season import DATES, FormerTeam, OldSeason, ReviewLine, SeasonPlan, keepable, review
from league.seasons.queries.season_end import DivisionEnd, HonourLine, TeamPlace
from scoring.names import spelling

# --- closing, with the honours ----------------------------------------------------------------------------------------
SPARE_ROWS = 2


class ClosingForm(PlainForm):
    """A line for every honour that is proposed, and empty ones for more; a line without a winner is not written."""

    def __init__(self, *args: Any, lines: Sequence[HonourLine], loose: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lines = [*lines, *(HonourLine("", "") for _ in range(SPARE_ROWS))]
        if loose:
            self.fields["reason"] = forms.CharField(
                max_length=200, label="Reason for closing with things outstanding", widget=forms.TextInput
            )
        else:
            self.fields["sure"] = forms.BooleanField(label="Nothing is outstanding, and the tables above are final")
        for number, line in enumerate(self.lines, start=1):
            self._add(f"title-{number}", "Award", line.title, 80)
            self._add(f"winner-{number}", "Winner", line.winner, LONGEST_WINNER)
            self._add(f"runner-{number}", "Runner-up", line.runner_up, LONGEST_WINNER)

    def _add(self, name: str, label: str, initial: str, length: int) -> None:
        self.fields[name] = forms.CharField(label=label, initial=initial, max_length=length, required=False)

    def groups(self) -> Iterator[tuple[str, tuple[BoundField, ...]]]:
        for number, line in enumerate(self.lines, start=1):
            parts = tuple(self[f"{part}-{number}"] for part in ("title", "winner", "runner"))
            yield line.title or "Another honour", parts

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        honours, titles = [], set()
        for number, line in enumerate(self.lines, start=1):
            title, winner, runner = (values.get(f"{part}-{number}", "") for part in ("title", "winner", "runner"))
            if not winner:
                continue
            if not title:
                self.add_error(f"title-{number}", f"Say what {winner} won.")
            elif spelling(title) in titles:
                self.add_error(f"title-{number}", f"“{title}” is listed twice.")
            titles.add(spelling(title))
            same = winner == line.winner  # then it is still that team, or those players
            typed = {"title": title, "winner": winner, "runner_up": runner}
            honours.append(replace(line, **typed) if same else HonourLine(**typed))
        return {"honours": tuple(honours), "reason": values.get("reason", "")}


# --- where each team goes, and play-offs ------------------------------------------------------------------------------
OUT = "out"


class SeasonPlacesForm(PlainForm):
    """A division, or none, for every team; begins with what was decided, else with what the rule has."""

    def __init__(self, *args: Any, ends: Sequence[DivisionEnd], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ends = ends
        self.divisions = {str(end.division.pk): end.division for end in ends}
        for end in ends:
            for place in end.places:
                self._add(place)

    def _add(self, place: TeamPlace) -> None:
        key, placement = place.entry.pk, place.placement
        choices = [*((key, division.name) for key, division in self.divisions.items()), (OUT, "Leaves the league")]
        if placement is not None:
            begin = str(placement.to_id or OUT)
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
            max_length=200,
            required=False,
            initial=placement.reason if placement else "",
            label="Reason, if you decide differently",
        )

    def groups(self) -> Iterator[tuple[DivisionEnd, list[tuple[TeamPlace, BoundField, BoundField]]]]:
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

    def add_validation_error(self, fault: forms.ValidationError) -> None:
        """The action names an entry by its key; here that is where its reason is typed."""
        if hasattr(fault, "error_dict"):
            named = {
                f"reason-{key}" if f"reason-{key}" in self.fields else key: errors
                for key, errors in fault.error_dict.items()
            }
            fault = forms.ValidationError(named)
        super().add_validation_error(fault)


class PlayOffForm(PlainForm):
    """How level teams are drawn; two are not drawn at all."""

    seed = forms.CharField(
        max_length=80,
        label="Seed for the draw",
        help_text="Numbers that nobody can choose and everyone can check, such as last Saturday’s lottery.",
    )

    def __init__(self, *args: Any, teams: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if teams <= 2:
            del self.fields["seed"]


# --- the next season --------------------------------------------------------------------------------------------------
class NextSeasonForm(PlainForm):
    """Begins as it was proposed. `seen` is what the page showed last: what nobody has read is not carried out."""

    name = forms.CharField(max_length=30, label="Season name")
    starts = DayField(label="First day")
    halfway = DayField(label="Last day of the first half")
    ends = DayField(label="Last day")

    def __init__(self, data: Mapping[str, Any] | None, *, old: OldSeason) -> None:
        super().__init__(initial_plan(old) if data is None else data)
        self.old, self.first = old, data is None
        self.plan: SeasonPlan | None = None
        self.divisions = {str(division.pk): division for division in old.divisions}
        for was in old.teams:
            self._team(was)
        for off in old.off:
            self._tick(f"off-{off.before.pk}", "Skip these days")
        for wish in old.wishes:
            self._tick(f"wish-{wish.pk}", "Keep this request")
        for cup in old.cups:
            self._tick(f"cup-{cup.pk}", "Run this cup again")

    def _team(self, was: FormerTeam) -> None:
        choices = [*((key, division.name) for key, division in self.divisions.items()), (OUT, "Not playing")]
        self.fields[f"team-{was.team.pk}"] = forms.ChoiceField(
            choices=choices, label=f"{was.team}", error_messages={"required": f"Choose where {was.team} plays."}
        )
        squad = self.old.squads.get(was.team.pk, ())
        if squad:
            self.fields[f"leave-{was.team.pk}"] = forms.MultipleChoiceField(
                choices=[(str(each.pk), each.player.name) for each in squad],
                widget=forms.CheckboxSelectMultiple,
                required=False,
                label="Tick players who are leaving",
            )

    def _tick(self, name: str, label: str) -> None:
        self.fields[name] = forms.BooleanField(required=False, label=label)

    def clean(self) -> dict[str, Any]:
        """The plan; refused while it is another than the page showed."""
        values: dict[str, Any] = super().clean() or {}
        refuse_disorder(self, values.get("starts"), values.get("halfway"), values.get("ends"))
        if not self.errors:
            self.plan = self._plan(values)
            if not self.first and self.data.get("seen") != self.digest:
                self.add_error(None, "You have changed something. Read the new result below, then set up the season.")
        return {"plan": self.plan}

    def _plan(self, values: dict[str, Any]) -> SeasonPlan:
        old = self.old
        chosen = {was.team.pk: self.divisions.get(values[f"team-{was.team.pk}"]) for was in old.teams}
        places = {team: division for team, division in chosen.items() if division is not None}
        squads = [each for team, squad in old.squads.items() if team in places for each in squad]
        return SeasonPlan(
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
        lines = [(title, [line.words for line in lines]) for title, lines in review(self.old, self.plan)]
        return hashlib.sha256(repr(lines).encode()).hexdigest()[:20]

    def sections(self) -> Iterator[tuple[str, list[BoundField], list[tuple[ReviewLine, BoundField | None]]]]:
        """The review with the fields: of the plan, or of the proposal while the form is wrong."""
        plan = self.plan or NextSeasonForm(None, old=self.old).proposal
        for title, lines in review(self.old, plan):
            fields = ("name", "starts", "halfway", "ends") if title == DATES else ()
            yield (
                title,
                [self[name] for name in fields],
                [(line, self[line.field] if line.field else None) for line in lines],
            )

    @property
    def proposal(self) -> SeasonPlan:
        """The plan of a form that nobody has changed."""
        assert self.is_valid(), self.errors
        assert self.plan is not None
        return self.plan


def initial_plan(old: OldSeason) -> dict[str, Any]:
    """The form's data as everything goes on by what was decided."""
    to = old.to
    data: dict[str, Any] = {"name": to.name}
    data |= {name: getattr(to, name).isoformat() for name in ("starts", "halfway", "ends")}
    data |= {f"team-{was.team.pk}": str(was.to.pk) if was.to else OUT for was in old.teams}
    data |= {f"off-{off.before.pk}": "on" for off in old.off if off.fits}
    data |= {f"wish-{wish.pk}": "on" for wish in old.wishes}
    data |= {f"cup-{cup.pk}": "on" for cup in old.cups}
    return data
