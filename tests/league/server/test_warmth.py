"""A process reads the pages of an evening before anybody else does, and nobody is told that somebody was slow."""

import gc

import pytest
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django_scopes import scopes_disabled

from league.pages.queries.site import evening_paths
from league.server.promise import answers
from league.server.warmth import read_pages
from league.teams.models import League
from league.ui.cache import page_cache
from tests.league.results.evening import make_evening

pytestmark = pytest.mark.django_db(transaction=True)  # a request that ends lets go of its connection


@pytest.fixture
def night():
    with scopes_disabled():
        return make_evening()


class Statuses(list):
    """Of the site's answers."""

    def __init__(self):
        super().__init__()
        self.django = get_wsgi_application()

    def site(self, asked, begin):
        return self.django(asked, lambda status, *rest: self.append(status) or begin(status, *rest))


@pytest.fixture
def statuses():
    """What the site has answered to whoever asked `statuses.site`."""
    yield Statuses()
    gc.unfreeze()


def test_an_evening_is_six_pages_that_anybody_may_read(night, statuses, settings, django_assert_num_queries):
    settings.SITE_URL = "http://127.0.0.1:8000"
    counted = answers.all()
    with django_assert_num_queries(1):
        paths = evening_paths()
    assert paths == [
        *("/leek/", "/leek/tonight/", "/leek/table/", "/leek/fixtures/"),
        *("/leek/2026-09-14/swan-v-plough/", "/leek/2026-09-14/swan-v-plough/live/"),
    ]
    read_pages(statuses.site, paths)
    assert statuses == ["200 OK"] * 6
    assert answers.all() == counted


def test_a_process_draws_what_another_has_kept(night, statuses, settings):
    settings.SITE_URL, settings.PAGES_KEPT_UNCHANGED = "http://127.0.0.1:8000", 300
    page_cache.clear()

    def questions():
        with CaptureQueriesContext(connection) as asked:
            read_pages(statuses.site, ["/leek/table/"])
        return len(asked)

    Client().get("/leek/table/", headers={"host": "127.0.0.1:8000"})
    assert [questions(), questions()] == [7, 7]
    page_cache.clear()


def test_a_site_on_https_is_asked_by_https(night, statuses, settings):
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://league.example", ["league.example"]
    settings.SECURE_SSL_REDIRECT, settings.SECURE_PROXY_SSL_HEADER = True, ("HTTP_X_FORWARDED_PROTO", "https")
    read_pages(statuses.site, evening_paths()[:1])
    assert statuses == ["200 OK"]


def test_nothing_is_read_of_a_private_league(night):
    League.objects.update(public=False)
    assert evening_paths() == []
