"""The event log of a match, read: what came, to which number, and what a phone is told of it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Max, Q, QuerySet
from django_scopes import scopes_disabled

from league.live.models import LiveEvent, LiveMatch
from league.live.values import GameKey, games_of_lines, stories_of
from league.schedule.models import Fixture
from scoring.play.merge import ScorerLog


def match_of(fixture: Fixture) -> LiveMatch | None:
    """What was pegged of a fixture; None if nothing was."""
    found: LiveMatch | None = LiveMatch.objects.filter(fixture=fixture).first()
    return found


def taps_of(match: LiveMatch) -> QuerySet[LiveEvent]:
    """The log of a match that was found in its league's scope: asked for without looking at the league once more."""
    with scopes_disabled():
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
    games: Collection[GameKey] = (),
    last: int | None = None,
) -> dict[str, Any]:
    """The answer to one device; `seqs` are the numbers of the events it sent, and `games` those they were about.

    The match is as the phone's events left it, and `last` the phone's own number of the last of them, if the caller
    knows it. One query, or up to three for a phone that has missed very much or a game of which a track was chosen.
    """
    if match is None:
        return {"head": 0, "next": 1, "acks": [], "missed": [], "holds": []}
    new, missed = _read(match, seqs, device, after)
    stories = _games(match, new, games)
    return {
        "head": match.head,
        "next": 1 + (last_of(match, device) if last is None else last),
        "acks": _acks(seqs, stories, games_of_lines(fixture, match)) if seqs else [],
        "missed": [_serialize_event(event) for event in missed],
        "holds": [_hold(key, story) for key, story in sorted(stories.items()) if story.hold is not None],
    }


def last_of(match: LiveMatch, device: UUID) -> int:
    """The phone's own number of its last event in the log, 0 if there is none."""
    last: int | None = taps_of(match).filter(device=device).aggregate(last=Max("dseq"))["last"]
    return last or 0


def _read(
    match: LiveMatch, seqs: Mapping[UUID, int], device: UUID, after: int
) -> tuple[Sequence[LiveEvent], Sequence[LiveEvent]]:
    """What says who holds which pegs, with what was sent; and what other phones sent up to the head that is told.

    The latter as far as one answer goes. It may be among the former, which it changes nothing of.
    """
    new, others = ~Q(kind="fact") | Q(pk__in=seqs), Q(seq__gt=after, seq__lte=match.head) & ~Q(device=device)
    if match.head - after > MOST_MISSED:
        return list(taps_of(match).filter(new)), list(taps_of(match).filter(others)[:MOST_MISSED])
    events = list(taps_of(match).filter(new | others))
    return events, [event for event in events if after < event.seq <= match.head and event.device != device]


def _games(match: LiveMatch, new: Iterable[LiveEvent], games: Collection[GameKey]) -> dict[GameKey, ScorerLog]:
    """Every game as far as the answer tells of it: who holds its pegs, and whether what was sent counts.

    What counts goes on counting until captains choose another track: only then is the whole of a game read for that.
    """
    if any(event.kind == "chosen" and (event.line, event.game) in games for event in new):
        whole = ~Q(kind="fact")
        for line, game in games:
            whole |= Q(line=line, game=game)
        new = taps_of(match).filter(whole)
    return stories_of(new)


def _acks(
    seqs: Mapping[UUID, int], stories: dict[GameKey, ScorerLog], lines: Mapping[int, int]
) -> list[dict[str, Any]]:
    """A receipt for each event that is in the log, and whether it counts as things stand now: if the card has its game,
    that is, `lines` being how many games each of its lines has.
    """
    on_card = [story for (line, game), story in stories.items() if 1 <= game <= lines.get(line, 0)]
    counting = {tap.id for story in on_card for tap in (*story.counting, *story.said)}
    return [{"id": str(key), "seq": seq, "counts": str(key) in counting} for key, seq in seqs.items()]


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


def _hold(key: GameKey, story: ScorerLog) -> dict[str, Any]:
    assert story.hold is not None
    hold = story.hold
    return {"line": key[0], "game": key[1], "lease": hold.lease, "name": hold.name, "since": hold.since}
