"""Somebody is erased: a pseudonym stands for them everywhere, and what they played counts as it did."""

from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.db import models, transaction
from django.test import Client, override_settings
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import record
from league.base.audit.models import Entry
from league.base.ui.cache import html_cache, page_cache, paper_cache
from league.documents.models import Paper
from league.exchange.actions.erasure import erase_person
from league.exchange.queries.persons import (
    copy_of,
    erasure_preview,
    of_a_league,
    person_playing,
    person_signing_in,
    rows_here,
)
from league.exchange.register import REGISTER, ErasureAction
from league.results.actions.cards import submit_card_by_code
from league.results.choices import SentFor
from league.results.models import Appearance, Photo, Result, Submission
from league.results.queries.tables import tables
from league.teams.choices import RoleKind
from league.teams.models import Player, Registration, Role
from scoring.card.sheet import Card
from tests.factories import make_league, make_player, make_role
from tests.league.privacy.whole import everything, found_in
from tests.league.world import CLOSING_TIME, make_world

pytestmark = pytest.mark.django_db
LATER = CLOSING_TIME + timedelta(days=30)
NAME, PHONE, EMAIL = "Bartholomew Quigley", "07700 900 321", "barty.quigley@example.org"


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker, tmp_path_factory):
    """Made once for all these tests, which each put everything back."""
    media = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("cards"))
    with django_db_blocker.unblock(), media, transaction.atomic():
        yield make_world("leek")
        transaction.set_rollback(True)


@pytest.fixture
def world(made, db):
    with scope(league=made.league):
        yield made


@pytest.fixture
def person(world):
    """A player of Crown A who is on its card, signs in, and is the Plough's vice-captain under a nickname."""
    player = Appearance.objects.filter(team__slug="crown-a").order_by("line", "pk").first().player
    old = player.name
    user = User.objects.create_user(EMAIL, NAME, "correct horse battery", phone=PHONE)
    EmailAddress.objects.create(user=user, email=EMAIL, verified=True, primary=True)
    make_role(user, world.league, RoleKind.PLAYER, world.evening.small.entries[0].team)
    for row in Submission.objects.all():
        row.card = renamed(row.card, old)
        row.save()
    player.name, player.slug, player.known_as, player.user = NAME, "b-quigley", "Barty", user
    player.save()
    return person_playing(Player.objects.select_related("league", "user", "merged_into").get(pk=player.pk))


def renamed(value, old):
    if isinstance(value, dict):
        return {key: renamed(each, old) for key, each in value.items()}
    if isinstance(value, list):
        return [renamed(each, old) for each in value]
    return NAME if value == old else value


MARKERS = {
    "name": NAME,
    "initial": "B Quigley",
    "nickname": "Barty Quigley",
    "slug": "b-quigley",
    "turned round": "Quigley, Bartholomew",
    "surname": "Quigley",
    "phone": PHONE,
    "phone without gaps": "07700900321",
    "phone from abroad": "+44 7700 900321",
    "e-mail": EMAIL,
}


def erase(world, person, captured, **rest):
    with captured(execute=True):
        return erase_person(person=person, by=world.evening.secretary, at=LATER, **rest)


def said(old: str, longest: int | None) -> str:
    names = f"B Quigley, B. Quigley ({NAME}, Barty Quigley, Quigley, Bartholomew)"
    words = f"{names} /b-quigley/ {PHONE} +44 7700 900321 {EMAIL}; {old}"
    return words if longest is None or len(words) <= longest else f"{old.split(maxsplit=1)[0]} {NAME} {PHONE}"[:longest]


def plant(person) -> list[str]:
    """Write the person into every text of every row of the league that may hold one; which fields those were."""
    planted = []
    for label, held in REGISTER.items():
        model = apps.get_model(label)
        if not of_a_league(model):
            continue
        for name in held.those(ErasureAction.SOUGHT):
            field = model._meta.get_field(name)
            for row in rows_here(person, model):
                old = getattr(row, name)
                if isinstance(field, models.JSONField):
                    fresh = {**old, "said": said("", None)} if isinstance(old, dict) else [*old, said("", None)]
                elif name in {"slug", "body_hash"}:
                    continue
                else:
                    fresh = said(f"{row.pk} {old}", field.max_length)
                model.objects.filter(pk=row.pk).update(**{name: fresh})
                planted.append(f"{label}.{name}")
    return planted


def test_a_person_written_into_every_text_is_in_none_afterwards(world, person, django_capture_on_commit_callbacks):
    planted = plant(person)
    kind = ContentType.objects.get_for_model(Player)
    LogEntry.objects.create(
        user=person.user, content_type=kind, object_id=str(person.players[0].pk), object_repr=NAME, action_flag=2
    )
    Client().force_login(person.user)
    assert len(set(planted)) > 25
    assert set(found_in(everything(), MARKERS)) == set(MARKERS) - {"phone without gaps"}

    erase(world, person, django_capture_on_commit_callbacks, surname_too=True)
    assert found_in(everything(), MARKERS) == {}


def test_what_was_played_counts_as_it_did(world, person, django_capture_on_commit_callbacks):
    before = figures(world)
    erased = erase(world, person, django_capture_on_commit_callbacks)
    assert figures(world) == before
    call_command("retally", verbosity=0)
    assert figures(world) == before
    player = Player.objects.get(pk=person.players[0].pk)
    assert player.name == player.public_name == erased.alias
    assert player.appearances.exists()


def figures(world):
    rows = Appearance.objects.order_by("result__fixture", "player", "line")
    return (
        [each.rows for each in tables([world.evening.small.division], LATER).values()],
        list(rows.values_list("result__fixture", "player", "line", "won", "lost", "pegs")),
        list(Result.objects.order_by("fixture").values_list("fixture", "state", "kind", "tally", "home_games")),
    )


def test_the_papers_of_the_league_go_with_their_files(world, person, django_capture_on_commit_callbacks):
    values = {"kind": "x", "title": "x", "name": "x", "asked_at": LATER, "made_at": LATER, "pages": 1}
    ours = Paper(league=world.league, key="ours", token="ours", **values)
    theirs = Paper(league=make_league("teesdale"), key="theirs", token="theirs", **values)
    for held in (ours, theirs):
        held.file.save(f"{held.key}.pdf", ContentFile(b"%PDF"))
    erase(world, person, django_capture_on_commit_callbacks)
    with scopes_disabled():
        assert [*Paper.objects.all()] == [theirs]
    assert [Path(held.file.path).exists() for held in (ours, theirs)] == [False, True]


def test_name_under_which_a_card_came_by_its_code_goes(world, person, django_capture_on_commit_callbacks):
    fixture = world.evening.small.fixtures[1]
    fixture.refresh_from_db()
    filed = submit_card_by_code(
        fixture=fixture, card=Card.score_only(5, 4), sent_for=SentFor.AWAY, sender=NAME, key=uuid4(),
        seen=fixture.version, at=CLOSING_TIME,
    )  # fmt: skip
    [cards] = [each for each in copy_of(person, by=world.evening.secretary) if each.label == "results.Submission"]
    assert NAME in [row.get("sender") for row in cards.rows]
    erased = erase(world, person, django_capture_on_commit_callbacks)
    filed.refresh_from_db()
    assert filed.sender == erased.alias


def test_photographs_drafts_and_the_account_go(world, person, django_capture_on_commit_callbacks):
    [photo] = Photo.objects.all()
    path = photo.image.path
    session = Client()
    session.force_login(person.user)
    erase(world, person, django_capture_on_commit_callbacks)
    assert not Photo.objects.exists()
    with pytest.raises(FileNotFoundError):
        Path(path).open().close()
    user = User.objects.get(pk=person.user.pk)
    assert (user.is_active, user.phone, user.has_usable_password()) == (False, "", False)
    assert user.email.endswith("@erased.invalid")
    assert session.get("/me/").status_code == 302
    assert not Role.objects.filter(user=user, ended_at=None).exists()
    assert not Registration.objects.filter(player=person.players[0], until=None, state="approved").exists()


def test_it_is_written_down_without_the_name(world, person, django_capture_on_commit_callbacks):
    erased = erase(world, person, django_capture_on_commit_callbacks)
    entry = Entry.objects.order_by("pk").last()
    assert (entry.verb, entry.by, entry.words) == (
        "erase_person",
        world.evening.secretary,
        f"{erased.alias}: someone was removed at their own request",
    )


@pytest.mark.parametrize("kept", [html_cache, page_cache, paper_cache])
def test_what_is_kept_for_everybody_is_forgotten(kept, world, person, django_capture_on_commit_callbacks):
    kept.set("page", NAME)
    erase(world, person, django_capture_on_commit_callbacks)
    assert kept.get("page") is None


def test_nothing_is_taken_for_somebody_of_the_same_name(world, person, django_capture_on_commit_callbacks):
    """Of two who are called B Quigley, only what is about this one loses the name."""
    other = make_player(world.evening.small.entries[1].team, "Bertha Quigley")
    by = {"by": None, "at": LATER, "league_id": world.league.pk}
    doubtful = record(verb="x", words="B Quigley was late", **by)
    sure = record(verb="x", words="B Quigley was late", about=(person.players[0],), **by)
    theirs = record(verb="x", words="B Quigley was late", about=(other,), **by)
    erased = erase(world, person, django_capture_on_commit_callbacks)
    words = [Entry.objects.get(pk=each.pk).words for each in (doubtful, sure, theirs)]
    assert words == ["B Quigley was late", f"{erased.alias} was late", "B Quigley was late"]
    assert Player.objects.get(pk=other.pk).name == "Bertha Quigley"


def test_an_account_that_another_league_needs_stays(world, person, django_capture_on_commit_callbacks):
    with scopes_disabled():
        other = make_world("dales", "Quagga")
        make_role(person.user, other.league, RoleKind.CAPTAIN, other.evening.small.entries[0].team)
    shared = person_playing(person.players[0])
    assert (shared.elsewhere, shared.account) == ((other.league,), None)
    erase(world, shared, django_capture_on_commit_callbacks)
    user = User.objects.get(pk=person.user.pk)
    assert (user.name, user.email, user.is_active) == (NAME, EMAIL, True)
    assert Player.objects.get(pk=person.players[0].pk).user is None
    assert not Role.objects.filter(user=user, league=world.league, ended_at=None).exists()
    # The other league erases it in its turn, and then it is nobody's.
    with scope(league=other.league), django_capture_on_commit_callbacks(execute=True):
        last = person_signing_in(user, other.league)
        erase_person(person=last, by=other.evening.secretary, at=LATER)
    assert not User.objects.get(pk=user.pk).is_active
    assert "bartholomew" not in everything()


def test_rows_found_to_be_one_player_go_together(world, person, django_capture_on_commit_callbacks):
    twin = make_player(world.evening.small.entries[0].team, "Bart Quigly")
    Player.objects.filter(pk=twin.pk).update(merged_into=person.players[0])
    whole = person_playing(Player.objects.select_related("league", "merged_into__league").get(pk=twin.pk))
    assert {each.pk for each in whole.players} == {twin.pk, person.players[0].pk}
    erase(world, whole, django_capture_on_commit_callbacks)
    assert "quigly" not in everything()


def test_who_cannot_be_erased_is_told_why(world, person):
    secretary = world.evening.secretary
    sam = person_signing_in(secretary, world.league)
    with pytest.raises(ValidationError, match="cannot remove yourself"):
        erase_person(person=sam, by=secretary, at=LATER)
    with pytest.raises(ValidationError, match="needs a secretary"):
        erase_person(person=sam, by=world.evening.home, at=LATER)
    boss = User.objects.create_superuser("boss@example.org", "Ada Admin", "correct horse battery")
    with pytest.raises(ValidationError, match="administrator"):
        erase_person(person=person_signing_in(boss, world.league), by=secretary, at=LATER)
    erase_person(person=person, by=secretary, at=LATER)
    with pytest.raises(ValidationError, match="already been removed"):
        erase_person(person=person_playing(person.players[0]), by=secretary, at=LATER)


def test_what_will_change_is_counted_beforehand(world, person):
    counts = dict(erasure_preview(person)["counts"])
    assert counts["cards sent in"] == 3
    assert erasure_preview(person)["surname"] == "Quigley"
    record(verb="x", words="Quigley was late", by=None, at=LATER, league_id=world.league.pk)
    assert erasure_preview(person)["alone"] == 1


def test_a_surname_that_somebody_else_has_is_not_offered(world, person, django_capture_on_commit_callbacks):
    """Taken out where it stands alone, it would be taken out of the other's name."""
    make_player(world.evening.small.entries[1].team, "Bertha Quigley")
    said = record(verb="x", words="Bertha Quigley was late", by=None, at=LATER, league_id=world.league.pk)
    assert erasure_preview(person)["alone"] == 0
    erase(world, person, django_capture_on_commit_callbacks, surname_too=True)
    assert Entry.objects.get(pk=said.pk).words == "Bertha Quigley was late"
