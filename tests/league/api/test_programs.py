"""The page where a person lets programs in, and takes what they were given back."""

import pytest
from django.test import Client
from django.utils.timezone import localdate

from league.base.accounts.models import digest_of
from league.base.audit.models import Entry
from league.exchange.choices import TokenScope
from league.exchange.models import Token
from tests.league.api.programs import Program, program_of

PAGE = "/me/programs/"
ASKED = {"name": "Crown website", "scope": "read", "lasts": "90"}


@pytest.fixture
def signed_in(evening) -> Client:
    client = Client()
    client.force_login(evening.home)
    return client


def test_a_new_token_is_shown_once_and_only_its_digest_is_kept(evening, signed_in):
    answer = signed_in.post(PAGE, ASKED, follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    token = Token.objects.get()
    secret = answer.context["secret"]
    assert secret in answer.content.decode()
    assert (token.digest, token.user, token.scope) == (digest_of(secret), evening.home, TokenScope.READ)
    assert secret not in signed_in.get(PAGE).content.decode()
    assert secret not in str(list(Token.objects.values()) + list(Entry.objects.values()))
    assert Program(secret).get("leagues").status_code == 200
    assert answer["Cache-Control"].count("no-store") == 1


def test_the_list_says_what_each_may_do_and_when_it_was_used(evening, signed_in):
    program = program_of(evening.home, name="Scoreboard")
    assert "Never used" in signed_in.get(PAGE).content.decode()
    program.get("leagues")
    assert Token.objects.get().used_on == localdate()
    shown = signed_in.get(PAGE).content.decode()
    assert "Last used Mon 7 Sep 2026" in shown
    assert "Also send, confirm and dispute cards" in shown


def test_a_token_that_is_taken_back_lets_nobody_in(evening, signed_in):
    program = program_of(evening.home)
    answer = signed_in.post(f"{PAGE}{Token.objects.get().pk}/revocation/")
    assert (answer.status_code, answer.url) == (302, PAGE)
    assert program.get("leagues").status_code == 401
    assert signed_in.post(f"{PAGE}{Token.objects.get().pk}/revocation/").status_code == 302
    assert list(Entry.objects.order_by("pk").values_list("verb", flat=True)) == ["make_token", "revoke_token"]
    assert "No app has access" in signed_in.get(PAGE).content.decode()


def test_a_name_is_given_once_and_again_after_it_was_taken_back(evening, signed_in):
    signed_in.post(PAGE, ASKED, follow=True)
    again = signed_in.post(PAGE, ASKED)
    assert again.status_code == 422
    assert "You already have an app with that name" in again.content.decode()
    signed_in.post(f"{PAGE}{Token.objects.get().pk}/revocation/")
    assert signed_in.post(PAGE, ASKED).status_code == 302


def test_last_use_is_written_once_a_day(evening, django_assert_num_queries):
    program = program_of(evening.home)
    program.get("leagues")
    with django_assert_num_queries(2):
        program.get("leagues")
