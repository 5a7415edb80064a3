"""A league in season with its audit log read up to now, and a push service that takes what is sent to followers."""

from datetime import timedelta

import pytest
from django.test import Client
from django_scopes import scope, scopes_disabled

from league.notifications.actions.write_messages import process_audit_log
from league.notifications.webpush import key_text, new_key, site_key
from league.teams.models import Team
from tests.league.notifications import push_sink
from tests.league.notifications.conftest import MOMENT
from tests.league.results.evening import CLOSING_TIME, Evening, make_evening
from tests.waiting import HANG

NOW = CLOSING_TIME + 2 * MOMENT


@pytest.fixture
def evening(db, settings) -> Evening:
    settings.PUSH_KEY, settings.PUSH_SERVICES = key_text(new_key()), ["push.example"]
    with scopes_disabled():
        made = make_evening()
    with scope(league=made.small.league):
        process_audit_log(at=CLOSING_TIME - timedelta(days=1))
        yield made


@pytest.fixture
def crown(evening) -> Team:
    return evening.fixture.home.team


@pytest.fixture
def client(evening) -> Client:
    return Client()


@pytest.fixture
def service(evening, settings, tmp_path, monkeypatch):
    """A push service on this machine, which the site is let ask."""
    settings.PUSH_SERVICES, settings.PUSH_INSIDE, settings.PUSH_TIMEOUT = [push_sink.HOST], True, HANG
    made = push_sink.Service(now=NOW, key=site_key())
    server = push_sink.opened(made, tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "push.pem"))
    yield made
    server.shutdown()
    server.server_close()
    assert made.faults == []
