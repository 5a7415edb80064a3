"""The version of a whole league at a moment, in one query, for the ETag of feeds, files and the API.

Every action writes an audit entry in its own transaction, so the log is the same only if the league is. Events of live
matches (`league.live`) are in no audit log, and not in this version.
"""

from datetime import datetime

from django.db import connection
from django.utils.timezone import localdate

from league.results.choices import ResultState
from league.teams.models import League

# Written out, because it is read with every feed and file, and has to cost less than they do. The entries are counted,
# and not the last one looked at alone: one that was begun earlier may come into sight later, and after a backup was
# restored another one has its number, but not its moment. Those of no league tell of people's own names.
VERSION_SQL = """
    WITH history AS (SELECT id FROM audit_entry WHERE league_id = %s OR league_id IS NULL)
    SELECT (SELECT COUNT(*) FROM history), (SELECT at FROM audit_entry WHERE id = (SELECT MAX(id) FROM history)),
        (SELECT SUM(results_version) FROM fixtures_competition WHERE season_id IN
            (SELECT id FROM fixtures_season WHERE league_id = %s)),
        SUM(fixture.version), SUM(CASE WHEN fixture.in_play THEN 1 ELSE 0 END),
        SUM(CASE WHEN result.state = %s AND result.confirm_by <= %s THEN 1 ELSE 0 END)
    FROM fixtures_fixture fixture LEFT JOIN results_result result ON result.fixture_id = fixture.id
    WHERE fixture.league_id = %s
"""


def league_version(league: League, at: datetime) -> str:
    """Another as soon as anything is that a page, file or feed of the league may show, but for live pegs: one query.

    With each day other matches are late and other players registered; a provisional result is confirmed by the hour
    alone; and what makes results anew raises the versions only.
    """
    moment = connection.ops.adapt_datetimefield_value(at)
    with connection.cursor() as cursor:
        cursor.execute(VERSION_SQL, [league.pk, league.pk, ResultState.PROVISIONAL.value, moment, league.pk])
        return " ".join(map(str, (league.pk, localdate(at), *cursor.fetchone())))
