"""Late cards with what their captains were written about them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from league.notifications.choices import MessageKind
from league.notifications.models.notifications import Message
from league.results.queries.late_cards import LateCard, undecided_late_cards
from league.teams.models import League

REMINDERS_SHOWN = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class RemindedCard:
    """A late card, how often its captains were written to about it, and when they last were."""

    card: LateCard
    reminders: int
    reminded_at: datetime | None


def late_cards_with_reminders(league: League, at: datetime) -> list[RemindedCard]:
    """Those to decide, and those still to come that cost nothing, with what was written about each. Eight queries."""
    late = [card for card in undecided_late_cards(league, at) if card.points or card.came is None]
    sent: dict[int, dict[str, datetime]] = {}
    about = Message.objects.filter(league=league, kind=MessageKind.CARD_DUE, made_at__gte=at - REMINDERS_SHOWN)
    for key, made in about.values_list("key", "made_at"):
        reminder = key.partition(":")[0]
        sent.setdefault(int(reminder.split("-")[1]), {})[reminder] = made
    return [
        RemindedCard(card, len(mails), max(mails.values(), default=None))
        for card in late
        for mails in (sent.get(card.fixture.pk, {}),)
    ]
