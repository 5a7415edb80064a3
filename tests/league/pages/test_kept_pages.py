"""Public pages are drawn once until something changes in their league, and what is never kept."""

import gzip
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from time import sleep

import pytest
import time_machine
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django_scopes import scope, scopes_disabled

from league.results.choices import SentFor
from league.results.models import Result
from league.results.queries.etag import league_version
from league.schedule.actions import mark_in_play
from league.teams.actions import change_league, rename_team
from league.teams.models import League, Team
from league.ui import kept_pages
from league.ui.cache import page_cache
from league.ui.kept_pages import kept_page
from tests.league.pages.test_reading import words
from tests.league.results.evening import CLOSING_TIME, make_evening
from tests.waiting import HANG

pytestmark = pytest.mark.django_db
HOME, FIXTURES, PLAYERS, TEAM = "/leek/", "/leek/fixtures/", "/leek/players/", "/leek/bell/"
ASKED = 2  # queries of a page that is kept: which league it is, and whether anything has changed in it


@pytest.fixture
def evening(settings):
    page_cache.clear()
    settings.PAGES_KEPT_UNCHANGED = 900
    with scopes_disabled():
        made = make_evening()
    with scope(league=made.small.league):
        yield made
    page_cache.clear()


def see(path, at=CLOSING_TIME, client=None, **headers):
    with time_machine.travel(at, tick=False):
        return (client or Client()).get(path, **headers)


def renamed(name="Nobody was told"):
    """What no action did, and so nobody can know of."""
    League.objects.update(name=name)


@pytest.mark.parametrize("path", [HOME, FIXTURES, PLAYERS, TEAM, "/leek/teams/", "/leek/venues/", "/leek/averages/"])
def test_a_page_is_drawn_once_for_everybody(evening, path, django_assert_num_queries):
    first = see(path)
    renamed()
    with django_assert_num_queries(ASKED):
        again = see(path)
    assert (again.status_code, again.content) == (200, first.content)
    with django_assert_num_queries(ASKED):
        known = see(path, headers={"if-none-match": first["ETag"]})
    assert (known.status_code, known.content) == (304, b"")
    small = see(path, headers={"accept-encoding": "gzip"})
    assert gzip.decompress(small.content) == first.content


@pytest.mark.parametrize("path", [HOME, FIXTURES, PLAYERS, TEAM, "/leek/averages/"])
def test_words_that_a_page_does_not_know_make_no_other_page(evening, path, django_assert_num_queries):
    first = see(path)
    renamed()
    for query in ("?utm_source=mail", "?ref=1&fbclid=x", "?"):
        with django_assert_num_queries(ASKED):
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
    assert "Nobody was told" in words(see(path + query))


def test_what_is_done_is_shown_at_once(evening):
    league, by = evening.small.league, evening.small.secretary
    for path in (HOME, FIXTURES, PLAYERS):
        see(path)
    change_league(league=league, by=by, at=CLOSING_TIME, name="Another name")
    for path in (HOME, FIXTURES, PLAYERS):
        assert "Another name" in words(see(path))
    rename_team(team=Team.objects.get(slug="bell"), name="Bluebell", by=by, at=CLOSING_TIME)
    assert "Bluebell" in words(see("/leek/teams/"))


def test_a_card_that_is_sent_and_what_an_hour_makes_of_it_are_shown_at_once(evening):
    before = see(FIXTURES)
    evening.send(SentFor.HOME)
    sent = see(FIXTURES)
    assert sent.content != before.content
    stands = Result.objects.get().confirm_by
    assert "Provisional" in words(see(FIXTURES, stands - timedelta(seconds=1)))
    assert "Provisional" not in words(see(FIXTURES, stands))


def test_that_a_match_is_being_pegged_is_shown_at_once(evening):
    before = see(HOME, CLOSING_TIME)
    mark_in_play(evening.fixture)
    assert "Live" in words(see(HOME))
    assert "Live" not in words(before)


def test_whoever_is_signed_in_or_has_a_team_of_their_own_sees_things_as_they_are(evening):
    see(HOME), see(TEAM)
    renamed()
    reader = Client()
    reader.cookies["my-team"] = "bell"
    assert "Nobody was told" in words(see(HOME, client=reader))
    assert "Nobody was told" in words(see(TEAM, client=reader))
    captain = Client()
    captain.force_login(evening.small.captains[0])
    for path in (HOME, TEAM, PLAYERS):
        assert "Nobody was told" in words(see(path, client=captain))


def test_a_question_in_the_address_is_answered_each_time(evening):
    see(f"{PLAYERS}?sort=name")
    renamed()
    assert "Nobody was told" in words(see(f"{PLAYERS}?sort=name"))


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


# --- the keeping itself -----------------------------------------------------------------------------------------------
@pytest.fixture
def asked():
    page_cache.clear()
    yield RequestFactory().get("/leek/")
    page_cache.clear()


def test_all_who_ask_at_once_wait_for_one_drawing(asked, monkeypatch):
    monkeypatch.setattr(kept_pages, "PATIENCE", HANG)
    drawn, begun = [], Barrier(8)

    def draw():
        drawn.append("page")
        sleep(0.5)  # for whoever might draw it too
        return HttpResponse("page")

    def ask():
        begun.wait(HANG)
        return kept_page(asked, lambda: "1", draw, 60)

    with ThreadPoolExecutor(8) as readers:
        answers = [readers.submit(ask) for _ in range(8)]
    assert {each.result().content for each in answers} == {b"page"}
    assert len(drawn) == 1


def test_a_drawing_that_fails_is_no_answer_to_anybody_else(asked):
    def fails():
        raise OSError

    with pytest.raises(OSError):
        kept_page(asked, lambda: "1", fails, 60)
    assert kept_page(asked, lambda: "1", lambda: HttpResponse("page"), 60).content == b"page"


def kept_for(asked, seconds, version, page):
    return kept_page(asked, lambda: version, lambda: HttpResponse(page), seconds).content


def test_no_more_pages_are_kept_in_redis_than_there_is_room_for(asked, monkeypatch, settings):
    settings.REDIS_URL = "redis://wherever"
    monkeypatch.setattr(kept_pages, "_forgotten_at", [0.0])
    monkeypatch.setattr(kept_pages, "MOST_PAGES", 1)
    assert [kept_for(asked, 60, version, "first") for version in "12"] == [b"first", b"first"]
    assert [kept_for(asked, 60, version, "second") for version in "12"] == [b"first", b"second"]


def test_pages_of_two_seconds_have_gone_after_two_seconds(asked, monkeypatch, settings):
    settings.REDIS_URL = "redis://wherever"
    monkeypatch.setattr(kept_pages, "_forgotten_at", [])
    monkeypatch.setattr(kept_pages, "MOST_PAGES", 2)
    at = [0.0]
    monkeypatch.setattr(kept_pages, "monotonic", lambda: at[0])
    kept_for(asked, 300, "home", "home")
    for night in "123":
        assert kept_for(asked, 2, night, "first") == b"first"
        assert kept_for(asked, 2, night, "second") == b"first"
        at[0] += 2


def test_what_everybody_asks_for_stays_however_much_is_asked_for_once(asked):
    for number in range(3000):
        assert kept_for(asked, 60, "home", "first" if number == 0 else "second") == b"first"
        kept_for(asked, 60, f"day {number}", "a day")


@pytest.mark.parametrize("theme", ["dark", "light", "a word of somebody's"])
def test_only_a_theme_that_there_is_makes_another_page(asked, theme):
    kept_page(asked, lambda: "1", lambda: HttpResponse("plain"), 60)
    asked.COOKIES["theme"] = theme
    body = kept_page(asked, lambda: "1", lambda: HttpResponse(theme), 60).content.decode()
    assert body == (theme if theme in ("dark", "light") else "plain")


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
def test_what_is_not_the_same_plain_page_for_everybody_is_not_kept(asked, draw):
    kept_page(asked, lambda: "1", lambda: draw(asked), 60)
    fresh = RequestFactory().get("/leek/")
    assert kept_page(fresh, lambda: "1", lambda: HttpResponse("new"), 60).content == b"new"
