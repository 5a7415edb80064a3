"""Events as plain JSON values, so that a phone and a server tell the same game."""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from typing import Any, cast, get_args

from scoring.play.events import Corrected, Event, Fact, Inserted, Undone
from scoring.play.finding import IllegalEvent
from scoring.play.tiles import Tile

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


# --- how each event is written, for a phone -----------------------------------------------------------------------


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
