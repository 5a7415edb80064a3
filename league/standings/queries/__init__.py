"""Reading tables. Everything runs inside a league's scope."""

from league.standings.queries.final import Final, as_json, final_of, from_json, table_shown
from league.standings.queries.runin import RunIn, latest_run_in, matches_left, run_in
from league.standings.queries.tables import division_named, divisions, seasons_of, standings, tables, versions

__all__ = [
    "Final",
    "RunIn",
    "as_json",
    "division_named",
    "divisions",
    "final_of",
    "from_json",
    "latest_run_in",
    "matches_left",
    "run_in",
    "seasons_of",
    "standings",
    "table_shown",
    "tables",
    "versions",
]
