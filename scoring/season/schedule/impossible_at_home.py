"""Too many matches at home: on one night, or over the season, at one pub, in one division or for rivals."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import combinations

from scoring.season.max_flow import shortfall
from scoring.season.schedule.constraints import Constraint, ConstraintKind, TaskConflict, TaskIndex
from scoring.season.schedule.task import Division, WishKind, any_of
from scoring.words import join_list, spell_out


@dataclass(frozen=True, slots=True)
class Ground:
    """Teams of which only `capacity` can be at home on a night, because of `ids` (none: as many as matches)."""

    teams: tuple[str, ...]
    capacity: int
    ids: frozenset[str]
    division: Division | None = None


@dataclass(frozen=True, slots=True)
class HomeWish:
    """A team that has to be at home on one of `days`, because of `ids`."""

    team: str
    days: frozenset[date]
    ids: frozenset[str]


def too_many_wanted(index: TaskIndex) -> Iterator[TaskConflict]:
    """Teams that all have to be at home on nights which have no room for all of them."""
    wanted = tuple(_home_wishes(index))
    for one in wanted:
        if not _open_nights(index, one):
            yield _nowhere(index, one)
    divisions = (Ground(each.teams, len(each.teams) // 2, frozenset(), each) for each in index.task.divisions)
    for ground in (*_grounds(index), *divisions):
        here = _a_night_each(each for each in wanted if each.team in ground.teams and _open_nights(index, each))
        days = {day for each in here for day in each.days}
        fixed = Counter(day for team in ground.teams for day in days if (team, day) in index.fixed_home)
        left = {day: max(0, ground.capacity - fixed[day]) for day in days}
        own = [
            [day for day in _open_nights(index, each) if left[day] or (each.team, day) in index.fixed_home]
            for each in here
        ]
        for each, open_to in zip(here, own, strict=True):
            for day in open_to:
                if (each.team, day) in index.fixed_home:
                    left[day] += 1  # its own fixed match is not in its way
        short = shortfall([1] * len(here), own, left)
        if short:
            yield _no_room(index, ground, [here[place] for place in short])


def _home_wishes(index: TaskIndex) -> Iterator[HomeWish]:
    for wish in index.hard(WishKind.HOME_ON):
        yield HomeWish(wish.team, wish.dates, frozenset({wish.id}))
    for wish in index.hard(WishKind.NO_AWAY):
        if index.no_night_to_spare(index.division(wish.team)):
            for day in wish.dates.intersection(index.nights_of(wish.team)):
                if (wish.team, day) not in index.fixed_away:
                    yield HomeWish(wish.team, frozenset({day}), frozenset({wish.id}))


def _open_nights(index: TaskIndex, wanted: HomeWish) -> list[date]:
    return [day for day in index.nights_of(wanted.team) if day in wanted.days and not index.no_home(wanted.team, day)]


def _a_night_each(wanted: Iterable[HomeWish]) -> list[HomeWish]:
    """Those that need a night each: of wishes of one team that could share one, the narrower."""
    chosen: list[HomeWish] = []
    for each in sorted(wanted, key=lambda each: len(each.days)):
        if not any(other.team == each.team and other.days & each.days for other in chosen):
            chosen.append(each)
    return chosen


def _nowhere(index: TaskIndex, wanted: HomeWish) -> TaskConflict:
    nights = wanted.days.intersection(index.nights_of(wanted.team))
    against = {name for day in nights for name in index.no_home(wanted.team, day)}
    wants = f"{index.names.team(wanted.team)} has to be at home on {any_of(wanted.days)}"
    why = index.in_words(against - wanted.ids) if nights else "that is no night of its division"
    ids = (*sorted(wanted.ids), *sorted(against - wanted.ids))
    return TaskConflict(ids, f"{wants}, but {why}", _leaned(index, wanted))


def _leaned(index: TaskIndex, *wanted: HomeWish) -> tuple[str, ...]:
    """Only a wish that was turned from "not away" into "at home" leans on full rounds."""
    kinds = {wish.id: wish.kind for wish in index.hard(WishKind.NO_AWAY)}
    return index.rests_on(each.team for each in wanted if each.ids & kinds.keys())


def _no_room(index: TaskIndex, ground: Ground, wanted: list[HomeWish]) -> TaskConflict:
    days = {day for each in wanted for day in each.days}
    against = {name for each in wanted for day in each.days for name in index.no_home(each.team, day)}
    against |= {
        str(Constraint(ConstraintKind.FIXED, index.fixed_home[team, day].id))
        for team in ground.teams
        for day in days
        if (team, day) in index.fixed_home
    }
    wishes = sorted({name for each in wanted for name in each.ids})
    teams = list(dict.fromkeys(each.team for each in wanted))
    who = join_list([index.names.team(team) for team in teams])
    many = "both want" if len(teams) == 2 else "all want" if len(teams) > 2 else "wants"
    wants = f"{who} {many} to be at home on {any_of(days)}"
    ids = (*wishes, *sorted((ground.ids | against) - set(wishes)))
    return TaskConflict(ids, f"{wants} and {_limits(index, ground, against)}", _leaned(index, *wanted))


def _limits(index: TaskIndex, ground: Ground, against: set[str]) -> str:
    if ground.division is None:
        return index.in_words(ground.ids | against)
    most = spell_out(ground.capacity, "match is", "matches are")
    only = f"only {most} played there on a night" if ground.capacity else "no match is played there"
    return f"in {ground.division.name} {only}" + (f"; {index.in_words(against)}" if against else "")


# --- over the season --------------------------------------------------------------------------------------------------
def too_few_nights_at_home(index: TaskIndex) -> Iterator[TaskConflict]:
    """Teams of one ground that need more nights at home between them than it has for them."""
    alone = (Ground((team,), 1, frozenset()) for team in index.teams)
    for ground in (*_grounds(index), *alone):
        teams = [team for team in ground.teams if index.matches_of(team)]
        nights = [index.home_nights(team) for team in teams]
        fixed = Counter(day for team in teams for day in index.nights_of(team) if (team, day) in index.fixed_home)
        capacity = {day: max(ground.capacity, fixed[day]) for days in nights for day in days}
        needs = [max(0, index.least_at_home(team) - index.doubled_at_home(team)) for team in teams]
        short = shortfall(needs, nights, capacity)
        if short:
            yield _overrun(index, ground, {teams[place]: needs[place] for place in short}, capacity)


def _overrun(index: TaskIndex, ground: Ground, needs: Mapping[str, int], capacity: Mapping[date, int]) -> TaskConflict:
    against = {name for team in needs for day in index.nights_of(team) for name in index.no_home(team, day)}
    able = Counter(day for team in needs for day in index.home_nights(team))
    places = sum(min(number, capacity[day]) for day, number in able.items())
    who, wanted = join_list([index.names.team(team) for team in needs]), spell_out(sum(needs.values()), "time")
    between = " between them" if len(needs) > 1 else ""
    text = f"{who} must be at home {wanted}{between}, and there is room for {places}"
    why = index.in_words(ground.ids | against)
    ids = (*sorted(ground.ids), *sorted(against - ground.ids))
    return TaskConflict(ids, f"{text}: {why}" if why else text, index.rests_on(needs))


# --- who shares a ground ----------------------------------------------------------------------------------------------
def _grounds(index: TaskIndex) -> Iterator[Ground]:
    """Every pub with more teams than boards, and every set of teams of which no two can be at home together."""
    homes: dict[str, list[str]] = defaultdict(list)
    for team in index.teams.values():
        homes[team.venue].append(team.id)
    for name, teams in homes.items():
        if len(teams) > index.venues[name].boards:
            ids = frozenset({str(Constraint(ConstraintKind.VENUE, name))})
            yield Ground(tuple(teams), index.venues[name].boards, ids)
    for clique in _rivals(index, homes):
        ids = frozenset(name for pair in combinations(clique, 2) for name in _keeps_apart(index, *pair))
        yield Ground(clique, 1, ids)


def _keeps_apart(index: TaskIndex, one: str, other: str) -> set[str]:
    """What forbids two teams to be at home together; a shared board before a wish."""
    venue = index.venues[index.teams[one].venue]
    if index.teams[other].venue == venue.id and venue.boards == 1:
        return {str(Constraint(ConstraintKind.VENUE, venue.id))}
    return {wish.id for wish in index.hard(WishKind.NOT_BOTH_HOME) if {one, other} == set(wish.teams)}


def _rivals(index: TaskIndex, homes: Mapping[str, list[str]]) -> list[tuple[str, ...]]:
    """The largest sets of teams that are kept apart in pairs, where a wish has a part in it."""
    wished = [frozenset(wish.teams) for wish in index.hard(WishKind.NOT_BOTH_HOME)]
    apart: dict[str, set[str]] = defaultdict(set)
    for pair in wished:
        for team in pair:
            apart[team] |= pair - {team}
    for name, teams in homes.items():
        if index.venues[name].boards == 1:
            for team in teams:
                apart[team] |= set(teams) - {team}
    cliques: set[frozenset[str]] = set()
    for pair in wished:
        cliques |= set(_grown(pair, set.intersection(*(apart[team] for team in pair)), apart))
    return sorted(tuple(sorted(clique)) for clique in cliques)


def _grown(clique: frozenset[str], more: set[str], apart: Mapping[str, set[str]]) -> Iterator[frozenset[str]]:
    """Every largest set that contains `clique` and otherwise only teams out of `more`."""
    if not more:
        yield clique
    for team in sorted(more):
        yield from _grown(clique | {team}, more & apart[team], apart)
