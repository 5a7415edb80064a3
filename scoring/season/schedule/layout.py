"""A list laid out against its task: every match by team, by division and by night, once, for whoever looks at it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from scoring.season.schedule.task import Division, Match, Task, Team, Venue, Wish, WishKind


@dataclass(frozen=True, slots=True)
class ListLayout:
    """The matches of a list.

    `matches` are in the order of the list, without the `strangers` (matches of unknown teams); `of` has those of each
    team and `within` those of each division, in order of date and otherwise of the list; `used` the dates on which a
    division plays, and `nights` those on which it may, or has a fixed match.
    """

    task: Task
    matches: tuple[Match, ...]
    strangers: tuple[Match, ...]
    of: dict[str, list[Match]]
    within: dict[str, list[Match]]
    used: dict[str, list[date]]
    nights: dict[str, list[date]]
    fixed: frozenset[Match]
    divisions: dict[str, Division]
    teams: dict[str, Team]
    venues: dict[str, Venue]

    def division_of(self, team: str) -> Division:
        return self.divisions[self.teams[team].division]


def lay_out(task: Task, matches: Iterable[Match]) -> ListLayout:
    divisions = {division.id: division for division in task.divisions}
    members = {division.id: frozenset(division.teams) for division in task.divisions}
    own_matches: list[Match] = []
    strangers: list[Match] = []
    for match in matches:
        inside = members.get(match.division, frozenset())
        ours = match.home in inside and match.away in inside and match.home != match.away
        (own_matches if ours else strangers).append(match)
    of: dict[str, list[Match]] = {team.id: [] for team in task.teams}
    within: dict[str, list[Match]] = {division: [] for division in divisions}
    for match in sorted(own_matches, key=lambda match: match.date):
        of[match.home].append(match)
        of[match.away].append(match)
        within[match.division].append(match)
    return ListLayout(
        task=task,
        matches=tuple(own_matches),
        strangers=tuple(strangers),
        of=of,
        within=within,
        used={name: sorted({match.date for match in inside}) for name, inside in within.items()},
        nights={division.id: sorted({*division.dates, *task.fixed_dates(division.id)}) for division in task.divisions},
        fixed=frozenset(fixed.match for fixed in task.fixed),
        divisions=divisions,
        teams={team.id: team for team in task.teams},
        venues={venue.id: venue for venue in task.venues},
    )


@dataclass(frozen=True, slots=True)
class Breach:
    """How often a wish is not met, on which nights, and by which matches: none where one is missing."""

    times: int = 0
    days: tuple[date, ...] = ()
    matches: tuple[Match, ...] = ()


def breach(wish: Wish, layout: ListLayout) -> Breach:
    """How a list falls short of a wish, counted as `Wish` says."""
    if wish.kind.of_division:
        return _of_division(wish, layout)
    if wish.kind.of_one:
        return _of_one(wish, layout.of.get(wish.team, []), layout)
    one, other = (layout.of.get(team, []) for team in wish.teams)
    if wish.kind in {WishKind.NOT_BOTH_HOME, WishKind.NOT_SAME_DATE}:
        return _together(wish, one, other)
    meetings = [match for match in one if wish.teams[1] in (match.home, match.away)]
    match wish.kind:
        case WishKind.AVOID_MEET:
            return _against(match for match in meetings if match.date in wish.dates)
        case WishKind.MEET_ON:
            return _missing(any(match.date in wish.dates for match in meetings))
        case _:
            return _missing(any(wish.by is not None and match.date <= wish.by for match in meetings))


def _of_one(wish: Wish, mine: list[Match], layout: ListLayout) -> Breach:
    matches = [match for match in mine if match.date in wish.dates]
    match wish.kind:
        case WishKind.NO_HOME:
            return _against(match for match in matches if match.home == wish.team)
        case WishKind.NO_AWAY:
            return _against(match for match in matches if match.away == wish.team)
        case WishKind.NO_MATCH:
            return _against(matches)
        case WishKind.AT_MOST:
            return _crowded(wish, mine, layout.nights[layout.teams[wish.team].division]) if mine else Breach()
        case _:
            return _missing(any(match.home == wish.team for match in matches))


def _of_division(wish: Wish, layout: ListLayout) -> Breach:
    """Dates on which it plays, to be kept free; or matches that are missing on dates on which it is to play in full."""
    matches_by_day: dict[date, list[Match]] = {day: [] for day in sorted(wish.dates)}
    for match in layout.within.get(wish.division, []):
        if match.date in matches_by_day:
            matches_by_day[match.date].append(match)
    if wish.kind is WishKind.KEEP_FREE:
        played = tuple(day for day, matches in matches_by_day.items() if matches)
        return Breach(len(played), played, tuple(match for matches in matches_by_day.values() for match in matches))
    full = len(layout.divisions[wish.division].teams) // 2
    missing = {day: full - len(matches) for day, matches in matches_by_day.items() if len(matches) < full}
    return Breach(sum(missing.values()), tuple(missing))


def _crowded(wish: Wish, mine: list[Match], nights: list[date]) -> Breach:
    """Matches above the most, in each stretch of so many nights; of fewer nights there is one stretch."""
    times, matches = 0, set()
    for first in range(max(1, len(nights) - wish.nights + 1)):
        stretch = nights[first : first + wish.nights]
        stretch_matches = [match for match in mine if stretch[0] <= match.date <= stretch[-1]] if stretch else []
        if len(stretch_matches) > wish.most:
            times += len(stretch_matches) - wish.most
            matches.update(stretch_matches)
    return Breach(times, tuple(sorted({match.date for match in matches})), tuple(sorted(matches)))


def _together(wish: Wish, one: list[Match], other: list[Match]) -> Breach:
    """Nights on which both are at home, or both play, unless it is one match of the two of them."""
    anywhere = wish.kind is WishKind.NOT_SAME_DATE
    first, second = (
        {match.date: match for match in mine if anywhere or match.home == team}
        for team, mine in zip(wish.teams, (one, other), strict=True)
    )
    both = [day for day in first if day in second and first[day] != second[day]]
    return Breach(len(both), tuple(both), tuple(match for day in both for match in (first[day], second[day])))


def _against(matches: Iterable[Match]) -> Breach:
    all_matches = tuple(matches)
    return Breach(len(all_matches), tuple(match.date for match in all_matches), all_matches)


def _missing(is_met: bool) -> Breach:  # noqa: FBT001 -- what it says is its name
    return Breach(0 if is_met else 1)
