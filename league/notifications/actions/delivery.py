"""Sending what waits, one message at a time: claimed in its row, handed to whoever carries it, and what became of it.

The claim is committed before a server is spoken to, so two processes never send one message at the same time. Whoever
dies between the server's yes and our note of it leaves a message claimed: it is sent again, under the same Message-ID
by which mail programs know it, because a mail that comes twice does less harm than one that never comes. The mail
server is reached before anything is claimed, so that moment is as short as one mail.
"""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from django.utils import timezone
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.jobs.workers import own_name
from league.notifications.actions.transports import (
    DeliveryResult,
    DeliveryStatus,
    Transport,
    TransportDownError,
    mail_server,
    push_services,
    text_gateway,
)
from league.notifications.choices import Channel, MessageState
from league.notifications.models.notifications import Message
from league.notifications.queries.outbox import due_at, unchanged_since_read

Clock = Callable[[], datetime]
log = logging.getLogger(__name__)
BATCH_SIZE = 50
RETRY_DELAYS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 720, 1440))
MAX_ERROR_LENGTH = 300
TRANSPORTS: dict[Channel, Callable[[], AbstractContextManager[Transport]]] = {
    Channel.MAIL: mail_server,
    Channel.TEXT: text_gateway,
    Channel.PUSH: push_services,
}
UNFIT = {Channel.MAIL: "an e-mail", Channel.TEXT: "a text", Channel.PUSH: "a message to a phone"}


def send_waiting(*, now: Clock = timezone.now, most: int = BATCH_SIZE) -> int:
    """Send the messages that are due, `most` by each way at the most; how many were taken."""
    with scopes_disabled():
        return sum(_send_channel(channel, due_at(now(), most, channel), now) for channel in TRANSPORTS)


def send_account_mail(*, now: Clock = timezone.now) -> int:
    """Send the mail about sign-ins that is due; how many were taken."""
    with scopes_disabled():
        return _send_channel(Channel.MAIL, due_at(now(), BATCH_SIZE, Channel.MAIL, of_accounts=True), now)


def send_again(*, message: Message, by: User, at: datetime) -> Message:
    """Put a message that was not delivered back into the queue; any other is left as it is."""
    with write_tx():
        locked = Message.objects.select_for_update(of=("self",)).select_related("league", "to").get(pk=message.pk)
        if not locked.can_go_again:
            return locked
        locked.state, locked.attempts, locked.not_before, locked.error, locked.until = (
            MessageState.WAITING,
            0,
            at,
            "",
            None,
        )
        locked.save(update_fields=["state", "attempts", "not_before", "error", "until"])
        text = f"A message to {locked.to} was sent again: {locked.shown_subject}"
        record(verb="send_again", words=text, at=at, by=by, league_id=locked.league_id, about=(locked.to,))
    return locked


def _send_channel(channel: Channel, found: list[Message], now: Clock) -> int:
    """One round by one way. If nobody can be reached, all messages stay as they are for the next one; somebody who
    falls silent in the middle costs one message an attempt, and ends the round.
    """
    if not found:
        return 0
    try:
        with TRANSPORTS[channel]() as transport:
            return _send_each(found, transport, now)
    except TransportDownError as error:
        log.warning("%s", error)
        return 0


def _send_each(found: list[Message], transport: Transport, now: Clock) -> int:
    taken = 0
    for message in found:
        claimed = _claim(message, now())
        if claimed is None:
            continue
        answer = _deliver(claimed, transport, now())
        _store_result(claimed, answer, now())
        taken += answer.status is DeliveryStatus.DELIVERED
        if answer.silent:
            break
    return taken


def _claim(message: Message, at: datetime) -> Message | None:
    """The message, marked as ours; None if it is of no use any more, or somebody else was quicker."""
    unchanged = unchanged_since_read(message)
    with write_tx():
        if message.until is not None and message.until <= at:
            Message.objects.filter(unchanged).update(state=MessageState.LAPSED, claimed_at=None)
            _forget_account_mail(message)
            return None
        doubtful = message.doubtful or message.state == MessageState.SENDING
        mine = {"claimed_by": own_name(), "claimed_at": at, "attempts": message.attempts + 1, "doubtful": doubtful}
        if not Message.objects.filter(unchanged).update(state=MessageState.SENDING, **mine):
            return None
    for name, value in mine.items():
        setattr(message, name, value)
    message.state = MessageState.SENDING
    return message


def _deliver(message: Message, transport: Transport, at: datetime) -> DeliveryResult:
    try:
        return transport(message, at)
    except Exception:
        log.exception("Message %s cannot be sent", message.pk)
        return DeliveryResult(DeliveryStatus.REFUSED, f"It could not be put into {UNFIT[Channel(message.channel)]}")


def _store_result(message: Message, answer: DeliveryResult, at: datetime) -> None:
    """What became of it. What is to be tried again waits a while, which grows; after the last try it has failed."""
    if answer.status is DeliveryStatus.DELIVERED:
        _update_claimed(message, state=MessageState.SENT, sent_at=at, error="")
        _forget_account_mail(message)
    elif answer.status is DeliveryStatus.REFUSED or message.attempts > len(RETRY_DELAYS):
        _update_claimed(message, state=MessageState.FAILED, error=answer.reason)
        _forget_account_mail(message)
    else:
        doubt, again = message.doubtful or answer.doubtful, at + RETRY_DELAYS[message.attempts - 1]
        _update_claimed(message, state=MessageState.WAITING, not_before=again, error=answer.reason, doubtful=doubt)


def _forget_account_mail(message: Message) -> None:
    """Delete what is over with and held a code, or told of somebody's sign-in."""
    over = (MessageState.SENT, MessageState.FAILED, MessageState.LAPSED)
    Message.objects.filter(pk=message.pk, league=None, state__in=over).delete()


def _update_claimed(message: Message, **values: object) -> None:
    """What became of it, unless somebody took it for abandoned and has it now."""
    cut = {name: str(value)[:MAX_ERROR_LENGTH] if name == "error" else value for name, value in values.items()}
    with write_tx():
        Message.objects.filter(unchanged_since_read(message)).update(claimed_at=None, **cut)
