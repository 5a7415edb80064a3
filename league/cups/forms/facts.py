"""What the co-ordinator types about a tie, or about somebody in it. Each form gives the fact that it stands for."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms

from league.teams.forms import PlainForm
from scoring.season.knockout.facts import (
    Disqualified,
    Replayed,
    Resolved,
    Ruling,
    ScoreCorrected,
    Scored,
    WalkedOver,
    Withdrew,
)

READ = "Everybody can read it in the record."


class FactForm(PlainForm):
    """A form about one tie with its two sides, (key, name) each. `fact` once it is right.

    `title` is what the page is called and `button` what is pressed; `words` say what follows from it.
    """

    title: ClassVar[str]
    button: ClassVar[str]
    words: ClassVar[tuple[str, ...]]

    def __init__(
        self, *args: Any, tie: str, sides: Sequence[tuple[str, str]], scores: Mapping[int, Any], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.tie, self.sides, self.scores = tie, sides, scores

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if len(self.sides) < 2:
            raise forms.ValidationError("It is not known yet who meets in this tie, or nobody does.")
        return values

    @property
    def fact(self) -> Any:
        raise NotImplementedError


class ScoreForm(FactForm):
    title, button = "Write the score down", "Write it down"
    words = ("Use this for a tie without a card. A tie with a card gets its score from the card.",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, (_, side) in zip(("first", "second"), self.sides, strict=False):
            self.fields[name] = forms.IntegerField(min_value=0, max_value=99, label=f"Games won by {side}")

    @property
    def leg(self) -> int:
        return max(self.scores, default=0) + 1

    @property
    def fact(self) -> Any:
        return Scored(self.tie, self.cleaned_data["first"], self.cleaned_data["second"], self.leg)


class CorrectionForm(FactForm):
    title, button = "Put the score right", "Put it right"
    words = (
        "The old score stays in the record, with your reason.",
        "If the wrong side has played on, you will be asked to rule on that tie.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(self.scores) > 1:
            self.fields["leg"] = forms.TypedChoiceField(
                coerce=int, label="Which match", choices=[(leg, f"Match {leg}") for leg in sorted(self.scores)]
            )
        for name, (_, side) in zip(("first", "second"), self.sides, strict=False):
            self.fields[name] = forms.IntegerField(min_value=0, max_value=99, label=f"Games won by {side}")
        self.fields["reason"] = forms.CharField(max_length=200, label="Reason", help_text=READ)

    @property
    def fact(self) -> Any:
        values = self.cleaned_data
        leg = values.get("leg") or min(self.scores, default=1)
        return ScoreCorrected(self.tie, values["first"], values["second"], values["reason"], leg)


class _NamesASide(FactForm):
    asks: ClassVar[str]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"] = forms.ChoiceField(label=self.asks, choices=self.sides, widget=forms.RadioSelect)
        self.fields["reason"] = forms.CharField(max_length=200, label="Reason", help_text=READ)


class WalkoverForm(_NamesASide):
    title, button, asks = "Give a walkover", "Give the walkover", "Who goes on?"
    words = ("The tie is decided without play.", "It is written down with your reason.")

    @property
    def fact(self) -> Any:
        return WalkedOver(self.tie, self.cleaned_data["side"], self.cleaned_data["reason"])


class DisqualificationForm(_NamesASide):
    title, button, asks = "Disqualify", "Disqualify", "Who is disqualified?"
    words = (
        "This tie goes to the other side, although it was played.",
        "Ties that are still to be played go to their opponents.",
    )

    @property
    def fact(self) -> Any:
        return Disqualified(self.cleaned_data["side"], self.cleaned_data["reason"], self.tie)


class ReplayForm(FactForm):
    title, button = "Have it played again", "Have it played again"
    words = ("What was played of this tie is void; it stays in the record.", "It needs a new date.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"] = forms.CharField(max_length=200, label="Reason", help_text=READ)

    @property
    def fact(self) -> Any:
        return Replayed(self.tie, self.cleaned_data["reason"])


class RulingForm(FactForm):
    title, button = "Rule on this tie", "Write the ruling down"
    words = (
        "This tie was played by a side that should not have been in it, because an earlier tie was put right.",
        "Nothing changes until you rule.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(Ruling.STANDS.value, "It stands as it was played"), (Ruling.REPLAY.value, "It is played again")]
        self.fields["ruling"] = forms.ChoiceField(label="Your ruling", choices=choices, widget=forms.RadioSelect)
        self.fields["reason"] = forms.CharField(max_length=200, label="Reason", help_text=READ)

    @property
    def fact(self) -> Any:
        return Resolved(self.tie, Ruling(self.cleaned_data["ruling"]), self.cleaned_data["reason"])


class WithdrawalForm(PlainForm):
    """Somebody leaves after the draw; `out` if they are put out."""

    how = forms.ChoiceField(
        label="What happened?",
        choices=(("left", "They withdraw"), ("out", "They are disqualified")),
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(max_length=200, label="Reason", help_text=READ)

    def fact(self, entrant: str) -> Any:
        kind = Withdrew if self.cleaned_data["how"] == "left" else Disqualified
        return kind(entrant, self.cleaned_data["reason"])
