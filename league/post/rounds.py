"""What is looked at every few seconds: what has happened, what the clock says, and what waits to be sent."""

from datetime import datetime, timedelta

from league.jobs.rounds import every
from league.post.actions.sending import send_waiting
from league.post.actions.writing import take_clock, take_news


@every(timedelta(seconds=10))
def carry_the_post(now: datetime) -> None:
    """Write what is to be told, and send what waits; what is left over is for the next round."""
    take_news(at=now)
    take_clock(at=now)
    send_waiting()
