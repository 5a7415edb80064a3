"""Which constraints conflict when there is no list: the smallest set that cannot hold together."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from league.schedule.solver.deadline import Deadline, never
from league.schedule.solver.feasibility import (
    LONG,
    LONGER,
    OF_DIVISION,
    QUICK,
    SHORT,
    Attempts,
    Feasibility,
    Inquiry,
    Scope,
    is_structure,
)
from scoring.season.schedule.counts import TaskConflict, clash_in_words, impossible
from scoring.season.schedule.ids import ConstraintKind, constraints, parse
from scoring.season.schedule.task import Task

# --- a set made smaller -----------------------------------------------------------------------------------------------
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


@dataclass(frozen=True, slots=True)
class NotSettled:
    """Neither a clash nor a list was found in the time given."""

    seconds: float


def explain(
    task: Task, *, seconds: float = 20, seed: int = 0, stop: Callable[[], bool] = never
) -> MinimalConflict | NotSettled | None:
    """The smallest clash found, None if there certainly is a list.

    The same task and seed give the same clash wherever `seconds` are enough.
    """
    inquiry = Inquiry(task, deadline=Deadline.after(seconds, stop), seed=seed)
    counted = impossible(task)
    if counted:
        return _counted(inquiry, min(counted, key=lambda conflict: len(conflict.ids)))
    shown = None
    for scope, ways in _questions(inquiry):
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
        return NotSettled(seconds)
    return _explanation(inquiry, _smallest(inquiry, shown))


def _questions(inquiry: Inquiry) -> Iterator[tuple[Scope, Attempts]]:
    """Questions from the easiest to the whole. A clash that the whole task shows may be shown by one division too."""
    yield Scope(runs=False), SHORT
    yield Scope(), SHORT
    yield inquiry.all, LONG
    for division in inquiry.task.divisions:
        yield Scope((division.id,), alone=True), SHORT
    yield inquiry.all, LONGER


def _counted(inquiry: Inquiry, conflict: TaskConflict) -> MinimalConflict:
    """The conflict that counting found, with the rounds that it takes for granted."""
    ids = (*conflict.ids, *(name for name in conflict.rests_on if name not in conflict.ids))
    rounds = [name for name in inquiry.ids if name in _rounds_of(inquiry.task, conflict.ids) and name not in ids]
    if _answer(inquiry, [*ids, *rounds]) is Feasibility.NO:
        ids = (*ids, *shrink(rounds, lambda tried: _answer(inquiry, tried) is Feasibility.NO, beside=ids))
    return _explanation(inquiry, ids, conflict)


def _answer(inquiry: Inquiry, ids: Iterable[str]) -> Feasibility:
    return inquiry.ask(ids, inquiry.all).verdict


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


def _smallest(inquiry: Inquiry, scope: Scope) -> tuple[str, ...]:
    """The ids of a clash that the scope shows, each needed there; as few shapes of divisions as possible."""

    def clashes(ids: frozenset[str]) -> bool:
        return inquiry.ask(ids, scope).verdict is Feasibility.NO

    few = sorted(inquiry.core(inquiry.ids, scope))
    shapes = [name for name in few if is_structure(name)]
    requested = sorted((name for name in few if not is_structure(name)), key=_least_wanted_last)
    needed = shrink(shapes, clashes, beside=requested)
    return (*shrink(requested, clashes, beside=needed), *needed)


def _least_wanted_last(name: str) -> int:
    """Pubs and closed dates are facts that explain most; longest runs are what people think of last."""
    kinds = [
        ConstraintKind.VENUE,
        ConstraintKind.CLOSED,
        ConstraintKind.FIXED,
        ConstraintKind.WISH,
        ConstraintKind.GAP,
        ConstraintKind.RUN,
    ]
    return kinds.index(parse(name).kind)


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
    needed += [name for name in _mirrors(inquiry.task, needed) if name not in needed]
    rests_on = () if shape_alone else tuple(name for name in needed if is_structure(name))
    text = conflict.text if conflict else clash_in_words(inquiry.task, needed)
    return MinimalConflict((*(name for name in needed if name not in rests_on), *rests_on), text, minimal, rests_on)


def _mirrors(task: Task, ids: Iterable[str]) -> Iterator[str]:
    """A gap that is too long for a mirrored season is told with the mirror, which sets how far meetings lie apart."""
    for name in ids:
        if parse(name).kind is ConstraintKind.GAP:
            mirror = f"{ConstraintKind.SECOND_HALF.value}:{parse(name).of}"
            if mirror in constraints(task):
                yield mirror
