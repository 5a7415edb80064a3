"""What captains and the secretary type about a match that is asked to be moved, and about the rules for it."""

from collections.abc import Iterable, Mapping
from datetime import date as day
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from league.base.ui.formats import night
from league.base.ui.forms import DayField, PlainForm
from league.schedule.forms.matches import ask_about_doubts
from league.schedule.models import MoveRequest
from league.schedule.queries.move_rules import MOST_ON_ONE_WEEKDAY
from league.teams.choices import LeagueNight
from scoring.season.schedule.move_rules import MoveRules, Tier, Until
from scoring.season.schedule.offers import NightOffer

MOST_SHOWN = 10
MOST_TO_ARRANGE = 28  # a tie without a date may be on any night: four weeks of them
ANOTHER = "another"
CAPTAINS, BOTH, SECRETARY = "captains", "both", "secretary"


def day_choice(offer: NightOffer, advice: Mapping[day, str] | None = None) -> tuple[str, SafeString]:
    """A night as an answer, with what speaks for it and against it; `advice` is what a side's own players said."""
    own = (advice or {}).get(offer.date, "")
    reasons = "; ".join(filter(None, (own, *offer.reasons)))
    return offer.date.isoformat(), format_html(
        "<strong>{}</strong> <small>{}</small>", night(offer.date), capfirst(reasons)
    )


class AskMoveForm(PlainForm):
    """A captain's wish, with the dates that would suit; `arranging` a tie that has no date yet, there must be some."""

    dates = forms.TypedMultipleChoiceField(
        coerce=day.fromisoformat,
        required=False,
        label="Dates that suit you",
        help_text="Tick up to three. They fit both teams’ matches, the pub and the league’s days; the best come first.",
        error_messages={"invalid_choice": "%(value)s does not fit any more. Choose another date."},
        widget=forms.CheckboxSelectMultiple,
    )
    reason = forms.CharField(max_length=200, label="Why?", help_text="The other captain and the secretary read it.")

    def __init__(
        self,
        *args: Any,
        offers: Iterable[NightOffer],
        arranging: bool = False,
        advice: Mapping[day, str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        shown = list(offers)[: MOST_TO_ARRANGE if arranging else MOST_SHOWN]
        choices = [day_choice(offer, advice) for offer in shown]
        if arranging:
            self._arrange()
        if choices:
            self.fields["dates"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["dates"]

    def _arrange(self) -> None:
        dates, reason = self.fields["dates"], self.fields["reason"]
        dates.required, reason.required = True, False
        dates.help_text = (
            f"Tick up to three, at most {MOST_ON_ONE_WEEKDAY} of them on one weekday. On all of these the pub has room "
            "and neither side plays anything else."
        )
        dates.error_messages["required"] = "Tick the dates that suit you."
        reason.label, reason.help_text = "A word to the other side", ""

    def clean_reason(self) -> str:
        return str(self.cleaned_data["reason"]) or "The date is to be arranged"


class TakeDateForm(PlainForm):
    """The other captain's choice among the dates that were offered."""

    date = forms.TypedChoiceField(
        coerce=day.fromisoformat, label="Which date suits you?", widget=forms.RadioSelect(), empty_value=None
    )

    def __init__(
        self,
        *args: Any,
        dates: Iterable[day],
        offers: Iterable[NightOffer],
        advice: Mapping[day, str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        fits = {offer.date: day_choice(offer, advice) for offer in offers}
        gone = {each: (each.isoformat(), f"{night(each)} (does not fit any more)") for each in dates}
        self.fields["date"].choices = [(gone | fits)[each] for each in gone]  # type: ignore[attr-defined]


class DecideMoveForm(PlainForm):
    """The secretary's answer to a captain's wish: one of the dates offered, or another."""

    choice = forms.ChoiceField(required=False, label="New date", widget=forms.RadioSelect)
    new_date = DayField(required=False, label="Another date", help_text="Leave it empty if no date is agreed yet.")
    reason = forms.CharField(max_length=200, required=False, label="Message to the captains")

    def __init__(self, *args: Any, move_request: MoveRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fixture = move_request.fixture
        offered = [offer.date for offer in move_request.offers.all()]
        if offered:
            choices = [(each.isoformat(), night(each)) for each in offered]
            self.fields["choice"].choices = [*choices, (ANOTHER, "Another date, or none yet")]  # type: ignore[attr-defined]
            self.initial["choice"] = (move_request.new_date or offered[0]).isoformat()
        else:
            del self.fields["choice"]
            self.fields["new_date"].label = "New date"
            self.initial["new_date"] = move_request.new_date

    def clean(self) -> dict[str, Any]:
        """The date is the one chosen; what speaks against it is said once."""
        values: dict[str, Any] = super().clean() or {}
        chosen = values.pop("choice", "")
        if chosen and chosen != ANOTHER:
            values["new_date"] = day.fromisoformat(chosen)
        ask_about_doubts(self, values.get("new_date"), self.fixture.venue)
        return values


class RefuseMoveForm(PlainForm):
    reason = forms.CharField(max_length=200, label="Why not?", help_text="Both captains can read it.")


class TiersField(forms.CharField):
    """What follows by days of notice, a line each: "7: it must be played later"."""

    widget = forms.Textarea(attrs={"rows": 4})

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(f"{tier.days}: {tier.words}" for tier in value) if isinstance(value, tuple) else value

    def to_python(self, value: Any) -> tuple[Tier, ...]:  # type: ignore[override]
        return tuple(self._tier(line) for line in (value or "").splitlines() if line.strip())

    def _tier(self, line: str) -> Tier:
        days, colon, text = line.partition(":")
        if not colon or not days.strip().isdecimal() or len(days.strip()) > 3:
            raise forms.ValidationError(
                f"“{line.strip()[:40]}” does not begin with a number of days and a colon, such as “7: nothing”."
            )
        return Tier(int(days), text.strip())


class MoveRulesForm(PlainForm):
    """A league's own rules for putting a match off."""

    allowed = forms.BooleanField(required=False, label="Allow postponements")
    notice = forms.IntegerField(
        min_value=0,
        max_value=60,
        label="Notice for a postponement (days)",
        help_text="With less, the secretary decides.",
    )
    tiers = TiersField(
        required=False,
        max_length=1000,
        label="Penalty by days of notice",
        help_text="One per line, e.g. “8: nothing”, “3: it must be played later”, “1: £20 to the other side”.",
    )
    without_notice = forms.CharField(
        max_length=200,
        required=False,
        label="Penalty without enough notice",
        help_text="For example “The match is lost”.",
    )
    most = forms.IntegerField(
        min_value=0, max_value=20, required=False, label="Postponements per team",
        help_text="In a season. Leave it empty for no limit.",
    )  # fmt: skip
    who = forms.ChoiceField(
        choices=[
            (CAPTAINS, "The two captains"),
            (BOTH, "The two captains, and then the secretary"),
            (SECRETARY, "The secretary, after asking the other captain"),
        ],
        label="Who agrees the new date?",
        widget=forms.RadioSelect,
    )
    within = forms.IntegerField(
        min_value=1, max_value=300, required=False, label="Play within (days)",
        help_text="Counted from the first date. Leave it empty for no limit.",
    )  # fmt: skip
    until = forms.ChoiceField(
        choices=[
            (Until.SEASON.value, "The end of the season"),
            (Until.HALF.value, "The end of its half of the season"),
        ],
        label="Must be played by",
        widget=forms.RadioSelect,
    )
    nights = forms.TypedMultipleChoiceField(
        coerce=int, choices=LeagueNight.choices, required=False, label="Weekdays for rearranged matches",
        help_text="A match’s own weekday is always allowed.",
        widget=forms.CheckboxSelectMultiple(attrs={"class": "choices--nights"}),
    )  # fmt: skip
    ahead = forms.IntegerField(min_value=0, max_value=60, label="Minimum notice for a new date (days)")
    food = forms.CharField(max_length=200, required=False, label="Reminder about the pub")

    def __init__(self, *args: Any, rules: MoveRules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {name: getattr(rules, name) for name in MoveRules.__slots__}
        self.initial["who"] = BOTH if rules.secretary_confirms else CAPTAINS
        if not rules.opponent_agrees:
            self.initial["who"] = SECRETARY

    @property
    def rules(self) -> MoveRules:
        """What was typed, once the form is valid."""
        typed = {**self.cleaned_data}
        who = typed.pop("who")
        typed |= {"until": Until(typed["until"]), "nights": tuple(typed["nights"])}
        return MoveRules(**typed, opponent_agrees=who != SECRETARY, secretary_confirms=who == BOTH)
