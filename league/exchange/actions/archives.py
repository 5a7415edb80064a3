"""Export a whole league as an archive, and import one: all of it in one transaction, or nothing and why not.

Importing writes rows of other apps: they were written by those apps' actions on another site, whose history comes
along. Each value is checked as a form would, each JSON read by those who will read it, each row by the database, and at
last every table and bracket is worked out.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from tempfile import TemporaryFile
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.core.validators import validate_slug
from django.db import DataError, IntegrityError, connection
from django.db.models import Model
from django.urls import reverse
from django_scopes import scope

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.audit.models import Entry
from league.base.jobs.actions import enqueue
from league.base.jobs.kinds import JobFailedError, Progress
from league.base.jobs.models import Job, JobState
from league.cups.models import Cup
from league.cups.queries.cup_state import snapshots_of
from league.exchange.actions.archive_import import ArchiveImport
from league.exchange.archive import AddressError, ArchiveError, Manifest
from league.exchange.archive.reader import open_archive
from league.exchange.archive.tables import PEOPLE, TABLES, UNREADABLE
from league.exchange.archive.writer import ExportOptions, ReportStep, write_archive
from league.notifications.actions.write_messages import mark_processed
from league.results.queries.tables import divisions, seasons_of, standings
from league.teams.choices import SITE_WORDS
from league.teams.models import League

SEASONS = "seasons"  # the table that says how many there are


def export_league(
    *,
    league: League,
    out: IO[bytes],
    wanted: ExportOptions,
    by: User | None,
    at: datetime,
    say: ReportStep | None = None,
) -> Manifest:
    """Write a league into a file. Its history tells that this was done, and with what; an archive does not."""
    with _snapshot():
        manifest = write_archive(league, out, wanted=wanted, site=settings.SITE_URL, at=at, say=say)
    with write_tx():
        text = f"The whole league was exported, {wanted}"
        record(verb="export_league", words=text, at=at, by=by, league_id=league.pk, about=(league,))
    return manifest


def import_league(
    *,
    source: IO[bytes],
    slug: str = "",
    by: User | None,
    at: datetime,
    keep: bool = True,
    say: ReportStep | None = None,
    about: tuple[Model, ...] = (),
) -> tuple[League, Manifest]:
    """The league of this archive under its own address, or under `slug`, and what the archive says of itself.

    ArchiveError says everything that is wrong. Without `keep` all is taken back. `say` may raise to end it; the
    history's entry is `about` that besides the league.
    """
    with open_archive(source) as archive:
        total, done = 2 * len(TABLES) + archive.manifest.rows.get(SEASONS, 0), count()

        def begin(words: str) -> None:
            number = next(done)
            if say:
                say(words, number, total)

        tables = {}
        for kind in TABLES:
            begin(f"Reading {kind.name.replace('-', ' ')}")
            tables[kind.name] = archive.rows(kind.name)
        archive.check_all()
        address = free_address(slug or archive.manifest.slug)
        coming = ArchiveImport(archive, address, at)
        with _all_or_nothing(coming), write_tx():
            coming.add_people(archive.rows(PEOPLE))
            for kind in TABLES:
                begin(f"Importing {kind.name.replace('-', ' ')}")
                coming.add_rows(kind, tables.pop(kind.name))
            league = coming.finish()
            _verify(league, at, begin)
            text = f"The league was imported from {archive.manifest.site}, exported {archive.manifest.made_at}"
            record(verb="import_league", words=text, at=at, by=by, league_id=league.pk, about=(league, *about))
            mark_processed(coming.history, at=at)
            if not keep:
                raise _DryRunError
        return league, archive.manifest


class _DryRunError(Exception):
    """Everything went well, and is taken back."""


@contextmanager
def _snapshot() -> Iterator[None]:
    """The database as it was when reading began; Django's own transaction on SQLite would lock out all who write."""
    if connection.in_atomic_block:
        yield
        return
    begin = "BEGIN DEFERRED" if connection.vendor == "sqlite" else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    with connection.cursor() as cursor:
        cursor.execute(begin)
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _verify(league: League, at: datetime, begin: Callable[[str], None]) -> None:
    """Work out every table and every cup once: what cannot be is not imported."""
    with scope(league=league):
        try:
            seasons = list(seasons_of(league))
            for number, season in enumerate(seasons, start=1):
                begin(f"Season {number} of {len(seasons)}: working out the tables of {season}")
                for division in divisions(season.slug):
                    standings(division, at)
            snapshots_of(list(Cup.objects.select_related("division__competition__season__league").order_by("pk")), at)
        except UNREADABLE as error:
            raise ArchiveError(f"The tables cannot be worked out from what is in the archive: {error}.") from error


def free_address(slug: str) -> str:
    """The word as an address has it. AddressError if it cannot be one, or another league has it."""
    try:
        validate_slug(slug)
    except ValidationError as error:
        raise AddressError("The league’s web address can have only letters, numbers and hyphens.") from error
    slug = slug.lower()
    if len(slug) > 50 or slug in SITE_WORDS or League.objects.filter(slug=slug).exists():
        raise AddressError(f"The address “{slug}” is taken here. Choose another one.")
    return slug


@contextmanager
def _all_or_nothing(coming: ArchiveImport) -> Iterator[None]:
    """What the database refuses, in words; and no picture stays behind of what was taken back."""
    try:
        yield
    except BaseException as error:
        coming.drop_pictures()
        if isinstance(error, IntegrityError | DataError):
            raise ArchiveError(f"The rows of the archive do not fit together: {str(error).splitlines()[0]}.") from error
        if not isinstance(error, _DryRunError):
            raise


# --- an archive exported by a job, and kept for the secretary to fetch; no entry tells of that ------------------------
ARCHIVE_FOLDER = "archives"
ARCHIVE_LIFETIME = timedelta(days=7)
EXPORT, EXPORT_KEY = "export-league", "archive-{}"  # the kind of job, and its key: one at a time for a league
ERASED = "erase_person"  # what the history calls it


class ExportCancelledError(Exception):
    """Somebody asked for an end while an archive was being written, or imported."""


def _erased_since(league_id: int, made_at: datetime) -> bool:
    """Whether somebody who may be in an archive has been erased from the league since it was begun."""
    return Entry.objects.filter(league_id=league_id, verb=ERASED, at__gte=made_at).exists()


def enqueue_export(*, league: League, wanted: ExportOptions, by: User, at: datetime) -> Job:
    args = {"league": league.pk, "by": by.pk, **asdict(wanted)}
    title = "Exporting the league"
    key = EXPORT_KEY.format(league.pk)
    return enqueue(key=key, kind=EXPORT, args=args, title=title, by=by, at=at, league_id=league.pk)


def store_archive(
    *, league: League, wanted: ExportOptions, by: User, at: datetime, progress: Progress
) -> dict[str, Any]:
    """Store it under a name that nobody can guess, in place of the league's older ones. ExportCancelledError."""
    say = partial(_report, progress)
    with TemporaryFile() as out:
        export_league(league=league, out=out, wanted=wanted, by=by, at=at, say=say)
        size = out.tell()
        out.seek(0)
        path = default_storage.save(f"{ARCHIVE_FOLDER}/{league.pk}-{secrets.token_hex(16)}.zip", File(out))
    for older in _stored_in(ARCHIVE_FOLDER):
        if older.startswith(f"{ARCHIVE_FOLDER}/{league.pk}-") and older != path:
            default_storage.delete(older)
    text = f"The whole league is in one file, {wanted}."
    address = reverse("spreadsheets", args=[league.slug], fragment="archive")
    return {"path": path, "bytes": size, "words": text, "address": address}


def stored_archive(league: League, at: datetime) -> dict[str, Any] | None:
    done = Job.objects.filter(key=EXPORT_KEY.format(league.pk), league_id=league.pk, state=JobState.DONE)
    job = done.filter(finished_at__gt=at - ARCHIVE_LIFETIME).order_by("-finished_at", "-pk").first()
    path = job.result.get("path", "") if job else ""
    if job is None or job.finished_at is None or not path or not default_storage.exists(path):
        return None
    if _erased_since(league.pk, job.created_at):
        return None
    return job.result | {"made_at": job.finished_at, "until": job.finished_at + ARCHIVE_LIFETIME}


def delete_old_archives(*, at: datetime) -> int:
    """Delete every archive that is more than a week old, or has somebody in it who was erased since: how many."""
    deleted = 0
    for path in _stored_in(ARCHIVE_FOLDER):
        stored_at = default_storage.get_modified_time(path)
        league_id = int(path.removeprefix(f"{ARCHIVE_FOLDER}/").partition("-")[0])
        if stored_at < at - ARCHIVE_LIFETIME or _erased_since(league_id, stored_at):
            default_storage.delete(path)
            deleted += 1
    return deleted


def _stored_in(folder: str) -> list[str]:
    try:
        return [f"{folder}/{name}" for name in default_storage.listdir(folder)[1]]
    except FileNotFoundError:  # nothing has been stored there yet
        return []


def _report(progress: Progress, words: str, done: int, total: int) -> None:
    if progress.cancelled:
        raise ExportCancelledError
    progress.say(words, done=done, total=total)


# --- an archive imported by a job -------------------------------------------------------------------------------------
IMPORT = "import-league"  # the kind of job
UPLOAD_FOLDER = "arrivals"
UPLOAD_LIFETIME = timedelta(hours=1)  # a file that no job waits for
NOT_IMPORTED = "The file cannot be imported, and nothing was. See the problems below."


def enqueue_import(*, source: File, slug: str, keep: bool, by: User, at: datetime) -> Job:
    """Have the league of this file imported, or only tried (`keep` False). ArchiveError as `import_league`."""
    with open_archive(source) as archive:
        league, address = archive.manifest.league, free_address(slug or archive.manifest.slug)
    source.seek(0)
    digest = hashlib.file_digest(source.file, "sha256").hexdigest()  # type: ignore[arg-type]
    source.seek(0)
    path = default_storage.save(f"{UPLOAD_FOLDER}/{secrets.token_hex(16)}.zip", source)
    job = enqueue(
        key=f"{IMPORT}-{digest[:24]}-{'keep' if keep else 'look'}-{hashlib.sha256(address.encode()).hexdigest()[:12]}",
        kind=IMPORT,
        args={"path": path, "slug": slug, "keep": keep, "by": by.pk},
        title=f"{'Importing' if keep else 'Checking'} {league}"[:120],
        by=by,
        at=at,
        league_id=None,
    )
    if job.args["path"] != path:
        default_storage.delete(path)
    return job


def run_import(*, args: dict[str, Any], by: User, at: datetime, progress: Progress) -> dict[str, Any]:
    """What the job does, unless a worker that died has done it: all of it in one transaction, or nothing.

    JobFailedError where it cannot be imported, and `progress` tells why; ExportCancelledError.
    """
    try:
        done = Entry.objects.filter(verb="import_league", subjects__kind="job", subjects__key=progress.job_id).first()
        if done is not None and done.league_id:
            return _import_result(League.objects.get(pk=done.league_id))
        return _import_or_try(args, by=by, at=at, job_id=progress.job_id, say=partial(_report, progress))
    except ArchiveError as error:
        progress.say(problems=list(error.problems))
        raise JobFailedError(NOT_IMPORTED) from None
    except FileNotFoundError:
        raise JobFailedError("We no longer have the file. Choose it again.") from None
    finally:
        default_storage.delete(args["path"])  # of a worker that is killed it stays, for the one who comes next


def _import_or_try(args: dict[str, Any], *, by: User, at: datetime, job_id: int, say: ReportStep) -> dict[str, Any]:
    job, keep = Job.objects.get(pk=job_id), args["keep"]
    with default_storage.open(args["path"]) as source:
        league, manifest = import_league(
            source=source, slug=args["slug"], by=by, at=at, keep=keep, say=say, about=(job,)
        )
    if keep:
        return _import_result(league)
    text = f"The file can be imported: {league}, from {manifest.site}. Nothing is imported yet."
    names = ("seasons", "teams", "players", "fixtures", "results", "cups", "people")  # what people ask for
    counts = [(name.capitalize(), manifest.rows.get(name, 0)) for name in names]
    return {"words": text, "place": f"/{league.slug}/", "counts": counts}


def _import_result(league: League) -> dict[str, Any]:
    return {"words": f"{league} was imported. No one was e-mailed.", "address": league.get_absolute_url()}


def delete_stale_uploads(*, at: datetime) -> int:
    """Delete the files that no job waits for, an hour after they came: their job is made a moment later."""
    waited_for = {job.args.get("path") for job in Job.objects.unfinished().filter(kind=IMPORT)}
    old = [path for path in _stored_in(UPLOAD_FOLDER) if default_storage.get_modified_time(path) < at - UPLOAD_LIFETIME]
    left = [path for path in old if path not in waited_for]
    for path in left:
        default_storage.delete(path)
    return len(left)
