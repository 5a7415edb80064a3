"""The page of a game against the computer: which games it offers, and what it tells the phone."""

import json
import re
from dataclasses import replace
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django_scopes import scopes_disabled

from league.pages.presenters.computer import games, may_play, named_game, play_page
from scoring import codec
from scoring.card.format import HouseRules
from scoring.card.presets import PRESETS as CARDS
from scoring.play.presets import PRESETS
from tests.factories import league_in_season, make_league

PLAY = reverse("play")
IN_LEEK = f"{PLAY}?league=leek"


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
    assert "Games stay on this device unless you share" in answer.content.decode()


@pytest.mark.django_db
def test_another_game_is_chosen_by_its_address() -> None:
    game = told(Client().get(PLAY, {"rules": "fives-threes:teesdale", "players": "4"}))
    assert (game["tables"]["sides"], game["names"]) == ([0, 1, 0, 1], ["You", "Left", "Partner", "Right"])


@pytest.mark.django_db
def test_a_game_that_so_many_cannot_play_is_refused_with_how_many_can() -> None:
    answer = Client().get(PLAY, {"rules": "fives-threes:teesdale", "players": "3"})
    assert answer.status_code == 422
    assert "These rules are for 2 or 4 players. Choose again." in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["all-fives", "muggins", "sniff", "five-up", "horse-race"])
def test_three_play_where_two_may_share_a_settlement_in_halves(key) -> None:
    game = told(Client().get(PLAY, {"rules": key, "players": "3"}))
    assert (game["names"], game["tables"]["settlement"]["share"]) == (["You", "Left", "Right"], True)


def test_every_rule_set_has_a_page_for_every_number_that_may_play_it() -> None:
    offered = [key for _, sets in games() for key, _ in sets]
    assert sorted(offered) == sorted(PRESETS)
    for key in offered:
        for players in may_play(key):
            page = play_page(named_game(key, players))
            assert len(page["game"]["names"]) == players
            assert (page["board"] is not None) == (len(page["game"]["tables"]["starts"]) == 2)


@pytest.mark.parametrize(
    ("key", "regular"),
    [
        ("fives-threes:pagat", "Takes the most points it can see"),
        ("all-fives", "Takes the most points it can see"),
        ("straight", "Plays the first tile that fits, low ones before high"),
    ],
)
def test_levels_say_what_they_do_in_that_game(key, regular) -> None:
    levels = play_page(named_game(key, 2))["game"]["levels"]
    assert [each["words"] for each in levels if each["name"] == "Regular"] == [regular]


def change_lines(row, **changes):
    """Give a league or a division the rules of Leek with its singles and pairs both changed so."""
    rules = CARDS["leek"]
    lines = tuple(replace(line, **changes) for line in rules.format.lines)
    row.rules = codec.encode(replace(rules, format=replace(rules.format, lines=lines)))
    row.save()


@pytest.mark.django_db
def test_a_league_is_played_by_its_own_rules() -> None:
    """Singles are first on the card of Leek; its pairs play to 121, six tiles each."""
    make_league()
    first = Client().get(IN_LEEK)
    assert (told(first)["players"], told(first)["tables"]["target"]) == (2, 61)
    assert re.findall(r'crib__letter"[^>]*>(\w)<', first.content.decode()) == ["Y", "C"]
    addresses = re.findall(r'href="([?]league=leek[^"]*)"', first.content.decode())
    assert len(addresses) == 2
    pairs = told(Client().get(PLAY + unescape(addresses[1])))
    assert (pairs["names"], pairs["tables"]["target"]) == (["You", "Left", "Partner", "Right"], 121)
    assert pairs["tables"]["computer"]["each"] == 6
    assert told(Client().get(PLAY + unescape(addresses[0]))) == told(first)


@pytest.mark.django_db
def test_what_a_league_plays_differently_is_played_and_said_and_kept_by_itself() -> None:
    """Five tiles, a peg for going out, and a start of 11 holes: another game than the one a phone has kept."""
    make_league()
    before = told(Client().get(IN_LEEK))
    league = make_league("crown")
    change_lines(league, house=HouseRules(tiles=5, chip=1), starts=(11, 0))
    answer = Client().get(f"{PLAY}?league=crown")
    game = told(answer)
    assert (game["tables"]["computer"]["each"], game["tables"]["starts"]) == (5, [11, 0])
    words = "Singles: fives and threes to 61, home starts on hole 11, 5 tiles each, 1 for going out"
    assert words in answer.content.decode()
    change_lines(league, house=HouseRules(tiles=5))
    again = told(Client().get(f"{PLAY}?league=crown"))
    assert len({each["key"] for each in (before, game, again)}) == 3


@pytest.mark.django_db
def test_a_division_with_rules_of_its_own_adds_its_games() -> None:
    with scopes_disabled():
        change_lines(league_in_season().entries[0].division, target=31)
    words = Client().get(IN_LEEK).content.decode()
    assert [f"{noun}: fives and threes to 31" in words for noun in ("Singles", "Pairs")] == [True, True]


@pytest.mark.django_db
def test_a_game_that_the_league_does_not_play_is_not_found() -> None:
    make_league()
    assert Client().get(f"{IN_LEEK}&game=leek-00000000").status_code == 404


@pytest.mark.django_db
def test_a_league_whose_lines_are_not_pegged_is_shown_another_way_on() -> None:
    league, play = make_league(), IN_LEEK
    assert play in Client().get(reverse("rule-book", args=["leek"])).content.decode()
    change_lines(league, rules=None, target=None)
    assert play not in Client().get(reverse("rule-book", args=["leek"])).content.decode()
    answer = Client().get(play)
    assert answer.status_code == 200
    assert "there is none to play here" in answer.content.decode()
    assert f'href="{PLAY}"' in answer.content.decode()
