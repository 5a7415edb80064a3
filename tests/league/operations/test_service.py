"""The site notes when it was away, and anybody can read it."""

from datetime import UTC, datetime, timedelta

import pytest

from league.operations.actions.outages import note_alive
from league.operations.backup_file import LastBackup, note_path
from league.operations.models import Outage
from tests.league.html import Page

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 11, 24, 20, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def test_silence_is_noted_once_however_many_processes_come_back():
    for minutes in (0, 1, 1, 3, 60, 60, 61):
        note_alive(at=EVENING + minutes * MINUTE)
    assert list(Outage.objects.values_list("begun", "ended")) == [(EVENING + 3 * MINUTE, EVENING + 60 * MINUTE)]


def test_a_clock_that_is_put_back_is_no_outage_and_hides_none():
    for minutes in (0, 30, -30, 31, 32, 33, 40):
        note_alive(at=EVENING + minutes * MINUTE)
    noted = Outage.objects.order_by("begun").values_list("begun", "ended")
    assert [((a - EVENING) // MINUTE, (b - EVENING) // MINUTE) for a, b in noted] == [(0, 30), (33, 40)]


def test_anybody_reads_how_the_site_is(client, settings, tmp_path, django_assert_num_queries):
    settings.DEMO, settings.VAR_DIR = False, tmp_path
    with django_assert_num_queries(3):
        shown = Page(client.get("/help/").content.decode())
    assert "The site is working." in shown.words
    assert "Nothing is known yet" in shown.words
    assert "There should be a newer one." in shown.words

    note_path().parent.mkdir()
    note_path().write_text(LastBackup(time=datetime.now(UTC).isoformat()).as_json())
    note_alive(at=EVENING)
    shown = Page(client.get("/help/").content.decode())
    assert "There should be a newer one." not in shown.words
    assert "Not once since Tue 24 Nov 2026" in shown.words
    Outage.objects.create(begun=EVENING, ended=EVENING + 14 * MINUTE)
    assert "Tue 24 Nov 2026, 8pm to 8.14pm" in Page(client.get("/help/").content.decode()).words
