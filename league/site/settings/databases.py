"""How the site talks to its database, a file of SQLite or a server of PostgreSQL; addresses of servers of any kind."""

from collections.abc import Collection
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

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
    example = "postgres://name:password@host/database or sqlite:////folder/file.sqlite3"
    database: dict[str, Any] = dict(dj_database_url.parse(server_at("DATABASE_URL", url, KINDS, example)))
    if database["ENGINE"].endswith("sqlite3"):
        return database | {"OPTIONS": SQLITE_OPTIONS, "CONN_MAX_AGE": 600}
    # Rows are in memory, or on a disk that does not spin: finding them by an index is not dearer than reading all.
    options = {"options": "-c random_page_cost=1.1"} | database.get("OPTIONS", {})
    pool = {"min_size": 1, "max_size": 12, "timeout": 10}
    # With a look at each connection, so that no request meets what a restart of the server has cut.
    return database | {"OPTIONS": options | {"pool": pool}, "CONN_HEALTH_CHECKS": True}


def server_at(name: str, url: str, schemes: Collection[str], example: str) -> str:
    """The address that a setting has. ImproperlyConfigured, without its password, if it cannot be meant."""
    with suppress(ValueError):
        parts = urlsplit(url)
        rest, _ = f"{parts.path}{parts.query}", parts.port  # after a password's "#" or "/" that is no number
        if parts.scheme in schemes and (parts.hostname or rest) and not parts.fragment and "@" not in rest:
            return url
    raise ImproperlyConfigured(f"{name} must be like {example}. In a password # / ? @ % are %23 %2F %3F %40 %25.")
