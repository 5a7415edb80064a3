"""What is looked at every few seconds: what has happened, what the clock says, and what waits to be sent."""

from datetime import datetime, timedelta

from league.base.jobs.periodic import periodic_task
from league.notifications.actions import account_mail
from league.notifications.actions.delivery import send_account_mail, send_waiting
from league.notifications.actions.outbox import process_audit_log, process_clock


@periodic_task(timedelta(seconds=10))
def process_outbox(now: datetime) -> None:
    """Write what is to be told, and send what waits; what is left over is for the next round."""
    process_audit_log(at=now)
    process_clock(at=now)
    send_waiting()


@periodic_task(timedelta(seconds=5), wake=account_mail.written)
def send_codes(now: datetime) -> None:  # noqa: ARG001
    """Send the mail about sign-ins: at once, and beside all other mail, since somebody looks at an inbox for it."""
    send_account_mail()
