"""The best list for a task that a given time allows, better ones as they come, or why there is none."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from league.schedule.solver import COMPILED
from league.schedule.solver.conflicts import MinimalConflict, NotSettled, explain
from league.schedule.solver.deadline import Deadline, never
from league.schedule.solver.pipeline import Pipeline, SolverProgress
from scoring.season.schedule.counts import impossible
from scoring.season.schedule.task import Division, Fixed, Match, Mode, Task, Team, Venue, Weights

REASONS = 0.12  # part of the time that may be added to say why there is no list
LEAST = 8.0  # seconds that there always are for that


@dataclass(frozen=True, slots=True)
class Solution:
    """The best list that was found; with `hard` rules broken where there is none, and then the `clash` if it is known.

    `first` and `best` are the seconds after which a list without a broken rule, and the best one, was there.
    """

    matches: tuple[Match, ...]
    cost: int
    hard: int
    bound: int
    clash: MinimalConflict | None = None
    first: float | None = None
    best: float | None = None

    @property
    def proven(self) -> bool:
        """Whether no list can be better."""
        return self.hard == 0 and self.cost <= self.bound


def _quiet(_: object) -> None:
    pass


def solve(
    task: Task,
    *,
    seconds: float,
    seed: int = 0,
    start: Sequence[Match] = (),
    locked: Sequence[Match] = (),
    why: bool = True,
    say: Callable[[SolverProgress], None] = _quiet,
    tell: Callable[[str], object] = _quiet,
    stop: Callable[[], bool] = never,
) -> Solution:
    """Seek for `seconds` a list that keeps every rule and costs little, from `start` if given and with `locked` kept.

    `say` hears of every better list, `tell` what is being done, and `stop` is asked several times a second. The same
    arguments give the same list where the machine does the work in its time; a slower one stops early. Without `why`
    no clash is looked for; with it there may be a little more time, where no list was found.
    """
    deadline = Deadline.after(max(LEAST, (1 + REASONS) * seconds), stop)
    tell("Counting nights, boards and requests")
    fixed_matches = {fixed.match for fixed in task.fixed}
    kept = tuple(Fixed(f"locked:{number}", match) for number, match in enumerate(locked) if match not in fixed_matches)
    whole = replace(task, fixed=task.fixed + kept)
    conflicts = impossible(whole)
    pipeline = Pipeline(whole, seconds, seed, start=tuple(start), say=say, tell=tell, stop=stop)
    if not conflicts:
        pipeline.run()
    best, clash = pipeline.best, None
    if why and not stop() and (conflicts or (best is not None and best.hard)):
        tell("Looking for what makes it impossible")
        explanation = explain(whole, seconds=deadline.left, seed=seed, stop=stop)
        clash = None if isinstance(explanation, NotSettled) else explanation
    cost, hard = best.rank[::-1] if best else (0, len(conflicts))
    return Solution(pipeline.matches, cost, hard, pipeline.bound, clash, pipeline.first, pipeline.found_at)


def prepare() -> None:
    """Have everything compiled and kept, which takes half a minute the first time on a machine, and no time then."""
    if COMPILED.exists():
        return
    nights = tuple(date(2026, 9, 7) + timedelta(weeks=number) for number in range(6))
    teams = tuple(Team(name, name, f"V{name}", "D1") for name in "ABCD")
    division = Division("D1", "One", tuple(team.id for team in teams), nights)
    task = Task("prepare", (division,), tuple(Venue(team.venue, team.venue) for team in teams), teams)
    solve(task, seconds=300)
    free = Weights(breaks=0, run3=0, half=0, gap=0, change=0, delay=0, idle=0, week2=0)
    solve(replace(task, divisions=(replace(division, mode=Mode.RELAXED),), weights=free), seconds=300)
    COMPILED.touch()
