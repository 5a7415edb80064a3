"""A league in season whose audit log is read up to now, and a receiver that it sends to."""

from datetime import timedelta

import pytest

from league.notifications.actions.webhooks import make_webhook
from league.notifications.actions.write_messages import process_audit_log
from league.notifications.choices import CHOSEN
from league.notifications.models import Webhook
from tests.league.results.evening import CLOSING_TIME, Evening
from tests.league.webhooks.receiver import Receiver, opened
from tests.waiting import HANG


@pytest.fixture
def evening(evening) -> Evening:
    process_audit_log(at=CLOSING_TIME - timedelta(days=1))
    return evening


@pytest.fixture
def receiver(settings, tmp_path, monkeypatch):
    """A receiver that the site is let ask, with a certificate that is trusted."""
    settings.WEBHOOKS_INSIDE, settings.WEBHOOK_TIMEOUT = True, HANG
    made = Receiver()
    server = opened(made, tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "push.pem"))
    yield made
    server.shutdown()
    server.server_close()
    assert made.faults == []


@pytest.fixture
def hook(evening, receiver) -> Webhook:
    """The league's webhook, told of everything."""
    made = make_webhook(
        league=evening.small.league, url=receiver.url, events=list(CHOSEN), by=evening.secretary, at=CLOSING_TIME
    )
    receiver.secrets = (made.secret,)
    return made
