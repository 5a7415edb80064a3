"""The page of a piece of long work, and the list of them: what is shown at each state, to whom, at what cost."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.jobs.actions import cancel_job, enqueue, run_job
from league.base.jobs.models import Job, JobState
from league.teams.choices import RoleKind
from tests.factories import make_league, make_role, make_user
from tests.league.jobs.work import tasks
from tests.league.person import signed_in

assert tasks  # their kinds are registered
pytestmark = pytest.mark.django_db
NOW = datetime(2026, 8, 20, 12, tzinfo=UTC)


@pytest.fixture
def desk():
    with scopes_disabled():
        league, secretary = make_league(), make_user("Sue Secretary")
        make_role(secretary, league, RoleKind.SECRETARY)
    return league, secretary


def put_in(desk, kind="add", key="sum", **args):
    league, secretary = desk
    return enqueue(key=key, kind=kind, args=args, title="Making a list", by=secretary, at=NOW, league_id=league.pk)


def get(desk, job, after=0, **headers):
    with time_machine.travel(NOW + timedelta(seconds=after), tick=False):
        answer = signed_in(desk[1]).get(reverse("job", args=["leek", job.pk]), headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def running(job, **fields):
    Job.objects.filter(pk=job.pk).update(
        state=JobState.RUNNING, started_at=NOW + timedelta(seconds=10), beat=NOW, attempts=1, **fields
    )
    return job


def test_work_that_waits_says_how_much_comes_first(desk):
    first, second = put_in(desk), put_in(desk, key="other")
    assert "Starting soon." in get(desk, first)
    assert "1 job before this one." in get(desk, second)


def test_work_that_nobody_begins_says_so(desk):
    assert "nothing seems to be at work" not in get(desk, put_in(desk), after=60)
    assert "It has been waiting for 3 minutes and has not started." in get(desk, put_in(desk), after=200)


def test_work_under_way_shows_how_far_it_has_got(desk):
    facts = {"cost": 12, "bound": 10, "line": [[1, 40], [5, 20], [20, 12]]}
    job = running(put_in(desk), message="Better lists", done=3, total=12, progress=facts)
    page = get(desk, job, after=44)
    assert "34 seconds" in page
    assert 'value="3" max="12"' in page
    assert "<dt>Cost</dt><dd>12</dd>" in page
    assert "From 40 after 1 second to 12 after 20" in page
    assert 'points="5.0,2.0 25.0,2.0 25.0,16.3 100.0,16.3 100.0,22.0"' in page


def test_a_page_of_unfinished_work_is_asked_for_again_without_a_script(desk):
    refresh = '<noscript><meta http-equiv="refresh" content="5"></noscript>'
    job = put_in(desk)
    assert refresh in get(desk, job)
    run_job(job.pk)
    assert refresh not in get(desk, job)


def test_a_script_is_sent_only_what_changes(desk):
    part = get(desk, put_in(desk), **{"HX-Request": "true"})
    assert part.strip().startswith('<div class="job')
    assert "<html" not in part


def test_finished_work_leads_to_what_came_of_it(desk):
    job = put_in(desk)
    run_job(job.pk)
    page = get(desk, job)
    assert 'href="/leek/"' in page
    assert "See the result" in page
    assert "data-live-over" in page


@pytest.mark.parametrize("address", ["https://evil.example/", "//evil.example/", "javascript:go()"])
def test_no_job_leads_away_from_the_site(desk, address):
    job = put_in(desk)
    run_job(job.pk)
    Job.objects.filter(pk=job.pk).update(result={"address": address})
    assert "See the result" not in get(desk, job)


def test_work_that_failed_says_why_and_is_offered_again(desk):
    job = put_in(desk, kind="refuse")
    run_job(job.pk)
    page = get(desk, job)
    assert "The Crown has no board. Give it one, and try again." in page
    assert "Try again" in page


def test_a_fault_of_ours_shows_no_trace(desk):
    job = put_in(desk, kind="stumble", by=0)
    run_job(job.pk)
    page = get(desk, job)
    assert "Something went wrong on our side." in page
    assert "ZeroDivision" not in page


def test_stopping_what_has_not_begun(desk):
    job = put_in(desk)
    answer = signed_in(desk[1]).post(reverse("cancel-job", args=["leek", job.pk]), follow=True)
    assert "Stopped" in answer.content.decode()
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED


def test_stopping_what_is_under_way_asks_its_worker(desk):
    job = running(put_in(desk))
    answer = signed_in(desk[1]).post(reverse("cancel-job", args=["leek", job.pk]), follow=True)
    assert "Stopping" in answer.content.decode()
    job.refresh_from_db()
    assert (job.state, job.cancel_asked) == (JobState.RUNNING, True)


def test_trying_again_is_a_new_job(desk):
    job = put_in(desk, kind="refuse")
    run_job(job.pk)
    answer = signed_in(desk[1]).post(reverse("retry-job", args=["leek", job.pk]))
    again = Job.objects.exclude(pk=job.pk).get()
    assert answer.url == reverse("job", args=["leek", again.pk])
    assert again.state == JobState.QUEUED


def test_what_has_not_finished_is_not_begun_again(desk):
    job = put_in(desk)
    answer = signed_in(desk[1]).post(reverse("retry-job", args=["leek", job.pk]))
    assert answer.url == reverse("job", args=["leek", job.pk])
    assert Job.objects.count() == 1


@pytest.mark.parametrize("number", [0, 1, 3, 60])
def test_the_list_costs_the_same_however_long_it_is(desk, number, django_assert_num_queries):
    for n in range(number):
        job = put_in(desk, key=f"k{n}")
        if n % 2:
            cancel_job(job=job, by=desk[1], at=NOW)
    client = signed_in(desk[1])
    with django_assert_num_queries(6):
        page = client.get(reverse("technical", args=["leek"])).content.decode()
    assert page.count("Making a list") == min(number, 50)


def test_the_page_of_one_costs_few_queries(desk, django_assert_num_queries):
    job, client = put_in(desk), signed_in(desk[1])
    with django_assert_num_queries(6):
        client.get(reverse("job", args=["leek", job.pk]))
