"""A whole league brought in by long work: its file is kept where nobody finds it until that is over, and then dropped.

Knows the file and the job. What is in the file, and what becomes of it, is the business of `archives`.
"""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Any

from django.core.files.base import File
from django.core.files.storage import default_storage

from league.accounts.models import User
from league.audit.models import Entry
from league.importexport.actions.archive_retention import ExportCancelledError
from league.importexport.actions.archives import ImportedLeague, ReportStep, free_address, import_league
from league.importexport.archive.format import ArchiveError
from league.importexport.archive.reader import open_archive
from league.jobs.actions import enqueue
from league.jobs.kinds import JobFailedError, Progress
from league.jobs.models import Job
from league.teams.models import League

IMPORT = "import-league"  # the kind of job
FOLDER = "arrivals"
UPLOAD_LIFETIME = timedelta(hours=1)  # a file that no job waits for
NOT_IMPORTED = "It cannot be brought in, and nothing of it was. What is wrong with it is below."


def enqueue_import(*, source: File, slug: str, keep: bool, by: User, at: datetime) -> Job:
    """Have the league of this file brought in, or only tried (`keep` False); asked again meanwhile, it is that job.

    ArchiveError for a file that is no archive, and for an address that is taken: those are seen at once.
    """
    with open_archive(source) as archive:
        league, address = archive.manifest.league, free_address(slug or archive.manifest.slug)
    source.seek(0)
    digest = hashlib.file_digest(source.file, "sha256").hexdigest()  # type: ignore[arg-type]
    source.seek(0)
    path = default_storage.save(f"{FOLDER}/{secrets.token_hex(16)}.zip", source)
    job = enqueue(
        key=f"{IMPORT}-{digest[:24]}-{'keep' if keep else 'look'}-{hashlib.sha256(address.encode()).hexdigest()[:12]}",
        kind=IMPORT,
        args={"path": path, "slug": slug, "keep": keep, "by": by.pk},
        title=f"{'Bringing in' if keep else 'Looking into'} {league}"[:120],
        by=by,
        at=at,
        league_id=None,
    )
    if job.args["path"] != path:
        default_storage.delete(path)
    return job


def run_import(*, args: dict[str, Any], by: User, at: datetime, progress: Progress) -> dict[str, Any]:
    """What the job does: all of it in one transaction, or nothing. Done already by a worker that died, it is left.

    Raises:
        JobFailedError: it cannot be brought in; `progress` tells everything that is wrong.
        StoppedError: somebody asked for an end, and nothing is written.
    """

    def say(words: str, done: int, total: int) -> None:
        if progress.cancelled:
            raise ExportCancelledError
        progress.say(words, done=done, total=total)

    try:
        there = _imported_by_job(progress.job_id)
        if there is not None:
            return _import_result(there)
        return _import_or_try(args, by=by, at=at, job_id=progress.job_id, say=say)
    except ArchiveError as error:
        progress.say(problems=list(error.problems))
        raise JobFailedError(NOT_IMPORTED) from None
    except FileNotFoundError:
        raise JobFailedError("The file is no longer kept. Choose it again.") from None
    finally:
        default_storage.delete(args["path"])  # of a worker that is killed it stays, for the one who comes next


def _import_or_try(args: dict[str, Any], *, by: User, at: datetime, job_id: int, say: ReportStep) -> dict[str, Any]:
    job, keep = Job.objects.get(pk=job_id), args["keep"]
    with default_storage.open(args["path"]) as source:
        came = import_league(source=source, slug=args["slug"], by=by, at=at, keep=keep, say=say, about=(job,))
    return _import_result(came.league) if keep else _dry_run_result(came)


def _imported_by_job(job_id: int) -> League | None:
    """The league that this job has brought in, if an earlier worker got so far; its entry in the history says so."""
    told = Entry.objects.filter(verb="import_league", subjects__kind="job", subjects__key=job_id).first()
    return League.objects.get(pk=told.league_id) if told and told.league_id else None


def _import_result(league: League) -> dict[str, Any]:
    return {"words": f"{league} was brought in. Nobody was told of it.", "address": league.get_absolute_url()}


def _dry_run_result(came: ImportedLeague) -> dict[str, Any]:
    words = f"All of it can be brought in: {came.league}, from {came.manifest.site}. Nothing was kept."
    return {"words": words, "place": f"/{came.league.slug}/", "counts": came.counts}


def delete_stale_uploads(*, at: datetime) -> int:
    """Drop the files that no job waits for: their work was stopped, or ended in a way that it could not see to."""
    try:
        stored = [f"{FOLDER}/{name}" for name in default_storage.listdir(FOLDER)[1]]
    except FileNotFoundError:  # nobody has brought one yet
        return 0
    waited_for = {job.args.get("path") for job in Job.objects.unfinished().filter(kind=IMPORT)}
    left = [path for path in stored if path not in waited_for and _old(path, at)]
    for path in left:
        default_storage.delete(path)
    return len(left)


def _old(path: str, at: datetime) -> bool:
    """Not one that is just being put there: its job comes into the rows a moment later."""
    return default_storage.get_modified_time(path) < at - UPLOAD_LIFETIME
