"""What a backup is: a file with its manifest, and the note that the last one left."""

import gzip
import hashlib
import io
import json
import os
import re
import shutil
import tarfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO, cast

from django.conf import settings
from django.utils.timezone import localtime

from league.operations.databases import OperationError, Rows, SqliteDatabase

FORMAT = 1
CHUNK = 1 << 20  # bytes
MANIFEST = "manifest.json"
FOLLOWED = "current.sqlite3"  # in a folder that `double-six follow` keeps up to date
MADE_AGAIN = frozenset({"papers", "archives", "arrivals"})  # folders of media that nothing is lost with
NAME = re.compile(r"([a-z-]+)-(\d{8}-\d{6})\.tar\.gz")
NIGHTLY, BEFORE_RESTORE, BEFORE_UPGRADE, UNPROVED = "double-six", "before-restore", "before-upgrade", "unproved"
DAYS, WEEKS, MONTHS = 7, 5, 12  # of which the newest backup is kept
STAMP = "%Y%m%d-%H%M%S"


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """What is in a backup. `made` is when, in UTC; `sums` are SHA-256 by the name of each file in it."""

    made: str
    version: str
    database: str
    migrations: list[str]
    rows: Rows
    sums: dict[str, str] = field(default_factory=dict)
    format: int = FORMAT


def backup_name(kind: str, at: datetime) -> str:
    return f"{kind}-{at.strftime(STAMP)}.tar.gz"


def backups_in(folder: Path, kind: str = NIGHTLY) -> dict[datetime, Path]:
    """The backups of a kind in a folder, by the moment that their names tell (UTC)."""
    named = ((NAME.fullmatch(path.name), path) for path in folder.iterdir())
    return {
        datetime.strptime(found[2], STAMP).replace(tzinfo=UTC): path
        for found, path in named
        if found and found[1] == kind
    }


def media_files(media: Path) -> list[Path]:
    paths = (path for path in media.rglob("*") if path.is_file())
    return sorted(path for path in paths if path.relative_to(media).parts[0] not in MADE_AGAIN)


def write_backup(path: Path, *, database: Path, media: Path, manifest: BackupManifest) -> None:
    """Write the file, readable by its owner alone, and wait until the disk has it; the manifest gets its sums."""
    contents = [(database.name, database)] + [
        (f"media/{each.relative_to(media).as_posix()}", each) for each in media_files(media)
    ]
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        with tarfile.open(fileobj=out, mode="w:gz", compresslevel=6) as archive:
            for name, source in contents:
                manifest.sums[name] = _add(archive, name, source)
            text = json.dumps(asdict(manifest), indent=1).encode()
            archive.addfile(_entry(MANIFEST, len(text)), io.BytesIO(text))
        out.flush()
        os.fsync(out.fileno())


def _add(archive: tarfile.TarFile, name: str, source: Path) -> str:
    """Put a file in, and give its sum. FileNotFoundError if it was deleted just now."""
    with source.open("rb") as content:
        summed = _Summed(content)
        archive.addfile(_entry(name, os.fstat(content.fileno()).st_size), cast("BinaryIO", summed))
    return summed.sum.hexdigest()


def _entry(name: str, size: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = size, 0o600
    return entry


class _Summed:
    def __init__(self, content: BinaryIO) -> None:
        self.content, self.sum = content, hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        block = self.content.read(size)
        self.sum.update(block)
        return block


def unpack_backup(path: Path, folder: Path) -> BackupManifest:
    """Lay a backup out in a folder, once every sum in it is right."""
    if path.is_dir():
        return _copy_followed(path, folder)
    try:
        with gzip.open(path) as whole, tarfile.open(fileobj=whole, mode="r:") as archive:
            for entry in archive:
                _lay_out(archive, entry, folder)
            while whole.read(CHUNK):  # as far as the sum at its end, which tarfile does not ask for
                pass
        manifest = BackupManifest(**json.loads((folder / MANIFEST).read_bytes()))
    except (tarfile.TarError, OSError, EOFError, ValueError, TypeError) as error:
        raise OperationError(f"{path} is not a whole backup of Double Six: {error}") from error
    if manifest.format != FORMAT:
        raise OperationError(f"{path} is of form {manifest.format}, which this version does not know.")
    unpacked = {name: folder / name for name in manifest.sums}
    sums = {name: hashlib.sha256(file.read_bytes()).hexdigest() for name, file in unpacked.items() if file.is_file()}
    if wrong := sorted(name for name, expected in manifest.sums.items() if sums.get(name) != expected):
        raise OperationError(f"{path} is damaged: {', '.join(wrong[:3])} is not what was put in.")
    return manifest


def _copy_followed(path: Path, folder: Path) -> BackupManifest:
    """The same from a copy that follows the site, which says of itself no more than what is in it."""
    database = SqliteDatabase(f"sqlite:///{path / FOLLOWED}")
    if (path / "media").is_dir():
        shutil.copytree(path / "media", folder / "media")
    made = datetime.fromtimestamp((path / FOLLOWED).stat().st_mtime, UTC).isoformat()
    rows = database.copy_to(folder / database.file_name)
    return BackupManifest(made, settings.VERSION, database.kind, database.migrations(), rows)


def _lay_out(archive: tarfile.TarFile, entry: tarfile.TarInfo, folder: Path) -> None:
    """One plain file below the folder; tarfile's own filters came with Python 3.11.4, and Debian 12 has 3.11.2."""
    target = folder / entry.name
    content = archive.extractfile(entry) if entry.isreg() else None
    if content is None or ".." in target.parts or folder not in target.parents:
        raise OperationError(f"{entry.name} in it is no file of a backup.")
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as out:
        shutil.copyfileobj(content, out)


def newest_backup(place: Path) -> Path:
    """The file itself, or the newest in a folder; the folder, if it is the copy that `double-six follow` keeps."""
    if place.is_file() or (place / FOLLOWED).is_file():
        return place
    backups = backups_in(place) if place.is_dir() else {}
    if not backups:
        others = sorted(path.name for path in place.glob("*.tar.gz")) if place.is_dir() else []
        if others:
            raise OperationError(f"No file in {place} was made by `double-six backup`. Name one: {', '.join(others)}.")
        raise OperationError(f"There is no backup at {place}.")
    return backups[max(backups)]


def placed_media(unpacked: Path) -> Iterator[tuple[Path, Path]]:
    media = unpacked / "media"
    for path in media_files(media) if media.is_dir() else []:
        yield path, path.relative_to(media)


def backups_to_keep(times: Iterable[datetime]) -> set[datetime]:
    newest_first = sorted(times, reverse=True)
    return (
        _newest_of_each(newest_first, DAYS, lambda each: each.date())
        | _newest_of_each(newest_first, WEEKS, lambda each: each.isocalendar()[:2])
        | _newest_of_each(newest_first, MONTHS, lambda each: (each.year, each.month))
    )


def _newest_of_each(newest_first: list[datetime], number: int, period: Callable[[datetime], object]) -> set[datetime]:
    times_by_period: dict[object, datetime] = {}
    for each in newest_first:
        if len(times_by_period) < number or period(each) in times_by_period:
            times_by_period.setdefault(period(each), each)
    return set(times_by_period.values())


# --- the last backup --------------------------------------------------------------------------------------------------
NOTE = "last.json"
BACKUP = "backup"  # the kind of job, and its key
CLOCK = timedelta(minutes=5)  # by which clocks of one machine may differ in a day


@dataclass(frozen=True, slots=True)
class LastBackup:
    """`time` is when the last proved backup was made, `what` a line about it, `counts` its rows by table.

    Unless `ok`, `failure` is what has failed since, and `tried` when. Moments are in ISO 8601; "" for none yet.
    """

    ok: bool = True
    time: str = ""
    what: str = ""
    counts: Rows = field(default_factory=dict)
    tried: str = ""
    failure: str = ""

    @property
    def proved_at(self) -> datetime | None:
        return datetime.fromisoformat(self.time) if self.time else None

    @property
    def tried_at(self) -> datetime | None:
        return datetime.fromisoformat(self.tried) if self.tried else None

    def age(self, now: datetime) -> timedelta | None:
        """How long ago the last proved backup was made; None for one of the future, of which a wrong clock wrote."""
        return now - self.proved_at if self.proved_at and self.proved_at <= now + CLOCK else None

    def as_json(self) -> str:
        return json.dumps(asdict(self), indent=1)


def last_backup() -> LastBackup:
    """As VAR_DIR/backups/last.json says; an empty note if there is none, or none that can be read."""
    try:
        return LastBackup(**json.loads(note_path().read_text()))
    except (OSError, ValueError, TypeError):
        return LastBackup()


def note_path() -> Path:
    return Path(settings.VAR_DIR) / "backups" / NOTE


NIGHT = range(3, 7)  # hours of the site's own time
RECENT, LATE, AGAIN = timedelta(hours=20), timedelta(hours=30), timedelta(hours=6)


def backup_is_due(last: LastBackup, now: datetime) -> bool:
    """At night when there is none of the day, or at once when one is late; six hours after one has failed."""
    if settings.DEMO or settings.BACKUP_DIR == "no":
        return False
    if last.failure and timedelta(0) <= now - datetime.fromisoformat(last.tried) < AGAIN:
        return False
    age = last.age(now)
    if localtime(now).hour in NIGHT:
        return age is None or age > RECENT
    return age is not None and age > LATE
