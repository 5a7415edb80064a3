"""What is looked at every so often: whether something is old enough to be forgotten."""

from datetime import datetime, timedelta

from league.base.jobs.periodic import periodic_task
from league.exchange.actions.retention import apply_retention


@periodic_task(timedelta(hours=6))
def apply_retention_rules(now: datetime) -> None:
    """As the rules on the privacy page say; what is forgotten already is left."""
    apply_retention(at=now)
