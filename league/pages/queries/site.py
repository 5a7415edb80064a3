"""The site's front page: the leagues that may be read, found by a few letters, and a match as it stands right now.

And whether the site is well. The front page is the one page that looks into several leagues at once, so what it reads
of them is public, and nothing else.
"""

import logging
import shutil
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Q, Subquery
from django.db.models.functions import Coalesce
from django.utils.timezone import localdate
from django_scopes import scope, scopes_disabled

from league.matchnight.models import LiveMatch
from league.matchnight.queries.match_view import STILL_ON, GameView, MatchView, match_view
from league.matchnight.values import LIVE
from league.schedule.choices import FixtureState
from league.schedule.queries.matches import whole_fixtures
from league.teams.models import FormerName, League, Team
from league.teams.queries.people import has_name
from scoring.names import letters

log = logging.getLogger(__name__)
FEW_LEAGUES = 12  # leagues that are all named without a search
MOST_FOUND = 20
SHORTEST = 2


@dataclass(frozen=True, slots=True)
class ShownMatch:
    league: League
    match: MatchView
    game: GameView

    @property
    def live(self) -> bool:
        return self.match.status == LIVE


def shown_match(at: datetime) -> ShownMatch | None:
    with scopes_disabled():
        pegged = LiveMatch.objects.filter(fixture__league__public=True, head__gt=0)
        on = Q(fixture__date=localdate(at)) | Q(last_at__gte=at - STILL_ON)
        playing = pegged.filter(on, fixture__in_play=True, fixture__state=FixtureState.SCHEDULED)
        over = pegged.filter(fixture__state=FixtureState.PLAYED)
        last, before = (Subquery(found.order_by("-last_at", "pk").values("fixture")[:1]) for found in (playing, over))
        # As one value: the database goes to that row, and looks for one that is over only where none is being played.
        for key in (Coalesce(last, before), before):
            fixture = whole_fixtures().filter(pk=key).first()
            if fixture is None:
                return None
            with scope(league=fixture.league):
                match = match_view(fixture)
            if match.games:
                return ShownMatch(fixture.league, match, (match.playing or match.games)[-1])
    return None


def find_leagues(words: str) -> tuple[list[League], list[Team]]:
    """Of public leagues only; teams also by former names."""
    if len(letters(words)) < SHORTEST:
        return [], []
    with scopes_disabled():
        leagues = League.objects.filter(has_name(words), public=True).defer("rules").order_by("name", "pk")
        once_called = Q(pk__in=FormerName.objects.filter(has_name(words)).values("team"))
        teams = Team.objects.filter(has_name(words) | once_called, league__public=True, active=True)
        teams = teams.select_related("league").defer("league__rules").order_by("name", "pk")
        return list(leagues[:MOST_FOUND]), list(teams[:MOST_FOUND])


LEAST_ROOM = 50 * 1024 * 1024  # bytes: a busy evening writes a tenth of that


def storage_fault() -> str:
    """A sentence anybody may read, "" if nothing is wrong."""
    try:
        League.objects.exists()
    except DatabaseError:
        log.exception("The database cannot be read")
        return "The database cannot be read."
    room = shutil.disk_usage(settings.VAR_DIR).free
    return "" if room >= LEAST_ROOM else f"The disk is nearly full: {room // 1024 // 1024} MB are left."
