"""What a request is known by: its number, which the log has too, and the address that it comes from."""

import logging
from contextvars import ContextVar
from ipaddress import ip_address, ip_network
from typing import Any

NONE = "-"  # outside of any request
current_request: ContextVar[str] = ContextVar("request_id", default=NONE)


def request_id() -> str:
    """The number of the request that is being answered; "-" outside of any."""
    return current_request.get()


class RequestIdFilter(logging.Filter):
    """Adds `request_id` to every record, so that a formatter may name it. Leaves nothing out."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id()
        return True


MAX_ADDRESS_LENGTH = 64  # characters of an address that is none


def header(scope: dict[str, Any], name: bytes) -> str:
    """Repeated headers are joined."""
    return ",".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)


def client_address(scope: dict[str, Any], proxies: int) -> str:
    """From X-Forwarded-For as far as our `proxies` vouch for it; IPv6 as its network, "" if unknown."""
    forwarded = [part.strip() for part in header(scope, b"x-forwarded-for").split(",") if part.strip()]
    peer = (scope.get("client") or ("",))[0]
    return network_of(forwarded[-proxies] if proxies and len(forwarded) >= proxies else peer)


def network_of(text: str) -> str:
    try:
        address = ip_address(text)
    except ValueError:
        return text[:MAX_ADDRESS_LENGTH]
    if address.version == 6 and address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False)) if address.version == 6 else text


def is_this_machine(address: str) -> bool:
    """Whether it is no visitor's address: a proxy that nobody told us of, or this machine itself."""
    return address in ("", "::/64") or address.startswith("127.")
