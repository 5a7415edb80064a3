"""Sending what waits, one message at a time: claimed in its row, handed to the mail server, and what became of it.

The claim is committed before the server is spoken to, so two processes never send one message at the same time. Whoever
dies between the server's yes and our note of it leaves a message claimed: it is sent again, under the same Message-ID
by which mail programs know it, because a mail that comes twice does less harm than one that never comes. The server is
reached before anything is claimed, so that moment is as short as one mail.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import format_datetime, formataddr, parseaddr
from hashlib import sha256
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException, SMTPServerDisconnected

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone
from django_scopes import scopes_disabled

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.jobs.workers import own_name
from league.post.choices import ALWAYS, MessageState
from league.post.models import Message
from league.post.queries.letters import absolute, stop_address
from league.post.queries.outbox import as_seen, due_at
from league.ui.words import one_line

Clock = Callable[[], datetime]
log = logging.getLogger(__name__)
AT_ONCE = 50
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 720, 1440))
LONGEST_WORDS = 300


def send_waiting(*, now: Clock = timezone.now, most: int = AT_ONCE) -> int:
    """Send the messages that are due, `most` at the most; how many the server took.

    A server that cannot be reached leaves them all as they are, for the next round. One that falls silent or goes away
    in the middle costs one message an attempt, and ends the round.
    """
    with scopes_disabled():
        found = due_at(now(), most)
        if not found:
            return 0
        server = get_connection(timeout=settings.EMAIL_TIMEOUT)
        try:
            server.open()
        except (SMTPException, OSError) as fault:
            log.warning("The mail server cannot be reached: %s", one_line(str(fault)))
            return 0
        try:
            return _send_each(found, server, now)
        finally:
            _close(server)


def send_again(*, message: Message, by: User, at: datetime) -> Message:
    """Put a message that was not delivered back into the queue; any other is left as it is."""
    with write_tx():
        held = Message.objects.select_for_update(of=("self",)).select_related("league", "to").get(pk=message.pk)
        if held.state != MessageState.FAILED:
            return held
        held.state, held.attempts, held.not_before, held.error, held.until = MessageState.WAITING, 0, at, "", None
        held.save(update_fields=["state", "attempts", "not_before", "error", "until"])
        words = f"A message to {held.to} is sent again: {held.subject}"
        record(verb="send_again", words=words, at=at, by=by, league_id=held.league_id, about=(held.to,))
    return held


def _send_each(found: list[Message], server: BaseEmailBackend, now: Clock) -> int:
    taken = 0
    for message in found:
        held = _claim(message, now())
        if held is None:
            continue
        sent, goes_on = _hand_over(held, server, now)
        taken += sent
        if not goes_on:
            break
    return taken


def _claim(message: Message, at: datetime) -> Message | None:
    """The message, marked as ours; None if it is of no use any more, or somebody else was quicker."""
    seen = as_seen(message)
    with write_tx():
        if message.until is not None and message.until <= at:
            Message.objects.filter(seen).update(state=MessageState.LAPSED, claimed_at=None)
            return None
        doubtful = message.doubtful or message.state == MessageState.SENDING
        mine = {"claimed_by": own_name(), "claimed_at": at, "attempts": message.attempts + 1, "doubtful": doubtful}
        if not Message.objects.filter(seen).update(state=MessageState.SENDING, **mine):
            return None
    for name, value in mine.items():
        setattr(message, name, value)
    message.state = MessageState.SENDING
    return message


def _hand_over(message: Message, server: BaseEmailBackend, now: Clock) -> tuple[bool, bool]:
    """Send a claimed message: whether the server took it, and whether it can be given the next one."""
    try:
        server.send_messages([as_mail(message)])
    except SMTPRecipientsRefused as fault:
        code, said = next(iter(fault.recipients.values()))
        _refused(message, code, said, now())
        return False, True
    except SMTPServerDisconnected as fault:
        _later(message, str(fault), now(), doubtful=True)
        return False, False
    except SMTPResponseException as fault:
        _refused(message, fault.smtp_code, fault.smtp_error, now())
        return False, True
    except (SMTPException, OSError) as fault:
        _later(message, str(fault) or type(fault).__name__, now(), doubtful=True)
        return False, False
    except Exception:
        log.exception("Message %s cannot be put into a mail", message.pk)
        _write(message, state=MessageState.FAILED, error="It could not be put into a mail.")
        return False, True
    _write(message, state=MessageState.SENT, sent_at=now(), error="")
    return True, True


def _refused(message: Message, code: int, said: bytes | str, at: datetime) -> None:
    """A no for good (5..) ends it with the server's words; a no for now (4..) is asked again later."""
    words = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    if code >= 500:
        _write(message, state=MessageState.FAILED, error=f"The mail server refused it: {one_line(words)} ({code})")
    else:
        _later(message, f"{words} ({code})", at)


def _later(message: Message, words: str, at: datetime, *, doubtful: bool = False) -> None:
    """Try again after a while, which grows; after the last try say that it did not arrive."""
    error = f"The mail server did not take it: {one_line(words)}"
    if message.attempts > len(PAUSES):
        _write(message, state=MessageState.FAILED, error=error)
        return
    pause = PAUSES[message.attempts - 1]
    doubt = message.doubtful or doubtful
    _write(message, state=MessageState.WAITING, not_before=at + pause, error=error, doubtful=doubt)


def _write(message: Message, **values: object) -> None:
    """What became of it, unless somebody took it for abandoned and has it now."""
    words = {name: str(value)[:LONGEST_WORDS] if name == "error" else value for name, value in values.items()}
    with write_tx():
        Message.objects.filter(as_seen(message)).update(claimed_at=None, **words)


def _close(server: BaseEmailBackend) -> None:
    try:
        server.close()
    except (SMTPException, OSError) as fault:
        log.info("The mail server went away: %s", one_line(str(fault)))


# --- the mail itself --------------------------------------------------------------------------------------------------


def as_mail(message: Message) -> EmailMultiAlternatives:
    """The message as a mail: text first, HTML beside it, a calendar file with it, and one click to have no more.

    Needs league. Its Message-ID and date are the same each time.
    """
    site = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    domain = site.rpartition("@")[2] or "localhost"
    headers = {
        "Message-ID": f"<{sha256(message.key.encode()).hexdigest()[:32]}.{message.pk}@{domain}>",
        "Date": format_datetime(timezone.localtime(message.made_at)),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if message.kind not in ALWAYS:
        stop = absolute(stop_address(message.to_id, message.league, message.kind))
        headers |= {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    mail = EmailMultiAlternatives(
        subject=one_line(message.subject),
        body=message.text,
        from_email=formataddr((one_line(message.league.name), site)),
        to=[one_line(message.address)],
        reply_to=[one_line(message.reply_to)] if message.reply_to else None,
        headers=headers,
    )
    mail.attach_alternative(message.html, "text/html")
    if message.calendar:
        mail.attach("match.ics", message.calendar, "text/calendar; charset=utf-8; method=PUBLISH")
    return mail
