"""Mail that no league writes: codes and changes of a sign-in. It is queued, so that no page waits for a mail server.

This is the site's EMAIL_BACKEND: whatever sends a mail by Django's own functions, as allauth does, writes a message.
"""

import threading
import uuid
from collections.abc import Sequence
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone
from django_scopes import scopes_disabled

from league.notifications.choices import MessageKind
from league.notifications.models import Message

LASTS = timedelta(days=2)
written = threading.Event()  # wakes whoever sends it in this process


class OutboxBackend(BaseEmailBackend):
    """Writes each mail for each of its addresses as a message; a header `Expires` says until when it is of use."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        at = timezone.now()
        with scopes_disabled(), transaction.atomic():
            Message.objects.bulk_create(
                _message(mail, address, at) for mail in email_messages for address in mail.recipients()
            )
            transaction.on_commit(written.set)
        return len(email_messages)


def _message(mail: EmailMessage, address: str, at: datetime) -> Message:
    expires = mail.extra_headers.get("Expires")
    return Message(
        kind=MessageKind.ACCOUNT, key=f"account-{uuid.uuid4()}", address=address, subject=mail.subject[:200],
        text=str(mail.body), made_at=at, not_before=at, until=parsedate_to_datetime(expires) if expires else at + LASTS,
    )  # fmt: skip
