"""How the site talks to its database: a file of SQLite, or a server of PostgreSQL.

Pages ask some 300 questions that differ in more than their values. A server plans one of 140 columns for as long as it
answers it, so that each is kept by the connection that has asked it. SQLite reads most in 0.04 ms and keeps
20 kB of each: its connections keep the 128 that were asked last, as Python has it.
"""

from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

QUESTIONS = 400  # that a connection to PostgreSQL keeps: 25 MB of a server for the first 200
KINDS = ("sqlite", "postgres", "postgresql", "pgsql")
DAY = 24 * 60 * 60  # in seconds: a connection that is made anew each hour has most questions planned each time

# SQLite: one writer at a time, taken at once (IMMEDIATE) and waited for, and every commit on the disk (FULL).
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON;PRAGMA journal_size_limit=67108864"
    ),
}


def keeping_connection() -> type:
    """A connection to PostgreSQL that keeps more than a hundred questions, which no setting says."""
    from psycopg import Connection  # slow import

    class KeepingConnection(Connection[Any]):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self.prepared_max = QUESTIONS

    return KeepingConnection


def database_at(url: str) -> dict[str, Any]:
    """An entry of DATABASES."""
    if urlsplit(url).scheme not in KINDS:
        raise ImproperlyConfigured(
            "DATABASE_URL must be like postgres://name:password@host/database or sqlite:////folder/file.sqlite3."
        )
    found: dict[str, Any] = dict(dj_database_url.parse(url))
    if found["ENGINE"].endswith("sqlite3"):
        return found | {"OPTIONS": SQLITE_OPTIONS, "CONN_MAX_AGE": 600}
    # The second asking has it kept; the server stops planning it anew five later, if one plan will do for all values.
    # Rows are in memory, or on a disk that does not spin: finding them by an index is not dearer than reading all.
    costs = "-c random_page_cost=1.1"
    options = {"server_side_binding": True, "prepare_threshold": 1, "options": costs}
    pool = {"min_size": 1, "max_size": 12, "timeout": 10, "max_lifetime": DAY, "connection_class": keeping_connection()}
    # With a look at each connection, so that no request meets what a restart of the server has cut.
    return found | {"OPTIONS": options | found.get("OPTIONS", {}) | {"pool": pool}, "CONN_HEALTH_CHECKS": True}
