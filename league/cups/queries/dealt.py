"""How groups, or the order of a Swiss event, were drawn, for everybody to read and to check."""

from collections.abc import Mapping
from dataclasses import dataclass

from league.cups.queries.day import DayShown
from league.cups.queries.told import CLASHES, Ticket
from scoring.season.knockout.facts import Dealt
from scoring.season.knockout.hat import lot
from scoring.season.openday.groups import together, verify


@dataclass(frozen=True, slots=True)
class DealtTold:
    """`true`: dealt again from what is published it comes out the same. `tickets` are empty for names from a hat."""

    seed: str
    purpose: str
    true: bool
    order: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    tickets: tuple[Ticket, ...]
    clashes: tuple[str, ...]


def dealt_told(shown: DayShown) -> DealtTold | None:
    """None before anything was drawn."""
    dealt, names = shown.day.dealt, shown.names
    if dealt is None:
        return None
    return DealtTold(
        dealt.lots.seed,
        dealt.lots.purpose,
        verify(dealt),
        tuple(names[key] for key in dealt.order),
        tuple(tuple(names[key] for key in group) for group in dealt.groups),
        _tickets(dealt, names),
        () if shown.day.swiss else _clashes(dealt, names),
    )


def _tickets(dealt: Dealt, names: Mapping[str, str]) -> tuple[Ticket, ...]:
    seed, purpose = dealt.lots.seed, dealt.lots.purpose
    if not seed:
        return ()
    return tuple(Ticket(names[key], f"{seed}/{purpose}/{key}", lot(seed, purpose, key)) for key in dealt.order)


def _clashes(dealt: Dealt, names: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(
        f"{names[one]} and {names[other]} in group {group}: {' and '.join(CLASHES[tag.value] for tag in tags)}."
        for group, one, other, tags in together(dealt)
    )
