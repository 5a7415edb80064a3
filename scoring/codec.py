"""Values of the engine as JSON, and back.

Whole numbers, text, `Fraction` as "1/2", dates as "2026-11-24", enums by value, tuples as lists, sets as sorted lists.
Every later version reads what one version has written.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from scoring.card.format import Format, Line, Order
from scoring.card.league_rules import LeagueRules
from scoring.card.match import Difference, Match, Player, Problem, Squad
from scoring.card.outcome import Appearance, Outcome, Tally
from scoring.card.points import Games, Scheme, whole_or_half
from scoring.card.sheet import Card, LineScore
from scoring.season.knockout import facts
from scoring.season.knockout.cups import Cup
from scoring.season.knockout.draw import Draw, DrawRules
from scoring.season.ledger import Adjustment, Withdrawal
from scoring.season.table import Row

VERSION = 1

# The name that each value carries in its "type". A name is never given to another value.
NAMES: Mapping[type, str] = {
    Adjustment: "adjustment",
    Appearance: "appearance",
    Card: "card",
    LeagueRules: "constitution",
    facts.ScoreCorrected: "cup-corrected",
    Cup: "cup",
    facts.Dealt: "cup-dealt",
    Difference: "difference",
    facts.Disqualified: "cup-disqualified",
    Draw: "cup-draw",
    DrawRules: "cup-draw-rules",
    facts.Drawn: "cup-drawn",
    facts.Entered: "cup-entered",
    Format: "format",
    Line: "line",
    LineScore: "line-score",
    Match: "match",
    Outcome: "outcome",
    facts.Paired: "cup-paired",
    facts.Placed: "cup-placed",
    Player: "player",
    Problem: "problem",
    facts.Replayed: "cup-replayed",
    facts.Resolved: "cup-resolved",
    facts.Returned: "cup-returned",
    Row: "row",
    Scheme: "scheme",
    facts.Scored: "cup-scored",
    Squad: "squad",
    Tally: "tally",
    facts.WalkedOver: "cup-walked-over",
    Withdrawal: "withdrawal",
    facts.Withdrew: "cup-withdrew",
}
TYPES = {name: kind for kind, name in NAMES.items()}

T = TypeVar("T")
Json: TypeAlias = dict[str, Any]
Decoder: TypeAlias = Callable[[object, str], Any]


class CodecError(ValueError):
    """JSON that is not one of our values: where, and what was expected there."""

    def __init__(self, path: str, expected: str, value: object) -> None:
        self.path, self.expected, self.found = path, expected, value
        shown = repr(value)
        shown = shown if len(shown) <= 60 else shown[:57] + "..."
        super().__init__(f"{path or 'the whole value'}: expected {expected}, found {shown}")


def encode(value: object) -> Json:
    """A value named in `NAMES` as JSON with its "version" and "type"; TypeError for anything else."""
    if type(value) not in NAMES:
        raise TypeError(f"no JSON form for {type(value).__name__}")
    return {"version": VERSION, "type": NAMES[type(value)], **bare(value)}


def bare(value: object) -> Any:
    """Any value as JSON without version and type, as it stands inside another."""
    match value:
        case Enum():
            plain = value.value
        case None | bool() | int() | str():
            plain = value
        case Fraction():
            plain = str(Fraction(value))  # of a Half too, which is 4½ for people
        case date():
            plain = value.isoformat()
        case tuple():
            plain = [bare(each) for each in value]
        case frozenset():
            plain = sorted(bare(each) for each in value)
        case Mapping():
            plain = {key: bare(each) for key, each in value.items()}
        case _ if is_dataclass(value):
            plain = {each.name: bare(getattr(value, each.name)) for each in fields(value) if not _unsaid(value, each)}
        case _:
            raise TypeError(f"no JSON form for {type(value).__name__}")
    return plain


def _unsaid(value: object, field: Field[Any]) -> bool:
    """Whether a field that a value got later says nothing: then the JSON is what it was before there was the field."""
    return bool(field.metadata.get("later")) and getattr(value, field.name) == field.default


def decode(data: object) -> Any:
    """The value that `encode` wrote; CodecError if it is not one."""
    if not isinstance(data, dict):
        raise CodecError("", "an object", data)
    name = data.get("type")
    if not isinstance(name, str) or name not in TYPES:
        raise CodecError("type", f"one of {', '.join(sorted(TYPES))}", name)
    return decode_as(TYPES[name], data)


def decode_as(kind: type[T], data: object) -> T:
    """A value of this type, from JSON with "version" and "type"; CodecError names the path that is wrong."""
    if not isinstance(data, dict):
        raise CodecError("", "an object", data)
    check_version(data)
    if data.get("type") != NAMES[kind]:
        raise CodecError("type", repr(NAMES[kind]), data.get("type"))
    inside = dict(data)
    del inside["version"], inside["type"]
    return bare_as(kind, inside, "")


def bare_as(kind: type[T], data: object, path: str) -> T:
    """A value of this type from JSON without version and type; `path` is what errors call this place."""
    hint: Any = kind
    value: T = _decoder(hint)(data, path)
    return value


def check_version(data: Mapping[str, object]) -> None:
    """CodecError unless the data are of a version that this program reads."""
    if data.get("version") != VERSION or isinstance(data.get("version"), bool):
        raise CodecError("version", f"{VERSION} (a newer program may have written this)", data.get("version"))


@cache
def _decoder(hint: Any) -> Decoder:
    origin = get_origin(hint)
    if origin in {Union, types.UnionType} and hint not in PLAIN:
        return _optional(hint)
    if origin is tuple:
        return _tuple(get_args(hint))
    if origin is frozenset:
        return lambda data, path: frozenset(_tuple((*get_args(hint), ...))(data, path))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(get_args(hint)[1])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum(hint)
    return PLAIN[hint] if hint in PLAIN else _record(hint)


def _exact(kind: type, expected: str) -> Decoder:
    def read(data: object, path: str) -> object:
        if type(data) is not kind:
            raise CodecError(path, expected, data)
        return data

    return read


def _fraction(data: object, path: str) -> Fraction:
    expected = 'a whole number or a fraction such as "1/2"'
    if isinstance(data, bool) or not isinstance(data, int | str):
        raise CodecError(path, expected, data)
    try:
        return _fraction_of(str(data))
    except (ValueError, ZeroDivisionError):
        raise CodecError(path, expected, data) from None


@lru_cache(maxsize=1000)
def _fraction_of(text: str) -> Fraction:
    """A season has few different ones, thousands of times."""
    top, _, bottom = text.partition("/")
    return Fraction(int(top), int(bottom or "1"))


def _games(data: object, path: str) -> Games:
    if type(data) is int:
        return data
    try:
        return whole_or_half(_fraction(data, path))
    except ValueError:
        raise CodecError(path, 'a number of games, such as 4 or "9/2"', data) from None


def _date(data: object, path: str) -> date:
    try:
        return date.fromisoformat(data)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise CodecError(path, 'a date such as "2026-11-24"', data) from None


PLAIN: Mapping[Any, Decoder] = {
    str: _exact(str, "text"),
    int: _exact(int, "a whole number"),
    bool: _exact(bool, "true or false"),
    Fraction: _fraction,
    Games: _games,
    date: _date,
}


def _optional(hint: Any) -> Decoder:
    (inner,) = (_decoder(each) for each in get_args(hint) if each is not type(None))

    def read(data: object, path: str) -> object:
        return None if data is None else inner(data, path)

    return read


def _tuple(args: tuple[Any, ...]) -> Decoder:
    if args[-1] is Ellipsis:
        decoder = _decoder(args[0])
        return lambda data, path: tuple(decoder(item, _at(path, i)) for i, item in enumerate(_list(data, path)))
    parts = tuple(_decoder(arg) for arg in args)

    def read(data: object, path: str) -> object:
        items = _list(data, path)
        if len(items) != len(parts):
            raise CodecError(path, f"a list of {len(parts)}", data)
        return tuple(part(item, _at(path, i)) for i, (part, item) in enumerate(zip(parts, items, strict=True)))

    return read


def _list(data: object, path: str) -> list[object]:
    if not isinstance(data, list):
        raise CodecError(path, "a list", data)
    return data


def _mapping(hint: Any) -> Decoder:
    decoder = _decoder(hint)

    def read(data: object, path: str) -> object:
        if not isinstance(data, dict):
            raise CodecError(path, "an object", data)
        return {str(key): decoder(item, _at(path, key)) for key, item in data.items()}

    return read


def _enum(kind: type[Enum]) -> Decoder:
    values = {member.value: member for member in kind}

    def read(data: object, path: str) -> object:
        if not isinstance(data, str) or data not in values:
            raise CodecError(path, "one of " + ", ".join(values), data)
        return values[data]

    return read


def _drawn(data: Json) -> Json:
    """A format of before there were other orders of play than the captains' and the opponents'."""
    if "drawn_by_opponent" not in data:
        return data
    order = Order.OPPONENT if data["drawn_by_opponent"] is True else Order.CAPTAINS
    kept = {name: each for name, each in data.items() if name != "drawn_by_opponent"}
    return {"order": order.value, **kept}


# What an earlier program wrote in another way.
EARLIER: Mapping[Any, Callable[[Json], Json]] = {Format: _drawn}


def _record(kind: Any) -> Decoder:
    hints = get_type_hints(kind)
    readers = {field.name: _decoder(hints[field.name]) for field in fields(kind)}
    earlier = EARLIER.get(kind)
    needed = {each.name: None for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING}

    def read(data: object, path: str) -> object:
        if not isinstance(data, dict):
            raise CodecError(path, "an object", data)
        data = earlier(data) if earlier else data
        if not data.keys() >= needed.keys():
            missing = next(name for name in needed if name not in data)
            raise CodecError(_at(path, missing), "a value", None)
        if not readers.keys() >= data.keys():
            strange = next(name for name in data if name not in readers)
            raise CodecError(_at(path, strange), "one of " + ", ".join(readers), strange)
        inside = f"{path}." if path else ""
        return kind(**{name: readers[name](item, inside + name) for name, item in data.items()})

    return read


def _at(path: str, step: object) -> str:
    return f"{path}.{step}" if path else str(step)
