"""What is asked of a season's nights as a whole: spare ones, a full first night, a derby night."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from scoring.season.schedule.circle import on_nights_of
from scoring.season.schedule.files import TaskError, read_task, write_task
from scoring.season.schedule.impossible import impossible
from scoring.season.schedule.task import (
    Division,
    Fixed,
    Match,
    Mode,
    NightPlan,
    SpareNights,
    Task,
    Team,
    Venue,
    Weights,
    Wish,
    WishKind,
    derby_pairs,
    on_other_nights,
    spare_nights,
    with_night_plan,
)

NIGHTS = tuple(date(2026, 11, 2) + timedelta(weeks=number) for number in range(13))
TEAMS = tuple(Team(name, name, f"V{name}", "D1") for name in "ABCD")
DIVISION = Division("D1", "One", tuple("ABCD"), NIGHTS, legs=3)
TASK = Task("t", (DIVISION,), tuple(Venue(team.venue, team.venue) for team in TEAMS), TEAMS)
PUBS = tuple(replace(team, venue=venue) for team, venue in zip(TEAMS, ("P@0", "Q", "P@1", "P@0"), strict=True))


def nights(task):
    return task.divisions[0].dates


@pytest.mark.parametrize(
    ("where", "free"),
    [
        (SpareNights.END, NIGHTS[9:]),
        (SpareNights.CHRISTMAS, (NIGHTS[6], NIGHTS[7], NIGHTS[8], NIGHTS[9])),  # 14, 21 and 28 December, 4 January
        (SpareNights.SPREAD, (NIGHTS[1], NIGHTS[4], NIGHTS[8], NIGHTS[11])),
    ],
)
def test_spare_nights_lie_where_they_are_wanted(where, free):
    assert spare_nights(DIVISION, where) == free
    task = with_night_plan(TASK, NightPlan(spare=where))
    assert task.wishes == (
        Wish("spare-D1", WishKind.KEEP_FREE, hard=False, weight=10, division="D1", dates=frozenset(free)),
    )
    assert nights(on_other_nights(task)) == tuple(day for day in NIGHTS if day not in free)


def test_a_match_that_is_fixed_or_locked_keeps_its_night():
    fixed, locked = Match("D1", NIGHTS[12], "A", "B"), Match("D1", NIGHTS[10], "C", "D")
    task = with_night_plan(replace(TASK, fixed=(Fixed("F1", fixed),)), NightPlan(spare=SpareNights.END), [locked])
    assert nights(on_other_nights(task)) == (*NIGHTS[:7], NIGHTS[10], NIGHTS[12])
    assert on_nights_of(on_other_nights(task), [fixed, locked])
    assert not on_nights_of(on_other_nights(task), [Match("D1", NIGHTS[8], "A", "C")])


@pytest.mark.parametrize("changed", [{"mode": Mode.RELAXED}, {"dates": NIGHTS[:9]}, {"dates": NIGHTS[:5]}])
def test_a_division_without_spare_nights_keeps_every_night(changed):
    task = replace(TASK, divisions=(replace(DIVISION, **changed),))
    assert with_night_plan(task, NightPlan(spare=SpareNights.SPREAD)) == task
    assert on_other_nights(task) == task


def test_a_first_night_is_full_and_teams_of_a_pub_meet_on_the_derby_night():
    task = with_night_plan(replace(TASK, teams=PUBS), NightPlan(full_opening=True, derby=NIGHTS[3], firm=True))
    assert derby_pairs(task) == (("A", "C"),)  # D is the third team of its pub
    opening, derby = task.wishes
    assert (opening.kind, opening.hard, opening.dates) == (WishKind.FULL_NIGHT, True, frozenset(NIGHTS[:1]))
    assert (derby.kind, derby.teams, derby.dates) == (WishKind.MEET_ON, ("A", "C"), frozenset({NIGHTS[3]}))


def test_nights_that_must_be_kept_free_are_counted_when_there_are_too_few_others():
    free = Wish("spare-D1", WishKind.KEEP_FREE, hard=True, division="D1", dates=frozenset(NIGHTS[:5]))
    (conflict,) = impossible(replace(TASK, wishes=(free,)))
    assert conflict.ids == ("spare-D1",)
    assert conflict.text.startswith("One needs nine nights and has 8: One without matches on 5 nights")


def test_a_plan_goes_into_a_file_and_comes_out_of_it():
    teams = (replace(TEAMS[0], unmet_before=2), *TEAMS[1:])
    task = replace(TASK, teams=teams, weights=Weights(part=2, unfair=3))
    planned = with_night_plan(task, NightPlan(spare=SpareNights.CHRISTMAS, full_opening=True))
    written = write_task(planned)
    assert read_task(written) == planned
    written["rules"][0]["division"] = "D7"
    with pytest.raises(TaskError, match=r"rules.0.division: expected the id of a division"):
        read_task(written)
