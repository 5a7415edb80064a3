"""Hands one message over: to the mail server, the gateway of texts, a push service or a webhook; one transport each."""

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import format_datetime, formataddr, parseaddr
from enum import Enum
from functools import partial
from hashlib import sha256
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException, SMTPServerDisconnected

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from league.base.server.http_client import NoResponseError, post_outside
from league.base.ui.formats import one_line
from league.notifications.actions.preferences import drop_phone, note_delivered
from league.notifications.actions.webhooks import GONE, note_answer
from league.notifications.choices import MANDATORY_KINDS, Channel, MessageKind
from league.notifications.models import Message, Phone
from league.notifications.queries.letter import absolute, stop_address
from league.notifications.sms import Gateway, RefusedError, gateway
from league.notifications.webhooks import check_url, signed_headers
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
        yield lambda message, _at: _deliver(message, server)
    finally:
        _close_quietly(server)


def _deliver(message: Message, server: BaseEmailBackend) -> DeliveryResult:
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


def _close_quietly(server: BaseEmailBackend) -> None:
    try:
        server.close()
    except (SMTPException, OSError):
        return  # it went away by itself


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


# --- push messages --------------------------------------------------------------------------------------------------


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
        response = post(
            message.phone.endpoint, _encrypted(message, message.phone), _headers(message, message.phone, at)
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


def _encrypted(message: Message, phone: Phone) -> bytes:
    plain = json.dumps(push_payload(message), ensure_ascii=False).encode()
    public, auth = from_text(phone.public), from_text(phone.auth)
    return encrypt(plain, public=public, auth=auth, key=new_key(), salt=secrets.token_bytes(16))


def push_payload(message: Message) -> dict[str, str]:
    """Under 3 kB; a second with the same `tag` covers the first."""
    payload = {"title": message.subject, "body": message.text, "open": message.link, "tag": _topic(message)}
    return payload | ({"stop": message.stop} if message.stop else {})


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
