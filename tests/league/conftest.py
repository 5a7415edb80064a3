"""What every test of the site wants: no page kept from the test before, whose rows had the same keys."""

from datetime import datetime

import pytest
from django.core.cache import caches
from django.core.cache.backends.db import DatabaseCache
from django.template import Origin, engines
from django.template.base import Template
from django.test import Client
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.notifications.actions.send_messages import send_waiting
from league.notifications.actions.write_messages import process_audit_log
from tests.factories import SmallLeague, league_in_season
from tests.league.cups.evening import DrawnCup, drawn_cup
from tests.league.person import signed_in
from tests.league.results.evening import Evening, make_evening
from tests.seeds import PROVING

DRAWN = Template._render


@pytest.fixture(autouse=True)
def _nothing_kept(request):
    for each in caches.all(initialized_only=True):
        if not isinstance(each, DatabaseCache):
            each.clear()
    mark = request.node.get_closest_marker("django_db")
    if mark and mark.kwargs.get("transaction"):  # else what is counted is taken back with the test's own rows
        request.getfixturevalue("transactional_db")
        caches["default"].clear()


@pytest.fixture
def pages_unnoted(monkeypatch):
    """For those who open every page: parts of a page are drawn without a note of each for `response.context`."""
    monkeypatch.setattr(Template, "_render", DRAWN)


@pytest.fixture
def refusals_bare(monkeypatch):
    """For those who ask thousands of times and count answers by their code: the pages of errors are empty there.

    In make prove they are drawn each time.
    """
    if PROVING:
        return
    kept = engines["django"].engine.template_loaders[0].get_template_cache
    for name in ("errors/403.html", "errors/404.html", "errors/unsent.html"):
        monkeypatch.setitem(kept, name, Template("", Origin(name, name)))


def deliver(at: datetime | None = None) -> None:
    """Have the outbox write and send what has been done by then."""
    at = at or timezone.now()
    while process_audit_log(at=at):
        pass
    send_waiting(now=lambda: at)


@pytest.fixture
def small(db) -> SmallLeague:
    """A season of a small league, in its scope."""
    with scopes_disabled():
        made = league_in_season(squad=1)
    with scope(league=made.league):
        yield made


@pytest.fixture
def secretary(small) -> Client:
    """The secretary of the small league signed in."""
    return signed_in(small.secretary)


@pytest.fixture
def singles(db) -> DrawnCup:
    """Four players, two of each team, drawn: two semi-finals and a final. Nobody has been told yet."""
    with scopes_disabled():
        made = drawn_cup()
    with scope(league=made.small.league):
        yield made


@pytest.fixture
def evening(db) -> Evening:
    """A match night of a small league, in its scope."""
    with scopes_disabled():
        made = make_evening()
    with scope(league=made.small.league):
        yield made


@pytest.fixture
def captain(evening) -> Client:
    """The home captain signed in."""
    return signed_in(evening.home)


@pytest.fixture
def both_enter(db) -> Evening:
    """A match night of a league in which both captains must send a card, independently."""
    with scopes_disabled():
        made = make_evening("two", "two-and-half", squad=12)
    with scope(league=made.small.league):
        yield made
