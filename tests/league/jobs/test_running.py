"""How a job is taken up, gives signs of life, hears that it is to stop, and outlives a worker; real transactions."""

import os
import subprocess
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from threading import Thread
from time import monotonic

import pytest
from django.db import connection

from league.base.jobs import actions
from league.base.jobs.actions import cancel_job, requeue_job, run_job
from league.base.jobs.models import Job, JobState
from league.base.jobs.queries import LONG, next_job, waiting_jobs
from league.base.jobs.workers import is_dead, name_of, own_name
from tests.factories import make_user
from tests.league.jobs.conftest import NOW, put_in
from tests.league.jobs.work import tasks
from tests.racing import at_once
from tests.waiting import HANG, until

assert tasks  # their kinds are registered
pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def worker(job):
    """A thread that does the job meanwhile."""

    def run():
        try:
            run_job(job.pk)
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        thread.join(timeout=HANG)
        assert not thread.is_alive()


@pytest.mark.race
def test_of_workers_that_ask_at_once_one_does_the_job(log):
    for n in range(10):
        job = put_in(key=f"sum-{n}", log=str(log), numbers=1)
        assert sorted(at_once(*[lambda job=job: run_job(job.pk)] * 4)) == [False, False, False, True]
    assert len(log.read_text().splitlines()) == 20


@pytest.mark.race
def test_of_clicks_at_once_one_puts_the_job_in():
    made = at_once(*[lambda: put_in().pk] * 6)
    assert len(set(made)) == 1
    assert Job.objects.count() == 1


def test_what_is_said_is_seen_while_the_job_goes_on(log):
    job = put_in(kind="add", numbers=40, pause=0.05, log=str(log))
    with worker(job):
        assert until(lambda: Job.objects.filter(pk=job.pk, done__gt=0, done__lt=40).exists())
        seen = Job.objects.get(pk=job.pk)
        assert seen.state == JobState.RUNNING
        assert seen.message == f"Added {seen.done}"
        assert seen.progress == {"sum": seen.done * (seen.done + 1) // 2}
        assert seen.worker == own_name()
    assert Job.objects.get(pk=job.pk).result["sum"] == 820


def test_progress_is_written_at_most_twice_a_second(monkeypatch):
    job = put_in(numbers=400, pause=0.005)
    written = []

    def remember(execute, sql, params, many, context):
        written.append(sql)
        return execute(sql, params, many, context)

    beat = actions._send_heartbeats

    def watched(*args):
        with connection.execute_wrapper(remember):
            beat(*args)

    monkeypatch.setattr(actions, "_send_heartbeats", watched)
    began = monotonic()
    run_job(job.pk)
    seconds = monotonic() - began  # two, or many more where others keep the machine busy
    updates = [sql for sql in written if sql.startswith("UPDATE")]
    assert 1 <= len(updates) <= 2 * seconds + 2


def test_a_transaction_of_the_job_does_not_hold_back_what_it_says():
    """On SQLite one writer writes at a time, so there it is told when the transaction is over; no worker is lost."""
    job = put_in(kind="hold", pause=1.5)
    with worker(job):
        if connection.vendor == "postgresql":
            assert until(lambda: Job.objects.get(pk=job.pk).message == "Inside")
    held = Job.objects.get(pk=job.pk)
    assert (held.state, held.message) == (JobState.DONE, "Inside")


def test_whoever_is_told_to_stop_may_keep_what_it_has():
    job = put_in(numbers=10_000, pause=0.01)
    with worker(job):
        assert until(lambda: Job.objects.get(pk=job.pk).done > 0)
        cancel_job(job=job, by=make_user(), at=NOW)
    held = Job.objects.get(pk=job.pk)
    assert held.state == JobState.DONE
    assert 0 < held.result["sum"] < 10_000 * 10_001 // 2


def test_work_that_keeps_nothing_when_stopped_is_stopped():
    job = put_in(kind="wait")
    with worker(job):
        assert until(lambda: Job.objects.get(pk=job.pk).state == JobState.RUNNING)
        cancel_job(job=job, by=make_user(), at=NOW)
    held = Job.objects.get(pk=job.pk)
    assert (held.state, held.result) == (JobState.CANCELLED, {})


# --- workers that die -------------------------------------------------------------------------------------------------
def dead_pid():
    process = subprocess.Popen(["true"])
    process.wait()
    return process.pid


def left_behind(worker="another machine - 1", silent=0, attempts=1, **fields):
    """A job that a worker took up and has given no sign about for so many seconds."""
    job = put_in(numbers=3)
    beat = datetime.now(UTC) - timedelta(seconds=silent)
    Job.objects.filter(pk=job.pk).update(
        state=JobState.RUNNING, worker=worker, beat=beat, started_at=beat, attempts=attempts, **fields
    )
    return job


def test_a_worker_that_lives_keeps_its_job():
    job = left_behind(silent=50)
    assert not run_job(job.pk)
    assert waiting_jobs(datetime.now(UTC)) == []
    put_in(key="other")
    assert next_job(datetime.now(UTC)) is None


@pytest.mark.parametrize(("worker", "silent"), [("another machine - 1", 61), ("", 0)])
def test_a_worker_that_is_silent_or_dead_loses_its_job(worker, silent):
    job = left_behind(worker=worker or name_of(dead_pid()), silent=silent)
    assert waiting_jobs(datetime.now(UTC)) == [job]
    assert next_job(datetime.now(UTC)) == job
    assert run_job(job.pk)
    held = Job.objects.get(pk=job.pk)
    assert (held.state, held.attempts, held.result["sum"]) == (JobState.DONE, 2, 6)


def test_beside_a_job_that_takes_long_one_of_another_kind_is_done_and_no_third():
    left_behind(silent=LONG.seconds + 1)
    put_in(key="same kind")
    assert next_job(datetime.now(UTC)) is None
    other = put_in("wait", key="another kind")
    assert next_job(datetime.now(UTC)) == other
    assert next_job(datetime.now(UTC), {other.pk}) is None  # its child is on the way
    at_work = datetime.now(UTC) - LONG
    Job.objects.filter(pk=other.pk).update(state=JobState.RUNNING, worker=own_name(), beat=at_work, started_at=at_work)
    put_in("refuse", key="third kind")
    assert next_job(datetime.now(UTC)) is None


@pytest.mark.race
def test_of_workers_that_find_it_left_behind_one_takes_it_up():
    job = left_behind(silent=120)
    assert sorted(at_once(*[lambda: run_job(job.pk)] * 4)) == [False, False, False, True]
    assert Job.objects.get(pk=job.pk).attempts == 2


def test_what_three_workers_died_of_is_given_up():
    job = left_behind(silent=61, attempts=3)
    assert not run_job(job.pk)
    held = Job.objects.get(pk=job.pk)
    assert held.state == JobState.FAILED
    assert "interrupted three times" in held.error


def test_a_job_left_behind_that_somebody_stopped_is_not_begun_again():
    job = left_behind(silent=61, cancel_asked=True)
    assert not run_job(job.pk)
    assert Job.objects.get(pk=job.pk).state == JobState.CANCELLED


def test_a_worker_given_up_for_dead_writes_nothing_any_more_and_is_told_to_stop():
    job = put_in(numbers=10_000, pause=0.01)
    with worker(job):
        assert until(lambda: Job.objects.get(pk=job.pk).done > 0)
        Job.objects.filter(pk=job.pk).update(attempts=2, worker="somebody else", message="Mine", done=7)
    held = Job.objects.get(pk=job.pk)
    assert (held.state, held.worker, held.message, held.done) == (JobState.RUNNING, "somebody else", "Mine", 7)


def test_a_job_whose_worker_was_stopped_on_purpose_waits_again_as_if_nothing_had_been():
    job = left_behind(worker="ours", attempts=3)
    requeue_job(job_id=job.pk, worker="somebody else's")
    assert Job.objects.get(pk=job.pk).state == JobState.RUNNING
    requeue_job(job_id=job.pk, worker="ours")
    held = Job.objects.get(pk=job.pk)
    assert (held.state, held.attempts) == (JobState.QUEUED, 2)


def test_only_processes_of_this_machine_are_known_to_be_dead():
    here = name_of(dead_pid())
    assert is_dead(here)
    assert not is_dead(own_name())
    assert not is_dead(name_of(1))
    assert not is_dead(f"elsewhere {here}")
    assert not is_dead("")
    assert os.getpid() == int(own_name().split()[-1])
