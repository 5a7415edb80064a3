"""Players who may be one person, by what they are called."""

import pytest
from django_scopes import scope, scopes_disabled

from league.teams.actions.player_merges import mark_distinct
from league.teams.models import League, Player
from league.teams.queries.squads import duplicates_of
from league.teams.values import duplicate_pairs
from tests.factories import SIGNED, make_league, make_player, make_team, make_user


def players(*names: str) -> list[Player]:
    return [
        Player(pk=number, name=name.partition("/")[0], known_as=name.partition("/")[2], league=League())
        for number, name in enumerate(names, start=1)
    ]


@pytest.mark.parametrize(
    ("one", "two", "why"),
    [
        ("Harry Goy", "HARRY  GOY", "the same name"),
        ("Mary Mac Donald", "Mary MacDonald", "the same name"),
        ("Séan O'Neill", "Sean ONeill", "the same name"),
        ("Harry Goy", "H Goy", "the same surname and initial"),
        ("Harry Goy", "H. Goy", "the same surname and initial"),
        ("Harry James Goy", "Harry Goy", "the same but for a middle name"),
        ("Ted Raine", "Edward Raine", "a short form of the same name"),
        ("Ken Raine", "Kenneth Raine", "a short form of the same name"),
        ("William Raine/Nobby", "Nobby Raine", "one is known as the other"),
        ("Harry Ollerenshaw", "Harry Ollernshaw", "one letter is different"),
        ("Harry Birtles", "Harry Bitrles", "one letter is different"),
        ("Elsie Goy", "Elise Goy", "one letter is different"),
    ],
)
def test_names_of_one_person(one, two, why):
    (pair,) = duplicate_pairs(players(one, two))
    assert (pair.one.name, pair.why) == (one.partition("/")[0], why)
    assert [each.why for each in duplicate_pairs(players(two, one))] == [why]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Harry Goy", "Harry Birtles"),
        ("Joan Raine", "Jean Raine"),
        ("Ray Raine", "Roy Raine"),
        ("H Goy", "J Goy"),
        ("Harry Goy", "Gary Goy"),
        ("Harry James Goy", "Harry Tom Goy"),
        ("Goy", "Harry Goy"),
        ("Al Dent", "Ali Dent"),
    ],
)
def test_names_of_two_people(one, two):
    assert duplicate_pairs(players(one, two)) == ()


def test_each_pair_comes_once_with_its_strongest_reason():
    found = duplicate_pairs(players("Harry Goy", "Harry Goy", "H Goy", "Zoe Ng"))
    assert [(each.one.pk, each.two.pk, each.why) for each in found] == [
        (1, 2, "the same name"),
        (1, 3, "the same surname and initial"),
        (2, 3, "the same surname and initial"),
    ]


@pytest.fixture
def leek(db):
    with scopes_disabled():
        league = make_league()
    with scope(league=league):
        yield league


def test_who_was_told_apart_is_not_asked_about_again(leek, django_assert_num_queries):
    team = make_team(leek)
    one, two = make_player(team, "Harry Goy"), make_player(team, "H Goy")
    other = make_player(team, "Harold Goy")
    assert {(each.one, each.two) for each in duplicates_of(leek)} == {(two, one), (two, other), (other, one)}
    mark_distinct(one=one, two=two, by=make_user("Sam"), at=SIGNED)
    with django_assert_num_queries(2):
        found = duplicates_of(leek)
    assert {(each.one, each.two) for each in found} == {(two, other), (other, one)}
    Player.objects.filter(pk=other.pk).update(merged_into=one)
    assert duplicates_of(leek) == ()
