"""Every test here runs inside the scope of one league in season, with its audit log read up to now."""

from datetime import timedelta

import pytest

from league.notifications.actions.write_messages import process_audit_log
from league.notifications.models import Message
from tests.league.notifications.sink import Moods, opened
from tests.league.results.evening import CLOSING_TIME, Evening
from tests.waiting import HANG

MOMENT = timedelta(seconds=20)


@pytest.fixture
def evening(evening) -> Evening:
    process_audit_log(at=CLOSING_TIME - timedelta(days=1))
    return evening


def told(at=CLOSING_TIME + MOMENT) -> list[Message]:
    """What is written about everything that has happened by then, in the order of the names."""
    known = set(Message.objects.values_list("pk", flat=True))
    while process_audit_log(at=at):
        pass
    return list(Message.objects.exclude(pk__in=known).select_related("to", "league").order_by("to__name", "key"))


def said(messages) -> list[tuple[str, str]]:
    return [(each.to.name, each.subject) for each in messages]


@pytest.fixture
def both_enter(both_enter) -> Evening:
    process_audit_log(at=CLOSING_TIME - timedelta(days=1))
    return both_enter


@pytest.fixture
def sink(settings):
    """A mail server that takes everything until its mood is changed; the site sends through it."""
    moods = Moods()
    server = opened(moods)
    settings.MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", server.port, HANG
    yield moods
    server.stop()
