"""Too few nights: for the rounds of a division, for a team, for two meetings far enough apart, between two closures."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from scoring.season.schedule.counts.room import Room, TaskConflict
from scoring.season.schedule.ids import Constraint, ConstraintKind, in_words
from scoring.season.schedule.sentences import night
from scoring.season.schedule.task import Division, Mode, SecondHalf, WishKind
from scoring.words import spell_out


def too_few_for_rounds(room: Room) -> Iterator[TaskConflict]:
    """Fewer nights than rounds, once the nights on which too many teams may not play are out."""
    for division in room.task.divisions:
        if division.mode is not Mode.ROUNDS:
            continue
        out: dict[date, set[str]] = {}
        for day in room.nights[division.id]:
            against = [room.no_match(team, day) for team in division.teams]
            if sum(map(bool, against)) > len(division.teams) % 2:
                out[day] = set().union(*against)
        left = _spaced([day for day in room.nights[division.id] if day not in out], _rest(room, division))
        if left < division.rounds:
            ids = sorted({name for names in out.values() for name in names})
            structure = str(Constraint(ConstraintKind.ROUNDS, division.id))
            needs = f"{division.name} needs {spell_out(division.rounds, 'night')} and has {left or 'none'}"
            text = f"{needs}: {room.in_words(ids)}" if ids else needs
            yield TaskConflict(tuple(ids) or (structure,), text, (structure,) if ids else ())


def _rest(room: Room, division: Division) -> int:
    """Days between two rounds; fixed matches may be closer, and nobody is to blame."""
    fixed = any(fixed.match.division == division.id for fixed in room.task.fixed)
    return 0 if fixed else division.min_rest_days


def _spaced(days: Sequence[date], rest: int) -> int:
    """How many of the days can be used when `rest` days lie between one and the next."""
    used, last = 0, None
    for day in days:
        if last is None or (day - last).days >= rest:
            used, last = used + 1, day
    return used


def too_few_for_a_team(room: Room) -> Iterator[TaskConflict]:
    """A team that may not play, or not be away, on too many nights."""
    for team in room.teams:
        nights, doubled = room.nights_of(team), room.doubled(team)
        sides = ((room.no_match, room.matches_of(team), "play"), (room.no_away, room.least_at_home(team), "be away"))
        for forbids, need, what in sides:
            left = sum(not forbids(team, day) for day in nights)
            if left >= need - doubled:
                continue
            ids = sorted({name for day in nights for name in forbids(team, day)})
            must = f"{room.names.team(team)} must {what} on {spell_out(need, 'night')} and can on {left or 'none'}"
            rests_on = room.rests_on([team])
            yield TaskConflict(tuple(ids) or rests_on, f"{must}: {room.in_words(ids)}" if ids else must, rests_on)


def kept_apart(room: Room) -> Iterator[TaskConflict]:
    """Two teams that are never to play on one night, and have too few nights for that."""
    for wish in room.hard(WishKind.NOT_SAME_DATE):
        one, other = wish.teams
        division = room.division(one)
        met = division.legs_of(one, other) if other in division.teams else 0
        need = room.matches_of(one) + room.matches_of(other) - met
        nights = len({*room.nights_of(one), *room.nights_of(other)})
        if nights < need and not room.doubled(one) and not room.doubled(other):
            text = f"they need {spell_out(need, 'night')} for that and have {nights}"
            yield TaskConflict((wish.id,), f"{room.names.wish_text(wish)}, but {text}", room.rests_on(wish.teams))


def gaps_too_long(room: Room) -> Iterator[TaskConflict]:
    """Meetings that have to be so far apart that not everybody can begin early enough, or not in a mirrored list."""
    for division in room.task.divisions:
        if division.legs < 2 or not division.min_gap_days or not room.nights[division.id] or division.quota:
            continue
        gap = str(Constraint(ConstraintKind.GAP, division.id))
        mirror = str(Constraint(ConstraintKind.SECOND_HALF, division.id))
        mirrored = division.mode is Mode.ROUNDS and division.second_half is SecondHalf.MIRRORED
        rests_on = (*room.rests_on(division.teams[:1]), *((mirror,) if mirrored else ()))
        apart = f"Two meetings of the same teams in {division.name} must lie {division.min_gap_days} days apart"
        nights = room.nights[division.id]
        early = sum(day + timedelta((division.legs - 1) * division.min_gap_days) <= nights[-1] for day in nights)
        others = len(division.teams) - 1
        if early < others and not _fixed_pairs(room, division):
            text = f"{apart}; a team has to meet all {others} others by then and has {spell_out(early, 'night')} for it"
            yield TaskConflict((gap,), text, rests_on)
        elif mirrored and (short := _mirrored_short(division, nights)) and not _fixed_pairs(room, division):
            text = f"{apart}; with the second half as the first, round {short} comes again too soon"
            yield TaskConflict((gap, mirror), text, rests_on[:1])


def _fixed_pairs(room: Room, division: Division) -> bool:
    """Whether a pair has two fixed matches, which may be as close as they are."""
    pairs = [
        frozenset((fixed.match.home, fixed.match.away))
        for fixed in room.task.fixed
        if fixed.match.division == division.id
    ]
    return len(pairs) != len(set(pairs))


def _mirrored_short(division: Division, nights: Sequence[date]) -> int:
    """The first round that cannot be far enough from its mirror, however the nights are used; 0 if all can."""
    first, spare = division.rounds // division.legs, len(nights) - division.rounds
    if spare < 0:
        return 0
    for number in range(division.rounds - first):
        if (nights[number + first + spare] - nights[number]).days < division.min_gap_days:
            return number + 1
    return 0


def runs_too_long(room: Room) -> Iterator[TaskConflict]:
    """A team that has to be away, or at home, more nights running than its division allows."""
    for division in room.task.divisions:
        if not division.max_run or not room.no_night_to_spare(division):
            continue
        nights, length = room.nights[division.id], division.max_run + 1
        for team in division.teams:
            for first in range(len(nights) - length + 1):
                days = nights[first : first + length]
                for forbids, where in ((room.no_home, "away"), (room.no_away, "at home")):
                    against = [forbids(team, day) for day in days]
                    if all(against) and not _all_fixed(room, team, days):
                        yield _run(room, team, days, set().union(*against), where)


def _all_fixed(room: Room, team: str, days: Sequence[date]) -> bool:
    return all((team, day) in room.fixed_home or (team, day) in room.fixed_away for day in days)


def _run(room: Room, team: str, days: Sequence[date], against: set[str], where: str) -> TaskConflict:
    run = str(Constraint(ConstraintKind.RUN, room.teams[team].division))
    from_to = f"from {night(days[0])} to {night(days[-1])}"
    text = f"{room.names.team(team)} has to be {where} {from_to}, but {in_words(room.task, run)}"
    ids = (run, *sorted(against))
    return TaskConflict(ids, f"{text}: {room.in_words(against)}", room.rests_on([team]))


def too_few_at_one_end(room: Room) -> Iterator[TaskConflict]:
    """A night that a division must use, on which more than half of its teams may not be at home, or not away."""
    for division in room.task.divisions:
        if not room.no_night_to_spare(division):
            continue
        half = len(division.teams) // 2
        for day in room.nights[division.id]:
            for forbids, where in ((room.no_home, "at home"), (room.no_away, "away")):
                against = {team: forbids(team, day) for team in division.teams}
                kept = [team for team, names in against.items() if names]
                if len(kept) > half:
                    ids = sorted({name for team in kept for name in against[team]})
                    text = f"{len(kept)} teams of {division.name} cannot be {where} on {night(day)}"
                    needs = f"{spell_out(half, 'team')} have to be"
                    reasons = room.in_words(ids)
                    yield TaskConflict(tuple(ids), f"{text} and {needs}: {reasons}", room.rests_on(division.teams[:1]))
