"""Whom a card may name, and what the pages say about requests; each in a fixed number of queries."""

from datetime import date, timedelta

import pytest
from django_scopes import scope, scopes_disabled

from league.teams.actions.registrations import ask_registration, leave_team
from league.teams.queries.squads import (
    concerns,
    last_day_of_season,
    registrations_waiting,
    similar_players,
    squad_counts,
    squad_of,
    squad_rules,
    squads_for_match,
)
from tests.factories import league_in_season, make_player
from tests.league.teams.conftest import NOW

TODAY = NOW.date()


@pytest.fixture
def crown(small):
    with scope(league=small.league):
        yield small.entries[0].team


def test_a_squad_for_a_card_says_how_each_player_stands(small, crown):
    bell = small.entries[1].team
    with scope(league=small.league):
        later = make_player(crown, "Later Comer", since=TODAY + timedelta(days=3), known_as="Lofty")
        asked = ask_registration(team=crown, name="Asked Only", by=None, at=NOW)
        tied = squad_of(bell, TODAY)[0].player
        ask = ask_registration(team=crown, name="placeholder person", by=None, at=NOW)
        ask.player = tied
        ask.save()
        gone = squad_of(crown, TODAY)[0]
        leave_team(registration=gone, until=TODAY - timedelta(days=1), by=None, at=NOW)
    squad, *_ = squads_for_match(crown, small.entries[2].team, TODAY)
    found = {player.id: player for player in squad.players}
    assert (squad.id, squad.name) == (str(crown.pk), "Crown A")
    assert found[str(later.pk)].registered_on == TODAY + timedelta(days=3)
    assert found[str(later.pk)].known_as == ("Lofty",)
    assert found[str(asked.player_id)].registered_on is None
    assert (found[str(tied.pk)].registered_on, found[str(tied.pk)].tied_to) == (None, "Bell")
    assert str(gone.player_id) not in found
    assert len(found) == 7 + 3


def test_a_match_knows_its_squads_and_everybody_else(small, crown):
    bell = small.entries[1].team
    home, away, elsewhere = squads_for_match(crown, bell, TODAY)
    assert (len(home.players), len(away.players), len(elsewhere)) == (8, 8, 16)
    assert {player.tied_to for player in elsewhere} == {"Plough", "Swan"}
    assert {player.tied_to for player in home.players} == {None}


@pytest.mark.parametrize("teams", [2, 12])
def test_squads_cost_one_query(db, teams, django_assert_num_queries):
    with scopes_disabled():
        small = league_in_season(teams=teams)
    with scope(league=small.league):
        crown, bell = (entry.team for entry in small.entries[:2])
        with django_assert_num_queries(1):
            squads_for_match(crown, bell, TODAY)
        with django_assert_num_queries(1):
            counts = [(team.players, team.asked) for team in squad_counts(small.league, TODAY)]
        assert counts == [(8, 0)] * teams


@pytest.mark.parametrize("requests", [1, 3])
def test_concerns_cost_four_queries(small, crown, requests, django_assert_num_queries):
    for number in range(requests):
        ask_registration(team=crown, name=f"Crown Playr{chr(65 + number)}", by=None, at=NOW)
    with django_assert_num_queries(4):
        waiting = concerns(small.league, registrations_waiting(small.league), TODAY)
    assert len(waiting) == requests
    assert waiting[0].concerns[-1].startswith("The league has Crown PlayerA")


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("Harold Goy", "Harry Goy"),
        ("H. Goy", "Harry Goy"),
        ("harry goy", "Harry Goy"),
        ("Hary Goy", "Harry Goy"),
        ("O'Neil Shaun", None),
        ("Shaun O\u2019Neill", "Shaun O'Neill"),
        ("Lofty", "Bernard Peart"),
        ("Wilfred Bainbridge", None),
    ],
)
def test_near_names(small, crown, typed, first):
    for name, known_as in (("Harry Goy", ""), ("Shaun O'Neill", ""), ("Bernard Peart", "Lofty")):
        make_player(crown, name, known_as=known_as)
    near = similar_players(small.league, typed)
    assert (near[0].player.name if near else None) == first


def test_near_names_tell_where_the_player_is_in_two_queries(small, crown, django_assert_num_queries):
    make_player(crown, "Harry Goy")
    with django_assert_num_queries(2):
        [near] = similar_players(small.league, "H Goy")
    assert near.now.team == crown
    assert str(near) == "Harry Goy, with Crown A since Thu 20 Aug 2026"


@pytest.mark.parametrize(
    ("deadline", "starts", "last_day"),
    [
        (None, date(2026, 9, 1), None),
        ((10, 31), date(2026, 9, 1), date(2026, 10, 31)),
        ((1, 31), date(2026, 9, 1), date(2027, 1, 31)),
        ((9, 1), date(2026, 9, 1), date(2026, 9, 1)),
    ],
)
def test_the_last_day_to_register_is_in_the_season(deadline, starts, last_day):
    assert last_day_of_season(deadline, starts) == last_day


def test_a_squad_beside_the_rules(db):
    with scopes_disabled():
        small = league_in_season("guis", "guisborough", teams=2)
    rules = squad_rules(small.league, 12, TODAY)
    assert (rules.most, rules.full, rules.short) == (12, True, 0)
    assert squad_rules(small.league, 11, TODAY).full is False
