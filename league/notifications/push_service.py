"""The way out to the push services of browsers' makers: which addresses may be asked, and one request.

An endpoint is an address that a user gives us and that our server then asks, so it must not be a way into our own
network: it is asked only if it is one of the services in `PUSH_SERVICES`, by HTTPS, and if that name leads to public
addresses alone. The connection is made to an address that was looked at, and no redirect is followed.
"""

import socket
import ssl
from dataclasses import dataclass
from http.client import HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from django.conf import settings

READ = 300  # bytes of an answer: what it says is for people
TRANSLATED, TRANSLATED_AT_HOME = IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48")  # RFC 6052, RFC 8215
NOT_PUBLIC = "This is no address of a push service"


@dataclass(frozen=True, slots=True)
class PushResponse:
    """What a service answered."""

    status: int
    words: str


class NoResponseError(Exception):
    """The service cannot be reached, or has fallen silent. `doubtful`: it may have heard us."""

    def __init__(self, words: str, *, doubtful: bool) -> None:
        super().__init__(words)
        self.doubtful = doubtful


def check_endpoint(endpoint: str) -> None:
    """ValueError with words unless it is an address that may be asked; nobody is asked for that."""
    there = urlsplit(endpoint)
    name, port = (there.hostname or "").lower(), there.port  # ValueError for a port that is none
    known = any(name == each or name.endswith(f".{each}") for each in settings.PUSH_SERVICES)
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    private = there.username is not None or there.password is not None or there.fragment
    other_port = port not in {None, 443} and not settings.PUSH_INSIDE
    if there.scheme != "https" or not known or not plain or private or other_port:
        raise ValueError(NOT_PUBLIC)


def post(endpoint: str, body: bytes, headers: dict[str, str]) -> PushResponse:
    """Hand a message over. ValueError for an endpoint that may not be asked; SilenceError if nobody answers."""
    check_endpoint(endpoint)
    there = urlsplit(endpoint)
    line = _PinnedConnection(there.hostname or "", there.port or 443, timeout=settings.PUSH_TIMEOUT)
    try:
        try:
            line.connect()
        except OSError as error:
            raise NoResponseError(str(error) or type(error).__name__, doubtful=False) from error
        try:
            line.request("POST", there.path + (f"?{there.query}" if there.query else ""), body, headers)
            answer = line.getresponse()
            return PushResponse(answer.status, answer.read(READ).decode("utf-8", "replace"))
        except (OSError, HTTPException) as error:
            raise NoResponseError(str(error) or type(error).__name__, doubtful=True) from error
    finally:
        line.close()


class _PinnedConnection(HTTPSConnection):
    """A connection to an address that has been looked at, under the name for which the certificate must be."""

    def connect(self) -> None:
        plain = _connect(_public_addresses(self.host, self.port), self.port, self.timeout)
        try:
            self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise


def _connect(addresses: list[str], port: int, timeout: float | None) -> socket.socket:
    """A connection to the first that takes one: many servers have no way to the newer kind of address."""
    error = OSError("It has no address")
    for address in addresses:
        try:
            return socket.create_connection((address, port), timeout)
        except OSError as refused:
            error = refused
    raise error


def _public_addresses(name: str, port: int) -> list[str]:
    """The addresses of a name. ConnectionRefusedError if any of them is not on the public internet."""
    found = [str(each[4][0]) for each in socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)]
    inside = [each for each in found if not is_public(each)]
    if inside and not settings.PUSH_INSIDE:
        raise ConnectionRefusedError(f"{name} leads to {inside[0]}, which is not on the public internet")
    return found


def is_public(address: str) -> bool:
    """Whether an address is one of the public internet: not this machine, its network, a link or a group.

    An address of the newer kind may have one of the older inside it, which has to be public too.
    """
    rows = ip_address(address.partition("%")[0])
    if isinstance(rows, IPv6Address):
        inside = IPv4Address(int(rows) & 0xFFFFFFFF) if rows in TRANSLATED else rows.ipv4_mapped or rows.sixtofour
        if rows in TRANSLATED_AT_HOME or (inside is not None and not is_public(str(inside))):
            return False
    return rows.is_global and not rows.is_multicast
