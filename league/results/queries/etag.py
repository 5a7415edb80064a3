"""The version of a whole league at a moment, in one query, for the ETag of feeds, files and the API and kept pages.

Every action writes an audit entry in its own transaction, so the log is the same only if the league is. Events of live
matches (`league.matchnight`) are in no audit log, and not in this version.
"""

from datetime import datetime

from django.db import connection
from django.utils.timezone import localdate, localtime

from league.results.choices import ResultState
from league.teams.models import League

# In SQL because five subqueries of the ORM are longer and take 4 ms with every page that is kept, fifty times as much.
# The head of a chain stands for all that is sealed in it; the chain of no league has the changes of people's own names.
VERSION_SQL = f"""
    SELECT (SELECT head FROM base_seal WHERE league_id = %(league)s ORDER BY number DESC LIMIT 1),
        (SELECT head FROM base_seal WHERE league_id IS NULL ORDER BY league_id DESC, number DESC LIMIT 1),
        (SELECT SUM(results_version) FROM schedule_competition WHERE season_id IN
            (SELECT id FROM schedule_season WHERE league_id = %(league)s)),
        (SELECT COUNT(*) FROM results_result result JOIN schedule_fixture fixture ON fixture.id = result.fixture_id
            WHERE result.state = '{ResultState.PROVISIONAL.value}' AND result.confirm_by > %(began)s
            AND result.confirm_by <= %(moment)s AND fixture.league_id = %(league)s),
        (SELECT COUNT(*) FROM schedule_fixture WHERE league_id = %(league)s AND in_play)
"""  # noqa: S608 (the state is a word of ours: the index is of such rows alone)


def league_version(league: League, at: datetime) -> str:
    """Another as soon as anything is that a page, file or feed of the league may show, but for live pegs: one query.

    With each day other matches are late and other players registered; a provisional result is confirmed by the hour
    alone; and what makes results anew raises the versions only.
    """
    midnight = localtime(at).replace(hour=0, minute=0, second=0, microsecond=0)
    began, moment = map(connection.ops.adapt_datetimefield_value, (midnight, at))
    with connection.cursor() as cursor:
        cursor.execute(VERSION_SQL, {"league": league.pk, "began": began, "moment": moment})
        return " ".join(map(str, (league.pk, localdate(at), *cursor.fetchone())))
