"""What the secretary and captains type about one match or one night, and what narrows the list of matches."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import django_filters
from django import forms
from django.db.models import Q, QuerySet
from django.utils.timezone import now

from league.base.ui.formats import night
from league.base.ui.forms import DayField, PlainForm, TimeOfDayField
from league.schedule.models import Division, Entry, Fixture, Season
from league.schedule.queries import doubts_about, in_week
from league.schedule.queries.matches import too_often
from league.schedule.queries.move_rules import play_by, standing_of
from league.teams.models import Team, Venue

THE_LEAGUE = "league"
ANYWAY = "Go ahead all the same"


def ask_about_doubts(form: Any, day: date | None, venue: Venue, against: Sequence[str] = ()) -> None:
    """Ask about what speaks against a night and a place for the form's fixture, and `against` it by league rules."""
    doubts = [*against, *(doubts_about(form.fixture, date=day, venue=venue) if day else ())]
    if doubts:
        form.ask("anyway", forms.BooleanField(label=ANYWAY, help_text=" ".join(doubts)))


class MatchForm(PlainForm):
    """The start of every form about one match: which version of it the person has before them."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=200, label="Reason", help_text="The two teams are told it; visitors are not.")

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fixture = fixture
        self.initial["seen"] = fixture.version


class MoveForm(MatchForm):
    """A match on another night, `day` if one has been chosen. What speaks against the night is shown once, and then it
    is the secretary's word.
    """

    asked_by = forms.ChoiceField(label="Who asked for it?", initial=THE_LEAGUE, widget=forms.RadioSelect)
    day_field = "date"

    def __init__(self, *args: Any, day: date | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if day:
            self.initial[self.day_field] = day
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
        ask_about_doubts(self, values.get(self.day_field), venue, standing.objections)
        return values


class PostponeForm(MoveForm):
    new_date = DayField(required=False, label="New date", help_text="Leave it empty if none is agreed yet.")
    play_by = DayField(required=False, label="To be played by", help_text="The last day allowed by the league’s rules.")
    day_field = "new_date"
    field_order = ("asked_by", "reason", "new_date", "play_by")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["play_by"] = play_by(self.fixture)


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
    """A whole night put off."""

    reason = forms.CharField(max_length=200, label="Reason", help_text="The teams are told it; visitors are not.")
    new_date = DayField(
        required=False, label="New date for all of them", help_text="Leave it empty to agree them one by one."
    )


class VoidForm(MatchForm):
    pass


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
    """A season's matches of one week, one division, one team. `weeks` are Mondays; ALL is the whole season."""

    ALL = "all"

    week = django_filters.ChoiceFilter(label="Week of", method="of_week", empty_label=None)
    division = django_filters.ChoiceFilter(label="Division", field_name="division__slug", empty_label="All divisions")
    team = django_filters.ChoiceFilter(label="Team", empty_label="All teams", method="of_team")

    class Meta:
        model = Fixture
        fields = ("week", "division", "team")

    def __init__(self, *args: Any, season: Season, weeks: Sequence[date], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.filters["week"].extra["choices"] = [
            (self.ALL, "The whole season"),
            *((str(day), night(day)) for day in weeks),
        ]
        teams = Team.objects.filter(entries__division__competition__season=season).distinct().order_by("name")
        divisions = Division.objects.filter(competition__season=season).order_by("rank", "pk")
        self.teams: list[tuple[str, str]] = list(teams.values_list("slug", "name"))
        self.filters["team"].extra["choices"] = self.teams
        self.filters["division"].extra["choices"] = list(divisions.values_list("slug", "name"))

    @property
    def monday(self) -> date | None:
        """The week that was asked for, None for the whole season."""
        week = self.form.cleaned_data.get("week") if self.form.is_valid() else None
        return date.fromisoformat(week) if week and week != self.ALL else None

    @property
    def narrowed(self) -> bool:
        """Whether more was asked for than a week."""
        return bool(self.form.is_valid() and {"division", "team"} & {*filter(self.form.cleaned_data.get, self.filters)})

    def of_week(self, found: QuerySet[Fixture], _name: str, value: str) -> QuerySet[Fixture]:
        return found if value == self.ALL else in_week(found, date.fromisoformat(value))

    def of_team(self, found: QuerySet[Fixture], _name: str, slug: str) -> QuerySet[Fixture]:
        return found.filter(Q(home__team__slug=slug, home__slug="") | Q(away__team__slug=slug, away__slug=""))
