"""What somebody types who holds the printed card and is not signed in: the card or its score, their name and side."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms

from league.results.choices import SentFor
from league.results.forms.answers import PhotoForm
from league.results.forms.lines import CardLinesForm
from league.results.forms.sheet import SendForm, games_field
from league.results.queries.journeys import Journey
from scoring.card.match import Match
from scoring.card.sheet import Card, Side
from scoring.names import fold

MOST_NAMES, LONGEST_NAME = 8, 60


def sender_field() -> forms.CharField:
    return forms.CharField(
        label="Your name", max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text="The two captains and the league’s officers can see it.",
        error_messages={"required": "Enter your name, so that the captains know who to ask."},
    )  # fmt: skip


def side_field(match: Match) -> forms.ChoiceField:
    return forms.ChoiceField(
        label="Which team are you with?", widget=forms.RadioSelect,
        choices=[(side.value, match.squad(side).name) for side in Side],
        error_messages={"required": "Choose your team."},
    )  # fmt: skip


def typed_names(data: Mapping[str, Any]) -> dict[Side, tuple[str, ...]]:
    """The players who are not printed on the card, by side."""
    return {side: tuple(_names(str(data.get(f"{side.value}_new", "")))) for side in Side}


def _names(text: str) -> list[str]:
    names = (" ".join(each.split())[:LONGEST_NAME] for each in re.split(r"[,;\n]", text))
    return list({fold(name): name for name in names if name}.values())[:MOST_NAMES]


def _on(card: Card) -> dict[str, str]:
    """What a card has besides its lines: the remarks, and by side the names that are not printed on it."""
    named = [(side, each) for side in Side for line in card.lines for each in line.players(side)]
    return {"remarks": card.remarks} | {
        f"{side.value}_new": ", ".join(dict.fromkeys(each.name for its, each in named if its is side and not each.id))
        for side in Side
    }


class CodeCardForm(CardLinesForm):
    def __init__(self, data: Any = None, *, journey: Journey, initial: Any = None) -> None:
        super().__init__(data, journey=journey, page=0, initial=_on(journey.card) | (initial or {}))
        for side in Side:
            team = journey.match.squad(side).name
            self.fields[f"{side.value}_new"] = forms.CharField(
                label=f"{team}: players who are not in the list", required=False, max_length=500,
                help_text="Names with commas between them.", widget=forms.TextInput(attrs={"autocomplete": "off"}),
            )  # fmt: skip
        self.fields["remarks"] = forms.CharField(
            label="Remarks", required=False, max_length=1000, widget=forms.Textarea(attrs={"rows": 3}),
            help_text="Anything that the captains or the league should know.",
        )  # fmt: skip
        self.fields |= {"sender": sender_field(), "sent_for": side_field(journey.match)}

    @property
    def new_names(self) -> list[Any]:
        return [self[f"{side.value}_new"] for side in Side]

    def to_card(self) -> Card:
        lines = self.line_scores()
        return Card(lines=tuple(lines[number] for number in self.numbers), remarks=self.cleaned_data["remarks"])


class CodeScoreForm(forms.Form):
    """The score in games, where the league takes it alone."""

    def __init__(self, data: Any = None, *, journey: Journey, initial: Any = None) -> None:
        home, away = journey.card.quick or (None, None)
        super().__init__(data, initial={"home_games": home, "away_games": away} | (initial or {}))
        for side in Side:
            team = journey.match.squad(side).name
            self.fields[f"{side.value}_games"] = games_field(
                label=f"{team}: games won",
                error_messages={
                    "required": f"Enter how many games {team} won.",
                    "invalid": f"Enter {team}’s games as a number, e.g. 5",
                },
            )
        self.fields |= {"sender": sender_field(), "sent_for": side_field(journey.match)}

    def to_card(self) -> Card:
        return Card(quick=(self.cleaned_data["home_games"], self.cleaned_data["away_games"]))


class CodeSendForm(SendForm):
    """The very card that the page shows, with who sends it for which side."""

    sender = forms.CharField(max_length=80, widget=forms.HiddenInput)
    sent_for = forms.TypedChoiceField(
        coerce=SentFor, choices=[(each.value, each.label) for each in (SentFor.HOME, SentFor.AWAY)],
        widget=forms.HiddenInput,
    )  # fmt: skip


class CodePhotoForm(PhotoForm):
    sender = sender_field()
