"""The picture beside a link to a player: games won and lost, never a name, and none of anybody under 18."""

import re
from io import BytesIO

import pytest
import time_machine
from django.test import Client
from django_scopes import scope, scopes_disabled
from PIL import Image

from league.pages.queries.players import player_page, player_picture_of
from league.results.choices import SentFor
from league.teams.models import Player
from tests.league.results.evening import CLOSING_TIME, make_evening


@pytest.fixture
def player(db):
    """Somebody who has just played; in the league's scope."""
    with time_machine.travel(CLOSING_TIME, tick=False), scopes_disabled():
        evening = make_evening(squad=12)
        with scope(league=evening.small.league):
            evening.send(SentFor.HOME)
            yield Player.objects.select_related("league").get(pk=int(evening.card().lines[0].home[0].id))


def said(player) -> dict[str, str]:
    page = Client().get(f"/leek/players/{player.slug}/").content.decode()
    return dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)">', page))


def test_the_page_names_a_picture_of_games_won_and_lost(player):
    shared = said(player)
    record = player_page(player, CLOSING_TIME.date()).record
    assert shared["og:image:alt"] == f"{player.public_name}: {record.won} games won, {record.lost} lost"
    answer = Client().get(shared["og:image"].removeprefix("http://testserver"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert answer["Cache-Control"] == "public, max-age=86400, immutable"
    assert len(answer.content) <= 250_000
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)


def test_the_name_on_it_is_the_one_that_the_league_shows(player):
    picture = player_picture_of(player, player_page(player, CLOSING_TIME.date()))
    assert (picture["score"].home, picture["score"].top) == ("Won", player.public_name)
    assert player.name != player.public_name
    assert player.name not in repr(picture)


def test_an_address_of_before_leads_to_the_one_of_now(player):
    answer = Client().get(f"/leek/players/{player.slug}/image-0000.jpg")
    assert (answer.status_code, f"http://testserver{answer['Location']}") == (302, said(player)["og:image"])


def test_nobody_under_18_and_nobody_who_has_not_played_has_one(player):
    idle = Player.objects.filter(appearances=None).order_by("pk")[0]
    assert Client().get(f"/leek/players/{idle.slug}/image-0000.jpg").status_code == 404
    assert said(idle)["og:image"].endswith("icon-180.png")
    Player.objects.filter(pk=player.pk).update(under_18=True)
    assert Client().get(f"/leek/players/{player.slug}/image-0000.jpg").status_code == 404
    player.refresh_from_db()
    assert player_picture_of(player, player_page(player, CLOSING_TIME.date())) is None
