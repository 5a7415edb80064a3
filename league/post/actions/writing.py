"""From deeds and hours to messages: read what is new in the audit log, and look at the clock.

An action writes its audit entry in its own transaction, so nothing that was done can be missed and nothing that was
taken back is told. Here each entry is read once: that it was read, and the messages about it, are one transaction.
Writing a message records no entry of its own; the message is the record, and would be read again.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import DatabaseError
from django_scopes import scope, scopes_disabled

from league.audit.actions import write_tx
from league.audit.models import Entry
from league.post.models import Message, Noted, Reading
from league.post.queries.clock import letters_due
from league.post.queries.news import TELLS, letters_about
from league.post.queries.outbox import unread
from league.post.queries.ways import messages_from
from league.teams.models import League

log = logging.getLogger(__name__)
OLD_NEWS = timedelta(hours=24)  # what was done longer ago than this is no news
REMEMBERED = timedelta(hours=1)  # longer than any transaction
LONGEST_GAP = timedelta(hours=26)
LOOK_AT_CLOCK = timedelta(minutes=1)


def take_news(*, at: datetime) -> int:
    """Read the entries that nobody has read, and write the messages about them; how many entries that were.

    Two processes may read the same at once: the second writes nothing, because what is read is noted under a lock.
    """
    reading = _reading(at)
    entries = unread(reading.floor)
    if not entries:
        return 0
    leagues = League.objects.in_bulk({each.league_id for each in entries if each.verb in TELLS})
    made = {each.pk: _told(each, leagues.get(each.league_id or 0), at) for each in entries}
    with write_tx(), scopes_disabled():
        Reading.objects.select_for_update().get(pk=reading.pk)
        known = set(Noted.objects.filter(entry_id__in=made).values_list("entry_id", flat=True))
        fresh = [key for key in made if key not in known]
        Noted.objects.bulk_create(Noted(entry_id=key, at=at) for key in fresh)
        keep([message for key in fresh for message in made[key]])
        _raise_floor(reading, at)
    return len(fresh)


def take_clock(*, at: datetime) -> int:
    """Write what is due by the clock since somebody last looked; how many messages that were."""
    reading = _reading(at)
    if at - reading.clock < LOOK_AT_CLOCK:
        return 0
    since = max(reading.clock, at - LONGEST_GAP)
    made: list[Message] = []
    for league in League.objects.order_by("pk"):
        with scope(league=league):
            made += messages_from(letters_due(league, since, at), league, at)
    with write_tx(), scopes_disabled():
        held = Reading.objects.select_for_update().get(pk=reading.pk)
        if held.clock != reading.clock:
            return 0
        held.clock = at
        held.save(update_fields=["clock"])
        return keep(made)


def pass_over(entry_ids: Iterable[int], *, at: datetime) -> None:
    """Take entries for read without telling anybody of them: what was brought in happened elsewhere.

    Called inside the transaction that writes them.
    """
    Noted.objects.bulk_create((Noted(entry_id=key, at=at) for key in entry_ids), batch_size=1000)


def keep(messages: list[Message]) -> int:
    """Write down those whose key is new; how many were. Called in a transaction."""
    known = set(Message.objects.filter(key__in=[each.key for each in messages]).values_list("key", flat=True))
    fresh = {each.key: each for each in messages if each.key not in known}
    Message.objects.bulk_create(fresh.values())
    return len(fresh)


def _told(entry: Entry, league: League | None, at: datetime) -> list[Message]:
    """The messages about one deed. One that cannot be told is logged and left: the next are not held up by it."""
    if league is None or entry.verb not in TELLS or entry.at < at - OLD_NEWS:
        return []
    try:
        with scope(league=league):
            return messages_from(letters_about(entry), league, at)
    except DatabaseError:
        raise
    except Exception:
        log.exception("Nobody could be told of entry %s", entry.pk)
        return []


def _reading(at: datetime) -> Reading:
    """The one row of how far everything has been read. A site that is older than this app begins with today's deeds."""
    return Reading.objects.get_or_create(pk=1, defaults={"floor": _before_the_news(at), "clock": at})[0]


def _before_the_news(at: datetime) -> int:
    last = Entry.objects.filter(at__lt=at - OLD_NEWS).order_by("-pk").values_list("pk", flat=True).first()
    return last or 0


def _raise_floor(reading: Reading, at: datetime) -> None:
    """Forget entry by entry what was read so long ago that no transaction with a lower number can still be open."""
    old = Noted.objects.filter(at__lt=at - REMEMBERED).order_by("-entry_id").values_list("entry_id", flat=True).first()
    if old is not None and old > reading.floor:
        Reading.objects.filter(pk=reading.pk).update(floor=old)
        Noted.objects.filter(entry_id__lte=old).delete()
