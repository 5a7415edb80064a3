"""Writes that no reader waits for: they are left out where SQLite has another writer, and made the next time."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection


@contextmanager
def unless_busy() -> Iterator[None]:
    """Do one write at once or not at all. PostgreSQL, where only the row itself can be locked, waits for it."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        [patience] = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute("PRAGMA busy_timeout=0")
        try:
            yield
        except OperationalError as error:
            if "locked" not in str(error):
                raise
        finally:
            cursor.execute(f"PRAGMA busy_timeout={patience}")
