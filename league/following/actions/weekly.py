"""The weekly e-mail: turned on for a league, asked for by an address, confirmed by it, and stopped.

Who gets it is not in the history: docs/decisions/0040-followers-have-no-account.md.
"""

from datetime import datetime

from django_scopes import scopes_disabled

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.following.models import WeeklySubscriber
from league.following.queries.weekly import CONFIRM_WITHIN, confirmation_mail
from league.notifications.actions.outbox import store_new
from league.notifications.choices import MessageKind
from league.notifications.models import Message
from league.teams.actions.leagues import lock_league
from league.teams.models import League


def turn_weekly(*, league: League, on: bool, by: User, at: datetime) -> None:
    """Send a weekly e-mail of the league, or none. While there is none the addresses stay, and nothing goes there."""
    with lock_league(league.pk):
        if League.objects.filter(pk=league.pk, weekly_mail=not on).update(weekly_mail=on):
            text = f"The weekly e-mail was turned {'on' if on else 'off'}"
            record(verb="turn_weekly", words=text, at=at, by=by, league_id=league.pk, about=(league,))
    league.weekly_mail = on


def ask_weekly(*, league: League, email: str, at: datetime) -> None:
    """Send an address one link, which confirms it; nothing to one that is confirmed, or was asked within a day."""
    with write_tx():
        row, _ = WeeklySubscriber.objects.get_or_create(league=league, email=email.lower(), defaults={"asked_at": at})
        if row.confirmed_at is None:
            WeeklySubscriber.objects.filter(pk=row.pk).update(asked_at=at)
            store_new([confirmation_mail(row, at)])


def confirm_weekly(*, subscriber: WeeklySubscriber, at: datetime) -> None:
    """From now on the weekly e-mail goes there; a second time it does already."""
    with write_tx():
        WeeklySubscriber.objects.filter(pk=subscriber.pk, confirmed_at=None).update(confirmed_at=at)


def stop_weekly(*, subscriber: WeeklySubscriber) -> None:
    """Forget an address, with every e-mail that was written to it."""
    forget_address(league=subscriber.league, email=subscriber.email)


def forget_address(*, league: League, email: str) -> None:
    """The same of an address that may not have asked for anything."""
    with write_tx():
        WeeklySubscriber.objects.filter(league=league, email__iexact=email).delete()
        Message.objects.filter(league=league, to=None, kind=MessageKind.WEEKLY, address__iexact=email).delete()


def forget_unconfirmed(*, at: datetime) -> int:
    """Forget addresses of every league that did not confirm in time; how many there were."""
    with scopes_disabled():
        rows = WeeklySubscriber.objects.filter(confirmed_at=None, asked_at__lte=at - CONFIRM_WITHIN)
        late = list(rows.select_related("league"))
        for row in late:
            stop_weekly(subscriber=row)
        return len(late)
