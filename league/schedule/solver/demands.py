"""What each constraint of a task, and each hard wish, demands of a list, put to CP-SAT (see docs/fixture-lists.md).

Dropping `rounds:D1` drops the whole round robin of a division: who meets how often, one match a night each, and the
nights it takes; so it stands in every conflict that rests on a season's number of matches.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import combinations

from league.schedule.solver.grid import Expr, Grid
from league.schedule.solver.wish_demands import MEETING, OF_WISH
from scoring.season.schedule.task import Division, Mode, SecondHalf, Venue


def demand_all(grid: Grid) -> None:
    """Put everything to the model that the grid's ids claim."""
    for division in grid.task.divisions:
        for name, demand in OF_DIVISION.items():
            if f"{name}:{division.id}" in grid.ids:
                demand(grid, division, f"{name}:{division.id}")
    for venue in grid.task.venues:
        _of_venue(grid, venue)
    for fixed in grid.task.fixed:
        if f"fixed:{fixed.id}" in grid.ids:
            match = fixed.match
            grid.demand(f"fixed:{fixed.id}", grid.meets(match.home, match.away, match.date) >= 1)
    for wish in grid.task.wishes:
        if wish.hard and wish.id in grid.ids:
            OF_WISH[wish.kind](grid, wish)


# The round robin.


def _round_robin(grid: Grid, division: Division, claim: str) -> None:
    nights = grid.nights(division.id)
    for team in division.teams:
        for night in nights:
            grid.demand(claim, grid.plays(team, night) <= max(1, grid.fixed_on(team, night)))
        _season_of(grid, division, team, claim)
        _rest(grid, division, team, claim)
        grid.deadline.check()
    if division.mode is Mode.ROUNDS:
        _full_rounds(grid, division, claim)
    if division.id in grid.whole:
        for one, other in combinations(division.teams, 2):
            _meetings(grid, division, one, other, claim)
            grid.deadline.check()


def _season_of(grid: Grid, division: Division, team: str, claim: str) -> None:
    """How many matches a team has in all, and how many of them at home."""
    nights = grid.nights(division.id)
    legs = [division.legs_of(team, other) for other in division.teams if other != team]
    home, away = (sum(side(team, night) for night in nights) for side in (grid.home, grid.away))
    grid.demand(claim, home + away == sum(legs))
    grid.demand(claim, home <= sum((leg + 1) // 2 for leg in legs))
    grid.demand(claim, away <= sum((leg + 1) // 2 for leg in legs))
    own = [quota.max_home_away_diff for quota in division.quota if quota.team == team]
    most = own[0] if own else division.legs % 2 + len(division.quota)
    grid.demand(claim, home - away <= most)
    grid.demand(claim, away - home <= most)


def _rest(grid: Grid, division: Division, team: str, claim: str) -> None:
    for near in _windows(grid.nights(division.id), division.min_rest_days):
        fixed = sum(grid.fixed_on(team, night) for night in near)
        grid.demand(claim, sum(grid.plays(team, night) for night in near) <= max(1, fixed))


def _full_rounds(grid: Grid, division: Division, claim: str) -> None:
    full, odd = divmod(len(division.teams), 2)
    nights = grid.nights(division.id)
    for night in nights:
        grid.demand(
            claim, sum(grid.home(team, night) for team in division.teams) == full * grid.used(division.id, night)
        )
        grid.demand(
            claim, sum(grid.away(team, night) for team in division.teams) == full * grid.used(division.id, night)
        )
        if not odd and all(grid.fixed_on(team, night) < 2 for team in division.teams):
            for team in division.teams:
                grid.demand(claim, grid.plays(team, night) == grid.used(division.id, night))
    grid.demand(claim, sum(grid.used(division.id, night) for night in nights) == division.rounds)


def _meetings(grid: Grid, division: Division, one: str, other: str, claim: str) -> None:
    nights = grid.nights(division.id)
    legs = division.legs_of(one, other)
    hosted = [sum(grid.meets(home, away, night) for night in nights) for home, away in ((one, other), (other, one))]
    grid.demand(claim, sum(hosted) == legs)
    for meetings in hosted:
        grid.demand(claim, meetings <= (legs + 1) // 2)


def _gap(grid: Grid, division: Division, claim: str) -> None:
    """Only where meetings are asked for: patterns of home and away have no say in it."""
    for one, other in _pairs_asked_for(grid, division):
        grid.deadline.check()
        for near in _windows(grid.nights(division.id), division.min_gap_days):
            fixed = sum(grid.fixed_meeting(one, other, night) for night in near)
            grid.demand(claim, sum(grid.meeting(one, other, night) for night in near) <= max(1, fixed))


def _pairs_asked_for(grid: Grid, division: Division) -> Iterator[tuple[str, str]]:
    if division.id in grid.whole:
        yield from combinations(division.teams, 2)
        return
    fixed = [{each.match.home, each.match.away} for each in grid.task.fixed if f"fixed:{each.id}" in grid.ids]
    wished = [set(wish.teams) for wish in grid.task.wishes if wish.kind in MEETING and wish.id in grid.ids]
    for one, other in combinations(division.teams, 2):
        if {one, other} in fixed or {one, other} in wished:
            yield one, other


def _run(grid: Grid, division: Division, claim: str) -> None:
    """A counter for each team and side: one more with each such match, back to nothing with one of the other side."""
    if division.max_run is None:
        return
    most = division.max_run
    for team in division.teams:
        for side, other, fixed in (
            (grid.home, grid.away, grid.fixed_home),
            (grid.away, grid.home, grid.fixed_away),
        ):
            before, played = None, 0
            for night in grid.nights(division.id):
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
    nights = grid.nights(division.id)
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


OF_DIVISION: dict[str, Callable[[Grid, Division, str], None]] = {
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
        for team in hosts if f"closed:{venue.id}:{night}" in grid.ids else ():
            grid.only_fixed_at_home(team, night, f"closed:{venue.id}:{night}")


def _windows(nights: tuple[date, ...], days: int) -> Iterator[tuple[date, ...]]:
    """The longest stretches of two nights or more that lie less than so many days apart, first to last."""
    reach = 0
    for number, first in enumerate(nights):
        end = bisect_left(nights, first + timedelta(days=days))
        if end > max(reach, number + 1):
            yield nights[number:end]
            reach = end
