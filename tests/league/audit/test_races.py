"""A double tap: a form sent twice at one moment is done once. Real transactions, a thread each."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from http import HTTPStatus
from threading import Barrier

import pytest
import time_machine
from django.db import connection
from django.test import Client, override_settings

from league.audit.models import Entry
from tests.league.addresses import CARD, CUP, LEAGUE, LISTS, OPEN_CUP, PAGES, TIE
from tests.league.test_permissions import Site, address
from tests.league.test_twice import WHO, answered, filled, forms_on
from tests.league.world import CLOSING_TIME
from tests.waiting import HANG

# Where a page has several forms, by how the address of the one begins that is meant.
DOUBLE_TAPS = (
    (f"{LEAGUE}adjustments/new/", ""),
    (f"{LEAGUE}money/teams/<slug:team>/charge/", ""),
    (f"{LEAGUE}money/reminders/", ""),
    (f"{LEAGUE}settings/money/", ""),
    (f"{LEAGUE}weekly/", "/leek/weekly/switch/"),
    (f"{LEAGUE}roles/<int:pk>/ending/", "/invitation/"),
    (f"{LEAGUE}news/new/", ""),
    (f"{LEAGUE}calendar/links/", "/leek/calendar/links/"),
    (f"{CARD}live/links/", ""),
    (f"{LISTS}new/", ""),
    (f"{TIE}disqualification/", ""),
    (f"{CUP}entries/", "payment/"),
)


@pytest.fixture
def open_site(transactional_db, tmp_path) -> Iterator[Site]:
    """A site whose rows threads of their own can read."""
    with override_settings(MEDIA_ROOT=tmp_path), time_machine.travel(CLOSING_TIME, tick=False):
        yield Site()


def at_once(client: Client, target: str, values: dict[str, object]) -> list[tuple[int, str]]:
    """What a form is answered that is sent twice at one moment."""
    together = Barrier(2)

    def send(_: int) -> tuple[int, str]:
        browser = Client()
        browser.cookies = client.cookies.copy()
        try:
            together.wait(timeout=HANG)
            return answered(browser, target, values)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(send, range(2), timeout=HANG))


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("pages_unnoted")
def test_a_double_tap_is_done_once(open_site):
    faults = {}
    for text, part in DOUBLE_TAPS:
        page = replace(PAGES[text], swap=OPEN_CUP) if part == "payment/" else PAGES[text]
        path = address(text, page, open_site.ours)
        client = open_site.clients[next(who for who in WHO if who in page.who)]
        target, form = next((pair for pair in forms_on(client, path) if part in pair[0]), (path, None))
        assert form, path
        before = Entry.objects.count()
        answers = at_once(client, target, filled(form, {}))
        written = Entry.objects.count() - before
        if written != 1 or answers[0] != answers[1] or answers[0][0] != HTTPStatus.FOUND:
            faults[target] = written, answers
    assert faults == {}
