"""The archive of a league that is kept for the secretary to fetch: made by a job, whose row says where it is."""

from datetime import datetime, timedelta
from typing import Any

from django.core.files.storage import default_storage

from league.base.audit.models import Entry
from league.base.jobs.models import Job, JobState
from league.teams.models import League

ARCHIVE_FOLDER = "archives"
ARCHIVE_LIFETIME = timedelta(days=7)
EXPORT = "export-league"
ERASED = "erase_person"  # what the history calls it


def export_key(league: League) -> str:
    """What the job is known by: one at a time for a league."""
    return f"archive-{league.pk}"


def someone_erased_since(league_id: int, made_at: datetime) -> bool:
    """Whether somebody who may be in an archive has been erased from the league since it was begun."""
    return Entry.objects.filter(league_id=league_id, verb=ERASED, at__gte=made_at).exists()


def stored_archive(league: League, at: datetime) -> dict[str, Any] | None:
    """The last archive that was made of a league, while it is kept and nobody in it was erased."""
    done = Job.objects.filter(
        key=export_key(league), league_id=league.pk, state=JobState.DONE, finished_at__gt=at - ARCHIVE_LIFETIME
    )
    job = done.order_by("-finished_at", "-pk").first()
    path = job.result.get("path", "") if job else ""
    if job is None or job.finished_at is None or not path or not default_storage.exists(path):
        return None
    if someone_erased_since(league.pk, job.created_at):
        return None
    return job.result | {"made_at": job.finished_at, "until": job.finished_at + ARCHIVE_LIFETIME}
