"""Taking in what phones send: into the log once, in each phone's order, whatever it says; cards, puzzles and links.

What cannot be understood is kept like the rest: which events count is a fold of them.

| what a phone may do | what becomes of it | here |
|---|---|---|
| send an event again | it is answered as before | `_already_logged` |
| send them out of order | they are put in order of `dseq`, as far as there is no hole | `_in_order` |
| skip one | what comes after the hole is left until it is sent again; `next` says from where | `_in_order` |
| use a number twice | the second event is left and not acknowledged: it is to have the number `next` | `_in_order` |
| send something impossible | it is numbered, kept, and counts for nothing | `scoring.play.merge` |
"""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Max, Q
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import User, digest_of
from league.base.audit.actions import AuditRecord, record, record_all, write_tx
from league.matchnight.models import LeaguePuzzle, LiveEvent, LiveMatch, ScorerLink
from league.matchnight.permissions import Author
from league.matchnight.pubsub import Subscriber, publish
from league.matchnight.queries.event_log import last_of, match_of, receipt
from league.matchnight.values import GameKey, PeggedLine, lines_of, rules_of
from league.results.actions.cards import save_draft
from league.results.choices import SentFor
from league.results.models import Draft
from league.results.permissions import acts_for
from league.results.queries.journeys import journey_of
from league.schedule.actions.locking import lock_known_fixture, mark_in_play, subjects
from league.schedule.models import Fixture
from league.teams.actions.leagues import lock_league
from league.teams.models import League
from scoring.card.differences import overwrite
from scoring.card.format import game_title
from scoring.play.rules import Rules

AUDITED = {  # what the history of the match tells, by its verb and in words; it does not tell every peg
    "opened": ("open_game", "opened"),
    "taken": ("take_pegs", "took over scoring"),
    "chosen": ("choose_track", "chose which track stands of"),
}


class DuplicateEventError(ValueError):
    """An event id used in another match."""

    def __init__(self, event_id: UUID) -> None:
        super().__init__(f"{event_id} is an event of another match")
        self.id = event_id


@dataclass(frozen=True, slots=True)
class PhoneEvent:
    """`at` is the phone's own clock."""

    id: UUID
    dseq: int
    line: int
    game: int
    lease: UUID | None
    kind: str
    body: dict[str, Any]
    at: datetime | None = None

    @property
    def key(self) -> GameKey:
        return self.line, self.game


def record_events(
    *, fixture: Fixture, device: UUID, events: Sequence[PhoneEvent], after: int, author: Author, at: datetime,
    tell: Subscriber = publish,
) -> dict[str, Any]:  # fmt: skip
    """The answer is that of docs/api.md; `tell` gets code and head after the commit. Raises DuplicateEventError."""
    if not events:
        return receipt(fixture, match_of(fixture), device=device, after=after)
    with write_tx():
        match, begun = _lock_match(fixture, author, at)
        logged_seqs, last = _already_logged(match, device, events)
        fresh = [
            LiveEvent(
                id=each.id, match=match, seq=match.head + number, device=device, dseq=each.dseq, line=each.line,
                game=each.game, lease=each.lease, kind=each.kind, body=each.body, entered_at=each.at, received_at=at,
                by=author.user, link=author.link,
            )
            for number, each in enumerate(_in_order(events, logged_seqs, last), start=1)
        ]  # fmt: skip
        if fresh:
            LiveEvent.objects.bulk_create(fresh)
            match.head, match.last_at, last = match.head + len(fresh), at, last + len(fresh)
            match.save(update_fields=["head", "last_at"])
            transaction.on_commit(lambda: tell(fixture.code, match.head), robust=True)
        logged_seqs |= {event.id: event.seq for event in fresh}
        seqs = {each.id: logged_seqs[each.id] for each in events if each.id in logged_seqs}
        if history := [*begun, *_history_of(fixture, match, fresh, author)]:
            record_all(history, at=at, by=author.user, league_id=fixture.league_id)
    games = {each.id: each.key for each in events}
    return receipt(fixture, match, device=device, after=after, seqs=seqs, games=games, last=last)


def record_event(
    *, fixture: Fixture, line: int, game: int, kind: str, body: dict[str, Any], author: Author, at: datetime
) -> dict[str, Any]:
    """A page counts as a phone that is used once."""
    event = PhoneEvent(uuid4(), 1, line, game, None, kind, body, at)
    return record_events(fixture=fixture, device=uuid4(), events=[event], after=0, author=author, at=at)


def _lock_match(fixture: Fixture, author: Author, at: datetime) -> tuple[LiveMatch, list[AuditRecord]]:
    """The match, locked; opened with the rules frozen if this is its first event, and what to record of that."""
    rows = LiveMatch.objects.select_for_update(of=("self",)).filter(fixture=fixture)
    match = rows.first()
    if match is None:
        lock_known_fixture(fixture)
        match = rows.first()
    if match is not None:
        return match, []
    text = f"{author.name} started scoring {fixture}"
    return _open(fixture, at), [AuditRecord("open_match", text, about=subjects(fixture))]


def _open(locked: Fixture, at: datetime) -> LiveMatch:
    match = LiveMatch(fixture=locked, rules=rules_of(locked.rules_in_force().format), opened_at=at, last_at=at)
    match.full_clean(exclude={"fixture"}, validate_unique=False)  # which is there, since it is locked
    match.save()
    nights = (localdate(at) - locked.date).days if locked.date else None
    if locked.open and not locked.in_play and nights in {0, 1}:  # a match that runs past midnight is still that night's
        mark_in_play(locked)
    return match


def _already_logged(match: LiveMatch, device: UUID, events: Sequence[PhoneEvent]) -> tuple[dict[UUID, int], int]:
    """The numbers of logged events, in whichever league, and the phone's own number of its last."""
    ids, before = {each.id for each in events}, min(each.dseq for each in events) - 1
    with scopes_disabled():
        rows = LiveEvent.objects.filter(Q(pk__in=ids) | Q(match=match, device=device, dseq__gte=before))
        logged_rows = list(rows.values_list("pk", "match", "seq", "device", "dseq"))
    for pk, other, *_ in logged_rows:
        if other != match.pk:
            raise DuplicateEventError(pk)
    last = max((dseq for *_, owner, dseq in logged_rows if owner == device), default=0)
    if last < before:  # a hole before all of them
        last = last_of(match, device)
    return {pk: seq for pk, _, seq, *_ in logged_rows if pk in ids}, last


def _in_order(events: Iterable[PhoneEvent], logged_seqs: dict[UUID, int], last: int) -> Iterable[PhoneEvent]:
    """New events by the phone's own numbers, up to the first hole."""
    logged_ids = set(logged_seqs)
    for phone_event in sorted(events, key=lambda event: event.dseq):
        if phone_event.dseq > last + 1:
            return
        if phone_event.id not in logged_ids and phone_event.dseq == last + 1:
            last += 1
            logged_ids.add(phone_event.id)
            yield phone_event


def _history_of(
    fixture: Fixture, match: LiveMatch, fresh: Iterable[LiveEvent], author: Author
) -> Iterator[AuditRecord]:
    audited = {(each.kind, each.line, each.game): each for each in fresh if each.kind in AUDITED}
    lines = lines_of(fixture, match) if audited else {}
    for each in audited.values():
        verb, phrase = AUDITED[each.kind]
        words = f"{author.name} {phrase} {_title(each, lines)} of {fixture}"
        yield AuditRecord(verb, words, subjects(fixture), reason=str(each.body.get("reason") or "")[:300])


def _title(event: LiveEvent, lines: dict[int, PeggedLine]) -> str:
    line = lines.get(event.line)
    if line is None:
        return f"line {event.line + 1} game {event.game}"
    return game_title(line.title, line.games, event.game)


# --- from the log to the card -----------------------------------------------------------------------------------------
class NothingPeggedError(ValueError):
    """No game of the match is over on the pegs, so there is nothing to put on a card."""


def fill_card(*, fixture: Fixture, by: User, at: datetime, take: bool = False) -> Draft:
    """Raises NothingPeggedError; without `take` nothing typed is changed."""
    with write_tx():
        journey = journey_of(fixture, by, acts_for(by, fixture) or SentFor.LEAGUE)
        if journey.prefill is None or not journey.prefill.over:
            raise NothingPeggedError("no game of this match is over on the pegs")
        card = overwrite(journey.card, journey.prefill.card) if take else journey.card
        present = {side.value: list(keys) for side, keys in journey.present.items()}
        return save_draft(fixture=fixture, by=by, at=at, card=card, present=present)


# --- puzzles from pegged games, which nobody does by hand, so that the history does not tell of it --------------------
DAY = timedelta(days=1)


def keep_puzzles(
    *, match: LiveMatch, league: League, positions: Iterable[tuple[dict[str, Any], Rules]], at: datetime
) -> None:
    """Each position has the next free day after today; a match searched before is left."""
    with lock_league(league.pk):
        if not LiveMatch.objects.filter(pk=match.pk, searched_at=None).update(searched_at=at):
            return
        last = LeaguePuzzle.objects.filter(league=league).aggregate(number=Max("number"), day=Max("shown_on"))
        number, day = last["number"] or 0, max(localdate(at), last["day"] or localdate(at))
        for step, (position, rules) in enumerate(positions, start=1):
            row = LeaguePuzzle(
                league=league, match=match, number=number + step, shown_on=day + step * DAY, position=position,
                rules=rules.to_json(),
            )  # fmt: skip
            row.full_clean(validate_unique=False, validate_constraints=False)
            row.save()


# --- scorer links -----------------------------------------------------------------------------------------------------
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that is taken for another
LENGTH = 12  # 59 bits


def make_link(*, fixture: Fixture, name: str, by: User, at: datetime) -> tuple[ScorerLink, str]:
    """The link and its secret, which is not stored."""
    token = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    with write_tx():
        link = ScorerLink(fixture=fixture, name=name.strip(), digest=digest_of(token), by=by, at=at)
        link.full_clean()
        link.save()
        text = f"{by} let {link.name} peg {fixture} by a link"
        record(verb="make_scorer_link", words=text, at=at, by=by, league_id=fixture.league_id, about=subjects(fixture))
    return link, token


def revoke_link(*, link: ScorerLink, by: User, at: datetime) -> ScorerLink:
    with write_tx():
        locked: ScorerLink = ScorerLink.objects.select_for_update(of=("self",)).get(pk=link.pk)
        if locked.revoked_at is None:
            locked.revoked_at = at
            locked.full_clean()
            locked.save(update_fields=["revoked_at"])
            text = f"{by} took back the scorer link of {locked.name} for {link.fixture}"
            record(
                verb="revoke_scorer_link", words=text, at=at, by=by, league_id=link.fixture.league_id,
                about=subjects(link.fixture),
            )  # fmt: skip
    return locked
