"""A live match as those who watch it see it: an incremental projection of its log into views and frames (docs/api.md).

The public reads a player's name as the league shows it. States are cached, and go on from the last event that was
applied. Runs inside the scope of a league.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q
from django.utils.timezone import localdate, localtime, now

from league.base.ui.formats import clock, moment_text
from league.matchnight.models import LiveEvent, LiveMatch
from league.matchnight.values import (
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
from league.schedule.queries.matches import whole_fixtures
from league.teams.models import League
from league.teams.queries.people import players_named
from scoring.card.sheet import Named
from scoring.play.merge import ScorerLog, TapPlayer, opening_of
from scoring.play.projection import GameProjection, to_json

SIDES = 2
# Why an event does not count, beside what the game itself says of it (docs/api.md).
OFF_CARD = "the card has no such game, or it is not pegged"
NOT_OPENED = "nobody has opened this game yet"
ANOTHER_SCORES = "another phone is scoring this game: this is saved separately"


@dataclass(slots=True)
class LiveGame:
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
        self.scorer_log.apply(tap_of(event))
        if self.changes != self.scorer_log.changes:
            self.projection, self.applied, self.changes = self.line.begin(self.scorer_log), 0, self.scorer_log.changes
        elif event.kind == "opened":
            self.projection.set_leader(self.line.begin(self.scorer_log).leader)
        for tap in self.scorer_log.counting[self.applied :]:
            if tap.id in self.scorer_log.events:
                self.projection.apply(self.scorer_log.events[tap.id])
        self.applied = len(self.scorer_log.counting)
        return self.verdicts([str(event.id)])[str(event.id)] == ""

    def verdicts(self, ids: Collection[str]) -> dict[str, str]:
        """The reason, "" if it counts."""
        scorer_log = self.scorer_log
        wrong = {each.tap.id: each.why for each in scorer_log.unreadable}
        wrong |= {key: str(error) for key, error in self.projection.faults.items()}
        counting = {tap.id for tap in (*scorer_log.counting, *scorer_log.remarks)}
        aside = ANOTHER_SCORES if scorer_log.hold else NOT_OPENED
        return {key: wrong.get(key, "") or ("" if key in counting else aside) for key in ids}

    @property
    def hold(self) -> dict[str, Any]:
        hold = self.scorer_log.hold
        assert hold is not None
        place = {"line": self.line.number, "game": self.number}
        return {**place, "lease": hold.lease, "name": hold.name, "since": hold.since}

    @property
    def aside(self) -> int:
        """Taps aside that tell the game differently, not laid to rest."""
        tracks = differing_tracks(self.line, self.scorer_log, self.projection, self.accounts)
        return sum(len(track.taps) for track in tracks)

    @property
    def confirmed(self) -> list[int]:
        """The sides that agreed to the score as it stands now."""
        return [each.side for each in self.scorer_log.agreed(self.projection.game.scores)]


def status_of(fixture: Fixture, games: Sized) -> str:
    return FINISHED if not fixture.open else LIVE if games else NOT_STARTED


class MatchProjection:
    """`apply` every event in order, then read `state()`; `match` is None before the first event."""

    def __init__(self, match: LiveMatch | None, fixture: Fixture) -> None:
        self.match, self.fixture = match, fixture
        self.head = 0
        self._lines: dict[int, PeggedLine] = {} if match is None else lines_of(fixture, match)
        self._games: dict[GameKey, LiveGame] = {}
        self.names: dict[TapPlayer, str] = {}

    def apply(self, event: LiveEvent) -> dict[str, Any]:
        """A frame of the stream; `view` is None off the pegged lines."""
        self.head = event.seq
        game = self._game(event)
        counts = game is not None and game.apply(event)
        if game is not None:
            game.view = self._view(game)
        frame = {"seq": event.seq, "kind": event.kind, "counts": counts, "games_won": self.games_won}
        return {**frame, "view": game.view if game else None}

    def verdicts(self, keys: Mapping[str, GameKey]) -> dict[str, str]:
        """The reason, "" if it counts."""
        verdicts = dict.fromkeys(keys, OFF_CARD)
        for place in set(keys.values()) & self._games.keys():
            verdicts |= self._games[place].verdicts([key for key, its in keys.items() if its == place])
        return verdicts

    @property
    def holds(self) -> list[dict[str, Any]]:
        return [game.hold for _, game in sorted(self._games.items()) if game.scorer_log.hold is not None]

    def state(self) -> dict[str, Any]:
        return {
            "head": self.head,
            "home": self.fixture.home.name,
            "away": self.fixture.away.name if self.fixture.away else "",
            "games_won": self.games_won,
            "status": status_of(self.fixture, self._games),
            "games": [self._games[key].view for key in sorted(self._games)],
        }

    @property
    def games_won(self) -> list[int]:
        winners = [game.view["winner"] for game in self._games.values()]
        return [winners.count(side) for side in range(SIDES)]

    def _game(self, event: LiveEvent) -> LiveGame | None:
        key = (event.line, event.game)
        line = line_of(key, self._lines)
        if line is None:
            return None
        if key not in self._games:
            self._games[key] = LiveGame(event.game, line)
        return self._games[key]

    def _view(self, game: LiveGame) -> dict[str, Any]:
        scorer_log, line = game.scorer_log, game.line
        opening = scorer_log.opening
        sides: tuple[Sequence[TapPlayer], ...] = (opening.home, opening.away) if opening else ((), ())
        holder = None if scorer_log.hold is None else TapPlayer("", scorer_log.hold.name)
        people = {place for side in sides for place in side} | ({holder} if holder else set())
        if fresh := people - self.names.keys():
            self.names |= public_names(self.fixture.league, fresh)
        return {
            "line": line.number,
            "game": game.number,
            "label": line.label,
            "seq": scorer_log.seq,
            "players": [[self.names[place] for place in side] for side in sides],
            **to_json(game.projection),
            "confirmed": game.confirmed,
            "holder": holder and self.names[holder],
            "aside": game.aside,
        }


def public_names(league: League, people: Iterable[TapPlayer]) -> dict[TapPlayer, str]:
    """The names of these as the public may read them, whoever typed them on a phone: one query."""
    named = {each: Named(each.key or None, each.name) for each in people}
    players = players_named(league, set(named.values())) if named else {}
    return {each: players[name].public_name for each, name in named.items()}


# --- the states of matches, cached, each projected on from where it was when it was last read -------------------------
MAX_MATCHES = 64  # matches
MAX_AGE = 600.0  # seconds after which a log is folded from its start: names and labels may be others by then
State = dict[str, Any]
QUIET_AFTER = timedelta(minutes=20)


@dataclass(slots=True)
class _CachedMatch:
    projection: MatchProjection
    begun: float
    last: UUID | None = None


class StateCache:
    """The latest states of matches, by fixture. One thread at a time folds, and the others find it done."""

    def __init__(self) -> None:
        self._entries: OrderedDict[str, _CachedMatch] = OrderedDict()  # by the match's code; asked for last, last
        self._lock = threading.Lock()

    def states(self, fixtures: Iterable[Fixture]) -> dict[int, tuple[LiveMatch, State]]:
        """At most four queries; fixtures need league, division.competition and entries' teams."""
        by_key = {fixture.pk: fixture for fixture in fixtures}
        matches = LiveMatch.objects.filter(fixture__in=by_key) if by_key else ()
        pairs = [(match, by_key[match.fixture_id]) for match in matches]
        if not pairs:
            return {}
        with self._lock:
            projections = self._projections(pairs)
            return {each.fixture.pk: (match, each.state()) for (match, _), each in zip(pairs, projections, strict=True)}

    def verdicts(
        self, match: LiveMatch, fixture: Fixture, keys: Mapping[str, GameKey]
    ) -> tuple[dict[str, str], list[dict[str, Any]]]:
        """Reasons by event, "" if it counts, and who holds which pegs."""
        with self._lock:
            [projection] = self._projections([(match, fixture)])
            return projection.verdicts(keys), projection.holds

    def _projections(self, pairs: list[tuple[LiveMatch, Fixture]]) -> list[MatchProjection]:
        """Of these matches, with what has come since they were last asked for."""
        logs = self._new_events(pairs)
        projections = [self._entries[fixture.code].projection for _, fixture in pairs]
        people = [_people_in(logs[match.pk]) for match, _ in pairs]
        of_all = zip(projections, people, strict=True)
        names = public_names(pairs[0][1].league, set().union(*(some - each.names.keys() for each, some in of_all)))
        for (match, fixture), projection, named in zip(pairs, projections, people, strict=True):
            projection.names |= {each: names[each] for each in named - projection.names.keys()}
            cached = self._entries.pop(fixture.code)  # it may take half of an event, and is then not to be gone on with
            for event in logs[match.pk]:
                projection.apply(event)
                cached.last = event.id
            self._entries[fixture.code] = cached
        return projections

    def _new_events(self, pairs: list[tuple[LiveMatch, Fixture]]) -> dict[int, list[LiveEvent]]:
        """Starts a fold over that cannot go on."""
        ready = {match.pk: self._entries.get(fixture.code) for match, fixture in pairs}
        logs = _read_logs({key: cached.projection.head if cached else 0 for key, cached in ready.items()})
        for match, fixture in pairs:
            cached, log = ready[match.pk], logs[match.pk]  # which is read from the last applied event
            if cached and log and log[0].id == cached.last and time.monotonic() - cached.begun < MAX_AGE:
                logs[match.pk] = log[1:]
                cached.projection.fixture = fixture
                self._entries.move_to_end(fixture.code)
            else:
                self._entries[fixture.code] = _CachedMatch(MatchProjection(match, fixture), time.monotonic())
                logs |= _read_logs({match.pk: 0}) if cached else {}
        while len(self._entries) > max(MAX_MATCHES, len(pairs)):
            self._entries.popitem(last=False)
        return logs


def _read_logs(heads: Mapping[int, int]) -> dict[int, list[LiveEvent]]:
    logs: dict[int, list[LiveEvent]] = {match: [] for match in heads}
    wanted = reduce(or_, (Q(match=match, seq__gte=head) for match, head in heads.items()))
    for event in LiveEvent.objects.filter(wanted).order_by("match", "seq"):
        logs[event.match_id].append(event)
    return logs


def _people_in(log: Iterable[LiveEvent]) -> set[TapPlayer]:
    taps = [tap_of(event) for event in log]
    openings = [opening for tap in taps if tap.kind == "opened" and (opening := opening_of(tap.body))]
    players = {place for opening in openings for place in (*opening.home, *opening.away)}
    return players | {TapPlayer("", tap.name) for tap in taps if tap.name}


_state_cache = StateCache()
states_of, verdicts_of = _state_cache.states, _state_cache.verdicts


class LiveScore(NamedTuple):
    """`quiet` is "Quiet, last score 4.59pm" once nothing was scored for a while."""

    home: int
    away: int
    quiet: str = ""


def live_scores(fixtures: Iterable[Fixture]) -> dict[int, LiveScore]:
    live, at = states_of(fixture for fixture in fixtures if fixture.in_play and fixture.open), now()
    scores = {}
    for key, (match, state) in live.items():
        scored = any(game["last"] for game in state["games"])
        quiet = f"Quiet, {last_words(match.last_at, scored=scored)}" if is_quiet(match.last_at, at) else ""
        home, away = state["games_won"]
        scores[key] = LiveScore(home, away, quiet)
    return scores


def is_quiet(last: datetime | None, at: datetime) -> bool:
    return last is not None and at - last >= QUIET_AFTER


def last_words(last: datetime, *, scored: bool) -> str:
    """As in "last score 4.59pm", or "started 7.30pm"."""
    at = localtime(last)
    moment = clock(at) if at.date() == localdate() else moment_text(at)
    return f"{'last score' if scored else 'started'} {moment}"


def live_scores_version(**_address: object) -> str:
    return str(sorted(live_scores(whole_fixtures().filter(in_play=True)).items()))


def state_of(fixture: Fixture) -> State:
    pair = states_of([fixture]).get(fixture.pk)
    return pair[1] if pair else MatchProjection(None, fixture).state()
