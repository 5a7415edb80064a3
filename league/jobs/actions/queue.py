"""What people do: put a job in, ask for its end, have it done again."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.jobs import bell
from league.jobs.choices import UNFINISHED, JobState
from league.jobs.models import Job


def enqueue(
    *, key: str, kind: str, args: dict[str, Any], title: str, by: User | None, at: datetime, league_id: int | None
) -> Job:
    """Put a job in; an unfinished one with the same key is that job already, and is returned.

    `kind` is registered with `league.jobs.kinds.job`, `args` is JSON, `title` says what is done ("Making a fixture
    list for 2026-27"). It begins once the transaction that this is called in has been committed.
    """
    with write_tx():
        held = _unfinished(key)
        if held is not None:
            return held
        job = Job(key=key, kind=kind, args=args, title=title, created_by=by, created_at=at, league_id=league_id)
        job.full_clean(validate_constraints=False)
        try:
            with transaction.atomic():
                job.save()
        except IntegrityError:  # another request put it in between the question and the answer
            held = _unfinished(key)
            if held is None:
                raise
            return held
        record(verb="enqueue", words=f"{title}: asked for", at=at, by=by, league_id=league_id, about=(job,))
        transaction.on_commit(partial(bell.ring, job.pk))
        return job


def _unfinished(key: str) -> Job | None:
    return Job.objects.unfinished().filter(key=key).first()


def enqueue_again(*, job: Job, by: User, at: datetime) -> Job:
    """Put the same work in as a new job. The old row stays, as what happened."""
    return enqueue(key=job.key, kind=job.kind, args=job.args, title=job.title, by=by, at=at, league_id=job.league_id)


def cancel_job(*, job: Job, by: User | None, at: datetime) -> Job:
    """Stop a job: at once if nothing has begun, else its worker is asked to end it, and may keep what it has.

    A job that has finished is left as it is.
    """
    with write_tx():
        held = Job.objects.select_for_update().get(pk=job.pk)
        if held.state not in UNFINISHED or held.cancel_asked:
            return held
        held.cancel_asked = True
        if held.state == JobState.QUEUED:
            held.state, held.finished_at = JobState.CANCELLED, at
        held.save(update_fields=["cancel_asked", "state", "finished_at"])
        record(verb="cancel_job", words=f"{held}: stopped", at=at, by=by, league_id=held.league_id, about=(held,))
        return held
