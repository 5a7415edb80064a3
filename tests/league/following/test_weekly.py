"""The weekly e-mail: off until the secretary turns it on, confirmed by a link, written once, stopped by one click."""

import re
from datetime import datetime, timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone
from django_scopes import scopes_disabled

from league.base.audit.models import Entry
from league.exchange.actions.erasure import erase_person
from league.exchange.queries.persons import person_signing_in
from league.notifications.actions.followers import ask_weekly, confirm_weekly, forget_unconfirmed, turn_weekly
from league.notifications.actions.send_messages import send_waiting
from league.notifications.actions.write_messages import process_clock
from league.notifications.choices import MessageKind, MessageState
from league.notifications.models import Message, OutboxCursor, WeeklySubscriber
from league.notifications.views import followers
from league.results.choices import SentFor
from tests.league.following.conftest import NOW
from tests.league.results.evening import make_evening

SATURDAY = datetime(2026, 9, 12, 9, 1, tzinfo=timezone.get_default_timezone())
ANN, PAGE = "ann@example.org", "/leek/weekly/"


@pytest.fixture
def league(evening, settings):
    get_resolver().url_patterns  # noqa: B018 (read while the tests' own DEMO holds: which addresses there are hangs on it)
    settings.DEMO = False
    turn_weekly(league=evening.small.league, on=True, by=evening.secretary, at=NOW)
    with time_machine.travel(NOW, tick=False):
        yield evening.small.league


def confirmed(league, email=ANN) -> WeeklySubscriber:
    ask_weekly(league=league, email=email, at=NOW)
    row = WeeklySubscriber.objects.get(league=league, email=email)
    confirm_weekly(subscriber=row, at=NOW)
    Message.objects.filter(kind="weekly").delete()
    return row


def written(at=SATURDAY) -> list[Message]:
    """What the clock writes at a moment, as if somebody had looked five minutes before."""
    known = set(Message.objects.values_list("pk", flat=True))
    OutboxCursor.objects.update(clock=at - timedelta(minutes=5))
    process_clock(at=at)
    return list(Message.objects.filter(kind=MessageKind.WEEKLY).exclude(pk__in=known).order_by("pk"))


def link(text: str, part: str) -> str:
    return re.search(rf"(/leek/weekly/{part}/\S+)", text).group(1)


def test_an_address_gets_one_link_and_nothing_more_until_it_is_confirmed(client, league):
    for _ in range(2):
        page = client.post(PAGE, {"email": "Ann@Example.org"})
        assert "We have sent a link to Ann@Example.org" in page.content.decode()
    send_waiting(now=lambda: NOW)
    [asked] = mail.outbox
    assert asked.to == [ANN]
    assert written() == []
    address = link(asked.body, "confirmation")
    assert "Send me the weekly e-mail" in client.get(address).content.decode()
    assert WeeklySubscriber.objects.get().confirmed_at is None  # a mail program that looks confirms nothing
    assert "You get the weekly e-mail" in client.post(address).content.decode()
    assert WeeklySubscriber.objects.get().confirmed_at == NOW
    client.post(PAGE, {"email": ANN})
    send_waiting(now=lambda: NOW)
    assert len(mail.outbox) == 1
    assert not Entry.objects.filter(words__icontains="ann@").exists()


def test_the_week_is_told_once_however_often_the_clock_is_read(evening, league):
    confirmed(league)
    evening.send(SentFor.HOME)
    [message] = written()
    assert written() == written(SATURDAY + timedelta(minutes=2)) == []
    assert message.subject.endswith(": 1 result and next week’s fixtures")
    assert re.search(r"Mon 7 Sep: Crown A \d\N{EN DASH}\d Bell", message.text)
    assert "Top of Division One\n1. " in message.text
    assert "Mon 14 Sep, 8pm: Bell v Crown A" in message.text
    send_waiting(now=lambda: SATURDAY)
    [sent] = [each for each in mail.outbox if each.to == [ANN]]
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert sent.extra_headers["List-Unsubscribe"].strip("<>").endswith(message.stop)


def test_one_click_stops_it_and_leaves_no_trace_of_the_address(client, evening, league):
    confirmed(league)
    confirmed(league, "bob@example.org")
    evening.send(SentFor.HOME)
    stop = next(each.stop for each in written() if each.address == ANN)
    assert "Stop the weekly e-mail?" in client.get(stop).content.decode()
    assert WeeklySubscriber.objects.count() == 2
    for _ in range(2):
        assert client.post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert [each.email for each in WeeklySubscriber.objects.all()] == ["bob@example.org"]
    assert not Message.objects.filter(address=ANN).exists()
    assert client.get(stop).status_code == 404


def test_it_is_off_until_the_secretary_turns_it_on(client, evening, league):
    confirmed(league)
    evening.send(SentFor.HOME)
    client.force_login(evening.secretary)
    assert "Turn the weekly e-mail off" in client.get(PAGE, follow=True).content.decode()
    assert client.post(f"{PAGE}switch/").status_code == 302
    assert written() == []
    client.logout()
    assert "sends no weekly e-mail" in client.get(PAGE, follow=True).content.decode()
    assert client.post(PAGE, {"email": "cat@example.org"}).status_code == 422
    assert WeeklySubscriber.objects.count() == 1


def test_a_week_in_which_nothing_is_played_has_none(league):
    confirmed(league)
    assert written(datetime(2027, 7, 3, 9, 1, tzinfo=timezone.get_default_timezone())) == []


def test_what_nobody_confirms_is_forgotten_after_three_days(league):
    ask_weekly(league=league, email=ANN, at=NOW)
    assert forget_unconfirmed(at=NOW + timedelta(days=2)) == 0
    assert forget_unconfirmed(at=NOW + timedelta(days=3)) == 1
    assert (WeeklySubscriber.objects.count(), Message.objects.filter(kind="weekly").count()) == (0, 0)


def test_addresses_are_one_leagues_own_and_so_are_links(client, evening, league):
    row = confirmed(league)
    with scopes_disabled():
        make_evening("bury", "two-and-half")
    evening.send(SentFor.HOME)
    [message] = written()
    assert message.league == league
    assert client.get(message.stop.replace("/leek/", "/bury/")).status_code == 404
    client.post(message.stop.replace("/leek/", "/bury/"))
    assert WeeklySubscriber.objects.get() == row


def test_an_erased_person_leaves_no_address(evening, league):
    confirmed(league, evening.home.email)
    erase_person(person=person_signing_in(evening.home, league), by=evening.secretary, at=NOW)
    assert not WeeklySubscriber.objects.exists()


def test_too_many_from_one_address_and_no_address_are_told_so(client, league, monkeypatch):
    monkeypatch.setattr(followers, "MAILS", followers.MAILS._replace(most=1))
    statuses = [client.post(PAGE, {"email": email}).status_code for email in ("", "ann", ANN, "bob@example.org")]
    assert statuses == [422, 422, 200, 429]


def test_the_site_writes_to_no_more_addresses_in_an_hour_however_many_ask(league, monkeypatch, time_machine):
    monkeypatch.setattr(followers, "MAILS_OF_ALL", followers.MAILS_OF_ALL._replace(most=2))
    time_machine.move_to(NOW.replace(minute=18, second=0), tick=False)
    strangers = [Client(REMOTE_ADDR=f"198.51.100.{number}") for number in range(3)]
    answers = [each.post(PAGE, {"email": f"{number}@example.org"}) for number, each in enumerate(strangers)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "Wait 42 minutes, then try again." in answers[-1].text


def test_a_demonstration_sends_nothing_and_says_so(client, league, settings):
    settings.DEMO = True
    page = client.post(PAGE, {"email": ANN}).content.decode()
    assert "no e-mail is sent" in page
    assert "We have sent" not in page
    assert Message.objects.get(kind="weekly").state == MessageState.WITHHELD
