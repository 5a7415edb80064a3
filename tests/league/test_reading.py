"""A page that is asked for writes nothing, so that it waits for no writer and nobody changes anything by a link."""

import re
from contextlib import contextmanager, nullcontext

import pytest
from allauth.account.models import EmailAddress
from django.db import connection

from tests.league.addresses import PAGES, PRINCIPALS
from tests.league.test_permissions import address, put_back, site  # noqa: F401, the fixture
from tests.league.test_twice import WHO
from tests.seeds import SEED, by_turns

# What a page has to keep: a challenge that the next page checks, and the code that a new screen waits to be paired by.
KEPT = {"accounts/2fa/": {"base_session"}, "tv/": {"pages_screencode", "counts"}}
WRITES = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM) \W*(\w+)")


@contextmanager
def tables_written():
    """The tables that are written to meanwhile."""
    written = set()

    def look(execute, sql, params, many, context):
        if match := WRITES.match(sql):
            written.add(match[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield written


@contextmanager
def without_addresses():
    """Nobody has the row that a sign-in by code makes: they were invited, or made by `createsuperuser`."""
    EmailAddress.objects.all().delete()
    yield


@pytest.mark.django_db
@pytest.mark.usefixtures("pages_unnoted", "refusals_bare")
@pytest.mark.parametrize("text", by_turns(sorted(PAGES), 8))
def test_asking_for_a_page_writes_nothing(site, text):  # noqa: F811
    """Also where the answer is no or leads elsewhere: one who may read it asks, and anybody, another in each run."""
    page = PAGES[text]
    for reader in (next((who for who in WHO if who in page.who), "admin"), PRINCIPALS[SEED % len(PRINCIPALS)]):
        with (
            put_back(),
            without_addresses() if text.startswith("accounts/") else nullcontext(),
            tables_written() as written,
        ):
            response = site.clients[reader].get(address(text, page, site.ours))
            b"".join(response) if response.streaming and not response.is_async else None
        kept = next((tables for start, tables in KEPT.items() if text.startswith(start)), set())
        assert written <= kept, reader
