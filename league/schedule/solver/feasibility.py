"""Can these constraints of a task hold together, and by which list: put to CP-SAT (see docs/fixture-lists.md).

The work is bounded in CP-SAT's own measure, so the same question gets the same answer on any machine; the clock only
ends what has no time left. Dropping `rounds:D1` drops the whole round robin of a division: who meets how often, one
match a night each, and the nights it takes; so it stands in every conflict that rests on a season's number of matches.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from itertools import combinations, permutations
from typing import Any

from ortools.sat.python import cp_model

from league.schedule.solver.deadline import NO_DEADLINE, Deadline, OutOfTimeError, solver_for
from scoring.season.schedule.constraints import ConstraintKind, constraints, parse
from scoring.season.schedule.task import Division, Match, Mode, SecondHalf, Task, Venue, Wish, WishKind

Expr = Any  # sums of variables and what they are compared with: OR-Tools has more types for them than anyone needs


class Grid:
    """Variables over one task, of whose constraints `ids` are asked for; each of `doubted` is behind a literal.

    Of the divisions in `whole` it is asked who meets whom. Raises OutOfTimeError where there is no time to ask.
    """

    def __init__(
        self, task: Task, ids: Collection[str], *, whole: Collection[str] = (), doubted: Collection[str] = (),
        deadline: Deadline = NO_DEADLINE,
    ) -> None:  # fmt: skip
        self.task = task
        self.deadline = deadline
        self.ids = frozenset(ids)
        self.whole = frozenset(division for division in whole if f"rounds:{division}" in self.ids)
        self.model = cp_model.CpModel()
        self.literals = {each: self.model.new_bool_var(each) for each in sorted(doubted)}
        self.division_of = {team.id: team.division for team in task.teams}
        self.divisions = {division.id: division for division in task.divisions}
        # A fixed match excuses what it breaks only where it is asked for itself.
        self.fixed = [each.match for each in task.fixed if f"fixed:{each.id}" in self.ids]
        self.fixed_meetings = Counter((match.home, match.away, match.date) for match in self.fixed)
        self.fixed_home = Counter((match.home, match.date) for match in self.fixed)
        self.fixed_away = Counter((match.away, match.date) for match in self.fixed)
        self._sides: dict[tuple[str, str, date], cp_model.IntVar] = {}
        self._meets: dict[tuple[str, str, date], cp_model.IntVar] = {}
        self._used: dict[tuple[str, date], cp_model.IntVar] = {}
        # The dates on which a division may play or has a fixed match, in order.
        self.nights: dict[str, tuple[date, ...]] = {}
        for division in task.divisions:
            fixed = {match.date for match in self.fixed if match.division == division.id}
            self.nights[division.id] = tuple(sorted(fixed | set(division.dates)))
        for name in sorted(self.whole):
            self._link(self.divisions[name])

    def open(self, division: str, night: date) -> bool:
        """Whether a match that is not fixed may be played there and then."""
        frozen = self.task.frozen_until
        return night in self.divisions[division].dates and (frozen is None or night > frozen)

    def fixed_on(self, team: str, night: date) -> int:
        """How many fixed matches a team has on a night."""
        return self.fixed_home[team, night] + self.fixed_away[team, night]

    def fixed_meeting(self, one: str, other: str, night: date) -> int:
        """How many fixed matches two teams have against each other on a night."""
        return self.fixed_meetings[one, other, night] + self.fixed_meetings[other, one, night]

    def home(self, team: str, night: date) -> Expr:
        """How many home matches (one at most, unless more are fixed)."""
        return self._side("home", self.fixed_home, team, night)

    def away(self, team: str, night: date) -> Expr:
        """How many away matches."""
        return self._side("away", self.fixed_away, team, night)

    def plays(self, team: str, night: date) -> Expr:
        """How many matches, at home or away."""
        return self.home(team, night) + self.away(team, night)

    def _side(self, side: str, fixed: Counter[tuple[str, date]], team: str, night: date) -> Expr:
        key = side, team, night
        if key not in self._sides:
            most = max(fixed[team, night], int(self.open(self.division_of[team], night)))
            self._sides[key] = self.model.new_int_var(0, most, f"{side} {team} {night}")
        return self._sides[key]

    def used(self, division: str, night: date) -> Expr:
        """Whether a division of full rounds plays on a night."""
        if (division, night) not in self._used:
            self._used[division, night] = self.model.new_bool_var(f"{division} {night}")
        return self._used[division, night]

    def meets(self, home: str, away: str, night: date) -> Expr:
        """Whether the two meet, the first at home."""
        key = home, away, night
        if key not in self._meets:
            may = self.open(self.division_of[home], night) or self.fixed_meetings[key]
            self._meets[key] = meets = self.model.new_int_var(0, int(bool(may)), f"{home} v {away} {night}")
            if self.division_of[home] not in self.whole:
                self.model.add(meets <= self.home(home, night))
                self.model.add(meets <= self.away(away, night))
        return self._meets[key]

    def meeting(self, one: str, other: str, night: date) -> Expr:
        """Whether the two meet, wherever."""
        return self.meets(one, other, night) + self.meets(other, one, night)

    def _link(self, division: Division) -> None:
        """Home and away matches are those of the meetings."""
        for night in self.nights[division.id]:
            self.deadline.check()
            hosts, guests = defaultdict(list), defaultdict(list)
            for home, away in permutations(division.teams, 2):
                meets = self.meets(home, away, night)
                hosts[home].append(meets)
                guests[away].append(meets)
            for team in division.teams:
                self.model.add(self.home(team, night) == sum(hosts[team]))
                self.model.add(self.away(team, night) == sum(guests[team]))

    def matches(self, value: Callable[[cp_model.IntVar], int]) -> Iterator[Match]:
        """The matches of the whole divisions, by the value of each variable."""
        for (home, away, night), meets in self._meets.items():
            division = self.division_of[home]
            if division in self.whole and value(meets):
                yield Match(division, night, home, away)

    def demand(self, claim: str, holds: Expr, *also: str) -> None:
        """Put an inequality to the model as part of what the ids claim; False says that it cannot hold at all."""
        literals = [self.literals[name] for name in (claim, *also) if name in self.literals]
        if holds is False:
            self.model.add_bool_or([literal.negated() for literal in literals])
        elif literals:
            self.model.add(holds).only_enforce_if(literals)
        else:
            self.model.add(holds)

    def share(self, claim: str, teams: Sequence[str], boards: int) -> None:
        """Teams that share room to be at home: on no night more of them than boards, but for fixed matches.

        Where their seasons need all the room that there is, it is filled on every night. That follows from the rest,
        but takes much counting to see.
        """
        nights = sorted({night for team in teams for night in self.nights[self.division_of[team]]})
        rounds = {f"rounds:{self.division_of[team]}" for team in teams}
        divisions = [self.divisions[self.division_of[team]] for team in teams]
        # How often they are at home at least, if every pair shares its meetings as evenly as can be.
        needed = sum(
            division.legs_of(team, other) // 2
            for division, team in zip(divisions, teams, strict=True)
            for other in division.teams
            if other != team
        )
        fixed = {night: sum(self.fixed_home[team, night] for team in teams) for night in nights}
        full = rounds <= self.ids and needed >= boards * len(nights) and max(fixed.values(), default=0) <= boards
        for night in nights:
            night_teams = [team for team in teams if night in self.nights[self.division_of[team]]]
            if len(night_teams) > boards:
                at_home = sum(self.home(team, night) for team in night_teams)
                self.demand(claim, at_home <= max(boards, fixed[night]))
                if full:
                    self.demand(claim, at_home == boards, *sorted(rounds))


# --- what each constraint demands -------------------------------------------------------------------------------------
def demand_all(grid: Grid) -> None:
    """Put everything to the model that the grid's ids claim."""
    for division in grid.task.divisions:
        for name, demand in DEMANDS.items():
            if f"{name}:{division.id}" in grid.ids:
                demand(grid, division, f"{name}:{division.id}")
    for venue in grid.task.venues:
        _of_venue(grid, venue)
    for fixed in grid.task.fixed:
        if f"fixed:{fixed.id}" in grid.ids:
            match = fixed.match
            grid.demand(f"fixed:{fixed.id}", grid.meets(match.home, match.away, match.date) >= 1)
    for wish in (wish for wish in grid.task.wishes if wish.hard and wish.id in grid.ids):
        if wish.kind.of_one:
            _of_one(grid, wish)
        elif wish.kind.of_two:
            _of_two(grid, wish)
        else:
            _of_wishing_division(grid, wish)


def _round_robin(grid: Grid, division: Division, claim: str) -> None:
    nights = grid.nights[division.id]
    for team in division.teams:
        for night in nights:
            grid.demand(claim, grid.plays(team, night) <= max(1, grid.fixed_on(team, night)))
        _season_of(grid, division, team, claim)
        for near in _windows(nights, division.min_rest_days):
            fixed = sum(grid.fixed_on(team, night) for night in near)
            grid.demand(claim, sum(grid.plays(team, night) for night in near) <= max(1, fixed))
        grid.deadline.check()
    if division.mode is Mode.ROUNDS:
        _full_rounds(grid, division, claim)
    if division.id in grid.whole:
        for one, other in combinations(division.teams, 2):
            legs = division.legs_of(one, other)
            hosted = [sum(grid.meets(*pair, night) for night in nights) for pair in ((one, other), (other, one))]
            grid.demand(claim, sum(hosted) == legs)
            for meetings in hosted:
                grid.demand(claim, meetings <= (legs + 1) // 2)
            grid.deadline.check()


def _season_of(grid: Grid, division: Division, team: str, claim: str) -> None:
    """How many matches a team has in all, and how many of them at home."""
    nights = grid.nights[division.id]
    legs = [division.legs_of(team, other) for other in division.teams if other != team]
    home, away = (sum(side(team, night) for night in nights) for side in (grid.home, grid.away))
    grid.demand(claim, home + away == sum(legs))
    grid.demand(claim, home <= sum((leg + 1) // 2 for leg in legs))
    grid.demand(claim, away <= sum((leg + 1) // 2 for leg in legs))
    own = [quota.max_home_away_diff for quota in division.quota if quota.team == team]
    most = own[0] if own else division.legs % 2 + len(division.quota)
    grid.demand(claim, home - away <= most)
    grid.demand(claim, away - home <= most)


def _full_rounds(grid: Grid, division: Division, claim: str) -> None:
    full, odd = divmod(len(division.teams), 2)
    nights = grid.nights[division.id]
    for night in nights:
        used = grid.used(division.id, night)
        for side in (grid.home, grid.away):
            grid.demand(claim, sum(side(team, night) for team in division.teams) == full * used)
        if not odd and all(grid.fixed_on(team, night) < 2 for team in division.teams):
            for team in division.teams:
                grid.demand(claim, grid.plays(team, night) == used)
    grid.demand(claim, sum(grid.used(division.id, night) for night in nights) == division.rounds)


def _gap(grid: Grid, division: Division, claim: str) -> None:
    """Only where meetings are asked for: patterns of home and away have no say in it."""
    pairs = [{each.match.home, each.match.away} for each in grid.task.fixed if f"fixed:{each.id}" in grid.ids]
    pairs += [set(wish.teams) for wish in grid.task.wishes if wish.kind in MEETING and wish.id in grid.ids]
    for one, other in combinations(division.teams, 2):
        if division.id not in grid.whole and {one, other} not in pairs:
            continue
        grid.deadline.check()
        for near in _windows(grid.nights[division.id], division.min_gap_days):
            fixed = sum(grid.fixed_meeting(one, other, night) for night in near)
            grid.demand(claim, sum(grid.meeting(one, other, night) for night in near) <= max(1, fixed))


def _run(grid: Grid, division: Division, claim: str) -> None:
    """A counter for each team and side: one more with each such match, back to nothing with one of the other side."""
    if division.max_run is None:
        return
    most = division.max_run
    for team in division.teams:
        for side, other, fixed in ((grid.home, grid.away, grid.fixed_home), (grid.away, grid.home, grid.fixed_away)):
            before, played = None, 0
            for night in grid.nights[division.id]:
                if grid.fixed_on(team, night):
                    played = played + 1 if fixed[team, night] else 0
                run = grid.model.new_int_var(0, max(most, played), "")
                grid.demand(claim, run >= side(team, night))
                if before is not None:
                    reach = max(most, played) + 1
                    grid.demand(claim, run >= before + side(team, night) - reach * other(team, night))
                before = run


def _second_half(grid: Grid, division: Division, claim: str) -> None:
    """Round r + R is round r with venues reversed, where R rounds make a leg; a night may be left free anywhere."""
    leg = division.rounds // max(1, division.legs)
    if division.second_half is SecondHalf.FREE or f"rounds:{division.id}" not in grid.ids:
        return
    nights = grid.nights[division.id]
    spare = len(nights) - division.rounds
    counted = [sum(grid.used(division.id, night) for night in nights[: number + 1]) for number in range(len(nights))]
    for later in range(len(nights)):
        shifts = range(leg, min(later, leg + max(0, spare)) + 1)
        mirrors = {later - shift: grid.model.new_bool_var("") for shift in shifts}
        first_leg = grid.model.new_bool_var("")
        grid.model.add(counted[later] <= leg).only_enforce_if(first_leg)
        used = grid.used(division.id, nights[later])
        grid.demand(claim, first_leg + sum(mirrors.values()) >= used)
        for earlier, mirror in mirrors.items():
            grid.model.add(counted[later] - counted[earlier] == leg).only_enforce_if(mirror)
            grid.model.add(grid.used(division.id, nights[earlier]) == 1).only_enforce_if(mirror)
            for one, two in _reversed(grid, division, nights[earlier], nights[later]):
                grid.model.add(one == two).only_enforce_if(mirror)


def _reversed(grid: Grid, division: Division, earlier: date, later: date) -> Iterator[tuple[Expr, Expr]]:
    if division.id in grid.whole:
        for home, away in combinations(division.teams, 2):
            yield grid.meets(home, away, later), grid.meets(away, home, earlier)
            yield grid.meets(away, home, later), grid.meets(home, away, earlier)
    for team in division.teams:
        yield grid.home(team, later), grid.away(team, earlier)
        yield grid.away(team, later), grid.home(team, earlier)


DEMANDS: dict[str, Callable[[Grid, Division, str], None]] = {
    "rounds": _round_robin,
    "gap": _gap,
    "run": _run,
    "second_half": _second_half,
}


def _of_venue(grid: Grid, venue: Venue) -> None:
    """How many are at home in a pub on one night, and that nobody is where it is closed."""
    hosts = [team.id for team in grid.task.teams if team.venue == venue.id]
    if f"venue:{venue.id}" in grid.ids:
        grid.share(f"venue:{venue.id}", hosts, venue.boards)
    for night in sorted(venue.closed):
        claim = f"closed:{venue.id}:{night}"
        for team in hosts if claim in grid.ids else ():
            if night in grid.nights[grid.division_of[team]]:
                grid.demand(claim, grid.home(team, night) <= grid.fixed_home[team, night])


def _windows(nights: tuple[date, ...], days: int) -> Iterator[tuple[date, ...]]:
    """The longest stretches of two nights or more that lie less than so many days apart, first to last."""
    reach = 0
    for number, first in enumerate(nights):
        end = bisect_left(nights, first + timedelta(days=days))
        if end > max(reach, number + 1):
            yield nights[number:end]
            reach = end


# --- what each request that must be met demands -----------------------------------------------------------------------
MEETING = frozenset({WishKind.MEET_ON, WishKind.AVOID_MEET, WishKind.MEET_BY})


def _of_one(grid: Grid, wish: Wish) -> None:
    team, every_night = wish.team, grid.nights[grid.division_of[wish.team]]
    nights = [night for night in every_night if night in wish.dates]
    if wish.kind in {WishKind.NO_HOME, WishKind.NO_MATCH}:
        for night in nights:
            grid.demand(wish.id, grid.home(team, night) <= grid.fixed_home[team, night])
    if wish.kind in {WishKind.NO_AWAY, WishKind.NO_MATCH}:
        for night in nights:
            grid.demand(wish.id, grid.away(team, night) <= grid.fixed_away[team, night])
    if wish.kind is WishKind.HOME_ON:
        grid.demand(wish.id, _any(grid.home(team, night) for night in nights))
    if wish.kind is WishKind.AT_MOST:
        for first in range(max(1, len(every_night) - wish.nights + 1)):
            near = every_night[first : first + wish.nights]
            fixed = sum(grid.fixed_on(team, night) for night in near)
            grid.demand(wish.id, sum(grid.plays(team, night) for night in near) <= max(wish.most, fixed))


def _of_two(grid: Grid, wish: Wish) -> None:
    one, other = wish.teams
    nights = grid.nights[grid.division_of[one]]
    if wish.kind is WishKind.MEET_ON:
        grid.demand(wish.id, _any(grid.meeting(one, other, night) for night in nights if night in wish.dates))
    elif wish.kind is WishKind.MEET_BY:
        grid.demand(wish.id, _any(grid.meeting(one, other, night) for night in nights if wish.by and night <= wish.by))
    elif wish.kind is WishKind.AVOID_MEET:
        for night in (night for night in nights if night in wish.dates):
            grid.demand(wish.id, grid.meeting(one, other, night) <= grid.fixed_meeting(one, other, night))
    elif wish.kind is WishKind.NOT_BOTH_HOME:
        grid.share(wish.id, wish.teams, 1)
    else:  # not on the same date, except against each other
        same = grid.division_of[one] == grid.division_of[other]
        nights_of_other = set(grid.nights[grid.division_of[other]])
        for night in (night for night in nights if night in nights_of_other):
            most = 2 if grid.fixed_on(one, night) and grid.fixed_on(other, night) else 1
            each_other = grid.meeting(one, other, night) if same else 0
            grid.demand(wish.id, grid.plays(one, night) + grid.plays(other, night) <= most + each_other)


def _of_wishing_division(grid: Grid, wish: Wish) -> None:
    """That it keeps nights free, or that all of it plays on them."""
    teams = grid.divisions[wish.division].teams
    nights = [night for night in grid.nights[wish.division] if night in wish.dates]
    if wish.kind is WishKind.KEEP_FREE:
        for night in nights:
            for team in teams:
                grid.demand(wish.id, grid.plays(team, night) <= grid.fixed_on(team, night))
        return
    if len(teams) > 1 and len(nights) < len(wish.dates):
        grid.demand(wish.id, False)  # noqa: FBT003 (it is no night of the division)
    for night in nights:
        grid.demand(wish.id, sum(grid.plays(team, night) for team in teams) >= len(teams) // 2 * 2)


def _any(expressions: Iterable[Expr]) -> Expr:
    """At least one; of nothing there never is."""
    terms = list(expressions)
    return sum(terms) >= 1 if terms else False


# --- the questions ----------------------------------------------------------------------------------------------------
# Ways to ask one after the other: how far to think in linear programs, and for how long in CP-SAT's measure of work
# (very roughly seconds). Lists are found without linear programs; that pigeons outnumber holes is seen with them.
QUICK = ((0, 2.0),)
SHORT = ((0, 0.5), (0, 1.0), (1, 1.0), (0, 2.0), (1, 2.0), (0, 6.0))
LONG = ((0, 6.0), (1, 2.0), (0, 12.0))
LONGER = ((0, 20.0), (0, 20.0), (1, 20.0), (0, 20.0), (0, 60.0), (1, 60.0), (0, 120.0))

Attempts = Iterable[tuple[int, float]]
OF_DIVISION = frozenset({ConstraintKind.ROUNDS, ConstraintKind.GAP, ConstraintKind.RUN, ConstraintKind.SECOND_HALF})


class Feasibility(Enum):
    """Whether they can hold together; UNSETTLED when nobody found out in time."""

    YES = "yes"
    NO = "no"
    UNSETTLED = "unsettled"


@dataclass(frozen=True, slots=True)
class Scope:
    """How much of a task is asked about: NO is certain in any scope, YES only where all divisions are `whole`.

    Of the divisions in `whole` it is asked who meets whom, of others who is at home and away. `runs` are left aside
    where False; where `alone`, all that the other divisions insist on is.
    """

    whole: tuple[str, ...] = ()
    runs: bool = True
    alone: bool = False

    def has(self, name: str) -> bool:
        """Whether a constraint is within it."""
        constraint = parse(name)
        if constraint.kind is ConstraintKind.RUN and not self.runs:
            return False
        return not self.alone or constraint.kind not in OF_DIVISION or constraint.of in self.whole


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """`matches` of a YES are those of the whole divisions, in order; `core` of a NO are the ids that it rests on."""

    verdict: Feasibility
    matches: tuple[Match, ...] = ()
    core: frozenset[str] = frozenset()


class Inquiry:
    """Questions about one task, while there is time.

    What no secretary can let go is `given`: matches that were played, and the meetings of a division that has begun.
    """

    def __init__(self, task: Task, *, deadline: Deadline, seed: int = 0) -> None:
        self.task = task
        self.deadline = deadline
        self.seed = seed
        played = [each for each in task.fixed if task.frozen_until and each.match.date <= task.frozen_until]
        begun = [division for division in task.divisions if division.mode is Mode.RELAXED]
        self.given = frozenset([f"fixed:{each.id}" for each in played] + [f"rounds:{each.id}" for each in begun])
        self.ids = tuple(name for name in constraints(task) if name not in self.given)
        self.all = Scope(tuple(division.id for division in task.divisions))

    def ask(self, ids: Iterable[str], scope: Scope, ways: Attempts = SHORT) -> ListAnswer:
        """Whether `ids` can hold together with what is given."""
        return self._answer(frozenset(filter(scope.has, ids)), frozenset(), scope, ways)

    def core(self, ids: Iterable[str], scope: Scope) -> frozenset[str]:
        """Of ids that clash some that clash, few for the most part; all of them where that took too long."""
        inside = frozenset(filter(scope.has, ids))
        return self._answer(inside, inside, scope, SHORT).core or inside

    def _answer(self, ids: frozenset[str], doubted: frozenset[str], scope: Scope, ways: Attempts) -> ListAnswer:
        try:
            grid = Grid(self.task, self.given | ids, whole=scope.whole, doubted=doubted, deadline=self.deadline)
            demand_all(grid)
        except OutOfTimeError:
            return ListAnswer(Feasibility.UNSETTLED)
        grid.model.add_assumptions(list(grid.literals.values()))
        for number, (linear, work) in enumerate(ways):
            if self.deadline.over():
                break
            solver = solver_for(effort=work, seed=self.seed + number, linear=linear)
            status = self.deadline.run(solver, grid.model)
            if status == cp_model.INFEASIBLE:
                names = {literal.index: name for name, literal in grid.literals.items()}
                core = frozenset(names[index] for index in solver.sufficient_assumptions_for_infeasibility())
                return ListAnswer(Feasibility.NO, core=core)
            if status in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
                return ListAnswer(Feasibility.YES, tuple(sorted(grid.matches(solver.value))))
        return ListAnswer(Feasibility.UNSETTLED)


def any_list(task: Task, *, deadline: Deadline) -> ListAnswer:
    """Any list that breaks no hard constraint; NO if there is none for certain."""
    inquiry = Inquiry(task, deadline=deadline)
    return inquiry.ask(inquiry.ids, inquiry.all, (*LONG, *LONGER))
