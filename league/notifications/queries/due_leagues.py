"""In which leagues something may be written because of the hour, found for all leagues of the site at once.

`clock` asks some ten questions of a league, which every minute of two thousand would take longer than the minute. Here
a few questions find those of whose matches, cards or officers an hour lies between two moments. A league too many may
be named, never one too few.
"""

from collections.abc import Iterator
from datetime import datetime, time, timedelta

from django.db.models import Q, QuerySet
from django.utils.timezone import localtime
from django_scopes import scopes_disabled

from league.matchnight.models.availability import AvailabilitySettings
from league.notifications.queries.channels import DAY, after_quiet_hours, days_when
from league.notifications.queries.messages import leagues_with_followers
from league.notifications.queries.weekly import leagues_with_weekly_mail
from league.results.choices import ResultState
from league.results.models import Result
from league.schedule.choices import FixtureState
from league.schedule.models import Division, Fixture
from league.schedule.queries import open_anywhere
from league.schedule.values.matches import card_due, division_rules, rules_for
from league.teams.models import League

BEFORE, TEA_TIME, CLOSING, BREAKFAST = time(10), time(16), time(22, 15), time(8)
TIE_NOTICE = timedelta(days=7)
LONGEST_DUE = timedelta(days=43)  # no league can give captains longer to send a card: 999 hours
SECOND = timedelta(hours=12)


def leagues_due(after: datetime, until: datetime) -> set[int]:
    """The keys of the leagues that have an hour after the one moment and not after the other; some three queries."""
    with scopes_disabled():
        if days_when(BREAKFAST, after, until):
            return set(League.objects.values_list("pk", flat=True))
        return {
            *_with_nights(after, until),
            *_with_players_to_ask(after, until),
            *_awaiting_cards(after, until),
            *_awaiting_second_cards(after, until),
            *leagues_with_results_standing(after, until),
            *leagues_with_followers(after, until),
            *leagues_with_weekly_mail(after, until),
        }


def leagues_with_results_standing(after: datetime, until: datetime) -> set[int]:
    """Those in which a card comes to stand because nobody has questioned it; no league's scope is open."""
    results = Result.objects.filter(state=ResultState.PROVISIONAL, confirm_by__gt=after, confirm_by__lte=until)
    return set(results.values_list("fixture__league", flat=True))


def is_half_a_day_before(due: datetime | None, after: datetime, until: datetime) -> bool:
    """Whether the hour to ask once more for a card lies between two moments; in the night it is put off until eight."""
    return due is not None and after < after_quiet_hours(due - SECOND) <= until < due


def awaiting_cards(fixtures: QuerySet[Fixture], after: datetime, until: datetime) -> QuerySet[Fixture]:
    """Of open matches those that may have been played, and whose card may be late between two moments."""
    since, last = localtime(after).date() - LONGEST_DUE, localtime(until).date()
    return fixtures.filter(state=FixtureState.SCHEDULED, date__gte=since, date__lte=last)


def second_cards_due(results: QuerySet[Result], after: datetime, until: datetime) -> Iterator[tuple[Result, datetime]]:
    """Where both sides must send a card and one has: the hour to ask the other is now, with when its card is due."""
    sealed = results.filter(state=ResultState.SEALED, fixture__division__competition__season__current=True)
    sealed = sealed.exclude(submission__by=None)  # nobody's card: both captains were asked when it came
    for result in sealed.order_by("pk"):
        due = card_due(result.fixture, rules_for(result.fixture))
        if due is not None and is_half_a_day_before(due, after, until):
            yield result, due


def _with_nights(after: datetime, until: datetime) -> Iterator[int]:
    """A match tomorrow or tonight, or a week left to arrange one."""
    before, closing = days_when(BEFORE, after, until), days_when(CLOSING, after, until)
    if before or closing:
        dated = Q(date__in=[*(day + DAY for day in before), *closing], state=FixtureState.SCHEDULED)
        to_arrange = Q(date=None, play_by__in=[day + TIE_NOTICE for day in before])
        yield from open_anywhere().filter(dated | to_arrange).values_list("league", flat=True)


def _with_players_to_ask(after: datetime, until: datetime) -> Iterator[int]:
    """A match on a night of which a team that asks its players has an hour now."""
    before, tonight = days_when(BEFORE, after, until), days_when(TEA_TIME, after, until)
    if not before and not tonight:
        return
    asking = AvailabilitySettings.objects.filter(team__active=True, enabled=True)
    nights = {
        team: {*tonight, *(day + days * DAY for day in before for days in (first, last) if days)}
        for team, first, last in asking.values_list("team", "first_days", "last_days")
    }
    matches = open_anywhere().filter(date__in=set().union(*nights.values()))
    for league, date, *teams in matches.values_list("league", "date", "home__team", "away__team"):
        if any(date in nights.get(team, ()) for team in teams):
            yield league


def _awaiting_cards(after: datetime, until: datetime) -> Iterator[int]:
    """Of each division the nights alone are read, of which there are few, and its rules once."""
    nights = set(awaiting_cards(open_anywhere(), after, until).values_list("division", "date", "start_time"))
    divisions = Division.objects.select_related("competition__season__league").in_bulk({key for key, _, _ in nights})
    rules = {key: division_rules(each) for key, each in divisions.items()}
    for key, day, start in nights:
        if is_half_a_day_before(card_due(Fixture(date=day, start_time=start), rules[key]), after, until):
            yield divisions[key].competition.season.league_id


def _awaiting_second_cards(after: datetime, until: datetime) -> Iterator[int]:
    results = Result.objects.select_related("fixture__league", "fixture__division__competition")
    for result, _ in second_cards_due(results, after, until):
        yield result.fixture.league_id
