"""Rows whose joined rows are one object each: the same values as Django's own, made once."""

import pytest
from django.db.models import Count
from django_scopes import scope

from league.schedule.models import Fixture
from league.schedule.queries.matches import whole_fixtures, with_shared_relations
from tests.factories import make_league
from tests.played import make_clubs, play_season

pytestmark = pytest.mark.django_db
JOINED = ("league", "division__competition__season", "home__team__venue", "away__team", "voided_with", "result")


@pytest.fixture
def league(db):
    made = make_league("four")
    with scope(league=made):
        yield made


@pytest.fixture
def rows(league):
    play_season(league, make_clubs(league, 4), year=2026, size=4)
    return Fixture.objects.select_related(*JOINED).annotate(cards=Count("submissions")).order_by("pk")


def values_of(row, plain):
    """Every field of a row, and of what is joined to the plain one."""
    whole = {field.attname: getattr(row, field.attname) for field in plain._meta.concrete_fields}
    joined = plain._state.fields_cache
    return whole | {
        name: values_of(row._state.fields_cache[name], joined[name])
        for name in joined
        if joined[name] is not None and name != "fixture"
    }


def test_the_values_are_the_same(league, rows, django_assert_num_queries):
    with django_assert_num_queries(2):
        plain, shared = list(rows), list(with_shared_relations(rows))
        assert list(map(values_of, shared, plain)) == list(map(values_of, plain, plain))
        assert [row.cards for row in shared] == [row.cards for row in plain]
        assert [row.voided_with for row in shared] == [None] * len(plain)
        assert [row.result.fixture for row in shared] == shared


def test_what_rows_share_is_made_once(league, rows):
    shared = list(with_shared_relations(rows))
    assert len(shared) == 12
    assert len({id(row.league) for row in shared}) == 1
    assert len({id(row.division.competition.season) for row in shared}) == 1
    assert len({id(row.home.team) for row in shared}) == 4
    assert len({id(row.result) for row in shared}) == 12


def test_a_row_in_turn_and_without_some_fields(league, rows):
    whole = whole_fixtures().defer("league__rules").order_by("pk")
    assert whole.get(pk=whole.first().pk).league.get_deferred_fields() == {"rules"}
    assert list(whole.values_list("pk", flat=True)) == [row.pk for row in rows]


def test_a_league_that_was_joined_once_is_that_of_the_teams_too(league, rows, django_assert_num_queries):
    with django_assert_num_queries(1):
        for row in whole_fixtures().order_by("pk"):
            named = (
                row.home.team.league,
                row.away.team.league,
                row.venue.league,
                row.division.competition.season.league,
            )
            assert [each is row.league for each in named] == [True] * 4
