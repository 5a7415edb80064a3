"""`manage.py solve_fixtures INSTANCE.json --out FILE.csv`: the best list that a given time allows, from files alone."""

import json
import os
import sys
from argparse import BooleanOptionalAction
from collections.abc import Callable
from pathlib import Path
from signal import SIGINT, signal
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.schedule.management import task_at, write_list_at
from scoring.season.schedule.judge import judge
from scoring.season.schedule.task import Task
from scoring.words import spell_out

if TYPE_CHECKING:  # the solver is slow to import, and is so where it is used
    from league.schedule.solver.solve import Solution, SolverProgress

NO_LIST, NOT_SETTLED = 3, 4
SHOWN = 20  # of the rules that the best list breaks


class Command(BaseCommand):
    help = (
        "Make a fixture list: exit 0 with the list, 3 with FILE.core.json if there is none, 4 if neither was found"
        " (then FILE.csv is the best so far)."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "instance", type=Path, nargs="?", help="the task: JSON of the format pubfix-1, or RobinX XML"
        )
        parser.add_argument("--out", type=Path, help="the file to write: RobinX XML if it is called so, otherwise CSV")
        parser.add_argument("--seconds", type=float, default=60, help="how long to go on (60)")
        parser.add_argument("--seed", type=int, default=0, help="the same number gives the same list (0)")
        parser.add_argument("--prepare", action="store_true", help="only compile the solver, once on this machine")
        parser.add_argument("--while-fed", action="store_true", help="end when the standard input is closed")
        parser.add_argument(
            "--progress", action=BooleanOptionalAction, default=True, help="say what was found and when"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        from league.schedule.solver import INSTALLED, NOT_INSTALLED

        if not INSTALLED:
            raise CommandError(NOT_INSTALLED)
        if options["while_fed"]:
            Thread(target=_end_with_input, daemon=True).start()
        if options["prepare"]:
            from league.schedule.solver.solve import prepare

            prepare()  # by solving the smallest of leagues
            return
        began = monotonic()
        if options["instance"] is None or options["out"] is None:
            raise CommandError("Name the task and the list: solve_fixtures INSTANCE.json --out FILE.csv")
        task = task_at(options["instance"])
        words = ProgressLines(self.stderr.write if options["progress"] else lambda _: None, began)
        words.tell("Starting the solver")
        solution = _solved(task, options["seconds"], options["seed"], words)
        sys.exit(self._write(task, solution, options["out"]))

    def _write(self, task: Task, solution: "Solution", out: Path) -> int:
        """The list, or why there is none; the exit status."""
        if solution.clash is not None:
            core = out.with_name(out.stem + ".core.json")
            core.write_text(json.dumps(list(solution.clash.ids)) + "\n")
            self.stderr.write(f"{solution.clash.text}\nThere is no list. What clashes is in {core}.")
            return NO_LIST
        if solution.hard:
            return self._broken(task, solution, out)
        write_list_at(out, task, solution.matches, solution.cost)
        over = solution.cost - solution.bound
        bound = f"and no list can cost less than {solution.bound}: this one is within {over} of that"
        bound = "and no list can cost less" if solution.proven else bound
        self.stdout.write(f"{out}: {len(solution.matches)} matches, cost {solution.cost}, {bound}.")
        return 0

    def _broken(self, task: Task, solution: "Solution", out: Path) -> int:
        write_list_at(out, task, solution.matches, solution.cost)
        violations = judge(task, solution.matches).violations
        self.stderr.write(
            f"Neither a list nor a clash was found in this time. {out} is the best so far and breaks"
            f" {spell_out(len(violations), 'rule')}. Give it more --seconds."
        )
        for each in violations[:SHOWN]:
            self.stderr.write(f"{each.code} {each.text}")
        if len(violations) > SHOWN:
            self.stderr.write(f"and {len(violations) - SHOWN} more: judge_fixtures tells them all")
        return NOT_SETTLED


class ProgressLines:
    """What is said on the way, each line with the seconds since `began`."""

    def __init__(self, write: Callable[[str], object], began: float) -> None:
        self.write, self.began = write, began

    @property
    def seconds(self) -> float:
        return monotonic() - self.began

    def tell(self, words: str) -> None:
        self.write(f"{self.seconds:6.1f} s  {words}")

    def say(self, progress: "SolverProgress") -> None:
        broken = f", {spell_out(progress.hard, 'rule')} broken" if progress.hard else ""
        self.tell(f"cost {progress.cost}{broken}  {progress.phase}")


def _solved(task: Task, seconds: float, seed: int, words: ProgressLines) -> "Solution":
    """The best that is found in this time, of which loading the solver takes some. Ctrl-C ends it with what is there.

    Compiling, which is done once on a machine, has time of its own.
    """
    from league.schedule.solver import COMPILED
    from league.schedule.solver.solve import prepare, solve

    loaded = words.seconds
    if not COMPILED.exists():
        words.tell("Compiling the solver, once on this machine: half a minute or more")
        prepare()
    stopped = Event()
    before = signal(SIGINT, lambda *_: stopped.set())
    try:
        left = max(1.0, seconds - loaded)
        return solve(task, seconds=left, seed=seed, say=words.say, tell=words.tell, stop=stopped.is_set)
    finally:
        signal(SIGINT, before)


def _end_with_input() -> None:
    """End when whoever holds the other end of the standard input has gone, whatever is being compiled."""
    while os.read(0, 1):
        pass
    os._exit(1)
