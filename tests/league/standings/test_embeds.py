"""A table in a frame on anybody's page: it may be framed, sets nothing, runs nothing, and looks as it is asked to."""

import re

import pytest
from django.test import Client
from django_scopes import scope, scopes_disabled

from league.schedule.models import Entry
from league.teams.models import League
from tests.factories import league_in_season

EMBED = "/leek/table/division-one/embed/"


@pytest.fixture
def small(db):
    with scopes_disabled():
        made = league_in_season(squad=0)
        with scope(league=made.league):
            yield made


def test_it_may_be_framed_by_anybody_and_nothing_else_of_the_site_may(small):
    answer = Client().get(EMBED)
    assert "X-Frame-Options" not in answer
    policy = dict(each.strip().partition(" ")[::2] for each in answer["Content-Security-Policy"].split(";"))
    assert policy == {
        "default-src": "'none'", "style-src": "'self'", "font-src": "'self'", "base-uri": "'none'",
        "form-action": "'none'", "frame-ancestors": "*",
    }  # fmt: skip
    for path in ("/leek/table/division-one/", "/leek/"):
        other = Client().get(path)
        assert other["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]


def test_it_has_the_teams_and_sets_no_cookie_and_runs_no_script(small):
    answer = Client().get(EMBED)
    assert not answer.cookies
    assert answer["Cache-Control"] == "public, max-age=300"
    page = answer.content.decode()
    assert not [each for each in ("<script", "<form", "style=") if each in page]
    assert '<base target="_blank">' in page
    assert re.findall(r'<th scope="row"><span class="chipped"><a href="(/leek/[\w-]+/)">', page) == [
        "/leek/bell/", "/leek/crown-a/", "/leek/plough/", "/leek/swan/",
    ]  # fmt: skip
    assert 'href="/leek/table/division-one/"' in page


@pytest.mark.parametrize(
    ("asked", "drawn"), [("light", ' data-theme="light"'), ("dark", ' data-theme="dark"'), ('"><b', "")]
)
def test_it_is_light_or_dark_as_the_page_around_it_asks(small, asked, drawn):
    page = Client().get(EMBED, {"theme": asked}).content.decode()
    assert re.search(r'<html lang="en-GB"([^>]*)>', page)[1] == drawn


def test_what_is_copied_leads_there_and_cannot_be_broken_out_of(small):
    League.objects.filter(pk=small.league.pk).update(name='Leek "><script>x</script>')
    page = Client().get("/leek/table/division-one/").content.decode()
    assert "&lt;iframe src=&quot;http://testserver/leek/table/division-one/embed/" in page.replace('"', "&quot;")
    assert "<script>x" not in page
    assert "<iframe " not in page


def test_a_private_league_and_a_division_that_is_not_there_have_none(small):
    assert Client().get("/leek/table/division-nine/embed/").status_code == 404
    League.objects.filter(pk=small.league.pk).update(public=False)
    assert Client().get(EMBED).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_it_costs_the_same_for_any_number_of_teams(small, django_assert_num_queries, count):
    Entry.objects.exclude(pk__in=[each.pk for each in small.entries[:count]]).filter(home_fixtures=None).delete()
    with django_assert_num_queries(7):
        assert Client().get(EMBED).status_code == 200
