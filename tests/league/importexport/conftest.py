"""A league with one of everything, made once for all tests of a file, which each put everything back."""

from collections.abc import Iterator

import pytest
import time_machine
from django.db import transaction
from django.test import Client, override_settings
from django_scopes import scope, scopes_disabled

from league.schedule.models import Competition, Season
from tests.factories import make_season
from tests.league.person import signed_in
from tests.league.world import CLOSING_TIME, World, make_world


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[World]:
    media = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("cards"))
    with django_db_blocker.unblock(), media, transaction.atomic():
        yield make_world("leek")
        transaction.set_rollback(True)


@pytest.fixture
def world(made, db) -> Iterator[World]:
    with scope(league=made.league):
        yield made


@pytest.fixture
def closing_time() -> Iterator[None]:
    with time_machine.travel(CLOSING_TIME, tick=False):
        yield


@pytest.fixture
def secretary(world) -> Client:
    return signed_in(world.evening.small.secretary)


@pytest.fixture
def long_ago(world) -> Season:
    """A season of 2015 under the league's rules, without a match."""
    with scopes_disabled():
        season = make_season(world.league, "2015-16", current=False)
        Competition.objects.create(season=season, slug="league", name="League", rules=world.league.rules)
    return season
