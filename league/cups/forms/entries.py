"""What captains and the co-ordinator type about entrants: who enters, what a draw asks, who plays for whom."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django import forms
from django.forms import BoundField

from league.base.ui.forms import DayField, PlainForm
from league.cups.forms.knockout import READ
from league.cups.models import Cup, Entrant, EntrantKind
from league.cups.queries.entries import NUMBERS
from league.teams.models import Player, Team
from scoring.names import fold

Squads = Sequence[tuple[Team, Sequence[Player]]]
HIGHEST_HOLE = 120
PAIRS_AT_ONCE, PAIRS_OF_A_TEAM = 6, 3
TICK = "Tick at least one."
LONGEST_NAME = 60


class _ChoosesPlayers(PlainForm):
    def _keep(self, squads: Squads) -> None:
        self.groups = [(str(team), [(str(player.pk), str(player)) for player in players]) for team, players in squads]
        self.players = {str(player.pk): player for _, players in squads for player in players}
        self.teams_of = {str(player.pk): team for team, players in squads for player in players}

    def _offer(self, name: str, squads: Squads, **options: Any) -> None:
        self._keep(squads)
        choices: list[Any] = [("", "Choose a player"), *self.groups]
        self.fields[name] = forms.ChoiceField(choices=choices, **options)


class EntryForm(_ChoosesPlayers):
    """A team, or as many players as the cup asks for. When it is right, `cleaned_data` is what `enter` takes."""

    def __init__(
        self, *args: Any, cup: Cup, squads: Squads, teams: Iterable[Team], anybody: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.kind, self.anybody = EntrantKind(cup.kind), anybody
        self.led = {team.pk: team for team in teams}
        if self.kind is EntrantKind.TEAM:
            choices = [(str(team.pk), str(team)) for team in self.led.values()]
            self.fields["team"] = forms.ChoiceField(label="Team", choices=choices)
            return
        if self.kind is EntrantKind.COMBINATION:
            self.fields["name"] = forms.CharField(
                max_length=60, label="Name", help_text="As it will appear in the draw."
            )
        least, most = NUMBERS[self.kind]
        for number in range(1, most + 1):
            label = "Player" if most == 1 else f"Player {number}"
            self._offer(f"player_{number}", squads, label=label, required=number <= least)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if self.errors:
            return values
        if self.kind is EntrantKind.TEAM:
            return {"team": self.led[int(values["team"])], "players": ()}
        keys = [values[name] for name in self.fields if name.startswith("player_") and values[name]]
        if not self.anybody and not any(self.teams_of[key].pk in self.led for key in keys):
            raise forms.ValidationError("At least one of them must be in your team.")
        chosen = {"team": self.teams_of[keys[0]], "players": tuple(self.players[key] for key in keys)}
        return chosen | ({"name": values["name"]} if "name" in values else {})


class EntriesForm(_ChoosesPlayers):
    """Several teams or players ticked at once, or several pairs, for `enter_all`.
    `listed` has the keys of teams and of players that are on the list already. A combination has a form to itself.
    """

    def __init__(
        self, *args: Any, cup: Cup, squads: Squads, teams: Iterable[Team], anybody: bool,
        listed: tuple[set[int], set[int]], **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        self.kind, self.anybody = EntrantKind(cup.kind), anybody
        self.led = {str(team.pk): team for team in teams if team.pk not in listed[0]}
        left = [(team, [each for each in players if each.pk not in listed[1]]) for team, players in squads]
        if self.kind is EntrantKind.TEAM:
            choices = [(key, str(team)) for key, team in self.led.items()]
            self._tick("teams", "Teams", choices)
        elif self.kind is EntrantKind.SINGLES:
            self._keep([(team, players) for team, players in left if players and (anybody or str(team.pk) in self.led)])
            self._tick("players", "Players", [group for group in self.groups if group[1]])
            if anybody:
                self.fields["players"].required = False
                self.fields["others"] = forms.CharField(
                    required=False, label="Others, in full, one on a line", widget=forms.Textarea(attrs={"rows": 4}),
                    help_text="Also those who are in no team. Whoever is new to the league is added to its players.",
                )  # fmt: skip
        else:
            for number in range(1, (PAIRS_AT_ONCE if anybody else PAIRS_OF_A_TEAM) + 1):
                self._offer(f"player_{2 * number - 1}", left, label="First player", required=number == 1)
                self._offer(f"player_{2 * number}", left, label="Second player", required=number == 1)

    def _tick(self, name: str, label: str, choices: list[Any]) -> None:
        self.fields[name] = forms.MultipleChoiceField(
            choices=choices, label=label, widget=forms.CheckboxSelectMultiple, error_messages={"required": TICK}
        )

    @property
    def pairs(self) -> list[tuple[int, BoundField, BoundField]]:
        """The fields of each pair, with its number from 1; none where whole teams or players are ticked."""
        numbers = range(1, len(self.fields) // 2 + 1) if "player_1" in self.fields else ()
        return [(each, self[f"player_{2 * each - 1}"], self[f"player_{2 * each}"]) for each in numbers]

    @property
    def nobody_left(self) -> bool:
        ticks = [field for field in self.fields.values() if isinstance(field, forms.MultipleChoiceField)]
        return "others" not in self.fields and any(not field.choices for field in ticks)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if self.errors:
            return values
        if self.kind is EntrantKind.TEAM:
            return {"entries": tuple((self.led[key], ()) for key in values["teams"])}
        if self.kind is EntrantKind.SINGLES:
            return self._named(values["players"], values.get("others", ""))
        return {"entries": tuple(self._pairs(values))}

    def _named(self, ticked: Sequence[str], text: str) -> dict[str, Any]:
        names = tuple(dict.fromkeys(" ".join(line.split()) for line in text.splitlines() if line.strip()))
        if odd := next((name for name in names if len(name) > LONGEST_NAME or not fold(name)), ""):
            self.add_error("others", f"“{odd[:LONGEST_NAME]}” is not a name.")
        if not names and not ticked:
            self.add_error("players", TICK)
        return {"entries": tuple((self.teams_of[key], (self.players[key],)) for key in ticked), "others": names}

    def _pairs(self, values: dict[str, Any]) -> Iterator[tuple[Team, tuple[Player, ...]]]:
        for number in range(1, len(self.fields) // 2 + 1):
            keys = [values[f"player_{2 * number - 1}"], values[f"player_{2 * number}"]]
            if not any(keys):
                continue
            if not all(keys):
                raise forms.ValidationError(f"Choose both players of pair {number}, or neither.")
            if not self.anybody and not any(str(self.teams_of[key].pk) in self.led for key in keys):
                raise forms.ValidationError("At least one of them must be in your team.")
            yield self.teams_of[keys[0]], tuple(self.players[key] for key in keys)


class LateEntryForm(EntryForm):
    """Somebody who comes after the draw, and where: a place is (value, words). `cleaned_data` is for `enter_late`."""

    def __init__(self, *args: Any, places: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["place"] = forms.ChoiceField(label="Who do they play?", choices=places)
        self.fields["reason"] = forms.CharField(max_length=200, label="Reason", help_text=READ)

    def clean(self) -> dict[str, Any]:
        place, reason = self.cleaned_data.get("place", ""), self.cleaned_data.get("reason", "")
        tie, _, meets = place.partition("/")
        return super().clean() | {"tie": tie, "meets": meets, "reason": reason}


class EntrantForm(PlainForm):
    seed = forms.IntegerField(min_value=1, max_value=64, required=False, label="Seeding", help_text="1 is the highest.")
    rank = forms.ChoiceField(required=False, label="Division")
    region = forms.CharField(max_length=40, required=False, label="Region")
    start = forms.IntegerField(
        min_value=0, max_value=HIGHEST_HOLE, initial=0, label="Starting hole", help_text="0 for no handicap."
    )

    def __init__(self, *args: Any, divisions: Iterable[str], drawn: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rank"].choices = [("", "No division"), *((name, name) for name in divisions)]  # type: ignore[attr-defined]
        if drawn:
            for name in ("seed", "rank", "region"):
                self.fields[name].disabled = True


class SubstituteForm(_ChoosesPlayers):
    def __init__(self, *args: Any, entrant: Entrant, squads: Squads, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = {str(player.pk): player for player in entrant.entry.players.all()}
        more = entrant.cup.kind == EntrantKind.COMBINATION
        choices = ([("", "No one: an extra player")] if more else []) + [(k, str(v)) for k, v in self.now.items()]
        self._offer("player", squads, label="Substitute")
        self.fields["instead_of"] = forms.ChoiceField(choices=choices, required=not more, label="In place of")
        self.fields["instead_of"].error_messages["required"] = "Choose who they play in place of."
        self.fields["on"] = DayField(label="From")
        self.fields["reason"] = forms.CharField(max_length=200, label="Reason")

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if self.errors:
            return values
        return values | {"player": self.players[values["player"]], "instead_of": self.now.get(values["instead_of"])}
