"""The museum: databases of earlier versions, small, as they were on the day."""

import lzma
import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

FOLDER = Path(__file__).parent
ON_SQLITE = sorted(path.name.removesuffix(".sql.xz") for path in FOLDER.glob("*.sql.xz") if "postgres" not in path.name)
ON_POSTGRES = sorted(path.name.removesuffix(".postgres.sql.xz") for path in FOLDER.glob("*.postgres.sql.xz"))


def lay_sqlite(exhibit: str, path: Path) -> None:
    """Make the database of an exhibit, "2026-11-24" say, at a path."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript(lzma.decompress((FOLDER / f"{exhibit}.sql.xz").read_bytes()).decode())


def lay_postgres(exhibit: str, url: str) -> None:
    """Fill an empty database with an exhibit."""
    text = lzma.decompress((FOLDER / f"{exhibit}.postgres.sql.xz").read_bytes())
    address = re.sub(r"^postgres:", "postgresql:", url)
    command = ["psql", "--quiet", "--set=ON_ERROR_STOP=1", address]
    subprocess.run(command, input=text, stdout=subprocess.DEVNULL, check=True)
