"""What is looked at every so often: whether something is old enough to be forgotten."""

from datetime import datetime, timedelta

from league.jobs.rounds import every
from league.privacy.actions.retention import forget_what_is_old


@every(timedelta(hours=6))
def forget(now: datetime) -> None:
    """As the rules on the privacy page say; what is forgotten already is left."""
    forget_what_is_old(at=now)
