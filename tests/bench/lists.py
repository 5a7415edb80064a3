"""How good fixture lists are after so many seconds, as JSON lines.

The reference of each line is the circle method with its faults mended match by match, for the same task in the same
run. LISTED names other instances of the golden folder, "all" every one that has a list; LIST_SECONDS other times. Of an
instance of the literature (RobinX, by its path: LISTED=../ML_15_6_0_0.xml) the reference is plain CP-SAT: the same
model on two cores for the same time.
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

from league.schedule.solver.deadline import Deadline
from league.schedule.solver.encoder import encode, labels_of
from league.schedule.solver.night_arrays import matches_due, night_problem
from league.schedule.solver.night_search import NightSearch, bound_nights
from league.schedule.solver.solve import prepare, solve
from league.schedule.solver.start import first_list, state_of
from scoring.season.schedule.files import read_task
from scoring.season.schedule.judge import judge
from scoring.season.schedule.offers import reschedule
from scoring.season.schedule.robinx import read_instance
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


def measure_nights(task: Task, seconds: float) -> dict[str, object]:
    """A relaxed season of requests about nights alone, beside plain CP-SAT."""
    solution = solve(task, seconds=seconds, seed=1)
    names = labels_of(task)
    problem = encode(task, names)
    nights = night_problem(problem, matches_due(problem, state_of(task, names, problem, ())))
    assert nights is not None
    plain, bounds = NightSearch(nights, 1, Deadline()), [0]
    deadline = Deadline.after(seconds)
    bound_nights(nights, deadline, bound=bounds.append, found=plain.take, workers=2)
    return {
        "bench": f"list {task.id}",
        "seconds": seconds,
        "cost": solution.cost,
        "broken": solution.hard,
        "bound": solution.bound,
        "reference_cost": plain.rank[1],
        "reference_broken": plain.rank[0],
        "reference_bound": max(bounds),
        "load": os.getloadavg()[0],
    }


if __name__ == "__main__":
    prepare()
    for name in chosen():
        if name.endswith(".xml"):
            task = read_instance(Path(name).read_text())
            for seconds in os.environ.get("LIST_SECONDS", "60").split(","):
                sys.stdout.write(json.dumps(measure_nights(task, float(seconds))) + "\n")
                sys.stdout.flush()
            continue
        task = read_task(json.loads((GOLDEN / f"{name}.json").read_text()))
        for seconds in os.environ.get("LIST_SECONDS", "10,30").split(","):
            sys.stdout.write(json.dumps(measure(name, task, float(seconds))) + "\n")
            sys.stdout.flush()
