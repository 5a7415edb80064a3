"""The pages of scorer links: made and shown once, listed, and taken back, without JavaScript."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from league.base.audit.models import Entry
from league.matchnight.models import ScorerLink
from league.matchnight.permissions import link_of
from tests.league.live.phones import address


def make(captain, fixture, name="Bob Lee"):
    return captain.post(address(fixture, "scorer-links"), {"name": name}, follow=True).content.decode()


def test_link_is_made_and_shown_with_its_square_and_code(captain, fixture):
    page = make(captain, fixture)
    token = re.search(r'href="http://testserver/s/(\w+)/"', page)[1]
    assert link_of(token).name == "Bob Lee"
    assert " ".join((token[:4], token[4:8], token[8:])).upper() in page
    assert re.search(r'<svg[^>]* class="qr"', page)


def test_code_is_typed_where_the_codes_of_cards_are(captain, fixture):
    page = make(captain, fixture)
    code = re.search(r"Code: <strong[^>]*>([\w ]+)<", page)[1]
    assert "testserver/m/" in page
    answer = Client().post(reverse("short-code"), {"code": code.lower()})
    assert (answer.status_code, answer.url) == (302, f"/s/{code.replace(' ', '').lower()}/")
    assert Client().post(reverse("short-code"), {"code": code[:-1]}).status_code == 422


def test_link_is_shown_once(captain, fixture):
    token = re.search(r"/s/(\w+)/", make(captain, fixture))[1]
    page = captain.get(address(fixture, "scorer-links")).content.decode()
    assert (token in page, "Bob Lee" in page) == (False, True)


def test_page_with_a_link_is_kept_by_nobody(captain, fixture):
    answer = captain.post(address(fixture, "scorer-links"), {"name": "Bob Lee"}, follow=True)
    assert "no-store" in answer["Cache-Control"]


def test_link_of_one_match_is_not_shown_at_another(captain, night, fixture):
    captain.post(address(fixture, "scorer-links"), {"name": "Bob Lee"})
    other = night.small.fixtures[2]
    assert "/s/" not in captain.get(address(other, "scorer-links")).content.decode()


def test_nameless_link_is_not_made(captain, fixture):
    answer = captain.post(address(fixture, "scorer-links"), {"name": "  "})
    assert answer.status_code == 422
    assert "Enter the name of who will score." in answer.content.decode()
    assert not ScorerLink.objects.exists()


def test_link_is_taken_back_after_the_consequence_was_told(captain, fixture):
    make(captain, fixture)
    link = ScorerLink.objects.get()
    page = captain.get(address(fixture, "scorer-link-end", link.pk), follow=True).content.decode()
    assert "No more scores are taken from this link." in page
    answer = captain.post(address(fixture, "scorer-link-end", link.pk), follow=True)
    link.refresh_from_db()
    assert link.revoked_at is not None
    assert "Ended " in answer.content.decode()


def test_history_tells_who_let_whom_peg(captain, fixture):
    make(captain, fixture)
    captain.post(address(fixture, "scorer-link-end", ScorerLink.objects.get().pk))
    assert list(Entry.objects.order_by("pk").values_list("words", flat=True)) == [
        "Crown A Captain let Bob Lee peg Crown A v Bell by a link",
        "Crown A Captain took back the scorer link of Bob Lee for Crown A v Bell",
    ]


def test_link_of_another_match_is_not_there(captain, night, fixture):
    make(captain, fixture)
    other = night.small.fixtures[2]
    assert captain.get(address(other, "scorer-link-end", ScorerLink.objects.get().pk)).status_code == 404


@pytest.mark.parametrize("links", [1, 3, 10])
def test_list_costs_the_same_for_any_number_of_links(captain, fixture, links, django_assert_num_queries):
    for number in range(links):
        make(captain, fixture, f"Bob {number}")
    captain.get(address(fixture, "scorer-links"))
    with django_assert_num_queries(7):
        captain.get(address(fixture, "scorer-links"))
