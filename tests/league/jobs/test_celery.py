"""Jobs carried by a real Redis to a real worker: whatever is killed, each is finished once."""

import os
import shutil
import signal
import subprocess

import pytest

from league.base.jobs.models import JobState
from league.base.jobs.runner import CeleryDispatcher
from tests.league.jobs.conftest import ended, put_in, signed
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)


class Redis:
    """A server of our own that listens on a socket in the test's folder and keeps nothing."""

    def __init__(self, folder):
        self.path = folder / "redis.sock"
        self.url = f"redis+socket://{self.path}"
        self.process = None

    def start(self):
        command = [shutil.which("redis-server"), "--port", "0", "--unixsocket", str(self.path), "--save", ""]
        self.process = subprocess.Popen([*command, "--dir", str(self.path.parent)], stdout=subprocess.DEVNULL)
        assert until(self.path.exists)

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def redis(tmp_path):
    redis = Redis(tmp_path)
    yield redis
    redis.stop()


@pytest.fixture
def dispatcher(redis):
    from league.site.celery import app

    app.conf.broker_url = redis.url
    dispatcher = CeleryDispatcher()
    dispatcher.start()
    yield dispatcher
    dispatcher.stop()


def work(start, redis):
    words = ["-A", "league.site", "worker", "--concurrency", "1", "--loglevel", "INFO"]
    return start(*words, module="celery", REDIS_URL=redis.url)


def test_a_worker_does_what_it_is_told_of(redis, dispatcher, start, log):
    redis.start()
    worker, job = work(start, redis), put_in(log=str(log))
    assert until(lambda: ended(job))
    assert (job.state, job.result["sum"], job.attempts) == (JobState.DONE, 6, 1)
    assert signed(log, "began") != [worker.pid]  # it was its child


def test_a_job_whose_worker_has_its_child_killed_is_finished_once(redis, dispatcher, start, log):
    redis.start()
    work(start, redis)
    job = put_in("die-once", log=str(log))
    assert until(lambda: ended(job))
    assert (job.state, job.attempts) == (JobState.DONE, 2)
    assert (len(signed(log, "began")), len(signed(log, "ended"))) == (2, 1)


def test_a_job_whose_worker_is_killed_is_finished_once_by_the_next(redis, dispatcher, start, log):
    """Long before Redis would give the message out again: the rows say that nobody does it."""
    redis.start()
    worker, job = work(start, redis), put_in(log=str(log), numbers=20, pause=0.1)
    assert until(lambda: signed(log, "began"))
    worker.kill()
    worker.wait()
    os.kill(signed(log, "began")[0], signal.SIGKILL)
    work(start, redis)
    assert until(lambda: ended(job))
    assert (job.state, job.attempts) == (JobState.DONE, 2)
    assert (len(signed(log, "began")), len(signed(log, "ended"))) == (2, 1)


def test_a_job_asked_for_while_redis_is_away_is_done_once_it_is_back(redis, dispatcher, start, log):
    job = put_in(log=str(log))
    assert not until(lambda: ended(job), 1)
    redis.start()
    work(start, redis)
    assert until(lambda: ended(job))
    assert (job.state, len(signed(log, "began"))) == (JobState.DONE, 1)
