"""The demonstration, loaded once for all tests of a file that only read it."""

from datetime import date
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.db import transaction
from django_scopes import scope

from league.exchange.demo import moment
from league.teams.models import League

TODAY = date(2026, 11, 24)


@pytest.fixture(scope="module")
def loaded(django_db_setup, django_db_blocker):
    """Taken back after the last test of the file."""
    with django_db_blocker.unblock(), transaction.atomic():
        with time_machine.travel(moment(TODAY, 22)):
            call_command("load_demo", today=TODAY, stdout=StringIO())
        yield
        transaction.set_rollback(True)


@pytest.fixture
def harthwaite(loaded, db):
    league = League.objects.get(slug="harthwaite")
    with scope(league=league):
        yield league
