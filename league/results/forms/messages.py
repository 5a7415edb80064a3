"""Messages that were pasted, and what is to become of each match that they are about."""

from collections.abc import Sequence
from typing import Any

from django import forms

from league.base.ui.forms import PlainForm
from league.results.choices import SentFor
from league.results.forms.sheet import NUMBER
from league.schedule.models import Fixture

MOST_TEXT = 200_000
OTHER, LEAVE_OUT = "other", "none"


class PasteForm(PlainForm):
    text = forms.CharField(
        label="Messages",
        max_length=MOST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text="A WhatsApp chat as you exported or copied it, single texts, e-mails, or a line for each result.",
        error_messages={
            "required": "Paste at least one message.",
            "max_length": "That is too long. Paste the messages of the last week only.",
        },
    )


class MessageScoreForm(PlainForm):
    """The score of one match, of which messages were read; `options` are (home, away, words) that it may be.

    `fixtures` are those that it may be about. A captain files for their own side, `own`; an officer says whose it is.
    """

    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self, data: Any = None, *, prefix: str, fixtures: Sequence[Fixture], options: Sequence[tuple[str, str]],
        sure: bool, own: SentFor | None, initial: dict[str, Any],
    ) -> None:  # fmt: skip
        super().__init__(data, prefix=prefix, initial=initial)
        self.fixtures, self.sure, self.own = {str(each.pk): each for each in fixtures}, sure, own
        if sure:
            self.fields["send"] = forms.BooleanField(required=False, label="Send this result")
        else:
            choices = [*options, (OTHER, "The score that I type below"), (LEAVE_OUT, "Leave it out")]
            self.fields["answer"] = forms.ChoiceField(
                label="Which is right?", choices=choices, widget=forms.RadioSelect,
                error_messages={"required": "Choose a score, or leave it out."},
            )  # fmt: skip
        if len(fixtures) > 1:
            matches = [("", "Choose a match"), *((str(each.pk), str(each)) for each in fixtures)]
            self.fields["match"] = forms.ChoiceField(label="Which match?", choices=matches, required=False)
        self._add_scores(fixtures)
        if own is None:
            home, away = self._names(fixtures)
            sides = [(SentFor.HOME, home), (SentFor.AWAY, away), (SentFor.LEAGUE, "the league")]
            self.fields["side"] = forms.ChoiceField(label="Send it as the card of", choices=sides)

    def _add_scores(self, fixtures: Sequence[Fixture]) -> None:
        for side, name in zip(("home", "away"), self._names(fixtures), strict=True):
            field = forms.IntegerField(
                label=f"{name}: games won", required=False, min_value=0, max_value=99,
                widget=forms.TextInput(attrs=NUMBER),
                error_messages={"invalid": f"Enter the games of {name} as a number, e.g. 5"},
            )  # fmt: skip
            self.fields[side] = field

    def _names(self, fixtures: Sequence[Fixture]) -> tuple[str, str]:
        if len(fixtures) == 1 and fixtures[0].away is not None:
            return fixtures[0].home.name, fixtures[0].away.name
        return "the home side", "the away side"

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        answer = (OTHER if values.get("send") else LEAVE_OUT) if self.sure else values.get("answer", LEAVE_OUT)
        if not self.sure and values.get("home") is not None and values.get("away") is not None:
            if answer not in (OTHER, LEAVE_OUT):
                self.add_error(
                    "answer", "You chose a score and typed another. Choose the one that you typed, or clear it."
                )
            answer = OTHER
        values["result"] = None
        if answer == OTHER:
            self._take_typed(values)
        elif answer != LEAVE_OUT:
            key, home, away = answer.split(":")
            values["result"] = (self.fixtures[key], int(home), int(away))
        return values

    def _take_typed(self, values: dict[str, Any]) -> None:
        key = values.get("match") if "match" in self.fields else next(iter(self.fixtures), None)
        if not key:
            self.add_error("match" if "match" in self.fields else None, "Choose the match.")
        for side in ("home", "away"):
            if values.get(side) is None and side not in self.errors:
                self.add_error(side, f"{self.fields[side].label}: enter a number.")
        if key and not self.errors:
            values["result"] = (self.fixtures[key], values["home"], values["away"])
