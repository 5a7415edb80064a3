"""The pages of a whole league in one file that the secretary takes away."""

from datetime import timedelta

import pytest
import time_machine
from django.core.files.storage import default_storage
from django.test import Client, override_settings
from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import record
from league.base.jobs.actions import cancel_job, run_job
from league.base.jobs.models import Job
from league.exchange.actions.archives import ARCHIVE_FOLDER, ARCHIVE_LIFETIME, delete_old_archives
from tests.factories import league_in_season
from tests.league.importexport.archives import files_of
from tests.league.person import signed_in

pytestmark = pytest.mark.django_db
PAGE = "/leek/archive/"
FILE = "/leek/archive/file/"


@pytest.fixture(autouse=True)
def _media(tmp_path):
    with override_settings(MEDIA_ROOT=tmp_path):
        yield


@pytest.fixture
def small(db):
    with scopes_disabled():
        return league_in_season("leek")


@pytest.fixture
def secretary(small) -> Client:
    return signed_in(small.secretary)


def have_made(client: Client, **wanted: str) -> Job:
    answer = client.post(PAGE, wanted)
    job = Job.objects.get(kind="export-league", finished_at=None)
    assert answer.url == reverse("job", args=["leek", job.pk])
    run_job(job.pk)
    job.refresh_from_db()
    return job


def fetched(client: Client) -> dict[str, bytes]:
    return files_of(b"".join(client.get(FILE).streaming_content))


def test_the_secretary_asks_for_the_file_and_fetches_it(secretary):
    assert "Download the file" not in secretary.get(PAGE, follow=True).content.decode()
    assert secretary.get(FILE).status_code == 404
    job = have_made(secretary)
    assert (job.state, job.result["address"]) == ("done", "/leek/spreadsheets/#archive")
    page = secretary.get(PAGE, follow=True).content.decode()
    assert "Download the file" in page
    assert "without addresses" in page
    answer = secretary.get(FILE)
    assert answer["Content-Disposition"].startswith('attachment; filename="leek-20')
    assert b"@example.org" not in b"".join(fetched(secretary).values())


def test_addresses_are_in_it_where_they_were_asked_for(secretary):
    have_made(secretary, people="on")
    assert b"@example.org" in fetched(secretary)["data/people.json"]


def test_clicking_twice_is_one_job_and_a_new_file_takes_the_old_ones_place(secretary):
    secretary.post(PAGE)
    have_made(secretary)
    have_made(secretary, people="on")
    assert Job.objects.filter(kind="export-league").count() == 2
    assert len(default_storage.listdir(ARCHIVE_FOLDER)[1]) == 1


def test_it_is_kept_for_a_week(secretary):
    have_made(secretary)
    assert delete_old_archives(at=now() + ARCHIVE_LIFETIME - timedelta(minutes=1)) == 0
    with time_machine.travel(now() + ARCHIVE_LIFETIME + timedelta(minutes=1)):
        assert (
            "Download the file"
            not in signed_in(User.objects.get(name="Sam Secretary")).get(PAGE, follow=True).content.decode()
        )
    assert delete_old_archives(at=now() + ARCHIVE_LIFETIME + timedelta(minutes=1)) == 1
    assert secretary.get(FILE).status_code == 404


def test_once_somebody_is_erased_it_is_gone(secretary, small):
    """Their name is in it."""
    have_made(secretary)
    at = now() + timedelta(minutes=1)
    record(verb="erase_person", words="Player 1: erased", at=at, by=small.secretary, league_id=small.league.pk)
    assert secretary.get(FILE).status_code == 404
    assert delete_old_archives(at=at) == 1


def test_what_is_stopped_leaves_nothing(secretary, small):
    secretary.post(PAGE)
    job = Job.objects.get(kind="export-league")
    cancel_job(job=job, by=small.secretary, at=now())
    run_job(job.pk)
    assert not default_storage.exists(ARCHIVE_FOLDER)
