"""Looking through pegged games for puzzles, as a background job: in a process of its own, of low priority."""

import logging
from itertools import islice
from typing import Any

from django.utils.timezone import now
from django_scopes import scope

from league.base.jobs.kinds import Progress, job
from league.matchnight.actions.events import keep_puzzles
from league.matchnight.models import LiveMatch
from league.matchnight.queries.games import match_to_search, positions_in
from league.matchnight.values import FIND_PUZZLES
from league.teams.models import League
from scoring.play.rules import Rules

EACH_MATCH = 2  # puzzles
A_NIGHT = 20  # matches of a league
log = logging.getLogger(__name__)


@job(FIND_PUZZLES)
def find_puzzles(_args: dict[str, Any], progress: Progress) -> None:
    for league in League.objects.order_by("pk"):
        with scope(league=league):
            for _ in range(A_NIGHT):
                at = now()
                match = match_to_search(league, at)
                if match is None or progress.cancelled:
                    break
                progress.say(f"Looking through a match of {league.short_name}")
                keep_puzzles(match=match, league=league, positions=_positions_in(match), at=at)


def _positions_in(match: LiveMatch) -> list[tuple[dict[str, Any], Rules]]:
    try:
        return list(islice(positions_in(match), EACH_MATCH))
    except Exception:
        log.exception("Match %s could not be looked through for puzzles", match.pk)
        return []
