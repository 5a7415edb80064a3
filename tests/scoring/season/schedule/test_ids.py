"""What a task insists on, by id: every one can be parsed, told in words and taken away."""

from datetime import date

import pytest

from scoring.season.schedule.constraints import (
    UNLIMITED,
    Constraint,
    ConstraintKind,
    UnknownConstraintError,
    constraints,
    in_words,
    only,
    parse,
    without,
)
from scoring.season.schedule.task import Mode, SecondHalf
from tests.scoring.season.schedule.made import NAMES, task

OF = task("infeasible_3x10_s6")


@pytest.mark.parametrize("name", NAMES[::6])
def test_every_id_of_a_task_can_be_parsed_told_and_taken_away(name):
    of = task(name)
    ids = constraints(of)
    assert len(set(ids)) == len(ids)
    assert [str(parse(each)) for each in ids] == list(ids)
    for each in ids[:: max(1, len(ids) // 25)]:
        assert in_words(of, each)
        assert constraints(without(of, each)) != ids


def test_ids_are_read_as_what_they_stand_for():
    assert parse("R012") == Constraint(ConstraintKind.WISH, "R012")
    assert parse("closed:V007:2026-11-02") == Constraint(ConstraintKind.CLOSED, "V007", date(2026, 11, 2))
    assert parse("second_half:D1") == Constraint(ConstraintKind.SECOND_HALF, "D1")
    with pytest.raises(UnknownConstraintError):
        parse("closed:V007")


def division(of, name="D1"):
    return next(each for each in of.divisions if each.id == name)


def venue(of, name):
    return next(each for each in of.venues if each.id == name)


def test_each_kind_is_taken_away_alone():
    assert not any(wish.id == "R021" for wish in without(OF, "R021").wishes)
    assert [fixed.id for fixed in without(OF, "fixed:F001").fixed] == ["F002", "F003"]
    assert venue(without(OF, "venue:V001"), "V001").boards == UNLIMITED
    assert venue(without(OF, "closed:V014:2026-10-05"), "V014").closed == frozenset()
    assert division(without(OF, "rounds:D1")).mode is Mode.RELAXED
    assert division(without(OF, "gap:D1")).min_gap_days == 0
    assert division(without(OF, "run:D1")).max_run is None
    assert division(without(OF, "run:D1"), "D2") == division(OF, "D2")
    mirrored = task("single_12_mirrored_s2")
    assert division(without(mirrored, "second_half:D1")).second_half is SecondHalf.FREE


def test_a_soft_wish_is_no_constraint_though_it_has_the_same_id():
    of = task("infeasible_3x10_s9")
    left = [wish for wish in without(of, "R017").wishes if wish.id == "R017"]
    assert [wish.hard for wish in left] == [False]


def test_a_pub_with_a_board_for_each_of_its_teams_limits_nobody():
    shared = {each for each in constraints(OF) if parse(each).kind is ConstraintKind.VENUE}
    assert shared == {"venue:V001", "venue:V002", "venue:V003", "venue:V004"}
    assert venue(without(OF, "venue:V014"), "V014").boards == UNLIMITED


def test_what_a_task_does_not_insist_on_cannot_be_taken_away():
    for name in ("R999", "second_half:D1", "closed:V014:2026-10-06", "fixed:F9"):
        with pytest.raises(UnknownConstraintError):
            without(OF, name)
        with pytest.raises(UnknownConstraintError):
            in_words(OF, name)


def test_a_task_can_be_left_with_one_constraint_only():
    assert constraints(only(OF, ["R021"]))[0] == "R021"
    kinds = {parse(each).kind for each in constraints(only(OF, ["R021"]))}
    assert kinds == {ConstraintKind.WISH}


WORDS = {
    "R021": "Hop Pole at home on Mon 5 Oct (Hop Pole at home on 2026-10-05)",
    "fixed:F001": "Balmoral v Conservative Club is fixed for Mon 7 Sep",
    "venue:V014": "Hop Pole has two boards",
    "closed:V014:2026-10-05": "Hop Pole is closed on Mon 5 Oct",
    "rounds:D1": "Premier Division plays 18 full rounds and has 18 nights",
    "gap:D1": "at least seven days lie between two meetings of the same teams in Premier Division",
    "run:D1": "nobody in Premier Division has more than three matches in a row at home or away",
}


@pytest.mark.parametrize("name", WORDS)
def test_every_kind_is_told_as_the_secretary_would(name):
    assert in_words(OF, name) == WORDS[name]


def test_a_mirrored_half_is_told_without_the_word():
    words = "the second half of Premier Division is the first with home and away changed over"
    assert in_words(task("single_12_mirrored_s2"), "second_half:D1") == words
