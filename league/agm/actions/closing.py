"""A season is closed: its tables are frozen and its honours written."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.agm.queries.honours import HonourLine
from league.agm.queries.loose_ends import loose_ends
from league.agm.queries.places import ends_of
from league.audit.actions import write_tx
from league.cups.actions.honours import change_honour, write_honour
from league.cups.models import Honour
from league.schedule.actions import close_season
from league.schedule.models import Competition, Division, Season
from league.standings.queries import as_json, divisions, tables


def end_season(*, season: Season, honours: Sequence[HonourLine], by: User, at: datetime, reason: str = "") -> None:
    """Freeze the tables and put the honours on the board, under the year in which the season ends.

    ValidationError while something is open that does not settle itself, and nobody says why it is closed all the same.
    """

    def frozen(competition: Competition) -> dict[Division, dict[str, Any]]:
        found = [each for each in divisions(season.slug) if each.competition_id == competition.pk]
        made = tables(found, at)
        return {division: as_json(made[division.pk]) for division in found}

    with write_tx():
        if not reason.strip() and any(not each.waits for each in loose_ends(season, ends_of(season, at), at)):
            raise ValidationError({"reason": "Say why the season is closed although something is open."})
        close_season(season=season, tables=frozen, by=by, at=at, reason=reason)
        for line in honours:
            _put_up(season, line, by=by, at=at)


def _put_up(season: Season, line: HonourLine, *, by: User, at: datetime) -> None:
    """A new line of the board; of a season that is closed again, the line that it has."""
    there = Honour.objects.filter(league=season.league, year=season.ends.year, title=line.title).first()
    if there is None:
        write_honour(
            league=season.league, year=season.ends.year, title=line.title, winner=line.winner,
            runner_up=line.runner_up, note=line.note, team=line.team, players=line.players, by=by, at=at,
        )  # fmt: skip
    elif (there.winner, there.runner_up) != (line.winner, line.runner_up):
        change_honour(
            honour=there, year=there.year, title=line.title, winner=line.winner, runner_up=line.runner_up,
            note=line.note, team=line.team, players=line.players, by=by, at=at,
        )  # fmt: skip
