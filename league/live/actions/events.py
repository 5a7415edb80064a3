"""Taking in what phones send: into the log once, in each phone's order, whatever it says.

Knows what makes an event the same one, what a hole in a phone's numbers is, and who else must hear of it. Refuses to
judge: what cannot be understood is kept like the rest, and which events count is a fold of them.

| what a phone may do | what becomes of it | here |
|---|---|---|
| send an event again | it is answered as before | `_known` |
| send them out of order | they are put in order of `dseq`, as far as there is no hole | `_in_order` |
| skip one | what comes after the hole is left until it is sent again; `next` says from where | `_in_order` |
| use a number twice | the second event is left and not acknowledged: it is to have the number `next` | `_in_order` |
| send something impossible | it is numbered, kept, and counts for nothing | `scoring.play.tracks` |
"""

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Max, Q
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.audit.actions import record, write_tx
from league.fixtures.actions import lock_fixture, mark_in_play, subjects
from league.fixtures.models import Fixture
from league.live.bell import ring
from league.live.models import LiveEvent, LiveMatch
from league.live.permissions import Author
from league.live.queries.stories import Game, PeggedLine, lines_of, match_of, rules_of, stories_of
from league.results.queries import rules_for
from scoring.play.tracks import Story

MOST_MISSED = 1000
TOLD = {  # what the history of the match tells, by its verb and in words; it does not tell every peg
    "opened": ("open_game", "opened"),
    "taken": ("take_pegs", "took the pegs of"),
    "chosen": ("choose_track", "chose which track stands of"),
}


class TakenError(ValueError):
    """An id that was used for an event of another match; ``id`` is the id."""

    def __init__(self, event_id: UUID) -> None:
        super().__init__(f"{event_id} is an event of another match")
        self.id = event_id


@dataclass(frozen=True, slots=True)
class Sent:
    """One event as a phone sends it; `at` is the phone's own clock."""

    id: UUID
    dseq: int
    line: int
    game: int
    lease: UUID | None
    kind: str
    body: dict[str, Any]
    at: datetime | None = None

    @property
    def key(self) -> Game:
        return self.line, self.game


def record_events(
    *, fixture: Fixture, device: UUID, events: Sequence[Sent], after: int, author: Author, at: datetime
) -> dict[str, Any]:
    """Take in the events of one phone, and answer as docs/api.md says: `head`, `next`, `acks`, `missed`, `holds`.

    Needs the fixture's league and division.competition. Raises TakenError; nothing that an event says is refused.
    """
    with write_tx() if events else nullcontext():
        match = _locked(fixture, author, at) if events else match_of(fixture)
        if match is None:
            return {"head": 0, "next": 1, "acks": [], "missed": [], "holds": []}
        lines = lines_of(fixture, match)
        known = _known(match, events)
        last = match.events.filter(device=device).aggregate(last=Max("dseq"))["last"] or 0
        fresh = list(_in_order(events, known, last))
        _append(match, device, fresh, author, at)
        stories = _stories(match, {each.key for each in events})
        _tell(fixture, lines, fresh, author, at)
        return {
            "head": match.head,
            "next": last + len(fresh) + 1,
            "acks": _acks(events, known | _numbered(match, fresh), stories, lines),
            "missed": [_plain(event) for event in _missed(match, device, after)],
            "holds": [_hold(key, story) for key, story in sorted(stories.items()) if story.hold is not None],
        }


def say(
    *, fixture: Fixture, line: int, game: int, kind: str, body: dict[str, Any], author: Author, at: datetime
) -> dict[str, Any]:
    """Put one event in the log from a page, which is a phone that is used once: what `record_events` answers."""
    said = Sent(uuid4(), 1, line, game, None, kind, body, at)
    return record_events(fixture=fixture, device=uuid4(), events=[said], after=0, author=author, at=at)


def _locked(fixture: Fixture, author: Author, at: datetime) -> LiveMatch:
    """The match, held until the transaction ends: opened by its first event, which freezes the rules of its lines."""
    rows = LiveMatch.objects.select_for_update(of=("self",))
    match: LiveMatch | None = rows.filter(fixture=fixture).first()
    if match is None:
        held = lock_fixture(fixture.pk)
        match = rows.filter(fixture=held).first() or _open(held, author, at)
    return match


def _open(held: Fixture, author: Author, at: datetime) -> LiveMatch:
    match = LiveMatch(fixture=held, rules=rules_of(rules_for(held).format), opened_at=at, last_at=at)
    match.full_clean(validate_unique=False)
    match.save()
    nights = (localdate(at) - held.date).days if held.date else None
    if held.open and not held.in_play and nights in {0, 1}:  # a match that runs past midnight is still that night's
        mark_in_play(held)
    words = f"{author.name} began to peg {held}"
    record(verb="open_match", words=words, at=at, by=author.user, league_id=held.league_id, about=subjects(held))
    return match


def _known(match: LiveMatch, events: Sequence[Sent]) -> dict[UUID, int]:
    """The numbers of those events that are in the log. The ids of every league are looked through: they are one set."""
    with scopes_disabled():
        rows = LiveEvent.objects.filter(pk__in={each.id for each in events}).values_list("pk", "seq", "match")
        found = list(rows)
    for pk, _, other in found:
        if other != match.pk:
            raise TakenError(pk)
    return {pk: seq for pk, seq, _ in found}


def _in_order(events: Iterable[Sent], known: dict[UUID, int], last: int) -> Iterable[Sent]:
    """The new events in the order of the phone's own numbers, up to the first hole in them, each once."""
    seen = set(known)
    for each in sorted(events, key=lambda event: event.dseq):
        if each.dseq > last + 1:
            return
        if each.id not in seen and each.dseq == last + 1:
            last += 1
            seen.add(each.id)
            yield each


def _append(match: LiveMatch, device: UUID, fresh: Sequence[Sent], author: Author, at: datetime) -> None:
    if not fresh:
        return
    LiveEvent.objects.bulk_create(
        LiveEvent(
            id=each.id, match=match, seq=match.head + number, device=device, dseq=each.dseq, line=each.line,
            game=each.game, lease=each.lease, kind=each.kind, body=each.body, entered_at=each.at, received_at=at,
            by=author.user, link=author.link,
        )
        for number, each in enumerate(fresh, start=1)
    )  # fmt: skip
    match.head += len(fresh)
    match.last_at = at
    match.save(update_fields=["head", "last_at"])
    code, head = match.fixture.code, match.head
    transaction.on_commit(lambda: ring(code, head), robust=True)


def _numbered(match: LiveMatch, fresh: Sequence[Sent]) -> dict[UUID, int]:
    return {each.id: match.head - len(fresh) + number for number, each in enumerate(fresh, start=1)}


def _stories(match: LiveMatch, games: set[Game]) -> dict[Game, Story]:
    """The games that were sent about in full; of the others all that says who holds their pegs."""
    wanted = ~Q(kind="fact")
    for line, game in games:
        wanted |= Q(line=line, game=game)
    return stories_of(match.events.filter(wanted).order_by("seq"))


def _acks(
    events: Sequence[Sent], seqs: dict[UUID, int], stories: dict[Game, Story], lines: dict[int, PeggedLine]
) -> list[dict[str, Any]]:
    """A receipt for each event that is in the log, and whether it counts as things stand now."""
    counting = {
        tap.id
        for (line, game), story in stories.items()
        if line in lines and 1 <= game <= lines[line].games
        for tap in (*story.counting, *story.said)
    }
    taken = {each.id: str(each.id) for each in events if each.id in seqs}
    return [{"id": text, "seq": seqs[key], "counts": text in counting} for key, text in taken.items()]


def _missed(match: LiveMatch, device: UUID, after: int) -> Iterable[LiveEvent]:
    """What other phones sent, as far as one answer goes."""
    if after >= match.head:
        return ()
    return match.events.filter(seq__gt=after).exclude(device=device).order_by("seq")[:MOST_MISSED]


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


def _tell(fixture: Fixture, lines: dict[int, PeggedLine], fresh: Sequence[Sent], author: Author, at: datetime) -> None:
    """The history of the match: once for each game that was opened or taken, or of which a track was chosen."""
    deeds = {(each.kind, each.key): each for each in fresh if each.kind in TOLD}
    for each in deeds.values():
        verb, deed = TOLD[each.kind]
        label = lines[each.line].label if each.line in lines else f"line {each.line + 1}"
        record(
            verb=verb, words=f"{author.name} {deed} {label}, game {each.game}, of {fixture}", at=at, by=author.user,
            league_id=fixture.league_id, about=subjects(fixture), reason=str(each.body.get("reason") or "")[:300],
        )  # fmt: skip
