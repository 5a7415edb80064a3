"""Every step of a sign-in that is not finished can be left, sent again, and forgotten for another."""

import re
from datetime import timedelta

import pytest
from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.core.internal.ratelimit import parse_rates
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string
from django_scopes import scopes_disabled

from league.base.accounts.limits import wait_in_words
from league.teams.choices import RoleKind
from league.teams.queries.people import invitation_token
from tests.factories import league_in_season, make_role, make_user
from tests.league.accounts.test_sign_in import ask_code, code_in, is_signed_in

pytestmark = pytest.mark.django_db
PASSWORD, SECRET, TYPO = "correct horse battery", "JBSWY3DPEHPK3PXP", "harry@example.comm"


@pytest.fixture(autouse=True)
def fresh_limits():
    cache.clear()


@pytest.fixture
def harry():
    return make_user("Harry Goy")


def to_code(client, harry):
    return ask_code(client, TYPO)


def to_code_of_a_member(client, harry):
    return ask_code(client, harry.email)


def to_address(client, harry):
    return client.post(reverse("account_login"), {"login": harry.email, "password": PASSWORD}, follow=True)


def to_factor(client, harry):
    TOTP.activate(harry, SECRET)
    ask_code(client, harry.email)
    return client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[-1])}, follow=True)


def to_reset(client, harry):
    return client.post(reverse("account_reset_password"), {"email": TYPO}, follow=True)


def to_new_password(client, harry):
    client.post(reverse("account_reset_password"), {"email": harry.email})
    return client.post(reverse("account_confirm_password_reset_code"), {"code": code_in(mail.outbox[-1])}, follow=True)


STEPS = {
    to_code: "account_confirm_login_code",
    to_code_of_a_member: "account_confirm_login_code",
    to_address: "account_email_verification_sent",
    to_factor: "mfa_authenticate",
    to_reset: "account_confirm_password_reset_code",
    to_new_password: "account_complete_password_reset",
}
WAYS_IN = ("account_login", "account_request_login_code", "account_reset_password")


def forms_in(page):
    """The forms of a page that have a button alone: its words, the address, and the hidden fields."""
    forms = {}
    for action, body in re.findall(r'<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>', page.text, re.DOTALL):
        words = re.search(r"<button[^>]*>(.*?)</button>", body, re.DOTALL)
        fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', body)
        forms[" ".join(words[1].split()) if words else ""] = action, dict(fields)
    return forms


@pytest.mark.parametrize("step", STEPS)
def test_from_every_step_every_other_way_in_is_open(client, harry, step):
    page = step(client, harry)
    assert page.request["PATH_INFO"] == reverse(STEPS[step])
    assert "Other ways" in page.text
    for name in WAYS_IN:
        assert client.get(reverse(name), follow=True).redirect_chain == []
    assert client.get(reverse("me")).url.startswith(reverse("account_login"))
    passkey = client.get(reverse("mfa_login_webauthn"), headers={"accept": "application/json"})
    assert "publicKey" in passkey.json()["request_options"]
    other = make_user("Olive Other")
    ask_code(client, other.email)
    assert mail.outbox[-1].to == [other.email]
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[-1])})
    assert client.session["_auth_user_id"] == str(other.pk)


@pytest.mark.parametrize("step", [to_code, to_code_of_a_member, to_address, to_factor])
def test_a_step_is_forgotten_by_one_button(client, harry, step):
    page = step(client, harry)
    forms = forms_in(page)
    action, fields = forms.get("Use another address") or forms["Sign in as somebody else"]
    left = client.post(action, fields, follow=True)
    assert left.request["PATH_INFO"] == reverse("account_login")
    assert "You have begun" not in left.text
    assert client.get(reverse(STEPS[step]), follow=True).request["PATH_INFO"] != reverse(STEPS[step])


@pytest.mark.parametrize("step", [to_code_of_a_member, to_address])
def test_a_code_is_sent_again_and_then_the_first_is_of_no_use(client, harry, step, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    page = step(client, harry)
    first = code_in(mail.outbox[-1])
    time_machine.shift(timedelta(minutes=5))
    action, fields = forms_in(page)["Send the code again"]
    page = client.post(action, fields, follow=True)
    assert page.request["PATH_INFO"] == reverse(STEPS[step])
    second = code_in(mail.outbox[-1])
    time_machine.shift(timedelta(minutes=9, seconds=59))
    client.post(reverse(STEPS[step]), {"code": first})
    assert (len(mail.outbox), is_signed_in(client)) == (2, first == second)
    client.post(reverse(STEPS[step]), {"code": second})
    assert is_signed_in(client)


def test_a_reset_is_sent_again(client, harry):
    page = client.post(reverse("account_reset_password"), {"email": harry.email}, follow=True)
    action, fields = forms_in(page)["Send the code again"]
    client.post(action, fields)
    page = client.post(reverse("account_confirm_password_reset_code"), {"code": code_in(mail.outbox[-1])}, follow=True)
    assert (len(mail.outbox), page.request["PATH_INFO"]) == (2, reverse("account_complete_password_reset"))


def test_a_change_of_address_can_be_cancelled_or_begun_again(client, harry):
    ask_code(client, harry.email)
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[-1])})
    page = client.post(reverse("account_email"), {"email": TYPO, "action_add": ""}, follow=True)
    assert {reverse("account_email"), reverse("me")} <= set(re.findall(r'button--second" href="([^"]*)"', page.text))
    change = client.get(reverse("account_email"), follow=True).text
    assert f"code to {TYPO}" in change
    assert f'href="{reverse("account_email_verification_sent")}"' in change
    client.post(reverse("account_email"), {"email": "harry@example.com", "action_add": ""})
    client.post(reverse("account_email_verification_sent"), {"code": code_in(mail.outbox[-1])})
    harry.refresh_from_db()
    assert harry.email == "harry@example.com"


@pytest.mark.parametrize("step", [to_code, to_address, to_factor])
def test_the_sign_in_page_leads_back_to_what_was_begun(client, harry, step):
    step(client, harry)
    shown = client.get(f"{reverse('account_login')}?next=/me/").text
    assert f'href="{reverse(STEPS[step])}?next=/me/"' in " ".join(shown.split())


def test_no_stage_of_allauth_holds_anybody():
    request = RequestFactory().get("/")
    assert not any(import_string(path).is_resumable(None, request) for path in get_adapter(request).get_login_stages())


def test_an_invitation_sends_its_code_to_its_own_address(client, harry):
    with scopes_disabled():
        league = league_in_season(teams=2).league
        role = make_role(make_user("New Officer"), league, RoleKind.TREASURER)
    ask_code(client, TYPO)
    invitation = reverse("invitation", args=[invitation_token(role)])
    action, fields = forms_in(client.get(invitation))["E-mail me a code"]
    page = client.post(action, fields, follow=True)
    assert mail.outbox[-1].to == [role.user.email]
    assert f"<strong>{role.user.email}</strong>" in page.text
    other = Client()
    other.force_login(harry)
    action, fields = forms_in(other.get(invitation))["Sign out and carry on"]
    assert "E-mail me a code" in other.post(action, fields, follow=True).text


# --- how long to wait -------------------------------------------------------------------------------------------------
def test_no_limit_behind_the_page_about_too_many_attempts_is_longer_than_it_says(client):
    limits = {name: parse_rates(rates) for name, rates in app_settings.RATE_LIMITS.items()}
    longest = {name: max((rate.duration for rate in rates), default=0) for name, rates in limits.items()}
    assert longest.pop("login_failed") == 300, "which the error about codes from an app says"
    assert max(longest.values()) <= 60
    for _ in range(31):
        page = client.post(reverse("account_login"), {"login": "x", "password": ""})
    assert (page.status_code, "Wait a minute" in page.text) == (429, True)
    assert f'href="{reverse("account_login")}">Go back' in page.text


@pytest.mark.parametrize("step", [to_code_of_a_member, to_address, to_reset])
def test_who_presses_send_it_again_at_once_stays_at_the_step(client, harry, step):
    page = step(client, harry)
    action, fields = forms_in(page)["Send the code again"]
    assert client.post(action, fields, follow=True).request["PATH_INFO"] == reverse(STEPS[step])


@pytest.mark.parametrize(("seconds", "words"), [(1, "1 second"), (60, "60 seconds"), (121, "3 minutes")])
def test_a_wait_in_words(seconds, words):
    assert wait_in_words(seconds) == words


def test_a_fourth_code_within_a_minute_says_how_long_to_wait(client, harry, time_machine):
    time_machine.move_to(timezone.now().replace(second=20), tick=False)
    pages = [ask_code(client, harry.email) for _ in range(4)]
    assert "Too many attempts. Wait 40 seconds, then try again." in pages[-1].text
    assert (len(mail.outbox), "Carry on" in pages[-1].text) == (3, True)


def test_a_third_wrong_code_says_to_ask_for_a_new_one_and_one_is_sent(client, harry):
    ask_code(client, harry.email)
    for _ in range(3):
        page = client.post(reverse("account_confirm_login_code"), {"code": "WRONG1"}, follow=True)
    assert "Ask for a new one." in page.text
    ask_code(client, harry.email)
    assert len(mail.outbox) == 2


def test_a_sixth_wrong_code_from_an_app_says_how_long_to_wait(client, harry):
    to_factor(client, harry)
    for _ in range(6):
        page = client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert "Too many wrong codes. Wait five minutes" in page.text


# --- who counts -------------------------------------------------------------------------------------------------------
def from_address(number):
    return {"REMOTE_ADDR": f"198.51.100.{number}"}


def test_a_stranger_who_asks_for_codes_and_guesses_passwords_locks_nobody_out(client, harry):
    stranger = Client(**from_address(7))
    for _ in range(6):
        ask_code(stranger, harry.email)
        page = stranger.post(reverse("account_login"), {"login": harry.email, "password": "wrong"})
    assert "Too many attempts" in page.text
    at_home = Client(**from_address(8))
    page = at_home.post(reverse("account_login"), {"login": harry.email, "password": PASSWORD}, follow=True)
    assert page.request["PATH_INFO"] == reverse("account_email_verification_sent")
    ask_code(at_home, harry.email)
    at_home.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[-1])})
    assert is_signed_in(at_home)


def test_many_strangers_lock_nobody_out_of_a_device_that_signed_in_before(client, harry):
    ask_code(client, harry.email)
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[-1])})
    client.post(reverse("account_logout"))
    for number in range(10):
        for _ in range(3):
            ask_code(Client(**from_address(number)), harry.email)
    assert len(mail.outbox) == 20, "an account has a limit for all strangers"
    assert "Too many attempts" in ask_code(Client(**from_address(99)), harry.email).text
    ask_code(client, harry.email)
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[-1])})
    assert is_signed_in(client)
    assert client.cookies["device"]["path"] == "/accounts/"


def test_no_stranger_has_the_site_write_to_an_address_that_no_league_has(client, harry):
    for number in range(3):
        ask_code(client, f"nobody.{number}@example.org")
        client.post(reverse("account_reset_password"), {"email": f"nobody.{number}@example.org"})
    assert mail.outbox == []
