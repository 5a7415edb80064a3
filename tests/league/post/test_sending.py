"""Messages on their way: through a real mail server that takes, refuses, hangs and dies."""

import os
import subprocess
import sys
from datetime import timedelta
from email.header import decode_header, make_header

import pytest

from league.jobs.workers import name_of
from league.post.actions import send_again, send_waiting
from league.post.actions.sending import PAUSES, as_mail
from league.post.choices import MessageState
from league.post.models import LEASE, Message
from league.results.choices import SentFor
from tests.league.post import sink as moods
from tests.league.post.conftest import MOMENT, told
from tests.league.results.evening import CLOSING_TIME

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


def test_what_is_of_no_use_any_more_is_not_sent(message, sink):
    Message.objects.update(until=NOW)
    assert send() == 0
    message.refresh_from_db()
    assert message.state == MessageState.LAPSED


def test_a_server_that_is_away_costs_nothing(message, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert send() == 0
    message.refresh_from_db()
    assert (message.state, message.attempts) == (MessageState.WAITING, 0)


def test_a_no_for_now_is_asked_again_after_a_while_that_grows(message, sink):
    sink.mood = lambda: moods.NOT_NOW
    at = NOW
    for pause in PAUSES:
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
    assert (message.state, message.error) == (
        MessageState.FAILED,
        "The mail server refused it: No such person (550)",
    )
    sink.mood = lambda: moods.TAKE
    send_again(message=message, by=evening.secretary, at=NOW)
    assert send() == 1


@pytest.mark.parametrize("mood", [moods.HANG, moods.DIE])
def test_a_server_that_falls_silent_leaves_the_message_for_later(message, sink, mood):
    sink.mood = lambda: mood
    assert send() == 0
    message.refresh_from_db()
    assert (message.state, message.doubtful) == (MessageState.WAITING, True)
    sink.mood = lambda: moods.TAKE
    assert send(NOW + PAUSES[0]) == 1


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


def test_the_people_of_a_demonstration_are_not_written_to(evening, sink):
    type(evening.away).objects.filter(pk=evening.away.pk).update(demo=True)
    evening.send(SentFor.HOME)
    [letter] = told()
    assert (letter.state, send()) == (MessageState.WITHHELD, 0)


BREAKS = [
    "\r\nBcc: everybody@example.org",
    "\nBcc: a@example.org",
    "\r",
    "\v",
    "\x85",
    "\u2028Bcc: a@example.org",
    "\x00",
]


@pytest.mark.parametrize("end", BREAKS)
def test_no_name_ends_a_header(evening, sink, end, caplog):
    """The league's name, a team's, a subject and the words that a server is logged with."""
    small = evening.small
    type(small.league).objects.filter(pk=small.league.pk).update(name=f"Leek{end.replace(chr(0), '')} Dominoes")
    evening.send(SentFor.HOME)
    told()
    for row in Message.objects.all():
        Message.objects.filter(pk=row.pk).update(subject=f"Crown{end.replace(chr(0), '')} A 5")
    assert send() == 1
    [mail] = sink.taken
    assert mail["Bcc"] is None
    assert len(mail.get_all("From")) == len(mail.get_all("Subject")) == 1
