"""Mail about a sign-in leaves by the outbox: no page waits for a mail server, and nothing of a code is kept."""

import re
import smtplib
import socket
from datetime import timedelta

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scopes_disabled

from league.base.jobs.runner import call, discover, tasks
from league.notifications.actions import write_messages
from league.notifications.actions.send_messages import due_at, send_account_mail, send_waiting
from league.notifications.choices import MessageKind
from league.notifications.models import Message
from tests.factories import make_user
from tests.league.accounts.test_sign_in import app_code
from tests.league.notifications.sink import NEVER
from tests.waiting import HANG

pytestmark = pytest.mark.django_db
PASSWORD, SECRET = "correct horse battery", "JBSWY3DPEHPK3PXP"


@pytest.fixture(autouse=True)
def by_the_outbox(settings):
    """As a site runs; Django has tests send straight into a list."""
    cache.clear()
    write_messages.account_mail_written.clear()
    settings.EMAIL_BACKEND = "league.notifications.actions.write_messages.OutboxBackend"


@pytest.fixture
def harry():
    return make_user("Harry Goy")


def waiting():
    with scopes_disabled():
        return list(Message.objects.filter(league=None).order_by("pk"))


def code_of(message):
    return re.search(r"^    (\S+)$", message.text, re.MULTILINE)[1]


def sign_in(harry):
    client = Client()
    client.post(reverse("account_request_login_code"), {"email": harry.email})
    client.post(reverse("account_confirm_login_code"), {"code": code_of(waiting()[-1])})
    return client


def code(harry):
    return Client().post(reverse("account_request_login_code"), {"email": harry.email})


def reset(harry):
    return Client().post(reverse("account_reset_password"), {"email": harry.email})


def password_of_an_address_to_confirm(harry):
    return Client().post(reverse("account_login"), {"login": harry.email, "password": PASSWORD})


def change_of_address(harry):
    return sign_in(harry).post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})


def new_factor(harry):
    client = sign_in(harry)
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    return client.post(reverse("mfa_activate_totp"), {"code": app_code(secret)})


def new_recovery_codes(harry):
    client = sign_in(harry)
    TOTP.activate(harry, SECRET)
    return client.post(reverse("mfa_generate_recovery_codes"))


def new_password(harry):
    client = sign_in(harry)
    client.post(reverse("account_set_password"), {"password1": "brand new words 5", "password2": "brand new words 5"})
    values = {"oldpassword": PASSWORD, "password1": "brand new words 5", "password2": "brand new words 5"}
    return client.post(reverse("account_change_password"), values)


PAGES = (
    code,
    reset,
    password_of_an_address_to_confirm,
    change_of_address,
    new_factor,
    new_recovery_codes,
    new_password,
)


@pytest.fixture(params=("refuses", "silent"))
def mail_server(request, settings, sink):
    """One that takes no call, or one that takes it and never says a word."""
    settings.MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_TIMEOUT = 0.05
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    silent = None
    if request.param == "silent":
        silent = socket.create_server(("127.0.0.1", 0))
        settings.EMAIL_PORT = silent.getsockname()[1]

    def back():
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = port, HANG

    yield back
    if silent:
        silent.close()


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_leads_to_mail_asks_no_server_and_the_mail_comes_when_it_is_back(
    page, harry, mail_server, sink, monkeypatch
):
    connect = smtplib.SMTP.connect
    monkeypatch.setattr(smtplib.SMTP, "connect", refused_in_a_page)
    answer = page(harry)
    monkeypatch.setattr(smtplib.SMTP, "connect", connect)
    assert answer.status_code == 302
    subjects = [message.subject for message in waiting()]
    assert subjects
    assert send_account_mail() == 0
    assert [message.subject for message in waiting()] == subjects
    mail_server()
    assert send_account_mail() == len(subjects)
    assert [mail["subject"] for mail in sink.taken] == subjects
    assert waiting() == []


def refused_in_a_page(*_):
    raise AssertionError("A page spoke to a mail server.")


def test_a_code_wakes_whoever_sends_it_and_goes_before_everything_else(
    harry, evening, django_capture_on_commit_callbacks
):
    now = timezone.now()
    with scopes_disabled():
        earlier = Message.objects.create(
            league=evening.small.league, kind=MessageKind.NOTICE, to=harry, address=harry.email, key="1",
            subject="Notes", text="x", made_at=now - timedelta(hours=1), not_before=now - timedelta(hours=1),
        )  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):
        code(harry)
    assert write_messages.account_mail_written.is_set()
    with scopes_disabled():
        first, *rest = due_at(timezone.now(), 50, "mail")
    assert (first.league, earlier in rest) == (None, True)
    discover()
    [(name, task)] = [(name, task) for name, task in tasks.items() if task.wake is write_messages.account_mail_written]
    call(name, task, now)
    assert waiting() == []
    earlier.refresh_from_db()
    assert earlier.state == "waiting"


def test_a_code_that_has_run_out_is_deleted_and_not_sent(harry, sink, time_machine):
    code(harry)
    time_machine.move_to(timezone.now() + timedelta(minutes=11))
    assert send_waiting() == 0
    assert (waiting(), sink.taken) == ([], [])


def test_mail_that_the_server_refuses_for_good_is_deleted(harry, sink):
    sink.mood = lambda: NEVER
    code(harry)
    send_account_mail()
    assert waiting() == []


def test_whatever_is_sent_by_djangos_own_functions_is_queued_for_each_address(db):
    EmailMessage("Both", "Words", to=["a@example.org", "b@example.org"]).send()
    assert [(message.address, message.subject, message.text) for message in waiting()] == [
        ("a@example.org", "Both", "Words"), ("b@example.org", "Both", "Words")
    ]  # fmt: skip
