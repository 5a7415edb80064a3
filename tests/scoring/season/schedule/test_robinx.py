"""Instances of the literature are the same problems here: our judge and another agree on every list."""

import re
from pathlib import Path
from random import Random

import pytest

from scoring.season.schedule.files import TaskError
from scoring.season.schedule.judge import judge
from scoring.season.schedule.robinx import day_of, read_instance, read_solution, write_solution
from scoring.season.schedule.task import Match, Mode, Venue, WishKind
from tests.scoring.season.schedule.robinx_checker import main

GOLDEN = Path(__file__).parents[3] / "golden" / "robinx"
TEAMS = """<Instance><Structure><Format leagueIds="0"><numberRoundRobin>2</numberRoundRobin>
<compactness>{compactness}</compactness><gameMode>{mode}</gameMode></Format><AdditionalGames/></Structure>
<ObjectiveFunction><Objective>{objective}</Objective></ObjectiveFunction>
<Resources><Leagues><league id="0" name="One"/></Leagues><Teams>
<team id="0" league="0" name="Bell" teamGroups="0"/><team id="1" league="0" name="Crown" teamGroups="0"/>
<team id="2" league="0" name="Plough" teamGroups="0;1"/><team id="3" league="0" name="Swan" teamGroups="0;1"/></Teams>
<Slots>{slots}</Slots></Resources><Constraints><CapacityConstraints>{constraint}</CapacityConstraints></Constraints>
</Instance>"""


def written(constraint="", *, compactness="R", mode="NULL", objective="SC", slots=range(20)):
    rows = "".join(f'<slot id="{slot}" name="Slot {slot}"/>' for slot in slots)
    return TEAMS.format(constraint=constraint, compactness=compactness, mode=mode, objective=objective, slots=rows)


def by_chance(task, dice):
    """Every match of the season on a night that its side at home may use, whatever else that breaks."""
    shut = {wish.team: wish.dates for wish in task.wishes if wish.kind is WishKind.NO_HOME}
    return [
        Match(division.id, dice.choice([day for day in division.dates if day not in shut[home]]), home, away)
        for division in task.divisions
        for home in division.teams
        for away in division.teams
        if home != away
    ]


@pytest.mark.parametrize("name", ["ML_11_10_0_0", "IF13"])
def test_our_judge_and_the_other_agree(name, tmp_path, capsys):
    task = read_instance((GOLDEN / f"{name}.xml").read_text())
    for seed in range(3):
        matches = by_chance(task, Random(seed))
        verdict = judge(task, matches)
        path = tmp_path / "solution.xml"
        path.write_text(write_solution(task, matches, verdict.cost))
        main(GOLDEN / f"{name}.xml", path)
        infeasibility, objective = map(int, re.findall(r"(?:infeasibility|objective) (\d+)", capsys.readouterr().out))
        assert (verdict.hard > 0, verdict.cost) == (infeasibility > 0, objective)


def test_a_solution_is_read_as_it_was_written():
    task = read_instance((GOLDEN / "IF13.xml").read_text())
    matches = by_chance(task, Random(1))
    assert read_solution(write_solution(task, matches, 7), task) == (tuple(sorted(matches, key=order)), ())


def order(match):
    return match.date, match


def test_each_constraint_has_its_counterpart():
    club = '<CA4 max="1" min="0" mode1="H" mode2="EVERY" teamGroups1="1" teamGroups2="0" type="HARD" penalty="1"/>'
    gap = '<SE1 max="20" min="5" teamGroups="0" type="HARD" penalty="1"/>'
    away = '<CA1 max="0" mode="A" slots="0;2" teams="1" type="SOFT" penalty="3"/>'
    rare = '<CA3 intp="3" max="2" min="0" mode1="HA" mode2="SLOTS" teams1="0" teamGroups2="0" type="HARD" penalty="1"/>'
    task = read_instance(written(club + gap + away + rare))
    (division,) = task.divisions
    assert (division.mode, division.min_gap_days, division.dates[2]) == (Mode.RELAXED, 6, day_of(2))
    assert task.venues[0] == Venue("S2", "S2", 1)
    assert [team.venue for team in task.teams] == ["V0", "V1", "S2", "S2"]
    said = [
        (wish.kind, wish.team, wish.hard, wish.weight, len(wish.dates), wish.most, wish.nights) for wish in task.wishes
    ]
    assert said == [(WishKind.NO_AWAY, "1", False, 3, 2, 1, 2), (WishKind.AT_MOST, "0", True, 0, 0, 2, 3)]


@pytest.mark.parametrize(
    ("constraint", "named"),
    [
        ('<BR1 teams="0" intp="1" mode1="LESS" mode2="HA" slots="0" type="HARD" penalty="1"/>', "Constraints.BR1"),
        ('<CA1 max="1" mode="H" slots="0;1" teams="0" type="HARD" penalty="1"/>', "Constraints.CA1"),
        ('<CA3 intp="3" max="2" mode1="H" mode2="SLOTS" teams1="0" type="SOFT" penalty="1"/>', "Constraints.CA3"),
        ('<CA4 max="1" mode1="HA" mode2="EVERY" teamGroups1="1" type="HARD" penalty="1"/>', "Constraints.CA4"),
        ('<SE1 max="9" min="5" teamGroups="0" type="HARD" penalty="1"/>', "Constraints.SE1"),
    ],
)
def test_what_cannot_be_translated_is_refused_by_name(constraint, named):
    with pytest.raises(TaskError) as refused:
        read_instance(written(constraint))
    assert [fault.path for fault in refused.value.faults] == [named]


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ({"compactness": "X"}, "Format.compactness"),
        ({"mode": "P"}, "Format.gameMode"),
        ({"objective": "TR"}, "ObjectiveFunction"),
        ({"slots": (0, 2)}, "Resources"),
    ],
)
def test_so_is_another_form_of_season(values, named):
    with pytest.raises(TaskError) as refused:
        read_instance(written(**values))
    assert [fault.path for fault in refused.value.faults] == [named]


def test_what_is_no_xml_is_said():
    with pytest.raises(TaskError, match="XML in the RobinX form"):
        read_instance("<Instance>")
    task = read_instance(written())
    assert [each.line for each in read_solution("<Solution>", task)[1]] == [1]
    games = '<Solution><Games><ScheduledMatch home="0" away="1" slot="x"/></Games></Solution>'
    assert [each.text for each in read_solution(games, task)[1]] == ["“x” is no slot; a slot is a whole number"]
