"""Reading a request that pegs: whether it is of the form that docs/api.md describes.

Knows the form of the parcel and of the label on every event in it. Refuses to know what the events say: a body is kept
as it came, but for what no database can keep.
"""

import json
import math
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NoReturn
from uuid import UUID

from league.live.actions.events import Sent

MOST_EVENTS = 1000
MOST_BYTES = 1_000_000
LONGEST_BODY = 8_000
DEEPEST = 16
HIGHEST = 32_767  # of a line or a game, which are small numbers in the log
HIGHEST_SEQ = 2_147_483_647


class ParcelError(ValueError):
    """The request is not of this form; the message is a sentence that says what is wrong."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """What one phone sends at once; `after` is the last number of the log that it has seen."""

    device: UUID
    after: int
    events: tuple[Sent, ...]


def parcel_of(body: bytes) -> Parcel:
    """Read a request. Raises ParcelError."""
    try:
        plain = json.loads(body, parse_constant=_no_number, parse_float=_number)
    except ValueError as error:
        raise ParcelError(f"This is not JSON: {error}.") from error
    except RecursionError as error:
        raise ParcelError("There are too many lists and objects in one another.") from error
    if not isinstance(plain, dict):
        raise ParcelError("The request must be a JSON object.")
    events = _of(plain, "events", list, "a list", default=[])
    if len(events) > MOST_EVENTS:
        raise ParcelError(f"There are {len(events)} events: {MOST_EVENTS} at once is the most.")
    sent = tuple(_sent(each, number) for number, each in enumerate(events))
    return Parcel(_uuid(plain, "device"), _whole(plain, "after", 0, HIGHEST_SEQ, default=0), sent)


def _sent(plain: Any, number: int) -> Sent:
    where = f"events[{number}]."
    if not isinstance(plain, dict):
        raise ParcelError(f"events[{number}] must be an object.")
    kind = _of(plain, "kind", str, "text", where)
    if not 1 <= len(kind) <= 20 or not kind.isprintable():
        raise ParcelError(f"{where}kind must have 1 to 20 letters.")
    body = _of(plain, "body", dict, "an object", where, default={})
    if _depth(body) > DEEPEST:
        raise ParcelError(f"{where}body has too many lists and objects in one another.")
    if len(json.dumps(body)) > LONGEST_BODY:
        raise ParcelError(f"{where}body is longer than {LONGEST_BODY} characters.")
    return Sent(
        id=_uuid(plain, "id", where),
        dseq=_whole(plain, "dseq", 1, HIGHEST_SEQ, where),
        line=_whole(plain, "line", 0, HIGHEST, where),
        game=_whole(plain, "game", 0, HIGHEST, where),
        lease=None if plain.get("lease") is None else _uuid(plain, "lease", where),
        kind=kind,
        body=_storable(body),
        at=_moment(plain.get("at")),
    )


def _of(plain: dict[str, Any], name: str, kind: type, noun: str, where: str = "", *, default: Any = None) -> Any:
    value = plain.get(name, default)
    if not isinstance(value, kind):
        raise ParcelError(f"{where}{name} must be {noun}.")
    return value


def _whole(plain: dict[str, Any], name: str, least: int, most: int, where: str = "", *, default: Any = None) -> int:
    value = plain.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise ParcelError(f"{where}{name} must be a whole number from {least} to {most}.")
    return value


def _uuid(plain: dict[str, Any], name: str, where: str = "") -> UUID:
    """A UUID as it is usually written: the same event must not be able to have its id written in two ways."""
    value = plain.get(name)
    try:
        found = UUID(value)
    except (ValueError, TypeError, AttributeError):
        found = None
    if found is None or str(found) != value:
        raise ParcelError(f"{where}{name} must be a UUID, as in 123e4567-e89b-42d3-a456-426614174000.")
    return found


def _moment(value: Any) -> datetime | None:
    """The phone's own clock, as far as it makes sense: it is kept and never trusted."""
    try:
        moment = datetime.fromisoformat(value)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        return None


def _depth(value: Any) -> int:
    """How many lists and objects are in one another, as far as one more than may be."""
    layer, depth = [value], 0
    while layer and depth <= DEEPEST:
        inner = [each for each in layer if isinstance(each, dict | list)]
        layer = [each for holder in inner for each in (holder.values() if isinstance(holder, dict) else holder)]
        depth += bool(inner)
    return depth


def _storable(value: Any) -> Any:
    """The same without the two things that text in a database cannot have: nought characters and halves of pairs."""
    if isinstance(value, dict):
        return {_storable(name): _storable(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_storable(each) for each in value]
    if isinstance(value, str):
        whole = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return whole.replace("\0", "\ufffd")
    return value


def _number(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _no_number(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:20]} is no number")
