"""Messages handed to the push services of browsers' makers, sealed for one phone, and what their answers mean."""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.utils import parseaddr

from django.conf import settings

from league.post.actions.carriers import TAKEN, Answer, Carry, Fate, name_of
from league.post.actions.phones import lose_phone, note_worked
from league.post.choices import Kind
from league.post.models import Message, Phone
from league.post.push_service import SilenceError, post
from league.post.webpush import from_text, new_key, private_key, seal, site_pass
from league.ui.words import one_line

GONE = "This phone takes none any more"
UNSET = "No PUSH_KEY is set"
NO_PHONE = (404, 410)
AGAIN = (408, 425, 429)
LONGEST_WAIT = timedelta(days=1)  # for a phone that is switched off, where the message does not say itself


@contextmanager
def push_services() -> Iterator[Carry]:
    """Each phone has its maker's; there is nothing to reach before."""
    yield _hand_over


def _hand_over(message: Message, at: datetime) -> Answer:
    if message.phone is None:
        return Answer(Fate.REFUSED, GONE)
    if not settings.PUSH_KEY:
        return Answer(Fate.REFUSED, UNSET)
    try:
        said = post(message.phone.endpoint, _sealed(message, message.phone), _headers(message, message.phone, at))
    except ValueError as fault:
        return Answer(Fate.REFUSED, one_line(str(fault)))
    except SilenceError as fault:
        words = f"The push service did not take it: {one_line(str(fault))}"
        return Answer(Fate.LATER, words, doubtful=fault.doubtful, silent=True)
    return _meant(message.phone, said.status, one_line(said.words), at)


def _meant(phone: Phone, status: int, words: str, at: datetime) -> Answer:
    """2.. is a yes; 404 and 410 say that the browser takes no more, so the phone goes; 429 and 5.. are a no for now."""
    if 200 <= status < 300:
        note_worked(phone=phone, at=at)
        return TAKEN
    if status in NO_PHONE:
        lose_phone(phone=phone, at=at)
        return Answer(Fate.REFUSED, GONE)
    if status in AGAIN or status >= 500:
        return Answer(Fate.LATER, f"The push service did not take it: {words} ({status})")
    return Answer(Fate.REFUSED, f"The push service refused it: {words} ({status})")


def _sealed(message: Message, phone: Phone) -> bytes:
    plain = json.dumps(shown(message), ensure_ascii=False).encode()
    public, auth = from_text(phone.public), from_text(phone.auth)
    return seal(plain, public=public, auth=auth, key=new_key(), salt=secrets.token_bytes(16))


def shown(message: Message) -> dict[str, str]:
    """What the service worker is told, under 3 kB; with the same `tag` each time, so that a second covers the first."""
    return {"title": message.subject, "body": message.text, "open": message.link, "tag": name_of(message)}


def _headers(message: Message, phone: Phone, at: datetime) -> dict[str, str]:
    """`Topic` has a message take its own place where it was handed over twice before the phone was switched on."""
    left = (message.until - at if message.until else LONGEST_WAIT).total_seconds()
    contact = f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"
    return {
        "Authorization": site_pass(phone.endpoint, key=private_key(settings.PUSH_KEY), contact=contact, at=at),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(int(min(max(left, 0), LONGEST_WAIT.total_seconds()))),
        "Urgency": "high" if message.kind == Kind.CARD_DUE else "normal",
        "Topic": name_of(message),
    }
