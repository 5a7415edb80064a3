"""What can happen in a game, in the past tense: the facts that a game is folded from, and their form in JSON.

Every event has an ``id`` of its own, given by whoever recorded it. What a tile was worth is not told but worked out:
that is a `Play`, one of the turns of a hand.

The same game may be told in pegs (`Pegged`), in totals (`TotalCalled`), in tiles (`TilePlayed`), or in a mixture.
Seats and sides are numbered from 0; with two or three players, and where four play singly, they are the same.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, replace
from typing import Any, cast, get_args

from scoring.play.finding import IllegalEvent
from scoring.play.tiles import Tile


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand was dealt. ``leader`` is the seat with the drop, if told; ``deal`` is each seat's tiles, if known."""

    id: str
    leader: int | None = None
    deal: tuple[tuple[Tile, ...] | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class Pegged:
    """A side pegged, a chip point included.

    ``lead`` is true for the drop, where the rules may bar a win; None if it is not told: then the first thing that is
    told of a hand is its drop, if the side has that.
    """

    id: str
    side: int
    pegs: int
    lead: bool | None = None


@dataclass(frozen=True, slots=True)
class TotalCalled:
    """A side made this total on the table; ``chip`` says that its last tile did it and the side is out."""

    id: str
    side: int
    total: int
    chip: bool = False
    lead: bool | None = None


@dataclass(frozen=True, slots=True)
class TilePlayed:
    """A tile, the host tile it was joined to where that matters, and the pegs claimed (None: what the table gives)."""

    id: str
    seat: int
    tile: Tile
    at: Tile | None = None
    claimed: int | None = None


@dataclass(frozen=True, slots=True)
class Knocked:
    """A seat passed; ``revoke`` if it is known to have held a tile that fitted."""

    id: str
    seat: int
    revoke: bool = False


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew from the boneyard; None if nobody saw the tile."""

    id: str
    seat: int
    tile: Tile | None = None


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand ended: the side that went ``out`` (None: blocked) and the ``pips`` left with each seat.

    Told only where the tiles played do not show it.
    """

    id: str
    out: int | None = None
    pips: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class MugginsCalled:
    """A side called "muggins" on the wrong claim just made by an opponent."""

    id: str
    side: int


@dataclass(frozen=True, slots=True)
class RevokeShown:
    """A side is shown to have held off a tile that fitted. ``opponent`` is the side to be paid if there are several."""

    id: str
    side: int
    opponent: int | None = None


@dataclass(frozen=True, slots=True)
class PeggedBack:
    """A side was moved back by agreement, to nought at most."""

    id: str
    side: int
    pegs: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Undone:
    """The event ``ref`` did not happen. Undoing it twice is undoing it once."""

    id: str
    ref: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """In place of the event ``ref``, ``event`` happened, for a reason. Undoing the correction brings ``ref`` back."""

    id: str
    ref: str
    event: "Fact"
    reason: str


@dataclass(frozen=True, slots=True)
class Inserted:
    """Right after the event ``after`` (empty: before everything) ``event`` happened, and nobody had told it.

    It is undone and corrected by the id of this one. Undoing ``after`` leaves it where it is.
    """

    id: str
    after: str
    event: "Fact"
    reason: str

    @property
    def fact(self) -> "Fact":
        """What happened, under this one's id."""
        return replace(self.event, id=self.id)


Fact = (
    HandStarted
    | Pegged
    | TotalCalled
    | TilePlayed
    | Knocked
    | Drew
    | HandEnded
    | MugginsCalled
    | RevokeShown
    | PeggedBack
)
Event = Fact | Undone | Corrected | Inserted


# --- the turns of a hand, as the table works them out -----------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Play:
    """A tile played: where (the host tile, None for the lead), the total it made, its points, and the chip point."""

    seat: int
    tile: Tile
    host: Tile | None
    total: int
    points: int
    chip: int = 0


@dataclass(frozen=True, slots=True)
class Knock:
    """A pass. ``revoke`` says that the player held a tile that fitted."""

    seat: int
    revoke: bool = False


@dataclass(frozen=True, slots=True)
class BoneyardDraw:
    """A tile taken from the boneyard; None if nobody saw it."""

    seat: int
    tile: Tile | None


Turn = Play | Knock | BoneyardDraw


# --- undos and corrections --------------------------------------------------------------------------------------------
class HistoryError(IllegalEvent):
    """An undo or correction of something that is not there, or one id used for two events; ``token`` is the id."""


def standing_events(events: Iterable[Event]) -> tuple[Fact | Corrected, ...]:
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
            if kept[event.id] != (event.fact if isinstance(event, Inserted) else event):
                raise HistoryError("id_taken", f"two different events are called {event.id}", token=event.id, ply=ply)
        elif event.id not in gone:
            if isinstance(event, Corrected):
                _check_correction(kept, gone, event, ply)
            if isinstance(event, Inserted):
                kept = _insert(kept, event, ply)
            else:
                kept[event.id] = event
    return tuple(kept.values())


def facts(kept: Iterable[Fact | Corrected]) -> tuple[Fact, ...]:
    """The facts as corrected, in the order in which they first happened."""
    standing: dict[str, Fact] = {}
    for event in kept:
        if isinstance(event, Corrected):
            standing[event.ref] = event.event
        else:
            standing[event.id] = event
    return tuple(standing.values())


def _undo(kept: dict[str, Fact | Corrected], gone: set[str], undone: Undone, ply: int) -> None:
    if undone.ref in gone:
        return
    if undone.ref not in kept:
        raise HistoryError("unknown_event", f"there is no event {undone.ref} to undo", token=undone.ref, ply=ply)
    corrections = [event.id for event in kept.values() if isinstance(event, Corrected) and event.ref == undone.ref]
    for gone_with_it in (undone.ref, *corrections):
        del kept[gone_with_it]
        gone.add(gone_with_it)


def _insert(kept: dict[str, Fact | Corrected], event: Inserted, ply: int) -> dict[str, Fact | Corrected]:
    if event.after and (event.after not in kept or isinstance(kept[event.after], Corrected)):
        raise HistoryError("unknown_event", f"there is no event {event.after} to follow", token=event.after, ply=ply)
    place = list(kept).index(event.after) + 1 if event.after else 0
    items = list(kept.items())
    return dict([*items[:place], (event.id, event.fact), *items[place:]])


def _check_correction(kept: dict[str, Fact | Corrected], gone: set[str], event: Corrected, ply: int) -> None:
    if event.ref in gone:
        raise HistoryError("undone_event", f"{event.ref} has been undone", token=event.ref, ply=ply)
    if event.ref not in kept:
        raise HistoryError("unknown_event", f"there is no event {event.ref} to correct", token=event.ref, ply=ply)
    if isinstance(kept[event.ref], Corrected):
        raise HistoryError(
            "corrected_correction", f"correct the event, not its correction {event.ref}", token=event.ref, ply=ply
        )


# --- events as plain JSON values, so that a phone and a server tell the same game -------------------------------------
# What stands in a field, wherever it occurs; in all others, text.
_HOLDS: Mapping[str, str] = {
    **dict.fromkeys(("leader", "side", "seat", "pegs", "total", "claimed", "out", "opponent"), "whole"),
    **dict.fromkeys(("lead", "chip", "revoke"), "flag"),
    **dict.fromkeys(("tile", "at"), "tile"),
    "deal": "deal",
    "pips": "pips",
    "event": "fact",
}


class EventFormError(IllegalEvent):
    """A JSON value that is no event; ``token`` is the field at fault."""


def _kind(event: type[Event]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()


KINDS: Mapping[str, type[Event]] = {_kind(event): event for event in get_args(Event)}


def form_of(field: str) -> str:
    """What stands in a field of this name: ``text``, ``whole``, ``flag``, ``tile``, ``deal``, ``pips`` or ``fact``."""
    return _HOLDS.get(field, "text")


def to_json(event: Event) -> dict[str, Any]:
    plain: dict[str, Any] = {"kind": _kind(type(event))}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.default is MISSING or value != field.default:
            plain[field.name] = _plain(value)
    return plain


def from_json(plain: Mapping[str, Any]) -> Event:
    """Read what `to_json` wrote. Raises `EventFormError`: ``kind``, ``field`` (unknown or missing) or ``value``."""
    kind = KINDS.get(str(plain.get("kind")))
    if kind is None:
        raise EventFormError("kind", f"{plain.get('kind')!r} is no kind of event", token="kind")  # noqa: S106
    fields_by_name = {field.name: field for field in fields(kind)}
    unknown = sorted(set(plain) - set(fields_by_name) - {"kind"})
    missing = [name for name, field in fields_by_name.items() if field.default is MISSING and name not in plain]
    if unknown or missing:
        wrong = (unknown or missing)[0]
        raise EventFormError("field", f"{wrong} is {'unknown' if unknown else 'missing'}", token=wrong)
    values = {name: _value(fields_by_name[name], value) for name, value in plain.items() if name != "kind"}
    return kind(**values)


def _plain(value: Any) -> Any:
    if isinstance(value, Tile):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return to_json(cast("Event", value)) if isinstance(value, get_args(Fact)) else value


def _value(field: Field[Any], value: Any) -> Any:
    """The value of a field in our types; null only where that is what an event without the field has."""
    if value is None and field.default is None:
        return None
    try:
        return _READERS[form_of(field.name)](value)
    except (TypeError, ValueError, AttributeError) as error:
        if isinstance(error, EventFormError):
            raise
        raise EventFormError("value", f"{field.name} cannot be {value!r}", token=field.name) from error


def _fact(value: Any) -> Event:
    event = from_json(value)
    if isinstance(event, Undone | Corrected | Inserted):
        raise EventFormError("value", "only a fact can be put in place of another", token="event")  # noqa: S106
    return event


def _of(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(value)
        return value

    return read


def _deal(value: Any) -> tuple[tuple[Tile, ...] | None, ...]:
    return tuple(None if hand is None else tuple(map(Tile.parse, _list(hand))) for hand in _list(value))


_whole, _list = _of(int), _of(list)
_READERS: Mapping[str, Callable[[Any], Any]] = {
    "text": _of(str),
    "whole": _whole,
    "flag": _of(bool),
    "tile": Tile.parse,
    "deal": _deal,
    "pips": lambda value: tuple(map(_whole, _list(value))),
    "fact": _fact,
}


# --- how each event is written, for a phone ---------------------------------------------------------------------------
def event_forms() -> dict[str, dict[str, list[Any]]]:
    """By kind, each field as [what it holds, whether it may be left out, its default]."""
    return {
        kind: {
            field.name: [form_of(field.name), int(field.default is not MISSING),
                         None if field.default is MISSING else field.default]
            for field in fields(event)
        }
        for kind, event in KINDS.items()
    }  # fmt: skip
