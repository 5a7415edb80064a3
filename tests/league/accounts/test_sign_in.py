"""Signing in with an emailed code, a password and a second step; nobody learns who is known here."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from time import time

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.core.cache.backends.db import DatabaseCache
from django.db import connection
from django.test import Client, RequestFactory
from django.urls import reverse

from league.base.accounts.limits import TryLimit, visitor_of
from league.base.accounts.models import User, digest_of
from tests.factories import make_user

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)
SIGNING_IN = TryLimit("signing in", most=1, seconds=300)


@pytest.fixture(autouse=True)
def fresh_limits():
    """allauth counts tries in the cache."""
    cache.clear()


@pytest.fixture
def harry():
    return make_user("Harry Goy")


def ask_code(client, email):
    return client.post(reverse("account_request_login_code"), {"email": email}, follow=True)


def code_in(message):
    return re.search(r"^    (\S+)$", message.body, re.MULTILINE)[1]


def is_signed_in(client):
    return "_auth_user_id" in client.session


def test_a_code_signs_in(client, harry):
    page = ask_code(client, harry.email.upper())
    assert page.request["PATH_INFO"] == reverse("account_confirm_login_code")
    assert code_in(mail.outbox[0]) in mail.outbox[0].subject
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[0])})
    assert is_signed_in(client)


def test_a_code_works_once_and_in_one_browser(client, harry, django_user_model):
    ask_code(client, harry.email)
    code = code_in(mail.outbox[0])
    other = Client()
    other.post(reverse("account_confirm_login_code"), {"code": code})
    assert not is_signed_in(other)
    client.post(reverse("account_confirm_login_code"), {"code": code})
    client.post(reverse("account_logout"))
    client.post(reverse("account_confirm_login_code"), {"code": code})
    assert not is_signed_in(client)


def test_three_wrong_codes_end_it(client, harry):
    ask_code(client, harry.email)
    for _ in range(3):
        client.post(reverse("account_confirm_login_code"), {"code": "WRONG1"})
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[0])})
    assert not is_signed_in(client)
    assert f'value="{harry.email}"' in client.get(reverse("account_request_login_code")).content.decode()


def test_a_code_runs_out_after_ten_minutes(client, harry, time_machine):
    time_machine.move_to(NOW)
    ask_code(client, harry.email)
    time_machine.move_to(NOW + timedelta(minutes=10, seconds=1))
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[0])})
    assert not is_signed_in(client)


VARYING = {"Content-Length", "Expires", "X-Request-ID"}  # the address is longer, the second and the request are others


def test_a_stranger_sees_what_a_member_sees(client, harry):
    """Same status, same page, same headers; only the mail differs."""

    def shown(email):
        browser = Client()
        page = ask_code(browser, email)
        body = page.content.decode().replace(email, "ADDRESS")
        body = re.sub(r'name="(csrfmiddlewaretoken|form_key)" value="[\w-]+"', "", body)
        headers = {name: value for name, value in page.headers.items() if name not in VARYING}
        return page.redirect_chain, page.status_code, headers, body

    assert shown(harry.email) == shown("nobody.here@example.org")
    assert [message.to for message in mail.outbox] == [[harry.email]]


def test_a_reset_tells_a_stranger_nothing(client, harry):
    pages = []
    for email in (harry.email, "nobody.here@example.org"):
        client.cookies.clear()
        page = client.post(reverse("account_reset_password"), {"email": email}, follow=True)
        body = re.sub(
            r'name="(csrfmiddlewaretoken|form_key)" value="[\w-]+"', "", page.content.decode().replace(email, "ADDRESS")
        )
        pages.append((page.status_code, page.redirect_chain, body))
    assert pages[0] == pages[1]


def test_nobody_signs_up(client):
    page = client.get(reverse("account_signup"))
    assert "Ask the secretary of your league to invite you" in page.content.decode()
    client.post(reverse("account_signup"), {"email": "new@example.org", "password1": "correct horse battery"})
    assert not User.objects.filter(email="new@example.org").exists()


def test_a_password_signs_in_once_the_address_is_known_to_be_theirs(client, harry):
    page = client.post(
        reverse("account_login"), {"login": harry.email, "password": "correct horse battery"}, follow=True
    )
    assert page.request["PATH_INFO"] == reverse("account_email_verification_sent")
    client.post(reverse("account_email_verification_sent"), {"code": code_in(mail.outbox[0])})
    assert is_signed_in(client)


def test_five_wrong_passwords_do_not_lock_the_code_out(client, harry):
    for _ in range(6):
        client.post(reverse("account_login"), {"login": harry.email, "password": "wrong"})
    page = client.post(reverse("account_login"), {"login": harry.email, "password": "correct horse battery"})
    assert "Too many attempts" in page.content.decode()
    ask_code(client, harry.email)
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[-1])})
    assert is_signed_in(client)


def test_a_closed_account_gets_no_code(client, harry):
    User.objects.filter(pk=harry.pk).update(is_active=False)
    ask_code(client, harry.email)
    assert not mail.outbox


def test_an_invitation_that_ran_out_lets_nobody_in(client, time_machine):
    time_machine.move_to(NOW)
    user = User.objects.invited("new@example.org", "New Captain", until=NOW + timedelta(days=14))
    time_machine.move_to(NOW + timedelta(days=15))
    ask_code(client, user.email)
    page = client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[0])}, follow=True)
    assert page.redirect_chain == [(reverse("invitation-over"), 302)]
    assert "This invitation has expired" in page.content.decode()
    assert not is_signed_in(client)


def test_who_has_been_in_needs_no_invitation_again(client, time_machine):
    time_machine.move_to(NOW)
    user = User.objects.invited("new@example.org", "New Captain", until=NOW + timedelta(days=14))
    ask_code(client, user.email)
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[0])})
    assert is_signed_in(client)
    client.post(reverse("account_logout"))
    time_machine.move_to(NOW + timedelta(days=60))
    cache.clear()
    ask_code(client, user.email)
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[-1])})
    assert is_signed_in(client)


def app_code(secret, late=0):
    counter = int(time()) // 30 - late
    return format_hotp_value(hotp_value(secret, counter))


def test_the_second_step_is_asked_for_after_the_code(client, harry):
    secret = "JBSWY3DPEHPK3PXP"
    TOTP.activate(harry, secret)
    ask_code(client, harry.email)
    page = client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[0])}, follow=True)
    assert page.request["PATH_INFO"] == reverse("mfa_authenticate")
    assert not is_signed_in(client)
    client.post(reverse("mfa_authenticate"), {"code": app_code(secret)})
    assert is_signed_in(client)


@pytest.mark.parametrize(("late", "taken"), [(1, True), (2, False)])
def test_a_code_is_good_for_half_a_minute_more(client, harry, late, taken):
    secret = "JBSWY3DPEHPK3PXP"
    TOTP.activate(harry, secret)
    ask_code(client, harry.email)
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[0])})
    with time_machine.travel(datetime.now(UTC), tick=False):
        client.post(reverse("mfa_authenticate"), {"code": app_code(secret, late)})
    assert is_signed_in(client) is taken


def test_an_app_is_set_up_without_javascript(client, harry):
    ask_code(client, harry.email)
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[0])})
    page = client.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    page = client.post(reverse("mfa_activate_totp"), {"code": app_code(secret)}, follow=True)
    assert page.request["PATH_INFO"] == reverse("mfa_view_recovery_codes")
    assert Authenticator.objects.filter(user=harry, type=Authenticator.Type.TOTP).exists()
    assert len(page.context["unused_codes"]) == 10


def test_a_recovery_code_signs_in_as_it_stands_on_the_page(client, harry):
    ask_code(client, harry.email)
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[0])})
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    page = client.post(reverse("mfa_activate_totp"), {"code": app_code(secret)}, follow=True)
    shown = re.search(r"<code>(\w{4} \w{4})</code>", page.content.decode())
    client.logout()
    mail.outbox.clear()
    ask_code(client, harry.email)
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[0])})
    client.post(reverse("mfa_authenticate"), {"code": shown[1]})
    assert is_signed_in(client)


def test_a_passkey_page_answers_people_who_are_not_signed_in(client):
    """Behind LoginRequiredMiddleware allauth's own view would send them to sign in with something else."""
    page = client.get(reverse("mfa_login_webauthn"), headers={"accept": "application/json"})
    assert page.status_code == 200
    assert "publicKey" in page.json()["request_options"]


PAGES = (
    "account_login",
    "account_request_login_code",
    "account_reset_password",
    "account_signup",
    "account_inactive",
)
OWN_PAGES = ("mfa_list_webauthn", "me")


@pytest.mark.parametrize("name", PAGES + OWN_PAGES)
def test_every_page_is_ours_and_needs_no_inline_script(client, harry, name):
    if name in OWN_PAGES:
        client.force_login(harry)
    page = client.get(reverse(name))
    body = page.content.decode()
    assert page.status_code == 200
    assert "<h1" in body
    assert "Menu:" not in body
    assert "style=" not in body
    assert "placeholder=" not in body
    assert not re.search(r"<script(?![^>]*(src=|application/json))", body)


def test_changing_the_address_needs_a_code_from_the_new_one(client, harry):
    ask_code(client, harry.email)
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[0])})
    client.post(reverse("account_email"), {"email": "harry.new@example.org", "action_add": ""})
    harry.refresh_from_db()
    assert harry.email != "harry.new@example.org"
    assert mail.outbox[1].to == ["harry.new@example.org"]
    client.post(reverse("account_email_verification_sent"), {"code": code_in(mail.outbox[1])})
    harry.refresh_from_db()
    assert harry.email == "harry.new@example.org"


def test_too_many_tries_get_a_page_of_ours(client, harry):
    for _ in range(30):
        client.post(reverse("account_login"), {"login": "x", "password": "x"})
    page = client.post(reverse("account_login"), {"login": "x", "password": "x"})
    assert page.status_code == 429
    assert "Wait a minute" in page.content.decode()


def test_tries_are_counted_by_the_visitor_behind_a_proxy(client, harry, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for number in range(31):
        forged = {"x-forwarded-for": f"203.0.113.{number}, 198.51.100.7"}
        page = client.post(reverse("account_login"), {"login": "x", "password": "x"}, headers=forged)
    assert page.status_code == 429
    other = {"x-forwarded-for": "198.51.100.8"}
    assert client.post(reverse("account_login"), {"login": "x", "password": "x"}, headers=other).status_code == 200


def test_signing_out_has_the_browser_forget_the_pages_it_has_seen(client, harry):
    client.force_login(harry)
    assert client.get(reverse("account_logout")).headers.get("Clear-Site-Data") is None
    assert client.post(reverse("account_logout"))["Clear-Site-Data"] == '"cache"'


def test_a_password_of_a_million_letters_is_refused_before_it_is_worked_on(client):
    answer = client.post(reverse("account_login"), {"login": "a@example.org", "password": "x" * 1_000_000})
    assert "Enter at most 200 characters." in answer.content.decode()


def test_tries_are_counted_in_rows_which_outlive_the_process_and_by_network():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM counts")
        before = cursor.fetchone()[0]
        assert not SIGNING_IN.count("somebody", at=1e9)
        cursor.execute("SELECT count(*) FROM counts")
        assert cursor.fetchone()[0] == before + 1
    fresh = DatabaseCache("counts", settings.CACHES["default"] | {"OPTIONS": {}})  # as after a restart
    assert fresh.get(f"tries:signing in:{int(1e9) // 300}:{digest_of('somebody')[:20]}") == 1
    asking = RequestFactory().get("/", REMOTE_ADDR="2001:db8::1"), RequestFactory().get("/", REMOTE_ADDR="2001:db8::2")
    assert {visitor_of(request) for request in asking} == {"2001:db8::/64"}


def test_a_clock_that_jumps_back_gives_no_tries_back():
    for at in (1e9, 1e9 + 400, 1e9):
        SIGNING_IN.count("somebody", at=at)
    assert SIGNING_IN.count("somebody", at=1e9)


def test_who_pressed_a_button_after_the_session_ended_comes_back_to_its_page(client):
    """What a button leads to may have no page of its own, and would answer nothing after the signing in."""
    button = reverse("revoke-program", args=[1])
    here = "http://testserver/me/programs/?from=mail"
    asked = client.post(button, headers={"referer": here}, follow=True)
    assert asked.redirect_chain == [("/accounts/login/?next=/me/programs/%3Ffrom%3Dmail", 302)]
    assert "You are not signed in, so nothing was sent. Sign in, then do it again." in asked.text
    for elsewhere in (
        "https://other.example/me/programs/", "https://testserver/me/", "http://testserver.example/", "http://[", "",
    ):  # fmt: skip
        answer = client.post(button, headers={"referer": elsewhere})
        assert answer["Location"] == f"/accounts/login/?next={button}"
    away = client.post(button, headers={"referer": "http://testserver//other.example/"})
    assert away["Location"] == "/accounts/login/?next=/other.example/"


def carried(page):
    """The fields of the form on the page about what was not sent."""
    fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page.text)
    return {name: unescape(value) for name, value in fields}


def test_what_was_typed_is_sent_after_signing_in_beside_it(harry):
    """The session ended while a form was open: the page carries it, with a token that signing in makes void."""
    browser, from_form = Client(enforce_csrf_checks=True), {"referer": "http://testserver/me/programs/"}
    browser.force_login(harry)
    token = carried(browser.get(reverse("programs")))["csrfmiddlewaretoken"]
    del browser.cookies[settings.SESSION_COOKIE_NAME]
    typed = {"name": 'Crown & "Anchor"\nwebsite', "scope": "read"}
    kept = browser.post(reverse("programs"), typed | {"csrfmiddlewaretoken": token}, headers=from_form)
    assert kept.status_code == 403
    assert 'href="/accounts/login/?next=/me/programs/" target="_blank"' in kept.text
    assert "no-store" in kept["Cache-Control"]
    assert "What you typed is in the other tab." in browser.get("/accounts/login/?next=/me/programs/").text

    browser.force_login(harry)
    browser.cookies[settings.CSRF_COOKIE_NAME] = "x" * 32  # another one, as from signing in
    again = browser.post(reverse("programs"), carried(kept), headers=from_form)
    assert again.status_code == 403
    assert "You are signed in as Harry Goy." in again.text
    assert carried(again) | typed == carried(again)
    assert "has access" in browser.post(reverse("programs"), carried(again), headers=from_form).text


def test_where_the_typing_is_said_once_and_in_another_tab(client):
    """Not where it is, if it is sent again before signing in; nor for each preview of a script, which shows no page."""
    told, from_form = "What you typed is in the other tab.", {"referer": "http://testserver/me/programs/"}
    for more in ({}, {}, {"hx-request": "true"}, {"hx-request": "true"}):
        kept = client.post(reverse("programs"), {"name": "Website"}, headers=from_form | more)
        assert (kept.status_code, told in kept.text) == (403, False)
    assert client.get(reverse("account_login")).text.count(told) == 1


def test_a_form_of_another_site_and_one_with_a_secret_are_not_carried(harry):
    browser, ours = Client(enforce_csrf_checks=True), "http://testserver/me/"
    for referer, fields in (
        ("https://other.example/", {"name": "Theirs"}), ("", {"name": "Theirs"}), (ours, {"oldpassword": "secret"}),
        (ours, {"code": "abcd efgh"}),
    ):  # fmt: skip
        answer = browser.post(reverse("programs"), fields, headers={"referer": referer})
        assert (answer.status_code, "Use your browser’s back button" in answer.text) == (403, True)
    for secret in ({"oldpassword": "a"}, {"code": "abcd efgh"}):
        signed_out = Client().post(reverse("account_change_password"), secret, headers={"referer": ours})
        assert signed_out["Location"] == "/accounts/login/?next=/me/"
