"""A cache of the states of matches, each projected on from where it was when it was last read.

Runs inside the scope of a league.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.db.models import Q

from league.matchnight.models.live import LiveEvent, LiveMatch
from league.matchnight.queries.match_state import MatchProjection, public_names
from league.matchnight.values.live import GameKey, tap_of
from league.schedule.models import Fixture
from league.schedule.queries import whole_fixtures
from scoring.play.taps import TapPlayer, opening_of

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
        pairs = [(match, by_key[match.fixture_id]) for match in matches]
        if not pairs:
            return {}
        with self._lock:
            logs = self._new_events(pairs)
            self._load_names(pairs, logs)
            return {fixture.pk: (match, self._project(fixture, logs[match.pk]).state()) for match, fixture in pairs}

    def verdicts(
        self, match: LiveMatch, fixture: Fixture, keys: Mapping[str, GameKey]
    ) -> tuple[dict[str, str], list[dict[str, Any]]]:
        """Why each of these events does not count, empty if it does, and who holds which pegs: one query."""
        with self._lock:
            pairs = [(match, fixture)]
            logs = self._new_events(pairs)
            self._load_names(pairs, logs)
            projection = self._project(fixture, logs[match.pk])
            return projection.verdicts(keys), projection.holds

    def _new_events(self, pairs: list[tuple[LiveMatch, Fixture]]) -> dict[int, list[LiveEvent]]:
        """What is to be taken of each log; a fold that cannot be gone on with is begun again."""
        ready = {match.pk: self._entries.get(fixture.code) for match, fixture in pairs}
        logs = _read_logs({key: cached.projection.head if cached else 0 for key, cached in ready.items()})
        for match, fixture in pairs:
            cached = ready[match.pk]
            if cached and _continues(cached, logs[match.pk]):
                logs[match.pk] = logs[match.pk][1:]
                cached.projection.fixture = fixture
                self._entries.move_to_end(fixture.code)
            else:
                self._entries[fixture.code] = _CachedMatch(MatchProjection(match, fixture), time.monotonic())
                logs |= _read_logs({match.pk: 0}) if cached else {}
        while len(self._entries) > max(MAX_MATCHES, len(pairs)):
            self._entries.popitem(last=False)
        return logs

    def _load_names(self, pairs: list[tuple[LiveMatch, Fixture]], logs: Mapping[int, list[LiveEvent]]) -> None:
        """Everybody's who is named in these logs of one league, in one query."""
        projections = [(self._entries[fixture.code].projection, _people_in(logs[match.pk])) for match, fixture in pairs]
        fresh = set().union(*(people - projection.names.keys() for projection, people in projections))
        names = public_names(pairs[0][1].league, fresh)
        for projection, people in projections:
            projection.load_names(people, names)

    def _project(self, fixture: Fixture, log: list[LiveEvent]) -> MatchProjection:
        cached = self._entries.pop(fixture.code)  # it may take half of an event, and is then not to be gone on with
        for event in log:
            cached.projection.apply(event)
            cached.last = event.id
        self._entries[fixture.code] = cached
        return cached.projection


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


def _people_in(log: Iterable[LiveEvent]) -> set[TapPlayer]:
    """Everybody for whom a game was opened, and who scores."""
    taps = [tap_of(event) for event in log]
    openings = [opening for tap in taps if tap.kind == "opened" and (opening := opening_of(tap.body))]
    players = {place for opening in openings for place in (*opening.home, *opening.away)}
    return players | {TapPlayer("", tap.name) for tap in taps if tap.name}


_state_cache = StateCache()


def states_of(fixtures: Iterable[Fixture]) -> dict[int, tuple[LiveMatch, State]]:
    """What was pegged of these matches, by fixture: see `StateCache.states`."""
    return _state_cache.states(fixtures)


def live_scores(fixtures: Iterable[Fixture]) -> dict[int, tuple[int, int]]:
    """The games that each side has won, of those of these that are being played: no query where none is, else four."""
    live = states_of(fixture for fixture in fixtures if fixture.in_play and fixture.open)
    return {key: (state["games_won"][0], state["games_won"][1]) for key, (_, state) in live.items()}


def live_scores_version(**_address: object) -> str:
    """Another with each game that is won in a match of the league: one query where none is being played."""
    return str(sorted(live_scores(whole_fixtures().filter(in_play=True)).items()))


def verdicts_of(
    match: LiveMatch, fixture: Fixture, keys: Mapping[str, GameKey]
) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """What a phone is told of its events and of who holds the pegs: see `StateCache.verdicts`."""
    return _state_cache.verdicts(match, fixture, keys)


def state_of(fixture: Fixture) -> State:
    """The same of one match; of one in which nothing has been pegged, that."""
    pair = _state_cache.states([fixture]).get(fixture.pk)
    return pair[1] if pair else MatchProjection(None, fixture).state()
