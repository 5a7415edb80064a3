"""The site counts how it keeps its promise and notes when it was away, and anybody can read both."""

from datetime import UTC, date, datetime, timedelta

import pytest

from league.operations.actions.service_record import keep_answers, note_alive
from league.operations.models import AnswerDay, Outage
from league.operations.presenters import Served
from league.operations.values import LastBackup, note_path
from league.server.lanes import PAGE, TAP
from tests.league.html import Page

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 11, 24, 20, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def test_minutes_of_several_processes_add_up_to_a_day():
    keep_answers(counts={(TAP, True): 5, (PAGE, True): 2, (PAGE, False): 1}, at=EVENING)
    keep_answers(counts={(TAP, True): 7, (TAP, False): 1}, at=EVENING)
    keep_answers(counts={}, at=EVENING)
    keep_answers(counts={(TAP, False): 1}, at=EVENING + timedelta(hours=4))  # midnight at home
    rows = AnswerDay.objects.order_by("day", "kind").values_list("day", "kind", "answered", "in_time")
    tuesday, wednesday = date(2026, 11, 24), date(2026, 11, 25)
    assert list(rows) == [(tuesday, PAGE, 3, 2), (tuesday, TAP, 13, 12), (wednesday, TAP, 1, 0)]


def test_silence_is_noted_once_however_many_processes_come_back():
    for minutes in (0, 1, 1, 3, 60, 60, 61):
        note_alive(at=EVENING + minutes * MINUTE)
    assert list(Outage.objects.values_list("begun", "ended")) == [(EVENING + 3 * MINUTE, EVENING + 60 * MINUTE)]


def test_a_clock_that_is_put_back_is_no_outage_and_hides_none():
    for minutes in (0, 30, -30, 31, 32, 33, 40):
        note_alive(at=EVENING + minutes * MINUTE)
    noted = Outage.objects.order_by("begun").values_list("begun", "ended")
    assert [((a - EVENING) // MINUTE, (b - EVENING) // MINUTE) for a, b in noted] == [(0, 30), (33, 40)]


@pytest.mark.parametrize(
    ("answered", "in_time", "words"),
    [
        (0, 0, "none"),
        (1000, 999, "99.90% of 1,000"),
        (1000, 998, "99.80% of 1,000: not kept"),
        (100_000, 99_999, "99.99% of 100,000"),
    ],
)
def test_a_percentage_is_never_rounded_up(answered, in_time, words):
    assert str(Served(answered, in_time)) == words


def test_anybody_reads_how_the_site_is(client, settings, tmp_path, django_assert_num_queries):
    settings.DEMO, settings.VAR_DIR = False, tmp_path
    with django_assert_num_queries(4):
        shown = Page(client.get("/status/").content.decode())
    assert "The site is working." in shown.words
    assert "Nothing is known yet" in shown.words
    assert "There should be a newer one." in shown.words

    note_path().parent.mkdir()
    note_path().write_text(LastBackup(time=datetime.now(UTC).isoformat()).as_json())
    keep_answers(counts={(TAP, True): 999, (TAP, False): 1, (PAGE, False): 1}, at=EVENING)
    keep_answers(counts={(TAP, True): 1}, at=EVENING - timedelta(days=30))
    shown = Page(client.get("/status/").content.decode())
    assert "There should be a newer one." not in shown.words
    assert shown.tables[0][1:] == [
        ["November 2026", "99.90% of 1,000", "1, too few to tell"],
        ["October 2026", "1, too few to tell", "none"],
    ]
    assert "Not once since 25 October 2026" in shown.words
    Outage.objects.create(begun=EVENING, ended=EVENING + 14 * MINUTE)
    assert "Tuesday 24 November 2026, 20:00 to 20:14" in Page(client.get("/status/").content.decode()).words
