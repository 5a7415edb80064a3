"""Groups, and who goes on from them."""

import pytest

from scoring.season.ending import shields
from scoring.season.knockout.draw import DrawRules, Entrant, Lots, Tag, make_draw
from scoring.season.openday.day import deal, qualify
from scoring.season.swiss import SwissGame, standings


def known(*ids, **venues):
    return {each: Entrant(each, venue=venues.get(each, each)) for each in ids}


def test_names_are_dealt_to_the_groups_in_turn():
    assert deal("abcdefg", 3, known(*"abcdefg")) == [("a", "d", "g"), ("b", "e"), ("c", "f")]


def test_those_of_a_pub_are_dealt_into_different_groups():
    entrants = known(*"abcd", a="bell", c="bell")
    assert deal("abcd", 2, entrants, (Tag.VENUE,)) == [("a", "d"), ("b", "c")]


@pytest.mark.parametrize("number", [0, 3])
def test_groups_without_anybody_are_refused(number):
    with pytest.raises(ValueError, match="cannot be dealt"):
        deal("ab", number, known(*"ab"))


def test_the_first_of_each_group_go_on_and_meet_nobody_of_their_own():
    tables = [
        standings("abc", [(SwissGame("a", "b", 2, 0),), (SwissGame("a", "c", 2, 0),), (SwissGame("b", "c", 2, 0),)]),
        standings("def", [(SwissGame("d", "e", 2, 0),), (SwissGame("d", "f", 2, 0),), (SwissGame("e", "f", 2, 0),)]),
    ]
    going = qualify(tables, 2, known(*"abcdef"))
    assert [(each.id, each.group, each.seed) for each in going.entrants] == [
        ("a", "1", 1),
        ("b", "1", None),
        ("d", "2", 2),
        ("e", "2", None),
    ]
    draw = make_draw(going.entrants, DrawRules(apart=(Tag.GROUP,)), Lots("s", "main 1"))
    assert {frozenset((each.home, each.away)) for each in draw.pairings} == {frozenset("ae"), frozenset("db")}


def test_those_who_are_level_at_the_cut_are_told():
    table = standings("abc", [(SwissGame("a", "b", 2, 0),), (SwissGame("a", "c", 2, 0),), (SwissGame("b", "c", 1, 1),)])
    assert qualify([table], 2, known(*"abc")).level == (("b", "c"),)
    assert qualify([table], 1, known(*"abc")).level == ()


def test_a_season_splits_into_shields():
    assert shields("abcde", [3, 2]) == [("a", "b", "c"), ("d", "e")]
    with pytest.raises(ValueError, match="3\\+3"):
        shields("abcde", [3, 3])
