"""How the site talks to its database: a file of SQLite, or a server of PostgreSQL."""

from typing import Any

import dj_database_url

from league.site.settings.servers import server_at

KINDS = ("sqlite", "postgres", "postgresql", "pgsql")

# SQLite: one writer at a time, taken at once (IMMEDIATE) and waited for, and every commit on the disk (FULL).
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;PRAGMA journal_size_limit=67108864"
    ),
}


def database_at(url: str) -> dict[str, Any]:
    """An entry of DATABASES."""
    example = "postgres://name:password@host/database or sqlite:////folder/file.sqlite3"
    found: dict[str, Any] = dict(dj_database_url.parse(server_at("DATABASE_URL", url, KINDS, example)))
    if found["ENGINE"].endswith("sqlite3"):
        return found | {"OPTIONS": SQLITE_OPTIONS, "CONN_MAX_AGE": 600}
    # Rows are in memory, or on a disk that does not spin: finding them by an index is not dearer than reading all.
    options = {"options": "-c random_page_cost=1.1"} | found.get("OPTIONS", {})
    pool = {"min_size": 1, "max_size": 12, "timeout": 10}
    # With a look at each connection, so that no request meets what a restart of the server has cut.
    return found | {"OPTIONS": options | {"pool": pool}, "CONN_HEALTH_CHECKS": True}
