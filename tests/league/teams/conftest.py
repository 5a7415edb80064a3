"""A small league and people signed in to it."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django_scopes import scopes_disabled

from tests.factories import league_in_season

NOW = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)


@pytest.fixture
def small(db):
    with scopes_disabled():
        return league_in_season()


@pytest.fixture
def as_user():
    """Signs somebody in: `as_user(captain).get(...)`."""

    def signed_in(user):
        client = Client()
        client.force_login(user)
        return client

    return signed_in
