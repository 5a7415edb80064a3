"""A season played to its end in two divisions, and its secretary at the annual meeting."""

from copy import deepcopy
from datetime import datetime

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.schedule.models import Fixture, Season
from league.teams.choices import RoleKind
from tests.factories import make_league, make_role, make_user
from tests.played import make_clubs, play_season

# A Monday in May, when the season of 2026-27 is over.
MEETING = datetime(2027, 5, 10, 19, 30, tzinfo=timezone.get_default_timezone())


@pytest.fixture(autouse=True)
def _tonight():
    with time_machine.travel(MEETING, tick=False):
        yield


@pytest.fixture(scope="module")
def played(django_db_setup, django_db_blocker):
    """Made once for all tests of a file, which each put everything back."""
    with django_db_blocker.unblock(), transaction.atomic():
        with time_machine.travel(MEETING, tick=False), scopes_disabled():
            made = make_league()
            play_season(made, make_clubs(made, 8, squad=6), size=4)
            Fixture.objects.update(version=2)  # as sending the cards made it
        yield made
        transaction.set_rollback(True)


@pytest.fixture
def league(played, db):
    made = deepcopy(played)
    with scope(league=made):
        yield made


@pytest.fixture
def season(league):
    return Season.objects.select_related("league").get(slug="2026-27")


@pytest.fixture
def secretary(league):
    user = make_user("Sam Secretary")
    make_role(user, league, RoleKind.SECRETARY)
    client = Client()
    client.force_login(user)
    client.user = user
    return client


def to(name, *parts, league="leek"):
    return reverse(name, args=[league, *parts])


def typed(form, **changes) -> dict:
    """What a browser sends of a form as it was drawn, with some of it changed."""
    data = {}
    for field in form:
        value = field.value()
        if value not in (None, "", False):
            data[field.html_name] = "on" if value is True else value
    return {name: value for name, value in (data | changes).items() if value is not None}
