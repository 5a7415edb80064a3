"""What captains and officers say about cards that came in: dispute, decision, award; and photographs of them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from uuid import uuid4

from django import forms

from league.base.ui.forms import MOST_POINTS, PlainForm, PointsField
from league.results.actions.decisions import Award
from league.results.forms.sheet import games_field
from league.results.presenters import NOT_PLAYED, ending_words
from league.results.queries.facts import ForfeitOptions, MatchFacts, needs_winner
from scoring.card.outcome import award_winner
from scoring.card.points import ZERO, amount
from scoring.card.sheet import Card, Ending, Side
from scoring.words import join_list

AWARDED = "awarded"
BOTH_LOSE = "both-lose"
ENTER = "enter"


class DisputeForm(forms.Form):
    reason = forms.CharField(
        label="What is wrong with it?",
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Say which game, and what it should be. The other captain and the secretary can read this.",
        error_messages={"required": "Say what is wrong, so that it can be settled."},
    )


class ProofForm(PlainForm):
    receipt = forms.CharField(
        label="Receipt number",
        max_length=20,
        error_messages={"required": "Enter the receipt number, such as BYS-76TC."},
    )
    code = forms.CharField(
        label="Check code", max_length=20, error_messages={"required": "Enter the check code, such as 3F9A-22C1-77B0."}
    )


class ProtestForm(PlainForm):
    text = forms.CharField(
        label="Your complaint", max_length=1000, widget=forms.Textarea(attrs={"rows": 5}),
        help_text="Say what happened and which rule it broke. The secretary and the other captain can read this.",
        error_messages={"required": "Say what your complaint is about."},
    )  # fmt: skip


class ProtestAnswerForm(PlainForm):
    answer = forms.CharField(
        label="Answer", max_length=1000, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Both captains can read it. If the result has to change, correct or award the match as well.",
        error_messages={"required": "Write an answer for the captains."},
    )  # fmt: skip


class DecisionReasonForm(PlainForm):
    """A decision with its reason and what the officer had seen."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(
        label="Reason",
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="It is shown with the result.",
        error_messages={"required": "Give the reason. It is shown with the result."},
    )

    def __init__(self, data: Any = None, *, seen: int, section: str = "restoration") -> None:
        super().__init__(data, section=section, initial={"key": uuid4(), "seen": seen})


class DecisionForm(DecisionReasonForm):
    card = forms.ChoiceField(
        label="Which card is right?",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose which card is right."},
    )
    field_order = ("card", "reason")

    def __init__(self, data: Any = None, *, facts: MatchFacts) -> None:
        super().__init__(data, seen=facts.fixture.version, section="decision")
        self.fields["card"].choices = [  # type: ignore[attr-defined]
            (str(each.pk), f"{team}’s card: {facts.score_text(total) if total else 'no games'} ({each.receipt})")
            for each, team in ((facts.home_card, facts.match.home.name), (facts.away_card, facts.match.away.name))
            if each is not None
            for total in (facts.tally_of(each),)
        ]
        if self.only:
            self.initial["card"] = self.fields["card"].choices[0][0]  # type: ignore[attr-defined]
            self.fields["card"].widget = forms.HiddenInput()

    @property
    def only(self) -> str:
        """The card that was sent, in words, if only one side sent any."""
        words = [str(said) for _, said in self.fields["card"].choices]  # type: ignore[attr-defined]
        return words[0] if len(words) == 1 else ""


class ForfeitForm(DecisionReasonForm):
    what = forms.ChoiceField(error_messages={"required": "Choose what the league decides."})

    def __init__(self, data: Any = None, *, facts: MatchFacts, forfeits: ForfeitOptions) -> None:
        super().__init__(data, seen=facts.fixture.version, section="forfeit")
        self.initial["reason"] = forfeits.reason
        self.fields["what"].choices = [(each.key, each.label) for each in forfeits.options]  # type: ignore[attr-defined]


class AwardForm(DecisionReasonForm):
    """Settling a match without its games: walkover, void, lost by both, or games and points as the league decrees."""

    what = forms.ChoiceField(
        label="What does the league decide?",
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what the league decides."},
    )
    home_games, away_games = games_field(required=False), games_field(required=False)
    home_points, away_points = (PointsField(required=False, least=-MOST_POINTS) for _ in range(2))
    penalty = forms.BooleanField(required=False)
    field_order = ("what", "home_games", "away_games", "home_points", "away_points", "penalty", "reason")

    def __init__(self, data: Any = None, *, facts: MatchFacts, penalties: Mapping[Side, Fraction]) -> None:
        super().__init__(data, seen=facts.fixture.version, section="award")
        self.penalties = penalties
        names = {side: facts.match.squad(side).name for side in Side}
        self.names, self.in_cup, self.needs_winner = names, bool(facts.fixture.stage), needs_winner(facts.fixture)
        points = "" if self.in_cup else ", and 0 points or those entered below"
        both_lose = [(BOTH_LOSE, f"Both lose: no games to either side{points}")]
        self.fields["what"].choices = [  # type: ignore[attr-defined]
            *((ending.value, ending_words(ending, names)) for ending in NOT_PLAYED),
            *([] if self.needs_winner else both_lose),
            (AWARDED, "Games and points as entered below"),
        ]
        if penalties:
            costs = join_list([f"{names[side]} {amount(points)}" for side, points in penalties.items()])
            self.fields["penalty"].label = f"Take points off a side that did not turn up, by the rules: {costs}"
        else:
            del self.fields["penalty"]
        for side in Side:
            self.fields[f"{side.value}_games"].label = f"{names[side]}: games"
            self.fields[f"{side.value}_points"].label = f"{names[side]}: points"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("what") == AWARDED:
            for side in Side:
                for figure in ("games", "points"):
                    name = f"{side.value}_{figure}"
                    if cleaned.get(name) is None and name not in self.errors:
                        self.add_error(name, f"Enter {self.names[side]}’s {figure}.")
        if cleaned.get("what") == BOTH_LOSE:
            for side in Side:
                points = cleaned.get(f"{side.value}_points") or 0
                if points > 0 or (points < 0 and self.in_cup):
                    off = ". A cup takes no points off." if self.in_cup else ", or points to take off."
                    self.add_error(f"{side.value}_points", f"{self.names[side]} lose the match: enter 0 points{off}")
        if cleaned.get("penalty") and not self._absent():
            self.add_error("penalty", "Nobody failed to turn up: choose a walkover or that both lose, or untick this.")
        award = None if self.errors or not self.needs_winner else self.to_award()
        if isinstance(award, Award) and award.winner is None:
            text = "One side of a cup tie goes on. Give it more points, or take both sides out on the page of the tie."
            self.add_error("what", text)
        return cleaned

    @property
    def deductions(self) -> dict[Side, Fraction]:
        if not self.cleaned_data.get("penalty"):
            return {}
        return {side: self.penalties[side] for side in self._absent() if side in self.penalties}

    def _absent(self) -> tuple[Side, ...]:
        what = self.cleaned_data.get("what", "")
        if what == BOTH_LOSE:
            return tuple(Side)
        winner = Ending(what).walkover_to if what in {ending.value for ending in NOT_PLAYED} else None
        return (winner.other,) if winner else ()

    def to_award(self) -> Award | Card:
        values = self.cleaned_data
        points = (values["home_points"] or ZERO, values["away_points"] or ZERO)
        if values["what"] == BOTH_LOSE:
            return Award(None, (0, 0), points)
        if values["what"] != AWARDED:
            return Card(ending=Ending(values["what"]), remarks=values["reason"])
        games = (values["home_games"], values["away_games"])
        return Award(award_winner(games, points), games, points)


class PhotoForm(forms.Form):
    photo = forms.FileField(
        label="Photo of the paper card",
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
        help_text="JPEG, PNG or WebP, up to 10 MB. Only the two captains and the league’s officers can see it.",
        error_messages={"required": "Choose a photo first.", "empty": "The file is empty. Choose it again."},
    )
