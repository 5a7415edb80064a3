"""Players are erased: nothing in the whole database or in any file knows them afterwards.

ERASED says how many, in the slow proof twenty of the demonstration; a few are of a small league.
"""

import os
from datetime import timedelta
from io import StringIO
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import record
from league.exchange.actions.erasure import erase_person
from league.exchange.demo import moment
from league.exchange.queries.persons import REMOVED, person_playing
from league.pages.queries.averages import averages_page
from league.pages.queries.league import search
from league.results.actions.messages import ReceivedMessage
from league.results.models import Appearance, CardMessage, Draft, IncomingMessage, Photo, Result
from league.results.queries.tables import divisions, standings
from league.teams.choices import RoleKind
from league.teams.models import Player, Registration, Role
from tests.league.demo.conftest import TODAY, harthwaite, loaded  # noqa: F401 -- fixtures
from tests.league.privacy.whole import everything, found_in
from tests.league.world import make_world
from tests.seeds import SEED

pytestmark = pytest.mark.proof
FEW = 2
HOW_MANY = int(os.environ.get("ERASED", "2"))
NOW = moment(TODAY, 12)


def somebody(number: int, player: Player, secretary: User) -> dict[str, str]:
    """Give a player everything that one may have; the ten marks by which they would be known."""
    user = player.user or User.objects.create_user(f"p{number}.{player.slug}@mail.example", player.name)
    user.phone = f"07700 9{number:05}"
    user.save()
    EmailAddress.objects.get_or_create(user=user, defaults={"email": user.email, "verified": True})
    player.user, player.known_as = user, f"Nobbyx{number}"
    player.save()
    surname = player.name.split()[-1]
    words = (
        f"{player.name} of {user.email} ({user.phone}, {user.phone.replace(' ', '')}) is {player.known_as} {surname}, "
        f"on paper {surname}, {player.name.split()[0]} or {player.initial_name}: see /players/{player.slug}/"
    )
    record(verb="note", words=words, at=NOW, by=secretary, league_id=player.league_id, about=(player,))
    record(verb="note", words="x", reason=words, before={"said": words}, at=NOW, by=user, league_id=player.league_id)
    Registration.objects.filter(player=player).update(note=words[:200])
    outing = player.appearances.select_related("result__fixture").order_by("pk").first()
    if outing is not None:
        photo = Photo(fixture=outing.result.fixture, by=user, at=NOW, width=1, height=1)
        photo.image.name = f"cards/{number}.jpg"
        photo.save()
        path = Path(settings.MEDIA_ROOT) / photo.image.name
        path.parent.mkdir(exist_ok=True)
        path.write_text(player.name)
        CardMessage.objects.create(
            fixture=outing.result.fixture, author=user, by=secretary, sent_for="home", sender=player.name, text=words,
            digest=f"{number:064}", home_games=5, away_games=4, received_at=NOW,
        )  # fmt: skip
        pasted = ReceivedMessage(player.name, "", words, user).as_json() | {"score": [5, 4]}
        Draft.objects.update_or_create(
            fixture=outing.result.fixture, by=secretary,
            defaults={"key": uuid4(), "card": {}, "fixture_version": 1, "saved_at": NOW, "messages": [pasted]},
        )  # fmt: skip
    for by in (user, secretary):
        IncomingMessage.objects.create(
            league=player.league, by=by, source="mail", text=words, digest=f"{number}{by.pk:060}", received_at=NOW
        )
    return {
        "name": player.name,
        "initial and surname": player.initial_name,
        "public name": player.public_name,
        "surname first": f"{surname}, {player.name.split()[0]}",
        "slug": player.slug,
        "nickname": player.known_as,
        "nickname and surname": f"{player.known_as} {surname}",
        "e-mail": user.email,
        "phone": user.phone,
        "phone without gaps": user.phone.replace(" ", ""),
    }


def theirs_alone(marks: dict[str, str], chosen: list[Player]) -> dict[str, str]:
    """Without the names that somebody else is called by too: Henry Goy is H Goy as well as Harry."""
    with scopes_disabled():
        others = Player.objects.exclude(pk__in=[each.pk for each in chosen]).select_related("league")
        taken = {name.casefold() for each in others for name in (each.name, each.initial_name, each.slug)}
    taken |= {name.replace(" ", "-") for name in taken}
    return {
        key: mark
        for key, mark in marks.items()
        if mark.casefold() not in taken and any(len(word) > 1 for word in mark.split())
    }


def figures():
    rows = Appearance.objects.order_by("result", "player", "line")
    return (
        [[(row.slug, row.row) for row in standings(each, NOW).rows] for each in divisions()],
        [
            [(line.player.pk, line.average) for line in sorted(averages_page(each).lines, key=by_key)]
            for each in divisions()
        ],
        list(rows.values_list("result", "team", "player", "line", "won", "lost", "pegs")),
        list(Result.objects.order_by("pk").values_list("fixture", "state", "kind", "tally", "home_games", "counts")),
    )


def by_key(line):
    return line.player.pk


@pytest.fixture
def league(request, db, tmp_path):
    """The demonstration, which takes its time to load, for many; a small league for few."""
    with override_settings(MEDIA_ROOT=tmp_path):
        if HOW_MANY > FEW:
            yield request.getfixturevalue("harthwaite")
        else:
            made = make_world("leek")
            with scope(league=made.league):
                yield made.league


def test_nothing_knows_them_and_nothing_they_played_changes(league, django_capture_on_commit_callbacks):
    secretary = Role.objects.get(kind=RoleKind.SECRETARY, ended_at=None).user
    everybody = Player.objects.filter(merged_into=None).exclude(user=secretary.pk).select_related("league", "user")
    chosen = Random(SEED).sample(list(everybody.order_by("pk")), HOW_MANY)
    names, marks = [player.name for player in chosen], {}
    for number, player in enumerate(chosen):
        given = somebody(number, player, secretary)
        marks |= {f"{number} {key}": mark for key, mark in theirs_alone(given, [player]).items()}
    before, known = figures(), found_in(everything(), marks)
    assert len(known) >= 6 * HOW_MANY
    for player in chosen:
        with django_capture_on_commit_callbacks(execute=True):
            erase_person(person=person_playing(player), by=secretary, at=NOW + timedelta(hours=1))
    whole = everything()
    assert (found_in(whole, marks), REMOVED in whole, figures() == before) == ({}, True, True)
    said = StringIO()
    call_command("retally", "--league", league.slug, stdout=said)
    assert (" 0 changed" in said.getvalue(), figures() == before) == (True, True)
    seen = {each.player_id for name in names for each in search(league, name, TODAY)["players"]}
    assert not seen & {player.pk for player in chosen}  # somebody else may be called the same
