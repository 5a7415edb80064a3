"""Who played: ticks against the squads, and names that sign on the night, which may be known players'."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.timezone import localdate

from league.base.ui.forms import PlainForm
from league.results.queries.appearances import KnownPlayer, players_by_name
from league.results.queries.journeys import Journey
from league.results.values import NEW
from league.teams.models import Player
from league.teams.queries.squads import why_no_transfer
from scoring.card.eligibility import barred
from scoring.card.name_matching import context_of
from scoring.card.sheet import Side, Signing
from scoring.names import fold
from scoring.words import several

NOBODY = "new"
ON_THE_NIGHT = "Signing tonight? Full names, with a comma between two players."
NOT_ON_THE_NIGHT = "This league does not sign players on the night, so the secretary will check."


@dataclass(frozen=True, slots=True)
class Question:
    side: Side
    name: str
    field: str
    namesakes: tuple[KnownPlayer, ...]


class PlayersForm(PlainForm):
    """Ticks against both squads, at first those of each side's last card.
    A transfer to the side `transfers_to` is offered to whoever may ask for one.
    """

    def __init__(self, data: Any = None, *, journey: Journey, transfers_to: Side | None = None) -> None:
        self.journey, self.transfers_to = journey, transfers_to
        super().__init__(data)
        for side in (_own(journey), _own(journey).other):
            self._add_side(side)
        self.questions = list(self._questions()) if self.is_bound else []
        for each in self.questions:
            self._ask(each)
        self.short = {side: self._short(side) for side in Side if self.is_bound}
        for field, name in (pair for side in self.short.values() for pair in side.items()):
            text = f"Add {name}’s surname, or tick that this is all you know."
            label = f"{name} is all of the name that I know"
            self.ask(field, forms.BooleanField(label=label, help_text=text, error_messages={"required": text}))
        for side in Side if self.is_bound else ():
            self._ask_few(side)

    def _ask_few(self, side: Side) -> None:
        """Whether it is right that fewer played than a side may play with; nobody at all is an error."""
        needed, typed = self.journey.rules.format.minimum, str(self.data.get(f"{side.value}_new", ""))
        ticked = self.fields[side.value].widget.value_from_datadict(self.data, self.files, side.value) or ()
        played = len(set(ticked)) + len(self._typed(side, typed))
        if 0 < played < needed:
            text = f"A side needs {needed} to play. Tick who else played, or tick that this is all."
            label = f"Only {several(played, 'player')} for {self.journey.match.squad(side).name}"
            self.ask(
                f"{side.value}_few",
                forms.BooleanField(label=label, help_text=text, error_messages={"required": text}),
            )

    def _add_side(self, side: Side) -> None:
        team = self.journey.match.squad(side).name
        ticked = self.journey.present[side] or tuple(self._last(side))
        self.fields[side.value] = forms.MultipleChoiceField(
            label=f"{team}: who played?", required=False, choices=self._choices(side), initial=list(ticked),
            widget=forms.CheckboxSelectMultiple,
        )  # fmt: skip
        if self.journey.entry(side).slug:
            return  # who is entered by name plays, and nobody signs
        self.fields[f"{side.value}_new"] = forms.CharField(
            label=f"New players for {team}",
            required=False,
            max_length=300,
            help_text=ON_THE_NIGHT if self.journey.rules.registration.on_the_night else NOT_ON_THE_NIGHT,
            widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
        )

    def _choices(self, side: Side) -> list[tuple[str, str]]:
        """Last time's players first, then the rest of the squad, then those named on this card besides."""
        why = barred(side, context_of(self.journey.card, self.journey.match))
        names = {player.id: player.name for player in self.journey.match.squad(side).players}
        squad = {key: f"{name} ({why[key]})" if key in why else name for key, name in names.items()}
        first = [key for key in self._last(side) if key in squad]
        named = [key for key in self.journey.present[side] if key not in squad]
        new = [(key, f"{key.removeprefix(NEW)} (signing on the night)") for key in named if key[0] == NEW]
        others = [(key, label) for key in named if (label := self.journey.label(key, side))]
        return [(key, squad[key]) for key in dict.fromkeys([*first, *squad])] + others + new

    def _last(self, side: Side) -> list[str]:
        lines = self.journey.last_lines(side)
        return list(dict.fromkeys(key for number in sorted(lines) for key in lines[number]))

    # --- who a new name is ----------------------------------------------------------------------------------------

    def _questions(self) -> Iterable[Question]:
        fixture = self.journey.fixture
        for side in Side:
            for name in self._typed(side, str(self.data.get(f"{side.value}_new", ""))):
                namesakes = players_by_name(fixture, self.journey.match, side, name)
                if namesakes:
                    yield Question(side, name, f"{side.value}_who_{_key(name)}", tuple(namesakes))

    def _ask(self, question: Question) -> None:
        one = len(question.namesakes) == 1
        choices = [(each.key, f"{'Yes' if one else each.name}. {each.words}") for each in question.namesakes]
        who = forms.ChoiceField(
            label=f"Is this {question.namesakes[0].name}?" if one else f"Who is {question.name}?",
            choices=[*choices, (NOBODY, "No, someone new to the league. The secretary will check.")],
            widget=forms.RadioSelect,
            error_messages={"required": f"Choose who {question.name} is."},
        )
        self.ask(question.field, who)
        others = [each for each in question.namesakes if each.elsewhere] if question.side is self.transfers_to else []
        needed = self.journey.rules.registration.required
        if needed and any(not why_no_transfer(each.near.player, localdate()) for each in others):
            self.fields[f"{question.field}_transfer"] = forms.BooleanField(
                label=f"Ask for a transfer to {question.namesakes[0].team}", required=False,
                help_text="For good, not just this match. Both captains and the secretary have to agree.",
            )  # fmt: skip

    def _short(self, side: Side) -> dict[str, str]:
        """The names of one word that nobody has in the league, by the field that asks for the rest."""
        question_names = {each.name for each in self.questions if each.side is side}
        names = [name for name in self._typed(side, str(self.data.get(f"{side.value}_new", ""))) if " " not in name]
        return {f"{side.value}_whole_{_key(name)}": name for name in names if name not in question_names}

    def _typed(self, side: Side, text: str) -> list[str]:
        squad = {fold(player.name) for player in self.journey.match.squad(side).players}
        return [name for name in dict.fromkeys(_split(text)) if name and fold(name) not in squad]

    def _signing(self, side: Side, name: str) -> tuple[str, Signing | None]:
        question = next((each for each in self.questions if (each.side, each.name) == (side, name)), None)
        answer = self.cleaned_data.get(question.field) if question else None
        meant = next((each for each in question.namesakes if each.key == answer), None) if question else None
        if meant is None:
            return NEW + name, Signing(side, name, new=answer == NOBODY)
        if not meant.free:
            return meant.key, None
        return NEW + meant.near.player.name, Signing(side, meant.near.player.name, meant.key)

    # --- what the form gives --------------------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for side in Side:
            if not cleaned.get(side.value) and not cleaned.get(f"{side.value}_new", ""):
                team = self.journey.match.squad(side).name
                self.add_error(side.value, ValidationError(f"Tick the players of {team} who played."))
        return cleaned

    @property
    def sides(self) -> list[tuple[BoundField, BoundField | None, list[BoundField]]]:
        """For each side, one's own first: the ticks, the new names where there may be any, and who they are."""
        return [
            (
                self[side.value],
                self[f"{side.value}_new"] if f"{side.value}_new" in self.fields else None,
                [
                    self[name]
                    for each in self.questions
                    if each.side is side
                    for name in (each.field, f"{each.field}_transfer")
                    if name in self.fields
                ]
                + [self[name] for name in (*self.short.get(side, ()), f"{side.value}_few") if name in self.fields],
            )
            for side in (_own(self.journey), _own(self.journey).other)
        ]

    @property
    def transfers(self) -> list[Player]:
        return [
            namesake.near.player
            for each in self.questions
            for namesake in each.namesakes
            if self.cleaned_data.get(f"{each.field}_transfer") and self.cleaned_data.get(each.field) == namesake.key
            if namesake.elsewhere
        ]

    @property
    def present(self) -> dict[str, list[str]]:
        """Keys of both sides as a draft keeps them; a new name that is in the squad already is that player."""
        return {side.value: list(dict.fromkeys([*self.cleaned_data[side.value], *self._new(side)])) for side in Side}

    def _new(self, side: Side) -> list[str]:
        keys_by_name = {fold(player.name): player.id for player in self.journey.match.squad(side).players}
        written = self.cleaned_data.get(f"{side.value}_new", "")
        here = [keys_by_name[fold(name)] for name in _split(written) if fold(name) in keys_by_name]
        return [*here, *(self._signing(side, name)[0] for name in self._typed(side, written))]

    @property
    def signings(self) -> tuple[Signing, ...]:
        """Everybody who signs: those typed now, and those who were on the card before and are still ticked."""
        before = {(each.side, each.name): each for each in self.journey.card.signings}
        signings = {}
        for side in Side:
            typed = [
                self._signing(side, name) for name in self._typed(side, self.cleaned_data.get(f"{side.value}_new", ""))
            ]
            now = {each.name: each for _, each in typed if each is not None}
            for key in self.present[side.value]:
                name = key.removeprefix(NEW)
                if key[0] == NEW:
                    signings[side, name] = now.get(name) or before.get((side, name)) or Signing(side, name)
        return tuple(signings.values())


def _split(text: str) -> list[str]:
    return [" ".join(name.split()) for name in text.replace(";", ",").split(",")]


def _key(name: str) -> str:
    """A name as a part of a field's name, which letters of any script are."""
    return fold(name).replace(" ", "-")


def _own(journey: Journey) -> Side:
    """The side that is asked for first: one's own, or home."""
    return Side.AWAY if journey.acts_for == Side.AWAY.value else Side.HOME
