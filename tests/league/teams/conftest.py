"""A small league and people signed in to it."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django_scopes import scopes_disabled

from tests.factories import league_in_season

NOW = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)


@pytest.fixture
def small(db):
    with scopes_disabled():
        return league_in_season()


@pytest.fixture
def count_queries():
    """How many queries a page costs: `count_queries(client, url)`."""

    def counted(client, url):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url).status_code == 200
        return len(queries)

    return counted
