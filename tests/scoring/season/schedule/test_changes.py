"""The difference between two lists, match by match."""

from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.season.schedule.edits import ChangeKind, changes
from scoring.season.schedule.task import Match, Names
from tests.scoring.season.schedule.made import rounds_list, spoiled, task

NAMES = Names({"B": "Bell", "C": "Crown", "P": "Plough"}, {}, {})
MON, NEXT, LAST = (date(2026, 10, 5) + timedelta(7 * week) for week in (0, 1, 2))


def match(day, home, away, division="D1"):
    return Match(division, day, home, away)


CASES = {
    "Bell v Crown moves from Mon 5 Oct to Mon 12 Oct": ([match(MON, "B", "C")], [match(NEXT, "B", "C")]),
    "Bell v Crown moves from Mon 5 Oct to Mon 12 Oct, with Crown at home": (
        [match(MON, "B", "C")],
        [match(NEXT, "C", "B")],
    ),
    "Bell v Crown on Mon 5 Oct is turned round: Crown at home": ([match(MON, "B", "C")], [match(MON, "C", "B")]),
    "Bell v Crown on Mon 5 Oct is new": ([], [match(MON, "B", "C")]),
    "Bell v Crown on Mon 5 Oct falls away": ([match(MON, "B", "C")], []),
}
KINDS = (ChangeKind.MOVED, ChangeKind.MOVED, ChangeKind.REVERSED, ChangeKind.ADDED, ChangeKind.REMOVED)


@pytest.mark.parametrize(("words", "kind"), list(zip(CASES, KINDS, strict=True)))
def test_each_change_is_told_as_what_it_is(words, kind):
    (change,) = changes(*CASES[words])
    assert (change.words(NAMES), change.kind) == (words, kind)
    assert change.turned is ("Crown at home" in words)


def test_of_a_pairs_meetings_those_that_stay_are_no_change():
    old = [match(MON, "B", "C"), match(LAST, "C", "B")]
    new = [match(NEXT, "B", "C"), match(LAST, "C", "B")]
    assert [(change.old, change.new) for change in changes(old, new)] == [(old[0], new[0])]


def test_two_meetings_that_change_places_are_both_turned():
    old = [match(MON, "B", "C"), match(LAST, "C", "B")]
    new = [match(MON, "C", "B"), match(LAST, "B", "C")]
    assert [change.kind for change in changes(old, new)] == [ChangeKind.REVERSED, ChangeKind.REVERSED]


def test_a_match_listed_twice_is_one_too_many():
    assert [change.kind for change in changes([match(MON, "B", "C")], [match(MON, "B", "C")] * 2)] == [ChangeKind.ADDED]


def test_another_division_alone_is_no_change():
    assert changes([match(MON, "B", "C")], [match(MON, "B", "C", "D2")]) == ()


def test_changes_come_in_order_of_the_first_night_that_they_touch():
    old = [match(LAST, "B", "C"), match(NEXT, "B", "P")]
    new = [match(MON, "B", "C"), match(LAST, "B", "P")]
    assert [change.first for change in changes(old, new)] == [MON, NEXT]


@given(seed=st.integers(0, 2**32), spoils=st.integers(0, 30))
def test_changes_lead_from_one_list_to_the_other(seed, spoils):
    random = Random(seed)
    old = rounds_list(task("single_9_s1"), random)
    new = spoiled(task("single_9_s1"), old, spoils, random)
    after = sorted((each.date, each.home, each.away) for each in old)
    for change in changes(old, new):
        if change.old:
            after.remove((change.old.date, change.old.home, change.old.away))
        if change.new:
            after.append((change.new.date, change.new.home, change.new.away))
    assert sorted(after) == sorted((each.date, each.home, each.away) for each in new)
    assert changes(old, old) == ()
