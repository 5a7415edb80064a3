"""A question that is composed once gives what the queryset gives, whatever it is asked with, to each league its own."""

from datetime import date
from threading import Thread

import pytest
from django.db import connection
from django.db.models import Prefetch, Q
from django_scopes import scope, scopes_disabled
from django_scopes.exceptions import ScopeError

from league.teams.choices import RegistrationState
from league.teams.models import Registration, Team
from league.teams.queries.composition import composed_once
from tests.factories import make_league, make_player, make_team

pytestmark = pytest.mark.django_db


def names_on(team, state, day, until):
    rows = Registration.objects.filter(team=team, state=state, since__lte=day, until=until)
    return rows.order_by("player__name").values_list("player__name", flat=True)


def test_other_values_are_filled_in():
    one, two = (make_team(make_league(slug), "Crown A") for slug in ("leek", "stone"))
    for team, name, since in ((one, "Ann", 20), (one, "Bea", 25), (two, "Cyd", 20)):
        make_player(team, name, date(2026, 8, since))
    asked = composed_once(names_on)
    with scopes_disabled():
        for team, day in ((one, 20), (one, 25), (two, 20), (two, 1)):
            given = team, RegistrationState.APPROVED, date(2026, 8, day), None
            assert asked(*given) == list(names_on(*given))
        assert asked(one, RegistrationState.APPROVED, date(2026, 8, 25), None) == ["Ann", "Bea"]
        assert asked(one, RegistrationState.APPROVED, date(2026, 8, 25), date(2026, 9, 1)) == []


def test_one_composition_serves_both_leagues_of_the_scope(django_assert_num_queries):
    composed = []

    @composed_once
    def teams():
        composed.append(1)
        return Team.objects.order_by("name")

    for slug in ("leek", "stone"):
        team = make_team(make_league(slug), f"{slug} A")
        with scope(league=team.league), django_assert_num_queries(1):
            assert teams() == [team]
    assert composed == [1]
    with scopes_disabled():
        assert len(teams()) == 2


def test_without_a_scope_nothing_is_asked():
    teams = composed_once(lambda: Team.objects.order_by("pk"))
    team = make_team(make_league())
    with scope(league=team.league):
        assert teams() == [team]
    with pytest.raises(ScopeError):
        teams()


def test_truth_is_part_of_the_question():
    league = make_league()
    make_team(league, "Crown A")
    make_team(league, "Crown B", active=False)

    @composed_once
    def teams(active):
        return Team.objects.filter(Q() if active is None else Q(active=active)).order_by("name")

    with scope(league=league):
        assert [[each.name for each in teams(active)] for active in (True, False, None)] == [
            ["Crown A"],
            ["Crown B"],
            ["Crown A", "Crown B"],
        ]


def test_codes_that_are_always_the_same_are_written_out_and_words_are_not():
    name = "100% O'Neill's"
    league = make_league()
    team = make_team(league, name)
    make_team(league, "Crown A")
    params = []

    @composed_once
    def teams(slug):
        constants = {"name": name, "name__in": ["%s", name, "Crown"]}
        return Team.objects.filter(slug=slug, pk__gt=0, **constants).order_by("pk")

    def watch(execute, sql, given, *more):
        params.append(sorted(given.values(), key=str))
        return execute(sql, given, *more)

    with scope(league=league), connection.execute_wrapper(watch):
        assert [teams(slug) for slug in (team.slug, "crown-a")] == [[team], []]
    always = ["%s", name, name, league.pk]
    assert params == [sorted([*always, slug], key=str) for slug in (team.slug, "crown-a")]


def test_several_values():
    league = make_league()
    keys = [make_team(league, f"Crown {letter}").pk for letter in "ABC"]
    teams = composed_once(lambda *keys: Team.objects.filter(pk__in=keys).order_by("pk").values_list("pk", flat=True))
    with scope(league=league):
        assert [teams(*keys[:count]) for count in (0, 1, 2)] == [[], keys[:1], keys[:2]]
        assert teams(*keys[1:]) == keys[1:]


def test_rows_are_made_anew():
    league = make_league()
    make_team(league)
    teams = composed_once(lambda: Team.objects.select_related("venue"))
    with scope(league=league):
        (before,) = teams()
        Team.objects.update(name="Crown B")
        (after,) = teams()
    assert before is not after
    assert (before.name, after.name) == ("Crown A", "Crown B")


def test_what_is_prefetched_is_another_question():
    league = make_league()
    rows = composed_once(lambda: Team.objects.prefetch_related(Prefetch("players")))
    with scope(league=league), pytest.raises(AssertionError):
        rows()


@pytest.mark.django_db(transaction=True)
def test_another_thread_asks_by_its_own_connection():
    league = make_league()
    team = make_team(league)
    teams = composed_once(lambda: Team.objects.order_by("pk"))
    found = []

    def ask():
        with scope(league=league):
            found.extend(teams())
        connection.close()

    with scope(league=league):
        teams()
    thread = Thread(target=ask)
    thread.start()
    thread.join()
    assert found == [team]


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite plans a question without looking at its values")
def test_small_and_large_keys_make_one_question():
    @composed_once
    def teams(key):
        return Team.objects.filter(pk=key, name="asked_for_here")

    with scopes_disabled():
        for key in (1, 1, 40_000, 40_000, 3_000_000_000, 3_000_000_000):
            assert teams(key) == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM pg_prepared_statements WHERE statement LIKE '%''asked_for_here''%'")
        assert cursor.fetchone() == (1,)
