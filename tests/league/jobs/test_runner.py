"""Jobs done by real child processes, which are killed, and whose servers are."""

import os
import signal
import urllib.request
from datetime import timedelta

import pytest

from league.base.jobs import actions
from league.base.jobs.models import Job, JobState
from league.base.jobs.runner import CeleryDispatcher, SubprocessRunner, runner
from tests.league.jobs.conftest import ended, put_in, signed
from tests.outgrown.servers import free_port
from tests.waiting import HANG, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def gate(tmp_path):
    """A file that is not there yet: a job that was given it begins to count once it is."""
    return tmp_path / "gate"


@pytest.fixture
def running(surroundings):
    threads = SubprocessRunner()
    threads.start()
    yield threads
    threads.stop()


def test_jobs_are_done_one_after_the_other_by_processes_of_their_own(running, log):
    first, second = put_in(log=str(log), pause=0.2), put_in(key="other", log=str(log))
    assert until(lambda: ended(first) and ended(second))
    assert (first.state, first.result["sum"]) == (JobState.DONE, 6)
    words = [line.split()[0] for line in log.read_text().splitlines()]
    assert words == ["began", "ended", "began", "ended"]
    assert len({*signed(log, "began"), os.getpid()}) == 3


def test_a_job_that_takes_long_does_not_keep_one_of_another_kind_waiting(running, log, gate, monkeypatch):
    monkeypatch.setattr("league.base.jobs.queries.LONG", timedelta(0))
    long, same = put_in(log=str(log), gate=str(gate)), put_in(key="same kind", log=str(log))
    assert until(lambda: signed(log, "began"))
    other = put_in("die-once", key="another kind", log=str(log), deaths=0)
    assert until(lambda: ended(other))
    assert {job.state for job in Job.objects.filter(pk__in=(long.pk, same.pk))} == {JobState.RUNNING, JobState.QUEUED}
    gate.touch()
    assert until(lambda: ended(long) and ended(same))
    assert len(signed(log, "began")) == len(signed(log, "ended")) == 3


def test_a_child_has_low_priority(running, log, gate):
    put_in(log=str(log), gate=str(gate))
    assert until(lambda: signed(log, "began"))
    assert os.getpriority(os.PRIO_PROCESS, signed(log, "began")[0]) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)


def test_a_job_whose_child_is_killed_is_finished_once(running, log):
    job = put_in("die-once", log=str(log))
    assert until(lambda: ended(job))
    assert (job.state, job.attempts) == (JobState.DONE, 2)
    assert (len(signed(log, "began")), len(signed(log, "ended"))) == (2, 1)


def test_a_job_that_kills_every_child_is_given_up(running, log):
    job = put_in("die-once", log=str(log), deaths=9)
    assert until(lambda: ended(job))
    assert (job.state, job.attempts) == (JobState.FAILED, 3)
    assert len(signed(log, "began")) == 3


def test_a_child_that_cannot_begin_fails_its_job(running, monkeypatch):
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "no.such.settings")
    job = put_in()
    assert until(lambda: ended(job))
    assert (job.state, job.attempts) == (JobState.FAILED, 0)
    assert "ended with 1" in job.trace


def test_what_is_under_way_when_its_runner_stops_is_begun_again_by_the_next(surroundings, log, gate):
    first, job = SubprocessRunner(), put_in(log=str(log), gate=str(gate))
    first.start()
    assert until(lambda: signed(log, "began"))
    first.stop()
    assert until(lambda: Job.objects.filter(pk=job.pk, state=JobState.QUEUED, attempts=0).exists())
    gate.touch()
    second = SubprocessRunner()
    second.start()
    assert until(lambda: ended(job))
    second.stop()
    assert (len(signed(log, "began")), len(signed(log, "ended"))) == (2, 1)


def serve(start):
    """The site as `manage.py serve` starts it, once it answers."""
    port = free_port()
    server = start("league.site.asgi:application", "--port", str(port), "--log-level", "warning", module="uvicorn")

    def answers():
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=HANG).status == 200
        except OSError:
            return False

    assert until(answers)
    return server


def test_the_server_has_jobs_done_and_takes_the_child_along_when_it_ends(start, log, gate):
    server, job = serve(start), put_in(log=str(log), gate=str(gate))
    assert until(lambda: signed(log, "began"))
    server.send_signal(signal.SIGTERM)
    assert server.wait(timeout=HANG) is not None
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.QUEUED, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(signed(log, "began")[0], 0)


def test_a_job_whose_server_is_killed_is_finished_once(start, log, gate):
    """The child works on; the next server finds it at work, and waits for it."""
    server, job = serve(start), put_in(log=str(log), gate=str(gate))
    after = put_in(key="after", log=str(log))
    assert until(lambda: signed(log, "began"))
    server.kill()
    server.wait()
    serve(start)
    gate.touch()
    assert until(lambda: ended(job) and ended(after))
    assert (job.state, job.attempts, after.state) == (JobState.DONE, 1, JobState.DONE)
    words = [line.split()[0] for line in log.read_text().splitlines()]
    assert words == ["began", "ended", "began", "ended"]


def test_a_job_whose_server_and_child_are_killed_is_finished_once(start, log, gate):
    server, job = serve(start), put_in(log=str(log), gate=str(gate))
    assert until(lambda: signed(log, "began"))
    server.kill()
    server.wait()
    os.kill(signed(log, "began")[0], signal.SIGKILL)
    gate.touch()
    serve(start)
    assert until(lambda: ended(job))
    assert (job.state, job.attempts) == (JobState.DONE, 2)
    assert (len(signed(log, "began")), len(signed(log, "ended"))) == (2, 1)


def test_jobs_can_be_seen_to_without_a_server(start, log):
    watcher, job = start("run_jobs"), put_in(log=str(log))
    assert until(lambda: ended(job))
    watcher.send_signal(signal.SIGTERM)
    assert watcher.wait(timeout=HANG) == 0


def test_the_settings_say_who_sees_to_jobs(settings):
    settings.REDIS_URL = ""
    assert isinstance(runner(), SubprocessRunner)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert isinstance(runner(), CeleryDispatcher)


def test_nobody_sees_to_jobs_in_tests():
    assert actions._subscribers == []
