"""What public pages cost: the same number of queries however long the list, and few enough bytes for an old phone."""

import gzip
import re
from datetime import datetime

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.ui.cache import page_cache
from league.results.actions.adjustments import ask_for_run_in
from league.schedule.models import Division, Fixture
from league.teams.models import League, Player
from tests.factories import make_league, make_season, make_user
from tests.played import make_clubs, play_season

pytestmark = pytest.mark.django_db
MID_SEASON = datetime(2026, 9, 10, 12, tzinfo=timezone.get_default_timezone())
FULL = 14_000

# Name of the page, what else is in its address, and its queries whatever there is to show.
LISTS = [
    ("league-home", [], 12),
    ("teams", [], 7),
    ("players", [], 6),
    ("venue", ["crown"], 5),
    ("team", ["crown"], 12),
    ("rule-book", [], 4),
    ("seasons", [], 4),
    ("table", [], 8),
    ("fixtures", [], 7),
]


def get(name, *args, **headers):
    with time_machine.travel(MID_SEASON, tick=False):
        return Client().get(reverse(name, args=["leek", *args]), **headers)


def league_of(teams: int, *, size: int, nights: int | None = None, squad: int = 8) -> League:
    """A league whose current season is so far; what is still possible in it has been asked for already."""
    with scopes_disabled():
        league = make_league()
        play_season(league, make_clubs(league, teams, squad=squad), size=size, nights=nights)
        for division in Division.objects.select_related("competition"):
            ask_for_run_in(division=division, at=MID_SEASON)
    return league


@pytest.mark.parametrize("league", [(2, 2), (6, 6), (12, 4)], ids=lambda teams: f"{teams[0]} teams")
def test_pages_cost_the_same_however_long_their_lists(league):
    league_of(league[0], size=league[1], nights=2)
    seen = {}
    for name, args, _ in LISTS:
        page_cache.clear()
        with CaptureQueriesContext(connection) as asked:
            assert get(name, *args).status_code == 200
        seen[name] = len(asked)
    assert seen == {name: queries for name, _, queries in LISTS}


@pytest.mark.parametrize("players", [10, 100])
def test_players_cost_the_same_at_10_and_at_100(django_assert_num_queries, players):
    league_of(10, size=10, squad=players // 10)
    with django_assert_num_queries(6):
        seen = get("players")
    assert len(re.findall(r"<tr", seen.content.decode())) == 1 + min(players, 40)


@pytest.mark.parametrize("nights", [1, 22])
def test_player_page_costs_the_same_after_one_match_and_after_a_season(django_assert_num_queries, nights):
    league = league_of(12, size=12, nights=nights)
    with scope(league=league):
        slug = Player.objects.filter(appearances__isnull=False).order_by("pk").first().slug
    with django_assert_num_queries(18):
        assert get("player", slug).status_code == 200


ASKED = [("search", "q=crown", 6), ("search", "q=the", 6), ("search", "q=o", 1), ("teams", "show=venues", 3)]


@pytest.mark.parametrize(("name", "query", "queries"), ASKED)
def test_what_is_asked_for_costs_the_same_for_one_and_for_many(django_assert_num_queries, name, query, queries):
    league_of(12, size=12, nights=1)
    with django_assert_num_queries(queries):
        get(name, QUERY_STRING=query)


@pytest.mark.parametrize("past", [0, 3])
def test_pages_do_not_cost_more_for_past_seasons(django_assert_num_queries, past):
    with scopes_disabled():
        league = make_league()
        clubs = make_clubs(league, 4)
        for year in range(2026 - past, 2026):
            play_season(league, clubs, year=year, current=False, size=4)
        play_season(league, clubs, year=2026, size=4)
    for name, queries in (("table", 8), ("league-home", 12), ("players", 6), ("seasons", 4)):
        with django_assert_num_queries(queries):
            get(name)


def test_signed_in_reader_costs_two_queries_and_one_for_roles(django_assert_num_queries):
    league_of(4, size=4, nights=1)
    client = Client()
    with time_machine.travel(MID_SEASON, tick=False):
        client.force_login(make_user("Harry Goy"))
        with django_assert_num_queries(8 + 3):
            client.get(reverse("table", args=["leek"]))


def test_full_league_fits_on_a_slow_line():
    league_of(20, size=10)
    sizes = {name: len(gzip.compress(get(name, *args).content)) for name, args, _ in LISTS}
    assert {name: size for name, size in sizes.items() if size >= FULL} == {}


def test_a_page_is_sent_compressed_with_padding_that_hides_its_secrets():
    """A page with a token in it must not tell by its length what else is in it (BREACH)."""
    league_of(4, size=4)
    plain = get("fixtures")
    sent = [get("fixtures", HTTP_ACCEPT_ENCODING="gzip") for _ in range(20)]

    assert {each["Content-Encoding"] for each in sent} == {"gzip"}
    assert {gzip.decompress(each.content) for each in sent} == {plain.content}
    assert len({len(each.content) for each in sent}) > 1
    assert max(len(each.content) for each in sent) < len(plain.content) / 3


def test_whole_seasons_list_and_a_match_fit_on_a_slow_line():
    league = league_of(12, size=12)
    whole = get("fixtures", QUERY_STRING="week=all")
    assert len(gzip.compress(whole.content)) < FULL
    with scope(league=league):
        match = Fixture.objects.select_related("league", "home__team", "away__team").order_by("pk").first()
        assert len(gzip.compress(Client().get(match.get_absolute_url()).content)) < FULL


def test_pages_say_so_when_there_is_nothing(django_assert_num_queries):
    with scopes_disabled():
        make_season(make_league())
    for name in ("league-home", "teams", "players", "seasons", "fixtures", "table"):
        seen = get(name)
        assert seen.status_code == 200
        assert "empty" in seen.content.decode() or name == "seasons"
