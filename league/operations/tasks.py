"""The backup that the site makes itself, as a background job: in a process of its own, of low priority."""

from typing import Any

from django.urls import reverse
from django.utils.timezone import now

from league.base.jobs.kinds import JobFailedError, Progress, job
from league.operations.actions.backups import make_backup
from league.operations.actions.workplace import chosen_folder
from league.operations.backup_file import BACKUP
from league.operations.databases import OperationError


@job(BACKUP)
def make_nightly_backup(_args: dict[str, Any], progress: Progress) -> dict[str, Any]:
    progress.say("Making a backup and restoring it on trial")
    try:
        make_backup(to=chosen_folder(), at=now())
    except OperationError as error:
        raise JobFailedError(str(error)[:300]) from error
    return {"address": reverse("console")}
