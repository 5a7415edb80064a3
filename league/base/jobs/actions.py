"""What is done to jobs: enqueued, cancelled and retried by people; claimed, run and finished by workers.

Every write of a worker names the attempt that it belongs to, so that a worker that was given up for dead changes
nothing.
"""

import logging
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.jobs.kinds import Handler, JobFailedError, JobReturnedError, Progress, handler_of
from league.base.jobs.models import UNFINISHED, Job, JobQuerySet, JobState
from league.base.jobs.queries import ATTEMPTS, is_left_behind
from league.base.jobs.workers import own_name

_subscribers: list[Callable[[int], None]] = []


def set_subscriber(subscriber: Callable[[int], None] | None) -> None:
    """Called with the pk after the commit; nothing depends on it."""
    _subscribers[:] = [subscriber] if subscriber else []


def _publish(job_id: int) -> None:
    for subscriber in _subscribers:
        subscriber(job_id)


def enqueue(
    *, key: str, kind: str, args: dict[str, Any], title: str, by: User | None, at: datetime, league_id: int | None
) -> Job:
    """An unfinished job with the same key is returned. It begins after the commit."""
    with write_tx():
        unfinished = _unfinished(key)
        if unfinished is not None:
            return unfinished
        job = Job(key=key, kind=kind, args=args, title=title, created_by=by, created_at=at, league_id=league_id)
        job.full_clean(validate_constraints=False)
        try:
            with transaction.atomic():
                job.save()
        except IntegrityError:  # another request put it in between the question and the answer
            unfinished = _unfinished(key)
            if unfinished is None:
                raise
            return unfinished
        record(verb="enqueue", words=f"{title}: started", at=at, by=by, league_id=league_id, about=(job,))
        transaction.on_commit(partial(_publish, job.pk))
        return job


def _unfinished(key: str) -> Job | None:
    return Job.objects.unfinished().filter(key=key).first()


def enqueue_again(*, job: Job, by: User, at: datetime) -> Job:
    return enqueue(key=job.key, kind=job.kind, args=job.args, title=job.title, by=by, at=at, league_id=job.league_id)


def cancel_job(*, job: Job, by: User | None, at: datetime) -> Job:
    """At once if nothing has begun; else its worker is asked to end, and may keep what it has."""
    with write_tx():
        locked = Job.objects.select_for_update(of=("self",)).get(pk=job.pk)
        if locked.state not in UNFINISHED or locked.cancel_asked:
            return locked
        locked.cancel_asked = True
        if locked.state == JobState.QUEUED:
            locked.state, locked.finished_at = JobState.CANCELLED, at
        locked.save(update_fields=["cancel_asked", "state", "finished_at"])
        record(verb="cancel_job", words=f"{locked}: stopped", at=at, by=by, league_id=locked.league_id, about=(locked,))
        return locked


# --- what workers do --------------------------------------------------------------------------------------------------
POLL_SECONDS, HEARTBEAT = 0.5, timedelta(seconds=5)
WENT_WRONG = "Something went wrong on our side. Try again. If it fails again, tell the site administrator."
DIED = "This job was interrupted three times. Ask for less, or tell the site administrator."
log = logging.getLogger(__name__)
Clock = Callable[[], datetime]


def run_job(job_id: int, *, now: Clock = timezone.now) -> bool:
    """False if it is finished, or being done. In a transaction its progress is written at the end only."""
    job = claim_job(job_id, now())
    if job is None:
        return False
    do_job(job, now=now)
    return True


def do_job(job: Job, handler: Handler | None = None, *, now: Clock = timezone.now) -> None:
    progress = Progress(job.pk, job.key, job.league_id, job.created_by_id)
    with _heartbeat(job, progress, now):
        ended = _execute(job, handler, progress)
    with write_tx():
        _own_row(job).update(**_progress_fields(progress), **({"finished_at": now()} | ended))


def claim_job(job_id: int, at: datetime) -> Job | None:
    """None if another worker has it."""
    job = Job.objects.filter(pk=job_id).first()
    if job is None or job.finished or not (job.state == JobState.QUEUED or is_left_behind(job, at)):
        return None
    if job.cancel_asked:
        values: dict[str, Any] = {"state": JobState.CANCELLED, "finished_at": at}
    elif job.attempts >= ATTEMPTS:
        values = {"state": JobState.FAILED, "error": DIED, "finished_at": at}
    else:
        values = {"state": JobState.RUNNING, "worker": own_name(), "beat": at, "started_at": at}
        values["attempts"] = job.attempts + 1
    return (
        job
        if change_unchanged(Job.objects.all(), job, ("state", "attempts", "beat"), **values) and not job.finished
        else None
    )


def change_unchanged(rows: QuerySet[Any], row: Model, same: Iterable[str], **values: Any) -> bool:
    """If these fields are as they were read: of several at once it lets one through."""
    read = {name: getattr(row, name) for name in same}
    with write_tx():
        if not rows.filter(pk=row.pk, **read).update(**values):
            return False
    for name, value in values.items():
        setattr(row, name, value)
    return True


def _own_row(job: Job) -> JobQuerySet:
    """The row, as long as it is still this attempt's."""
    return Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempts=job.attempts)


def _execute(job: Job, handler: Handler | None, progress: Progress) -> dict[str, Any]:
    try:
        result = (handler or handler_of(job.kind))(job.args, progress)
    except JobReturnedError:
        back = {"state": JobState.QUEUED, "attempts": job.attempts - 1, "beat": None, "worker": ""}
        return back | {"finished_at": None}
    except JobFailedError as error:
        return {"state": JobState.FAILED, "error": str(error)[:300]}
    except Exception:
        log.exception("Job %s (%s) failed", job.pk, job.kind)
        return {"state": JobState.FAILED, "error": WENT_WRONG, "trace": traceback.format_exc()}
    if result is None and progress.cancelled:
        return {"state": JobState.CANCELLED}
    return {"state": JobState.DONE, "result": result or {}}


def _progress_fields(progress: Progress) -> dict[str, Any]:
    row_fields = progress.row_fields()
    return row_fields | {"message": row_fields.get("message", "")[:200]}


# --- signs of life ----------------------------------------------------------------------------------------------------
@contextmanager
def _heartbeat(job: Job, progress: Progress, now: Clock) -> Iterator[None]:
    """While inside, a thread with a connection of its own writes what is said, and hears whether to stop."""
    if connection.in_atomic_block:
        yield
        return
    over = threading.Event()
    heart = threading.Thread(
        target=_send_heartbeats, args=(job, progress, over, now), name=f"heart of job {job.pk}", daemon=True
    )
    heart.start()
    try:
        yield
    finally:
        over.set()
        heart.join()


def _send_heartbeats(job: Job, progress: Progress, over: threading.Event, now: Clock) -> None:
    written, last = _progress_fields(progress), now()
    try:
        while not over.wait(POLL_SECONDS):
            try:
                stop_asked = _own_row(job).values_list("cancel_asked", flat=True).first()
                if stop_asked is None or stop_asked:  # the row is no longer ours, or somebody wants an end
                    progress.ask_to_stop()
                fields, at = _progress_fields(progress), now()
                if fields != written or at - last >= HEARTBEAT:
                    with write_tx():
                        _own_row(job).update(**fields, beat=at)
                    written, last = fields, at
            except DatabaseError:
                log.warning("Job %s could not give a sign of life", job.pk, exc_info=True)
                connection.close()
    finally:
        connection.close()


# --- what the runner does about workers -------------------------------------------------------------------------------
def fail_job(*, job_id: int, trace: str, at: datetime) -> None:
    with write_tx():
        Job.objects.filter(pk=job_id, state=JobState.QUEUED).update(
            state=JobState.FAILED, error=WENT_WRONG, trace=trace, finished_at=at
        )


def requeue_job(*, job_id: int, worker: str) -> None:
    """That attempt does not count."""
    with write_tx():
        for job in Job.objects.select_for_update(of=("self",)).filter(pk=job_id, state=JobState.RUNNING, worker=worker):
            job.state, job.attempts, job.beat, job.worker = JobState.QUEUED, job.attempts - 1, None, ""
            job.save(update_fields=["state", "attempts", "beat", "worker"])
