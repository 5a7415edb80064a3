"""What is still to be read, written and sent, and what a page shows of it."""

from datetime import datetime
from itertools import islice

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, When

from league.base.audit.models import Entry
from league.base.jobs.workers import is_abandoned
from league.notifications.choices import Channel, MessageState
from league.notifications.models.notifications import LEASE, Message, ProcessedEntry
from league.teams.models import League

BATCH = 200
SHOWN = 200


def unread_entries(floor: int) -> list[Entry]:
    """The first entries that nobody has read, in their order, with what they are about: two queries.

    A transaction that took a lower number may be committed after one with a higher: it is found when it is, because
    what has been read above the floor is remembered entry by entry.
    """
    processed = ProcessedEntry.objects.filter(entry_id=OuterRef("pk"))
    entries = Entry.objects.filter(~Exists(processed), pk__gt=floor).select_related("by").prefetch_related("subjects")
    return list(entries.order_by("pk")[:BATCH])


def due_at(at: datetime, most: int, channel: Channel, *, of_accounts: bool = False) -> list[Message]:
    """Messages to be sent now by one way, those about a sign-in first, then the oldest; among them those whose sender
    has died. With `of_accounts` only those about a sign-in. Nothing for a webhook that is off. In no league's scope.
    """
    waiting = Q(state=MessageState.WAITING, not_before__lte=at) | Q(state=MessageState.SENDING)
    rows = Message.objects.filter(waiting, channel=channel, webhook__off_at=None)
    rows = rows.select_related("league", "phone", "webhook")
    if of_accounts:
        rows = rows.filter(league=None)
    messages = rows.order_by(Case(When(league=None, then=0), default=1), "not_before", "pk")[: 2 * most]
    free = (
        each
        for each in messages
        if each.state == MessageState.WAITING or is_abandoned(each.claimed_by, each.claimed_at, LEASE, at)
    )
    return list(islice(free, most))


def counts_of(league: League) -> list[tuple[MessageState, int]]:
    """Each state that any of those messages is in, and how many are: one query."""
    counted = Message.objects.filter(league=league, to__isnull=False).values_list("state").annotate(Count("pk"))
    rows = dict(counted.order_by("state"))
    return [(state, rows[state]) for state in MessageState if state in rows]


def messages_of(league: League, state: str = "") -> QuerySet[Message]:
    """The league's messages to people it knows, the newest first and the last 200; of one state, if it is named.

    Who follows a team without an account is nobody's business, so what is sent to them is not among these.
    """
    messages: QuerySet[Message] = Message.objects.filter(league=league, to__isnull=False).select_related("to", "league")
    if state in MessageState.values:
        messages = messages.filter(state=state)
    return messages.defer("text", "html", "calendar").order_by("-made_at", "-pk")[:SHOWN]
