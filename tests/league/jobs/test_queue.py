"""Jobs put in, stopped and asked for again."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from league.base.audit.models import Entry
from league.base.jobs import actions
from league.base.jobs.actions import cancel_job, enqueue, enqueue_again, run_job
from league.base.jobs.models import Job, JobState
from tests.factories import make_user
from tests.league.jobs.work import tasks

assert tasks  # their kinds are registered
pytestmark = pytest.mark.django_db
NOW = datetime(2026, 8, 20, 12, tzinfo=UTC)


@pytest.fixture
def person():
    return make_user()


def put_in(person=None, kind="add", key="sum-1", **args):
    return enqueue(key=key, kind=kind, args=args, title="Adding up", by=person, at=NOW, league_id=None)


def test_a_job_waits_until_it_is_done(person):
    job = put_in(person, numbers=4)
    assert (job.state, job.finished, job.title, job.created_by) == (JobState.QUEUED, False, "Adding up", person)
    assert run_job(job.pk, now=lambda: NOW)
    job.refresh_from_db()
    assert (job.state, job.result, job.finished_at) == (JobState.DONE, {"sum": 10, "address": "/leek/"}, NOW)
    assert (job.done, job.total, job.message, job.progress) == (4, 4, "Added 4", {"sum": 10})


def test_asking_twice_is_asking_once(person):
    first, second = put_in(person, numbers=2), put_in(person, numbers=5)
    assert first == second
    assert second.args == {"numbers": 2}
    assert Entry.objects.filter(verb="enqueue").count() == 1


def test_a_finished_job_leaves_its_key_free(person):
    first = put_in(person)
    run_job(first.pk)
    assert put_in(person) != first


def test_no_two_unfinished_jobs_have_one_key_whoever_writes_them(person):
    put_in(person)
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(key="sum-1", kind="add", title="Adding up", created_at=NOW)


def test_a_finished_job_has_the_moment_of_its_end():
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(key="a", kind="add", title="Adding up", created_at=NOW, state=JobState.DONE)


def test_a_job_without_a_title_is_not_put_in(person):
    with pytest.raises(ValidationError):
        enqueue(key="a", kind="add", args={}, title="", by=person, at=NOW, league_id=None)


def test_the_bell_rings_once_the_row_is_there(person, django_capture_on_commit_callbacks):
    heard = []
    actions.set_subscriber(heard.append)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            job = put_in(person)
            put_in(person)
            assert heard == []
    finally:
        actions.set_subscriber(None)
    assert heard == [job.pk]


def test_a_job_that_has_not_begun_is_stopped_at_once(person):
    job = cancel_job(job=put_in(person), by=person, at=NOW)
    assert (job.state, job.finished_at) == (JobState.CANCELLED, NOW)
    assert not run_job(job.pk)
    assert Entry.objects.get(verb="cancel_job").words == "Adding up: stopped"


def test_what_has_finished_cannot_be_stopped(person):
    job = put_in(person)
    run_job(job.pk)
    assert cancel_job(job=job, by=person, at=NOW).state == JobState.DONE
    assert not Entry.objects.filter(verb="cancel_job").exists()


def test_asking_again_puts_the_same_work_in_as_a_new_job(person):
    failed = put_in(person, kind="refuse", key="pubs")
    run_job(failed.pk)
    again = enqueue_again(job=failed, by=person, at=NOW)
    assert again != failed
    assert (again.key, again.kind, again.title, again.state) == ("pubs", "refuse", "Adding up", JobState.QUEUED)
    failed.refresh_from_db()
    assert failed.state == JobState.FAILED


def test_a_refusal_is_told_to_people_in_its_own_words(person):
    job = put_in(person, kind="refuse")
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.FAILED, "The Crown has no board. Give it one, and try again.")
    assert (job.trace, job.message, job.done) == ("", "Looking for the pubs", 1)


@pytest.mark.parametrize(("kind", "fault"), [("stumble", "ZeroDivisionError"), ("never-registered", "KeyError")])
def test_a_fault_of_ours_is_kept_for_operators_and_not_shown(person, kind, fault):
    job = put_in(person, kind=kind, by=0)
    run_job(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert "our side" in job.error
    assert fault not in job.error
    assert fault in job.trace
