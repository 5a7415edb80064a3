"""A double tap: a form sent twice at one moment is done once. Real transactions, a thread each."""

from collections.abc import Iterator
from dataclasses import replace
from http import HTTPStatus

import pytest
import time_machine
from django.test import Client, override_settings

from league.base.audit.models import Entry
from tests.league.addresses import CARD, CUP, LEAGUE, LISTS, OPEN_CUP, PAGES, TIE
from tests.league.html import Form
from tests.league.test_permissions import Site, address, put_back
from tests.league.test_twice import WHO, answered, filled, forms_on
from tests.league.world import CLOSING_TIME
from tests.racing import at_once

# Where a page has several forms, by how the address of the one begins that is meant.
DOUBLE_TAPS = (
    (f"{LEAGUE}adjustments/", "/leek/adjustments/new/"),
    (f"{LEAGUE}money/teams/<slug:team>/charge/", ""),
    (f"{LEAGUE}money/reminders/", ""),
    (f"{LEAGUE}money/", "/settings/money/"),
    (f"{LEAGUE}follow/", "/leek/weekly/switch/"),
    (f"{LEAGUE}roles/<int:pk>/ending/", "/invitation/", {"pk": "roles/<int:pk>/invitation/"}),
    (f"{LEAGUE}news/", "/leek/news/new/"),
    (f"{LEAGUE}calendar/", "/leek/calendar/#"),
    (f"{CARD}live/links/", ""),
    (LISTS, "/plain/"),
    (TIE, "disqualification/"),
    (CUP, "payment/", {"swap": OPEN_CUP}, "?part=entries"),
)


@pytest.fixture
def open_site(transactional_db, tmp_path) -> Iterator[Site]:
    """A site whose rows threads of their own can read."""
    with override_settings(MEDIA_ROOT=tmp_path), time_machine.travel(CLOSING_TIME, tick=False):
        yield Site()


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("pages_unnoted")
def test_a_double_tap_is_done_once(open_site):
    faults = {}
    for text, part, *changes in DOUBLE_TAPS:
        page = replace(PAGES[text], **(changes[0] if changes else {}))
        path = address(text, page, open_site.ours) + "".join(changes[1:])
        client = open_site.clients[next(who for who in WHO if who in page.who)]
        target, form = next((pair for pair in forms_on(client, path) if (part or path) in pair[0]), (path, None))
        if form is None:
            faults[path] = "no form"
            continue
        values, before = filled(form, {}), Entry.objects.count()
        with put_back():
            answered(client, target, form, values)
            once = Entry.objects.count() - before
        first, second = twice(client, target, form, values)
        written = Entry.objects.count() - before
        if not once or written != once or first != second or first[0] != HTTPStatus.FOUND:
            faults[target] = once, written, first, second
    assert not faults, faults


def twice(client: Client, target: str, form: Form, values: dict[str, object]) -> list[tuple[int, str]]:
    """What a form is answered that is sent twice at one moment."""
    browsers = Client(), Client()
    for browser in browsers:
        browser.cookies = client.cookies.copy()
    return at_once(*[lambda browser=browser: answered(browser, target, form, dict(values)) for browser in browsers])
