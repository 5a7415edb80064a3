"""Where operations work: the folder of backups, one operation at a time, and the site's own commands on a database."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db.migrations.loader import MigrationLoader

from league.operations.databases import Database, OperationError
from league.operations.migrations.version_1 import FOLDERS


def backups_folder() -> Path:
    """Where the site keeps its own backups and notes of them, readable by itself alone."""
    folder = settings.VAR_DIR / "backups"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return Path(folder)


def chosen_folder() -> Path:
    return backups_folder() if settings.BACKUP_DIR in {"", "no"} else Path(settings.BACKUP_DIR)


@contextmanager
def one_at_a_time() -> Iterator[Path]:
    """A folder to work in, cleared of what a killed operation has left. Ends at once if another is under way."""
    folder = backups_folder() / "work"
    folder.mkdir(exist_ok=True, mode=0o700)
    with (backups_folder() / "lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OperationError("Another backup, restore or move is under way. Try again when it has ended.") from None
        for left in folder.iterdir():
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        yield folder


@contextmanager
def site_stopped() -> Iterator[None]:
    """Nothing serves the site from this VAR_DIR meanwhile; OperationError if something does."""
    with settings.SERVING_MARKER.open("a") as marker:
        try:
            fcntl.flock(marker, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OperationError("The site is running. Stop it first.") from None
        yield


def known_migrations() -> set[str]:
    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}


def migrations_of_version_one() -> set[str]:
    return {f"{folder.parent.name}.{step.stem}" for folder in FOLDERS for step in folder.glob("0*.py")}


def manage(*words: str, database: Database) -> str:
    """What a command of the site prints when it is run on a database; nothing is sent or shared meanwhile."""
    apart = {"DATABASE_URL": database.url} | dict.fromkeys(("DATABASE_URL_FILE", "REDIS_URL", "REDIS_URL_FILE"), "")
    done = subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR, env=os.environ | apart, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise OperationError(f"double-six {' '.join(words)}: {(done.stderr or done.stdout).strip()[-500:]}")
    return done.stdout
