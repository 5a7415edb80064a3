"""What is forgotten, and when: one test for each rule, which stands on the public page in the same words."""

from datetime import UTC, datetime, timedelta
from io import BytesIO
from uuid import uuid4

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.urls import reverse
from django_scopes import scope, scopes_disabled
from PIL import Image

from league.base.accounts.models import Session, User
from league.base.audit.models import Entry
from league.base.jobs.runner import discover, run_due
from league.documents.models import Paper
from league.exchange.actions.erasure import apply_retention
from league.exchange.choices import INVITATIONS, PHOTOGRAPHS, RULES, SENDERS, SIGN_INS
from league.results.actions.cards import submit_card_by_code
from league.results.actions.messages import (
    ReceivedMessage,
    attach_photo,
    fill_from_messages,
    keep_incoming,
    store_reading,
    submit_message,
)
from league.results.choices import SentFor, Source
from league.results.models import CardMessage, Draft, IncomingMessage, Photo, PhotoReading
from league.teams.actions.people import invite_person
from league.teams.choices import RoleKind
from league.teams.models import Role
from scoring.card.sheet import Card, Side
from tests.factories import league_in_season, make_user
from tests.league.privacy.whole import everything, found_in
from tests.league.world import CLOSING_TIME

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def small(tmp_path):
    with scopes_disabled():
        made = league_in_season(teams=2, squad=2)
    with override_settings(MEDIA_ROOT=tmp_path), scope(league=made.league):
        yield made


def at(moment):
    """The round that goes at a moment: everything that is due then is forgotten."""
    with time_machine.travel(moment, tick=False):
        apply_retention(at=moment)


def test_photographs_go_ninety_days_after_the_season(small, tmp_path, django_capture_on_commit_callbacks):
    out = BytesIO()
    Image.new("RGB", (30, 20), "white").save(out, "JPEG")
    upload = SimpleUploadedFile("card.jpg", out.getvalue(), "image/jpeg")
    attach_photo(fixture=small.fixtures[0], upload=upload, by=small.captains[0], at=CLOSING_TIME)
    last_day = datetime.combine(small.season.ends + PHOTOGRAPHS.kept, datetime.min.time(), UTC) + timedelta(hours=12)
    with django_capture_on_commit_callbacks(execute=True):
        at(last_day)
    assert Photo.objects.count() == len([*tmp_path.rglob("*.jpg")]) == 1
    with django_capture_on_commit_callbacks(execute=True):
        at(last_day + timedelta(days=1))
    assert Photo.objects.count() == len([*tmp_path.rglob("*.jpg")]) == 0
    assert Entry.objects.get(verb="forget_photographs").league_id == small.league.pk


def test_who_sent_a_card_by_its_code_is_forgotten_ninety_days_after_the_season(small):
    filed = submit_card_by_code(
        fixture=small.fixtures[0], card=Card.score_only(5, 4), sent_for=SentFor.HOME, sender="Alan Hill", key=uuid4(),
        seen=small.fixtures[0].version, at=CLOSING_TIME,
    )  # fmt: skip
    last_day = datetime.combine(small.season.ends + SENDERS.kept, datetime.min.time(), UTC) + timedelta(hours=12)
    at(last_day)
    filed.refresh_from_db()
    assert filed.sender == "Alan Hill"
    at(last_day + timedelta(days=1))
    filed.refresh_from_db()
    assert (filed.sender, filed.sender_name) == ("", "Someone, by the code on the card")


def test_of_what_captains_send_no_word_is_left_ninety_days_after_the_season(small, django_capture_on_commit_callbacks):
    """Messages that were sent, that wait or are on a card never sent; photos, their readings; names by the code."""
    fixture, captain, name = small.fixtures[0], small.captains[0], "Zebedee Quill"
    message = ReceivedMessage(name, "", f"{name} says Crown A 6 Bell 3")
    common = {"fixture": fixture, "by": captain, "at": CLOSING_TIME}
    submit_message(message=message, score=(6, 3), sent_for=SentFor.HOME, seen=fixture.version, **common)
    everyone = dict.fromkeys(Side, ())
    fill_from_messages(messages=[message], score=(6, 3), card=Card(), present=everyone, **common)
    waits = {"league": small.league, "by": captain, "source": Source.MAIL, "received_at": CLOSING_TIME}
    keep_incoming(message=IncomingMessage(text=message.text, **waits), at=CLOSING_TIME)
    photo = Photo.objects.create(fixture=fixture, sender=name, at=CLOSING_TIME, width=1, height=1, image="cards/1.jpg")
    store_reading(photo=photo, readings={name: {"sure": True}}, players={}, flat=name.encode(), at=CLOSING_TIME)
    submit_card_by_code(
        fixture=small.fixtures[1], card=Card.score_only(5, 4), sent_for=SentFor.HOME, sender=name, key=uuid4(),
        seen=small.fixtures[1].version, at=CLOSING_TIME + timedelta(days=7),
    )  # fmt: skip
    mark = {"name": name}
    assert all(store.objects.exists() for store in (CardMessage, Draft, IncomingMessage, Photo, PhotoReading))
    assert found_in(everything(), mark)
    with django_capture_on_commit_callbacks(execute=True):
        at(datetime.combine(small.season.ends + PHOTOGRAPHS.kept, datetime.min.time(), UTC) + timedelta(days=2))
    assert found_in(everything(), mark) == {}


def test_when_somebody_last_signed_in_is_forgotten_but_not_that_they_did(small):
    user = small.captains[0]
    Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={}, last_used_at=CLOSING_TIME)
    User.objects.filter(pk=user.pk).update(last_login=CLOSING_TIME)
    with time_machine.travel(CLOSING_TIME, tick=False):
        Client().force_login(small.secretary)
    signed_in = User.objects.get(pk=small.secretary.pk).last_login
    at(CLOSING_TIME + SIGN_INS.kept)
    assert User.objects.get(pk=user.pk).last_login == CLOSING_TIME
    at(CLOSING_TIME + SIGN_INS.kept + MINUTE)
    user.refresh_from_db()
    assert user.last_login == user.joined_at
    assert not user.invitation_ran_out(CLOSING_TIME)
    assert Authenticator.objects.get(user=user).last_used_at is None
    assert User.objects.get(pk=small.secretary.pk).last_login != signed_in
    assert not Session.objects.exists()


def invited(small, kind, name):
    team = small.entries[0].team if kind == RoleKind.PLAYER else None
    role = invite_person(
        league=small.league, email=f"{name}@example.org", name=name, kind=kind, team=team, by=small.secretary,
        at=CLOSING_TIME,
    )  # fmt: skip
    return role.user


def test_an_invitation_that_nobody_took_up_goes_after_a_fortnight(small):
    never, came = invited(small, RoleKind.PLAYER, "Never"), invited(small, RoleKind.PLAYER, "Came")
    officer = invited(small, RoleKind.RESULTS_OFFICER, "Rita")
    User.objects.filter(pk=came.pk).update(last_login=CLOSING_TIME)
    at(CLOSING_TIME + INVITATIONS.kept)
    assert User.objects.filter(pk=never.pk).exists()
    at(CLOSING_TIME + INVITATIONS.kept + MINUTE)
    assert set(User.objects.filter(pk__in=(never.pk, came.pk, officer.pk))) == {came, officer}
    assert Entry.objects.get(verb="forget_invitation").league_id == small.league.pk
    Role.objects.filter(user=officer).update(ended_at=CLOSING_TIME)
    at(CLOSING_TIME + timedelta(days=200))
    assert set(User.objects.filter(pk__in=(came.pk, officer.pk))) == {came}
    assert "never@example.org" not in everything()


def test_somebody_invited_who_has_done_something_stays(small):
    """By a link, say: then a row that must stay says that it was them."""
    user = invited(small, RoleKind.PLAYER, "Busy")
    Entry.objects.create(at=CLOSING_TIME, by=user, verb="x", words="x")
    at(CLOSING_TIME + timedelta(days=200))
    assert User.objects.filter(pk=user.pk).exists()


def test_papers_go_after_a_week(small):
    values = {"league": small.league, "kind": "x", "title": "x", "name": "x", "asked_at": CLOSING_TIME}
    Paper.objects.create(key="k", token="t", **values)
    at(CLOSING_TIME + timedelta(days=7))
    assert Paper.objects.exists()
    at(CLOSING_TIME + timedelta(days=7) + MINUTE)
    assert not Paper.objects.exists()


def test_where_spectators_are_is_written_nowhere(small, client):
    address = "203.0.113.77"
    for path in ("/leek/", "/leek/tonight/", "/leek/table/", small.fixtures[0].get_absolute_url()):
        assert client.get(path, REMOTE_ADDR=address, HTTP_X_FORWARDED_FOR=address).status_code == 200
    assert client.post(reverse("account_request_login_code"), {"email": "a@example.org"}, REMOTE_ADDR=address)
    assert address not in everything()


def test_the_rounds_see_to_it(small):
    user = make_user("Old Hand", last_login=CLOSING_TIME)
    discover()
    run_due(CLOSING_TIME + timedelta(days=400))
    user.refresh_from_db()
    assert user.last_login == user.joined_at


def test_everybody_reads_the_same_rules(client, db):
    seen = client.get(reverse("privacy")).content.decode()
    for rule in RULES:
        assert rule.what in seen
    assert "90 days after the season ends" in seen
    assert "14 days after they were sent" in seen


def test_forgetting_twice_does_nothing_more(small):
    invited(small, RoleKind.PLAYER, "Never")
    late = CLOSING_TIME + timedelta(days=400)
    at(late)
    before = Entry.objects.count()
    at(late + MINUTE)
    assert Entry.objects.count() == before
