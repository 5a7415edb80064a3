"""What a phone says with one tap, read from the JSON that it sent.

Never raises for what a tap says: what cannot be read comes back as None or as the reason.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.play.event_json import from_json
from scoring.play.events import Event
from scoring.play.finding import IllegalEvent

LARGEST_NUMBER = 10_000


@dataclass(frozen=True, slots=True)
class Tap:
    """One event of the log: `seq` its number in the match, `body` as the phone sent it."""

    seq: int
    id: str
    lease: str | None
    kind: str
    body: Any

    @property
    def name(self) -> str:
        """Whose tap it says it is."""
        return text(self.body, "name")


@dataclass(frozen=True, slots=True)
class TapPlayer:
    """Who plays: the player's key ("12", or "+Bob New" for somebody who signs on the night) and name."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Opening:
    """For whom a game was opened, by side, and the seat with the first drop if that was told."""

    home: tuple[TapPlayer, ...]
    away: tuple[TapPlayer, ...]
    leader: int | None = None

    @property
    def places(self) -> tuple[tuple[str, ...], ...]:
        """The keys of who plays, by side."""
        return tuple(tuple(place.key for place in side) for side in (self.home, self.away))


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A captain agreed on the spot that the game ended at these scores."""

    seq: int
    side: int
    name: str
    scores: tuple[int, ...]


def text(body: Any, name: str) -> str:
    """A field that should be text; empty if it is not."""
    value = _field(body, name)
    return value if isinstance(value, str) else ""


def opening_of(body: Any) -> Opening | None:
    """For whom a game is opened; None unless both sides are there. A leader that is no seat is as good as none."""
    home, away = (_places(_field(body, side)) for side in ("home", "away"))
    if not home or not away:
        return None
    leader = _field(body, "leader")
    is_seat = type(leader) is int and 0 <= leader < len(home) + len(away)
    return Opening(home, away, leader if is_seat else None)


def confirmation_of(tap: Tap) -> Confirmation | None:
    """Who confirms what; None unless the tap says both."""
    side, scores = _field(tap.body, "side"), _field(tap.body, "scores")
    if type(side) is not int or not isinstance(scores, list) or any(type(score) is not int for score in scores):
        return None
    return Confirmation(tap.seq, side, tap.name, tuple(scores))


def event_of(tap: Tap) -> Event | str:
    """The event of play that a tap tells, or why it tells none."""
    try:
        event = from_json(tap.body)
    except (IllegalEvent, AttributeError, TypeError, RecursionError) as error:
        return str(error)
    if event.id != tap.id:
        return "the event has another id than the tap that tells it"
    return "no number in a game is as big as that" if _beyond(tap.body) else event


def _field(body: Any, name: str) -> Any:
    return body.get(name) if isinstance(body, Mapping) else None


def _places(value: Any) -> tuple[TapPlayer, ...]:
    if not isinstance(value, list):
        return ()
    places = [TapPlayer(text(each, "key"), text(each, "name")) for each in value]
    return tuple(places) if all(place.name for place in places) else ()


def _beyond(value: Any) -> bool:
    """Whether there is a number in it that no game can have, and that would only slow everybody down."""
    if isinstance(value, Mapping):
        return any(map(_beyond, value.values()))
    if isinstance(value, list):
        return any(map(_beyond, value))
    return isinstance(value, int) and abs(value) > LARGEST_NUMBER
