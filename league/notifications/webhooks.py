"""Standard Webhooks (standardwebhooks.com, specification 1.0.0): the secret, the signature, and the three headers.

Also which addresses a webhook may have, as far as they can be told without asking anybody.
"""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime
from urllib.parse import urlsplit

from league.base.server.http_client import is_public

SECRET_PREFIX, SECRET_BYTES = "whsec_", 32
HIGH_PORTS = 1024
NOT_HTTPS = "Enter an address that begins with https://."
NOT_PLAIN = "Enter the address without a name and password, spaces, or a # part."
BAD_PORT = "Use port 443, or one from 1024 up."
INSIDE = "Enter an address on the public internet. This one is inside a network."


def secret_text(raw: bytes) -> str:
    """A secret as people copy it. ValueError unless it is as long as the specification asks, 24 to 64 bytes."""
    if not 24 <= len(raw) <= 64:
        raise ValueError("A secret has 24 to 64 bytes")
    return SECRET_PREFIX + base64.b64encode(raw).decode()


def sign(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """HMAC-SHA256 (Standard Webhooks). ValueError for what is no secret."""
    if not secret.startswith(SECRET_PREFIX):
        raise ValueError("Not a webhook’s secret")
    try:
        key = base64.b64decode(secret[len(SECRET_PREFIX) :], validate=True)
    except binascii.Error as error:
        raise ValueError("Not a webhook’s secret") from error
    signed = f"{message_id}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def signed_headers(secrets: Sequence[str], message_id: str, at: datetime, body: bytes) -> dict[str, str]:
    timestamp = int(at.timestamp())
    return {
        "Content-Type": "application/json",
        "User-Agent": "Double-Six-Webhooks",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(sign(each, message_id, timestamp, body) for each in secrets),
    }


def check_url(url: str, *, inside: bool = False) -> None:
    """ValueError with words; nothing is looked up."""
    url_parts = urlsplit(url)
    if url_parts.scheme != "https" or not url_parts.hostname:
        raise ValueError(NOT_HTTPS)
    plain = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if url_parts.username is not None or url_parts.password is not None or url_parts.fragment or not plain:
        raise ValueError(NOT_PLAIN)
    if not _allowed_port(url):
        raise ValueError(BAD_PORT)
    if not inside and _is_inside(url_parts.hostname):
        raise ValueError(INSIDE)


def _allowed_port(url: str) -> bool:
    try:
        port = urlsplit(url).port
    except ValueError:
        return False
    return port in {None, 443} or (port is not None and port >= HIGH_PORTS)


def _is_inside(name: str) -> bool:
    """Whether a name says by itself that it is no public one: a bare name, this machine, an address of a network."""
    try:
        return not is_public(name)
    except ValueError:  # a name, not the number of an address
        ip_like = name.replace(".", "").isdigit() or name.lower().startswith("0x")
        return "." not in name or ip_like or name.lower().endswith((".localhost", ".local", ".internal"))


def host_of(url: str) -> tuple[str, int]:
    url_parts = urlsplit(url)
    return url_parts.hostname or "", url_parts.port or 443
