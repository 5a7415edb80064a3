"""The address of a client, as far as our own proxies vouch for it."""

from ipaddress import ip_address, ip_network
from typing import Any

MAX_ADDRESS_LENGTH = 64  # characters of an address that is none


def header(scope: dict[str, Any], name: bytes) -> str:
    """The request's header of this name, or "". A header that comes twice is joined, as HTTP has it."""
    return ",".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)


def client_address(scope: dict[str, Any], proxies: int) -> str:
    """Where a request comes from: each of our `proxies` adds at the end of X-Forwarded-For whom it heard it from.

    An address of IPv6 is that of its network, since whoever has one has them all. "" where nobody can say.
    """
    forwarded = [part.strip() for part in header(scope, b"x-forwarded-for").split(",") if part.strip()]
    peer = (scope.get("client") or ("",))[0]
    return network_of(forwarded[-proxies] if proxies and len(forwarded) >= proxies else peer)


def network_of(text: str) -> str:
    """An address of IPv4 as it is, of IPv6 as its /64 network; anything else cut short."""
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
