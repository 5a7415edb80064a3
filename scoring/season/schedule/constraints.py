"""What a task insists on, by ids, so that a clash can name its parts; and the task indexed by them for counting.

    R012                    a hard wish
    fixed:F003              a match that must be in the list
    venue:V007              the boards of a pub
    closed:V007:2026-11-02  a date on which it is closed
    rounds:D1               full rounds on the dates of a division
    gap:D1                  the least gap between two meetings
    run:D1                  the longest run at home or away
    second_half:D1          the second half mirrors the first

Which of them clash is worked out in impossible.py.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

from scoring.season.schedule.task import (
    Division,
    Fixed,
    Mode,
    Names,
    SecondHalf,
    Task,
    Team,
    Venue,
    Wish,
    WishKind,
    night,
)
from scoring.words import join_list, spell_out

UNLIMITED = 1_000  # boards: more than any league has teams


class ConstraintKind(Enum):
    """What a constraint is about; a wish has no word before its id."""

    WISH = ""
    FIXED = "fixed"
    VENUE = "venue"
    CLOSED = "closed"
    ROUNDS = "rounds"
    GAP = "gap"
    RUN = "run"
    SECOND_HALF = "second_half"


@dataclass(frozen=True, slots=True)
class Constraint:
    """One thing a task insists on: `of` is the id of the wish, fixed match, pub or division, `on` the closed date."""

    kind: ConstraintKind
    of: str
    on: date | None = None

    def __str__(self) -> str:
        parts = (self.kind.value, self.of, self.on.isoformat() if self.on else "")
        return ":".join(part for part in parts if part)


class UnknownConstraintError(ValueError):
    """An id that stands for nothing in a task."""


def parse(name: str) -> Constraint:
    """The constraint that an id stands for; raises UnknownConstraintError where the date of a closure is none."""
    kind, colon, rest = name.partition(":")
    kinds = {each.value: each for each in ConstraintKind if each is not ConstraintKind.WISH}
    if not colon or kind not in kinds:
        return Constraint(ConstraintKind.WISH, name)
    if kinds[kind] is not ConstraintKind.CLOSED:
        return Constraint(kinds[kind], rest)
    venue, _, day = rest.rpartition(":")
    try:
        return Constraint(ConstraintKind.CLOSED, venue, date.fromisoformat(day))
    except ValueError as error:
        raise UnknownConstraintError(name) from error


def constraints(task: Task) -> tuple[str, ...]:
    """The id of everything that the task insists on, each once, wishes first.

    A pub that has a board for each of its teams limits nobody, and is not among them.
    """
    return tuple(dict.fromkeys(map(str, _constraints(task))))


def _constraints(task: Task) -> Iterator[Constraint]:
    yield from (Constraint(ConstraintKind.WISH, wish.id) for wish in task.wishes if wish.hard)
    yield from (Constraint(ConstraintKind.FIXED, fixed.id) for fixed in task.fixed)
    hosted = Counter(team.venue for team in task.teams)
    for venue in task.venues:
        if venue.boards < hosted[venue.id]:
            yield Constraint(ConstraintKind.VENUE, venue.id)
        yield from (Constraint(ConstraintKind.CLOSED, venue.id, day) for day in sorted(venue.closed))
    for division in task.divisions:
        full = division.mode is Mode.ROUNDS
        kinds = {
            ConstraintKind.ROUNDS: full,
            ConstraintKind.GAP: division.min_gap_days > 0,
            ConstraintKind.RUN: bool(division.max_run),
            ConstraintKind.SECOND_HALF: full and division.second_half is SecondHalf.MIRRORED,
        }
        yield from (Constraint(kind, division.id) for kind, is_asked in kinds.items() if is_asked)


def without(task: Task, *names: str) -> Task:
    """The task without some of what it insists on; raises UnknownConstraintError for an id that it does not have.

    A wish or a fixed match is dropped, boards are unlimited, a closed date is open; a division may play any number of
    matches on any of its dates (`rounds`), meet again at once, run as long as it likes, and its second half is free.
    """
    unknown = set(names).difference(_known(task))
    if unknown:
        raise UnknownConstraintError(", ".join(sorted(unknown)))
    gone = {parse(name) for name in names}
    return replace(
        task,
        wishes=tuple(
            wish for wish in task.wishes if not (wish.hard and Constraint(ConstraintKind.WISH, wish.id) in gone)
        ),
        fixed=tuple(fixed for fixed in task.fixed if Constraint(ConstraintKind.FIXED, fixed.id) not in gone),
        venues=tuple(_opened(venue, gone) for venue in task.venues),
        divisions=tuple(_loosened(division, gone) for division in task.divisions),
    )


def _known(task: Task) -> set[str]:
    """The ids of everything in a task, whether or not it limits anybody."""
    return {*constraints(task), *(str(Constraint(ConstraintKind.VENUE, venue.id)) for venue in task.venues)}


def only(task: Task, names: Collection[str]) -> Task:
    """The task insisting on nothing but `names`; ids that it does not have are passed over."""
    return without(task, *(name for name in constraints(task) if name not in set(names)))


def _opened(venue: Venue, gone: set[Constraint]) -> Venue:
    return replace(
        venue,
        boards=UNLIMITED if Constraint(ConstraintKind.VENUE, venue.id) in gone else venue.boards,
        closed=frozenset(day for day in venue.closed if Constraint(ConstraintKind.CLOSED, venue.id, day) not in gone),
    )


def _loosened(division: Division, gone: set[Constraint]) -> Division:
    kinds = {each.kind for each in gone if each.of == division.id and each.kind is not ConstraintKind.WISH}
    return replace(
        division,
        mode=Mode.RELAXED if ConstraintKind.ROUNDS in kinds else division.mode,
        min_gap_days=0 if ConstraintKind.GAP in kinds else division.min_gap_days,
        max_run=None if ConstraintKind.RUN in kinds else division.max_run,
        second_half=SecondHalf.FREE if ConstraintKind.SECOND_HALF in kinds else division.second_half,
    )


def in_words(task: Task, name: str) -> str:
    """What an id stands for, as the secretary would say it; raises UnknownConstraintError if the task has no such."""
    if name not in _known(task):
        raise UnknownConstraintError(name)
    constraint, names = parse(name), Names.of(task)
    match constraint.kind:
        case ConstraintKind.WISH:
            return "; ".join(names.wish_text(wish) for wish in task.wishes if wish.hard and wish.id == constraint.of)
        case ConstraintKind.FIXED:
            match = next(fixed.match for fixed in task.fixed if fixed.id == constraint.of)
            return f"{names.match(match)} is fixed for {night(match.date)}"
        case ConstraintKind.VENUE:
            venue = next(venue for venue in task.venues if venue.id == constraint.of)
            return f"{venue.name} has {spell_out(venue.boards, 'board')}"
        case ConstraintKind.CLOSED:
            return f"{names.venue(constraint.of)} is closed on {night(constraint.on) if constraint.on else 'no night'}"
        case _:
            division = next(division for division in task.divisions if division.id == constraint.of)
            return _structure(division, constraint.kind)


def _structure(division: Division, kind: ConstraintKind) -> str:
    nights, gap = spell_out(len(division.dates), "night"), spell_out(division.min_gap_days, "day")
    match kind:
        case ConstraintKind.ROUNDS:
            return f"{division.name} plays {spell_out(division.rounds, 'full round')} and has {nights}"
        case ConstraintKind.GAP:
            return f"at least {gap} lie between two meetings of the same teams in {division.name}"
        case ConstraintKind.RUN:
            longest = spell_out(division.max_run or 0, "match")
            return f"nobody in {division.name} has more than {longest} in a row at home or away"
        case _:
            return f"the second half of {division.name} is the first with home and away changed over"


# --- a task indexed for counting --------------------------------------------------------------------------------------
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
