"""What is typed or sent about a live match: for whom a link is, which track stands, and the batches of events of
phones.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NoReturn
from uuid import UUID

from django import forms

from league.matchnight.actions.events import PhoneEvent
from league.matchnight.queries.event_log import TrackView


class LinkForm(forms.Form):
    """For whom a scorer link is made."""

    name = forms.CharField(
        label="Who will score?",
        max_length=60,
        help_text="Everyone who watches sees this name while they score.",
        error_messages={"required": "Enter the name of who will score."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class TrackForm(forms.Form):
    """Which track stands, and why. Only those can be chosen that wait for it, and the one that counts."""

    lease = forms.ChoiceField(
        label="Which is right?", widget=forms.RadioSelect, error_messages={"required": "Choose the one that is right."}
    )
    reason = forms.CharField(
        label="Reason",
        max_length=300,
        help_text="Both captains and the secretary can read it.",
        error_messages={"required": "Give a reason. Both captains and the secretary can read it."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Any = None, *, tracks: Sequence[TrackView]) -> None:
        super().__init__(data)
        open_tracks = [track for track in tracks if track.lease and not track.rested]
        self.fields["lease"].choices = [(track.lease, _words(track)) for track in open_tracks]  # type: ignore[attr-defined]


def _words(track: TrackView) -> str:
    what = "shown now" if track.counts else "saved separately"
    return f"{track.name}’s phone: {track.scores[0]}\N{EN DASH}{track.scores[1]} ({what})"


# --- batches of events from a phone -----------------------------------------------------------------------------------


MAX_EVENTS = 1000
MAX_BYTES = 1_000_000
MAX_BODY_LENGTH = 8_000
MAX_DEPTH = 16
MAX_SMALL = 32_767  # of a line or a game, which are small numbers in the log
MAX_SEQ = 2_147_483_647


class EventBatchError(ValueError):
    """The request is not of this form; the message is a sentence that says what is wrong."""


@dataclass(frozen=True, slots=True)
class EventBatch:
    """What one phone sends at once; `after` is the last number of the log that it has seen."""

    device: UUID
    after: int
    events: tuple[PhoneEvent, ...]


def parse_event_batch(body: bytes) -> EventBatch:
    """Read a request. Raises EventBatchError."""
    try:
        data = json.loads(body, parse_constant=_reject_number, parse_float=_number)
    except ValueError as error:
        raise EventBatchError(f"This is not JSON: {error}.") from error
    except RecursionError as error:
        raise EventBatchError("There are too many lists and objects in one another.") from error
    if not isinstance(data, dict):
        raise EventBatchError("The request must be a JSON object.")
    events = _field(data, "events", list, "a list", default=[])
    if len(events) > MAX_EVENTS:
        raise EventBatchError(f"There are {len(events)} events: {MAX_EVENTS} at once is the most.")
    parsed = tuple(_parse_event(each, number) for number, each in enumerate(events))
    return EventBatch(_uuid(data, "device"), _integer(data, "after", 0, MAX_SEQ, default=0), parsed)


def _parse_event(data: Any, number: int) -> PhoneEvent:
    where = f"events[{number}]."
    if not isinstance(data, dict):
        raise EventBatchError(f"events[{number}] must be an object.")
    kind = _field(data, "kind", str, "text", where)
    if not 1 <= len(kind) <= 20 or not kind.isprintable():
        raise EventBatchError(f"{where}kind must have 1 to 20 letters.")
    body = _field(data, "body", dict, "an object", where, default={})
    if _depth(body) > MAX_DEPTH:
        raise EventBatchError(f"{where}body has too many lists and objects in one another.")
    if len(json.dumps(body)) > MAX_BODY_LENGTH:
        raise EventBatchError(f"{where}body is longer than {MAX_BODY_LENGTH} characters.")
    return PhoneEvent(
        id=_uuid(data, "id", where),
        dseq=_integer(data, "dseq", 1, MAX_SEQ, where),
        line=_integer(data, "line", 0, MAX_SMALL, where),
        game=_integer(data, "game", 0, MAX_SMALL, where),
        lease=None if data.get("lease") is None else _uuid(data, "lease", where),
        kind=kind,
        body=_storable(body),
        at=_timestamp(data.get("at")),
    )


def _field(data: dict[str, Any], name: str, kind: type, noun: str, where: str = "", *, default: Any = None) -> Any:
    value = data.get(name, default)
    if not isinstance(value, kind):
        raise EventBatchError(f"{where}{name} must be {noun}.")
    return value


def _integer(data: dict[str, Any], name: str, least: int, most: int, where: str = "", *, default: Any = None) -> int:
    value = data.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise EventBatchError(f"{where}{name} must be a whole number from {least} to {most}.")
    return value


def _uuid(data: dict[str, Any], name: str, where: str = "") -> UUID:
    """A UUID as it is usually written: the same event must not be able to have its id written in two ways."""
    value = data.get(name)
    try:
        uuid = UUID(value)
    except (ValueError, TypeError, AttributeError):
        uuid = None
    if uuid is None or str(uuid) != value:
        raise EventBatchError(f"{where}{name} must be a UUID, as in 123e4567-e89b-42d3-a456-426614174000.")
    return uuid


def _timestamp(value: Any) -> datetime | None:
    """The phone's own clock, as far as it makes sense: it is kept and never trusted."""
    try:
        moment = datetime.fromisoformat(value)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        return None


def _depth(value: Any) -> int:
    """How many lists and objects are in one another, as far as one more than may be."""
    layer, depth = [value], 0
    while layer and depth <= MAX_DEPTH:
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
    return value if math.isfinite(value) else _reject_number(text)


def _reject_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:20]} is no number")


# --- the overlay of a stream ------------------------------------------------------------------------------------------
OVERLAY_SIZES = ("medium", "small", "large")
OVERLAY_PLACES = ("bottom-left", "bottom", "bottom-right", "top-left", "top", "top-right")
OVERLAY_PARTS = ("games", "match")


@dataclass(frozen=True, slots=True)
class OverlayChoice:
    """How the overlay is drawn: how large, where in the picture, and whether with the games being played."""

    size: str
    place: str
    show: str


def overlay_choice(query: Mapping[str, Any]) -> OverlayChoice:
    """What a query asks for; anything that is not one of the choices is the first of them."""
    return OverlayChoice(
        size=_one_of(OVERLAY_SIZES, query.get("size")),
        place=_one_of(OVERLAY_PLACES, query.get("place")),
        show=_one_of(OVERLAY_PARTS, query.get("show")),
    )


def _one_of(choices: Sequence[str], value: object) -> str:
    return str(value) if value in choices else choices[0]
