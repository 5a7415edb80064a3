"""Why there is no list: the smallest set of constraints that cannot hold together, and what could give way."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice

from league.schedule.solver.deadline import Deadline, OutOfTimeError, never
from league.schedule.solver.feasibility import LONG, LONGER, OF_DIVISION, QUICK, SHORT, Feasibility, Inquiry, Scope
from scoring.season.schedule.circle import WEEK
from scoring.season.schedule.constraints import Constraint, ConstraintKind, TaskConflict, constraints, only, parse
from scoring.season.schedule.impossible import clash_in_words, impossible
from scoring.season.schedule.task import Division, Names, SecondHalf, Task, Venue, night
from scoring.words import join_list, spell_out

Clashes = Callable[[frozenset[str]], bool]


def shrink(candidates: Sequence[str], clashes: Clashes, *, beside: Iterable[str] = ()) -> tuple[str, ...]:
    """Those of `candidates` that are needed for a clash with what stands `beside`, in their order.

    All together must clash. What is left clashes with `beside`, and no longer does without any one of it if `clashes`
    is never in doubt; of several such sets, one of early candidates is taken.
    """
    fixed = frozenset(beside)
    if not candidates or clashes(fixed):
        return ()
    return _needed(tuple(candidates), clashes, fixed)


def _needed(candidates: tuple[str, ...], clashes: Clashes, beside: frozenset[str]) -> tuple[str, ...]:
    """The same where `beside` alone does not clash."""
    if len(candidates) == 1:
        return candidates
    middle = (len(candidates) + 1) // 2
    early, late = candidates[:middle], candidates[middle:]
    of_late = shrink(late, clashes, beside=beside.union(early))
    of_early = shrink(early, clashes, beside=beside.union(of_late)) if of_late else _needed(early, clashes, beside)
    return of_early + of_late


@dataclass(frozen=True, slots=True)
class MinimalConflict:
    """Constraints that cannot hold together, by their ids.

    `rests_on` are those of `ids`, at their end, that are no wish but the shape of a season: the rounds of a division,
    and its mirrored second half. `minimal` says that a list was found for what is left of the clash without any one of
    the others (or, where a shape clashes with itself, of all).
    """

    ids: tuple[str, ...]
    text: str
    minimal: bool
    rests_on: tuple[str, ...] = ()


def explain(
    task: Task, *, seconds: float = 20, seed: int = 0, stop: Callable[[], bool] = never
) -> MinimalConflict | None:
    """The smallest clash found, None if there certainly is a list; OutOfTimeError where neither was found in time.

    The same task and seed give the same clash wherever `seconds` are enough.
    """
    inquiry = Inquiry(task, deadline=Deadline.after(seconds, stop), seed=seed)
    counted = impossible(task)
    if counted:
        return _counted(inquiry, min(counted, key=lambda conflict: len(conflict.ids)))
    # From the easiest question to the whole. A clash that the whole task shows may be shown by one division too.
    one_by_one = [(Scope((division.id,), alone=True), SHORT) for division in task.divisions]
    easy = [(Scope(runs=False), SHORT), (Scope(), SHORT)]
    shown = None
    for scope, ways in (*easy, (inquiry.all, LONG), *one_by_one, (inquiry.all, LONGER)):
        if scope == shown:
            continue
        verdict = inquiry.ask(inquiry.ids, scope, ways).verdict
        if verdict is Feasibility.YES and scope == inquiry.all:
            return None
        if verdict is Feasibility.NO:
            shown = scope
            if scope != inquiry.all:
                break
    if shown is None:
        raise OutOfTimeError
    return _explanation(inquiry, _smallest(inquiry, shown))


def _counted(inquiry: Inquiry, conflict: TaskConflict) -> MinimalConflict:
    """The conflict that counting found, with the rounds that it takes for granted."""
    ids = (*conflict.ids, *(name for name in conflict.rests_on if name not in conflict.ids))
    rounds = [name for name in inquiry.ids if name in _rounds_of(inquiry.task, conflict.ids) and name not in ids]

    def clashes(tried: Iterable[str]) -> bool:
        return inquiry.ask(tried, inquiry.all).verdict is Feasibility.NO

    if clashes([*ids, *rounds]):
        ids = (*ids, *shrink(rounds, clashes, beside=ids))
    return _explanation(inquiry, ids, conflict)


def _rounds_of(task: Task, ids: Iterable[str]) -> set[str]:
    """The rounds of every division that a constraint is about."""
    concerned = [parse(name) for name in ids]
    of_wishes = [wish for wish in task.wishes if wish.hard and wish.id in {each.of for each in concerned}]
    teams = {team for wish in of_wishes for team in (wish.team, *wish.teams)}
    matches = [fixed.match for fixed in task.fixed if fixed.id in {each.of for each in concerned}]
    teams |= {team for match in matches for team in (match.home, match.away)}
    venues = {each.of for each in concerned if each.kind in {ConstraintKind.VENUE, ConstraintKind.CLOSED}}
    inside = {team.division for team in task.teams if team.id in teams or team.venue in venues}
    inside |= {each.of for each in concerned if each.kind in OF_DIVISION}
    inside |= {wish.division for wish in of_wishes if wish.division}
    return {f"rounds:{division}" for division in inside}


# Pubs and closed dates are facts that explain most; longest runs are what people think of last.
KINDS_IN_ORDER = (
    *(ConstraintKind.VENUE, ConstraintKind.CLOSED, ConstraintKind.FIXED),
    *(ConstraintKind.WISH, ConstraintKind.GAP, ConstraintKind.RUN),
)


def is_structure(name: str) -> bool:
    """Whether an id stands for the shape of a season rather than for somebody's wish."""
    return parse(name).kind in {ConstraintKind.ROUNDS, ConstraintKind.SECOND_HALF}


def _smallest(inquiry: Inquiry, scope: Scope) -> tuple[str, ...]:
    """The ids of a clash that the scope shows, each needed there; as few shapes of divisions as possible."""

    def clashes(ids: frozenset[str]) -> bool:
        return inquiry.ask(ids, scope).verdict is Feasibility.NO

    few = sorted(inquiry.core(inquiry.ids, scope))
    shapes = [name for name in few if is_structure(name)]
    requested = sorted(
        (name for name in few if not is_structure(name)), key=lambda name: KINDS_IN_ORDER.index(parse(name).kind)
    )
    needed = shrink(shapes, clashes, beside=requested)
    return (*shrink(requested, clashes, beside=needed), *needed)


def _explanation(inquiry: Inquiry, ids: tuple[str, ...], conflict: TaskConflict | None = None) -> MinimalConflict:
    """The clash in words, once each id that somebody asked for was looked at: has what is left a list?

    An id without which the rest still clashes is left out, but not of a conflict found by counting: its argument says
    in a sentence what a smaller set may only say in a long proof.
    """
    needed, minimal = list(ids), True
    shape_alone = all(is_structure(name) for name in ids)
    for name in ids if shape_alone else [name for name in ids if not is_structure(name)]:
        left = (each for each in needed if each != name)
        verdict = inquiry.ask(left, inquiry.all, QUICK if conflict else SHORT).verdict
        if verdict is Feasibility.NO and not conflict:
            needed.remove(name)
        else:
            minimal = minimal and verdict is Feasibility.YES
    # A gap that is too long for a mirrored season is told with the mirror, which sets how far meetings lie apart.
    gaps = [parse(name).of for name in needed if parse(name).kind is ConstraintKind.GAP]
    mirrors = [f"{ConstraintKind.SECOND_HALF.value}:{division}" for division in gaps]
    needed += [name for name in mirrors if name in constraints(inquiry.task) and name not in needed]
    rests_on = () if shape_alone else tuple(name for name in needed if is_structure(name))
    text = conflict.text if conflict else clash_in_words(inquiry.task, needed)
    return MinimalConflict((*(name for name in needed if name not in rests_on), *rests_on), text, minimal, rests_on)


# --- what could give way ----------------------------------------------------------------------------------------------
SHARE = 4  # no way out is tried for longer than this part of the time
# What it takes, from a word with one captain to a new pub. Only the order counts.
A_WISH, A_GAP, A_RUN, A_HALF, A_FIXED, A_CLOSURE, A_BOARD, A_NIGHT, A_PUB = range(1, 10)
PREFERRED = 10  # what a wish weighs that is no longer insisted on
MORE_NIGHTS, MORE_BOARDS, MORE_RUN = 3, 3, 3


@dataclass(frozen=True, slots=True)
class Relaxation:
    """One change of a task as the secretary would say it; `price` is what it takes, less is easier.

    `whole` says that a list of the changed task was found. Otherwise the clash is gone, but another may be left.
    """

    text: str
    task: Task
    price: int
    whole: bool = False


def relaxations(
    task: Task, clash: MinimalConflict, *, seconds: float = 30, most: int = 5, stop: Callable[[], bool] = never
) -> tuple[Relaxation, ...]:
    """Up to `most` of the easiest changes that take the clash away, those with a list first; each was tried."""
    deadline = Deadline.after(seconds, stop)
    choices: list[Relaxation] = []
    for offers in sorted(map(tuple, changes_against(task, clash.ids)), key=lambda offers: offers[0].price):
        if len(choices) >= most or deadline.over():
            break
        choices += _first_that_helps(offers, clash, deadline.within(seconds / SHARE))
    return tuple(sorted(choices, key=lambda each: (not each.whole, each.price)))


def _first_that_helps(offers: Iterable[Relaxation], clash: MinimalConflict, deadline: Deadline) -> Iterator[Relaxation]:
    """The least of the offers with which the clash is gone, if one is."""
    for offer in offers:
        inquiry = Inquiry(offer.task, deadline=deadline)
        left = set(clash.ids) & set(constraints(offer.task))
        counted = (set(conflict.ids) for conflict in impossible(only(offer.task, left)))
        if (
            not any(ids and ids <= left for ids in counted)
            and inquiry.ask(left, inquiry.all).verdict is Feasibility.YES
        ):
            whole = (
                not impossible(offer.task)
                and inquiry.ask(inquiry.ids, inquiry.all, (*LONG, *LONGER)).verdict is Feasibility.YES
            )
            yield replace(offer, whole=whole)
            return


def changes_against(task: Task, ids: Sequence[str]) -> Iterator[Iterable[Relaxation]]:
    """For each constraint of a clash what could be done about it; each way goes further from offer to offer."""
    parsed_ids = [parse(name) for name in ids]
    for constraint in parsed_ids:
        yield from _ways(task, constraint)
    rounds = {each.of for each in parsed_ids if each.kind is ConstraintKind.ROUNDS}
    short = [division for division in task.divisions if division.id in rounds]
    if len(short) > 1:
        yield _more_nights(task, short, A_NIGHT + 1)


def _ways(task: Task, constraint: Constraint) -> Iterator[Iterable[Relaxation]]:
    venue = next((venue for venue in task.venues if venue.id == constraint.of), None)
    division = next((division for division in task.divisions if division.id == constraint.of), None)
    match constraint.kind:
        case ConstraintKind.WISH:
            yield [_preferred(task, constraint.of)]
        case ConstraintKind.FIXED:
            yield from ([offer] for offer in _unfixed(task, constraint.of))
        case ConstraintKind.CLOSED if venue:
            text = f"Open {venue.name} on {night(constraint.on) if constraint.on else 'every night'}"
            opened = replace(venue, closed=venue.closed - {constraint.on})
            yield [Relaxation(text, _with_venue(task, opened), A_CLOSURE)]
        case ConstraintKind.VENUE if venue:
            yield _more_boards(task, venue)
            yield from ([offer] for offer in _elsewhere(task, venue.id))
        case ConstraintKind.ROUNDS if division:
            yield _more_nights(task, [division], A_NIGHT)
        case ConstraintKind.GAP if division:
            yield _shorter_gap(task, division)
        case ConstraintKind.RUN if division:
            yield _longer_run(task, division)
        case ConstraintKind.SECOND_HALF if division:
            text = f"In {division.name}, let the second half be in any order"
            yield [Relaxation(text, _with_division(task, replace(division, second_half=SecondHalf.FREE)), A_HALF)]


def _preferred(task: Task, name: str) -> Relaxation:
    """Boiled down to a preference, which a list keeps where it can. A preference of the same id stays as it is."""
    wish = next(wish for wish in task.wishes if wish.hard and wish.id == name)
    wishes = tuple(
        replace(wish, hard=False, weight=PREFERRED) if wish.hard and wish.id == name else wish for wish in task.wishes
    )
    text = Names.of(task).wish_text(replace(wish, text=""))
    return Relaxation(f"Meet it only where possible: {text}", replace(task, wishes=wishes), A_WISH)


def _unfixed(task: Task, name: str) -> Iterator[Relaxation]:
    """Another night for a match that was set beforehand; one that was played stays."""
    fixed = next(each for each in task.fixed if each.id == name)
    if task.frozen_until is None or fixed.match.date > task.frozen_until:
        left = tuple(each for each in task.fixed if each.id != name)
        text = f"Let {Names.of(task).match(fixed.match)} be on another night than {night(fixed.match.date)}"
        yield Relaxation(text, replace(task, fixed=left), A_FIXED)


def _more_boards(task: Task, venue: Venue) -> Iterator[Relaxation]:
    for more in range(1, MORE_BOARDS + 1):
        boards = venue.boards + more
        text = f"Let {venue.name} have {spell_out(boards, 'board')}"
        yield Relaxation(text, _with_venue(task, replace(venue, boards=boards)), A_BOARD + more - 1)


def _elsewhere(task: Task, venue: str) -> Iterator[Relaxation]:
    """Another pub for one of its teams."""
    for team in task.teams:
        if team.venue == venue:
            new_venue = Venue(f"{venue}-{team.id}", f"another pub for {team.name}")
            teams = tuple(replace(each, venue=new_venue.id) if each == team else each for each in task.teams)
            changed = replace(task, teams=teams, venues=(*task.venues, new_venue))
            yield Relaxation(f"Find another pub for {team.name}", changed, A_PUB)


def _more_nights(task: Task, divisions: Sequence[Division], price: int) -> Iterator[Relaxation]:
    """League nights after the last one, in weeks that are not kept free."""
    new = {division.id: list(islice(_nights_after(task, division), MORE_NIGHTS)) for division in divisions}
    for number in range(1, MORE_NIGHTS + 1):
        added = {key: tuple(nights[:number]) for key, nights in new.items()}
        changed = tuple(
            replace(division, dates=division.dates + added.get(division.id, ())) for division in task.divisions
        )
        on = join_list([night(day) for day in sorted({day for nights in added.values() for day in nights})])
        text = f"Play on {on} too in {join_list([division.name for division in divisions])}"
        yield Relaxation(text, replace(task, divisions=changed), price + number - 1)


def _nights_after(task: Task, division: Division) -> Iterator[date]:
    free = {each.week.isocalendar()[:2] for each in task.blackouts}
    day = max(division.dates)
    while True:
        day += WEEK
        if day.isocalendar()[:2] not in free:
            yield day


def _shorter_gap(task: Task, division: Division) -> Iterator[Relaxation]:
    for days in range((division.min_gap_days - 1) // 7 * 7, -1, -7):
        after = f"{days} days" if days else "any time"
        text = f"In {division.name}, let teams meet again after {after} instead of {division.min_gap_days} days"
        yield Relaxation(text, _with_division(task, replace(division, min_gap_days=days)), A_GAP)


def _longer_run(task: Task, division: Division) -> Iterator[Relaxation]:
    least = division.max_run or 0
    for longest in range(least + 1, least + MORE_RUN + 1):
        text = f"In {division.name}, allow {spell_out(longest, 'match')} in a row at home or away"
        yield Relaxation(text, _with_division(task, replace(division, max_run=longest)), A_RUN)


def _with_venue(task: Task, changed: Venue) -> Task:
    return replace(task, venues=tuple(changed if each.id == changed.id else each for each in task.venues))


def _with_division(task: Task, changed: Division) -> Task:
    return replace(task, divisions=tuple(changed if each.id == changed.id else each for each in task.divisions))
