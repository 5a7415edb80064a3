"""The event log of a match, read: what came, to which number, and what a phone is told of it, and two that differ."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import zip_longest
from typing import Any
from uuid import UUID

from django.db.models import Max, Q, QuerySet

from league.matchnight.models.live import LiveEvent, LiveMatch
from league.matchnight.presenters.live import EVENT_TEXT, GameLogLine
from league.matchnight.queries.state_cache import verdicts_of
from league.matchnight.values.live import GameKey, PeggedGame
from league.schedule.models import Fixture
from scoring.play.occurrence import Occurrence
from scoring.play.projection import GameProjection
from scoring.play.taps import Tap


def match_of(fixture: Fixture) -> LiveMatch | None:
    """What was pegged of a fixture; None if nothing was."""
    match: LiveMatch | None = LiveMatch.objects.filter(fixture=fixture).first()
    return match


def heads_on(*, on: date, **_address: object) -> str:
    """How far the logs of all matches with this day in their address have come: another with each event."""
    heads = LiveMatch.objects.filter(fixture__first_date=on).order_by("pk").values_list("pk", "head")
    return " ".join(f"{match}:{head}" for match, head in heads)


def taps_of(match: LiveMatch) -> QuerySet[LiveEvent]:
    """The log of a match."""
    rows: QuerySet[LiveEvent] = LiveEvent.objects.filter(match=match).order_by("seq")
    return rows


# --- What a phone is answered -----------------------------------------------------------------------------------------
MOST_MISSED = 1000
NONE: Mapping[UUID, int] = {}


def receipt(
    fixture: Fixture,
    match: LiveMatch | None,
    *,
    device: UUID,
    after: int,
    seqs: Mapping[UUID, int] = NONE,
    games: Mapping[UUID, GameKey] | None = None,
    last: int | None = None,
) -> dict[str, Any]:
    """The answer to one device; `seqs` are the numbers of the events it sent, and `games` those they were about.

    The match is as the phone's events left it, and `last` the phone's own number of the last of them, if the caller
    knows it. One query, two where other phones have sent something, three where `last` is not known.
    """
    if match is None:
        return {"head": 0, "next": 1, "acks": [], "missed": [], "holds": []}
    keys = {str(key): game for key, game in (games or {}).items() if key in seqs}
    verdicts, holds = verdicts_of(match, fixture, keys)
    return {
        "head": match.head,
        "next": 1 + (last_of(match, device) if last is None else last),
        "acks": [_ack(str(key), seq, verdicts[str(key)]) for key, seq in seqs.items()],
        "missed": [_serialize_event(event) for event in _missed(match, seqs, device, after)],
        "holds": holds,
    }


def last_of(match: LiveMatch, device: UUID) -> int:
    """The phone's own number of its last event in the log, 0 if there is none."""
    last: int | None = taps_of(match).filter(device=device).aggregate(last=Max("dseq"))["last"]
    return last or 0


def _missed(match: LiveMatch, seqs: Mapping[UUID, int], device: UUID, after: int) -> Iterable[LiveEvent]:
    """What other phones sent up to the head that is told, as far as one answer goes."""
    if match.head - after == sum(after < seq <= match.head for seq in seqs.values()):  # which leaves nothing to others
        return ()
    return _by_others(match, device, after, match.head)[:MOST_MISSED]


def _by_others(match: LiveMatch, device: UUID, after: int, head: int) -> QuerySet[LiveEvent]:
    return taps_of(match).filter(Q(seq__gt=after, seq__lte=head) & ~Q(device=device))


def _ack(key: str, seq: int, why: str) -> dict[str, Any]:
    """A receipt for an event that is in the log: whether it counts as things stand now, and if not why."""
    return {"id": key, "seq": seq, "counts": not why, **({"why": why} if why else {})}


def _serialize_event(event: LiveEvent) -> dict[str, Any]:
    """An event as it is in the log."""
    return {
        "seq": event.seq,
        "id": str(event.id),
        "device": str(event.device),
        "dseq": event.dseq,
        "at": event.entered_at and event.entered_at.isoformat(),
        "received": event.received_at.isoformat(),
        "line": event.line,
        "game": event.game,
        "lease": event.lease and str(event.lease),
        "kind": event.kind,
        "body": event.body,
    }


# --- Two phones that pegged one game ---------------------------------------------------------------------------------
# What each has, side by side, for the captains to choose: what counts, what was kept aside, by whom and when, and what
# each comes to. Which is right is not said, and they are never merged.

NOTHING = "nothing"
OUT = "is out"
NOTHING_MORE = GameLogLine(None, "nobody", "scored more", None)


@dataclass(frozen=True, slots=True)
class TrackView:
    """One account of a game: whose it is, from when to when it came, what it adds to what both have, and the score.

    `before` is the score where it parts from the track that counts. `rested` ones were laid aside by a choice.
    """

    lease: str
    name: str
    counts: bool
    rested: bool
    began: datetime | None
    ended: datetime | None
    before: tuple[int, int]
    scores: tuple[int, int]
    won_by: str
    log: tuple[GameLogLine, ...]
    parting: str = ""  # the first thing that it has otherwise than the track that counts, in words


def tracks_of(match: LiveMatch, game: PeggedGame, teams: tuple[str, str]) -> tuple[TrackView, ...]:
    """Every track of a game, the one that counts first, then those that wait for a choice: one query."""
    times = dict(_received(match, game))
    scorer_log = game.scorer_log
    aside = sorted(scorer_log.aside, key=lambda track: track.rested)
    parted = min((track.branch for track in aside if not track.rested), default=0)
    shared = [tap for tap in scorer_log.counting if tap.seq <= parted]
    own = scorer_log.counting[len(shared) :]
    name = scorer_log.hold.name if scorer_log.hold else ""
    views = _TrackViews(game, teams, times)
    counting = views.track(str(scorer_log.holder or ""), name, shared, own, counts=True, rested=False)
    others = (
        views.track(track.lease or "", track.name, track.base, track.taps, counts=False, rested=track.rested)
        for track in aside
    )
    return (counting, *(replace(each, parting=_first_difference(counting, each)) for each in others))


def _first_difference(counting: TrackView, other: TrackView) -> str:
    """Where two accounts first differ, if they begin at the same score."""
    if counting.before != other.before:
        return ""
    pairs = zip_longest(counting.log, other.log, fillvalue=NOTHING_MORE)
    theirs, ours = next(((a, b) for a, b in pairs if (a.side, a.words) != (b.side, b.words)), (None, None))
    return f"First difference: {ours.team} {ours.words}, not {theirs.team} {theirs.words}." if theirs and ours else ""


def _received(match: LiveMatch, game: PeggedGame) -> Iterator[tuple[str, datetime]]:
    events = LiveEvent.objects.filter(match=match, line=game.line.number, game=game.number)
    for pk, at in events.values_list("pk", "received_at"):
        yield str(pk), at


@dataclass(frozen=True, slots=True)
class _TrackViews:
    game: PeggedGame
    teams: tuple[str, str]
    times: dict[str, datetime]

    def track(
        self, lease: str, name: str, base: Sequence[Tap], own: Sequence[Tap], *, counts: bool, rested: bool
    ) -> TrackView:
        scorer_log = self.game.scorer_log
        start = self.game.projection
        projection = GameProjection(start.rules, start.players, start.leader)
        for tap in base:
            if tap.id in scorer_log.events:
                projection.apply(scorer_log.events[tap.id])
        before = _scores(projection)
        for tap in own:
            if tap.id in scorer_log.events:
                projection.apply(scorer_log.events[tap.id])
        ids = {tap.id for tap in own}
        winner = projection.game.winner
        moments = [self.times[tap.id] for tap in own if tap.id in self.times]
        return TrackView(
            lease=lease,
            name=name or "Another phone",
            counts=counts,
            rested=rested,
            began=min(moments, default=None),
            ended=max(moments, default=None),
            before=before,
            scores=_scores(projection),
            won_by="" if winner is None else self.teams[winner],
            log=tuple(self._log_line(each) for each in reversed(projection.happened) if each.id in ids),
        )

    def _log_line(self, occurrence: Occurrence) -> GameLogLine:
        how = NOTHING if occurrence.how == "pegged" and not occurrence.pegs else occurrence.how
        text = OUT if how == "out" and not occurrence.pegs else EVENT_TEXT[how].format(pegs=occurrence.pegs)
        return GameLogLine(
            occurrence.side, "" if occurrence.side is None else self.teams[occurrence.side], text, occurrence.score
        )


def _scores(projection: GameProjection) -> tuple[int, int]:
    home, away = projection.game.scores
    return int(home), int(away)
