"""Every match of tonight, and any that is still being pegged: what is live, what is to come, how the rest ended.

Refuses to know who looks. A fixed number of queries, however many matches. Runs inside the scope of a league.
"""

import hashlib
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Min, Q, QuerySet
from django.utils.timezone import localdate

from league.live.presenters import MatchView, match_view_from
from league.live.queries.match_state import states_of
from league.live.values import LIVE, NOT_STARTED
from league.schedule.choices import FixtureState
from league.schedule.models import Fixture
from league.schedule.queries import whole_fixtures
from league.teams.models import League

# A match that was pegged as lately as this is shown even if the calendar has it on another night.
STILL_ON = timedelta(hours=3)
GONE = (FixtureState.VOID, FixtureState.POSTPONED)
LEAST_LIKELY = {LIVE: 0, NOT_STARTED: 1}


@dataclass(frozen=True, slots=True)
class Tonight:
    """The matches of a night: those being played first, then those to come, then those that are over.

    `coming` is the next night after today on which there is a match, None at the end of the season.
    """

    day: date
    matches: tuple[MatchView, ...]
    coming: date | None

    @property
    def live(self) -> tuple[MatchView, ...]:
        return tuple(match for match in self.matches if match.status == LIVE)

    @property
    def rest(self) -> tuple[MatchView, ...]:
        return tuple(match for match in self.matches if match.status != LIVE)


def tonight_of(league: League, at: datetime) -> Tonight:
    """The league's matches of the day at a moment."""
    found = _of_tonight(league, at).select_related("result")
    fixtures = list(found.order_by("start_time", "division__rank", "home__name", "pk"))
    states = states_of(fixtures)
    matches = [match_view_from(each, *states.get(each.pk, (None, None))) for each in fixtures]
    matches.sort(key=lambda match: LEAST_LIKELY.get(match.status, 2))
    today = localdate(at)
    coming = Fixture.objects.filter(league=league, date__gt=today, away__isnull=False).exclude(state__in=GONE)
    return Tonight(today, tuple(matches), coming.aggregate(night=Min("date"))["night"])


def tonight_etag(league: League, at: datetime) -> str:
    """Changes whenever anything of `tonight_of` does. One small query, for those who ask every few seconds."""
    versions = _of_tonight(league, at).order_by("pk").values_list("pk", "version", "live__head", "result__updated_at")
    return hashlib.sha256(repr((localdate(at), list(versions))).encode()).hexdigest()[:16]


def _of_tonight(league: League, at: datetime) -> QuerySet[Fixture]:
    on = Q(date=localdate(at)) | Q(live__last_at__gte=at - STILL_ON, state=FixtureState.SCHEDULED)
    return whole_fixtures().filter(on, league=league, away__isnull=False).exclude(state__in=GONE)
