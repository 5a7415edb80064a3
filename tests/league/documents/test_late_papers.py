"""A paper that takes long to draw has a page that waits, and is never an error because the machine is busy."""

import os
import signal
import threading
from datetime import timedelta

import pytest
import time_machine
from django.utils.timezone import now
from django_scopes import scope, scopes_disabled

from league.base.jobs.actions import run_job
from league.base.jobs.models import Job, JobState
from league.documents.actions import AT_ONE_ADDRESS, delete_old_papers
from league.documents.models import Paper
from league.documents.pdf import response
from league.documents.pdf.process import DrawingProcess
from league.teams.actions.people import end_role
from tests.league.documents.conftest import address, an_evening
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)


class Stopped(DrawingProcess):
    """A process that is stopped whenever it has been begun, and has begun whatever it is first asked for."""

    def submit(self, *page, **more):
        drawing = super().submit(*page, **more)
        assert until(lambda: drawing.done() or len(self._drawings) > 1 or (drawing.running() and self._pool))
        if self._pool:
            os.kill(self._process_id.result(), signal.SIGSTOP)
        return drawing

    def go_on(self):
        os.kill(self._process_id.result(), signal.SIGCONT)


@pytest.fixture(autouse=True)
def stopped(monkeypatch, settings, tmp_path):
    process = Stopped()
    monkeypatch.setattr(response, "drawing_process", process)
    monkeypatch.setattr(response, "SOONEST", 0.0)
    settings.MEDIA_ROOT, settings.PAPER_PATIENCE = tmp_path, 0.0
    yield process
    process.stop()
    for thread in threading.enumerate():
        if thread.name == "late paper":
            thread.join()


def the_paper() -> Paper:
    with scopes_disabled():
        return Paper.objects.select_related("league").get()


def is_made() -> bool:
    return the_paper().made_at is not None


def test_a_paper_of_a_stopped_drawer_is_waited_for_and_comes_without_being_begun_anew(client, stopped):
    card = address(an_evening(), "blank-card")
    waits = client.get(card).url
    page = client.get(waits).content.decode()
    assert "In progress" in page
    assert 'http-equiv="refresh"' in page
    assert client.get(card).url == waits
    assert (Job.objects.get().state, the_paper().title) == (JobState.RUNNING, "Crown A v Bell, Division One")
    stopped.go_on()
    assert until(is_made)
    assert "data-live-anew" in client.get(waits, headers={"HX-Request": "true"}).content.decode()
    paper = b"".join(client.get(waits, follow=True))
    assert paper.startswith(b"%PDF-1.7")
    assert client.get(card).content == paper
    assert (Job.objects.get().attempts, the_paper().args) == (1, {})


def test_a_paper_behind_one_that_hangs_is_drawn_by_a_job(client):
    evening = an_evening()
    client.get(address(evening, "blank-card"))
    waits = client.get("/leek/print/registration-form.pdf").url
    job = Job.objects.latest("pk")
    assert job.state == JobState.QUEUED
    assert run_job(job.pk)
    assert b"".join(client.get(waits, follow=True)).startswith(b"%PDF-1.7")
    assert client.get("/leek/print/registration-form.pdf").content.startswith(b"%PDF-1.7")


def test_a_paper_whose_drawer_hangs_for_good_goes_back_in_the_queue(client, stopped):
    stopped._stuck = 0.5
    waits = client.get(address(an_evening(), "blank-card")).url
    assert until(lambda: Job.objects.get().state == JobState.QUEUED)
    assert run_job(Job.objects.get().pk)
    assert b"".join(client.get(waits, follow=True)).startswith(b"%PDF-1.7")
    assert Job.objects.get().attempts == 1


def test_one_that_was_stopped_or_failed_is_begun_again_by_asking_again(client):
    evening = an_evening()
    client.get(address(evening, "blank-card"))
    form = "/leek/print/registration-form.pdf"
    waits = client.get(form).url
    assert client.post(f"{waits}cancellation/").url == waits
    assert "Stopped" in client.get(waits).content.decode()
    assert client.get(form).url == waits
    assert "Waiting to start" in client.get(waits).content.decode()


def test_ones_own_paper_is_for_its_reader_while_they_have_a_role_and_for_an_hour(client, stopped):
    evening = an_evening()
    card = address(evening, "blank-card")
    home, away = signed_in(evening.home), signed_in(evening.away)
    waits = home.get(card).url
    stopped.go_on()
    assert until(is_made)
    assert away.get(card).url != waits
    file = home.get(waits).url
    for other in (client, away):
        assert [other.get(each).status_code for each in (waits, file)] == [403, 403]
    answer = home.get(file)
    assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")
    answer.close()
    with scope(league=evening.small.league):
        end_role(role=evening.home.roles.get(), by=evening.secretary, at=now())
    assert [home.get(each).status_code for each in (waits, file)] == [403, 403]
    with scopes_disabled():
        made = Paper.objects.exclude(made_at=None).get()
    assert delete_old_papers(at=made.made_at + timedelta(hours=1)) == 0
    assert delete_old_papers(at=made.made_at + timedelta(hours=1, seconds=1)) == 1


@time_machine.travel(CLOSING_TIME, tick=False)  # or the hour of the limit may end meanwhile
def test_who_is_not_signed_in_and_has_had_many_waits_at_the_same_address(client):
    evening = an_evening()
    with scope(league=evening.small.league):
        teams = [entry.team.slug for entry in evening.small.entries]
    posters = [f"/leek/print/{size}/teams/{team}.pdf" for size in ("a4", "a3") for team in teams]
    for poster in posters[:AT_ONE_ADDRESS]:
        assert client.get(poster).status_code == 302
    last = posters[AT_ONE_ADDRESS]
    answer = client.get(last)
    assert (answer.status_code, answer["Refresh"], answer["Retry-After"]) == (202, "10", "10")
    assert "This page tries again by itself" in answer.content.decode()
    assert signed_in(evening.home).get(last).status_code == 302
