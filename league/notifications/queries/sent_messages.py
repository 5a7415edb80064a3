"""What pages of officers show of messages: those that were sent, the notices given, and what late cards cost."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, QuerySet

from league.base.accounts.models import User
from league.notifications.choices import MessageKind, MessageState
from league.notifications.models import Message, Notice
from league.results.queries.penalties import undecided_late_cards
from league.teams.models import League

SHOWN = 200


def counts_of(league: League) -> list[tuple[MessageState, int]]:
    counted = Message.objects.filter(league=league, to__isnull=False).values_list("state").annotate(Count("pk"))
    rows = dict(counted.order_by("state"))
    return [(state, rows[state]) for state in MessageState if state in rows]


def messages_of(league: League, state: str) -> QuerySet[Message]:
    """The last 200; without those to followers, who have no account."""
    messages: QuerySet[Message] = Message.objects.filter(league=league, to__isnull=False).select_related("to", "league")
    if state in MessageState.values:
        messages = messages.filter(state=state)
    return messages.defer("text", "html", "calendar").order_by("-made_at", "-pk")[:SHOWN]


REMINDERS_SHOWN = timedelta(days=366)


def late_cards_with_reminders(league: League, at: datetime) -> list[dict[str, Any]]:
    """Each `card` with its number of `reminders`, and when the last was; those still to come are free of charge."""
    late = [card for card in undecided_late_cards(league, at) if card.points or card.came is None]
    sent: dict[int, dict[str, datetime]] = {}
    about = Message.objects.filter(league=league, kind=MessageKind.CARD_DUE, made_at__gte=at - REMINDERS_SHOWN)
    for key, made in about.values_list("key", "made_at"):
        reminder = key.partition(":")[0]
        sent.setdefault(int(reminder.split("-")[1]), {})[reminder] = made
    return [
        {"card": card, "reminders": len(mails), "reminded_at": max(mails.values(), default=None)}
        for card in late
        for mails in (sent.get(card.fixture.pk, {}),)
    ]


def notices_of(league: League, by: User | None) -> QuerySet[Notice]:
    notices: QuerySet[Notice] = Notice.objects.filter(league=league).select_related("team", "by")
    return (notices.filter(by=by) if by else notices).order_by("-at", "-pk")[:50]
