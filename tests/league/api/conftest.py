"""One match night, at closing time."""

import pytest
import time_machine
from django_scopes import scopes_disabled

from tests.league.results.evening import CLOSING_TIME, Evening, make_evening


@pytest.fixture
def clock():
    with time_machine.travel(CLOSING_TIME, tick=False) as moved:
        yield moved


@pytest.fixture
def evening(db, clock) -> Evening:
    with scopes_disabled():
        return make_evening()
