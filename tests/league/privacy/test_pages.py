"""The secretary looks somebody up, hands out a copy, erases them; anybody takes a copy of their own."""

import json
import re
from datetime import date
from io import BytesIO
from uuid import uuid4
from zipfile import ZipFile

import pytest
import time_machine
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry
from league.exchange.models import Erasure
from league.matchnight.models import PlayerAnswer
from league.notifications.models import Message
from league.teams.choices import RoleKind
from league.teams.models import Player, Registration
from tests.factories import league_in_season, make_role, make_user
from tests.league.world import CLOSING_TIME

pytestmark = pytest.mark.django_db
AUGUST = date(2026, 8, 1)


@pytest.fixture
def small():
    with scopes_disabled():
        made = league_in_season(teams=2, squad=2)
    with scope(league=made.league), time_machine.travel(CLOSING_TIME, tick=False):
        yield made


@pytest.fixture
def secretary(small, client):
    client.force_login(small.secretary)
    return client


@pytest.fixture
def harry(small):
    player = Player.objects.order_by("pk").first()
    player.name, player.slug = "Harry Goy", "h-goy"
    player.save()
    return player


def page(name, *args):
    return reverse(name, args=["leek", *args])


def test_somebody_is_found_by_a_part_of_the_name(secretary, harry):
    seen = secretary.get(page("data-requests"), {"q": "goy"}).content.decode()
    assert page("player-data", "h-goy") in seen
    assert "No one found with “xyz”" in secretary.get(page("data-requests"), {"q": "xyz"}).content.decode()
    assert "Harry" not in secretary.get(page("data-requests")).content.decode()


def test_somebody_who_only_signs_in_is_found_too(secretary, small):
    captain = small.captains[0]
    seen = secretary.get(page("data-requests"), {"q": "captain"}).content.decode()
    assert page("account-data", captain.pk) in seen
    assert secretary.get(page("account-data", make_user("No Role").pk)).status_code == 404


def test_erasing_wants_the_name_typed(secretary, harry):
    wrong = secretary.post(page("erase-player", "h-goy"), {"typed": "Harry"})
    assert wrong.status_code == 422
    assert "Type the full name: Harry Goy" in wrong.content.decode()
    assert not Erasure.objects.exists()
    done = secretary.post(page("erase-player", "h-goy"), {"typed": "harry  goy"}, follow=True)
    [erased] = Erasure.objects.all()
    assert f"The details were removed. The name is now {erased.alias}." in done.content.decode()
    assert "Harry" not in done.content.decode()
    assert secretary.get(page("player", "h-goy")).status_code == 404
    assert erased.alias in secretary.get(erased.player.get_absolute_url()).content.decode()


def test_what_erasing_does_is_said_beforehand(secretary, harry, small):
    Registration.objects.filter(player=harry).update(note="Goy came late")
    seen = secretary.get(page("erase-player", "h-goy")).content.decode()
    assert "This cannot be undone" in seen
    assert "The surname alone, “Goy”, appears in 1 more" in seen
    assert "In one text." in seen
    secretary.post(page("erase-player", "h-goy"), {"typed": "Harry Goy", "surname_too": "on"})
    [erased] = Erasure.objects.all()
    assert Registration.objects.get(player=harry).note == f"{erased.alias} came late"


def test_an_account_is_erased_like_a_player(secretary, small):
    captain = small.captains[0]
    path = page("erase-account", captain.pk)
    assert "They can no longer sign in" in secretary.get(path).content.decode()
    assert secretary.post(path, {"typed": captain.name}).status_code == 302
    captain.refresh_from_db()
    assert (captain.is_active, captain.name[:7]) == (False, "Person ")


def test_a_secretary_alone_is_told_to_be_followed_first(secretary, small):
    seen = secretary.post(page("erase-account", small.secretary.pk), {"typed": small.secretary.name})
    assert (seen.status_code, "You cannot remove yourself" in seen.content.decode()) == (422, True)


# --- age --------------------------------------------------------------------------------------------------------------
def test_somebody_under_18_needs_a_guardian_who_agreed(secretary, harry):
    path = page("player-age", "h-goy")
    assert secretary.post(path, {"under_18": "on"}).status_code == 422
    assert secretary.post(path, {"under_18": "on", "guardian_agreed_on": "2027-01-01"}).status_code == 422
    assert secretary.post(path, {"under_18": "on", "guardian_agreed_on": "2026-08-01"}).status_code == 302
    harry.refresh_from_db()
    assert (harry.under_18, harry.guardian_agreed_on, harry.slug, harry.public_name) == (True, AUGUST, "h-g", "H G")
    assert secretary.post(page("player-age", "h-g"), {}).status_code == 302
    harry.refresh_from_db()
    assert (harry.under_18, harry.guardian_agreed_on, harry.slug) == (False, None, "h-goy")


def test_a_young_player_is_registered_with_the_day_of_the_consent(small, client):
    client.force_login(small.captains[0])
    path = page("register-player", "crown-a")
    young = {"name": "Kieran Lister", "under_18": "on"}
    refused = client.post(path, young)
    assert (refused.status_code, "Enter the date a parent" in refused.content.decode()) == (422, True)
    assert client.post(path, young | {"guardian_agreed_on": "2026-08-01"}).status_code == 302
    assert Player.objects.get(name="Kieran Lister").guardian_agreed_on == AUGUST


# --- copies -----------------------------------------------------------------------------------------------------------
def opened(answer):
    assert answer["Content-Type"] == "application/zip"
    archive = ZipFile(BytesIO(answer.content))
    return {name: archive.read(name).decode("utf-8-sig") for name in archive.namelist()}


def test_anybody_takes_a_copy_of_their_own(small, client, harry):
    user = make_user("Harry Goy", phone="07700 900001")
    make_role(user, small.league, RoleKind.PLAYER, small.entries[0].team)
    Player.objects.filter(pk=harry.pk).update(user=user)
    client.force_login(user)
    assert "Registrations with teams" in client.get("/me/?league=leek&view=data").content.decode()
    files = opened(client.post(page("own-copy")))
    told = json.loads(files["data.json"])["tables"]
    assert told["base.User"]["rows"][0]["phone"] == "07700 900001"
    assert told["base.User"]["rows"][0]["password"] == "(kept, and never shown)"
    assert told["teams.Player"]["rows"][0]["name"] == "Harry Goy"
    assert told["teams.Registration"]["rows"][0]["player"] == "(this person)"
    assert {"read-me.txt", "accounts.csv", "registrations-with-teams.csv"} <= set(files)
    assert "07700 900001" in files["accounts.csv"]
    assert Entry.objects.get(verb="hand_out_copy").words == "Harry Goy downloaded their own data"


def test_what_is_sent_and_who_can_play_are_in_nobodys_copy_but_their_own(small, client, harry):
    captain, team = small.captains[0], small.entries[0].team
    harry.user = captain
    harry.save()
    said = {"night": date(2026, 9, 7), "answer": "no", "key": uuid4(), "by": captain, "at": CLOSING_TIME}
    PlayerAnswer.objects.create(player=harry, team=team, **said)
    for key, reader in (("own", captain), ("other", small.captains[1])):
        Message.objects.create(
            league=small.league, key=key, kind="availability", to=reader, address=reader.email, subject="Tonight",
            text=f"No: {harry.name}. Stop: /{key}-stop/", made_at=CLOSING_TIME, not_before=CLOSING_TIME,
        )  # fmt: skip
    client.force_login(captain)
    own = opened(client.post(page("own-copy")))["data.json"]
    assert ("own-stop" in own, "other-stop" in own, "PlayerAnswer" in own) == (True, False, True)
    client.force_login(small.secretary)
    for copy in (page("player-copy", "h-goy"), page("account-copy", captain.pk)):
        theirs = opened(client.post(copy))["data.json"]
        assert not re.search("-stop|PlayerAnswer|Absence|post.Message", theirs)


def test_a_copy_has_nobody_elses_number_or_address(secretary, small, harry):
    captain = small.captains[0]
    captain.phone = "07700 900 999"
    captain.save()
    words = f"Harry Goy was late. Ring 07700 900999, +44 7700 900999 or {captain.email}"
    Registration.objects.filter(player=harry).update(note=words, asked_by=captain)
    files = opened(secretary.post(page("player-copy", "h-goy")))
    whole = "".join(files.values())
    assert "Harry Goy was late. Ring (removed), (removed) or (removed)" in whole
    for each in (captain.email, "900999", "900 999", captain.name):
        assert each not in whole
