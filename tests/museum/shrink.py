"""Make an exhibit: `python tests/museum/shrink.py SITE.sqlite3 OUT.sql.xz` keeps one league of a database.

Whatever belongs to the other leagues goes, and whatever points at what went, until nothing points at nothing.
"""

import lzma
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

KEPT = "skelby"


def drop_orphans(database: sqlite3.Connection) -> None:
    """Delete rows that point at nothing; where they may point at nothing, let them."""
    while orphans := database.execute("PRAGMA foreign_key_check").fetchall():
        for table, rowid, _parent, number in orphans:
            keys = database.execute(f'PRAGMA foreign_key_list("{table}")').fetchall()
            column = next(key[3] for key in keys if key[0] == number)
            try:
                database.execute(f'UPDATE "{table}" SET "{column}" = NULL WHERE rowid = ?', (rowid,))
            except sqlite3.IntegrityError:
                database.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (rowid,))


def shrink(database: sqlite3.Connection) -> None:
    """Delete every league but one, who is signed in, and what went with them."""
    database.execute("DELETE FROM teams_league WHERE slug <> ?", (KEPT,))
    database.execute("DELETE FROM django_session")
    drop_orphans(database)
    [left] = database.execute("SELECT id FROM teams_league").fetchone()
    for table in ("audit_entry", "jobs_job"):
        database.execute(f"DELETE FROM {table} WHERE league_id <> ?", (left,))
    drop_orphans(database)


def main(source: str, out: str) -> None:
    with TemporaryDirectory() as box, closing(sqlite3.connect(Path(box) / "site.sqlite3")) as database:
        with closing(sqlite3.connect(source)) as whole:
            whole.backup(database)
        with database:
            shrink(database)
        Path(out).write_bytes(lzma.compress("\n".join(database.iterdump()).encode(), preset=9))


if __name__ == "__main__":
    main(*sys.argv[1:])
