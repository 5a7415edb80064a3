"""What the solver counts is what the judge says, its lists keep every rule, and the same seed gives the same list."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from league.schedule.solver.anneal import EVERY, RELAXED, AnnealingSearch, Stage, evaluate
from league.schedule.solver.problem import encode, labels_of, matches_of, state_of
from league.schedule.solver.solve import solve
from league.schedule.solver.start import few_breaks, few_breaks_mirrored, first_list, there_and_back, varied
from scoring.season.schedule.files import read_list
from scoring.season.schedule.judge import judge
from scoring.season.schedule.offers import reschedule
from scoring.season.schedule.task import Match, Mode, NightPlan, SpareNights, with_night_plan
from tests.scoring.season.schedule.made import GOLDEN
from tests.scoring.season.schedule.made import task as golden
from tests.scoring.season.schedule.test_edits import make_task

ALL_KINDS = [
    "single_8_s1",
    "single_9_s1",
    "single_8_4_s2",
    "single_10_3_s2",
    "single_14_1_s2",
    "single_12_mirrored_s2",
    "league_6x12_mirrored_s3",
    "league_3x10_s2",
    "join_11-12-12_s1",
    "postpone_4x12_s2",
]


def breaks(rounds):
    """How often a team is at home, or away, twice running; byes are skipped."""
    sides = {}
    for pairings in rounds:
        for home, away in pairings:
            if away is not None:
                sides.setdefault(home, []).append(1)
                sides.setdefault(away, []).append(0)
    return sum(one == two for row in sides.values() for one, two in pairwise(row))


def planned(name, *, firm):
    """An instance of which every night has a price, and every request that is not met another one."""
    task = golden(name)
    weights = replace(task.weights, part=2, unfair=3)
    teams = tuple(replace(team, unmet_before=number % 3) for number, team in enumerate(task.teams))
    plan = NightPlan(spare=SpareNights.SPREAD, full_opening=True, firm=firm)
    return with_night_plan(replace(task, weights=weights, teams=teams), plan)


PLANNED = [
    planned("single_9_s1", firm=False),
    planned("single_10_3_s2", firm=True),
    planned("join_11-12-12_s1", firm=False),
]


@pytest.mark.parametrize("task", [*map(golden, ALL_KINDS), *PLANNED], ids=lambda task: task.id)
def test_what_is_counted_is_what_the_judge_says(task):
    """After every stretch of annealing, hot ones too: price and broken rules, and still a whole list."""
    relaxed = task.divisions[0].mode == Mode.RELAXED
    names = labels_of(task)
    problem = encode(task, names)
    start = first_list(task, reschedule(task, task.published) if relaxed else (), Random(3), plain=False)
    search = AnnealingSearch(problem, 5)
    states = [state_of(task, names, problem, start)] * 2
    for heat in (30.0, 8.0, 2.0):
        stage = Stage(RELAXED if relaxed else EVERY, 60_000, heat, heat / 2, 20.0)
        for last, best in search.run([(state, stage) for state in states]):
            for found in (last, best):
                verdict = judge(task, matches_of(names, problem, found.state.opp, found.state.home))
                assert found.cost == verdict.cost or found.state.benched.sum()
                assert (found.hard == 0) == (verdict.hard == 0)
                assert not {"H01", "H02", "H07", "H08"} & verdict.by_code.keys() or found.state.benched.sum()
        states = [last.state for last, _ in search.run([(state, stage) for state in states])]


def test_the_same_seed_gives_the_same_list():
    task = golden("single_10_s1")
    names = labels_of(task)
    problem = encode(task, names)

    def found(seed):
        search = AnnealingSearch(problem, seed)
        states = [state_of(task, names, problem, first_list(task, (), Random(seed), plain=False)) for _ in range(2)]
        seated = search.seated(states, 40_000)
        stage = Stage(EVERY, 60_000, 2.0, 1.0, 50.0)
        pairs = search.run([(each.state, stage) for each in seated])
        return [each.state.opp.tobytes() + each.state.home.tobytes() for pair in pairs for each in pair]

    assert found(4) == found(4)
    assert found(4) != found(5)


def test_only_the_divisions_that_are_named_are_changed():
    task = golden("league_3x10_s2")
    names = labels_of(task)
    problem = encode(task, names)
    state = state_of(task, names, problem, first_list(task, (), Random(3)))
    stage = Stage(EVERY, 60_000, 8.0, 1.0, 80.0, (1,))
    ((last, _),) = AnnealingSearch(problem, 5).run([(state, stage)])
    changed = np.flatnonzero((last.state.opp != state.opp).any(axis=1))
    assert set(problem.division[changed]) == {1}


@pytest.mark.parametrize("teams", [4, 6, 8, 10, 12, 14, 16])
def test_double_templates_have_no_more_breaks_than_must_be(teams):
    names = [str(number) for number in range(teams)]
    assert breaks(few_breaks(names, 2)) == teams - 2
    assert breaks(there_and_back(names[:-1])) == 0
    rounds = varied(names, 2, Random(1))
    assert sorted(pair for pairings in rounds for pair in pairings) == sorted(
        (home, away) for home in names for away in names if home != away
    )


@pytest.mark.parametrize("teams", [6, 8, 10, 12, 14, 16, 18])
def test_mirrored_templates_cost_no_more_than_must_be(teams):
    task = make_task(teams, mirrored=True)
    (division,) = task.divisions
    rounds = zip(division.dates, few_breaks_mirrored(division.teams), strict=False)
    matches = [Match("D1", night, home, away) for night, pairs in rounds for home, away in pairs]
    verdict = judge(task, matches)
    assert (verdict.hard, verdict.cost) == (0, 3 * teams - 6)


@pytest.mark.parametrize("name", ["plain_8_s1", "plain_9_s1", "plain_8_mirrored_s1", "plain_12_s1", "plain_11_s1"])
def test_plain_lists_are_proven(name):
    solution = solve(golden(name), seconds=60, seed=1)
    assert solution.proven
    assert solution.hard == 0
    assert solution.cost == solution.bound


@pytest.mark.parametrize("name", ["single_8_s1", "league_3x10_s1", "withdraw_4x12_s1"])
def test_lists_keep_every_rule(name):
    """Stopped as soon as there is one: better ones are a matter of time."""
    task, seen = golden(name), []
    solution = solve(task, seconds=120, seed=2, say=seen.append, stop=lambda: bool(seen) and seen[-1].hard == 0)
    verdict = judge(task, solution.matches)
    assert (verdict.hard, verdict.cost) == (0, solution.cost)
    assert [each.hard for each in seen] == sorted((each.hard for each in seen), reverse=True)
    assert solution.cost >= solution.bound


def test_locked_matches_stay():
    task = golden("single_8_s1")
    seen = []
    stop = lambda: bool(seen) and seen[-1].hard == 0  # noqa: E731
    first = solve(task, seconds=60, seed=1, say=seen.append, stop=stop)
    locked = first.matches[10:30]
    seen.clear()
    again = solve(task, seconds=60, seed=7, start=first.matches, locked=locked, say=seen.append, stop=stop)
    assert set(locked) <= set(again.matches)
    assert judge(task, again.matches).hard == 0


def test_the_command_writes_a_list_that_the_judge_reads(tmp_path, capsys):
    task, out = golden("plain_6_s1"), tmp_path / "list.csv"
    with pytest.raises(SystemExit) as stopped:
        call_command("solve_fixtures", GOLDEN / "plain_6_s1.json", out=out, seconds=20, seed=1)
    assert stopped.value.code == 0
    matches, misread = read_list(out.read_text(), task)
    assert misread == ()
    assert judge(task, matches).cost == 4
    assert "no list can cost less" in capsys.readouterr().out


def test_the_command_names_what_clashes(tmp_path):
    out = tmp_path / "list.csv"
    with pytest.raises(SystemExit) as stopped:
        call_command("solve_fixtures", GOLDEN / "infeasible_3x10_s3.json", out=out, seconds=20)
    assert stopped.value.code == 3
    assert not out.exists()
    assert {"fixed:F902", "fixed:F903"} <= set(json.loads((tmp_path / "list.core.json").read_text()))


@pytest.mark.parametrize("text", ["{", '{"format": "pubfix-1"}', "[]"])
def test_the_command_says_what_is_wrong_with_a_task(tmp_path, text):
    path = tmp_path / "task.json"
    path.write_text(text)
    with pytest.raises(CommandError, match=r"task\.json is no"):
        call_command("solve_fixtures", path, out=tmp_path / "list.csv")


def test_a_site_on_sqlite_starts_without_the_solver_and_what_few_evenings_need():
    """Not imported by what a web process imports; each is megabytes, or a tenth of a second of the start."""
    late = {"ortools", "numba", "pandas", "numpy", "pydantic", "ninja", "icalendar", "openpyxl", "weasyprint"}
    late |= {"weasyprint", "pypdf", "holidays", "celery", "redis"}
    start = (
        "import league.site.asgi; from league.base.jobs.runner import discover; discover(); import django.urls, sys; "
    )
    told = f"django.urls.get_resolver()._populate(); print(sorted({late} & set(sys.modules)))"
    root = Path(__file__).parents[4]
    environment = os.environ | {"DATABASE_URL": "sqlite:///:memory:", "REDIS_URL": ""}
    command = [sys.executable, "-c", start + told]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_arrays_and_matches_are_the_same_list():
    task = golden("single_9_s1")
    names = labels_of(task)
    problem = encode(task, names)
    matches = first_list(task, (), Random(2))
    state = state_of(task, names, problem, matches)
    assert matches_of(names, problem, state.opp, state.home) == tuple(sorted(matches))
    assert evaluate(problem, state).cost == judge(task, matches).cost
