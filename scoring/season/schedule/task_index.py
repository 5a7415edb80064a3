"""A task indexed for counting: the nights of each team, and what forbids it to play, at home or away, on each."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from scoring.season.schedule.ids import Constraint, ConstraintKind, in_words
from scoring.season.schedule.task import Division, Fixed, Mode, Names, Task, Team, Venue, Wish, WishKind
from scoring.words import join_list

Spot = tuple[str, date]
FORBIDS_HOME = frozenset({WishKind.NO_HOME, WishKind.NO_MATCH})
FORBIDS_AWAY = frozenset({WishKind.NO_AWAY, WishKind.NO_MATCH})


@dataclass(frozen=True, slots=True)
class TaskConflict:
    """Constraints that cannot hold together, by their ids, and why in words.

    Dropping any one of `ids` takes the argument away. `rests_on` are the ids of the rounds (and mirrored halves) of the
    divisions whose matches were counted: given, not wished.
    """

    ids: tuple[str, ...]
    text: str
    rests_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskIndex:
    """A task and what was read off it.

    `nights` are the dates that a division may still use and those of its fixed matches; `fixed_on` and `fixed_home_on`
    count the fixed matches of a team on each night, and those at home; `fixed_pairs` has those of a pair.
    `forbids_home` and `forbids_away` have, for a team and a night, the ids of everything that forbids it: each alone is
    enough. What a fixed match does already is never forbidden.
    """

    task: Task
    names: Names
    divisions: dict[str, Division]
    teams: dict[str, Team]
    venues: dict[str, Venue]
    nights: dict[str, tuple[date, ...]]
    fixed_home: dict[Spot, Fixed]
    fixed_away: dict[Spot, Fixed]
    fixed_on: dict[str, Counter[date]]
    fixed_home_on: dict[str, Counter[date]]
    fixed_pairs: dict[frozenset[str], list[Fixed]]
    forbids_home: dict[Spot, set[str]]
    forbids_away: dict[Spot, set[str]]

    def division(self, team: str) -> Division:
        return self.divisions[self.teams[team].division]

    def nights_of(self, team: str) -> tuple[date, ...]:
        return self.nights[self.teams[team].division]

    def home_nights(self, team: str) -> list[date]:
        return [day for day in self.nights_of(team) if not self.no_home(team, day)]

    def no_home(self, team: str, day: date) -> set[str]:
        return set() if (team, day) in self.fixed_home else self.forbids_home.get((team, day), set())

    def no_away(self, team: str, day: date) -> set[str]:
        return set() if (team, day) in self.fixed_away else self.forbids_away.get((team, day), set())

    def no_match(self, team: str, day: date) -> set[str]:
        """What forbids both sides; empty if either is open."""
        home, away = self.no_home(team, day), self.no_away(team, day)
        return home | away if home and away else set()

    def in_words(self, ids: Iterable[str]) -> str:
        return join_list([in_words(self.task, name) for name in sorted(ids)])

    def matches_of(self, team: str) -> int:
        division = self.division(team)
        return sum(division.legs_of(team, other) for other in division.teams if other != team)

    def least_at_home(self, team: str) -> int:
        """How often a team is at home at least: half of every pair's meetings, and no further off than allowed."""
        division = self.division(team)
        halves = sum(division.legs_of(team, other) // 2 for other in division.teams if other != team)
        own = next((quota.max_home_away_diff for quota in division.quota if quota.team == team), None)
        off = division.legs % 2 + len(division.quota) if own is None else own
        return max(halves, -((off - self.matches_of(team)) // 2))

    def doubled(self, team: str) -> int:
        """How many fixed matches it has beyond one on a night, which is nobody's fault."""
        return sum(self.fixed_on[team].values()) - len(self.fixed_on[team])

    def doubled_at_home(self, team: str) -> int:
        return sum(self.fixed_home_on[team].values()) - len(self.fixed_home_on[team])

    def full_rounds(self, division: Division) -> bool:
        """Whether every team plays on every night that is used."""
        return division.mode is Mode.ROUNDS and len(division.teams) % 2 == 0 and not division.quota

    def no_night_to_spare(self, division: Division) -> bool:
        """Whether every team plays on every night that there is."""
        return self.full_rounds(division) and len(self.nights[division.id]) == division.rounds

    def rests_on(self, teams: Iterable[str]) -> tuple[str, ...]:
        inside = {self.teams[team].division for team in teams}
        return tuple(
            str(Constraint(ConstraintKind.ROUNDS, division.id))
            for division in self.task.divisions
            if division.id in inside and division.mode is Mode.ROUNDS
        )

    def hard(self, *kinds: WishKind) -> Iterator[Wish]:
        return (wish for wish in self.task.wishes if wish.hard and wish.kind in kinds)


def index_of(task: Task) -> TaskIndex:
    task = replace(task, fixed=tuple({fixed.match: fixed for fixed in task.fixed[::-1]}.values())[::-1])  # each once
    fixed_on: dict[str, Counter[date]] = defaultdict(Counter)
    fixed_home_on: dict[str, Counter[date]] = defaultdict(Counter)
    fixed_pairs: dict[frozenset[str], list[Fixed]] = defaultdict(list)
    for fixed in task.fixed:
        match = fixed.match
        fixed_pairs[frozenset((match.home, match.away))].append(fixed)
        fixed_home_on[match.home][match.date] += 1
        for team in (match.home, match.away):
            fixed_on[team][match.date] += 1
    forbids_home, forbids_away = _forbidden(task)
    frozen = task.frozen_until or date.min
    nights = {
        each.id: {day for day in each.dates if day > frozen} | task.fixed_dates(each.id) for each in task.divisions
    }
    return TaskIndex(
        task=task,
        names=Names.of(task),
        divisions={division.id: division for division in task.divisions},
        teams={team.id: team for team in task.teams},
        venues={venue.id: venue for venue in task.venues},
        nights={name: tuple(sorted(days)) for name, days in nights.items()},
        fixed_home={(fixed.match.home, fixed.match.date): fixed for fixed in task.fixed},
        fixed_away={(fixed.match.away, fixed.match.date): fixed for fixed in task.fixed},
        fixed_on=fixed_on,
        fixed_home_on=fixed_home_on,
        fixed_pairs=fixed_pairs,
        forbids_home=forbids_home,
        forbids_away=forbids_away,
    )


def _forbidden(task: Task) -> tuple[dict[Spot, set[str]], dict[Spot, set[str]]]:
    """By team and night, the ids of everything that forbids it to be at home, and to be away."""
    home: dict[Spot, set[str]] = {}
    away: dict[Spot, set[str]] = {}
    closed = {venue.id: venue.closed for venue in task.venues}
    for team in task.teams:
        for day in closed[team.venue]:
            home.setdefault((team.id, day), set()).add(str(Constraint(ConstraintKind.CLOSED, team.venue, day)))
    for wish in task.wishes:
        for day in wish.dates if wish.hard and wish.kind.of_one else ():
            if wish.kind in FORBIDS_HOME:
                home.setdefault((wish.team, day), set()).add(wish.id)
            if wish.kind in FORBIDS_AWAY:
                away.setdefault((wish.team, day), set()).add(wish.id)
        if wish.hard and wish.kind is WishKind.KEEP_FREE:
            for spot in ((team.id, day) for team in task.teams if team.division == wish.division for day in wish.dates):
                home.setdefault(spot, set()).add(wish.id)
                away.setdefault(spot, set()).add(wish.id)
    for fixed in task.fixed:
        name, day = str(Constraint(ConstraintKind.FIXED, fixed.id)), fixed.match.date
        home.setdefault((fixed.match.away, day), set()).add(name)
        away.setdefault((fixed.match.home, day), set()).add(name)
    return home, away
