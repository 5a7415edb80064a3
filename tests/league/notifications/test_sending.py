"""Messages on their way: through a real mail server that takes, refuses, hangs and dies."""

import os
import subprocess
import sys
from datetime import timedelta
from email import message_from_bytes
from email.header import decode_header, make_header

import pytest

from league.base.jobs.workers import name_of
from league.base.ui.formats import one_line
from league.notifications.actions.send_messages import RETRY_DELAYS, as_mail, send_again, send_waiting
from league.notifications.choices import MessageKind, MessageState
from league.notifications.models import LEASE, Message
from league.results.choices import SentFor
from league.teams.models import League
from tests.league.notifications import sink as moods
from tests.league.notifications.conftest import MOMENT, told
from tests.league.results.evening import CLOSING_TIME
from tests.waiting import HANG, SOON

NOW = CLOSING_TIME + 2 * MOMENT


@pytest.fixture
def message(evening) -> Message:
    evening.send(SentFor.HOME)
    [letter] = told()
    return letter


def send(at=NOW) -> int:
    return send_waiting(now=lambda: at)


def test_a_message_is_sent_once(message, sink):
    assert (send(), send()) == (1, 0)
    message.refresh_from_db()
    assert (message.state, message.sent_at, message.attempts) == (MessageState.SENT, NOW, 1)
    assert len(sink.taken) == 1


def test_what_the_mail_says_of_itself(message, sink, evening):
    send()
    [mail] = sink.taken
    assert mail["From"] == "Leek Dominoes <league@example.org>"
    assert (mail["To"], mail["Reply-To"]) == (evening.away.email, evening.secretary.email)
    assert str(make_header(decode_header(mail["Subject"]))) == message.subject
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["List-Unsubscribe"].strip().startswith("<http://127.0.0.1:8000/leek/unsubscribe/")
    assert mail["Auto-Submitted"] == "auto-generated"
    assert [part.get_content_type() for part in mail.walk()] == ["multipart/alternative", "text/plain", "text/html"]


def test_the_same_message_has_the_same_name_each_time(message):
    held = Message.objects.select_related("league").get(pk=message.pk)
    first, second = as_mail(held).message(), as_mail(held).message()
    assert (first["Message-ID"], first["Date"]) == (second["Message-ID"], second["Date"])


def test_nothing_is_sent_before_its_hour(message, sink):
    Message.objects.update(not_before=NOW + MOMENT)
    assert (send(), send(NOW + MOMENT)) == (0, 1)


def test_a_server_that_is_away_costs_nothing(message, settings):
    settings.MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert send() == 0
    message.refresh_from_db()
    assert (message.state, message.attempts) == (MessageState.WAITING, 0)


def test_a_no_for_now_is_asked_again_after_a_while_that_grows(message, sink):
    sink.mood = lambda: moods.NOT_NOW
    at = NOW
    for pause in RETRY_DELAYS:
        assert send(at) == 0
        message.refresh_from_db()
        assert (message.state, message.not_before) == (MessageState.WAITING, at + pause)
        at += pause
    assert send(at) == 0
    message.refresh_from_db()
    assert message.state == MessageState.FAILED
    assert message.error == "The mail server did not take it: Come back later (451)"


def test_a_no_for_good_ends_it_with_the_servers_words_and_can_be_sent_again(message, sink, evening):
    sink.mood = lambda: moods.NEVER
    send()
    message.refresh_from_db()
    assert (message.state, message.error) == (MessageState.FAILED, "The mail server refused it: No such person (550)")
    sink.mood = lambda: moods.TAKE
    send_again(message=message, by=evening.secretary, at=NOW)
    assert send() == 1


@pytest.mark.parametrize("mood", [moods.HANG, moods.DIE])
def test_a_server_that_falls_silent_leaves_the_message_for_later(message, sink, settings, mood):
    sink.mood, settings.EMAIL_TIMEOUT = lambda: mood, SOON if mood == moods.HANG else HANG
    assert send() == 0
    message.refresh_from_db()
    assert (message.state, message.doubtful) == (MessageState.WAITING, True)
    sink.mood, settings.EMAIL_TIMEOUT = lambda: moods.TAKE, HANG
    assert send(NOW + RETRY_DELAYS[0]) == 1


def test_one_that_is_being_sent_is_nobody_elses_until_its_sender_is_dead(message, sink):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    alive = {"state": MessageState.SENDING, "attempts": 1, "claimed_at": NOW}
    Message.objects.update(**alive, claimed_by=name_of(os.getpid()))
    assert send() == 0
    Message.objects.update(**alive, claimed_by=name_of(ended.pid))
    assert send() == 1
    message.refresh_from_db()
    assert (message.state, message.doubtful) == (MessageState.SENT, True)


def test_a_sender_that_has_been_silent_for_long_is_taken_for_dead(message, sink):
    Message.objects.update(state=MessageState.SENDING, attempts=1, claimed_at=NOW, claimed_by="elsewhere pid:[1] 7")
    assert (send(NOW + LEASE), send(NOW + LEASE + timedelta(seconds=1))) == (0, 1)


BREAKS = ("\r\n", "\n", "\r", "\n\n", "\v", "\f", "\x1e", "\x85", "\u2028", "\u2029")
HEADERS = ("name", "subject", "address", "reply_to")


@pytest.mark.parametrize("end", BREAKS)
@pytest.mark.parametrize("field", HEADERS)
def test_nothing_that_people_name_ends_a_header(field, end):
    """40 cases: a league's name, a subject and two addresses, each with another line of a header in it."""
    bad = f"a@example.org{end}Bcc: everybody@example.org"
    league = League(pk=1, slug="leek", name=bad if field == "name" else "Leek")
    fields = {"subject": "Fact", "address": "b@example.org", "reply_to": "c@example.org"}
    message = Message(
        pk=1, league=league, key="k", kind=MessageKind.NOTICE, to_id=1, text="x", html="x", made_at=NOW,
        **fields | ({field: bad} if field in fields else {}),
    )  # fmt: skip
    sent = _as_sent(message)
    assert sent is not None or field == "address"  # which is then no address, so that there is no mail
    if sent is not None:
        assert (sent["Bcc"], len(sent.get_all("From")), len(sent.get_all("Subject"))) == (None, 1, 1)


def _as_sent(message):
    try:
        return message_from_bytes(as_mail(message).message().as_bytes(linesep="\r\n"))
    except ValueError:
        return None


@pytest.mark.parametrize("end", BREAKS)
def test_what_a_server_says_is_one_line_of_a_log(end):
    assert one_line(f"No{end}WARNING all is well") == "No WARNING all is well"


def test_a_message_that_fits_no_mail_is_given_up(message, sink):
    Message.objects.update(address="c@example.org\nBcc: a@example.org")
    assert send() == 0
    message.refresh_from_db()
    assert (message.state, message.error) == (MessageState.FAILED, "It could not be put into an e-mail")
    assert sink.taken == []
