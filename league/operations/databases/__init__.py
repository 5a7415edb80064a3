"""The two kinds of database as somebody who runs the site meets them: copied, restored, counted, replaced.

Both go round Django, because what is restored may be older than the models.
"""

import re

from django.conf import settings

from league.operations.databases.contract import Database, DatabaseInUseError, OperationError, Rows
from league.operations.databases.sqlite import SqliteDatabase

__all__ = [
    "Database",
    "DatabaseInUseError",
    "OperationError",
    "Rows",
    "SqliteDatabase",
    "database_at",
    "own_database",
]


def own_database() -> Database:
    return database_at(settings.DATABASE_URL)


def database_at(url: str) -> Database:
    if re.match(r"sqlite:///.", url):
        return SqliteDatabase(url)
    if re.match(r"postgres(ql)?://", url):
        from league.operations.databases.postgres import PostgresDatabase  # slow import

        return PostgresDatabase(url)
    raise OperationError(f"{url.partition(':')[0]} is no database that the site knows: sqlite:/// or postgres://")
