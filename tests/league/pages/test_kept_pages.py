"""Public pages are drawn once until something changes in their league, and what is never kept."""

import gzip
from datetime import timedelta

import pytest
import time_machine
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django_scopes import scope, scopes_disabled

from league.base.ui.cache import html_cache
from league.results.choices import SentFor
from league.results.kept_pages import kept_while_unchanged, league_version
from league.results.models import Result
from league.schedule.actions.locking import mark_in_play
from league.teams.actions.leagues import change_league, rename_team
from league.teams.models import League, Team
from tests.league.html import words_on
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME, make_evening

pytestmark = pytest.mark.django_db
BY_QUERY = ("/leek/seasons/?show=honours", "/leek/teams/?show=venues")
HOME, FIXTURES, PLAYERS, TEAM = "/leek/", "/leek/fixtures/", "/leek/players/", "/leek/bell/"
ASKED = 2  # queries of a page that is kept: which league it is, and whether anything has changed in it
SCORED = dict.fromkeys((HOME, FIXTURES, TEAM), 1)  # one more: whether a match is being played, whose score it shows


@pytest.fixture
def evening(evening, settings):
    html_cache.clear()
    settings.PAGES_KEPT = 900
    yield evening
    html_cache.clear()


def see(path, at=CLOSING_TIME, client=None, **headers):
    with time_machine.travel(at, tick=False):
        return (client or Client()).get(path, **headers)


def renamed(name="Nobody was told"):
    """What no action did, and so nobody can know of."""
    League.objects.update(name=name)


@pytest.mark.parametrize(
    "path",
    [HOME, FIXTURES, PLAYERS, TEAM, "/leek/teams/", *BY_QUERY, "/leek/averages/", "/leek/table/"],
)
def test_a_page_is_drawn_once_for_everybody(evening, path, django_assert_num_queries):
    first = see(path)
    renamed()
    with django_assert_num_queries(ASKED + SCORED.get(path, 0)):
        again = see(path)
    assert (again.status_code, again.content) == (200, first.content)
    with django_assert_num_queries(ASKED + SCORED.get(path, 0)):
        known = see(path, headers={"if-none-match": first["ETag"]})
    assert (known.status_code, known.content) == (304, b"")
    small = see(path, headers={"accept-encoding": "gzip"})
    assert gzip.decompress(small.content) == first.content


@pytest.mark.parametrize("path", [HOME, FIXTURES, PLAYERS, TEAM, "/leek/averages/"])
def test_words_that_a_page_does_not_know_make_no_other_page(evening, path, django_assert_num_queries):
    first = see(path)
    renamed()
    for query in ("?utm_source=mail", "?ref=1&fbclid=x", "?"):
        with django_assert_num_queries(ASKED + SCORED.get(path, 0)):
            assert see(path + query).content == first.content


@pytest.mark.parametrize(
    ("path", "query"),
    [
        (FIXTURES, "?week=all&ref=1"),
        (FIXTURES, "?division=first"),
        (FIXTURES, "?team=bell"),
        (PLAYERS, "?name=a"),
        (PLAYERS, "?team=1"),
        (PLAYERS, "?sort=name"),
        (PLAYERS, "?page=2"),
        ("/leek/averages/", "?games=1"),
        ("/leek/averages/", "?columns=all"),
    ],
)
def test_words_that_it_knows_do(evening, path, query):
    see(path)
    renamed()
    assert "Nobody was told" in words_on(see(path + query))


def test_what_is_done_is_shown_at_once(evening):
    league, by = evening.small.league, evening.small.secretary
    for path in (HOME, FIXTURES, PLAYERS):
        see(path)
    change_league(league=league, by=by, at=CLOSING_TIME, name="Another name")
    for path in (HOME, FIXTURES, PLAYERS):
        assert "Another name" in words_on(see(path))
    rename_team(team=Team.objects.get(slug="bell"), name="Bluebell", by=by, at=CLOSING_TIME)
    assert "Bluebell" in words_on(see("/leek/teams/"))


def test_a_card_that_is_sent_and_what_an_hour_makes_of_it_are_shown_at_once(evening):
    before = see(FIXTURES)
    evening.send(SentFor.HOME)
    sent = see(FIXTURES)
    assert sent.content != before.content
    stands = Result.objects.get().confirm_by
    assert "Provisional" in words_on(see(FIXTURES, stands - timedelta(seconds=1)))
    assert "Provisional" not in words_on(see(FIXTURES, stands))


def test_that_a_match_is_being_pegged_is_shown_at_once(evening):
    before = see(HOME, CLOSING_TIME)
    mark_in_play(evening.fixture)
    assert "Live" in words_on(see(HOME))
    assert "Live" not in words_on(before)


def test_whoever_is_signed_in_or_has_a_team_of_their_own_sees_things_as_they_are(evening):
    see(HOME), see(TEAM)
    renamed()
    reader = Client()
    reader.cookies["my-team"] = "bell"
    assert "Nobody was told" in words_on(see(HOME, client=reader))
    assert "Nobody was told" in words_on(see(TEAM, client=reader))
    captain = signed_in(evening.small.captains[0])
    for path in (HOME, TEAM, PLAYERS):
        assert "Nobody was told" in words_on(see(path, client=captain))


def test_a_question_in_the_address_is_answered_each_time(evening):
    see(f"{PLAYERS}?sort=name")
    renamed()
    assert "Nobody was told" in words_on(see(f"{PLAYERS}?sort=name"))


def test_nothing_of_a_private_league_is_kept(evening):
    see(HOME)
    League.objects.update(public=False)
    assert see(HOME).status_code == 404


def test_another_league_changes_nothing(evening):
    with scopes_disabled():
        other = make_evening("other").small
    before = league_version(evening.small.league, CLOSING_TIME)
    with scope(league=other.league):
        change_league(league=other.league, by=other.secretary, at=CLOSING_TIME, name="Others")
    assert league_version(evening.small.league, CLOSING_TIME) == before


# --- what is not kept -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("theme", ["dark", "light", "a word of somebody's"])
def test_only_a_theme_that_there_is_makes_another_page(evening, theme):
    see(TEAM)
    renamed()
    reader = Client()
    reader.cookies["theme"] = theme
    assert ("Nobody was told" in words_on(see(TEAM, client=reader))) is (theme in ("dark", "light"))


def with_form(request):
    get_token(request)
    return HttpResponse("form")


def with_cookie(request):
    response = HttpResponse("cookie")
    response.set_cookie("a", "b")
    return response


@pytest.mark.parametrize(
    "draw",
    [
        with_form,
        with_cookie,
        lambda _: HttpResponse("elsewhere", status=302, headers={"Location": "/"}),
        lambda _: HttpResponse("junior", headers={"X-Robots-Tag": "noindex"}),
        lambda _: HttpResponse("a,b", content_type="text/csv"),
    ],
)
def test_what_is_not_the_same_plain_page_for_everybody_is_not_kept(evening, draw):
    def body(view):
        request = RequestFactory().get(HOME)
        request.league = evening.small.league
        return kept_while_unchanged()(view)(request).content

    body(draw)
    assert body(lambda _: HttpResponse("new")) == b"new"
    assert body(draw) == b"new"


def test_what_everybody_asks_for_stays_however_much_is_asked_for_once(evening):
    first = see(HOME).content
    renamed()
    for number in range(3000):
        html_cache.set(f"day-{number}", "x" * 10_000)
        if number % 100 == 0:
            assert see(HOME).content == first
