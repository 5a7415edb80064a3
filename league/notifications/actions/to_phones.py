"""Messages handed to phones: sealed for one browser to the push service of its maker, and as texts to the league's
gateway.

Knows what the answers of push services and gateways mean.
"""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.utils import parseaddr

from django.conf import settings

from league.notifications.actions.preferences import drop_phone, note_delivered
from league.notifications.actions.transports import DELIVERED, DeliveryResult, DeliveryStatus, Transport, message_digest
from league.notifications.choices import MessageKind
from league.notifications.models import Message, Phone
from league.notifications.push_service import NoResponseError, post
from league.notifications.sms import Gateway, RefusedError, gateway
from league.notifications.webpush import encrypt, from_text, new_key, private_key, vapid_header
from league.ui.words import one_line

NO_GATEWAY = "No SMS_GATEWAY is set"


@contextmanager
def text_gateway() -> Iterator[Transport]:
    """The gateway of the settings."""
    sms_gateway = gateway()
    yield lambda message, _at: _deliver_text(message, sms_gateway)


def _deliver_text(message: Message, sms_gateway: Gateway | None) -> DeliveryResult:
    """What the gateway raises is its own business: anything but RefusedError is tried again."""
    if sms_gateway is None:
        return DeliveryResult(DeliveryStatus.REFUSED, NO_GATEWAY)
    try:
        sms_gateway.send(to=message.address, words=message.text, key=message_digest(message))
    except RefusedError as error:
        return DeliveryResult(DeliveryStatus.REFUSED, f"The gateway refused it: {one_line(str(error))}")
    except Exception as error:  # noqa: BLE001 (it is the league's own code)
        words = one_line(str(error) or type(error).__name__)
        return DeliveryResult(DeliveryStatus.LATER, f"The gateway did not take it: {words}", doubtful=True)
    return DELIVERED


# --- push messages --------------------------------------------------------------------------------------------------


UNSUBSCRIBED_STATUSES = "This phone takes none any more"
NO_KEY = "No PUSH_KEY is set"
NO_PHONE = (404, 410)
AGAIN = (408, 425, 429)
LONGEST_WAIT = timedelta(days=1)  # for a phone that is switched off, where the message does not say itself


@contextmanager
def push_services() -> Iterator[Transport]:
    """Each phone has its maker's; there is nothing to reach before."""
    yield _deliver_push


def _deliver_push(message: Message, at: datetime) -> DeliveryResult:
    if message.phone is None:
        return DeliveryResult(DeliveryStatus.REFUSED, UNSUBSCRIBED_STATUSES)
    if not settings.PUSH_KEY:
        return DeliveryResult(DeliveryStatus.REFUSED, NO_KEY)
    try:
        said = post(message.phone.endpoint, _encrypted(message, message.phone), _headers(message, message.phone, at))
    except ValueError as error:
        return DeliveryResult(DeliveryStatus.REFUSED, one_line(str(error)))
    except NoResponseError as error:
        words = f"The push service did not take it: {one_line(str(error))}"
        return DeliveryResult(DeliveryStatus.LATER, words, doubtful=error.doubtful, silent=True)
    return _push_result(message.phone, said.status, one_line(said.words), at)


def _push_result(phone: Phone, status: int, words: str, at: datetime) -> DeliveryResult:
    """2.. is a yes; 404 and 410 say that the browser takes no more, so the phone goes; 429 and 5.. are a no for now."""
    if 200 <= status < 300:
        note_delivered(phone=phone, at=at)
        return DELIVERED
    if status in NO_PHONE:
        drop_phone(phone=phone, at=at)
        return DeliveryResult(DeliveryStatus.REFUSED, UNSUBSCRIBED_STATUSES)
    if status in AGAIN or status >= 500:
        return DeliveryResult(DeliveryStatus.LATER, f"The push service did not take it: {words} ({status})")
    return DeliveryResult(DeliveryStatus.REFUSED, f"The push service refused it: {words} ({status})")


def _encrypted(message: Message, phone: Phone) -> bytes:
    plain = json.dumps(push_payload(message), ensure_ascii=False).encode()
    public, auth = from_text(phone.public), from_text(phone.auth)
    return encrypt(plain, public=public, auth=auth, key=new_key(), salt=secrets.token_bytes(16))


def push_payload(message: Message) -> dict[str, str]:
    """What the service worker is told, under 3 kB; with the same `tag` each time, so that a second covers the first."""
    return {"title": message.subject, "body": message.text, "open": message.link, "tag": message_digest(message)}


def _headers(message: Message, phone: Phone, at: datetime) -> dict[str, str]:
    """`Topic` has a message take its own place where it was handed over twice before the phone was switched on."""
    left = (message.until - at if message.until else LONGEST_WAIT).total_seconds()
    contact = f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
    return {
        "Authorization": vapid_header(phone.endpoint, key=private_key(settings.PUSH_KEY), contact=contact, at=at),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(min(max(left, 0), LONGEST_WAIT.total_seconds()))),
        "Urgency": "high" if message.kind == MessageKind.CARD_DUE else "normal",
        "Topic": message_digest(message),
    }
