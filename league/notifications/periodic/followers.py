"""What is looked at though nobody asks: who leads, and addresses that nobody confirmed."""

from datetime import datetime, timedelta

from league.base.jobs.periodic import periodic_task
from league.notifications.actions.followers import forget_unconfirmed, tell_leads


@periodic_task(timedelta(seconds=10))
def watch_leads(now: datetime) -> None:
    """In every live match that somebody follows."""
    tell_leads(at=now)


@periodic_task(timedelta(hours=1))
def drop_unconfirmed(now: datetime) -> None:
    """Addresses of the weekly e-mail."""
    forget_unconfirmed(at=now)
