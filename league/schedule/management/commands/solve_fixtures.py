"""`manage.py solve_fixtures INSTANCE.json --out FILE.csv`: the best list that a given time allows, from files alone."""

import json
import sys
from argparse import BooleanOptionalAction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.schedule.management import task_at
from scoring.season.schedule.files import write_list
from scoring.season.schedule.task import Task

if TYPE_CHECKING:  # the solver is slow to import, and is so where it is used
    from league.schedule.solver.pipeline import SolverProgress
    from league.schedule.solver.solve import Solution

NO_LIST, NOT_SETTLED = 3, 4


class Command(BaseCommand):
    help = "Make a fixture list: exit 0 with the list, 3 with FILE.core.json if there is none, 4 if neither was found."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("instance", type=Path, nargs="?", help="the task, a JSON file of the format pubfix-1")
        parser.add_argument("--out", type=Path, help="the CSV file to write")
        parser.add_argument("--seconds", type=float, default=60, help="how long to go on (60)")
        parser.add_argument("--seed", type=int, default=0, help="the same number gives the same list (0)")
        parser.add_argument("--prepare", action="store_true", help="only compile the solver, once on this machine")
        parser.add_argument(
            "--progress", action=BooleanOptionalAction, default=True, help="say what was found and when"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        from league.schedule.solver import INSTALLED, NOT_INSTALLED

        if not INSTALLED:
            raise CommandError(NOT_INSTALLED)
        if options["prepare"]:
            _prepare()
            return
        if options["instance"] is None or options["out"] is None:
            raise CommandError("Name the task and the list: solve_fixtures INSTANCE.json --out FILE.csv")
        from league.schedule.solver.solve import solve

        task = task_at(options["instance"])
        say = self._say if options["progress"] else lambda _: None
        solution = solve(task, seconds=options["seconds"], seed=options["seed"], say=say)
        sys.exit(self._write(task, solution, options["out"]))

    def _say(self, progress: "SolverProgress") -> None:
        broken = f", {progress.hard} rules broken" if progress.hard else ""
        self.stderr.write(f"{progress.seconds:6.1f} s  cost {progress.cost}{broken}  {progress.phase}")

    def _write(self, task: Task, solution: "Solution", out: Path) -> int:
        """The list, or why there is none; the exit status."""
        if solution.clash is not None:
            core = out.with_name(out.stem + ".core.json")
            core.write_text(json.dumps(list(solution.clash.ids)) + "\n")
            self.stderr.write(f"{solution.clash.words}\nThere is no list. What clashes is in {core}.")
            return NO_LIST
        if solution.hard:
            self.stderr.write(
                f"Neither a list nor a clash was found in this time: {solution.hard} rules stay broken."
                " Give it more --seconds."
            )
            return NOT_SETTLED
        out.write_text(write_list(task, solution.matches))
        bound = "and no list can cost less" if solution.proven else f"and no list can cost less than {solution.bound}"
        self.stdout.write(f"{out}: {len(solution.matches)} matches, cost {solution.cost}, {bound}.")
        return 0


def _prepare() -> None:
    """Solve the smallest of leagues, so that everything has been compiled."""
    from league.schedule.solver.solve import prepare

    prepare()
