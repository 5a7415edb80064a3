"""What is done every so often: answers to programs are forgotten after a day, also where nobody writes any more."""

from datetime import datetime, timedelta

from league.base.jobs.periodic import periodic_task
from league.exchange.actions.api import forget_replies


@periodic_task(timedelta(hours=1))
def forget_answers(now: datetime) -> None:
    """See `forget_replies`."""
    forget_replies(at=now)
