"""The event log of a match, read: what came, to which number, and what a phone is told of it, and two that differ."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import zip_longest
from typing import Any
from uuid import UUID

from django.db.models import Max, QuerySet
from django.utils.timezone import localtime

from league.base.ui.formats import clock
from league.matchnight.models import LiveEvent, LiveMatch
from league.matchnight.queries.match_state import verdicts_of
from league.matchnight.queries.match_view import EVENT_TEXT, GameLogLine
from league.matchnight.values import GameKey, PeggedGame
from league.schedule.models import Fixture
from scoring.play.merge import Tap
from scoring.play.projection import GameProjection, Occurrence
from scoring.words import ordinal


def match_of(fixture: Fixture) -> LiveMatch | None:
    return LiveMatch.objects.filter(fixture=fixture).first()


def heads_on(*, on: date, **_address: object) -> str:
    heads = LiveMatch.objects.filter(fixture__first_date=on).order_by("pk").values_list("pk", "head")
    return " ".join(f"{match}:{head}" for match, head in heads)


def taps_of(match: LiveMatch) -> QuerySet[LiveEvent]:
    return LiveEvent.objects.filter(match=match).order_by("seq")


# --- What a phone is answered -----------------------------------------------------------------------------------------
MOST_MISSED = 1000
NONE: Mapping[UUID, int] = {}


def receipt(
    fixture: Fixture, match: LiveMatch | None, *, device: UUID, after: int, seqs: Mapping[UUID, int] = NONE,
    games: Mapping[UUID, GameKey] | None = None, last: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    """The answer to one device (docs/api.md); `seqs` and `games` are of the events it sent."""
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
    others = taps_of(match).filter(seq__gt=after, seq__lte=match.head).exclude(device=device)
    return others[:MOST_MISSED]


def _ack(key: str, seq: int, why: str) -> dict[str, Any]:
    return {"id": key, "seq": seq, "counts": not why, **({"why": why} if why else {})}


def _serialize_event(event: LiveEvent) -> dict[str, Any]:
    return {
        "seq": event.seq, "id": str(event.id), "device": str(event.device), "dseq": event.dseq,
        "at": event.entered_at and event.entered_at.isoformat(), "received": event.received_at.isoformat(),
        "line": event.line, "game": event.game, "lease": event.lease and str(event.lease), "kind": event.kind,
        "body": event.body,
    }  # fmt: skip


# --- Two phones that pegged one game ----------------------------------------------------------------------------------
# What each has, side by side, for the captains to choose: what counts, what was kept aside, by whom and when, and what
# each comes to. Which is right is not said, and they are never merged.

NOTHING = "nothing"
OUT = "is out"
NOTHING_MORE = GameLogLine(None, "there", "are no more scores", None)


@dataclass(frozen=True, slots=True)
class TrackView:
    """`before` is the score where it parts from the counting track; `rested` ones were laid aside by a choice."""

    lease: str
    name: str
    counts: bool = False
    rested: bool = False
    began: datetime | None = None
    ended: datetime | None = None
    before: tuple[int, int] = (0, 0)
    scores: tuple[int, int] = (0, 0)
    won_by: str = ""
    log: tuple[GameLogLine, ...] = ()
    parting: str = ""  # the first thing that it has otherwise than the track that counts, in words


def tracks_of(match: LiveMatch, game: PeggedGame, teams: tuple[str, str]) -> tuple[TrackView, ...]:
    events = LiveEvent.objects.filter(match=match, line=game.line.number, game=game.number)
    times = {str(pk): at for pk, at in events.values_list("pk", "received_at")}
    scorer_log = game.scorer_log
    aside = sorted(scorer_log.aside, key=lambda track: track.rested)
    parted = min((track.branch for track in aside if not track.rested), default=0)
    shared = [tap for tap in scorer_log.counting if tap.seq <= parted]
    own = scorer_log.counting[len(shared) :]
    view = TrackView(str(scorer_log.holder or ""), scorer_log.hold.name if scorer_log.hold else "", counts=True)
    counting = _with_taps(view, game, teams, times, (shared, own))
    others = (
        _with_taps(
            TrackView(track.lease or "", track.name, rested=track.rested), game, teams, times, (track.base, track.taps)
        )
        for track in aside
    )
    return _told_apart(counting, *(replace(each, parting=_first_difference(counting, each)) for each in others))


def _told_apart(*tracks: TrackView) -> tuple[TrackView, ...]:
    names = Counter(track.name for track in tracks)
    timed = sorted((track.began, index) for index, track in enumerate(tracks) if track.began)
    told_apart = list(tracks)
    for number, (began, index) in enumerate(timed, start=1):
        track = tracks[index]
        if names[track.name] > 1:
            name = f"{track.name} ({ordinal(number)} phone, from {clock(localtime(began))})"
            told_apart[index] = replace(track, name=name)
    return tuple(told_apart)


def _with_taps(
    view: TrackView, game: PeggedGame, teams: tuple[str, str], times: Mapping[str, datetime],
    taps: tuple[Sequence[Tap], Sequence[Tap]],
) -> TrackView:  # fmt: skip
    """`taps` are those shared with what counts, and its own."""
    base, own = taps
    events, start = game.scorer_log.events, game.projection
    projection = GameProjection(start.rules, start.players, start.leader)
    for tap in base:
        if tap.id in events:
            projection.apply(events[tap.id])
    before = _scores(projection)
    for tap in own:
        if tap.id in events:
            projection.apply(events[tap.id])
    ids, winner = {tap.id for tap in own}, projection.game.winner
    moments = [times[tap.id] for tap in own if tap.id in times]
    return replace(
        view, name=view.name or "Another phone", began=min(moments, default=None), ended=max(moments, default=None),
        before=before, scores=_scores(projection), won_by="" if winner is None else teams[winner],
        log=tuple(_log_line(each, teams) for each in reversed(projection.happened) if each.id in ids),
    )  # fmt: skip


def _log_line(occurrence: Occurrence, teams: tuple[str, str]) -> GameLogLine:
    how = NOTHING if occurrence.how == "pegged" and not occurrence.pegs else occurrence.how
    text = OUT if how == "out" and not occurrence.pegs else EVENT_TEXT[how].format(pegs=occurrence.pegs)
    team = "" if occurrence.side is None else teams[occurrence.side]
    return GameLogLine(occurrence.side, team, text, occurrence.score)


def _first_difference(counting: TrackView, other: TrackView) -> str:
    """Where two accounts first differ, if they begin at the same score."""
    if counting.before != other.before:
        return ""
    pairs = zip_longest(counting.log, other.log, fillvalue=NOTHING_MORE)
    theirs, ours = next(((a, b) for a, b in pairs if (a.side, a.words) != (b.side, b.words)), (None, None))
    if theirs is None or ours is None:
        return ""
    return f"First difference: on one phone {ours.team} {ours.words}, on the other {theirs.team} {theirs.words}."


def _scores(projection: GameProjection) -> tuple[int, int]:
    home, away = projection.game.scores
    return int(home), int(away)
