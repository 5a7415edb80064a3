"""Fetch a spreadsheet that somebody has published, by the address of its workbook."""

import re
from http import HTTPStatus
from urllib.parse import urlsplit

from league.base.server.http_client import FetchedFile, NoResponseError, get_outside
from league.reading.files import MAX_BYTES, NotReadableError, read_file
from league.reading.values import SourceSheet

HOST = "docs.google.com"
PUBLISHED = re.compile(r"/spreadsheets/(?:u/\d+/)?d/e/([\w-]{20,200})(?:/|$)")
SHARED = re.compile(r"/spreadsheets/(?:u/\d+/)?d/([\w-]{20,200})(?:/|$)")
# Whom Google sends a download on to.
SENT_ON = re.compile(r"(?:docs\.google\.com|[\w.-]+\.googleusercontent\.com)")


def download_address(address: str) -> str:
    """Where all sheets of it are, as one workbook; empty for what is no such address."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return ""
    if parts.scheme != "https" or host != HOST or port not in (None, 443) or parts.username is not None:
        return ""
    if match := PUBLISHED.match(parts.path):
        return f"https://{HOST}/spreadsheets/d/e/{match[1]}/pub?output=xlsx"
    if match := SHARED.match(parts.path):
        return f"https://{HOST}/spreadsheets/d/{match[1]}/export?format=xlsx"
    return ""


def is_sent_on(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme == "https" and SENT_ON.fullmatch(parts.hostname or "") is not None and not parts.port
    except ValueError:
        return False


TIMEOUT = 15  # seconds
MOST_HOPS = 3
GOOGLE_SHEET = "Google Sheet"
NOT_PUBLIC = (
    "Google does not give this sheet to everybody. In Google Sheets choose File, Share, Publish to web, and paste the"
    " address that it shows."
)


def fetch_sheets(address: str) -> list[SourceSheet]:
    """Every sheet that is published at an address. NotReadableError says why there is none."""
    fetched = _fetch(download_address(address))
    if fetched.status != HTTPStatus.OK:
        raise NotReadableError(NOT_PUBLIC)
    if len(fetched.content) > MAX_BYTES:
        raise NotReadableError(f"The sheet is larger than {MAX_BYTES // 1_000_000} MB. Bring it in parts.")
    if not fetched.content.startswith(b"PK"):  # Google answers with a page that asks to sign in
        raise NotReadableError(NOT_PUBLIC)
    return list(read_file(fetched.content, f"{GOOGLE_SHEET}.xlsx"))


def _fetch(address: str) -> FetchedFile:
    for _ in range(MOST_HOPS):
        try:
            fetched = get_outside(address, timeout=TIMEOUT, most=MAX_BYTES + 1)
        except NoResponseError as error:
            raise NotReadableError("Google does not answer. Try again in a minute, or download the sheet and bring"
                                   " the file.") from error  # fmt: skip
        if not fetched.location:
            return fetched
        if not is_sent_on(fetched.location):
            raise NotReadableError(NOT_PUBLIC)
        address = fetched.location
    raise NotReadableError(NOT_PUBLIC)
