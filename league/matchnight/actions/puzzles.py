"""Puzzles from a league's own pegged games: kept, each with a number and a day of its own, which are never another's.

Nobody does it and nothing of it is anybody's, so that the history of the league does not tell of it.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max
from django.utils.timezone import localdate

from league.matchnight.models import LeaguePuzzle, LiveMatch
from league.teams.actions.leagues import lock_league
from league.teams.models import League
from scoring.play.rules import Rules

DAY = timedelta(days=1)


def keep_puzzles(
    *, match: LiveMatch, league: League, positions: Iterable[tuple[dict[str, Any], Rules]], at: datetime
) -> None:
    """Each position has the next free day after today; a match searched before is left."""
    with lock_league(league.pk):
        if not LiveMatch.objects.filter(pk=match.pk, searched_at=None).update(searched_at=at):
            return
        last = LeaguePuzzle.objects.filter(league=league).aggregate(number=Max("number"), day=Max("shown_on"))
        number, day = last["number"] or 0, max(localdate(at), last["day"] or localdate(at))
        for step, (position, rules) in enumerate(positions, start=1):
            row = LeaguePuzzle(
                league=league, match=match, number=number + step, shown_on=day + step * DAY, position=position,
                rules=rules.to_json(),
            )  # fmt: skip
            row.full_clean(validate_unique=False, validate_constraints=False)
            row.save()
