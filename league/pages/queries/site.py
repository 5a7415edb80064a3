"""The front page, which alone looks into several leagues and reads what is public; puzzles; if the site is well."""

import logging
import shutil
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Q, Subquery
from django.db.models.functions import Coalesce
from django.utils.timezone import localdate
from django_scopes import scope, scopes_disabled

from league.matchnight.models import LiveMatch
from league.matchnight.queries.games import shown_puzzles
from league.matchnight.queries.match_view import STILL_ON, GameView, MatchView, match_view
from league.matchnight.values import LIVE, puzzle_of
from league.pages.presenters.puzzles import card_of_puzzle, page_of
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


# --- puzzles from a league's own matches ------------------------------------------------------------------------------
MOST_PUZZLES = 100  # on the page, the latest


def own_puzzle_page(league: League, number: int, chosen: str, today: date) -> dict[str, Any] | None:
    rows = shown_puzzles(league, today)
    row = rows.filter(number=number).first()
    if row is None:
        return None
    page = page_of(puzzle_of(row), list(rows.values_list("number", flat=True)), chosen, league.slug)
    cards = [card_of_puzzle(puzzle_of(each), league.slug) for each in rows[:MOST_PUZZLES]]
    return page | {"cards": cards, "day": today if row.shown_on == today else None}
