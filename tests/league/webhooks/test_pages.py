"""The secretary's pages of webhooks: off until one is set, the secret once, an address inside refused."""

import re

import pytest
from django.test import Client
from django.utils.timezone import now
from django_scopes import scopes_disabled

from league.notifications.choices import CHOSEN, MessageState
from league.notifications.models import Message, Webhook

PAGES = "/leek/settings/webhooks/"


@pytest.fixture
def client(evening) -> Client:
    made = Client()
    made.force_login(evening.secretary)
    return made


def form(url: str, *events: str) -> dict[str, object]:
    return {"url": url, "events": list(events or CHOSEN)}


def test_nothing_is_sent_before_one_is_set(client):
    page = client.get(PAGES, follow=True).content.decode()
    assert "Nothing is sent anywhere until you add one." in page
    assert f'action="{PAGES}new/"' in page


def test_the_secret_is_shown_once(client):
    page = client.post(f"{PAGES}new/", form("https://8.8.8.8/hook"), follow=True).content.decode()
    hook = Webhook.objects.get()
    assert re.findall(r'value="(whsec_[^"]+)"', page) == [hook.secret]
    assert "whsec_" not in client.get(hook.get_absolute_url()).content.decode()
    renewed = client.post(f"{PAGES}{hook.pk}/renewal/", follow=True).content.decode()
    assert hook.secret not in renewed
    assert "The old secret works for another day." in renewed


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://example.org/x", "begins with https://"), ("https://127.0.0.1/x", "inside a network"),
        ("https://nobody-has-this-name.invalid/x", "No server of this name was found"), ("", "Enter the address"),
    ],
)  # fmt: skip
def test_an_address_that_may_not_be_had_is_refused_in_words(client, url, words):
    answer = client.post(f"{PAGES}new/", form(url))
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Webhook.objects.exists()


def test_a_test_can_be_sent_and_stands_in_the_list(client):
    client.post(f"{PAGES}new/", form("https://8.8.8.8/hook"), follow=True)
    hook = Webhook.objects.get()
    page = client.post(f"{PAGES}{hook.pk}/test/", follow=True).content.decode()
    assert "A test is on its way" in page
    assert re.search(r"<strong>Test</strong>\s*<span class=\"tag\">Waiting</span>", page)
    with scopes_disabled():
        Message.objects.update(state=MessageState.SENT, sent_at=now(), attempts=1, status=204)
    page = " ".join(client.get(hook.get_absolute_url()).content.decode().split())
    assert re.search(r'<strong>Test</strong> <span class="tag">Delivered</span>.*, answered 204 </span>', page)


def test_one_that_was_made_twice_is_refused_in_words(client):
    client.post(f"{PAGES}new/", form("https://8.8.8.8/hook"))
    answer = client.post(f"{PAGES}new/", form("https://8.8.8.8/hook"))
    assert (answer.status_code, "This address is set already." in answer.content.decode()) == (422, True)
