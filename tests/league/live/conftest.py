"""An evening at which a match is pegged: it is twenty past eight, and nobody has sent a card."""

import pytest
import time_machine
from django_scopes import scope, scopes_disabled

from tests.league.live.phones import phone_of
from tests.league.person import signed_in
from tests.league.results.evening import later, make_evening

EVENING = later(hours=-2)


@pytest.fixture
def night(db):
    """Crown A v Bell; the clock goes on from half past eight that evening."""
    with scopes_disabled():
        made = make_evening()
    with scope(league=made.small.league), time_machine.travel(EVENING, tick=True):
        yield made


@pytest.fixture
def fixture(night):
    return night.fixture


@pytest.fixture
def phone(night):
    """The home captain's."""
    return phone_of(night.fixture, night.home)


@pytest.fixture
def other(night):
    """The away captain's."""
    return phone_of(night.fixture, night.away)


@pytest.fixture
def captain(night):
    """The home captain signed in."""
    return signed_in(night.home)
