"""A list of events with undos and corrections in it, read as the facts that stand.

Knows that an undo takes an event away, that a correction puts another in its place, and that an event sent twice
happened once. Refuses to know what any fact means: that is `game`.
"""

from collections.abc import Iterable

from scoring.play.events import Corrected, Event, Fact, Undone
from scoring.play.illegal import IllegalEvent


class HistoryError(IllegalEvent):
    """An undo or correction of something that is not there, or one id used for two events; ``token`` is the id."""


def standing(events: Iterable[Event]) -> tuple[Fact | Corrected, ...]:
    """The events that have not been undone, each once, corrections among them. Raises `HistoryError`.

    Codes: ``unknown_event`` for an undo or correction of an id not seen before, ``undone_event`` for a correction of
    what is undone, ``corrected_correction``, and ``id_taken``.
    """
    kept: dict[str, Fact | Corrected] = {}
    gone: set[str] = set()
    for ply, event in enumerate(events, start=1):
        if isinstance(event, Undone):
            _undo(kept, gone, event, ply)
        elif event.id in kept:
            if kept[event.id] != event:
                raise HistoryError("id_taken", f"two different events are called {event.id}", token=event.id, ply=ply)
        elif event.id not in gone:
            if isinstance(event, Corrected):
                _check_correction(kept, gone, event, ply)
            kept[event.id] = event
    return tuple(kept.values())


def facts(kept: Iterable[Fact | Corrected]) -> tuple[Fact, ...]:
    """The facts as corrected, in the order in which they first happened."""
    told: dict[str, Fact] = {}
    for event in kept:
        if isinstance(event, Corrected):
            told[event.ref] = event.event
        else:
            told[event.id] = event
    return tuple(told.values())


def _undo(kept: dict[str, Fact | Corrected], gone: set[str], undone: Undone, ply: int) -> None:
    if undone.ref in gone:
        return
    if undone.ref not in kept:
        raise HistoryError("unknown_event", f"there is no event {undone.ref} to undo", token=undone.ref, ply=ply)
    corrections = [event.id for event in kept.values() if isinstance(event, Corrected) and event.ref == undone.ref]
    for gone_with_it in (undone.ref, *corrections):
        del kept[gone_with_it]
        gone.add(gone_with_it)


def _check_correction(kept: dict[str, Fact | Corrected], gone: set[str], event: Corrected, ply: int) -> None:
    if event.ref in gone:
        raise HistoryError("undone_event", f"{event.ref} has been undone", token=event.ref, ply=ply)
    if event.ref not in kept:
        raise HistoryError("unknown_event", f"there is no event {event.ref} to correct", token=event.ref, ply=ply)
    if isinstance(kept[event.ref], Corrected):
        raise HistoryError(
            "corrected_correction", f"correct the event, not its correction {event.ref}", token=event.ref, ply=ply
        )
