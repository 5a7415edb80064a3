"""Backups: made while the site runs, proved by restoring them, and rotated."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.apps import apps
from django.conf import settings
from django.db.models import FileField

from league.operations.actions.tables import table_today
from league.operations.actions.workplace import backups_folder, known_migrations, manage, one_at_a_time
from league.operations.backup_file import (
    BEFORE_RESTORE,
    BEFORE_UPGRADE,
    FOLLOWED,
    MADE_AGAIN,
    NIGHTLY,
    UNPROVED,
    BackupManifest,
    LastBackup,
    backup_name,
    backups_in,
    backups_to_keep,
    last_backup,
    media_files,
    note_path,
    unpack_backup,
    write_backup,
)
from league.operations.databases import Database, OperationError, SqliteDatabase, own_database
from league.schedule.models import Competition
from scoring.words import several

PART = ".double-six.part"
TRIES = 3  # at a moment in which no photograph is being deleted
OTHERS_KEPT = 3  # of each kind that is not made nightly
MOST_PROVED = 50_000  # cards, the newest, of which a night's proof makes the results again: ten minutes of a core


@dataclass(frozen=True, slots=True)
class Proof:
    results: int = 0
    changed: int = 0

    def __str__(self) -> str:
        return f"{several(self.results, 'result')} made again, {self.changed} changed"


def make_backup(*, to: Path, at: datetime, kind: str = NIGHTLY, may_change: bool = False) -> str:
    """Make a backup and prove it; a line that says so. OperationError if it cannot be made or does not hold.

    `may_change`: an upgrade may come to other results from the same cards.
    """
    error_types: tuple[type[Exception], ...] = (OperationError, OSError, *own_database().errors)
    try:
        with one_at_a_time() as work:
            line, manifest = _make_and_prove(to, at, kind, work, may_change=may_change)
    except error_types as error:
        _note(replace(last_backup(), ok=False, tried=at.isoformat(), failure=str(error)))
        raise OperationError(f"No proved backup was made. {error}") from error
    _note(LastBackup(time=at.isoformat(), what=line, counts=manifest.rows, tried=at.isoformat()))
    return line


def _make_and_prove(to: Path, at: datetime, kind: str, work: Path, *, may_change: bool) -> tuple[str, BackupManifest]:
    to.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = to / PART
    manifest = write_whole(part, at=at, work=work)
    try:
        proof = prove_backup(part, work, may_change=may_change)
    except Exception:
        part.replace(to / backup_name(UNPROVED, at))  # better than none, if the site's own rows are damaged
        _rotate(to)
        raise
    whole = to / backup_name(kind, at)
    part.replace(whole)
    _sync(to)
    _rotate(to)
    rows, files, size = sum(manifest.rows.values()), len(manifest.sums) - 1, whole.stat().st_size / 1e6
    contents = f"{size:.1f} MB, {rows} rows, {files} {'file' if files == 1 else 'files'}"
    line = f"Backup proved: {whole}, {contents}; {proof}; {len(backups_in(to, kind))} kept."
    return line, manifest


def write_whole(path: Path, *, at: datetime, work: Path) -> BackupManifest:
    for attempt in range(1, TRIES + 1):
        with TemporaryDirectory(dir=work) as box:
            database = own_database()
            copy = Path(box) / database.file_name
            manifest = BackupManifest(
                made=at.isoformat(), version=settings.VERSION, database=database.kind,
                rows=database.copy_to(copy), migrations=database.migrations(),
            )  # fmt: skip
            try:
                write_backup(path, database=copy, media=Path(settings.MEDIA_ROOT), manifest=manifest)
            except FileNotFoundError:
                if attempt == TRIES:
                    raise
                continue
            if attempt == TRIES or not missing_files(database, manifest):
                return manifest
    raise AssertionError


def missing_files(database: Database, manifest: BackupManifest) -> list[str]:
    """Files that rows name and the backup has not, because they were deleted while it was made, or are lost."""
    columns = [
        (model._meta.db_table, field.column, field.upload_to)
        for model in apps.get_models() for field in model._meta.concrete_fields
        if isinstance(field, FileField) and field.column
    ]  # fmt: skip
    tables = {table_today(table): table for table in manifest.rows}  # a site of version 1 is backed up by new code
    named = [name for table, column, where in columns if table in tables and str(where).strip("/") not in MADE_AGAIN
             for name in database.values(tables[table], column) if name]  # fmt: skip
    return sorted(name for name in named if f"media/{name}" not in manifest.sums)


def prove_backup(path: Path, work: Path, *, may_change: bool) -> Proof:
    """Restore a backup into a scratch database, migrate that, and make its results again."""
    with TemporaryDirectory(dir=work) as box:
        manifest = unpack_backup(path, Path(box))
        database = own_database()
        with database.scratch(Path(box) / database.file_name, work) as scratch:
            proof = prove_copy(scratch, manifest, newest=None if may_change else MOST_PROVED)
    if proof.changed and not may_change:
        raise OperationError(f"Of its {proof}: type `double-six retally`, and see the history of those matches.")
    return proof


def prove_copy(scratch: Database, manifest: BackupManifest, newest: int | None = None) -> Proof:
    """Compare a restored database with its manifest, then bring it up to date and retally it."""
    rows = scratch.rows()
    if rows != manifest.rows:
        unequal = {name for name, _ in rows.items() ^ manifest.rows.items()}
        raise OperationError(f"The restored tables have other numbers of rows: {', '.join(sorted(unequal))}.")
    if faults := scratch.faults():
        raise OperationError(f"The database is damaged: {'; '.join(faults[:3])}.")
    if not rows:
        return Proof()
    if known_migrations() - set(manifest.migrations):
        manage("make_tables", database=scratch)
    return retally(scratch, newest)


def retally(database: Database, newest: int | None = None) -> Proof:
    """Make the results in a database again, all or those of the newest cards; a site without a season has none."""
    if not database.rows().get(Competition._meta.db_table):
        return Proof()
    output = manage("retally", *(("--newest", str(newest)) if newest else ()), database=database)
    pattern_match = re.search(r"(\d+) results? made again, (\d+) changed", output)
    if pattern_match is None:
        raise OperationError(f"`double-six retally` says: {output.strip()[:200]}")
    return Proof(int(pattern_match[1]), int(pattern_match[2]))


def _rotate(folder: Path) -> None:
    """Delete what is too old, and never the newest."""
    nightly = backups_in(folder)
    for made in nightly.keys() - backups_to_keep(nightly):
        nightly[made].unlink()
    for kind in (BEFORE_RESTORE, BEFORE_UPGRADE, UNPROVED):
        others = backups_in(folder, kind)
        for made in sorted(others)[:-OTHERS_KEPT]:
            others[made].unlink()


def _note(last: LastBackup) -> None:
    backups_folder()
    draft = note_path().with_suffix(".part")
    draft.write_text(last.as_json())
    draft.replace(note_path())


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- A copy that follows ----------------------------------------------------------------------------------------------
# Of a site on SQLite, never far behind: the rows as of the last commit, and the photographs.


def follow(database: Database, folder: Path) -> Iterator[bool]:
    """Whether something was written, each time that it is asked, once the copy is up to date.

    The copy is one file that takes the place of the last one, so whenever this is killed there is a whole one.
    """
    if not isinstance(database, SqliteDatabase):
        raise OperationError("Only SQLite is followed. PostgreSQL does it itself: pg_receivewal, or a standby server.")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with closing(database.open()) as watch:
        last_version = -1
        while True:
            [version] = watch.execute("PRAGMA data_version").fetchone()
            changed = version != last_version
            if changed:
                last_version = version
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
