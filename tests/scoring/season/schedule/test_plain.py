"""Where the spare nights are, if a league wants them at the end."""

from dataclasses import replace
from datetime import date, timedelta

from scoring.season.schedule.circle import on_first_nights, on_nights_of
from scoring.season.schedule.task import Division, Fixed, Match, Mode, Task, Team, Venue

NIGHTS = tuple(date(2026, 9, 7) + timedelta(weeks=number) for number in range(10))
TEAMS = tuple(Team(name, name, f"V{name}", "D1") for name in "ABCD")
DIVISION = Division("D1", "One", tuple("ABCD"), NIGHTS)
TASK = Task("t", (DIVISION,), tuple(Venue(team.venue, team.venue) for team in TEAMS), TEAMS)


def nights(task: Task) -> tuple[date, ...]:
    return task.divisions[0].dates


def test_a_division_has_as_many_of_its_first_nights_as_it_has_rounds():
    assert nights(on_first_nights(TASK)) == NIGHTS[:6]


def test_a_match_that_is_fixed_or_locked_later_keeps_its_night():
    fixed, locked = Match("D1", NIGHTS[9], "A", "B"), Match("D1", NIGHTS[7], "C", "D")
    task = on_first_nights(replace(TASK, fixed=(Fixed("F1", fixed),)), [locked])
    assert nights(task) == (*NIGHTS[:4], NIGHTS[7], NIGHTS[9])
    assert on_nights_of(task, [fixed, locked])
    assert not on_nights_of(task, [Match("D1", NIGHTS[5], "A", "C")])


def test_a_division_that_need_not_have_full_rounds_keeps_every_night():
    relaxed = replace(TASK, divisions=(replace(DIVISION, mode=Mode.RELAXED),))
    assert nights(on_first_nights(relaxed)) == NIGHTS
