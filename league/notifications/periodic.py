"""What is looked at every few seconds: what has happened, the clock, what waits to be sent, who leads; each minute the
mailbox to which results are mailed, and every hour addresses that nobody confirmed.
"""

import logging
import threading
from datetime import datetime, timedelta

from django.conf import settings

from league.base.accounts.limits import MINUTE, TryLimit
from league.base.jobs.runner import periodic_task
from league.notifications.actions.followers import forget_unconfirmed, tell_leads
from league.notifications.actions.mailed_results import read_mailbox
from league.notifications.actions.send_messages import send_account_mail, send_waiting
from league.notifications.actions.write_messages import account_mail_written, process_audit_log, process_clock
from league.notifications.mailbox import MailboxError

log = logging.getLogger(__name__)
mailbox_thread = threading.Event()  # a mail server may be slow, and nothing else is to wait for it


@periodic_task(timedelta(seconds=10))
def process_outbox(now: datetime) -> None:
    process_audit_log(at=now)
    process_clock(at=now)
    send_waiting()


@periodic_task(timedelta(seconds=5), wake=account_mail_written)
def send_codes(now: datetime) -> None:  # noqa: ARG001
    send_account_mail()


@periodic_task(timedelta(minutes=1), wake=mailbox_thread)
def look_into_mailbox(now: datetime) -> None:
    """Deal with new mails, in one process of the site at a time."""
    if not settings.MAIL_IN_URL or TryLimit("mailbox", 1, MINUTE).count("", now.timestamp()):
        return
    try:
        read_mailbox(at=now)
    except MailboxError as error:
        log.warning("The mailbox for results cannot be read: %s", error)


@periodic_task(timedelta(seconds=10))
def watch_leads(now: datetime) -> None:
    tell_leads(at=now)


@periodic_task(timedelta(hours=1))
def drop_unconfirmed(now: datetime) -> None:
    forget_unconfirmed(at=now)
