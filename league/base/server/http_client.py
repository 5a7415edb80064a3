"""One request to an address that a user gave us, so that it is no way into our own network.

It is made only if the name leads to public addresses alone, to an address that was looked at, under the name for which
the certificate must be. No redirect is followed, little of an answer is read, and all of it together has to be done
within a time. `inside` lets a test have a receiver on this machine; no setting of a site comes to it.
"""

import socket
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Timer
from urllib.parse import urlsplit

from django.conf import settings

GLOBAL_UNICAST = IPv6Network("2000::/3")  # all that is given out of the newer kind, RFC 4291
DOCUMENTATION = IPv6Network("3fff::/20")  # RFC 9637, newer than what Python knows
LOOKUPS = ThreadPoolExecutor(4, thread_name_prefix="lookups")
READ = 300  # bytes of an answer: what it says is for people
TRANSLATED = IPv6Network("64:ff9b::/96")  # RFC 6052


@dataclass(frozen=True, slots=True)
class OutgoingResponse:
    status: int
    text: str


class NoResponseError(Exception):
    """Nobody can be reached there, or they have fallen silent. `doubtful`: they may have heard us."""

    def __init__(self, text: str, *, doubtful: bool) -> None:
        super().__init__(text)
        self.doubtful = doubtful


@dataclass(frozen=True, slots=True)
class FetchedFile:
    """`location` is "" unless it was moved."""

    status: int
    location: str
    content: bytes


def post_outside(
    address: str, body: bytes, headers: dict[str, str], *, timeout: float, inside: bool = False
) -> OutgoingResponse:
    """Within `timeout` seconds in all. NoResponseError; the caller has checked the address."""
    with _answer_of("POST", address, body, headers, timeout=timeout, inside=inside) as answer:
        return OutgoingResponse(answer.status, answer.read(READ).decode("utf-8", "replace"))


def get_outside(address: str, *, timeout: float, most: int, inside: bool = False) -> FetchedFile:
    """At most `most` bytes; redirects are left to the caller to check."""
    with _answer_of("GET", address, None, {}, timeout=timeout, inside=inside) as answer:
        moved = answer.status in (301, 302, 303, 307, 308)
        return FetchedFile(answer.status, answer.headers.get("Location", "") if moved else "", answer.read(most))


@contextmanager
def _answer_of(
    method: str, address: str, body: bytes | None, headers: dict[str, str], *, timeout: float, inside: bool
) -> Iterator[HTTPResponse]:
    url_parts = urlsplit(address)
    line = _PinnedConnection(url_parts.hostname or "", url_parts.port or 443, timeout, inside=inside)
    try:
        try:
            line.connect()
        except OSError as error:
            raise NoResponseError(_words(error), doubtful=False) from error
        try:
            with _deadline(line.sock, timeout):
                target = (url_parts.path or "/") + (f"?{url_parts.query}" if url_parts.query else "")
                line.request(method, target, body, headers)
                yield line.getresponse()
        except (OSError, HTTPException) as error:
            raise NoResponseError(_words(error), doubtful=True) from error
    finally:
        line.close()


def _words(error: Exception) -> str:
    return str(error) or type(error).__name__


@contextmanager
def _deadline(sock: socket.socket, seconds: float) -> Iterator[None]:
    timer = Timer(seconds, _hang_up, (sock,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _hang_up(sock: socket.socket) -> None:
    with suppress(OSError):  # it is closed already
        sock.shutdown(socket.SHUT_RDWR)


class _PinnedConnection(HTTPSConnection):
    """A connection to an address that has been looked at, under the name for which the certificate must be."""

    def __init__(self, host: str, port: int, timeout: float, *, inside: bool) -> None:
        super().__init__(host, port, timeout=timeout)
        self.inside = inside

    def connect(self) -> None:
        plain = _connect(public_addresses(self.host, self.port, inside=self.inside), self.port, self.timeout)
        try:
            with _deadline(plain, self.timeout or 0):
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


def public_addresses(name: str, port: int, *, inside: bool = False) -> list[str]:
    """ConnectionRefusedError if one is not public; TimeoutError after LOOKUP_PATIENCE."""
    try:
        lookup = LOOKUPS.submit(socket.getaddrinfo, name, port, type=socket.SOCK_STREAM)
        answer = lookup.result(settings.LOOKUP_PATIENCE)
        addresses = [str(each[4][0]) for each in answer]
    except UnicodeError as error:  # no name that could be looked up
        raise ConnectionRefusedError(f"{name} is no name of a server") from error
    private = [each for each in addresses if not is_public(each)]
    if private and not inside:
        raise ConnectionRefusedError(f"{name} leads to {private[0]}, which is not on the public internet")
    return addresses


def is_public(address: str) -> bool:
    """Also the older address inside one of the newer kind."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        inside = IPv4Address(int(ip) & 0xFFFFFFFF) if ip in TRANSLATED else ip.ipv4_mapped or ip.sixtofour
        if inside is not None and not is_public(str(inside)):
            return False
        if ip not in TRANSLATED and ip.ipv4_mapped is None and ip not in GLOBAL_UNICAST:
            return False
        if ip in DOCUMENTATION:
            return False
    return ip.is_global and not ip.is_multicast
