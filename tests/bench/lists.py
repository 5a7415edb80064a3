"""How good fixture lists are after so many seconds, as JSON lines.

The reference of each line is the circle method with its faults mended match by match, for the same task in the same
run. LISTED names other instances of the golden folder, "all" every one that has a list; LIST_SECONDS other times.
"""

import json
import os
import sys
from pathlib import Path
from random import Random
from time import perf_counter

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # run as a file, from anywhere
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

from league.schedule.solver.solve import prepare, solve
from league.schedule.solver.start import first_list
from scoring.season.schedule.files import read_task
from scoring.season.schedule.judge import judge
from scoring.season.schedule.offers import reschedule
from scoring.season.schedule.task import Task

GOLDEN = ROOT / "tests" / "golden" / "fixtures"
USUAL = "plain_12_s1,single_12_s1,league_3x10_s1,league_6x12_s2"


def chosen() -> list[str]:
    names = os.environ.get("LISTED", USUAL)
    if names != "all":
        return names.split(",")
    return sorted(path.stem for path in GOLDEN.glob("*.json") if not path.stem.startswith("infeasible"))


def measure(name: str, task: Task, seconds: float) -> dict[str, object]:
    began = perf_counter()
    plain = judge(task, reschedule(task, task.published or first_list(task, (), Random(1))))
    mended = perf_counter() - began
    solution = solve(task, seconds=seconds, seed=1)
    return {
        "bench": f"list {name}",
        "seconds": seconds,
        "cost": solution.cost,
        "broken": solution.hard,
        "bound": solution.bound,
        "first_s": solution.first and round(solution.first, 1),
        "best_s": solution.best and round(solution.best, 1),
        "reference_cost": plain.cost,
        "reference_broken": plain.hard,
        "reference_s": round(mended, 1),
        "ratio": round(solution.cost / max(1, plain.cost), 3),
    }


if __name__ == "__main__":
    prepare()
    for name in chosen():
        task = read_task(json.loads((GOLDEN / f"{name}.json").read_text()))
        for seconds in os.environ.get("LIST_SECONDS", "10,30").split(","):
            sys.stdout.write(json.dumps(measure(name, task, float(seconds))) + "\n")
            sys.stdout.flush()
