"""The logs of live matches as `scoring.play.merge` reads them, the lines that can be pegged, and receipts for phones.

A receipt (docs/api.md) says which of a phone's events are in the log and count, what it has missed, and who holds which
pegs. What a log comes to is in `match_state`. Runs inside the scope of a league.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Max, Q, QuerySet
from django_scopes import scopes_disabled

from league.live.models import LiveEvent, LiveMatch
from league.results.queries import rules_for
from league.schedule.models import Fixture
from scoring.card.format import Format
from scoring.card.line_rules import pegged_under
from scoring.card.sheet import Side
from scoring.play.merge import ScorerLog
from scoring.play.projection import GameProjection
from scoring.play.rules import Rules
from scoring.play.taps import Tap

GameKey = tuple[int, int]  # line of the card, from 0, and number of the game on it, from 1


@dataclass(frozen=True, slots=True)
class PeggedLine:
    """A line of the card that is pegged: `players` a side, the most `games` it has, the rules it is played under."""

    number: int
    label: str
    players: int
    games: int
    rules: Rules

    def begin(self, story: ScorerLog) -> GameProjection:
        """A game of this line to be told, led by who is said to have the first drop, if that is one of its seats."""
        players = len(Side) * self.players
        leader = None if story.opening is None else story.opening.leader
        return GameProjection(self.rules, players, leader if leader is not None and leader < players else None)


def line_of(key: GameKey, lines: Mapping[int, PeggedLine]) -> PeggedLine | None:
    """The line that a game is on; None if the card has no such game, or it is not pegged."""
    line = lines.get(key[0])
    return line if line is not None and 1 <= key[1] <= line.games else None


def lines_of(fixture: Fixture, match: LiveMatch | None = None) -> dict[int, PeggedLine]:
    """The lines that are pegged, by number, under the rules that the first event froze; before it, those of today.

    Needs the fixture's league and division.competition.
    """
    form = rules_for(fixture).format
    frozen = rules_of(form) if match is None else match.rules
    return {
        number: PeggedLine(number, line.label, line.players, line.games, Rules.from_json(rules))
        for number, (line, rules) in enumerate(zip(form.lines, frozen, strict=False))
        if rules is not None
    }


def games_of_lines(fixture: Fixture, match: LiveMatch) -> dict[int, int]:
    """How many games each line has that is pegged: a part of what `lines_of` says, which does not read any rules."""
    lines = zip(rules_for(fixture).format.lines, match.rules, strict=False)
    return {number: line.games for number, (line, rules) in enumerate(lines) if rules is not None}


def rules_of(form: Format) -> list[dict[str, Any] | None]:
    """The rules of every line as a LiveMatch keeps them, None for a line that is not pegged."""
    return [None if rules is None else rules.to_json() for rules in map(pegged_under, form.lines)]


def match_of(fixture: Fixture) -> LiveMatch | None:
    """What was pegged of a fixture; None if nothing was."""
    found: LiveMatch | None = LiveMatch.objects.filter(fixture=fixture).first()
    return found


def taps_of(match: LiveMatch) -> QuerySet[LiveEvent]:
    """The log of a match that was found in its league's scope: asked for without looking at the league once more."""
    with scopes_disabled():
        rows: QuerySet[LiveEvent] = LiveEvent.objects.filter(match=match).order_by("seq")
    return rows


def tap_of(event: LiveEvent, by: str = "") -> Tap:
    """A row as the fold reads it; `by` is the name of who was let in, where that was read."""
    lease = None if event.lease is None else str(event.lease)
    return Tap(event.seq, str(event.id), lease, event.kind, event.body, by)


def stories_of(events: Iterable[LiveEvent]) -> dict[GameKey, ScorerLog]:
    """The story of every game that these events are about; they come in the order of `seq`."""
    stories: dict[GameKey, ScorerLog] = {}
    for event in events:
        stories.setdefault((event.line, event.game), ScorerLog()).apply(tap_of(event))
    return stories


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
