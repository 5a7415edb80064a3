"""The jobs that make an archive of a whole league, kept for a week for the secretary to fetch, and that import one.

`export_league` and `import_league` write the league's history; keeping and deleting files have no entry.
"""

import hashlib
import secrets
from dataclasses import asdict
from datetime import datetime, timedelta
from functools import partial
from tempfile import TemporaryFile
from typing import Any

from django.core.files.base import File
from django.core.files.storage import default_storage
from django.urls import reverse

from league.base.accounts.models import User
from league.base.audit.models import Entry
from league.base.jobs.actions import enqueue
from league.base.jobs.kinds import JobFailedError, Progress
from league.base.jobs.models import Job, JobState
from league.exchange.actions.archives import export_league, free_address, import_league
from league.exchange.archive.format import ArchiveError
from league.exchange.archive.reader import open_archive
from league.exchange.archive.writer import ExportOptions, ReportStep
from league.teams.models import League

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
    return {"path": path, "bytes": size, "words": text, "address": reverse("league-archive", args=[league.slug])}


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


# --- an archive imported ----------------------------------------------------------------------------------------------
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
