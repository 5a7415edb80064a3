"""An archive asked for by the secretary: made by long work, kept for a week, and cleared away.

What was made and by whom is told in the league's history by `export_league`; keeping and clearing away are no deeds.
"""

import secrets
from dataclasses import asdict
from datetime import datetime
from tempfile import TemporaryFile
from typing import Any

from django.core.files.base import File
from django.core.files.storage import default_storage
from django.urls import reverse

from league.accounts.models import User
from league.importexport.actions.archives import export_league
from league.importexport.archive.writer import ExportOptions
from league.importexport.queries.archives import ARCHIVE_LIFETIME, EXPORT, FOLDER, key_of, someone_erased_since
from league.jobs.actions import enqueue
from league.jobs.kinds import Progress
from league.jobs.models import Job
from league.teams.models import League


class ExportCancelledError(Exception):
    """Somebody asked for an end while an archive was being written, or brought in."""


def enqueue_export(*, league: League, wanted: ExportOptions, by: User, at: datetime) -> Job:
    """Have an archive made; while that is under way, it is that same job."""
    args = {"league": league.pk, "by": by.pk, **asdict(wanted)}
    title = "Putting the whole league into one file"
    return enqueue(key=key_of(league), kind=EXPORT, args=args, title=title, by=by, at=at, league_id=league.pk)


def store_archive(
    *, league: League, wanted: ExportOptions, by: User, at: datetime, progress: Progress
) -> dict[str, Any]:
    """Write it to a file and store that under a name that nobody can guess, in place of the league's older ones.

    Raises:
        StoppedError: somebody asked for an end; nothing is kept.
    """

    def say(name: str, done: int, total: int) -> None:
        if progress.cancelled:
            raise ExportCancelledError
        progress.say(f"Writing {name.replace('-', ' ')}", done=done, total=total)

    with TemporaryFile() as out:
        export_league(league=league, out=out, wanted=wanted, by=by, at=at, say=say)
        size = out.tell()
        out.seek(0)
        path = default_storage.save(f"{FOLDER}/{league.pk}-{secrets.token_hex(16)}.zip", File(out))
    for name in _stored_files():
        if name.startswith(f"{league.pk}-") and f"{FOLDER}/{name}" != path:
            default_storage.delete(f"{FOLDER}/{name}")
    words = f"The whole league is in one file, {wanted}."
    return {"path": path, "bytes": size, "words": words, "address": reverse("league-archive", args=[league.slug])}


def delete_old_archives(*, at: datetime) -> int:
    """Clear away every archive that is more than a week old, or has somebody in it who was erased since: how many."""
    old = [f"{FOLDER}/{name}" for name in _stored_files() if _is_expired(name, at)]
    for path in old:
        default_storage.delete(path)
    return len(old)


def _is_expired(name: str, at: datetime) -> bool:
    stored_at = default_storage.get_modified_time(f"{FOLDER}/{name}")
    league_id = int(name.partition("-")[0])
    return stored_at < at - ARCHIVE_LIFETIME or someone_erased_since(league_id, stored_at)


def _stored_files() -> list[str]:
    try:
        return default_storage.listdir(FOLDER)[1]
    except FileNotFoundError:  # nobody has asked for one yet
        return []
