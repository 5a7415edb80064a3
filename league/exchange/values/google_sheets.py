"""Addresses of published Google Sheets, and where their workbook is downloaded."""

import re
from urllib.parse import urlsplit

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
    """Whether a download may be fetched from there: it is Google's own."""
    try:
        parts = urlsplit(address)
        return parts.scheme == "https" and SENT_ON.fullmatch(parts.hostname or "") is not None and not parts.port
    except ValueError:
        return False
