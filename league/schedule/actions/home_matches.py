"""A team that moves to another pub, or starts at another hour, takes its home matches still to be played along.

And what is said of the matches that a team leaves behind, or that are at a pub on nights when it is closed.
"""

from datetime import date, datetime, time

from django.db.models import Q, QuerySet

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.ui.formats import clock
from league.schedule.actions.locking import change_fixture, lock_fixtures
from league.schedule.choices import FixtureState
from league.schedule.models import Fixture
from league.teams.models import Team, Venue
from scoring.words import several

OPEN = Q(state__in=(FixtureState.SCHEDULED, FixtureState.POSTPONED), in_play=False, away__isnull=False)
TO_PLAY = OPEN & Q(home__slug="")


def home_matches(team: Team) -> QuerySet[Fixture]:
    """The matches still to be played in which a team is at home in its own pub."""
    return Fixture.objects.filter(TO_PLAY, home__team=team, venue=team.venue_id)


def move_home_matches(*, team: Team, venue: Venue, start_time: time, by: User | None, at: datetime) -> int:
    """Put those that were to be at `venue`, the team's pub before, at the one it has now; how many there are.

    Those that were to begin at `start_time` begin when its home matches do now; others keep their own hour.
    """
    with write_tx():
        fixtures = lock_fixtures(TO_PLAY & Q(home__team=team, venue=venue))
        for fixture in fixtures:
            starts = team.start_time if fixture.start_time == start_time else fixture.start_time
            change_fixture(fixture, venue=team.venue, start_time=starts)
        if fixtures:
            seasons = {fixture.division.competition.season for fixture in fixtures}
            plays = f"{team} play at {team.venue}, {clock(team.start_time)}"
            record(
                verb="move_home_matches", words=f"{plays}. Home matches moved: {len(fixtures)}.", at=at, by=by,
                league_id=team.league_id, about=(*seasons, team, *fixtures), reason=f"{plays}, from now on.",
            )  # fmt: skip
    return len(fixtures)


def home_matches_words(team: Team) -> str:
    """How many matches would move, as in "7 home matches still to be played"; "" if none would."""
    number = home_matches(team).count()
    return f"{several(number, 'home match')} still to be played" if number else ""


def matches_left_words(team: Team) -> str:
    """How many matches a team still has, at home and away; "" if none."""
    sides = Q(home__team=team, home__slug="") | Q(away__team=team, away__slug="")
    return _to_be_played(Fixture.objects.filter(OPEN & sides).count())


def matches_at_words(venue: Venue, first: date, last: date) -> str:
    """How many matches, ties of cups too, are to be played at a pub on these nights; "" if none."""
    return _to_be_played(Fixture.objects.filter(OPEN, venue=venue, date__range=(first, last)).count())


def _to_be_played(number: int) -> str:
    return f"{several(number, 'match')} still to be played" if number else ""
