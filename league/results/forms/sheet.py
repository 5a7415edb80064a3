"""The parts of a card besides its games: the bare score, how the match ended, remarks, protest, and sending it."""

import json
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from league.base.ui.formats import clock, night
from league.results.choices import SentFor
from league.results.presenters import NOT_PLAYED, ending_words
from league.results.queries.facts import last_day_to_protest, too_late_to_protest
from league.results.queries.journeys import Journey, pages
from scoring import codec
from scoring.card.format import Format, Line
from scoring.card.sheet import Card, Ending, Side


# --- Where on the pages a problem of a card belongs -------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ProblemField:
    """A page of the journey by the name of its address, its number if it is one of lines, and a field of its form."""

    step: str
    field: str
    page: int | None = None

    @property
    def anchor(self) -> str:
        return f"id_{self.field}"


def problem_field(path: str, form: Format) -> ProblemField:
    """The page and field for the path of a problem, such as "lines.4.games.2.away_pegs"."""
    part, _, rest = path.partition(".")
    if part == "lines":
        number, _, rest = rest.partition(".")
        index, steps = 0, list[str]()
        if number.isdecimal() and int(number) < len(form.lines):
            index, steps = int(number), rest.split(".")
        page = next(at for at, numbers in enumerate(pages(form), start=1) if index in numbers)
        return ProblemField("card-lines", f"lines.{index}.{_line_field(steps, form.lines[index])}", page)
    if part in {"quick", "ending"}:
        return ProblemField("card-score", "home_games" if part == "quick" else "ending")
    if part == "signings":
        return ProblemField("card-players", "home_new")
    return ProblemField("card-notes", part if part in {"remarks", "protest"} else "remarks")


def _line_field(steps: list[str], line: Line) -> str:
    """What names no field is shown where it can be mended."""
    match steps:
        case ["home" | "away" as side]:
            return f"{side}.0"
        case ["home" | "away" as side, place]:
            return f"{side}.{min(int(place), line.players - 1)}"
        case ["games", game, "home_pegs" | "away_pegs" | "hands" as figure]:
            return f"games.{game}.{figure}"
        case ["games", game, *_]:
            return f"games.{min(int(game), line.games - 1)}.winner"
    return "games.0.winner" if line.games else "home.0"


NUMBER = {"inputmode": "numeric", "pattern": "[0-9]*", "autocomplete": "off"}


# How many games a side has won.
games_field = partial(forms.IntegerField, min_value=0, max_value=99, widget=forms.TextInput(attrs=NUMBER))


class QuickScoreForm(forms.Form):
    ending = forms.ChoiceField(
        label="What happened?", widget=forms.RadioSelect, error_messages={"required": "Choose what happened."}
    )
    home_games, away_games = games_field(required=False), games_field(required=False)
    remarks = forms.CharField(
        label="Why was it not played?", required=False, max_length=1000, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, data: Any = None, *, journey: Journey) -> None:
        self.journey = journey
        card = journey.card
        home, away = card.quick or (None, None)
        chosen = card.ending.value if journey.rules.quick_allowed or card.ending is not Ending.PLAYED else ""
        super().__init__(
            data, initial={"ending": chosen, "home_games": home, "away_games": away, "remarks": card.remarks}
        )
        names = {side: journey.match.squad(side).name for side in Side}
        self.fields["ending"].choices = [  # type: ignore[attr-defined]
            *([(Ending.PLAYED.value, "Played")] if journey.rules.quick_allowed else []),
            *((ending.value, ending_words(ending, names)) for ending in NOT_PLAYED),
        ]
        for side in Side:
            field = self.fields[f"{side.value}_games"]
            field.label = f"{names[side]}: games won"
            field.error_messages["invalid"] = f"Enter {names[side]}’s games as a number, e.g. 5"

    @property
    def not_played(self) -> bool:
        """Whether the answers besides "Played" are to stand open."""
        return self["ending"].value() not in {Ending.PLAYED.value, ""} or "ending" in self.errors

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for side in Side:
            name = f"{side.value}_games"
            played = cleaned.get("ending") == Ending.PLAYED.value
            if played and cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, f"Enter how many games {self.journey.match.squad(side).name} won.")
        return cleaned

    def to_card(self) -> Card:
        """The card that this makes; games filled in before are not on it."""
        values = self.cleaned_data
        ending = Ending(values["ending"])
        score = (values["home_games"], values["away_games"]) if ending is Ending.PLAYED else None
        return Card(ending=ending, quick=score, remarks=values["remarks"], protest=self.journey.card.protest)


class NotesForm(forms.Form):
    remarks = forms.CharField(
        label="Remarks", required=False, max_length=1000, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Anything the league should know. The other captain can read it.",
    )  # fmt: skip
    protest = forms.CharField(
        label="Playing under protest", required=False, max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Only if something was against the rules. The secretary then has to decide.",
    )  # fmt: skip
    unfinished = forms.BooleanField(label="The match was broken off before the end", required=False)

    def __init__(self, data: Any = None, *, journey: Journey, today: date) -> None:
        card, self.journey, self.today = journey.card, journey, today
        unfinished = card.ending is Ending.UNFINISHED
        super().__init__(data, initial={"remarks": card.remarks, "protest": card.protest, "unfinished": unfinished})
        last = last_day_to_protest(journey.fixture, journey.rules)
        if last is not None:
            self.fields["protest"].help_text += f" The last day for it is {night(last)}."
        if card.ending not in {Ending.PLAYED, Ending.UNFINISHED}:
            del self.fields["unfinished"]

    def clean_protest(self) -> str:
        """What was typed, as long as it is not too late for a captain."""
        typed: str = self.cleaned_data["protest"]
        if typed.strip() and self.journey.acts_for != SentFor.LEAGUE:
            late = too_late_to_protest(self.journey.fixture, self.journey.rules, self.today)
            if late:
                raise forms.ValidationError(late)
        return typed


class SendForm(forms.Form):
    """The very card that the check page shows, under its key: what was seen is what is sent, and twice is once."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    card = forms.CharField(widget=forms.HiddenInput, max_length=100_000)
    reason = forms.CharField(
        label="Reason",
        max_length=1000,
        error_messages={"required": "Give the reason. It is shown with the result."},
        help_text="Why the league enters this. It is shown with the result.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    anyway = forms.BooleanField()

    def __init__(
        self, data: Any = None, *, officer: bool = False, starts: datetime | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:  # fmt: skip
        """`starts` is when the match starts, where that is still to come: whoever sends the card now is asked."""
        super().__init__(data, initial=initial)
        if not officer:
            del self.fields["reason"]
        if starts is None:
            del self.fields["anyway"]
        else:
            question = f"This match starts at {clock(starts)}. Send anyway?"
            self.fields["anyway"].label = question
            self.fields["anyway"].error_messages["required"] = f"{question} Tick the box if so."

    def clean_card(self) -> Card:
        try:
            return codec.decode_as(Card, json.loads(self.cleaned_data["card"]))
        except ValueError:
            raise ValidationError(
                "This page was damaged on its way. Open the card again and send it from there."
            ) from None
