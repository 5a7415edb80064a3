"""What a phone is answered: which of its events are in the log and count, what it has missed, who holds which pegs.

Knows the answer's form (docs/api.md). Refuses to know how events get into the log.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Max, Q

from league.fixtures.models import Fixture
from league.live.models import LiveEvent, LiveMatch
from league.live.queries.stories import Game, PeggedLine, line_of, lines_of, stories_of, taps_of
from scoring.play.tracks import Story

MOST_MISSED = 1000
NONE: Mapping[UUID, int] = {}


def receipt(
    fixture: Fixture,
    match: LiveMatch | None,
    *,
    device: UUID,
    after: int,
    seqs: Mapping[UUID, int] = NONE,
    games: Collection[Game] = (),
) -> dict[str, Any]:
    """The answer to one device; `seqs` are the numbers of the events it sent, and `games` those they were about.

    The match is as the phone's events left it. At most four queries.
    """
    if match is None:
        return {"head": 0, "next": 1, "acks": [], "missed": [], "holds": []}
    last = taps_of(match).filter(device=device).aggregate(last=Max("dseq"))["last"] or 0
    stories = _stories(match, seqs, games)
    return {
        "head": match.head,
        "next": last + 1,
        "acks": _acks(seqs, stories, lines_of(fixture, match)) if seqs else [],
        "missed": [_plain(event) for event in _missed(match, device, after)],
        "holds": [_hold(key, story) for key, story in sorted(stories.items()) if story.hold is not None],
    }


def _stories(match: LiveMatch, seqs: Mapping[UUID, int], games: Collection[Game]) -> dict[Game, Story]:
    """Every game as far as the answer tells of it: who holds its pegs, and whether what was sent counts.

    What counts goes on counting until captains choose another track: only then is the whole of a game read for that.
    """
    told = list(taps_of(match).filter(~Q(kind="fact") | Q(pk__in=seqs)))
    if any(event.kind == "chosen" and (event.line, event.game) in games for event in told):
        whole = ~Q(kind="fact")
        for line, game in games:
            whole |= Q(line=line, game=game)
        told = list(taps_of(match).filter(whole))
    return stories_of(told)


def _acks(seqs: Mapping[UUID, int], stories: dict[Game, Story], lines: dict[int, PeggedLine]) -> list[dict[str, Any]]:
    """A receipt for each event that is in the log, and whether it counts as things stand now."""
    counting = {
        tap.id for key, story in stories.items() if line_of(key, lines) for tap in (*story.counting, *story.said)
    }
    return [{"id": str(key), "seq": seq, "counts": str(key) in counting} for key, seq in seqs.items()]


def _missed(match: LiveMatch, device: UUID, after: int) -> Iterable[LiveEvent]:
    """What other phones sent up to the head that is told, as far as one answer goes."""
    if after >= match.head:
        return ()
    return taps_of(match).filter(seq__gt=after, seq__lte=match.head).exclude(device=device)[:MOST_MISSED]


def _plain(event: LiveEvent) -> dict[str, Any]:
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


def _hold(key: Game, story: Story) -> dict[str, Any]:
    assert story.hold is not None
    hold = story.hold
    return {"line": key[0], "game": key[1], "lease": hold.lease, "name": hold.name, "since": hold.since}
