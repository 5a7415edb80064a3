"""The nights and weeks in which a season has matches, and its calendar with the weeks left out."""

from datetime import date, timedelta

from django.db.models import Count, F, Q, QuerySet

from league.schedule.choices import FixtureState
from league.schedule.models import Blackout, Competition, Division, Fixture, Season
from league.schedule.presenters.calendar import SeasonCalendar, calendar_month, nights_needed
from league.schedule.values.calendar import WEEK, bank_holidays, league_nights, open_on, week_of, weekly_nights

# A tie whose sides are still to arrange a date: its first date is only the day of its address.
TO_ARRANGE = Q(date=None, put_up_on__isnull=False, put_up_on=F("first_date"))


def weeks_of(season: Season) -> tuple[date, ...]:
    """The Mondays of all weeks in which the season has or had a match; one query."""
    dated = Fixture.objects.filter(division__competition__season=season).exclude(TO_ARRANGE)
    days = dated.values_list("date", "first_date").distinct()
    return tuple(sorted({week_of(day) for pair in days for day in pair if day is not None}))


def in_week(fixtures: QuerySet[Fixture], monday: date) -> QuerySet[Fixture]:
    """The fixtures that are or were in the week from this Monday on."""
    days = (monday, monday + WEEK - timedelta(days=1))
    return fixtures.filter(Q(date__range=days) | Q(first_date__range=days)).exclude(TO_ARRANGE)


def calendar_of(competition: Competition) -> SeasonCalendar:
    """The calendar of a season, in two queries."""
    season = competition.season
    blackouts = tuple(Blackout.objects.filter(season=season).order_by("first", "pk"))
    found = list(divisions_of(competition))
    nights = league_nights(season, found)
    bank = bank_holidays(season)
    weekly = (*weekly_nights(season.starts, season.ends, season.starts.weekday()), season.ends)
    months = sorted({day.replace(day=1) for day in weekly})
    return SeasonCalendar(
        months=tuple(calendar_month(first, season, nights, blackouts, bank) for first in months),
        needs=tuple(nights_needed(division, blackouts) for division in found),
        blackouts=blackouts,
        on_bank_holidays=tuple(day for day in sorted(nights & bank.keys()) if open_on(day, blackouts)),
    )


def divisions_of(competition: Competition) -> QuerySet[Division]:
    """The divisions from the top, each with its league at hand and the number of its `teams`."""
    found: QuerySet[Division] = Division.objects.filter(competition=competition).order_by("rank", "pk")
    teams = Count("entries", filter=Q(entries__withdrawn_on=None))
    return found.select_related("competition__season__league").annotate(teams=teams)


def matches_on(competition: Competition, first: date, last: date) -> int:
    """How many matches of the list are still to be played on those days, first and last included."""
    dated = Fixture.objects.filter(division__competition=competition, date__range=(first, last))
    return dated.filter(state=FixtureState.SCHEDULED, away__isnull=False).count()
