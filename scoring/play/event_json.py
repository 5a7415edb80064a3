"""Events as plain JSON values, so that a phone and a server tell the same game.

Knows the form: ``{"kind": "pegged", "id": "...", ...}`` with the names of the event's own fields, tiles as they are
written, and fields that have their default left out. Refuses to know what any event does.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, cast, get_args

from scoring.play.events import Corrected, Event, Fact, Undone
from scoring.play.illegal import IllegalEvent
from scoring.play.tiles import Tile

_WHOLE = ("leader", "side", "seat", "pegs", "total", "claimed", "out", "opponent")
_FLAGS = frozenset({"lead", "chip", "revoke"})


class EventFormError(IllegalEvent):
    """A JSON value that is no event; ``token`` is the field at fault."""


def _kind(event: type[Event]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()


KINDS: Mapping[str, type[Event]] = {_kind(event): event for event in get_args(Event)}


def to_json(event: Event) -> dict[str, Any]:
    """The event as JSON values."""
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
    known = {field.name: field for field in fields(kind)}
    unknown = sorted(set(plain) - set(known) - {"kind"})
    missing = [name for name, field in known.items() if field.default is MISSING and name not in plain]
    if unknown or missing:
        wrong = (unknown or missing)[0]
        raise EventFormError("field", f"{wrong} is {'unknown' if unknown else 'missing'}", token=wrong)
    values = {name: _value(name, value) for name, value in plain.items() if name != "kind"}
    return kind(**values)


def _plain(value: Any) -> Any:
    if isinstance(value, Tile):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return to_json(cast("Event", value)) if isinstance(value, get_args(Fact)) else value


def _value(name: str, value: Any) -> Any:
    try:
        return _read(name, value)
    except (TypeError, ValueError, AttributeError) as error:
        if isinstance(error, EventFormError):
            raise
        raise EventFormError("value", f"{name} cannot be {value!r}", token=name) from error


def _read(name: str, value: Any) -> Any:
    if name == "event":
        return _fact(value)
    if name in _FLAGS:
        return _of(bool, value)
    if name not in _READERS:
        return _of(str, value)
    return None if value is None else _READERS[name](value)


def _fact(value: Any) -> Event:
    event = from_json(value)
    if isinstance(event, Undone | Corrected):
        raise EventFormError("value", "only a fact can be put in place of another", token="event")  # noqa: S106
    return event


def _of(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(value)
    return value


def _whole(value: Any) -> int:
    return int(_of(int, value))


def _deal(value: Any) -> tuple[tuple[Tile, ...] | None, ...]:
    return tuple(None if hand is None else tuple(map(Tile.parse, hand)) for hand in value)


def _pips(value: Any) -> tuple[int, ...]:
    return tuple(map(_whole, value))


_READERS: Mapping[str, Callable[[Any], Any]] = {
    "tile": Tile.parse,
    "at": Tile.parse,
    "deal": _deal,
    "pips": _pips,
    **dict.fromkeys(_WHOLE, _whole),
}
