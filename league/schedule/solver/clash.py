"""Which constraints clash when there is no list: the smallest set that cannot hold together, and the ways out of it.

Knows counting arguments (instant, from `scoring`), questions to CP-SAT that get harder, and how a set is made smaller
until each of its parts is needed; and tries what could give way. Refuses to know what is in a model (`demands`), and
which changes a secretary could make (`ways_out`).
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import monotonic

from league.schedule.solver.question import (
    LONG,
    LONGER,
    OF_DIVISION,
    QUICK,
    SHORT,
    Inquiry,
    Scope,
    Verdict,
    Ways,
    is_structure,
)
from league.schedule.solver.smaller import needed_of
from league.schedule.solver.ways_out import Offer, ways_out
from scoring.season.schedule.counts import TaskConflict, clash_in_words, impossible
from scoring.season.schedule.ids import ConstraintKind, constraints, only, parse
from scoring.season.schedule.task import Task

SHARE = 4  # no way out is tried for longer than this part of the time


def _silent(_: str) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Clash:
    """Constraints that cannot hold together, by their ids.

    `rests_on` are those of `ids`, at their end, that are no wish but the shape of a season: the rounds of a division,
    and its mirrored second half. `minimal` says that a list was found for what is left of the clash without any one of
    the others (or, where a shape clashes with itself, of all).
    """

    ids: tuple[str, ...]
    words: str
    minimal: bool
    rests_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NotSettled:
    """Neither a clash nor a list was found in the time given."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A change after which the clash is gone; `task` is the changed one.

    `whole` says that a list of the changed task was found. Otherwise this clash is gone, but another may be left.
    `price` is what the change takes: less is easier.
    """

    words: str
    task: Task
    price: int
    whole: bool


def explain(
    task: Task, *, seconds: float = 20, seed: int = 0, say: Callable[[str], object] = _silent
) -> Clash | NotSettled | None:
    """The smallest clash found, None if there certainly is a list; `say` is told what is being tried.

    The same task and seed give the same clash wherever `seconds` are enough.
    """
    inquiry = Inquiry(task, until=monotonic() + seconds, seed=seed)
    say("Counting nights, boards and wishes")
    counted = impossible(task)
    if counted:
        return _counted(inquiry, min(counted, key=lambda conflict: len(conflict.ids)))
    shown = None
    for words, scope, ways in _questions(inquiry):
        if scope == shown:
            continue
        say(words)
        verdict = inquiry.ask(inquiry.ids, scope, ways).verdict
        if verdict is Verdict.YES and scope == inquiry.all:
            return None
        if verdict is Verdict.NO:
            shown = scope
            if scope != inquiry.all:
                break
    if shown is None:
        return NotSettled(seconds)
    say("Looking for the smallest clash")
    return _told(inquiry, _smallest(inquiry, shown))


def _questions(inquiry: Inquiry) -> Iterator[tuple[str, Scope, Ways]]:
    """Questions from the easiest to the whole. A clash that the whole task shows may be shown by one division too."""
    yield "Trying patterns of home and away", Scope(runs=False), SHORT
    yield "Trying patterns of home and away without long runs", Scope(), SHORT
    yield "Trying all divisions together", inquiry.all, LONG
    for division in inquiry.task.divisions:
        yield f"Trying {division.name} alone", Scope((division.id,), alone=True), SHORT
    yield "Trying all divisions together for longer", inquiry.all, LONGER


def _counted(inquiry: Inquiry, conflict: TaskConflict) -> Clash:
    """The conflict that counting found, with the rounds that it takes for granted."""
    ids = (*conflict.ids, *(name for name in conflict.rests_on if name not in conflict.ids))
    rounds = [name for name in inquiry.ids if name in _rounds_of(inquiry.task, conflict.ids) and name not in ids]
    if _asked(inquiry, [*ids, *rounds]) is Verdict.NO:
        ids = (*ids, *needed_of(rounds, lambda tried: _asked(inquiry, tried) is Verdict.NO, beside=ids))
    return _told(inquiry, ids, conflict)


def _asked(inquiry: Inquiry, ids: Iterable[str]) -> Verdict:
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
    return {f"rounds:{division}" for division in inside}


def _smallest(inquiry: Inquiry, scope: Scope) -> tuple[str, ...]:
    """The ids of a clash that the scope shows, each needed there; as few shapes of divisions as possible."""

    def clashes(ids: frozenset[str]) -> bool:
        return inquiry.ask(ids, scope).verdict is Verdict.NO

    few = sorted(inquiry.core(inquiry.ids, scope))
    shapes = [name for name in few if is_structure(name)]
    asked = sorted((name for name in few if not is_structure(name)), key=_least_wanted_last)
    needed = needed_of(shapes, clashes, beside=asked)
    return (*needed_of(asked, clashes, beside=needed), *needed)


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


def _told(inquiry: Inquiry, ids: tuple[str, ...], conflict: TaskConflict | None = None) -> Clash:
    """The clash in words, once each id that somebody asked for was looked at: has what is left a list?

    An id without which the rest still clashes is left out, but not of a conflict found by counting: its argument says
    in a sentence what a smaller set may only say in a long proof.
    """
    needed, minimal = list(ids), True
    shape_alone = all(is_structure(name) for name in ids)
    for name in ids if shape_alone else [name for name in ids if not is_structure(name)]:
        left = (each for each in needed if each != name)
        verdict = inquiry.ask(left, inquiry.all, QUICK if conflict else SHORT).verdict
        if verdict is Verdict.NO and not conflict:
            needed.remove(name)
        else:
            minimal = minimal and verdict is Verdict.YES
    needed += [name for name in _mirrors(inquiry.task, needed) if name not in needed]
    rests_on = () if shape_alone else tuple(name for name in needed if is_structure(name))
    words = conflict.words if conflict else clash_in_words(inquiry.task, needed)
    return Clash((*(name for name in needed if name not in rests_on), *rests_on), words, minimal, rests_on)


def _mirrors(task: Task, ids: Iterable[str]) -> Iterator[str]:
    """A gap that is too long for a mirrored season is told with the mirror, which sets how far meetings lie apart."""
    for name in ids:
        if parse(name).kind is ConstraintKind.GAP:
            mirror = f"{ConstraintKind.SECOND_HALF.value}:{parse(name).of}"
            if mirror in constraints(task):
                yield mirror


def relaxations(
    task: Task, clash: Clash, *, seconds: float = 30, seed: int = 0, most: int = 5
) -> tuple[Relaxation, ...]:
    """Up to `most` of the easiest changes that take the clash away, those with a list first; each was tried."""
    until = monotonic() + seconds
    found: list[Relaxation] = []
    for offers in sorted(map(tuple, ways_out(task, clash.ids)), key=lambda offers: offers[0].price):
        if len(found) >= most or monotonic() >= until:
            break
        found += _first_that_helps(offers, clash, min(until, monotonic() + seconds / SHARE), seed)
    return tuple(sorted(found, key=lambda each: (not each.whole, each.price)))


def _first_that_helps(offers: Iterable[Offer], clash: Clash, until: float, seed: int) -> Iterator[Relaxation]:
    """The least of the offers with which the clash is gone, if one is."""
    for offer in offers:
        inquiry = Inquiry(offer.task, until=until, seed=seed)
        left = set(clash.ids) & set(constraints(offer.task))
        counted = (set(conflict.ids) for conflict in impossible(only(offer.task, left)))
        if not any(ids and ids <= left for ids in counted) and _asked(inquiry, left) is Verdict.YES:
            whole = (
                not impossible(offer.task)
                and inquiry.ask(inquiry.ids, inquiry.all, (*LONG, *LONGER)).verdict is Verdict.YES
            )
            yield Relaxation(offer.words, offer.task, offer.price, whole)
            return
