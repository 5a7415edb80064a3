"""A league with one of everything, made once for all tests of a file, which each put everything back."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client, override_settings
from django_scopes import scope

from tests.league.world import World, make_world


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
def secretary(world) -> Client:
    client = Client()
    client.force_login(world.evening.small.secretary)
    return client
