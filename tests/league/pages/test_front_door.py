"""The site's front page: what it is, a match as it stands now, and the way to a league that may be read."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.matchnight.models import LiveMatch
from league.schedule.choices import FixtureState
from league.schedule.models import Fixture
from league.teams.models import League
from tests.factories import make_league, make_team, make_user
from tests.league.html import words_on
from tests.league.live.conftest import EVENING
from tests.league.live.phones import phone_of
from tests.league.person import signed_in

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true"}


@pytest.fixture
def phone(evening):
    """The home captain's, on the night of a match."""
    with time_machine.travel(EVENING, tick=True):
        opened = phone_of(evening.fixture, evening.home)
        opened.opens()
        opened.send()
        yield opened


def test_it_says_what_it_is_for_whom_and_shows_a_board(client):
    seen = client.get("/")
    assert "Run your fives and threes league: fixtures, results and live tables" in words_on(seen)
    assert all(who in words_on(seen) for who in ("Secretary", "Captain", "Player", "so 8 points", "Enter its code"))
    assert "crib__wood" in seen.content.decode()
    assert "live-night.js" not in seen.content.decode()


def test_a_match_that_is_being_pegged_is_shown_as_it_stands(client, phone):
    seen = client.get("/")
    assert "H Crown A 0 , A Bell 0 Live Leek, Division One" in words_on(seen)
    assert "live-night.js" in seen.content.decode()


def test_its_part_is_sent_again_only_when_something_was_pegged(client, phone):
    first = client.get("/", headers=PART)
    assert "<html" not in first.content.decode()
    known = PART | {"If-None-Match": first["ETag"]}
    assert client.get("/", headers=known).status_code == 304
    with scope(league=phone.fixture.league):
        phone.pegs(0, 5)
        phone.send()
    assert client.get("/", headers=known).status_code == 200


def test_a_match_of_a_private_league_is_not_shown(client, phone):
    League.objects.update(public=False)
    assert "Crown A" not in words_on(client.get("/"))
    assert "Crown A" not in words_on(client.get("/", headers=PART))


def test_a_match_of_last_week_without_a_card_is_not_live(client, phone):
    with time_machine.travel(EVENING + timedelta(days=9)):
        assert "Crown A" not in words_on(client.get("/"))


def test_a_match_that_is_over_is_shown_as_finished(client, phone):
    with scopes_disabled():
        Fixture.objects.update(state=FixtureState.PLAYED)
    assert "Finished Leek, Division One" in words_on(client.get("/"))


def test_a_match_without_a_game_does_not_hide_one_that_is_over(client, phone):
    with scopes_disabled():
        before = LiveMatch.objects.get()
        other = Fixture.objects.exclude(pk=before.fixture_id).filter(away__isnull=False).first()
        Fixture.objects.filter(pk=other.pk).update(date=before.fixture.date, in_play=True)
        LiveMatch.objects.create(
            fixture=other, rules=before.rules, head=1, opened_at=before.opened_at, last_at=before.last_at
        )
        Fixture.objects.filter(pk=before.fixture_id).update(state=FixtureState.PLAYED)
    assert "Finished Leek, Division One" in words_on(client.get("/"))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("leek", ["Leek Dominoes"]),
        ("plough", ["Plough Leek"]),
        ("zz", ["No league or team has"]),
        ("p", ["two letters"]),
    ],
)
def test_leagues_and_teams_are_found_by_a_few_letters(client, typed, found):
    with scopes_disabled():
        make_team(make_league("leek"), "Plough")
        make_league("barney")
        make_team(make_league("secret", public=False), "Plough Inn")
    seen = words_on(client.get("/", {"q": typed}))
    assert [each in seen for each in found] == [True] * len(found)
    assert "Plough Inn" not in seen


def test_many_leagues_are_folded_behind_the_search(client):
    for number in range(13):
        make_league(f"league-{number}")
    assert "All 13 leagues" in words_on(client.get("/"))


def test_so_many_leagues_that_they_do_not_fit_on_a_page(client):
    for number in range(51):
        make_league(f"league-{number}")
    League.objects.filter(slug="league-0").update(name="Zealous Dominoes")
    assert "Zealous" not in words_on(client.get("/"))
    assert "Zealous" in words_on(client.get("/", {"page": 2}))


def test_one_league_needs_no_search(client):
    make_league("leek")
    seen = client.get("/")
    assert "The league that plays here Leek Dominoes Mondays" in words_on(seen)
    assert 'role="search"' not in seen.content.decode()


def test_the_administrator_can_set_up_a_league_and_nobody_else(client):
    make_league("leek")
    assert "Set up a league" not in words_on(client.get("/"))
    runs = signed_in(make_user("Ada", is_superuser=True))
    assert "Set up a league" in words_on(runs.get("/"))


@pytest.mark.parametrize("leagues", [1, 8])
def test_it_costs_the_same_for_one_league_and_for_many(django_assert_num_queries, phone, leagues):
    for number in range(leagues):
        make_league(f"more-{number}")
    Client().get("/")
    with django_assert_num_queries(6):
        Client().get("/")


@pytest.mark.parametrize("runs_the_site", [True, False])
def test_whoever_runs_the_site_is_led_to_its_administration(client, runs_the_site):
    client.force_login(make_user("alex", is_superuser=runs_the_site))
    assert (reverse("console") in client.get("/").content.decode()) is runs_the_site


@pytest.mark.parametrize(("theme", "card"), [("light", "card."), ("dark", "card-dark.")])
def test_phones_are_shown_in_the_theme_that_was_chosen(client, theme, card):
    client.post(reverse("theme"), {"theme": theme})
    pictures = re.findall(r'pictures/(card[^"]*)"', client.get("/").content.decode())
    assert [each.startswith(card) for each in pictures] == [True]
