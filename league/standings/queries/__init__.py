"""Reading tables. Everything runs inside a league's scope."""

from league.standings.queries.runin import RunIn, latest_run_in, matches_left, run_in
from league.standings.queries.tables import (
    division_named,
    divisions,
    seasons_of,
    standings,
    tables,
    versions,
)

__all__ = [
    "RunIn",
    "division_named",
    "divisions",
    "latest_run_in",
    "matches_left",
    "run_in",
    "seasons_of",
    "standings",
    "tables",
    "versions",
]
