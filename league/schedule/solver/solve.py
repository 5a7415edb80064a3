"""The best list for a task that a given time allows, better ones as they come, or why there is none.

`solve` goes through these stages, and they stand below in this order:

1. Nights, boards and requests are counted (`impossible`). Where they clash there is no list to look for.
2. `_begin`: the list as it is, or round robins with few breaks (`start`), put into arrays (`problem`).
3. Full rounds. `_find_whole_list`: until no rule is broken, by annealing (`anneal`) or CP-SAT (`feasibility`).
   `_try_new_starts`: teams seated otherwise, their meetings filled in, annealed and mended, again and again.
   `_improve`: the best list annealed once more for what is left of the work.
4. Any number of matches a night. `_put_on_nights`: a season that begins empty, by nights alone (`night_search`).
   `_mend`: annealed match by match, with as few changes as may be.
5. Where no list came of it, `explain` says why (`conflicts`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random
from time import monotonic

from league.schedule.solver import COMPILED
from league.schedule.solver.anneal import (
    CORES,
    EVERY,
    RELAXED,
    AnnealingSearch,
    Candidate,
    Stage,
    broken_divisions,
    evaluate,
)
from league.schedule.solver.conflicts import MinimalConflict, explain
from league.schedule.solver.deadline import Deadline, OutOfTimeError, never
from league.schedule.solver.feasibility import Feasibility, any_list
from league.schedule.solver.night_anneal import is_exact, matches_due, night_problem
from league.schedule.solver.night_search import NightSearch
from league.schedule.solver.problem import Ints, encode, labels_of, matches_of, state_of
from league.schedule.solver.start import first_list
from scoring.season.schedule.impossible import impossible
from scoring.season.schedule.judge import judge, lower_bound
from scoring.season.schedule.offers import reschedule
from scoring.season.schedule.task import Division, Fixed, Match, Mode, Task, Team, Venue, Weights

REASONS = 0.12  # part of the time that may be added to say why there is no list
LEAST = 8.0  # seconds that there always are for that


@dataclass(frozen=True, slots=True)
class SolverProgress:
    """How far it is. `bound` is a cost that no list goes below; `matches` is the best list so far."""

    seconds: float
    cost: int
    hard: int
    bound: int
    matches: tuple[Match, ...]
    phase: str


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
    task: Task, *, seconds: float, seed: int = 0, start: Sequence[Match] = (), locked: Sequence[Match] = (),
    why: bool = True, say: Callable[[SolverProgress], None] = _quiet, tell: Callable[[str], object] = _quiet,
    stop: Callable[[], bool] = never,
) -> Solution:  # fmt: skip
    """Seek for `seconds` a list that keeps every rule and costs little, from `start` if given and with `locked` kept.

    `say` hears of every better list, `tell` what is being done, and `stop` is asked several times a second. The same
    arguments give the same list where the machine does the work in its time; a slower one stops early. Without `why`
    no clash is looked for; with it there may be a little more time, where no list was found.
    """
    deadline = Deadline.after(max(LEAST, (1 + REASONS) * seconds), stop)
    tell("Counting nights, boards and requests")
    whole = with_locked(task, locked)
    conflicts = impossible(whole)
    pipeline = Pipeline(whole, seconds, seed, start=tuple(start), say=say, tell=tell, stop=stop)
    if not conflicts:
        pipeline.run()
    best, clash = pipeline.best, None
    if why and not stop() and (conflicts or (best is not None and best.hard)):
        tell("Looking for what makes it impossible")
        with suppress(OutOfTimeError):
            clash = explain(whole, seconds=deadline.left, seed=seed, stop=stop)
    cost, hard = best.rank[::-1] if best else (0, len(conflicts))
    return Solution(pipeline.matches, cost, hard, pipeline.bound, clash, pipeline.first, pipeline.found_at)


def with_locked(task: Task, locked: Sequence[Match]) -> Task:
    """The task with its locked matches fixed, under the ids that a clash names them by."""
    fixed_matches = {fixed.match for fixed in task.fixed}
    kept = tuple(Fixed(f"locked:{number}", match) for number, match in enumerate(locked) if match not in fixed_matches)
    return replace(task, fixed=task.fixed + kept)


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


# --- the order of the work --------------------------------------------------------------------------------------------
WORK_A_SECOND = 750_000  # units a core does on a slow machine; a faster one is done before its time
BROKEN = 12  # what a broken rule counts for when the best of several starts is chosen
NEARLY = 30  # what it counts for when one is chosen to go on with
FIRST = 0.25  # part of the time in which CP-SAT may look for any list at all
PATIENCE = 0.75  # part of the time after which, without a list, the rest is better spent on why there is none
PLACING = 0.2  # part of the time in which matches are put on nights where more than nights has a price
MENDING = 0.2  # part of the time in which what was handed out is mended match by match
FIRST_WORK, FIRST_TRIES = 2e5, 6  # for any list at all: work for each division
REPAIR_WORK = 1e6  # for a division that breaks a rule
ATTEMPT = 1.6e6  # for each division


class Pipeline:
    """Stages 2 to 4 of one run: the best so far, when it was found, and what is left of the time."""

    def __init__(
        self, task: Task, seconds: float, seed: int, *, start: tuple[Match, ...], say: Callable[[SolverProgress], None],
        tell: Callable[[str], object], stop: Callable[[], bool],
    ) -> None:  # fmt: skip
        self.task, self.seconds, self.say, self.tell = task, seconds, say, tell
        self.began = monotonic()
        self.deadline = Deadline.after(seconds, stop)
        self.start = start
        self.chance = Random(seed)  # noqa: S311 (a fixture list is no secret)
        self.names = labels_of(task)
        self.problem = encode(task, self.names)
        self.search = AnnealingSearch(self.problem, seed, self.deadline)
        self.bound = lower_bound(task)
        self.best: Candidate | None = None
        self.near: Candidate | None = None  # the most promising, which may break a rule yet
        self.matches: tuple[Match, ...] = ()
        self.impossible = False  # whether there is no list for certain
        self.first: float | None = None
        self.found_at: float | None = None
        self.relaxed = all(division.mode == Mode.RELAXED for division in task.divisions)

    def run(self) -> None:
        """Go on until the time is over or no list can be better."""
        self.tell("Looking for a first list")
        self._take(self._begin(plain=True), "First list found")
        work = self.seconds * WORK_A_SECOND
        if self.relaxed:
            self._put_on_nights()
            self._mend(work)
        else:
            self._find_whole_list()
            self._try_new_starts(work)
            self._improve(work)

    @property
    def done(self) -> bool:
        """Whether to go no further: the time is over, no list can be better, or a list is past hoping for."""
        if self.deadline.over() or self.impossible:
            return True
        if self.first is None:
            return monotonic() - self.began > PATIENCE * self.seconds
        return self.best is not None and self.best.cost <= self.bound

    def _begin(self, *, plain: bool) -> Candidate:
        """The list to begin with, as it is where it is whole."""
        start_matches = self.start or self.task.published
        if self.relaxed and start_matches:
            start_matches = reschedule(self.task, start_matches, over=self.deadline.within(MENDING * self.seconds).over)
        return self._candidate(first_list(self.task, start_matches, self.chance, plain=plain, deadline=self.deadline))

    # --- full rounds
    def _find_whole_list(self) -> None:
        """Any list that keeps every rule, however dear: to show, and to fall back on.

        It is annealed from hot, in a second or two. Mirrored divisions are too rigid for that: CP-SAT finds theirs, as
        it does where annealing fails.
        """
        if self.problem.mirrored.any() and not self.done:
            self._ask_cp_sat()
        candidates = [self._begin(plain=plain) for plain in (True, False)]
        work = FIRST_WORK * len(self.task.divisions)
        for _ in range(FIRST_TRIES):
            for part in _cooling(work, 20.0, 8.0, 4):
                if self.first is None and not self.done:
                    candidates = self._heat(candidates, part)
        if self.first is None and not self.problem.mirrored.any():
            self._ask_cp_sat()
        if self.best is not None and self.best.hard == 0:
            candidates = [self.best, candidates[0]]
        for part in _cooling(2 * work, 8.0, 1.0, 4):
            if not self.done:
                candidates = self._heat(candidates, part)

    def _try_new_starts(self, work: float) -> None:
        """Cycles of new starts, two for a core; each core anneals and mends the best of them, by turns."""
        size = len(self.task.divisions)
        seating, everything = 7e5 * (1 + size), 4e6 * size
        cycles = max(1, int(0.7 * work / (seating + everything)))
        everything = max(everything, 0.7 * work / cycles - seating)
        if 0.7 * work < seating + everything:
            seating, everything = 0.2 * work, 0.5 * work
        turns = max(1, int(everything / (ATTEMPT * size)))
        for _ in range(cycles):
            if self.done:
                return
            states = [self._begin(plain=number == 0).state for number in range(2 * CORES)]
            seated = self.search.seated(states, seating / 2)
            for each in seated:
                self._take(each, "Seating the teams")
            seated.sort(key=lambda each: each.cost + BROKEN * each.hard)
            for turn in range(turns):
                pair = seated[:CORES] if turn % 3 < 2 else seated[CORES:]
                warm = self._anneal(pair, 0.25 * everything / turns, 1.6, 100.0)
                warm, left = self._mend_rules(warm, 0.4 * everything / turns)
                if self.best is not None and self.best.hard == 0 and all(each.hard for each in warm):
                    warm = [warm[0], self.best]
                self._anneal(warm, 0.35 * everything / turns + left, 2.0, 100.0)

    def _improve(self, work: float) -> None:
        """The best list once more, hot enough to leave its valley; at times one that is better but breaks a rule."""
        left, turn = 0.3 * work, 1
        while left > 0 and not self.done:
            assert self.best is not None
            assert self.near is not None
            part = min(left, max(1.5e6 * len(self.task.divisions), 0.1 * work))
            if self.best.hard == 0 and turn % 3:
                self._anneal([self.best] * CORES, part, 1.5 if turn % 3 == 1 else 2.5, 100.0)
            elif self.near.hard and self.best.hard and turn % 2:
                self._anneal([self.near] * CORES, part, 3.0, 30.0)
            else:
                mended, unused = self._mend_rules([self.near] * CORES, 0.5 * part)
                self._anneal(mended, 0.5 * part + unused, 2.0, 100.0)
            left, turn = left - part, turn + 1

    # --- any number of matches a night
    def _put_on_nights(self) -> None:
        """A season that begins empty: each match on a night, by what looks at nights alone.

        Where nothing else has a price that is all there is to do.
        """
        due = matches_due(self.problem, state_of(self.task, self.names, self.problem, ()))
        nights = None if self.start or self.task.published else night_problem(self.problem, due)
        if nights is None:
            return
        teams, days, divisions = self.names.teams, self.names.dates, self.names.divisions

        def take(dates: Ints) -> None:
            matches = [
                Match(divisions[self.problem.division[home]], days[date], teams[home], teams[away])
                for (home, away), date in zip(due, dates, strict=True)
            ]
            self._take(self._candidate(matches), "Putting matches on nights")

        self.tell("Putting matches on nights")
        seconds = (1.0 if is_exact(self.problem) else PLACING) * self.deadline.left
        deadline = Deadline(self.deadline.within(seconds).ends, lambda: self.done)
        search = NightSearch(nights, self.chance.randrange(1 << 30), deadline)
        search.run(seconds, take)
        if (self.problem.legs == 2).all():
            self.bound, self.impossible = max(self.bound, search.bound), search.impossible

    def _mend(self, work: float) -> None:
        """A list in mid-season: what is there already, changed as little as it must be."""
        assert self.best is not None
        self._anneal([self.best] * CORES, work / 6, 4.0, 60.0)
        if self.first is None and not self.done:
            self._ask_cp_sat()
        left, heat = work, 4.0
        while left > 0 and not self.done:
            part = max(work / 6, 1e6)
            self._anneal([self.best] * CORES, part, heat, 60.0)
            left, heat = left - part, max(1.5, heat * 0.7)

    # --- what the stages are made of
    def _ask_cp_sat(self) -> None:
        answer = any_list(self.task, deadline=self.deadline.within(FIRST * self.seconds))
        self.impossible = answer.verdict is Feasibility.NO
        if answer.matches:
            self._take(self._candidate(answer.matches), "First list found")

    def _heat(self, candidates: Sequence[Candidate], part: tuple[float, float, float]) -> list[Candidate]:
        """So much (work, from, to) on each core; what is there in the end."""
        pairs = self.search.run([(each.state, Stage(EVERY, *part, 100.0)) for each in candidates])
        for _, best in pairs:
            self._take(best, "First list found")
        return [last for last, _ in pairs]

    def _mend_rules(self, candidates: Sequence[Candidate], work: float) -> tuple[list[Candidate], float]:
        """Lists that break a rule, with the divisions that do annealed from hot, and the work that is left.

        The other divisions stay as good as they are, unless that does not help: then more join them, by chance. A list
        that is whole is improved meanwhile.
        """
        pool, tries = list(candidates), 0
        while work > 0 and not self.done and any(each.hard for each in pool):
            stages = [self._mending(each, tries) for each in pool]
            work -= max(stage.work for stage in stages)
            pairs = self.search.run([(each.state, stage) for each, stage in zip(pool, stages, strict=True)])
            pool = [min(old, new, key=lambda each: each.rank) for old, (_, new) in zip(pool, pairs, strict=True)]
            for each in pool:
                self._take(each, "Mending what is broken")
            tries += 1
        return pool, max(0.0, work)

    def _mending(self, candidate: Candidate, tries: int) -> Stage:
        chosen = broken_divisions(self.problem, candidate.state)
        if not chosen:
            return Stage(EVERY, REPAIR_WORK, 1.5, 0.7, 100.0)
        others = [number for number in range(len(self.task.divisions)) if number not in chosen]
        chosen += self.chance.sample(others, min(tries // 2, len(others)))
        hot = 8.0 if tries % 2 else 5.0
        return Stage(EVERY, REPAIR_WORK * len(chosen), hot, 0.6, 80.0, tuple(chosen))

    def _anneal(self, candidates: Sequence[Candidate], work: float, hot: float, penalty: float) -> list[Candidate]:
        """From `hot` down, in parts so that what is found can be shown on the way; the best of each core."""
        best = list(candidates)
        mix = RELAXED if self.relaxed else EVERY
        for part in _cooling(work, hot, 0.5, 5):
            if self.done:
                break
            stage = Stage(mix, *part, penalty)
            pairs = self.search.run([(each.state, stage) for each in candidates])
            candidates = [last for last, _ in pairs]
            best = [min(old, new, key=lambda each: each.rank) for old, (_, new) in zip(best, pairs, strict=True)]
            for each in best:
                self._take(each, "Improving")
        return best

    def _candidate(self, matches: Iterable[Match]) -> Candidate:
        return evaluate(self.problem, state_of(self.task, self.names, self.problem, matches))

    def _take(self, candidate: Candidate, phase: str) -> None:
        """Keep a list that is better than the best so far, and say so."""
        if self.near is None or candidate.cost + NEARLY * candidate.hard < self.near.cost + NEARLY * self.near.hard:
            self.near = candidate
        if self.best is not None and candidate.rank >= self.best.rank:
            return
        self.best, self.found_at = candidate, monotonic() - self.began
        self.matches = matches_of(self.names, self.problem, candidate.state.opp, candidate.state.home)
        if candidate.hard == 0:
            verdict = judge(self.task, self.matches)
            assert (verdict.hard, verdict.cost) == (0, candidate.cost), "the solver and the judge disagree"
            self.first = self.found_at if self.first is None else self.first
        self.say(SolverProgress(self.found_at, candidate.cost, candidate.hard, self.bound, self.matches, phase))


def _cooling(work: float, hot: float, cold: float, parts: int) -> Iterator[tuple[float, float, float]]:
    """(work, from, to) of each part."""
    for number in range(parts):
        yield work / parts, hot * (cold / hot) ** (number / parts), hot * (cold / hot) ** ((number + 1) / parts)
