"""What cannot be, by counting: the common impossibilities of a task, found at once and without a solver.

    nights     too few for the rounds, for a team, for meetings far enough apart, for the longest run
    home       too many at one pub, in one division or among rivals (impossible_at_home.py)
    meetings   no night left to meet on, too many on one night, fixed matches that clash

Every conflict is true of every list, and as small as the argument allows.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from scoring.season.max_flow import shortfall
from scoring.season.schedule.constraints import (
    Constraint,
    ConstraintKind,
    TaskConflict,
    TaskIndex,
    constraints,
    in_words,
    index_of,
    only,
    parse,
)
from scoring.season.schedule.impossible_at_home import too_few_nights_at_home, too_many_wanted
from scoring.season.schedule.task import Division, Fixed, Mode, SecondHalf, Task, WishKind, any_of, night
from scoring.words import join_list, spell_out


# --- nights -----------------------------------------------------------------------------------------------------------
def too_few_for_rounds(index: TaskIndex) -> Iterator[TaskConflict]:
    """Fewer nights than rounds, once the nights on which too many teams may not play are out."""
    for division in index.task.divisions:
        if division.mode is not Mode.ROUNDS:
            continue
        out: dict[date, set[str]] = {}
        for day in index.nights[division.id]:
            against = [index.no_match(team, day) for team in division.teams]
            if sum(map(bool, against)) > len(division.teams) % 2:
                out[day] = set().union(*against)
        # Fixed matches may lie closer than the least rest, and nobody is to blame.
        rest = 0 if index.task.fixed_dates(division.id) else division.min_rest_days
        left = _spaced([day for day in index.nights[division.id] if day not in out], rest)
        if left < division.rounds:
            ids = sorted({name for names in out.values() for name in names})
            structure = str(Constraint(ConstraintKind.ROUNDS, division.id))
            needs = f"{division.name} needs {spell_out(division.rounds, 'night')} and has {left or 'none'}"
            text = f"{needs}: {index.in_words(ids)}" if ids else needs
            yield TaskConflict(tuple(ids) or (structure,), text, (structure,) if ids else ())


def _spaced(days: Sequence[date], rest: int) -> int:
    """How many of the days can be used when `rest` days lie between one and the next."""
    used, last = 0, None
    for day in days:
        if last is None or (day - last).days >= rest:
            used, last = used + 1, day
    return used


def too_few_for_a_team(index: TaskIndex) -> Iterator[TaskConflict]:
    """A team that may not play, or not be away, on too many nights."""
    for team in index.teams:
        nights, doubled = index.nights_of(team), index.doubled(team)
        sides = (
            (index.no_match, index.matches_of(team), "play"),
            (index.no_away, index.least_at_home(team), "be away"),
        )
        for forbids, need, what in sides:
            left = sum(not forbids(team, day) for day in nights)
            if left >= need - doubled:
                continue
            ids = sorted({name for day in nights for name in forbids(team, day)})
            must = f"{index.names.team(team)} must {what} on {spell_out(need, 'night')} and can on {left or 'none'}"
            rests_on = index.rests_on([team])
            yield TaskConflict(tuple(ids) or rests_on, f"{must}: {index.in_words(ids)}" if ids else must, rests_on)


def kept_apart(index: TaskIndex) -> Iterator[TaskConflict]:
    """Two teams that are never to play on one night, and have too few nights for that."""
    for wish in index.hard(WishKind.NOT_SAME_DATE):
        one, other = wish.teams
        division = index.division(one)
        met = division.legs_of(one, other) if other in division.teams else 0
        need = index.matches_of(one) + index.matches_of(other) - met
        nights = len({*index.nights_of(one), *index.nights_of(other)})
        if nights < need and not index.doubled(one) and not index.doubled(other):
            text = f"they need {spell_out(need, 'night')} for that and have {nights}"
            yield TaskConflict((wish.id,), f"{index.names.wish_text(wish)}, but {text}", index.rests_on(wish.teams))


def gaps_too_long(index: TaskIndex) -> Iterator[TaskConflict]:
    """Meetings that have to be so far apart that not everybody can begin early enough, or not in a mirrored list."""
    for division in index.task.divisions:
        if division.legs < 2 or not division.min_gap_days or not index.nights[division.id] or division.quota:
            continue
        gap = str(Constraint(ConstraintKind.GAP, division.id))
        mirror = str(Constraint(ConstraintKind.SECOND_HALF, division.id))
        mirrored = division.mode is Mode.ROUNDS and division.second_half is SecondHalf.MIRRORED
        rests_on = (*index.rests_on(division.teams[:1]), *((mirror,) if mirrored else ()))
        apart = f"Two meetings of the same teams in {division.name} must lie {division.min_gap_days} days apart"
        nights = index.nights[division.id]
        early = sum(day + timedelta((division.legs - 1) * division.min_gap_days) <= nights[-1] for day in nights)
        others = len(division.teams) - 1
        if early < others and not _fixed_pairs(index, division):
            text = f"{apart}; a team has to meet all {others} others by then and has {spell_out(early, 'night')} for it"
            yield TaskConflict((gap,), text, rests_on)
        elif mirrored and (short := _mirrored_short(division, nights)) and not _fixed_pairs(index, division):
            text = f"{apart}; with the second half as the first, round {short} comes again too soon"
            yield TaskConflict((gap, mirror), text, rests_on[:1])


def _fixed_pairs(index: TaskIndex, division: Division) -> bool:
    """Whether a pair has two fixed matches, which may be as close as they are."""
    here = [fixed.match for fixed in index.task.fixed if fixed.match.division == division.id]
    return len({frozenset((match.home, match.away)) for match in here}) < len(here)


def _mirrored_short(division: Division, nights: Sequence[date]) -> int:
    """The first round that cannot be far enough from its mirror, however the nights are used; 0 if all can."""
    first, spare = division.rounds // division.legs, len(nights) - division.rounds
    if spare < 0:
        return 0
    for number in range(division.rounds - first):
        if (nights[number + first + spare] - nights[number]).days < division.min_gap_days:
            return number + 1
    return 0


def runs_too_long(index: TaskIndex) -> Iterator[TaskConflict]:
    """A team that has to be away, or at home, more nights running than its division allows."""
    for division in index.task.divisions:
        if not division.max_run or not index.no_night_to_spare(division):
            continue
        nights, length = index.nights[division.id], division.max_run + 1
        run = str(Constraint(ConstraintKind.RUN, division.id))
        for team in division.teams:
            for first in range(len(nights) - length + 1):
                days = nights[first : first + length]
                if all((team, day) in index.fixed_home or (team, day) in index.fixed_away for day in days):
                    continue
                for forbids, where in ((index.no_home, "away"), (index.no_away, "at home")):
                    against = [forbids(team, day) for day in days]
                    if all(against):
                        ids = set().union(*against)
                        must = f"{index.names.team(team)} has to be {where} from {night(days[0])} to {night(days[-1])}"
                        text = f"{must}, but {in_words(index.task, run)}: {index.in_words(ids)}"
                        yield TaskConflict((run, *sorted(ids)), text, index.rests_on([team]))


def too_few_at_one_end(index: TaskIndex) -> Iterator[TaskConflict]:
    """A night that a division must use, on which more than half of its teams may not be at home, or not away."""
    for division in index.task.divisions:
        if not index.no_night_to_spare(division):
            continue
        half = len(division.teams) // 2
        for day in index.nights[division.id]:
            for forbids, where in ((index.no_home, "at home"), (index.no_away, "away")):
                against = {team: forbids(team, day) for team in division.teams}
                kept = [team for team, names in against.items() if names]
                if len(kept) > half:
                    ids = sorted({name for team in kept for name in against[team]})
                    text = f"{len(kept)} teams of {division.name} cannot be {where} on {night(day)}"
                    needs = f"{spell_out(half, 'team')} have to be"
                    reasons = index.in_words(ids)
                    yield TaskConflict(tuple(ids), f"{text} and {needs}: {reasons}", index.rests_on(division.teams[:1]))


# --- meetings ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class RequiredMeeting:
    """Two teams that have to meet on one of `days`, because of `id`; `fixed` if a fixed match says so."""

    teams: tuple[str, str]
    days: frozenset[date]
    id: str
    by: date | None = None
    fixed: bool = False

    def describe(self, index: TaskIndex) -> str:
        if self.fixed:
            return in_words(index.task, self.id)
        names = join_list([index.names.team(team) for team in self.teams])
        return f"{names} have to meet {f'by {night(self.by)}' if self.by else f'on {any_of(self.days)}'}"


def no_night_to_meet(index: TaskIndex) -> Iterator[TaskConflict]:
    """A meeting whose every night is forbidden."""
    for meeting in _required_meetings(index):
        nights = _nights_to_meet(index, meeting)
        if all(_forbids_meeting(index, meeting, day) for day in nights):
            against = {name for day in nights for name in _forbids_meeting(index, meeting, day)} - {meeting.id}
            same = len({index.teams[team].division for team in meeting.teams}) == 1
            apart = "their division has no night then" if same else "they are in different divisions"
            why = index.in_words(against) if against else apart
            yield TaskConflict((meeting.id, *sorted(against)), f"{meeting.describe(index)}, but {why}", ())


def _required_meetings(index: TaskIndex) -> Iterator[RequiredMeeting]:
    for wish in index.hard(WishKind.MEET_ON, WishKind.MEET_BY):
        one, other = wish.teams
        by_then = (day for day in index.nights_of(one) if wish.by is not None and day <= wish.by)
        days = wish.dates if wish.kind is WishKind.MEET_ON else frozenset(by_then)
        yield RequiredMeeting((one, other), days, wish.id, wish.by)


def _nights_to_meet(index: TaskIndex, meeting: RequiredMeeting) -> list[date]:
    """The nights in its window on which the two could meet at all."""
    one, other = meeting.teams
    if index.teams[one].division != index.teams[other].division or not index.division(one).legs_of(one, other):
        return []
    return [day for day in index.nights_of(one) if day in meeting.days]


def _forbids_meeting(index: TaskIndex, meeting: RequiredMeeting, day: date) -> set[str]:
    """Everything that forbids two teams to meet on a night; nothing if a fixed match of theirs is there."""
    one, other = meeting.teams
    of_both = index.fixed_pairs.get(frozenset((one, other)), [])
    if any(fixed.match.date == day for fixed in of_both):
        return set()
    either = [index.no_home(home, day) | index.no_away(away, day) for home, away in ((one, other), (other, one))]
    against = either[0] | either[1] if all(either) else set()
    for wish in index.hard(WishKind.AVOID_MEET):
        if set(wish.teams) == {one, other} and day in wish.dates:
            against.add(wish.id)
    if len(of_both) >= index.division(one).legs_of(one, other):
        against |= {str(Constraint(ConstraintKind.FIXED, fixed.id)) for fixed in of_both}
    return against


def too_many_meetings(index: TaskIndex) -> Iterator[TaskConflict]:
    """A team that has to meet more opponents on some nights than there are nights; fixed matches count as well."""
    wished = [meeting for meeting in _required_meetings(index) if _nights_to_meet(index, meeting)]
    for team in dict.fromkeys(team for meeting in wished for team in meeting.teams):
        # Of two with one opponent, which could be one, the narrower.
        of_team: dict[frozenset[str], RequiredMeeting] = {}
        for meeting in (*_fixed_meetings(index, team), *wished):
            earlier = of_team.get(frozenset(meeting.teams))
            if team in meeting.teams and (earlier is None or len(meeting.days) < len(earlier.days)):
                of_team[frozenset(meeting.teams)] = meeting
        wanted = list(of_team.values())
        open_to = [
            [day for day in _nights_to_meet(index, each) if not _forbids_meeting(index, each, day)] for each in wanted
        ]
        fixed = Counter(day for each in wanted if each.fixed for day in each.days)
        capacity = {day: max(1, fixed[day]) for days in open_to for day in days}
        short = shortfall([1] * len(wanted), open_to, capacity) if all(open_to) else ()
        if short:
            yield _cannot_all_meet(index, team, [wanted[place] for place in short])


def _cannot_all_meet(index: TaskIndex, team: str, wanted: list[RequiredMeeting]) -> TaskConflict:
    ids = {each.id for each in wanted}
    against = {
        name for each in wanted for day in _nights_to_meet(index, each) for name in _forbids_meeting(index, each, day)
    } - ids
    meetings = join_list([each.describe(index) for each in wanted])
    text = f"{meetings}, and {index.names.team(team)} can play only once on a night"
    return TaskConflict((*sorted(ids), *sorted(against)), f"{text}; {index.in_words(against)}" if against else text, ())


def _fixed_meetings(index: TaskIndex, team: str) -> Iterator[RequiredMeeting]:
    for fixed in index.task.fixed:
        match, name = fixed.match, str(Constraint(ConstraintKind.FIXED, fixed.id))
        if team in (match.home, match.away):
            yield RequiredMeeting((match.home, match.away), frozenset({match.date}), name, fixed=True)


def fixed_against_each_other(index: TaskIndex) -> Iterator[TaskConflict]:
    """Fixed matches of one team on one night of full rounds, or more of a pair than it has meetings.

    Two fixed matches on a night are not held against a list, but where everybody plays on every night, whoever is left
    out on that one has to play twice on another.
    """
    for division in index.task.divisions:
        here = [fixed for fixed in index.task.fixed if fixed.match.division == division.id]
        if division.mode is Mode.ROUNDS and index.full_rounds(division):
            yield from _on_one_night(index, division, here)
        at_home: dict[tuple[str, str], list[Fixed]] = defaultdict(list)
        for fixed in here:
            at_home[fixed.match.home, fixed.match.away].append(fixed)
        for (one, other), inside in at_home.items():
            legs, back = division.legs_of(one, other), at_home.get((other, one), [])
            if len(inside) > (legs + 1) // 2:
                yield _too_often(index, inside[: (legs + 1) // 2 + 1], "with the same team at home")
            elif one < other and len(inside) + len(back) > legs:
                yield _too_often(index, [*inside, *back][: legs + 1], "by these two")


def _on_one_night(index: TaskIndex, division: Division, here: Iterable[Fixed]) -> Iterator[TaskConflict]:
    matches_by_night: dict[tuple[str, date], list[Fixed]] = defaultdict(list)
    for fixed in here:
        for team in (fixed.match.home, fixed.match.away):
            matches_by_night[team, fixed.match.date].append(fixed)
    doubled = {spot: inside for spot, inside in matches_by_night.items() if len(inside) > 1}
    if len({day for _, day in doubled}) != 1:  # whoever is left out might play twice where that is fixed
        return
    for (team, day), inside in doubled.items():
        matches = join_list([index.names.match(fixed.match) for fixed in inside[:2]])
        text = f"{matches} are both fixed for {night(day)}, and {index.names.team(team)} can play only once"
        ids = (str(Constraint(ConstraintKind.FIXED, fixed.id)) for fixed in inside[:2])
        yield TaskConflict(tuple(ids), text, (str(Constraint(ConstraintKind.ROUNDS, division.id)),))


def _too_often(index: TaskIndex, inside: list[Fixed], how: str) -> TaskConflict:
    matches = join_list([index.names.dated_match(fixed.match) for fixed in inside])
    most = len(inside) - 1
    allowed = {0: "never", 1: "only once"}.get(most, f"only {most} times")
    text = f"{matches} are all fixed, and that match is played {allowed} {how}"
    return TaskConflict(tuple(str(Constraint(ConstraintKind.FIXED, fixed.id)) for fixed in inside), text, ())


# --- all of them, and each as small as it can be ----------------------------------------------------------------------
Argument = Callable[[TaskIndex], Iterator[TaskConflict]]
ARGUMENTS: tuple[Argument, ...] = (
    too_few_for_rounds,
    too_few_for_a_team,
    gaps_too_long,
    fixed_against_each_other,
    too_many_wanted,
    no_night_to_meet,
    too_many_meetings,
    too_few_nights_at_home,
    runs_too_long,
    too_few_at_one_end,
    kept_apart,
)


def impossible(task: Task) -> tuple[TaskConflict, ...]:
    """Every conflict that counting finds, each once, the plainest arguments first; () says nothing either way."""
    index = index_of(task)
    conflicts: dict[frozenset[str], TaskConflict] = {}
    for argument in ARGUMENTS:
        for conflict in argument(index):
            if not any(known <= set(conflict.ids) for known in conflicts):
                smaller = _smallest(task, argument, conflict)
                conflicts.setdefault(frozenset(smaller.ids), smaller)
    # Another conflict may stand already in what one names or rests on.
    return tuple(
        conflict
        for ids, conflict in conflicts.items()
        if not any(other != ids and other <= ids | {*conflict.rests_on} for other in conflicts)
    )


def clash_in_words(task: Task, ids: Collection[str]) -> str:
    """Why `ids` cannot hold together: in one sentence where counting has the argument, else one after the other.

    Raises UnknownConstraintError for an id that the task does not have.
    """
    parts = [in_words(task, name) for name in ids]
    wanted = set(ids) - _structure(ids)
    for conflict in impossible(_insisting_on(task, ids)):
        if wanted <= set(conflict.ids) <= set(ids) | _structure(constraints(task)):
            return conflict.text
    return "These cannot all hold: " + "; ".join(parts)


def _smallest(task: Task, argument: Argument, conflict: TaskConflict) -> TaskConflict:
    """The conflict without whatever the argument can do without; the rounds of a division are taken for granted."""
    for name in conflict.ids:
        if len(conflict.ids) == 1:
            break
        left = set(conflict.ids) - {name}
        again = next(argument(index_of(_insisting_on(task, left))), None) if name in conflict.ids else None
        if again and set(again.ids) <= left:
            conflict = again
    return conflict


def _insisting_on(task: Task, ids: Collection[str]) -> Task:
    return only(task, set(ids) | _structure(constraints(task)))


def _structure(ids: Collection[str]) -> set[str]:
    return {name for name in ids if parse(name).kind is ConstraintKind.ROUNDS}
