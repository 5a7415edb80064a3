"""The weeks of a season, by the calendar: a week is named by its Monday."""

from datetime import date, timedelta

from django.db.models import F, Q, QuerySet

from league.schedule.models import Fixture, Season
from league.schedule.queries.task import week_of

WEEK = timedelta(weeks=1)
# A tie whose sides are still to arrange a date: its first date is only the day of its address.
TO_ARRANGE = Q(date=None, put_up_on__isnull=False, put_up_on=F("first_date"))


def weeks_of(season: Season) -> tuple[date, ...]:
    """The Mondays of all weeks in which the season has or had a match; one query."""
    dated = Fixture.objects.filter(division__competition__season=season).exclude(TO_ARRANGE)
    days = dated.values_list("date", "first_date").distinct()
    return tuple(sorted({week_of(day) for pair in days for day in pair if day is not None}))


def week_to_show(weeks: tuple[date, ...], today: date) -> date | None:
    """This week, else the next one with matches, else the last; None when there is none."""
    coming = [week for week in weeks if week >= week_of(today)]
    return coming[0] if coming else (weeks[-1] if weeks else None)


def in_week(fixtures: QuerySet[Fixture], monday: date) -> QuerySet[Fixture]:
    """The fixtures that are or were in the week from this Monday on."""
    days = (monday, monday + WEEK - timedelta(days=1))
    return fixtures.filter(Q(date__range=days) | Q(first_date__range=days)).exclude(TO_ARRANGE)
