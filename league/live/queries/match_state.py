"""A live match as those who watch it see it: an incremental projection of its log into views and frames (docs/api.md).

The public reads a player's name as the league shows it. States are cached, and go on from the last event that was
applied. Runs inside the scope of a league.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q

from league.live.models import LiveEvent, LiveMatch
from league.live.values import (
    FINISHED,
    LIVE,
    NOT_STARTED,
    Accounts,
    GameKey,
    PeggedLine,
    differing_tracks,
    line_of,
    lines_of,
    tap_of,
)
from league.schedule.models import Fixture
from league.teams.models import Player
from scoring.play.merge import ScorerLog
from scoring.play.projection import GameProjection, to_json
from scoring.play.taps import TapPlayer, opening_of

SIDES = 2


@dataclass(slots=True)
class _GameProjection:
    """One game: its scorer's log, what of it was applied so far, and its view as that stands."""

    number: int
    line: PeggedLine
    scorer_log: ScorerLog = field(default_factory=ScorerLog)
    projection: GameProjection = field(init=False)
    view: dict[str, Any] = field(default_factory=dict)
    accounts: Accounts = field(default_factory=dict)
    applied: int = 0  # how many of the taps that count
    changes: int = 0

    def __post_init__(self) -> None:
        self.projection = self.line.begin(self.scorer_log)

    def apply(self, event: LiveEvent) -> bool:
        """One more event of this game; whether it counts."""
        counts = self.scorer_log.apply(tap_of(event))
        if self.changes != self.scorer_log.changes:
            self.projection, self.applied, self.changes = self.line.begin(self.scorer_log), 0, self.scorer_log.changes
        elif event.kind == "opened":
            self.projection.set_leader(self.line.begin(self.scorer_log).leader)
        for tap in self.scorer_log.counting[self.applied :]:
            if tap.id in self.scorer_log.events:
                self.projection.apply(self.scorer_log.events[tap.id])
        self.applied = len(self.scorer_log.counting)
        return counts

    @property
    def winner(self) -> int | None:
        return self.projection.game.winner

    @property
    def aside(self) -> int:
        """How many taps are kept aside that tell the game differently, and not laid to rest."""
        tracks = differing_tracks(self.line, self.scorer_log, self.projection, self.accounts)
        return sum(len(track.taps) for track in tracks)

    @property
    def confirmed(self) -> list[int]:
        """The sides that agreed to the score as it stands now."""
        return [each.side for each in self.scorer_log.agreed(self.projection.game.scores)]


class MatchProjection:
    """A match as far as its events were taken. Make it, `apply` every event in order, and ask for the `state`.

    The fixture needs its league, division.competition and both entries with their teams. `match` is None as long as
    nothing has been pegged; then there is nothing to take.
    """

    def __init__(self, match: LiveMatch | None, fixture: Fixture) -> None:
        self.match, self.fixture = match, fixture
        self.head = 0
        self._lines: dict[int, PeggedLine] = {} if match is None else lines_of(fixture, match)
        self._games: dict[GameKey, _GameProjection] = {}
        self._names: dict[str, str] = {}

    def apply(self, event: LiveEvent) -> dict[str, Any]:
        """The next event of the log; what a frame of the stream says about it. `view` is None off the pegged lines."""
        self.head = event.seq
        game = self._game(event)
        counts = game is not None and game.apply(event)
        if game is not None:
            game.view = self._view(game)
        frame = {"seq": event.seq, "kind": event.kind, "counts": counts, "games_won": self.games_won}
        return {**frame, "view": game.view if game else None}

    def state(self) -> dict[str, Any]:
        """The whole match as it stands."""
        return {
            "head": self.head,
            "home": self.fixture.home.name,
            "away": self.fixture.away.name if self.fixture.away else "",
            "games_won": self.games_won,
            "status": self.status,
            "games": [self._games[key].view for key in sorted(self._games)],
        }

    @property
    def games_won(self) -> list[int]:
        """The games that each side has won on the boards."""
        winners = [game.winner for game in self._games.values()]
        return [winners.count(side) for side in range(SIDES)]

    @property
    def status(self) -> str:
        """Not started, live, or finished: a card is in, or the league has decreed what came of it."""
        if not self.fixture.open:
            return FINISHED
        return LIVE if self._games else NOT_STARTED

    def _game(self, event: LiveEvent) -> _GameProjection | None:
        """The game that an event is about; None if it is about no game on the card."""
        key = (event.line, event.game)
        line = line_of(key, self._lines)
        if line is None:
            return None
        if key not in self._games:
            self._games[key] = _GameProjection(event.game, line)
        return self._games[key]

    def _view(self, game: _GameProjection) -> dict[str, Any]:
        scorer_log, line = game.scorer_log, game.line
        holder = None if scorer_log.hold is None else self._public(scorer_log.hold.name)
        return {
            "line": line.number,
            "game": game.number,
            "label": line.label,
            "seq": scorer_log.seq,
            "players": self._players(scorer_log),
            **to_json(game.projection),
            "confirmed": game.confirmed,
            "holder": holder,
            "aside": game.aside,
        }

    def _players(self, scorer_log: ScorerLog) -> list[list[str]]:
        """The names of both sides as the public may read them; empty before anybody has opened the game."""
        if scorer_log.opening is None:
            return [[], []]
        sides = (scorer_log.opening.home, scorer_log.opening.away)
        self.load_names({place.key for side in sides for place in side})
        return [[self._named(place) for place in side] for side in sides]

    def _named(self, place: TapPlayer) -> str:
        return self._names.get(place.key) or self._public(place.name)

    def _public(self, name: str) -> str:
        """A name that somebody typed, as the league shows names."""
        return Player(league=self.fixture.league, name=name).public_name

    def load_names(self, keys: set[str], found: Iterable[Player] | None = None) -> None:
        """Look up the players that were not looked up before: their own names count, and not those that a phone has.

        `found` are players of this league among whom the fresh ones are, if somebody has looked already.
        """
        fresh = keys - self._names.keys()
        for player in people_of(fresh) if found is None else found:
            if str(player.pk) in fresh:
                player.league = self.fixture.league  # known already, and read by public_name
                self._names[str(player.pk)] = player.public_name
        self._names |= dict.fromkeys(fresh - self._names.keys(), "")


def people_of(keys: set[str]) -> Iterable[Player]:
    """The players that these keys of places name; others stand for whoever signs on the night."""
    numbers = {int(key) for key in keys if key.isascii() and key.isdecimal() and len(key) < 18}
    return Player.objects.filter(pk__in=numbers) if numbers else ()


# --- A cache of the states of matches, each projected on from where it was when it was last read ----------------------
MAX_MATCHES = 64  # matches
MAX_AGE = 600.0  # seconds after which a log is folded from its start: names and labels may be others by then
State = dict[str, Any]


@dataclass(slots=True)
class _CachedMatch:
    """A match as far as it was folded, and the id of its last event, by which it is known to be the same log."""

    projection: MatchProjection
    begun: float
    last: UUID | None = None


class StateCache:
    """The latest states of matches, by fixture. One thread at a time folds, and the others find it done."""

    def __init__(self) -> None:
        self._entries: OrderedDict[str, _CachedMatch] = OrderedDict()  # by the match's code; asked for last, last
        self._lock = threading.Lock()

    def states(self, fixtures: Iterable[Fixture]) -> dict[int, tuple[LiveMatch, State]]:
        """What was pegged of these matches of one league: at most four queries for all of them.

        The fixtures need their league, division.competition and both entries with their teams.
        """
        by_key = {fixture.pk: fixture for fixture in fixtures}
        matches = LiveMatch.objects.filter(fixture__in=by_key) if by_key else ()
        found = [(match, by_key[match.fixture_id]) for match in matches]
        if not found:
            return {}
        with self._lock:
            logs = self._new_events(found)
            self._load_names(logs)
            return {fixture.pk: (match, self._state(fixture, logs[match.pk])) for match, fixture in found}

    def _new_events(self, found: list[tuple[LiveMatch, Fixture]]) -> dict[int, list[LiveEvent]]:
        """What is to be taken of each log; a fold that cannot be gone on with is begun again."""
        ready = {match.pk: self._entries.get(fixture.code) for match, fixture in found}
        logs = _read_logs({key: cached.projection.head if cached else 0 for key, cached in ready.items()})
        for match, fixture in found:
            cached = ready[match.pk]
            if cached and _continues(cached, logs[match.pk]):
                logs[match.pk] = logs[match.pk][1:]
                cached.projection.fixture = fixture
                self._entries.move_to_end(fixture.code)
            else:
                self._entries[fixture.code] = _CachedMatch(MatchProjection(match, fixture), time.monotonic())
                logs |= _read_logs({match.pk: 0}) if cached else {}
        while len(self._entries) > max(MAX_MATCHES, len(found)):
            self._entries.popitem(last=False)
        return logs

    def _load_names(self, logs: Mapping[int, list[LiveEvent]]) -> None:
        """Everybody's for whom a game was opened, in one query."""
        keys = {match: _keys_in(log) for match, log in logs.items()}
        people = list(people_of(set().union(*keys.values())))
        for cached in self._entries.values():
            match = cached.projection.match
            if match is not None and keys.get(match.pk):
                cached.projection.load_names(keys[match.pk], people)

    def _state(self, fixture: Fixture, log: list[LiveEvent]) -> State:
        cached = self._entries.pop(fixture.code)  # it may take half of an event, and is then not to be gone on with
        for event in log:
            cached.projection.apply(event)
            cached.last = event.id
        self._entries[fixture.code] = cached
        return cached.projection.state()


def _read_logs(heads: Mapping[int, int]) -> dict[int, list[LiveEvent]]:
    """The logs of these matches, each from the number that was read last."""
    logs: dict[int, list[LiveEvent]] = {match: [] for match in heads}
    wanted = reduce(or_, (Q(match=match, seq__gte=head) for match, head in heads.items()))
    for event in LiveEvent.objects.filter(wanted).order_by("match", "seq"):
        logs[event.match_id].append(event)
    return logs


def _continues(cached: _CachedMatch, log: list[LiveEvent]) -> bool:
    """Whether a log, from the event that the fold took last, is the one it has folded so far, and that not long ago."""
    return bool(log) and log[0].id == cached.last and time.monotonic() - cached.begun < MAX_AGE


def _keys_in(log: Iterable[LiveEvent]) -> set[str]:
    """The keys of everybody for whom a game was opened."""
    openings = [opening for each in log if each.kind == "opened" and (opening := opening_of(each.body))]
    return {place.key for opening in openings for place in (*opening.home, *opening.away)}


_state_cache = StateCache()


def states_of(fixtures: Iterable[Fixture]) -> dict[int, tuple[LiveMatch, State]]:
    """What was pegged of these matches, by fixture: see `StateCache.states`."""
    return _state_cache.states(fixtures)


def state_of(fixture: Fixture) -> State:
    """The same of one match; of one in which nothing has been pegged, that."""
    found = _state_cache.states([fixture]).get(fixture.pk)
    return found[1] if found else MatchProjection(None, fixture).state()
