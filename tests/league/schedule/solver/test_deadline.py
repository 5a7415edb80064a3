"""The time that is asked for is kept, and a search that is stopped gives what there is."""

import os
import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from ortools.sat.python import cp_model

from league.schedule.management.commands.solve_fixtures import NOT_SETTLED, Command
from league.schedule.solver.deadline import Deadline, solver_for
from league.schedule.solver.feasibility import Feasibility, any_list
from league.schedule.solver.solve import solve
from scoring.season.schedule.files import read_list
from scoring.season.schedule.judge import judge
from scoring.season.schedule.offers import reschedule
from scoring.season.schedule.task import Division, Mode, Task, Team, Venue
from tests.scoring.season.schedule.test_robinx import written
from tests.waiting import until


def relaxed(divisions=2, teams=6, nights=40):
    """A whole season of matches on any of many nights, none of them in the list yet."""
    dates = tuple(date(2026, 9, 1) + timedelta(days=number) for number in range(nights))
    names = {f"D{number}": tuple(f"{number}.{team}" for team in range(teams)) for number in range(divisions)}
    return Task(
        "relaxed",
        tuple(Division(key, key, inside, dates, mode=Mode.RELAXED) for key, inside in names.items()),
        tuple(Venue(f"V{team}", team) for inside in names.values() for team in inside),
        tuple(Team(team, team, f"V{team}", key) for key, inside in names.items() for team in inside),
    )


def test_a_relaxed_season_is_made_from_nothing():
    task, seen = relaxed(), []
    solution = solve(task, seconds=120, seed=1, say=seen.append, stop=lambda: bool(seen) and seen[-1].hard == 0)
    assert judge(task, solution.matches).hard == solution.hard == 0
    assert len(solution.matches) == 60


def test_every_step_is_told():
    told = []
    solve(relaxed(), seconds=0, why=False, tell=told.append)
    assert told == ["Counting nights, boards and requests", "Looking for a first list", "Putting matches on nights"]


def test_the_best_so_far_is_written_with_what_it_breaks(tmp_path, capsys):
    task, out = relaxed(divisions=1), tmp_path / "list.csv"
    solution = solve(task, seconds=0, why=False)
    assert Command()._write(task, solution, out) == NOT_SETTLED
    matches, misread = read_list(out.read_text(), task)
    assert (matches, misread) == (solution.matches, ())
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith(f"Neither a list nor a clash was found in this time. {out} is the best so far and breaks")
    assert told[1] == "H02 0.0 and 0.1 meet never, not twice"


def test_the_solver_stops_when_it_is_told_to():
    """A ruler of 14 marks that measures no length twice, as short as can be: hours of work."""
    model = cp_model.CpModel()
    marks = [model.new_int_var(0, 200, "") for _ in range(14)]
    for one, other in pairwise(marks):
        model.add(one < other)
    model.add_all_different([other - one for one, other in combinations(marks, 2)])
    model.minimize(marks[-1])
    assert Deadline(stop=lambda: True).run(solver_for(effort=1e9, seed=1), model) != cp_model.OPTIMAL


def test_a_question_that_has_no_time_is_not_settled():
    assert any_list(relaxed(), deadline=Deadline.after(0)).verdict is Feasibility.UNSETTLED


def test_matches_are_mended_only_while_there_is_time():
    task = relaxed(divisions=1)
    matches = solve(task, seconds=0, why=False, start=reschedule(task, ())).matches
    closed = replace(task, venues=tuple(replace(each, closed=frozenset({matches[0].date})) for each in task.venues))
    assert reschedule(closed, matches, over=lambda: True) == tuple(sorted(matches))
    assert judge(closed, reschedule(closed, matches)).hard == 0


def test_the_command_solves_an_instance_of_the_literature(tmp_path, capsys):
    instance, out = tmp_path / "instance.xml", tmp_path / "solution.xml"
    instance.write_text(written('<CA1 max="0" mode="HA" slots="0;1" teams="2" type="HARD" penalty="1"/>'))
    with pytest.raises(SystemExit) as stopped:
        call_command("solve_fixtures", instance, out=out, seconds=30)
    assert stopped.value.code == 0
    with pytest.raises(SystemExit) as judged:
        call_command("judge_fixtures", instance, out)
    assert judged.value.code == 0
    assert "12 matches, 0 violations, cost 0" in capsys.readouterr().out


def test_what_compiles_for_a_site_ends_with_it_however_that_ends(tmp_path):
    site = """
import sys, django
django.setup()
from league.operations.management.commands.serve import prepare_solver
prepare_solver()
print("begun", flush=True)
sys.stdin.read()
"""
    made = {"DJANGO_SETTINGS_MODULE": "league.site.settings", "DEMO": "yes", "VAR_DIR": str(tmp_path)}
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"} | made
    command = [sys.executable, "-c", site]
    running = subprocess.Popen(
        command, cwd=settings.BASE_DIR, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert running.stdout.readline() == "begun\n"
    (number,) = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
    running.terminate()
    running.communicate()
    assert until(lambda: not Path(f"/proc/{number}").exists())
    assert list(tmp_path.rglob("*.whole")) == []
