"""Meetings that cannot be: on no night of a window, all in one window, or fixed where they cannot be fixed."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from scoring.season.max_flow import shortfall
from scoring.season.schedule.counts.room import Room, TaskConflict
from scoring.season.schedule.ids import Constraint, ConstraintKind, in_words
from scoring.season.schedule.sentences import any_of, night
from scoring.season.schedule.task import Division, Fixed, Mode, WishKind
from scoring.words import join_list


@dataclass(frozen=True, slots=True)
class RequiredMeeting:
    """Two teams that have to meet on one of `days`, because of `id`; `fixed` if a fixed match says so."""

    teams: tuple[str, str]
    days: frozenset[date]
    id: str
    by: date | None = None
    fixed: bool = False

    def describe(self, room: Room) -> str:
        if self.fixed:
            return in_words(room.task, self.id)
        names = join_list([room.names.team(team) for team in self.teams])
        return f"{names} have to meet {f'by {night(self.by)}' if self.by else f'on {any_of(self.days)}'}"


def no_night_to_meet(room: Room) -> Iterator[TaskConflict]:
    """A meeting whose every night is forbidden."""
    for meeting in _wished(room):
        nights = _nights(room, meeting)
        if all(_forbids(room, meeting, day) for day in nights):
            against = {name for day in nights for name in _forbids(room, meeting, day)} - {meeting.id}
            why = room.in_words(against) if against else _no_night(room, meeting)
            yield TaskConflict((meeting.id, *sorted(against)), f"{meeting.describe(room)}, but {why}", ())


def _wished(room: Room) -> Iterator[RequiredMeeting]:
    for wish in room.hard(WishKind.MEET_ON, WishKind.MEET_BY):
        one, other = wish.teams
        by_then = (day for day in room.nights_of(one) if wish.by is not None and day <= wish.by)
        days = wish.dates if wish.kind is WishKind.MEET_ON else frozenset(by_then)
        yield RequiredMeeting((one, other), days, wish.id, wish.by)


def _nights(room: Room, meeting: RequiredMeeting) -> list[date]:
    """The nights in its window on which the two could meet at all."""
    one, other = meeting.teams
    if room.teams[one].division != room.teams[other].division or not room.division(one).legs_of(one, other):
        return []
    return [day for day in room.nights_of(one) if day in meeting.days]


def _no_night(room: Room, meeting: RequiredMeeting) -> str:
    one, other = meeting.teams
    same = room.teams[one].division == room.teams[other].division
    return "their division has no night then" if same else "they are in different divisions"


def _forbids(room: Room, meeting: RequiredMeeting, day: date) -> set[str]:
    """Everything that forbids two teams to meet on a night; nothing if a fixed match of theirs is there."""
    one, other = meeting.teams
    of_both = room.fixed_pairs.get(frozenset((one, other)), [])
    if any(fixed.match.date == day for fixed in of_both):
        return set()
    either = [room.no_home(home, day) | room.no_away(away, day) for home, away in ((one, other), (other, one))]
    against = either[0] | either[1] if all(either) else set()
    for wish in room.hard(WishKind.AVOID_MEET):
        if set(wish.teams) == {one, other} and day in wish.dates:
            against.add(wish.id)
    if len(of_both) >= room.division(one).legs_of(one, other):
        against |= {str(Constraint(ConstraintKind.FIXED, fixed.id)) for fixed in of_both}
    return against


def too_many_meetings(room: Room) -> Iterator[TaskConflict]:
    """A team that has to meet more opponents on some nights than there are nights; fixed matches count as well."""
    wished = [meeting for meeting in _wished(room) if _nights(room, meeting)]
    for team in dict.fromkeys(team for meeting in wished for team in meeting.teams):
        of_team: dict[
            frozenset[str], RequiredMeeting
        ] = {}  # of two with one opponent, which could be one, the narrower
        for meeting in (*_fixed(room, team), *wished):
            earlier = of_team.get(frozenset(meeting.teams))
            if team in meeting.teams and (earlier is None or len(meeting.days) < len(earlier.days)):
                of_team[frozenset(meeting.teams)] = meeting
        wanted = list(of_team.values())
        open_to = [[day for day in _nights(room, each) if not _forbids(room, each, day)] for each in wanted]
        fixed = Counter(day for each in wanted if each.fixed for day in each.days)
        capacity = {day: max(1, fixed[day]) for days in open_to for day in days}
        short = shortfall([1] * len(wanted), open_to, capacity) if all(open_to) else ()
        if short:
            yield _crowded(room, team, [wanted[place] for place in short])


def _crowded(room: Room, team: str, wanted: list[RequiredMeeting]) -> TaskConflict:
    ids = {each.id for each in wanted}
    against = {name for each in wanted for day in _nights(room, each) for name in _forbids(room, each, day)} - ids
    meetings = join_list([each.describe(room) for each in wanted])
    text = f"{meetings}, and {room.names.team(team)} can play only once on a night"
    return TaskConflict((*sorted(ids), *sorted(against)), f"{text}; {room.in_words(against)}" if against else text, ())


def _fixed(room: Room, team: str) -> Iterator[RequiredMeeting]:
    for fixed in room.task.fixed:
        match, name = fixed.match, str(Constraint(ConstraintKind.FIXED, fixed.id))
        if team in (match.home, match.away):
            yield RequiredMeeting((match.home, match.away), frozenset({match.date}), name, fixed=True)


def fixed_against_each_other(room: Room) -> Iterator[TaskConflict]:
    """Fixed matches of one team on one night of full rounds, or more of a pair than it has meetings.

    Two fixed matches on a night are not held against a list, but where everybody plays on every night, whoever is left
    out on that one has to play twice on another.
    """
    for division in room.task.divisions:
        here = [fixed for fixed in room.task.fixed if fixed.match.division == division.id]
        if division.mode is Mode.ROUNDS and room.full_rounds(division):
            yield from _on_one_night(room, division, here)
        at_home: dict[tuple[str, str], list[Fixed]] = defaultdict(list)
        for fixed in here:
            at_home[fixed.match.home, fixed.match.away].append(fixed)
        for (one, other), inside in at_home.items():
            legs, back = division.legs_of(one, other), at_home.get((other, one), [])
            if len(inside) > (legs + 1) // 2:
                yield _too_often(room, inside[: (legs + 1) // 2 + 1], "with the same team at home")
            elif one < other and len(inside) + len(back) > legs:
                yield _too_often(room, [*inside, *back][: legs + 1], "by these two")


def _on_one_night(room: Room, division: Division, here: Iterable[Fixed]) -> Iterator[TaskConflict]:
    matches_by_night: dict[tuple[str, date], list[Fixed]] = defaultdict(list)
    for fixed in here:
        for team in (fixed.match.home, fixed.match.away):
            matches_by_night[team, fixed.match.date].append(fixed)
    doubled = {spot: inside for spot, inside in matches_by_night.items() if len(inside) > 1}
    if len({day for _, day in doubled}) != 1:  # whoever is left out might play twice where that is fixed
        return
    for (team, day), inside in doubled.items():
        matches = join_list([room.names.match(fixed.match) for fixed in inside[:2]])
        text = f"{matches} are both fixed for {night(day)}, and {room.names.team(team)} can play only once"
        ids = (str(Constraint(ConstraintKind.FIXED, fixed.id)) for fixed in inside[:2])
        yield TaskConflict(tuple(ids), text, (str(Constraint(ConstraintKind.ROUNDS, division.id)),))


def _too_often(room: Room, inside: list[Fixed], how: str) -> TaskConflict:
    matches = join_list([room.names.dated_match(fixed.match) for fixed in inside])
    most = len(inside) - 1
    allowed = {0: "never", 1: "only once"}.get(most, f"only {most} times")
    text = f"{matches} are all fixed, and that match is played {allowed} {how}"
    return TaskConflict(tuple(str(Constraint(ConstraintKind.FIXED, fixed.id)) for fixed in inside), text, ())
