"""What is written because of the hour: a match tomorrow, a card that is to come, a result that stands now, a tie
without a date, the digest.

Every kind has its hour by the league's clock, and is written once when that hour has come. Knows which hours lie
between two moments. Refuses to know when somebody last looked.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, time, timedelta

from django.db.models import QuerySet
from django.utils.timezone import localtime

from league.fixtures.choices import FixtureState
from league.fixtures.models import Fixture
from league.fixtures.queries import card_due, division_rules, open_fixtures, starts_at
from league.post.choices import Kind
from league.post.queries.digest import digest_of
from league.post.queries.hours import DAY, at_local, awake, days_when
from league.post.queries.letters import Letter, moment, when
from league.post.queries.news.cards import card_address
from league.post.queries.people import both_sides, offices
from league.post.queries.waits import SECOND, cards_missing, results_standing
from league.teams.models import League
from league.ui.words import clock, night

BEFORE, CLOSING, BREAKFAST = time(10), time(22, 15), time(8)
TIE_NOTICE = timedelta(days=7)
LONGEST_DUE = timedelta(days=31)  # no league gives captains longer to send a card


def letters_due(league: League, after: datetime, until: datetime) -> Iterator[Letter]:
    """Every letter whose hour lies after the one moment and not after the other; the league's scope is open."""
    for day in days_when(BEFORE, after, until):
        yield from _of_each(_tomorrow, open_fixtures(league).filter(date=day + DAY, state=FixtureState.SCHEDULED))
        yield from _of_each(_to_arrange, open_fixtures(league).filter(date=None, play_by=day + TIE_NOTICE))
    for day in days_when(CLOSING, after, until):
        yield from _of_each(_tonight, open_fixtures(league).filter(date=day, state=FixtureState.SCHEDULED))
    yield from _second(league, after, until)
    yield from cards_missing(league, after, until)
    yield from results_standing(league, after, until)
    for day in days_when(BREAKFAST, after, until):
        yield from digest_of(league, offices(league), at_local(day, BREAKFAST))


def _of_each(write: Callable[[Fixture], Iterable[Letter]], fixtures: QuerySet[Fixture]) -> Iterator[Letter]:
    for fixture in fixtures.order_by("pk"):
        yield from write(fixture)


def _tomorrow(fixture: Fixture) -> Iterator[Letter]:
    """Both captains: who, where and when, for the calendar too."""
    facts = (
        ("Match", f"{fixture}, {fixture.occasion}"),
        ("When", when(fixture)),
        ("At", ", ".join(filter(None, (fixture.venue.name, fixture.venue.address, fixture.venue.postcode)))),
    )
    for person in both_sides(fixture):
        yield Letter(
            Kind.TOMORROW,
            person,
            f"tomorrow-{fixture.pk}-{fixture.date}",
            f"{fixture} tomorrow, {clock(fixture.start_time)} at {fixture.venue.name}",
            ("Your match is tomorrow.",),
            facts,
            (("See the match", fixture.get_absolute_url()),),
            until=starts_at(fixture),
            fixture=fixture,
        )


def _tonight(fixture: Fixture) -> Iterator[Letter]:
    """Both captains, on the night: straight to the form."""
    yield from _to_enter(fixture, f"tonight-{fixture.pk}-{fixture.date}", f"{fixture}: enter tonight's result")


def _second(league: League, after: datetime, until: datetime) -> Iterator[Letter]:
    """Both captains once more, half a day before the card is late; in the night it waits until eight."""
    since = localtime(after).date() - LONGEST_DUE
    played = open_fixtures(league).filter(date__gte=since, date__lte=localtime(until).date())
    for fixture in played.filter(state=FixtureState.SCHEDULED).order_by("pk"):
        due = card_due(fixture, division_rules(fixture.division, league))
        if due is not None and after < awake(due - SECOND) <= until < due:
            subject = f"{fixture}: the result is due by {moment(localtime(due))}"
            yield from _to_enter(fixture, f"due-{fixture.pk}-{fixture.date}", subject, due)


def _to_enter(fixture: Fixture, about: str, subject: str, due: datetime | None = None) -> Iterator[Letter]:
    due = due or card_due(fixture, division_rules(fixture.division, fixture.league))
    words = ("Nobody has sent the card yet. Either captain can: the button leads straight to it.",)
    facts = (("Match", f"{fixture}, {fixture.occasion}"), *((("Due by", moment(localtime(due))),) if due else ()))
    for person in both_sides(fixture):
        buttons = (("Enter the result", card_address(fixture)),)
        yield Letter(Kind.CARD_DUE, person, about, subject, words, facts, buttons, until=due)


def _to_arrange(fixture: Fixture) -> Iterator[Letter]:
    """Both captains of a tie, or of a match that was put off, a week before its last day."""
    assert fixture.play_by is not None
    for person in both_sides(fixture):
        yield Letter(
            Kind.CUP if fixture.stage else Kind.MOVED,
            person,
            f"arrange-{fixture.pk}-{fixture.play_by}",
            f"{fixture} has no date yet: play it by {night(fixture.play_by)}",
            ("It is to be played within a week. Offer up to three dates, and the other side takes one.",),
            (("Match", f"{fixture}, {fixture.occasion}"),),
            (("Offer dates", fixture.get_absolute_url()),),
        )
