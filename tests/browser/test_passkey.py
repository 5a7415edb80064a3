"""A passkey from adding it to signing in with it, in a real browser under the site's strict content policy."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.urls import reverse

from tests.factories import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def page(browser):
    """A phone with a fingerprint reader; `page.faults` are the errors of its console."""
    shown = browser.new_context(viewport=PHONE).new_page()
    shown.faults = []
    shown.on("console", lambda said: shown.faults.append(said.text) if said.type == "error" else None)
    devtools = shown.context.new_cdp_session(shown)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return shown


def test_a_passkey_is_added_and_signs_in(live_server, page):
    captain = make_user("Demo Captain", demo=True)
    captain.set_unusable_password()
    captain.save()
    EmailAddress.objects.create(user=captain, email=captain.email, verified=True, primary=True)
    site = live_server.url.replace("127.0.0.1", "localhost")

    page.goto(site + reverse("demo"))
    with page.expect_navigation():
        page.get_by_role("button", name="Demo Captain").click()
    page.goto(site + reverse("mfa_add_webauthn"))
    page.get_by_role("button", name="Add passkey").click()
    page.wait_for_url(re.compile(reverse("mfa_view_recovery_codes")))

    page.goto(site + reverse("account_logout"))
    with page.expect_navigation():
        page.locator("main").get_by_role("button", name="Sign out").click()
    page.goto(site + reverse("account_login"))
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(site + reverse("home"))
    page.goto(site + reverse("me"))
    assert "Demo" in page.locator("header").first.inner_text()
    assert [fault for fault in page.faults if "Content Security Policy" in fault] == []
