"""Has waiting jobs run: by a child process here, or by whichever worker receives them through Redis.

Threads of the process that serves pages, which do nothing heavy themselves: they poll the rows every two seconds, and
when an enqueued job wakes them. Whatever dies, the rows say what is still to be done, and the next thread reads them.
Another thread beside them calls the periodic tasks, which no job keeps waiting; those that can be woken have a thread
each.
"""

import logging
import os
import signal
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.module_loading import autodiscover_modules

from league.base.jobs import actions
from league.base.jobs.actions import fail_job, requeue_job
from league.base.jobs.models import Job, JobState
from league.base.jobs.queries import AT_ONCE, next_job, waiting_jobs
from league.base.jobs.workers import LONGEST, name_of

POLL_SECONDS = 2.0  # seconds
GRACE_SECONDS = 5.0  # seconds
SEND_AGAIN = timedelta(seconds=60)
CELERY_TASK = "league.jobs.run_job"
log = logging.getLogger(__name__)


# --- periodic tasks: what is done every so often without anybody asking -----------------------------------------------
TaskFunction = Callable[[datetime], None]


@dataclass(slots=True)
class PeriodicTask:
    function: TaskFunction
    interval: timedelta
    last: datetime | None = None
    wake: threading.Event | None = None


tasks: dict[str, PeriodicTask] = {}  # all that are known, by the whole name of their function


def periodic_task(interval: timedelta, wake: threading.Event | None = None) -> Callable[[TaskFunction], TaskFunction]:
    """Registers a function of some room's `periodic.py`, which a thread of every process that serves pages calls.

    It opens whatever scope and transactions it needs, is quick, and may be called too often or by two at once: what is
    done already is left. One with an event, `wake`, has a thread of its own, and is called once the event is set too.
    """

    def register(function: TaskFunction) -> TaskFunction:
        tasks[f"{function.__module__}.{function.__qualname__}"] = PeriodicTask(function, interval, wake=wake)
        return function

    return register


def discover() -> None:
    autodiscover_modules("periodic")


def run_due(now: datetime) -> None:
    for name, each in tasks.items():
        if each.wake is None and (each.last is None or now >= each.last + each.interval):
            each.last = now
            call(name, each, now)


def call(name: str, task: PeriodicTask, now: datetime) -> None:
    """What it raises is logged."""
    try:
        task.function(now)
    except Exception:
        log.exception("%s failed, and is called again in %s", name, task.interval)


# --- waiting jobs -----------------------------------------------------------------------------------------------------
def runner() -> "Runner":
    return CeleryDispatcher() if settings.REDIS_URL else SubprocessRunner()


class Runner(ABC):
    """`threads` that look for waiting jobs, and have each of them run by `dispatch`; and one for periodic tasks."""

    threads = 1

    def __init__(self) -> None:
        self._wake, self._stopping = threading.Event(), threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        discover()  # what cannot be imported is no site, and not a thread that ends unseen
        actions.set_subscriber(lambda _job_id: self._wake.set())
        works = [(self.work, f"jobs {number + 1}") for number in range(self.threads)]
        works.append((self.run_periodic_tasks, "periodic tasks"))
        self._threads = [threading.Thread(target=work, name=name, daemon=True) for work, name in works]
        self._threads += [
            threading.Thread(target=self._run_woken, args=(name, task, task.wake), name=name, daemon=True)
            for name, task in tasks.items()
            if task.wake
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Waits some seconds while work is put back in the queue."""
        actions.set_subscriber(None)
        self._stopping.set()
        self._wake.set()
        for task in tasks.values():
            if task.wake:
                task.wake.set()
        for thread in self._threads:
            thread.join(timeout=2 * GRACE_SECONDS)

    def work(self) -> None:
        """A database that is away is tried again."""
        while not self._stopping.is_set():
            self._wake.clear()
            try:
                busy = self.dispatch(timezone.now())
            except Exception:  # the thread outlives whatever goes wrong in one look
                log.exception("Jobs could not be dispatched")
                busy = False
            finally:
                connection.close()  # requests need the pool's connections more
            if not busy:
                self._wake.wait(POLL_SECONDS)

    def run_periodic_tasks(self) -> None:
        while not self._stopping.wait(POLL_SECONDS):
            try:
                run_due(timezone.now())
            finally:
                connection.close()

    def _run_woken(self, name: str, task: PeriodicTask, wake: threading.Event) -> None:
        while not self._stopping.is_set():
            wake.clear()
            try:
                call(name, task, timezone.now())
            finally:
                connection.close()
            wake.wait(task.interval.total_seconds())

    @abstractmethod
    def dispatch(self, now: datetime) -> bool:
        """Have what waits run. True to look again at once."""


class SubprocessRunner(Runner):
    """In low-priority children with sessions of their own, which outlive a killed parent."""

    threads = AT_ONCE

    def __init__(self) -> None:
        super().__init__()
        self._choosing, self._begun = threading.Lock(), set[int]()

    def dispatch(self, now: datetime) -> bool:
        with self._choosing:
            job = next_job(now, self._begun)
            if job is None:
                return False
            self._begun.add(job.pk)
        try:
            self._run_in_child(job.pk)
        finally:
            self._begun.discard(job.pk)
        return True

    def _run_in_child(self, job_id: int) -> None:
        connection.close()
        child = subprocess.Popen(  # noqa: S603
            ["nice", "-n", "10", sys.executable, str(settings.BASE_DIR / "manage.py"), "run_job", str(job_id)],  # noqa: S607
            cwd=settings.BASE_DIR,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        code = self._wait_for(child)
        if self._stopping.is_set():
            requeue_job(job_id=job_id, worker=name_of(child.pid))
        elif code and Job.objects.filter(pk=job_id, state=JobState.QUEUED).exists():
            text = f"The process ended with {code} before it started. See the server’s log."
            fail_job(job_id=job_id, trace=text, at=timezone.now())

    def _wait_for(self, child: subprocess.Popen[bytes]) -> int:
        limit = timezone.now() + LONGEST
        while True:
            try:
                return child.wait(timeout=0.1)
            except subprocess.TimeoutExpired:
                if self._stopping.is_set():
                    return self._kill(child, signal.SIGTERM)
                if timezone.now() > limit:
                    return self._kill(child, signal.SIGKILL)

    def _kill(self, child: subprocess.Popen[bytes], how: signal.Signals) -> int:
        os.killpg(child.pid, how)
        try:
            return child.wait(timeout=GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            return self._kill(child, signal.SIGKILL)


class CeleryDispatcher(Runner):
    """While Redis is away jobs wait in their rows; a worker told twice finds nothing to do."""

    def __init__(self) -> None:
        super().__init__()
        self._sent_at: dict[int, datetime] = {}

    def dispatch(self, now: datetime) -> bool:
        jobs = waiting_jobs(now)
        self._sent_at = {job.pk: self._sent_at[job.pk] for job in jobs if job.pk in self._sent_at}
        fresh = [job.pk for job in jobs if self._sent_at.get(job.pk, now - 2 * SEND_AGAIN) < now - SEND_AGAIN]
        if fresh:
            self._send(fresh, now)
        return False

    def _send(self, job_ids: list[int], now: datetime) -> None:
        from celery import current_app
        from kombu.exceptions import OperationalError

        try:
            with current_app.connection_for_write() as redis:
                for job_id in job_ids:
                    current_app.send_task(CELERY_TASK, (job_id,), connection=redis, retry=False, ignore_result=True)
                    self._sent_at[job_id] = now
        except (OperationalError, OSError) as error:
            log.warning("No worker could be told of jobs %s: %s", job_ids, error)
