"""Where the ties of a bracket stand, round by round, so that each is between the two that lead to it.

Pure. Every round is divided evenly: where two ties lead to one, a round has twice the places of the next; where one
does, as in every other round of a second chance, it has as many. A place that no tie leads to stays empty (None), so
that nothing beside it moves.
"""

from collections.abc import Sequence

from scoring.season.knockout.bracket import State, Tie
from scoring.season.knockout.plan import Feeder, Role


def laid_out(rounds: Sequence[Sequence[Tie]]) -> list[list[Tie | None]]:
    """The ties of each round at their places: feeders beside one another, with empty places where nothing leads.

    Works from the last round back. A tie that leads to none of the next round, since it was not drawn on, stands below
    the others with nothing after it.
    """
    places: list[list[Tie | None]] = [list(rounds[-1])]
    for ties in reversed(rounds[:-1]):
        known = {tie.id: tie for tie in ties}
        feeding = [[known[id_] for id_ in feeders(tie) if id_ in known] if tie else [] for tie in places[0]]
        wide = 2 if any(len(found) > 1 for found in feeding) else 1
        column: list[Tie | None] = []
        for tie, found in zip(places[0], feeding, strict=True):
            column += _at_their_sides(tie, found) if wide == 2 else [found[0] if found else None]
        places.insert(0, column)
        placed = {tie.id for tie in column if tie}
        _add_below(places, [tie for tie in ties if tie.id not in placed])
    return places


def feeders(tie: Tie) -> tuple[str, ...]:
    """The ids of the ties whose winners it is between, each once; the first side's first."""
    taken = [source.tie for source in (tie.plan.first, tie.plan.second) if isinstance(source, Feeder)]
    winners = [
        source.tie
        for source in (tie.plan.first, tie.plan.second)
        if isinstance(source, Feeder) and (source.role is Role.WINNER or taken.count(source.tie) > 1)
    ]
    return tuple(dict.fromkeys(winners))


def is_drawn(tie: Tie) -> bool:
    """Whether it has a box: not one that nobody will ever come to."""
    return tie.state is not State.NOT_NEEDED


def _at_their_sides(tie: Tie | None, found: list[Tie]) -> list[Tie | None]:
    """Two places: the one that leads to the first side above the one that leads to the second."""
    if tie is None or not found:
        return [None, None]
    if len(found) == 2:
        return list(found)
    above = isinstance(tie.plan.first, Feeder) and tie.plan.first.tie == found[0].id
    return [found[0], None] if above else [None, found[0]]


def _add_below(places: list[list[Tie | None]], lost: list[Tie]) -> None:
    """Ties that lead nowhere, at the end of the first column, with empty places after them."""
    if not lost:
        return
    widths = [len(places[i]) // max(1, len(places[i + 1])) for i in range(len(places) - 1)]
    whole = 1
    for width in widths:
        whole *= max(1, width)
    below: list[Tie | None] = [*lost]
    below += [None] * (-len(below) % whole)
    places[0] += below
    number = len(below)
    for i, width in enumerate(widths, start=1):
        number //= max(1, width)
        places[i] += [None] * number
