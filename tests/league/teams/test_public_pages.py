"""Which pages a proxy may hand to everybody for a moment."""

import pytest
from django_scopes import scopes_disabled

from league.base.accounts.limits import TryLimit
from league.base.ui.cache import page_cache
from league.teams.models import League
from tests.factories import league_in_season

pytestmark = pytest.mark.django_db
SHARED = "public, max-age=0, s-maxage=2, stale-while-revalidate=5"


@pytest.fixture
def small():
    with scopes_disabled():
        return league_in_season()


def kept(client, path, **headers):
    return client.get(path, **headers).headers.get("Cache-Control")


def test_what_everybody_sees_is_shared(client, small):
    for path in ("/leek/", "/leek/fixtures/", small.fixtures[0].get_absolute_url()):
        answer = client.get(path)
        assert answer.headers["Cache-Control"] == SHARED
        assert "Cookie" in answer.headers["Vary"]
    assert kept(client, "/leek/players/?page=1") == SHARED


def test_light_or_dark_is_not_a_person(client, small):
    client.cookies["theme"] = "dark"
    assert kept(client, "/leek/") == SHARED


def test_whoever_is_known_in_any_way_has_a_page_of_their_own(client, small):
    client.cookies["anything"] = "else"
    assert kept(client, "/leek/") is None
    client.cookies.clear()
    client.force_login(small.captains[0])
    assert kept(client, "/leek/") is None


def test_a_private_league_is_nobodys(client, small):
    League.objects.update(public=False)
    assert client.get("/leek/").status_code == 404
    client.force_login(small.secretary)
    assert kept(client, "/leek/") is None


def test_errors_forms_and_the_sites_own_pages_are_not_shared(client, small):
    assert kept(client, "/leek/no-such-team/") is None
    assert "public" not in (kept(client, "/accounts/login/") or "")
    assert kept(client, "/") is None
    assert client.post("/leek/").headers.get("Cache-Control") is None


def test_however_many_pages_are_kept_tries_are_still_counted():
    limit = TryLimit("signing in", most=1, seconds=300)
    assert not limit.count("somebody", at=1e9)
    for number in range(3000):
        page_cache.set(f"page-{number}", "drawn")
    assert limit.count("somebody", at=1e9)
