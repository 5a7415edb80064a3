"""Narrowing the list of matches."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import django_filters
from django.db.models import QuerySet

from league.schedule.models import Division, Fixture, Season
from league.schedule.queries import in_week, sides_of_team
from league.teams.models import Team
from league.ui.words import night


class FixtureFilter(django_filters.FilterSet):
    """A season's matches of one week, one division, one team. `weeks` are Mondays; ALL is the whole season."""

    ALL = "all"

    week = django_filters.ChoiceFilter(label="Week of", method="of_week", empty_label=None)
    division = django_filters.ModelChoiceFilter(
        label="Division", queryset=Division.objects.none, to_field_name="slug", empty_label="All divisions"
    )
    team = django_filters.ModelChoiceFilter(
        label="Team", queryset=Team.objects.none, to_field_name="slug", empty_label="All teams", method="of_team"
    )

    class Meta:
        model = Fixture
        fields = ("week", "division", "team")

    def __init__(self, *args: Any, season: Season, weeks: Sequence[date], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entered = Team.objects.filter(entries__division__competition__season=season)
        self.filters["week"].extra["choices"] = [
            (self.ALL, "The whole season"),
            *((str(day), night(day)) for day in weeks),
        ]
        self.filters["team"].queryset = entered.distinct().order_by("name")
        self.filters["division"].queryset = Division.objects.filter(competition__season=season).order_by("rank", "pk")

    @property
    def monday(self) -> date | None:
        """The week that was asked for, None for the whole season."""
        week = self.form.cleaned_data.get("week") if self.form.is_valid() else None
        return date.fromisoformat(week) if week and week != self.ALL else None

    def of_week(self, found: QuerySet[Fixture], _name: str, value: str) -> QuerySet[Fixture]:
        return found if value == self.ALL else in_week(found, date.fromisoformat(value))

    def of_team(self, found: QuerySet[Fixture], _name: str, team: Team) -> QuerySet[Fixture]:
        return found.filter(sides_of_team(team))
