"""A copy of a site on SQLite that is never far behind: the rows as of the last commit, and the photographs."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from django.conf import settings

from league.operations.backup_file import FOLLOWED, media_files
from league.operations.databases import Database, OperationError, SqliteDatabase


def follow(database: Database, folder: Path) -> Iterator[bool]:
    """Each time that it is asked: bring the copy up to date if something was written, and say whether it was.

    The copy is one file that takes the place of the last one, so whenever this is killed there is a whole one.
    """
    if not isinstance(database, SqliteDatabase):
        raise OperationError("Only SQLite is followed. PostgreSQL does it itself: pg_receivewal, or a standby server.")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with closing(database.open()) as watch:
        seen = -1
        while True:
            [version] = watch.execute("PRAGMA data_version").fetchone()
            changed = version != seen
            if changed:
                seen = version
                _copy_new_media(folder / "media")
                part = folder / f".{FOLLOWED}.part"
                part.unlink(missing_ok=True)
                database.copy_to(part)
                part.chmod(0o600)
                part.replace(folder / FOLLOWED)
            yield changed


def _copy_new_media(folder: Path) -> None:
    """Photographs never change. Those that were deleted go when the nightly backup has none of them either."""
    root = Path(settings.MEDIA_ROOT)
    for source in media_files(root) if root.is_dir() else []:
        target = folder / source.relative_to(root)
        if target.exists():
            continue
        target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = target.with_name(f".{target.name}.part")
        shutil.copyfile(source, part)
        part.replace(target)
