"""Every test here runs inside the scope of one league with a match to report."""

import pytest
from django_scopes import scope, scopes_disabled

from tests.league.results.evening import Evening, make_evening


@pytest.fixture
def both_enter(db) -> Evening:
    """A league in which both captains must send a card, independently."""
    with scopes_disabled():
        made = make_evening("two", "two-and-half", squad=12)
    with scope(league=made.small.league):
        yield made
