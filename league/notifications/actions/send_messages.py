"""Sends the messages that lie in the outbox, one at a time, and tries again: each is claimed in its row, handed over by
one of `TRANSPORTS`, and its row says what became of it. What was not taken waits a while longer each time
(`RETRY_DELAYS`).

The claim is committed before a server is spoken to, so two processes never send one message at the same time. Whoever
dies between the server's yes and our note of it leaves a message claimed: it is sent again, under the same Message-ID
by which mail programs know it, because a mail that comes twice does less harm than one that never comes. The mail
server is reached before anything is claimed, so that moment is as short as one mail.
"""

import json
import logging
import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import format_datetime, formataddr, parseaddr
from enum import Enum
from functools import partial
from hashlib import sha256
from itertools import islice
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException, SMTPServerDisconnected
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import Case, Q, When
from django.utils import timezone
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.jobs.actions import change_unchanged
from league.base.jobs.workers import is_abandoned, own_name
from league.base.server.http_client import NoResponseError, post_outside
from league.base.ui.formats import one_line
from league.notifications.actions.preferences import drop_phone, note_delivered
from league.notifications.actions.webhooks import GONE, check_url, note_answer, signed_headers
from league.notifications.choices import MANDATORY_KINDS, Channel, MessageKind, MessageState
from league.notifications.models import LEASE, RETRY_DELAYS, Message, Phone
from league.notifications.queries.letter import absolute, stop_address
from league.notifications.sms import Gateway, RefusedError, gateway
from league.notifications.webpush import encrypt, from_text, new_key, post, private_key, vapid_header


class DeliveryStatus(Enum):
    DELIVERED = "taken"
    REFUSED = "refused"  # for good
    LATER = "later"


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """`doubtful`: it may have been taken all the same; `silent`: the receiver is away; `code` is a webhook's status."""

    status: DeliveryStatus
    reason: str = ""
    doubtful: bool = False
    silent: bool = False
    code: int | None = None


class TransportDownError(Exception):
    """Nobody can take anything: all messages stay as they are, and none has been tried."""


def message_digest(message: Message) -> str:
    """32 letters by which whoever takes a message knows it again when it is handed over twice."""
    return sha256(message.key.encode()).hexdigest()[:32]


Transport = Callable[[Message, datetime], DeliveryResult]
DELIVERED = DeliveryResult(DeliveryStatus.DELIVERED)


# --- mail -------------------------------------------------------------------------------------------------------------
@contextmanager
def mail_server() -> Iterator[Transport]:
    """Reached before anything is claimed. TransportDownError if it cannot be."""
    server = get_connection(settings.MAIL_TRANSPORT, timeout=settings.EMAIL_TIMEOUT)
    try:
        server.open()
    except (SMTPException, OSError) as error:
        raise TransportDownError(f"The mail server cannot be reached: {one_line(str(error))}") from error
    try:
        yield lambda message, _at: _deliver_mail(message, server)
    finally:
        with suppress(SMTPException, OSError):  # it went away by itself
            server.close()


def _deliver_mail(message: Message, server: BaseEmailBackend) -> DeliveryResult:
    try:
        server.send_messages([as_mail(message)])
    except SMTPRecipientsRefused as error:
        return _smtp_result(*next(iter(error.recipients.values())))
    except SMTPServerDisconnected as error:
        return _no_reply(error)
    except SMTPResponseException as error:
        return _smtp_result(error.smtp_code, error.smtp_error)
    except (SMTPException, OSError) as error:
        return _no_reply(error)
    return DELIVERED


def _smtp_result(code: int, reply: bytes | str) -> DeliveryResult:
    """5xx is for good, 4xx is tried again."""
    text = one_line(reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply)
    if code >= 500:
        return DeliveryResult(DeliveryStatus.REFUSED, f"The mail server refused it: {text} ({code})")
    return DeliveryResult(DeliveryStatus.LATER, f"The mail server did not take it: {text} ({code})")


def _no_reply(error: Exception) -> DeliveryResult:
    text = one_line(str(error) or type(error).__name__)
    return DeliveryResult(DeliveryStatus.LATER, f"The mail server did not take it: {text}", doubtful=True, silent=True)


def as_mail(message: Message) -> EmailMultiAlternatives:
    """Needs league; Message-ID and date are the same each time."""
    site = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    domain = site.rpartition("@")[2] or "localhost"
    headers = {
        "Message-ID": f"<{message_digest(message)}.{message.pk}@{domain}>",
        "Date": format_datetime(timezone.localtime(message.made_at)),
        "Auto-Submitted": "auto-replied" if message.in_reply_to else "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if message.in_reply_to:
        headers |= {"In-Reply-To": message.in_reply_to, "References": message.in_reply_to}
    if message.league and message.kind not in MANDATORY_KINDS:
        stop = absolute(message.stop or stop_address(message.to_id or 0, message.league, message.kind))
        headers |= {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    mail = EmailMultiAlternatives(
        subject=one_line(message.subject), body=message.text,
        from_email=formataddr((one_line(message.league.name), site)) if message.league else settings.DEFAULT_FROM_EMAIL,
        to=[one_line(message.address)], reply_to=[one_line(message.reply_to)] if message.reply_to else None,
        headers=headers,
    )  # fmt: skip
    if message.html:
        mail.attach_alternative(message.html, "text/html")
    if message.calendar:
        mail.attach("match.ics", message.calendar, "text/calendar; charset=utf-8; method=PUBLISH")
    return mail


# --- texts ------------------------------------------------------------------------------------------------------------
NO_GATEWAY = "No SMS_GATEWAY is set"


def _deliver_text(sms_gateway: Gateway | None, message: Message, _at: datetime) -> DeliveryResult:
    """Anything the gateway raises but RefusedError is tried again."""
    if sms_gateway is None:
        return DeliveryResult(DeliveryStatus.REFUSED, NO_GATEWAY)
    try:
        sms_gateway.send(to=message.address, words=message.text, key=message_digest(message))
    except RefusedError as error:
        return DeliveryResult(DeliveryStatus.REFUSED, f"The gateway refused it: {one_line(str(error))}")
    except Exception as error:  # noqa: BLE001 (it is the league's own code)
        text = one_line(str(error) or type(error).__name__)
        return DeliveryResult(DeliveryStatus.LATER, f"The gateway did not take it: {text}", doubtful=True)
    return DELIVERED


# --- push messages ----------------------------------------------------------------------------------------------------
UNSUBSCRIBED = "This phone no longer accepts messages"
NO_KEY = "No PUSH_KEY is set"
NO_PHONE = (404, 410)
RETRY_STATUSES = (408, 425, 429)
LONGEST_WAIT = timedelta(days=1)  # for a phone that is switched off, where the message does not say itself


def _deliver_push(message: Message, at: datetime) -> DeliveryResult:
    if message.phone is None:
        return DeliveryResult(DeliveryStatus.REFUSED, UNSUBSCRIBED)
    if not settings.PUSH_KEY:
        return DeliveryResult(DeliveryStatus.REFUSED, NO_KEY)
    try:
        payload = {"title": message.subject, "body": message.text, "open": message.link, "tag": _topic(message)}
        plain = json.dumps(payload | ({"stop": message.stop} if message.stop else {}), ensure_ascii=False).encode()
        public, auth = from_text(message.phone.public), from_text(message.phone.auth)
        response = post(
            message.phone.endpoint,
            encrypt(plain, public=public, auth=auth, key=new_key(), salt=secrets.token_bytes(16)),
            _headers(message, message.phone, at),
        )
    except ValueError as error:
        return DeliveryResult(DeliveryStatus.REFUSED, one_line(str(error)))
    except NoResponseError as error:
        text = f"The push service did not take it: {one_line(str(error))}"
        return DeliveryResult(DeliveryStatus.LATER, text, doubtful=error.doubtful, silent=True)
    return _push_result(message.phone, response.status, one_line(response.text), at)


def _push_result(phone: Phone, status: int, text: str, at: datetime) -> DeliveryResult:
    """404 and 410 drop the phone; 429 and 5xx are tried again."""
    if 200 <= status < 300:
        note_delivered(phone=phone, at=at)
        return DELIVERED
    if status in NO_PHONE:
        drop_phone(phone=phone, at=at)
        return DeliveryResult(DeliveryStatus.REFUSED, UNSUBSCRIBED)
    if status in RETRY_STATUSES or status >= 500:
        return DeliveryResult(DeliveryStatus.LATER, f"The push service did not take it: {text} ({status})")
    return DeliveryResult(DeliveryStatus.REFUSED, f"The push service refused it: {text} ({status})")


def _topic(message: Message) -> str:
    return message.topic or message_digest(message)


def _headers(message: Message, phone: Phone, at: datetime) -> dict[str, str]:
    """With the same `Topic` a second copy replaces the first at the push service."""
    left = (message.until - at if message.until else LONGEST_WAIT).total_seconds()
    contact = f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
    return {
        "Authorization": vapid_header(phone.endpoint, key=private_key(settings.PUSH_KEY), contact=contact, at=at),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(min(max(left, 0), LONGEST_WAIT.total_seconds()))),
        "Urgency": "high" if message.kind == MessageKind.CARD_DUE else "normal",
        "Topic": _topic(message),
    }


# --- webhooks ---------------------------------------------------------------------------------------------------------
def _deliver_webhook(message: Message, at: datetime) -> DeliveryResult:
    hook, body, inside = message.webhook, message.text.encode(), settings.WEBHOOKS_INSIDE
    assert hook is not None
    status, text = None, ""
    try:
        check_url(hook.url, inside=inside)
        headers = signed_headers(hook.secrets_at(at), message.key, at, body)
        response = post_outside(hook.url, body, headers, timeout=settings.WEBHOOK_TIMEOUT, inside=inside)
    except (NoResponseError, ValueError) as error:
        text = one_line(str(error))
    else:
        redirects = "It leads elsewhere: enter the address at its end. " if 300 <= response.status < 400 else ""
        status, text = response.status, redirects + one_line(response.text)
    note_answer(delivery=message, status=status, text=text, at=at)
    if status is not None and 200 <= status < 300:
        return DeliveryResult(DeliveryStatus.DELIVERED, code=status)
    outcome = DeliveryStatus.REFUSED if status == GONE else DeliveryStatus.LATER
    return DeliveryResult(outcome, text, silent=status is None, code=status)


TRANSPORTS: dict[Channel, Callable[[], AbstractContextManager[Transport]]] = {  # in the order of the rounds
    Channel.MAIL: mail_server,
    Channel.TEXT: lambda: nullcontext(partial(_deliver_text, gateway())),
    Channel.PUSH: lambda: nullcontext(_deliver_push),
    Channel.HOOK: lambda: nullcontext(_deliver_webhook),
}


# --- the outbox -------------------------------------------------------------------------------------------------------
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
        locked.state, locked.attempts, locked.not_before = MessageState.WAITING, 0, at
        locked.error, locked.until = "", None
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
