"""The mailbox to which results are mailed, read by IMAP (RFC 3501): what lies in its inbox has not been dealt with.

A mail is moved into a folder of the site's once it has been, so that a site that dies half-way finds it again. Those
folders are emptied after some days; nothing else in the mailbox is touched.
"""

import imaplib
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date, datetime, timedelta
from email.utils import parsedate_to_datetime
from ssl import create_default_context
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from django.conf import settings

MOST_BYTES = 25_000_000  # of one mail; providers take no larger ones, and of a larger one the rest is not fetched
MAILS_KEPT = timedelta(days=14)  # after they were dealt with, and messages that no card was made of
DONE, FAILED = "Results-done", "Results-failed"
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class MailboxError(Exception):
    """The mailbox cannot be reached, or does not do what it is asked."""


@contextmanager
def open_mailbox(address: str) -> Iterator["Mailbox"]:
    """imaps://name:password@host:port/folder, or imap:// without TLS. MailboxError."""
    url = urlsplit(address)
    try:
        imap = _connect(url)
        try:
            imap.login(unquote(url.username or ""), unquote(url.password or ""))
            yield Mailbox(imap, unquote(url.path.lstrip("/")) or "INBOX")
        finally:
            with suppress(imaplib.IMAP4.error, OSError):
                imap.logout()
    except (imaplib.IMAP4.error, OSError) as error:
        raise MailboxError(str(error)) from error


def _connect(url: SplitResult) -> imaplib.IMAP4:
    host, timeout = url.hostname or "", settings.EMAIL_TIMEOUT
    if url.scheme == "imaps":
        return imaplib.IMAP4_SSL(host, url.port or 993, ssl_context=create_default_context(), timeout=timeout)
    return imaplib.IMAP4(host, url.port or 143, timeout=timeout)


class Mailbox:
    def __init__(self, imap: imaplib.IMAP4, folder: str) -> None:
        self._imap, self._prefix = imap, ""
        self._able = _first(imap.capability()).decode().upper().split()  # more than before it knew who asks
        if "NAMESPACE" in self._able:  # some servers want every folder below INBOX
            prefix = re.match(rb'\(\("([^"]*)"', _first(imap.namespace()))
            self._prefix = prefix[1].decode() if prefix else ""
        _first(imap.select(f'"{folder}"'))

    def waiting(self, most: int) -> list[str]:
        """UIDs."""
        return _first(self._imap.uid("SEARCH", "ALL")).decode().split()[:most]

    def fetch(self, uid: str) -> tuple[bytes, datetime] | None:
        """None where somebody else has moved it."""
        status, answer = self._imap.uid("FETCH", uid, f"(INTERNALDATE BODY.PEEK[]<0.{MOST_BYTES}>)")
        raws = [part[1] for part in answer if isinstance(part, tuple)]
        heads = b" ".join(part[0] if isinstance(part, tuple) else part for part in answer if part)
        came = re.search(rb'INTERNALDATE "\s?([^"]+)"', heads)
        if status != "OK" or not raws or came is None:
            return None
        return raws[0], parsedate_to_datetime(came[1].decode())

    def move(self, uid: str, folder: str) -> None:
        name = f"{self._prefix}{folder}"
        self._imap.create(name)  # which is refused where there is one
        if "MOVE" in self._able:
            _first(self._imap.uid("MOVE", uid, name))
            return
        _first(self._imap.uid("COPY", uid, name))
        self._delete(uid)

    def forget(self, before: date) -> None:
        day = f"{before.day}-{MONTHS[before.month - 1]}-{before.year}"
        for folder in (DONE, FAILED):
            opened, _ = self._imap.select(f"{self._prefix}{folder}")
            old = _first(self._imap.uid("SEARCH", f"BEFORE {day}")).decode().split() if opened == "OK" else []
            if old:
                self._delete(",".join(old))

    def _delete(self, uids: str) -> None:
        _first(self._imap.uid("STORE", uids, "+FLAGS", r"(\Deleted)"))
        _first(self._imap.expunge())


def _first(response: tuple[str, list[Any]]) -> bytes:
    """What the server says; imaplib's error where that is a no."""
    status, answer = response
    if status != "OK":
        raise imaplib.IMAP4.error(f"The mail server refused: {answer!r}")
    return answer[0] if answer and isinstance(answer[0], bytes) else b""
