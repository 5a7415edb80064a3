"""The site administrator brings in a whole league by long work, whose file is kept until that is over and no longer."""

import re
from datetime import timedelta

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.utils.timezone import now
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.jobs.actions import run_job
from league.base.jobs.kinds import Progress
from league.base.jobs.models import Job
from league.exchange.actions.archives import (
    UPLOAD_FOLDER,
    UPLOAD_LIFETIME,
    ExportCancelledError,
    delete_stale_uploads,
    import_league,
    run_import,
)
from league.teams.models import League
from tests.factories import league_in_season
from tests.league.importexport.archives import files_of, resealed, taken_out

pytestmark = pytest.mark.django_db
BRING = "/leagues/archive/"


@pytest.fixture(autouse=True)
def _media(tmp_path):
    with override_settings(MEDIA_ROOT=tmp_path):
        yield


@pytest.fixture
def archive(db) -> bytes:
    with scopes_disabled():
        league_in_season("leek")
    return taken_out("leek")


@pytest.fixture
def admin(archive) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("admin@example.org", "Alex Admin"))
    return client


def bring(client: Client, data: bytes, **said: str):
    return client.post(BRING, {"file": SimpleUploadedFile("leek.zip", data), "how": "look", "slug": "moved", **said})


def done(client: Client, data: bytes, **said: str) -> tuple[Job, str]:
    """The job after it has run, and the words of its page."""
    address = bring(client, data, **said).url
    job = Job.objects.latest("pk")
    assert address == f"{BRING}{job.pk}/"
    assert "Starting soon" in client.get(address).content.decode()
    assert run_job(job.pk)
    job.refresh_from_db()
    return job, client.get(address).content.decode()


def kept() -> list[str]:
    return default_storage.listdir(UPLOAD_FOLDER)[1]


def broken(archive: bytes) -> bytes:
    """One that says it has the right size and digest, with a team that leads nowhere."""
    files = files_of(archive)
    row = b'"teams/crown-a"'
    assert row in files["data/entries.json"]
    return resealed({**files, "data/entries.json": files["data/entries.json"].replace(row, b'"teams/crown-z"')})


def test_the_administrator_looks_first_and_then_brings_it_in(admin, archive):
    looked, page = done(admin, archive)
    assert looked.state == "done"
    assert "The file can be imported: Leek Dominoes" in page
    assert "<dt>Web address</dt><dd>/moved/</dd>" in re.sub(r"\s*([<>])\s*", r"\1", page)
    assert [each.slug for each in League.objects.all()] == ["leek"]

    brought, page = done(admin, archive, how="keep")
    assert (brought.state, brought.result["address"]) == ("done", "/moved/")
    assert "Leek Dominoes was imported. No one was e-mailed." in page
    assert admin.get("/moved/table/").status_code == 200
    assert kept() == []


def test_clicking_twice_is_one_job_with_one_file(admin, archive):
    first, second = bring(admin, archive, how="keep"), bring(admin, archive, how="keep")
    assert first.url == second.url
    assert len(kept()) == 1
    assert bring(admin, archive).url != first.url
    assert len(kept()) == 2


def test_what_is_no_archive_and_a_taken_address_are_told_at_once(admin, archive):
    no_zip = bring(admin, b"a holiday picture")
    assert no_zip.status_code == 422
    assert "This is not an exported league" in no_zip.content.decode()
    taken = bring(admin, archive, slug="leek")
    assert taken.status_code == 422
    assert "is taken here. Choose another one" in taken.content.decode()
    assert admin.post(BRING).status_code == 422
    assert not Job.objects.filter(kind="import-league").exists()


def test_what_does_not_fit_together_is_told_with_every_reason_and_leaves_nothing(admin, archive):
    job, page = done(admin, broken(archive), how="keep")
    assert job.state == "failed"
    assert "leads to teams/crown-z, which is not in the archive" in page
    assert "Choose a file" in page
    assert [each.slug for each in League.objects.all()] == ["leek"]
    assert kept() == []


def test_every_step_is_told_in_words(archive):
    told = []
    with scopes_disabled():
        import_league(
            source=SimpleUploadedFile("leek.zip", archive), slug="moved", by=None, at=now(),
            say=lambda *step: told.append(step),
        )  # fmt: skip
    words = [each for each, _, _ in told]
    assert words[0] == "Reading league"
    assert "Importing former names" in words
    assert words[-1] == "Season 1 of 1: working out the tables of 2026-27"
    assert [number for _, number, _ in told] == list(range(len(told)))
    assert {total for _, _, total in told} == {len(told)}


def test_stopped_before_it_begins_it_leaves_a_file_that_is_soon_dropped(admin, archive):
    address = bring(admin, archive, how="keep").url
    assert admin.post(f"{address}cancellation/").url == address
    assert "Nothing was changed." in admin.get(address).content.decode()
    assert delete_stale_uploads(at=now()) == 0
    assert delete_stale_uploads(at=now() + UPLOAD_LIFETIME + timedelta(minutes=1)) == 1
    assert kept() == []


def test_a_file_that_is_waited_for_is_not_dropped(admin, archive):
    bring(admin, archive)
    assert delete_stale_uploads(at=now() + 3 * UPLOAD_LIFETIME) == 0
    assert len(kept()) == 1


def test_stopped_half_way_nothing_of_it_is_there(admin, archive):
    bring(admin, archive, how="keep")
    job = Job.objects.get(kind="import-league")
    progress = Progress(job.pk, job.key, None, job.created_by_id)
    progress.ask_to_stop()
    with pytest.raises(ExportCancelledError):
        run_import(args=job.args, by=job.created_by, at=now(), progress=progress)
    assert [each.slug for each in League.objects.all()] == ["leek"]
    assert kept() == []


def test_a_worker_that_died_after_the_last_step_is_followed_by_one_that_does_nothing(admin, archive):
    """The league is there, but nobody has said so: the next worker finds it by the entry in the history."""
    bring(admin, archive, how="keep")
    job = Job.objects.get(kind="import-league")
    first, second = (
        run_import(args=job.args, by=job.created_by, at=now(), progress=Progress(job.pk, job.key, None, None))
        for _ in range(2)
    )
    assert first == second
    assert sorted(each.slug for each in League.objects.all()) == ["leek", "moved"]


def test_without_its_file_it_says_what_to_do(admin, archive):
    bring(admin, archive, how="keep")
    job = Job.objects.get(kind="import-league")
    default_storage.delete(job.args["path"])
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.error) == ("failed", "We no longer have the file. Choose it again.")
