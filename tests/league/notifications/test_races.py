"""Two processes that look into one mailbox at once: a mail is one card and has one answer."""

from contextvars import Context

import pytest
import time_machine
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.notifications.actions.mailed_results import receive_mail
from league.notifications.models import Message
from league.results.models import CardMessage, IncomingMessage, Submission
from tests.league.reading.raw_mails import CAPTAIN, RECEIVER, RESULTS, SCORE, plain
from tests.league.results.evening import CLOSING_TIME, make_evening
from tests.racing import at_once

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
PROCESSES = 4


@pytest.fixture
def evening(settings):
    settings.MAIL_IN_ADDRESS, settings.MAIL_IN_SERVER = RESULTS, RECEIVER
    with scopes_disabled():
        evening = make_evening()
        User.objects.filter(pk=evening.home.pk).update(email=CAPTAIN)
        type(evening.small.league).objects.update(results_by_mail=True)
    with scope(league=evening.small.league), time_machine.travel(CLOSING_TIME, tick=True):
        yield evening


def received_by_all(raw: bytes) -> None:
    """The same mail in as many processes as there are, each in no league's scope; none of them fails."""
    at_once(*[lambda: Context().run(receive_mail, raw=raw, received_at=CLOSING_TIME, at=CLOSING_TIME)] * PROCESSES)


@pytest.mark.parametrize("_round", range(5))
@pytest.mark.parametrize(
    ("mail", "counts"), [(plain(SCORE), (1, 1, 0)), (plain(SCORE, results="none"), (0, 0, 1))], ids=["sure", "unsure"]
)
def test_a_mail_is_one_card_or_waits_once_with_one_answer(evening, _round, mail, counts):
    received_by_all(mail)

    assert tuple(rows.objects.count() for rows in (Submission, CardMessage, IncomingMessage)) == counts
    with scopes_disabled():
        assert Message.objects.filter(key__startswith="mail-").count() == 1
