"""Working a list out, as long work: what the solver finds goes into the list's row as it is found.

The solver is imported here alone, and only once it is needed: no process that serves pages ever loads it.
"""

from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scope, scopes_disabled

from league.base.jobs.kinds import JobFailedError, Progress, job
from league.schedule.actions.lists import SOLVING, finish_list, keep_list
from league.schedule.models import FixtureList
from league.schedule.values.lists import ListContents, contents_of
from scoring.season.schedule.circle import on_nights_of
from scoring.season.schedule.files import write_task
from scoring.season.schedule.task import Task, on_other_nights
from scoring.words import several

if TYPE_CHECKING:
    from league.schedule.solver.conflicts import MinimalConflict
    from league.schedule.solver.solve import SolverProgress

# A list that gets better many times a second is written this often, and always once it keeps every rule.
EVERY_SECONDS = 2.0
NOT_THERE = "The spare nights cannot all be where you wanted them. Looking on all nights"
POINTS = 200  # of the line that shows how the cost went down


@dataclass
class Watch:
    """What the solver says, told to people and kept in the row."""

    row: FixtureList
    progress: Progress
    seconds: int
    began: float
    kept_at: float = 0.0
    best: tuple[int, int] | None = None
    line: list[tuple[float, int]] = field(default_factory=list)

    def should_stop(self) -> bool:
        """Whether to stop, which the solver asks several times a second: so the seconds go on between two lists."""
        past = monotonic() - self.began
        self.progress.say(done=min(int(past), self.seconds), seconds=round(past, 1))
        return self.progress.cancelled

    def note(self, progress: "SolverProgress") -> None:
        """Note how far the solver is; write its list down when it is a better one and it is time to."""
        worth = (progress.hard, progress.cost)
        if progress.hard == 0 and (not self.line or progress.cost < self.line[-1][1]):
            self.line = [*self.line[-POINTS:], (round(progress.seconds, 1), progress.cost)]
        if progress.hard:
            text = f"The best draft so far breaks {several(progress.hard, 'rule')}"
        else:
            least = f"; no draft can have fewer than {progress.bound}" if progress.bound else ""
            text = f"The best draft so far has {progress.cost} penalty points{least}"
        self.progress.say(text, cost=progress.cost, hard=progress.hard, bound=progress.bound, line=self.line)
        if self.best is not None and worth >= self.best:
            return
        first_whole = not progress.hard and (self.best is None or self.best[0] > 0)
        if first_whole or self.best is None or progress.seconds - self.kept_at >= EVERY_SECONDS:
            keep_list(list_id=self.row.pk, matches=progress.matches, bound=progress.bound)
            self.best, self.kept_at = worth, progress.seconds


@job(SOLVING)
def solve_list(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    """Work out the list that `args` names for so many seconds, from a seed; the address of its page.

    Stopped by somebody, it keeps the best list there is so far. A list that was thrown away meanwhile is nobody's.
    """
    with scopes_disabled():
        row = FixtureList.objects.select_related("competition__season__league").filter(pk=args["list"]).first()
    if row is None:
        return None
    season = row.competition.season
    progress.say("Looking for a first list", done=0, total=args["seconds"])
    with scope(league=season.league):
        _work_out(contents_of(row), args, progress)
    return {"address": reverse("fixture-list", args=[season.league.slug, season.slug, row.number])}


def _work_out(opened_list: ListContents, args: dict[str, Any], progress: Progress) -> None:
    from league.schedule.solver import INSTALLED, NOT_INSTALLED

    if not INSTALLED:
        raise JobFailedError(NOT_INSTALLED)
    from league.schedule.solver.solve import solve, with_locked

    watch = Watch(opened_list.row, progress, args["seconds"], began=monotonic())
    locked = tuple(sorted(opened_list.locked))
    options: dict[str, Any] = {"seconds": args["seconds"], "seed": args["seed"], "locked": locked}
    callbacks: dict[str, Any] = {"say": watch.note, "tell": progress.say, "stop": watch.should_stop}
    solution = None
    elsewhere = on_other_nights(opened_list.task)
    if elsewhere != opened_list.task:
        start = opened_list.matches if on_nights_of(elsewhere, opened_list.matches) else ()
        solution = solve(elsewhere, start=start, why=False, **options, **callbacks)
        if (solution.hard or not solution.matches) and not progress.cancelled:
            progress.say(NOT_THERE)
            solution = None
    if solution is None:
        solution = solve(opened_list.task, start=opened_list.matches, **options, **callbacks)
    if solution.matches:
        keep_list(list_id=opened_list.row.pk, matches=solution.matches, bound=solution.bound)
    clash = _clash_of(with_locked(opened_list.task, locked), solution.clash, watch) if solution.clash else None
    finish_list(list_id=opened_list.row.pk, at=now(), clash=clash)


def _clash_of(task: Task, clash: "MinimalConflict", watch: Watch) -> dict[str, Any]:
    """Why there is no list of the task, with every way out that works and the task it makes."""
    from league.schedule.solver.conflicts import relaxations

    watch.progress.say("Looking for what would help")
    return {
        "ids": list(clash.ids),
        "words": clash.text,
        "minimal": clash.minimal,
        "ways": [
            {"words": way.text, "task": write_task(way.task), "whole": way.whole}
            for way in relaxations(task, clash, stop=watch.should_stop)
        ],
    }
