"""The page of a game against the computer: which games it offers, and what it tells the phone."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from league.pages.presenters.computer import games, may_play, play_page
from scoring.play.presets import PRESETS

PLAY = reverse("play")


def told(answer) -> dict:
    return json.loads(
        re.search(r'<script id="game" type="application/json">(.*?)</script>', answer.content.decode())[1]
    )


@pytest.mark.django_db
def test_the_page_tells_the_phone_the_game() -> None:
    answer = Client().get(PLAY)
    game = told(answer)
    assert (game["key"], game["players"], game["names"]) == ("fives-threes:pagat", 2, ["You", "Computer"])
    assert game["tables"]["target"] == 61
    assert len(game["tables"]["computer"]["values"]["chances"]) == 61 * 61
    assert [level["name"] for level in game["levels"]] == ["Beginner", "Regular", "Team player", "Champion"]
    assert "Games are kept on this phone only." in answer.content.decode()


@pytest.mark.django_db
def test_another_game_is_chosen_by_its_address() -> None:
    game = told(Client().get(PLAY, {"rules": "fives-threes:teesdale", "players": "4"}))
    assert (game["tables"]["sides"], game["names"]) == ([0, 1, 0, 1], ["You", "Left", "Partner", "Right"])


@pytest.mark.django_db
def test_a_game_that_so_many_cannot_play_is_refused_with_how_many_can() -> None:
    answer = Client().get(PLAY, {"rules": "fives-threes:teesdale", "players": "3"})
    assert answer.status_code == 422
    assert "These rules are for 2 or 4 players. Choose again." in answer.content.decode()


def test_every_rule_set_has_a_page_for_every_number_that_may_play_it() -> None:
    offered = [key for _, sets in games() for key, _ in sets]
    assert sorted(offered) == sorted(PRESETS)
    for key in offered:
        for players in may_play(key):
            page = play_page(key, players)
            assert len(page.game["names"]) == players
            assert (page.board is not None) == (len(page.game["tables"]["starts"]) == 2)
