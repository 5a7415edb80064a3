"""What is done every so often: deliveries are sent, and old ones deleted."""

from datetime import datetime, timedelta

from league.base.jobs.periodic import periodic_task
from league.exchange.actions.delivery import RETENTION, delete_old_deliveries, deliver_waiting


@periodic_task(timedelta(seconds=10))
def send_to_webhooks(_now: datetime) -> None:
    """Send what waits; what is left over is for the next round."""
    deliver_waiting()


@periodic_task(timedelta(hours=1))
def forget_deliveries(now: datetime) -> None:
    """See `delete_old_deliveries`."""
    delete_old_deliveries(before=now - RETENTION)
