"""What matches have come to, folded on from where this process was when it was last asked.

A log of five hundred taps takes fifty milliseconds to fold, a page may show ten of them, and on a busy night each has
grown since. Knows when a fold may be gone on with. Refuses to know what it makes of the taps (`views`).
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

from league.fixtures.models import Fixture
from league.live.models import LiveEvent, LiveMatch
from league.live.queries.views import Watched, people_of
from scoring.play.taps import opening_of

MOST = 64  # matches
AFRESH = 600.0  # seconds after which a log is folded from its start: names and labels may be others by then
State = dict[str, Any]


@dataclass(slots=True)
class _Fold:
    """A match as far as it was folded, and the id of its last event, by which it is known to be the same log."""

    watched: Watched
    begun: float
    last: UUID | None = None


class Folds:
    """The latest states of matches, by fixture. One thread at a time folds, and the others find it done."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, _Fold] = OrderedDict()  # by the match's code; asked for last, last
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
            logs = self._fresh(found)
            self._learn_names(logs)
            return {fixture.pk: (match, self._state(fixture, logs[match.pk])) for match, fixture in found}

    def _fresh(self, found: list[tuple[LiveMatch, Fixture]]) -> dict[int, list[LiveEvent]]:
        """What is to be taken of each log; a fold that cannot be gone on with is begun again."""
        ready = {match.pk: self._kept.get(fixture.code) for match, fixture in found}
        logs = _read({key: fold.watched.head if fold else 0 for key, fold in ready.items()})
        for match, fixture in found:
            fold = ready[match.pk]
            if fold and _goes_on(fold, logs[match.pk]):
                logs[match.pk] = logs[match.pk][1:]
                fold.watched.fixture = fixture
                self._kept.move_to_end(fixture.code)
            else:
                self._kept[fixture.code] = _Fold(Watched(match, fixture), time.monotonic())
                logs |= _read({match.pk: 0}) if fold else {}
        while len(self._kept) > max(MOST, len(found)):
            self._kept.popitem(last=False)
        return logs

    def _learn_names(self, logs: Mapping[int, list[LiveEvent]]) -> None:
        """Everybody's for whom a game was opened, in one query."""
        keys = {match: _keys_in(log) for match, log in logs.items()}
        people = list(people_of(set().union(*keys.values())))
        for fold in self._kept.values():
            match = fold.watched.match
            if match is not None and keys.get(match.pk):
                fold.watched.know(keys[match.pk], people)

    def _state(self, fixture: Fixture, log: list[LiveEvent]) -> State:
        fold = self._kept.pop(fixture.code)  # it may take half of an event, and is then not to be gone on with
        for event in log:
            fold.watched.take(event)
            fold.last = event.id
        self._kept[fixture.code] = fold
        return fold.watched.state()


def _read(heads: Mapping[int, int]) -> dict[int, list[LiveEvent]]:
    """The logs of these matches, each from the number that was read last."""
    logs: dict[int, list[LiveEvent]] = {match: [] for match in heads}
    wanted = reduce(or_, (Q(match=match, seq__gte=head) for match, head in heads.items()))
    for event in LiveEvent.objects.filter(wanted).order_by("match", "seq"):
        logs[event.match_id].append(event)
    return logs


def _goes_on(fold: _Fold, log: list[LiveEvent]) -> bool:
    """Whether a log, from the event that the fold took last, is the one it has folded so far, and that not long ago."""
    return bool(log) and log[0].id == fold.last and time.monotonic() - fold.begun < AFRESH


def _keys_in(log: Iterable[LiveEvent]) -> set[str]:
    """The keys of everybody for whom a game was opened."""
    openings = [opening for each in log if each.kind == "opened" and (opening := opening_of(each.body))]
    return {place.key for opening in openings for place in (*opening.home, *opening.away)}


_folds = Folds()


def states_of(fixtures: Iterable[Fixture]) -> dict[int, tuple[LiveMatch, State]]:
    """What was pegged of these matches, by fixture: see `Folds.states`."""
    return _folds.states(fixtures)


def state_of(fixture: Fixture) -> State:
    """The same of one match; of one in which nothing has been pegged, that."""
    found = _folds.states([fixture]).get(fixture.pk)
    return found[1] if found else Watched(None, fixture).state()
