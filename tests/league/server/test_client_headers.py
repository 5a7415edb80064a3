"""What a visitor's headers can do: nothing to others' answers, and nothing under a name that is not the site's."""

import pytest
from django.core.cache import caches
from django.test import Client
from django_scopes import scopes_disabled

from league.base.middleware import GZIP
from league.base.ui.cache import MemoryCache
from tests.factories import league_in_season

OWN = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "pages": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "html": {"BACKEND": "league.base.ui.cache.MemoryCache", "LOCATION": "these", "OPTIONS": {"MAX_BYTES": 2_000_000}},
    "papers": {"BACKEND": "league.base.ui.cache.MemoryCache", "LOCATION": "those", "OPTIONS": {"MAX_BYTES": 2_000_000}},
    "minutes": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
}


@pytest.fixture
def leek(db, settings):
    settings.CACHES, settings.PAGES_KEPT = OWN, 60
    with scopes_disabled():
        league_in_season(squad=0)
    yield "/leek/"
    caches["html"].clear()


@pytest.mark.parametrize("path", ["/", "/leek/", "/nowhere/", "/healthz", "/leek/table.pdf", "/api/v1/leagues/", "*"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "a b", "[::1", "league.example.evil.example", ""])
def test_a_name_that_is_not_the_sites_is_told_so(db, settings, caplog, host, path):
    settings.ALLOWED_HOSTS = ["league.example"]
    answer = Client().generic("OPTIONS" if path == "*" else "GET", path, HTTP_HOST=host)

    assert answer.status_code == 400
    assert "another address" in answer.content.decode()
    assert "Traceback" not in caplog.text


def test_everybody_who_asks_for_one_page_is_answered_from_one_copy_of_each_coding_and_theme(leek):
    def ask(number):
        headers = {
            "HTTP_ACCEPT_ENCODING": f"gzip;q=0.{number}1" if number % 2 else f"identity;q=0.{number}, x{number}",
            "HTTP_COOKIE": f"theme={('light', 'dark', number)[number % 3]}",
            "HTTP_HX_REQUEST": f"{number}",
            "HTTP_ACCEPT": f"text/{number}",
        }
        if number % 5 == 0:
            headers["HTTP_AUTHORIZATION"] = f"Basic {number}"
        assert Client().get(leek, **headers).status_code == 200
        return caches["html"].size

    first = max(map(ask, range(1, 13)))
    assert first > 0
    assert ask(13) == first
    assert max(map(ask, range(14, 200))) == first


@pytest.mark.parametrize("most", [10_000, 100_000])
def test_a_cache_in_memory_is_never_larger_than_it_may_be(most):
    cache = MemoryCache(f"of {most}", {"OPTIONS": {"MAX_BYTES": most}})
    for number in range(200):
        cache.set(str(number), b"x" * (number * 37 % 5000), 60)
        assert cache.size <= most
    cache.set("too-large", b"x" * (most + 1), 60)
    assert cache.get("too-large") is None
    cache.set("199", b"y", 60)
    assert (cache.get("199"), cache.get("0"), cache.get("none", 3)) == (b"y", None, 3)
    assert cache.delete("199") is True
    cache.set("gone", b"z", 0)
    assert cache.get("gone") is None


ACCEPTING = ("gzip", "gzip, deflate, br", "br, GZIP;q=0.5", "gzip; q=1.0", "br;q=0, gzip")
NOT_ACCEPTING = ("", "identity", "gzip;q=0", "gzip;q=0.000, br", "notgzip", "x-gzip-ish")


def test_gzip_is_for_who_accepts_it():
    assert [sent for sent in (*ACCEPTING, *NOT_ACCEPTING) if GZIP.search(sent)] == [*ACCEPTING]
