"""Sends the messages that lie in the outbox, one at a time, and tries again: each is claimed in its row, handed over by
`transports`, and its row says what became of it. What was not taken waits a while longer each time (`RETRY_DELAYS`).

The claim is committed before a server is spoken to, so two processes never send one message at the same time. Whoever
dies between the server's yes and our note of it leaves a message claimed: it is sent again, under the same Message-ID
by which mail programs know it, because a mail that comes twice does less harm than one that never comes. The mail
server is reached before anything is claimed, so that moment is as short as one mail.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from django.db.models import Case, Q, When
from django.utils import timezone
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.jobs.actions import change_unchanged
from league.base.jobs.workers import is_abandoned, own_name
from league.notifications.actions.transports import (
    TRANSPORTS,
    DeliveryResult,
    DeliveryStatus,
    Transport,
    TransportDownError,
)
from league.notifications.choices import Channel, MessageState
from league.notifications.models import LEASE, RETRY_DELAYS, Message

Clock = Callable[[], datetime]
log = logging.getLogger(__name__)
BATCH_SIZE = 50
LONGEST_ROUND = timedelta(seconds=20)  # by one way, while the others wait
MAX_ERROR_LENGTH = 300
UNFIT = {
    Channel.MAIL: "an e-mail",
    Channel.TEXT: "a text",
    Channel.PUSH: "a message to a phone",
    Channel.HOOK: "a request",
}


def send_waiting(*, now: Clock = timezone.now, most: int = BATCH_SIZE) -> int:
    """At most `most` by each channel; how many were taken."""
    with scopes_disabled():
        return sum(_send_channel(channel, due_at(now(), most, channel), now) for channel in TRANSPORTS)


def send_account_mail(*, now: Clock = timezone.now) -> int:
    with scopes_disabled():
        return _send_channel(Channel.MAIL, due_at(now(), BATCH_SIZE, Channel.MAIL, of_accounts=True), now)


def send_again(*, message: Message, by: User, at: datetime) -> Message:
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


def due_at(at: datetime, most: int, channel: Channel, *, of_accounts: bool = False) -> list[Message]:
    """Those about sign-ins first, then the oldest, and those whose sender died; none for a webhook that is off."""
    waiting = Q(state=MessageState.WAITING, not_before__lte=at) | Q(state=MessageState.SENDING)
    rows = Message.objects.filter(waiting, channel=channel, webhook__off_at=None)
    rows = rows.select_related("league", "phone", "webhook")
    if of_accounts:
        rows = rows.filter(league=None)
    messages = rows.order_by(Case(When(league=None, then=0), default=1), "not_before", "pk")[: 2 * most]
    free = (
        each
        for each in messages
        if each.state == MessageState.WAITING or is_abandoned(each.claimed_by, each.claimed_at, LEASE, at)
    )
    return list(islice(free, most))


def _send_channel(channel: Channel, messages: list[Message], now: Clock) -> int:
    """If nobody can be reached, all messages wait for the next round."""
    if not messages:
        return 0
    try:
        with TRANSPORTS[channel]() as transport:
            return _send_each(messages, transport, now)
    except TransportDownError as error:
        log.warning("%s", error)
        return 0


def _send_each(messages: list[Message], transport: Transport, now: Clock) -> int:
    """A silent receiver costs one message an attempt, and ends the round for those to the same webhook or to people."""
    taken, silent, began = 0, set[int | None](), now()
    for message in messages:
        if message.webhook_id in silent or not _claim(message, now()):
            continue
        answer = _deliver(message, transport, now())
        _store_result(message, answer, now())
        taken += answer.status is DeliveryStatus.DELIVERED
        if answer.silent:
            silent.add(message.webhook_id)
        if now() - began > LONGEST_ROUND:
            break
    return taken


def _claim(message: Message, at: datetime) -> bool:
    """False if it has lapsed, or somebody else was quicker."""
    if message.until is not None and message.until <= at:
        _change(message, state=MessageState.LAPSED, claimed_at=None)
        return False
    doubtful = message.doubtful or message.state == MessageState.SENDING
    mine = {"claimed_by": own_name(), "claimed_at": at, "attempts": message.attempts + 1, "doubtful": doubtful}
    return _change(message, state=MessageState.SENDING, **mine)


def _deliver(message: Message, transport: Transport, at: datetime) -> DeliveryResult:
    try:
        return transport(message, at)
    except Exception:
        log.exception("Message %s cannot be sent", message.pk)
        return DeliveryResult(DeliveryStatus.REFUSED, f"It could not be put into {UNFIT[Channel(message.channel)]}")


def _store_result(message: Message, answer: DeliveryResult, at: datetime) -> None:
    answered = {"claimed_at": None, "error": answer.reason[:MAX_ERROR_LENGTH], "status": answer.code}
    if answer.status is DeliveryStatus.DELIVERED:
        _change(message, state=MessageState.SENT, sent_at=at, **answered)
    elif answer.status is DeliveryStatus.REFUSED or message.tried_out:
        _change(message, state=MessageState.FAILED, **answered)
    else:
        doubt, again = message.doubtful or answer.doubtful, at + RETRY_DELAYS[message.attempts - 1]
        _change(message, state=MessageState.WAITING, not_before=again, doubtful=doubt, **answered)


def _change(message: Message, **values: Any) -> bool:
    """Unless somebody else has it now; finished mail about sign-ins is deleted."""
    changed = change_unchanged(Message.objects.all(), message, ("state", "attempts", "claimed_at"), **values)
    if changed and message.league_id is None and message.state not in (MessageState.WAITING, MessageState.SENDING):
        message.delete()
    return changed
