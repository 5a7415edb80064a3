"""Which jobs wait for a worker, and which a page shows."""

from datetime import datetime, timedelta

from django.db.models import Q

from league.jobs.choices import JobState
from league.jobs.models import Job, JobQuerySet
from league.jobs.workers import is_dead

STALE = timedelta(seconds=60)
ATTEMPTS = 3
KEPT = 50


def waiting(now: datetime) -> list[Job]:
    """Jobs that nobody is doing, the oldest first: never begun, or left behind by a worker that died."""
    held = Job.objects.unfinished().order_by("created_at", "pk")
    return [job for job in held if job.state == JobState.QUEUED or abandoned(job, now)]


def under_way(now: datetime) -> bool:
    """Whether any job is being done by a worker that lives."""
    return any(not abandoned(job, now) for job in Job.objects.filter(state=JobState.RUNNING))


def abandoned(job: Job, now: datetime) -> bool:
    """Running on paper, but its worker is known to be dead, or has given no sign for a minute."""
    silent = job.beat is None or job.beat < now - STALE
    return job.state == JobState.RUNNING and (silent or is_dead(job.worker))


def free(job: Job, now: datetime) -> Q:
    """What the row of this job looks like while it may be taken up: as it was seen, and with nobody on it."""
    if abandoned(job, now):
        return Q(state=JobState.RUNNING, attempts=job.attempts, beat=job.beat)
    return Q(state=JobState.QUEUED)


def jobs_of_league(league_id: int, by_id: int | None = None) -> JobQuerySet:
    """A league's jobs, the newest first and the last 50; with `by_id` only what that person asked for."""
    held = Job.objects.of_league(league_id).select_related("created_by").order_by("-created_at", "-pk")
    if by_id is not None:
        held = held.filter(created_by_id=by_id)
    return held[:KEPT]


def unfinished_before(job: Job) -> int:
    """How many unfinished jobs of the whole site were put in before this one."""
    earlier = Q(created_at__lt=job.created_at) | Q(created_at=job.created_at, pk__lt=job.pk)
    return Job.objects.unfinished().filter(earlier).count()
