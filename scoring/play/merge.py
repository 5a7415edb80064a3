"""The tracks of one pegged game: what was tapped by several phones, and which of it counts.

Nothing here raises for what a tap says: what cannot be read comes back as None or as the reason.

Taps form a tree: each follows the one that its phone had before it. The track that counts is the path to one of them, a
track aside is what else leads to the last tap of a lease. So nothing can be in two tracks, and nothing in none.

| what was tapped | what it does | here |
|---|---|---|
| `opened` | the first starts the track that counts; under the lease that holds it corrects the names | `_open` |
| `taken`, `given` | the hold moves and the track goes on | `_take`, `_give` |
| `fact` | counts under the lease that holds, else it is kept aside | `_follow` |
| `chosen` | the track of a lease counts from where it branched off, or those aside are laid to rest | `_choose` |
| `asked`, `confirmed` | said of the game, under any lease | `_ask`, `_confirm` |
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.play.events import Event, from_json
from scoring.play.finding import IllegalEvent
from scoring.play.settlement import Points

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


@dataclass(frozen=True, slots=True)
class Hold:
    """Who holds the pegs: the lease, whose name it is under, and the number of the tap that gave it."""

    lease: str
    name: str
    since: int


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody asks for the pegs; `lease` is the one that would hold them."""

    seq: int
    lease: str | None
    name: str


@dataclass(frozen=True, slots=True)
class TrackChoice:
    """Somebody said which track stands, and why; `replaced` if that was not the one that counted."""

    seq: int
    name: str
    reason: str
    replaced: bool


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A tap that could not be understood, and why. It is kept like any other."""

    tap: Tap
    why: str


@dataclass(frozen=True, slots=True)
class Track:
    """What was tapped under one lease while it did not hold the pegs, or what another track has replaced.

    `base` is what went before it, up to tap `branch` (0: the start); `base` and `taps` together are the game as that
    phone saw it. `rested`: the captains have chosen since.
    """

    lease: str | None
    name: str
    branch: int
    base: tuple[Tap, ...]
    taps: tuple[Tap, ...]
    rested: bool = False


@dataclass(slots=True)
class _Tip:
    """Where a lease that does not hold has got to: its last tap, None at the start."""

    lease: str | None
    tap: Tap | None
    rested: bool = False


@dataclass(slots=True)
class ScorerLog:
    """The taps of one game, folded: give it every tap in the order of `seq` with `apply`, and read what it came to.

    `counting` are the taps that count, in order; `remarks` those about the game and not on its board. `changes` goes
    up whenever `counting` did anything but grow at its end. `events` has every readable event of play by its id.
    """

    opening: Opening | None = None
    hold: Hold | None = None
    requests: tuple[Request, ...] = ()
    confirmations: tuple[Confirmation, ...] = ()
    choice: TrackChoice | None = None
    unreadable: tuple[Unreadable, ...] = ()
    counting: list[Tap] = field(default_factory=list)
    remarks: list[Tap] = field(default_factory=list)
    changes: int = 0
    seq: int = 0  # of the last tap
    events: dict[str, Event] = field(default_factory=dict)
    _before: dict[str, Tap | None] = field(default_factory=dict)  # the tap that each tap follows
    _tips: list[_Tip] = field(default_factory=list)
    _names: dict[str | None, str] = field(default_factory=dict)

    def apply(self, tap: Tap) -> bool:  # noqa: PLR0911 - one case for each kind of tap
        """Add the next tap; whether it counts now. Never raises for what a tap says."""
        self.seq = tap.seq
        match tap.kind:
            case "asked":
                return self._ask(tap)
            case "confirmed":
                return self._confirm(tap)
            case "chosen":
                return self._choose(tap)
            case "opened":
                return self._open(tap)
            case "taken":
                return self._take(tap)
            case "given":
                return self._give(tap)
            case "fact":
                return self._add_event(tap)
        self._flag(tap, f"{tap.kind} is no kind of event")
        return self._follow(tap)

    @property
    def played(self) -> tuple[Event, ...]:
        return tuple(self.events[tap.id] for tap in self.counting if tap.id in self.events)

    @property
    def holder(self) -> str | None:
        """The lease that holds the pegs; None before the game is opened."""
        return None if self.hold is None else self.hold.lease

    @property
    def aside(self) -> tuple[Track, ...]:
        """The tracks aside, the first begun first. Every tap is in one of them, or counts, or was said: once."""
        tap_ids = {tap.id for tap in self.counting}
        tracks = [track for tip in self._tips if (track := self._track(tip, tap_ids)) is not None]
        return tuple(sorted(tracks, key=lambda track: track.taps[0].seq))

    def agreed(self, scores: tuple[Points, ...]) -> tuple[Confirmation, ...]:
        """Who agreed at the table that the game stands at these scores: each side once, the last that it said."""
        latest = {each.side: each for each in self.confirmations if each.scores == scores}
        return tuple(latest[side] for side in sorted(latest) if side in (0, 1))

    def _track(self, tip: _Tip, tap_ids: set[str]) -> Track | None:
        """What leads to a tip and is in no track yet; None if that is nothing."""
        path = self._path(tip.tap)
        own = tuple(tap for tap in path if tap.id not in tap_ids)
        if not own:
            return None
        tap_ids.update(tap.id for tap in own)
        base = tuple(path[: len(path) - len(own)])
        branch = base[-1].seq if base else 0
        return Track(tip.lease, self._names.get(tip.lease, ""), branch, base, own, tip.rested)

    # --- what each kind does ---

    def _open(self, tap: Tap) -> bool:
        opening = opening_of(tap.body)
        if opening is None:
            self._flag(tap, "it does not say who plays")
        if self.hold is None and tap.lease is not None:
            self._give_to(tap.lease, tap.name, tap)
        counts = self._follow(tap)
        if counts and opening is not None:
            self.opening = opening
        return counts

    def _take(self, tap: Tap) -> bool:
        if tap.lease is None or self.hold is None:
            self._flag(tap, "there is nothing to take" if tap.lease else "it has no lease")
        else:
            self._give_to(tap.lease, tap.name, tap)
        return self._follow(tap)

    def _give(self, tap: Tap) -> bool:
        lease = text(tap.body, "lease")
        if not lease:
            self._flag(tap, "it does not say to whom the pegs were given")
        counts = self._follow(tap)
        if lease and counts:
            self._give_to(lease, text(tap.body, "name"), tap)
        return counts

    def _add_event(self, tap: Tap) -> bool:
        event = event_of(tap)
        if isinstance(event, str):
            self._flag(tap, event)
        else:
            self.events[tap.id] = event
        return self._follow(tap)

    def _ask(self, tap: Tap) -> bool:
        self.remarks.append(tap)
        self.requests = (*self.requests, Request(tap.seq, text(tap.body, "lease") or tap.lease, tap.name))
        return True

    def _confirm(self, tap: Tap) -> bool:
        self.remarks.append(tap)
        side, scores = _field(tap.body, "side"), _field(tap.body, "scores")
        if type(side) is not int or not isinstance(scores, list) or any(type(score) is not int for score in scores):
            self._flag(tap, "it does not say who confirms what")
        else:
            self.confirmations = (*self.confirmations, Confirmation(tap.seq, side, tap.name, tuple(scores)))
        return True

    def _choose(self, tap: Tap) -> bool:
        """The track of this lease stands: from here on it counts, and every other is laid to rest."""
        self.remarks.append(tap)
        lease, replaced = text(tap.body, "lease"), False
        if lease != self.holder:
            tip = self._tip(lease)
            if tip is None or self.hold is None:
                self._flag(tap, "there is no track of this lease")
                return True
            self._replace(tip, lease, tap)
            replaced = True
        self.choice = TrackChoice(tap.seq, tap.name, text(tap.body, "reason"), replaced)
        for tip in self._tips:
            tip.rested = True
        return True

    # --- the tree ---

    def _follow(self, tap: Tap) -> bool:
        """Put a tap where its lease has got to: at the end of what counts if it holds the pegs, else aside."""
        if tap.lease is not None and tap.lease == self.holder:
            self._before[tap.id] = self._last
            self.counting.append(tap)
            return True
        tip = self._tip(tap.lease)
        if tip is None:
            tip = _Tip(tap.lease, None)
            self._tips.append(tip)
            self._names.setdefault(tap.lease, tap.name)
        self._before[tap.id] = tip.tap
        tip.tap, tip.rested = tap, False
        return False

    def _give_to(self, lease: str, name: str, tap: Tap) -> None:
        """The hold moves; whoever had it goes on aside from here, should anything more come from that phone."""
        if self.hold is not None and self.hold.lease != lease:
            self._tips.append(_Tip(self.hold.lease, self._last))
        self.hold = Hold(lease, name, tap.seq)
        self._names[lease] = name
        self.requests = tuple(each for each in self.requests if each.lease != lease)

    def _replace(self, tip: _Tip, lease: str, tap: Tap) -> None:
        """What leads to this tip counts, in place of what counted."""
        self._tips.remove(tip)
        self._give_to(lease, self._names.get(lease, ""), tap)
        self.counting = self._path(tip.tap)
        self.changes += 1
        openings = [opening for each in self.counting if each.kind == "opened" and (opening := opening_of(each.body))]
        self.opening = openings[-1] if openings else self.opening

    @property
    def _last(self) -> Tap | None:
        return self.counting[-1] if self.counting else None

    def _tip(self, lease: str | None) -> _Tip | None:
        """Where a lease has got to since it last lost the pegs; None if it never was heard of."""
        return next((tip for tip in reversed(self._tips) if tip.lease == lease), None)

    def _path(self, tap: Tap | None) -> list[Tap]:
        path = []
        while tap is not None:
            path.append(tap)
            tap = self._before[tap.id]
        return path[::-1]

    def _flag(self, tap: Tap, why: str) -> None:
        self.unreadable = (*self.unreadable, Unreadable(tap, why))
