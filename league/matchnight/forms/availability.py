"""What players and captains press and type about who can play."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django import forms

from league.base.ui.formats import night
from league.base.ui.forms import DayField, PlainForm
from league.matchnight.choices import NightAnswer
from league.matchnight.models.availability import EARLIEST_REMINDER, AvailabilitySettings
from league.matchnight.queries.nights import MatchSheet


class AnswerForm(forms.Form):
    """One press of one of the three buttons of a night."""

    night = forms.DateField()
    answer = forms.ChoiceField(choices=NightAnswer.choices)
    key = forms.UUIDField()


class CaptainAnswerForm(forms.Form):
    """What a player told the captain."""

    player = forms.IntegerField(min_value=1)
    answer = forms.ChoiceField(choices=NightAnswer.choices)
    key = forms.UUIDField()


class AbsenceForm(PlainForm):
    """Days on which a player is away."""

    first = DayField(label="First day away")
    last = DayField(label="Last day away")


class AvailabilitySettingsForm(PlainForm):
    """Whether a team asks its players, and when it reminds those who have not answered."""

    enabled = forms.BooleanField(required=False, label="Ask the players who can play")
    first_days = forms.IntegerField(
        min_value=0, max_value=EARLIEST_REMINDER, label="First reminder (days before)",
        help_text="Goes only to players who have not answered. 0 is never.",
    )  # fmt: skip
    last_days = forms.IntegerField(
        min_value=0, max_value=EARLIEST_REMINDER, label="Last reminder (days before)", help_text="0 is never."
    )
    texts = forms.BooleanField(
        required=False, label="Send the last reminder as a text too",
        help_text="One text a match to each player who asked for texts and has not answered. The league pays for it.",
    )  # fmt: skip

    def __init__(self, *args: Any, settings: AvailabilitySettings, texts: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not texts:
            del self.fields["texts"]
        self.initial = {name: getattr(settings, name) for name in self.fields}


class PickForm(PlainForm):
    """The team for one match, ticked."""

    players = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        label="Pick the team",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "The squad has changed. Look at who is there now, and pick again."},
    )

    def __init__(self, *args: Any, sheet: MatchSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["players"].choices = [(line.player.pk, line.player.name) for line in sheet.lines]  # type: ignore[attr-defined]
        self.initial["players"] = [player.pk for player in sheet.picked]


class ReserveForm(PlainForm):
    """Whom to ask to help out."""

    player = forms.TypedChoiceField(coerce=int, label="Player of another team")

    def __init__(self, *args: Any, helpers: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = [("", "Choose a player"), *helpers]  # type: ignore[attr-defined]


class NightsForm(PlainForm):
    """Other nights on which a match might be played."""

    nights = forms.TypedMultipleChoiceField(
        coerce=date.fromisoformat,
        required=False,
        label="Nights to ask about",
        help_text="Tick up to four. Your players find them on their own pages.",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "%(value)s does not fit any more. Choose another night."},
    )

    def __init__(
        self, *args: Any, nights: Iterable[date], asked: Iterable[date], advice: Mapping[date, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        wanted = list(asked)
        words = {each: ": ".join(filter(None, (night(each), advice.get(each)))) for each in {*nights, *wanted}}
        self.fields["nights"].choices = [(each.isoformat(), words[each]) for each in sorted(words)]  # type: ignore[attr-defined]
        self.initial["nights"] = [each.isoformat() for each in wanted]
