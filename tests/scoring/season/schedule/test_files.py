"""The files of a task and of a list: read as written, written as read, and every fault told at once."""

import json
from dataclasses import replace
from datetime import date
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.season.schedule.files import TaskError, read_list, read_task, write_list, write_task
from scoring.season.schedule.task import Division, Match, Mode, SecondHalf, Team, Venue, Weights, Wish, WishKind
from tests.scoring.season.schedule.made import KINDS, NAMES, data, rounds_list, task, twisted

HEAD = "division,date,home,away,round\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_task_is_written_as_it_was_read(name):
    written = json.loads(json.dumps(write_task(task(name))))
    assert read_task(written) == task(name)
    for key in ("fixed", "published", "venues", "teams", "weights", "frozen_until", "blackout_weeks"):
        assert written[key] == data(name)[key]


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32))
def test_a_task_with_anything_in_it_survives_being_written(seed):
    read = read_task(twisted("join_11-12-12_s1", 20, Random(seed)))
    assert read_task(json.loads(json.dumps(write_task(read)))) == read


def test_every_field_of_a_file_arrives():
    read = task("join_11-12-12_s1")
    (joined,) = read.divisions[0].quota
    assert (joined.legs, joined.max_home_away_diff) == (1, 3)
    assert read.divisions[0].mode is Mode.RELAXED
    assert task("single_12_mirrored_s2").divisions[0].second_half is SecondHalf.MIRRORED
    assert read.frozen_until == date(2026, 11, 30)
    assert read.weights == Weights(breaks=1, run3=4, half=3, gap=2, change=8, delay=1, idle=1, week2=5)


def test_every_kind_of_wish_has_a_name_in_the_file():
    assert {kind.value for kind in WishKind} == set(KINDS)


def test_what_a_file_says_of_its_own_answer_is_not_read():
    changed = {**data("infeasible_3x10_s0"), "expect": "feasible", "anything": "else"}
    assert read_task(changed) == task("infeasible_3x10_s0")


def test_every_fault_of_a_file_is_told_with_its_place():
    spoilt = json.loads(json.dumps(data("plain_6_s1")))
    spoilt["divisions"][0] |= {"legs": "2", "mode": "loose", "dates": ["2026-09-07", "soon"]}
    spoilt["divisions"][0]["teams"].append("T009")
    spoilt["venues"][0]["boards"] = -1
    spoilt["teams"][1]["venue"] = "V999"
    spoilt["teams"][2]["id"] = spoilt["teams"][3]["id"]
    spoilt["rules"] = [{"id": "R1", "type": "meet_by", "teams": ["T001"], "hard": "yes", "by": None}, 7]
    spoilt["fixed"] = [{"id": "F1", "division": "D1", "date": "2026-09-07", "home": "T001", "away": "T001"}]
    with pytest.raises(TaskError) as error:
        read_task(spoilt)
    told = {fault.path: (fault.expected, fault.found) for fault in error.value.faults}
    assert told["divisions.0.legs"] == ("a whole number, 1 or more", "'2'")
    assert told["divisions.0.mode"] == ('one of "rounds", "relaxed"', "'loose'")
    assert told["divisions.0.dates.1"] == ('a date like "2026-11-24"', "'soon'")
    assert told["divisions.0.teams.6"] == ("a team of this division, once", "'T009'")
    assert told["venues.0.boards"] == ("a whole number, 0 or more", "-1")
    assert told["teams.1.venue"] == ("the id of a venue", "'V999'")
    assert told["teams.2.id"] == ("an id that no other has", repr(spoilt["teams"][3]["id"]))
    assert told["rules.0.teams"] == ("two different teams", "['T001']")
    assert told["rules.0.hard"] == ("true or false", "'yes'")
    assert told["rules.0.by"] == ('a date like "2026-11-24"', "None")
    assert told["rules.1"] == ("an object", "7")
    assert told["fixed.0.away"] == ("another team of the division", "'T001'")


@pytest.mark.parametrize("content", [{}, {"format": "pubfix-2"}, [], None, 3])
def test_what_is_no_task_at_all_is_refused_by_its_format(content):
    with pytest.raises(TaskError, match='format: expected "pubfix-1"'):
        read_task(content)


KEYS = ("id", "divisions", "venues", "teams", "rules", "fixed", "type", "team", "dates", "legs", "weights")
NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.sampled_from(("", "D1", "T001", "2026-09-07")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=25,
)


@given(content=NONSENSE)
def test_nonsense_is_refused_and_never_falls_over(content):
    whole = {**(content if isinstance(content, dict) else {"teams": content}), "format": "pubfix-1"}
    with pytest.raises(TaskError) as error:
        read_task({**whole, "venues": None})
    assert error.value.faults


@pytest.mark.parametrize("name", NAMES[::9])
def test_a_list_is_written_in_order_with_its_rounds_and_read_back(name):
    matches = rounds_list(task(name), Random(3))
    text = write_list(task(name), matches)
    again, misread = read_list(text, task(name))
    assert misread == ()
    assert sorted(again) == sorted(matches)
    assert write_list(task(name), again) == text
    assert text.startswith(HEAD)


def test_rounds_are_numbered_by_the_nights_that_a_division_uses():
    plain = task("plain_6_s1")
    first, second, third = plain.divisions[0].dates[:3]
    matches = [Match("D1", third, "T003", "T004"), Match("D1", first, "T001", "T002")]
    assert write_list(plain, matches).splitlines()[1:] == [
        f"D1,{first},T001,T002,1",
        f"D1,{third},T003,T004,2",
    ]
    assert second not in [match.date for match in matches]


def test_ids_with_commas_and_quotes_survive():
    team = 'The "Old" Bell, Leek'
    odd = replace(
        task("plain_6_s1"),
        divisions=(Division("D1", "One", (team, "T2"), (date(2026, 9, 7),)),),
        teams=(Team(team, team, "V1", "D1"), Team("T2", "Crown", "V1", "D1")),
        venues=(Venue("V1", "The Bell"),),
    )
    match = Match("D1", date(2026, 9, 7), team, "T2")
    assert read_list(write_list(odd, [match]), odd) == ((match,), ())


def test_a_list_from_a_spreadsheet_is_read():
    text = "\ufeffaway,home,note,date,division\r\n T002,T001 ,x,2026-09-07,D1\r\n\r\n"
    matches, misread = read_list(text, task("plain_6_s1"))
    assert matches == (Match("D1", date(2026, 9, 7), "T001", "T002"),)
    assert misread == ()


def test_lines_that_cannot_be_read_are_told_one_by_one():
    text = HEAD + "D1,2026-09-07,T001,T002,2\nD1,7 Sep,T003,T004,1\nD1,2026-09-07\n"
    matches, misread = read_list(text, task("plain_6_s1"))
    assert len(matches) == 1
    assert [(each.line, each.text, each.misnumbered) for each in misread] == [
        (3, "“7 Sep” is no date; write it like 2026-11-24", False),
        (4, "the line is too short", False),
        (2, "round 2 is not round 1, as its date is", True),
    ]


@pytest.mark.parametrize("text", ["", "\n", "a,b\n1,2\n", "division,date,home\nD1,2026-09-07,T001\n"])
def test_a_file_without_the_columns_is_no_list(text):
    matches, (misread,) = read_list(text, task("plain_6_s1"))
    assert matches == ()
    assert misread.text == "the first line must name the columns division, date, home, away"


@given(st.text())
def test_any_text_is_read_or_told_about(text):
    matches, misread = read_list(text, task("plain_6_s1"))
    assert matches or misread


def test_a_hard_wish_needs_no_weight_and_a_wish_by_a_date_no_dates():
    plain = data("plain_6_s1")
    rules = [{"id": "R1", "type": "meet_by", "teams": ["T001", "T002"], "hard": True, "by": "2026-10-05"}]
    assert read_task({**plain, "rules": rules}).wishes == (
        Wish("R1", WishKind.MEET_BY, hard=True, teams=("T001", "T002"), by=date(2026, 10, 5)),
    )
