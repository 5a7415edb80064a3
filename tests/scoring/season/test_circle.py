"""Round robins: everybody meets everybody, evenly at home and away, and one pub is not asked to hold two matches."""

from collections import Counter
from itertools import combinations, groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.season.schedule.circle import (
    RoundRobin,
    fixture_lists,
    half_of,
    round_robin,
    rounds_needed,
)

sizes = st.integers(2, 25)
legs = st.integers(1, 4)


def names(count):
    return tuple(f"T{number}" for number in range(count))


def home_and_away(rounds, team):
    """ "H", "A" or "-" for each night of one team."""
    letters = []
    for pairings in rounds:
        home, away = next(pair for pair in pairings if team in pair)
        letters.append("-" if away is None else "H" if home == team else "A")
    return letters


def shared_nights(lists, grounds):
    """Every (night, ground) with more than one home match."""
    there = Counter(
        (night, grounds[home])
        for rounds in lists
        for night, pairings in enumerate(rounds)
        for home, away in pairings
        if away is not None and home in grounds
    )
    return [night for night, matches in there.items() if matches > 1]


def test_four_teams_once_round():
    assert round_robin(("Crown", "Bell", "Swan", "Star"), 1) == (
        (("Star", "Crown"), ("Bell", "Swan")),
        (("Bell", "Star"), ("Swan", "Crown")),
        (("Star", "Swan"), ("Crown", "Bell")),
    )


def test_three_teams_have_a_bye_each():
    rounds = round_robin(("Crown", "Bell", "Swan"), 1)

    assert [pairing for night in rounds for pairing in night if pairing[1] is None] == [
        ("Crown", None),
        ("Bell", None),
        ("Swan", None),
    ]


@pytest.mark.parametrize("teams", [(), ("Crown",)])
def test_fewer_than_two_teams_have_no_matches(teams):
    assert round_robin(teams, 2) == ()
    assert rounds_needed(len(teams), 2) == 0


@given(sizes, legs)
def test_each_pair_meets_once_a_leg_and_takes_turns_at_home(size, legs):
    met = Counter(pair for night in round_robin(names(size), legs) for pair in night if pair[1] is not None)

    for one, other in combinations(names(size), 2):
        assert met[one, other] + met[other, one] == legs
        assert abs(met[one, other] - met[other, one]) == legs % 2


@given(sizes, legs)
def test_each_team_is_in_one_pairing_a_night(size, legs):
    rounds = round_robin(names(size), legs)

    assert len(rounds) == rounds_needed(size, legs)
    for night in rounds:
        assert sorted(team for pair in night for team in pair if team is not None) == sorted(names(size))


@given(sizes, legs)
def test_home_and_away_are_shared_out_evenly(size, legs):
    rounds = round_robin(names(size), legs)

    for team in names(size):
        letters = home_and_away(rounds, team)
        uneven = legs % 2 if size % 2 == 0 else 0
        assert abs(letters.count("H") - letters.count("A")) == uneven
        assert letters.count("-") == (legs if size % 2 else 0)


@given(sizes, legs)
def test_no_team_is_at_home_or_away_four_times_running(size, legs):
    rounds = round_robin(names(size), legs)

    for team in names(size):
        runs = [len(list(run)) for _, run in groupby(home_and_away(rounds, team))]
        assert max(runs) <= 3


@given(sizes, legs, st.data())
def test_two_teams_of_one_pub_are_never_both_at_home(size, legs, data):
    order = data.draw(st.permutations(names(size)))
    pubs = data.draw(st.integers(0, size // 2))
    grounds = {team: f"pub {index // 2}" if index < pubs * 2 else team for index, team in enumerate(order)}

    assert shared_nights([round_robin(names(size), legs, grounds=grounds)], grounds) == []


@given(st.integers(2, 12), legs, st.booleans(), st.booleans())
def test_pubs_with_a_team_in_each_division_never_hold_two_matches(pairs, legs, short_first, short_second):
    first = tuple(f"A{number}" for number in range(pairs * 2 - short_first))
    second = tuple(f"B{number}" for number in range(pairs * 2 - short_second))
    grounds = {team: f"pub {team[1:]}" for team in first + second}

    lists = fixture_lists((RoundRobin(first, legs), RoundRobin(second, legs)), grounds)

    assert shared_nights(lists, grounds) == []


def test_halves_of_the_list():
    assert [half_of(night, 6) for night in range(6)] == [1, 1, 1, 2, 2, 2]
    assert [half_of(night, 5) for night in range(5)] == [1, 1, 1, 2, 2]
