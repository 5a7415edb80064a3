"""Putting a backup in the place of what is there: all of it or nothing, and what was there is kept as a backup."""

import shutil
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from itertools import islice, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import connections, transaction
from django.db.models import Model, QuerySet
from django_scopes import scopes_disabled

from league.operations.actions.backups import prove_copy, retally, write_whole
from league.operations.actions.workplace import (
    backups_folder,
    known_migrations,
    manage,
    migrations_of_version_one,
    one_at_a_time,
    site_stopped,
)
from league.operations.backup_file import (
    BEFORE_RESTORE,
    BackupManifest,
    backup_name,
    media_files,
    newest_backup,
    placed_media,
    unpack_backup,
)
from league.operations.databases import Database, OperationError, database_at, own_database


def restore_backup(*, place: Path, replace: bool, at: datetime) -> list[str]:
    """Restore a file, or the newest of a folder; lines that say so. The site must not be running.

    Everything is tried on a scratch database first. Files are put in place, the rows change in one transaction, then
    other files go: killed anywhere, the site has all it had, or all of the backup.
    """
    file, database = newest_backup(place), own_database()
    with one_at_a_time() as work, TemporaryDirectory(dir=work) as box:
        manifest = unpack_backup(file, Path(box))
        _refuse_what_cannot_be_read(manifest, database)
        with site_stopped():
            database.refuse_sessions()
            filled = _is_filled(database)
            if filled and not replace:
                raise OperationError("There are people in the database already. Add --replace to put the backup there; "
                                     "what is there now is kept.")  # fmt: skip
            with database.scratch(Path(box) / database.file_name, work) as scratch:
                proof = prove_copy(scratch, manifest)
                scratch.end_sign_ins()  # an older backup has them, and some were ended since
                kept = _keep(at, work) if filled else None
                _place_media(Path(box))
                database.replace_with(scratch)
                _drop_other_media(Path(box))
    made, rows = manifest.made[:16].replace("T", " at "), sum(manifest.rows.values())
    lines = [f"Restored {file}, made on {made} UTC: {rows} rows; {proof}."]
    return [*lines, f"What was there before is kept: {kept}"] if kept else lines


def _refuse_what_cannot_be_read(manifest: BackupManifest, database: Database) -> None:
    if manifest.database != database.kind:
        raise OperationError(
            f"This backup is of {manifest.database}, and the site is on {database.kind}. Set DATABASE_URL to a "
            "database of that kind, restore it there, and carry it over with `double-six move_to`."
        )
    if newer := set(manifest.migrations) - known_migrations() - migrations_of_version_one():
        raise OperationError(
            f"This backup was made by version {manifest.version}, which is newer than this one, {settings.VERSION}: "
            f"{min(newer)} is not known here. Restore it with that version."
        )


def _is_filled(database: Database) -> bool:
    """Whether something would be lost; a file that cannot be read counts as filled."""
    try:
        return database.holds_people()
    except sqlite3.DatabaseError:
        return True


def _keep(at: datetime, work: Path) -> Path | None:
    """Write what is there as a backup. A database that is too damaged for that is put aside as it is."""
    kept = backups_folder() / backup_name(BEFORE_RESTORE, at)
    part = kept.with_suffix(".part")
    try:
        write_whole(part, at=at, work=work)
    except sqlite3.DatabaseError:
        part.unlink(missing_ok=True)
        return None
    part.replace(kept)
    return kept


def _place_media(box: Path) -> None:
    root = Path(settings.MEDIA_ROOT)
    for source, name in placed_media(box):
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(f".{target.name}.part")
        shutil.copyfile(source, part)
        part.replace(target)


def _drop_other_media(box: Path) -> None:
    """What the rows of now do not name; it is in the backup that was kept."""
    root = Path(settings.MEDIA_ROOT)
    ours = {name for _, name in placed_media(box)}
    for path in media_files(root) if root.is_dir() else []:
        if path.relative_to(root) not in ours:
            path.unlink()


# --- another database -------------------------------------------------------------------------------------------------
TARGET = "target"
BATCH = 500


def move_to(*, url: str) -> str:
    """Carry the site's rows over to an empty database; a line that says so. The site must not be running."""
    source, target = own_database(), database_at(url)
    if source.url == target.url:
        raise OperationError("That is the database that the site is on.")
    with one_at_a_time(), site_stopped():
        source.refuse_sessions()
        target.refuse_sessions()
        if target.holds_people():
            raise OperationError("There are people in that database already. Name an empty one.")
        try:
            manage("migrate", "--check", database=source)
        except OperationError as error:
            text = "The site’s own database is not up to date. Type `double-six upgrade` first."
            raise OperationError(text) from error
        manage("make_tables", database=target)
        rows, tables = _carry_over(target)
        proof = retally(target)
        if proof.changed:
            raise OperationError(f"On the new database, of {proof}. The site’s own is as it was: go on using it.")
    return f"{rows} rows of {tables} tables carried over and compared; {proof}."


def _carry_over(target: Database) -> tuple[int, int]:
    connections.settings[TARGET] = connections.configure_settings({"default": target.django_settings()})["default"]
    models = [each for each in apps.get_models(include_auto_created=True) if each._meta.managed]
    with scopes_disabled(), transaction.atomic(), transaction.atomic(using=TARGET):
        for model in models:
            QuerySet(model, using=TARGET).delete()  # what migrating has put there
        rows = sum(_copy(model) for model in models)
        if differing := [model._meta.db_table for model in models if not _is_same(model)]:
            raise OperationError(f"These tables came out differently, so nothing was carried over: {differing}")
        with connections[TARGET].cursor() as cursor:
            for statement in connections[TARGET].ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
    connections[TARGET].close()
    return rows, len(models)


def _copy(model: Any) -> int:
    number, rows = 0, QuerySet[Model](model).order_by("pk").iterator(BATCH)
    while batch := list(islice(rows, BATCH)):
        number += len(QuerySet[Model](model, using=TARGET).bulk_create(batch))
    return number


def _is_same(model: Any) -> bool:
    pairs = zip_longest(_values(model, "default"), _values(model, TARGET))
    return all(one == other for one, other in pairs)


def _values(model: Any, using: str) -> Iterator[tuple[object, ...]]:
    names = [field.attname for field in model._meta.concrete_fields]
    return QuerySet(model, using=using).order_by("pk").values_list(*names).iterator(BATCH)
