"""What the secretary and captains type about one match or one night, and what narrows the list of matches."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from datetime import date as day
from typing import Any

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.timezone import now

from league.base.ui.formats import night
from league.base.ui.forms import DayField, PlainForm, TimeOfDayField
from league.schedule.models import Division, Entry, Fixture, MoveRequest, Season
from league.schedule.queries.matches import doubts_about, in_week, too_often
from league.schedule.queries.move_rules import MOST_ON_ONE_WEEKDAY, play_by, standing_of
from league.teams.choices import LeagueNight
from league.teams.models import Team, Venue
from scoring.season.schedule.offers import MoveRules, NightOffer, Tier, Until

THE_LEAGUE = "league"
ANYWAY = "Go ahead all the same"


def ask_about_doubts(form: Any, day: date | None, venue: Venue, against: Sequence[str] = ()) -> None:
    """Ask about what speaks against a night and a place for the form's fixture, and `against` it by league rules."""
    doubts = [*against, *(doubts_about(form.fixture, day, venue) if day else ())]
    if doubts:
        form.ask("anyway", forms.BooleanField(label=ANYWAY, help_text=" ".join(doubts)))


class MatchForm(PlainForm):
    """Which version of a match the person has before them, and why it changes: all of it where a match is made void."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=200, label="Reason", help_text="Only the two teams see this.")

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fixture = fixture
        self.initial["seen"] = fixture.version


class MoveForm(MatchForm):
    """A match on another night. What speaks against the night is shown once, and then it is the secretary's word.

    A night that is chosen among those that fit is put in, and what was typed is kept, with nothing judged yet.
    """

    asked_by = forms.ChoiceField(label="Who asked for it?", initial=THE_LEAGUE, widget=forms.RadioSelect)
    day_field = "date"

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        chosen = data is not None and "choose" in data
        super().__init__(None if chosen else data, **kwargs)
        if chosen:
            self.initial |= data.dict() | {self.day_field: data["choose"]}
        sides = {str(entry.pk): entry for entry in (self.fixture.home, self.fixture.away) if entry is not None}
        self.sides: dict[str, Entry] = sides
        self.fields["asked_by"].choices = [  # type: ignore[attr-defined]
            *((key, entry.name) for key, entry in sides.items()),
            (THE_LEAGUE, "The league"),
        ]

    def clean_asked_by(self) -> Entry | None:
        return self.sides.get(self.cleaned_data["asked_by"])

    def clean(self) -> dict[str, Any]:
        """Say every doubt about the night and the place, unless there is none or it has been set aside."""
        values: dict[str, Any] = super().clean() or {}
        standing = standing_of(self.fixture, values.get("asked_by"), at=now())
        venue = values.get("venue") or self.fixture.venue
        ask_about_doubts(self, values.get(self.day_field), venue, standing["objections"])
        return values


class PostponeForm(MoveForm):
    new_date = DayField(required=False, label="New date", help_text="Leave it empty if none is agreed yet.")
    play_by = DayField(required=False, label="To be played by", help_text="The last day allowed by the league’s rules.")
    day_field = "new_date"
    field_order = ("asked_by", "reason", "new_date", "play_by")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("play_by", play_by(self.fixture))


class RearrangeForm(MoveForm):
    date = DayField(label="Date")
    start_time = TimeOfDayField(label="Start")
    venue: Any = forms.ModelChoiceField(queryset=None, empty_label=None, label="Where")
    field_order = ("date", "start_time", "venue", "asked_by", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["venue"].queryset = Venue.objects.order_by("name", "pk")  # type: ignore[attr-defined]
        now = self.fixture
        for name, value in (("date", now.date), ("start_time", now.start_time), ("venue", now.venue_id)):
            self.initial.setdefault(name, value)


class NightForm(PlainForm):
    reason = forms.CharField(max_length=200, label="Reason", help_text="Only the teams of that night see this.")
    new_date = DayField(
        required=False, label="New date for all of them", help_text="Leave it empty to agree them one by one."
    )


class ReinstateForm(MatchForm):
    date = DayField(required=False, label="Date", help_text="Leave it empty if none is agreed yet.")
    field_order = ("date", "reason")

    def clean(self) -> dict[str, Any]:
        """Say what speaks against the match, with its date or without one."""
        values: dict[str, Any] = super().clean() or {}
        day = values.get("date")
        ask_about_doubts(self, day, self.fixture.venue, () if day else tuple(too_often(self.fixture, None)))
        return values


# --- what narrows the list of matches ---------------------------------------------------------------------------------
class FixtureFilter(django_filters.FilterSet):
    """A season's matches of one week and one division; whose `team` or `venue` is chosen has a page of its own for it.

    `weeks` are Mondays; ALL is the whole season.
    """

    ALL = "all"

    week = django_filters.ChoiceFilter(label="Week of", method="of_week", empty_label=None)
    division = django_filters.ChoiceFilter(label="Division", field_name="division__slug", empty_label="All divisions")
    team = django_filters.ChoiceFilter(label="Team", empty_label="All teams")
    venue = django_filters.ChoiceFilter(label="Venue", empty_label="All venues")

    class Meta:
        model = Fixture
        fields = ("week", "division", "team", "venue")

    def __init__(self, *args: Any, season: Season, weeks: Sequence[date], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        divisions = Division.objects.filter(competition__season=season).order_by("rank", "pk")
        teams = Team.objects.filter(entries__division__competition__season=season).distinct().order_by("name")
        matches = Fixture.objects.filter(division__competition__season=season)
        played_at = Q(pk__in=matches.values("venue")) | Q(teams__in=teams)
        venues = Venue.objects.filter(played_at).distinct().order_by("name", "pk")
        for name, rows in (("division", divisions), ("team", teams), ("venue", venues)):
            self.filters[name].extra["choices"] = list(rows.values_list("slug", "name"))
        self.filters["week"].extra["choices"] = [
            (self.ALL, "The whole season"),
            *((str(day), night(day)) for day in weeks),
        ]

    @property
    def monday(self) -> date | None:
        """The week that was asked for, None for the whole season."""
        week = self.form.cleaned_data.get("week") if self.form.is_valid() else None
        return date.fromisoformat(week) if week and week != self.ALL else None

    def of_week(self, fixtures: QuerySet[Fixture], _name: str, value: str) -> QuerySet[Fixture]:
        return fixtures if value == self.ALL else in_week(fixtures, date.fromisoformat(value))


# --- requests to move a match -----------------------------------------------------------------------------------------
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
    reason = forms.CharField(
        max_length=200,
        label="Why?",
        help_text="The other captain and the secretary read it.",
        error_messages={"required": "Say why you want to move it."},
    )

    def __init__(
        self, *args: Any, offers: Iterable[NightOffer], arranging: bool = False,
        advice: Mapping[day, str] | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **kwargs)
        shown = list(offers)[: MOST_TO_ARRANGE if arranging else MOST_SHOWN]
        choices = [day_choice(offer, advice) for offer in shown]
        if arranging:
            dates, reason = self.fields["dates"], self.fields["reason"]
            dates.required, reason.required = True, False
            dates.help_text = (
                f"Tick up to three, at most {MOST_ON_ONE_WEEKDAY} of them on one weekday. On all of these the pub has "
                "room and neither side plays anything else."
            )
            dates.error_messages["required"] = "Tick the dates that suit you."
            reason.label, reason.help_text = "A word to the other side", ""
        if choices:
            self.fields["dates"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["dates"]

    def clean_reason(self) -> str:
        return str(self.cleaned_data["reason"]) or "The date is to be arranged"


class TakeDateForm(PlainForm):
    date = forms.TypedChoiceField(
        coerce=day.fromisoformat,
        label="Which date suits you?",
        widget=forms.RadioSelect(),
        empty_value=None,
        error_messages={"required": "Choose the date that suits you."},
    )

    def __init__(
        self, *args: Any, dates: Iterable[day], offers: Iterable[NightOffer], advice: Mapping[day, str] | None = None,
        **kwargs: Any,
    ) -> None:  # fmt: skip
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
    reason = forms.CharField(
        max_length=200,
        label="Why not?",
        help_text="Both captains can read it.",
        error_messages={"required": "Say why not."},
    )


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
        error_messages={"required": "Choose when a moved match must be played by."},
    )
    nights = forms.TypedMultipleChoiceField(
        coerce=int, choices=LeagueNight.choices, required=False, label="Weekdays for moved matches",
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
        typed = {**self.cleaned_data}
        who = typed.pop("who")
        typed |= {"until": Until(typed["until"]), "nights": tuple(typed["nights"])}
        return MoveRules(**typed, opponent_agrees=who != SECRETARY, secretary_confirms=who == BOTH)
