"""Sees to it that waiting jobs are done: by a child process here, or by whichever worker hears of them through Redis.

A thread of the process that serves pages, which does nothing heavy itself: it reads the rows every two seconds, and
when the doorbell rings. Whatever dies, the rows say what is still to be done, and the next thread reads them. Another
thread beside it goes the rounds (`rounds`), which no job keeps waiting.
"""

import logging
import os
import signal
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.utils import timezone

from league.jobs import bell
from league.jobs.actions import fail_job, hand_back
from league.jobs.choices import JobState
from league.jobs.models import Job
from league.jobs.queries import under_way, waiting
from league.jobs.rounds import discover, go_round
from league.jobs.workers import LONGEST, name_of

LOOK = 2.0  # seconds
GRACE = 5.0  # seconds
SEND_AGAIN = timedelta(seconds=60)
log = logging.getLogger(__name__)


def runner() -> "Runner":
    """The one that the settings ask for."""
    return Messenger() if settings.REDIS_URL else Foreman()


class Runner(ABC):
    """A thread that looks for waiting jobs, and gives each to `see_to`."""

    def __init__(self) -> None:
        self._rung, self._over = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self.work, name="jobs", daemon=True)
        self._watch = threading.Thread(target=self.go_rounds, name="rounds", daemon=True)

    def start(self) -> None:
        discover()  # what cannot be imported is no site, and not a thread that ends unseen
        bell.answer_with(lambda _job_id: self._rung.set())
        self._thread.start()
        self._watch.start()

    def stop(self) -> None:
        """End, and put what is under way back in the queue. Waits a few seconds for that."""
        bell.answer_with(None)
        self._over.set()
        self._rung.set()
        self._thread.join(timeout=2 * GRACE)
        self._watch.join(timeout=GRACE)

    def work(self) -> None:
        """Look and see to jobs until `stop`. A database that is away is tried again."""
        while not self._over.is_set():
            self._rung.clear()
            try:
                busy = self.round(timezone.now())
            except Exception:  # the thread outlives whatever goes wrong in one round
                log.exception("Jobs could not be seen to")
                busy = False
            finally:
                connection.close()  # requests need the pool's connections more
            if not busy:
                self._rung.wait(LOOK)

    def go_rounds(self) -> None:
        """Call what is to be looked at every so often, until `stop`."""
        while not self._over.wait(LOOK):
            try:
                go_round(timezone.now())
            finally:
                connection.close()

    @abstractmethod
    def round(self, now: datetime) -> bool:
        """See to what waits. True to look again at once."""


class Foreman(Runner):
    """Has one job at a time done by a child process of low priority, so that pages and pegs do not wait for it.

    The child has a session of its own: if this process is killed it works on, and who comes next waits for it.
    """

    def round(self, now: datetime) -> bool:
        if under_way(now):
            return False
        found = waiting(now)
        if found:
            self._have_done(found[0].pk)
        return bool(found)

    def _have_done(self, job_id: int) -> None:
        connection.close()
        child = subprocess.Popen(  # noqa: S603
            ["nice", "-n", "10", sys.executable, str(settings.BASE_DIR / "manage.py"), "run_job", str(job_id)],  # noqa: S607
            cwd=settings.BASE_DIR,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        code = self._ended(child)
        if self._over.is_set():
            hand_back(job_id=job_id, worker=name_of(child.pid))
        elif code and Job.objects.filter(pk=job_id, state=JobState.QUEUED).exists():
            words = f"The process ended with {code} before it had begun; the server's log may say why."
            fail_job(job_id=job_id, trace=words, at=timezone.now())

    def _ended(self, child: subprocess.Popen[bytes]) -> int:
        """The child's code, once it has ended by itself, for taking too long, or because this thread is to stop."""
        limit = timezone.now() + LONGEST
        while True:
            try:
                return child.wait(timeout=0.1)
            except subprocess.TimeoutExpired:
                if self._over.is_set():
                    return self._put_down(child, signal.SIGTERM)
                if timezone.now() > limit:
                    return self._put_down(child, signal.SIGKILL)

    def _put_down(self, child: subprocess.Popen[bytes], how: signal.Signals) -> int:
        """End the child and all that it has started."""
        os.killpg(child.pid, how)
        try:
            return child.wait(timeout=GRACE)
        except subprocess.TimeoutExpired:
            return self._put_down(child, signal.SIGKILL)


class Messenger(Runner):
    """Tells Celery's workers of waiting jobs, and tells them again of what they seem to have lost.

    No request waits for Redis, and while Redis is away the jobs wait in their rows. A worker that is told twice finds
    nothing to do the second time.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[int, datetime] = {}

    def round(self, now: datetime) -> bool:
        found = waiting(now)
        self._told = {job.pk: self._told[job.pk] for job in found if job.pk in self._told}
        fresh = [job.pk for job in found if self._told.get(job.pk, now - 2 * SEND_AGAIN) < now - SEND_AGAIN]
        if fresh:
            self._tell(fresh, now)
        return False

    def _tell(self, job_ids: list[int], now: datetime) -> None:
        from kombu.exceptions import OperationalError

        from league.jobs.tasks import run_waiting_job

        try:
            with run_waiting_job.app.connection_for_write() as redis:
                for job_id in job_ids:
                    run_waiting_job.apply_async((job_id,), connection=redis, retry=False)
                    self._told[job_id] = now
        except (OperationalError, OSError) as fault:
            log.warning("No worker could be told of jobs %s: %s", job_ids, fault)
