"""Wherever a match that is being played is named, its games stand beside it."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localtime

from league.base.ui.formats import clock
from league.matchnight.queries.match_state import live_scores, live_scores_version
from league.schedule.models import Fixture
from league.schedule.queries.matches import whole_fixtures
from tests.league.live.pegging import peg_game

pytestmark = pytest.mark.django_db


def score_of(page: str) -> list[str]:
    """What every place of a page says where a score moves, in order."""
    return re.findall(r'data-live="[^"]*"\s*>([^<]*)<', page)


@pytest.fixture
def won(night):
    """A game of the match is won; whose, as (home, away)."""
    game = peg_game(night.fixture, 0, night.home)
    return (1, 0) if game.winner == 0 else (0, 1)


def test_lists_say_the_games_won_so_far(night, won):
    on = night.fixture.date.isoformat()
    joined = "–".join(map(str, won))
    assert score_of(Client().get("/leek/").content.decode()) == [joined]
    apart = [str(games) for games in won]
    for path in ("/leek/fixtures/", f"/leek/fixtures/{on}/", night.fixture.home.team.get_absolute_url()):
        assert score_of(Client().get(path).content.decode())[:2] == apart, path
    shared = Client().get(f"/leek/fixtures/{on}/?view=share").content.decode()
    assert f"{night.fixture.home.name} {joined} {night.fixture.away.name}" in shared


def test_wherever_a_quiet_match_is_named_its_last_score_has_a_time(night, settings):
    settings.PAGES_KEPT = 900
    fixture, reader = night.fixture, Client()
    reader.cookies["my-team"] = fixture.away.team.slug
    peg_game(fixture, 0, night.home, part=0.5)
    paths = ("/leek/", "/leek/fixtures/", f"/leek/fixtures/{fixture.date}/", fixture.home.team.get_absolute_url())
    pages = [(client, path) for client in (Client(), reader) for path in (*paths, fixture.get_absolute_url())]
    last = fixture.live.last_at
    with time_machine.travel(last + timedelta(minutes=19)):
        assert [path for client, path in pages if "Quiet" in client.get(path).content.decode()] == []
    words = f"Quiet, last score {clock(localtime(last))}"
    with time_machine.travel(last + timedelta(minutes=21)):
        assert [path for client, path in pages if words not in client.get(path).content.decode()] == []


def test_the_readers_own_team_has_its_score(night, won):
    reader = Client()
    reader.cookies["my-team"] = night.fixture.away.team.slug
    page = reader.get("/leek/").content.decode()
    assert score_of(page) == ["–".join(map(str, won))] * 2


def test_a_page_that_was_kept_is_another_with_each_game_won(night, settings):
    settings.PAGES_KEPT = 900
    before, version = Client().get("/leek/").content, live_scores_version()
    peg_game(night.fixture, 0, night.home)
    assert live_scores_version() != version
    assert Client().get("/leek/").content != before


def test_without_a_match_being_played_nothing_is_asked(night, django_assert_num_queries):
    fixtures = list(whole_fixtures())
    with django_assert_num_queries(0):
        assert live_scores(fixtures) == {}


@pytest.mark.parametrize("count", [1, 2])
def test_the_scores_of_a_league_are_four_queries_at_most(night, count, django_assert_max_num_queries):
    others = list(Fixture.objects.filter(away__isnull=False).exclude(pk=night.fixture.pk))[: count - 1]
    for fixture in (night.fixture, *others):
        peg_game(fixture, 0, night.home)
    fixtures = list(whole_fixtures().filter(in_play=True))
    assert len(fixtures) == count
    with django_assert_max_num_queries(4):
        assert len(live_scores(fixtures)) == count


def test_the_page_of_a_live_match_says_who_is_ahead_in_the_others(night, won):
    other = Fixture.objects.filter(away__isnull=False).exclude(pk=night.fixture.pk)[0]
    peg_game(other, 0, night.home, part=0.5)
    page = Client().get(reverse("live", args=["leek", other.first_date, other.slug])).content.decode()
    assert score_of(page) == [str(games) for games in won]
    alone = Client().get(reverse("live", args=["leek", night.fixture.first_date, night.fixture.slug])).content.decode()
    assert score_of(alone) == ["0", "0"]
