"""Every form of the site sent twice is done once and answered alike.

A form is filled in with anything, as it stands on its page. In the gate the pages take turns.
"""

from datetime import timedelta
from http import HTTPStatus
from urllib.parse import urljoin, urlsplit

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import resolve

from league.base.accounts.models import Session
from league.base.audit.actions import forget_forms
from league.base.audit.models import Entry, SentForm
from league.base.ui.responses import KEY_FIELD
from tests.league.acts import anything
from tests.league.addresses import LEAGUE, PAGES
from tests.league.html import Form, Page
from tests.league.results.test_photos import turned, upload
from tests.league.test_permissions import address, put_back, site  # noqa: F401, the fixture
from tests.league.world import CLOSING_TIME
from tests.seeds import by_turns

WHO = ("secretary", "home", "away", "treasurer", "admin", "results", "co-ordinator", "stranger")
SHOWN = (HTTPStatus.OK, HTTPStatus.MOVED_PERMANENTLY)  # the form of an address may stand on the page that it leads to
READ = sorted(text for text, page in PAGES.items() if page.get in SHOWN and page.who.intersection(WHO))
OURS_ALONE = {SentForm, Session}
TABLES = [model._meta.db_table for model in apps.get_models() if model not in OURS_ALONE]

# A file about a person: each time it is handed out is in the history, as the law wants it.
GIVEN_EACH_TIME = {
    f"{LEAGUE}privacy/mine/copy/",
    f"{LEAGUE}privacy/accounts/<int:pk>/copy/",
    f"{LEAGUE}privacy/players/<slug:player>/copy/",
    "accounts/email/",  # allauth's, which answers with the page and keeps one pending address
}

SHEET = b"Name,Venue,Date,Description,Amount\nCrown C,The Crown,07/09/2026,Crown,10.00\n"


def rows() -> dict[str, int]:
    """How many rows every table has."""
    counts = " UNION ALL ".join(f"SELECT '{table}', count(*) FROM {table}" for table in TABLES)
    with connection.cursor() as cursor:
        cursor.execute(counts)
        return dict(cursor.fetchall())


def forms_on(client: Client, path: str) -> list[tuple[str, Form]]:
    """Where the forms of a page are sent that write."""
    given = client.get(path, follow=True)
    if given.streaming or not given.headers.get("Content-Type", "").startswith("text/html"):
        return []
    forms = Page(given.content.decode()).forms
    return [(urljoin(path, form.action), form) for form in forms if form.method == "post"]


def filled(form: Form, typed: dict[str, object]) -> dict[str, object]:
    values = {name: anything(name, place, form) for place, name in enumerate(sorted(form.names - form.files.keys()))}
    pressed = form.buttons[-1][1] if form.buttons else {}
    return {name: value for name, value in (values | pressed | typed).items() if value is not None}


def answered(client: Client, target: str, form: Form, values: dict[str, object]) -> tuple[int, str]:
    """The answer to a form. Where a picture is taken it is sent one, for any other file a spreadsheet."""
    for name, kinds in form.files.items():
        values[name] = upload("halves.jpg", turned(1)) if "image" in kinds else upload("sheet.csv", SHEET)
    given = client.post(target, values)
    return given.status_code, given.get("Location", "")


@pytest.mark.django_db
@pytest.mark.usefixtures("pages_unnoted", "refusals_bare")
@pytest.mark.parametrize("text", by_turns(READ, 8))
def test_a_form_sent_twice_is_done_once(site, text):  # noqa: F811
    page = PAGES[text]
    path = address(text, page, site.ours)
    client = site.clients[next(who for who in WHO if who in page.who)]
    cookies = client.cookies.copy()
    for target, form in forms_on(client, path):
        if page.get != HTTPStatus.OK and target != path:
            continue
        cache.clear()
        values = filled(form, {})
        assert KEY_FIELD in form.names or getattr(resolve(urlsplit(target).path).func, "csrf_exempt", False), target
        with put_back():
            before, first = rows(), answered(client, target, form, values)
            once, second = rows(), answered(client, target, form, values)
            twice = rows()
        client.cookies = cookies.copy()
        if once == before or first[0] >= HTTPStatus.BAD_REQUEST:
            continue
        if first[0] == HTTPStatus.OK:
            assert resolve(target).route in GIVEN_EACH_TIME
        else:
            assert (twice, second) == (once, first), target


@pytest.mark.django_db
@pytest.mark.usefixtures("pages_unnoted")
def test_a_refusal_takes_no_key_and_other_values_are_another_deed(site):  # noqa: F811
    client = site.clients["secretary"]
    with put_back():
        ((target, form),) = [pair for pair in forms_on(client, "/leek/adjustments/") if pair[0].endswith("/new/")]
        codes, entries = [], []
        for reason in ("", "Late card", "Late card", "Unpaid fee", "Late card"):
            codes.append(answered(client, target, form, filled(form, {}) | {"reason": reason})[0])
            entries.append(Entry.objects.count())
    assert codes == [422, 302, 302, 302, 302]
    assert [count - entries[0] for count in entries] == [0, 1, 1, 2, 3]


@pytest.mark.django_db
@pytest.mark.usefixtures("pages_unnoted")
def test_keys_are_forgotten_after_a_day(site):  # noqa: F811
    client = site.clients["secretary"]
    with put_back():
        ((target, form),) = [pair for pair in forms_on(client, "/leek/adjustments/") if pair[0].endswith("/new/")]
        answered(client, target, form, filled(form, {}))
        for hours, left in ((23, 1), (25, 0)):
            forget_forms(at=CLOSING_TIME + timedelta(hours=hours))
            assert SentForm.objects.count() == left
