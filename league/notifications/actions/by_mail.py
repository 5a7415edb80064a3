"""Mails handed to the mail server: how one looks, and what the server's answers mean."""

from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import format_datetime, formataddr, parseaddr
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException, SMTPServerDisconnected

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from league.notifications.actions.transports import (
    DELIVERED,
    DeliveryResult,
    DeliveryStatus,
    Transport,
    TransportDownError,
    message_digest,
)
from league.notifications.choices import MANDATORY_KINDS
from league.notifications.models import Message
from league.notifications.queries.letters import absolute, stop_address
from league.ui.words import one_line


@contextmanager
def mail_server() -> Iterator[Transport]:
    """The server of the settings, reached before anything is claimed. AwayError if it cannot be."""
    server = get_connection(timeout=settings.EMAIL_TIMEOUT)
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
    """A no for good (5..) with the server's words; a no for now (4..) is asked again later."""
    words = one_line(reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply)
    if code >= 500:
        return DeliveryResult(DeliveryStatus.REFUSED, f"The mail server refused it: {words} ({code})")
    return DeliveryResult(DeliveryStatus.LATER, f"The mail server did not take it: {words} ({code})")


def _no_reply(error: Exception) -> DeliveryResult:
    words = one_line(str(error) or type(error).__name__)
    return DeliveryResult(DeliveryStatus.LATER, f"The mail server did not take it: {words}", doubtful=True, silent=True)


def _close_quietly(server: BaseEmailBackend) -> None:
    try:
        server.close()
    except (SMTPException, OSError):
        return  # it went away by itself


def as_mail(message: Message) -> EmailMultiAlternatives:
    """The message as a mail: text first, HTML beside it, a calendar file with it, and one click to have no more.

    Needs league. Its Message-ID and date are the same each time.
    """
    site = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    domain = site.rpartition("@")[2] or "localhost"
    headers = {
        "Message-ID": f"<{message_digest(message)}.{message.pk}@{domain}>",
        "Date": format_datetime(timezone.localtime(message.made_at)),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if message.kind not in MANDATORY_KINDS:
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
