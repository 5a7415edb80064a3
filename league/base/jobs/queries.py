"""Reading jobs: which wait for a worker, which a page shows, and how a page shows one.

A kind that says more has a template of its own, jobs/_<kind>.html.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from league.base.jobs.models import Job, JobQuerySet, JobState
from league.base.jobs.workers import is_abandoned
from scoring.words import several

STALE, LONG = timedelta(seconds=60), timedelta(seconds=15)
AT_ONCE = 2
ATTEMPTS = 3
SHOWN = 50


def waiting_jobs(now: datetime) -> list[Job]:
    jobs = Job.objects.unfinished().order_by("created_at", "pk")
    return [job for job in jobs if job.state == JobState.QUEUED or is_left_behind(job, now)]


def next_job(now: datetime, begun: Collection[int] = ()) -> Job | None:
    """One at a time, but beside one at work for LONG another of another kind. `begun` have a child already."""
    running = [job for job in Job.objects.filter(state=JobState.RUNNING) if not is_left_behind(job, now)]
    if set(begun) - {job.pk for job in running}:
        return None  # a child is on the way, or ends
    if len(running) >= AT_ONCE or any(not job.started_at or job.started_at > now - LONG for job in running):
        return None
    kinds = {job.kind for job in running}
    return next((job for job in waiting_jobs(now) if job.kind not in kinds), None)


def is_left_behind(job: Job, now: datetime) -> bool:
    return job.state == JobState.RUNNING and is_abandoned(job.worker, job.beat, STALE, now)


def jobs_of_league(league_id: int) -> JobQuerySet:
    return Job.objects.of_league(league_id).select_related("created_by").order_by("-created_at", "-pk")[:SHOWN]


def unfinished_before(job: Job) -> int:
    earlier = Q(created_at__lt=job.created_at) | Q(created_at=job.created_at, pk__lt=job.pk)
    return Job.objects.unfinished().filter(earlier).count()


# --- a job as its page shows it ---------------------------------------------------------------------------------------
NOBODY_AT_WORK = timedelta(minutes=2)
WIDTH, HEIGHT = 100, 24


@dataclass(frozen=True, slots=True)
class JobView:
    """`seconds` at work, or waiting; `before` counts jobs ahead."""

    job: Job
    seconds: int
    before: int
    facts: tuple[tuple[str, str], ...]
    line: dict[str, str]
    templates: tuple[str, ...]

    @property
    def lasted(self) -> str:
        """As in "34 seconds", "2 minutes"."""
        if self.seconds < 1:
            return "less than a second"
        return several(self.seconds // 60, "minute") if self.seconds >= 60 else several(self.seconds, "second")

    @property
    def stuck(self) -> bool:
        return self.job.state == JobState.QUEUED and not self.before and self.seconds > NOBODY_AT_WORK.total_seconds()

    @property
    def address(self) -> str:
        """Only addresses of this site; "" if there is none."""
        address = str(self.job.result.get("address", ""))
        return address if address.startswith("/") and not address.startswith("//") else ""


def job_view(job: Job, now: datetime) -> JobView:
    begun = job.started_at or job.created_at
    return JobView(
        job=job,
        seconds=max(0, int(((job.finished_at or now) - begun).total_seconds())),
        before=unfinished_before(job) if job.state == JobState.QUEUED else 0,
        facts=tuple(
            (name.replace("_", " ").capitalize(), _value(value))
            for name, value in job.progress.items()
            if isinstance(value, int | float | str) and value != ""
        ),
        line=_line(job.progress.get("line")),
        templates=(f"jobs/_{job.kind}.html", "jobs/_facts.html"),
    )


def _value(value: float | str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def _line(steps: Any) -> dict[str, str]:
    """`points` in a box of 100 by 24, and `words`; empty for fewer than two steps."""
    if not isinstance(steps, list) or len(steps) < 2:
        return {}
    times, values = [float(at) for at, _ in steps], [float(value) for _, value in steps]
    span, low, high = max(times) or 1, min(values), max(values)
    across = [round(at / span * WIDTH, 1) for at in times]
    down = [round(HEIGHT - 2 - (value - low) / ((high - low) or 1) * (HEIGHT - 4), 1) for value in values]
    points = [f"{across[0]},{down[0]}"]
    for n in range(1, len(steps)):
        points += [f"{across[n]},{down[n - 1]}", f"{across[n]},{down[n]}"]
    text = f"From {values[0]:g} after {several(round(times[0]), 'second')} to {values[-1]:g} after {times[-1]:.0f}"
    return {"points": " ".join(points), "words": text}
