"""The address of a client, as far as our own proxies vouch for it."""

import re
from collections.abc import Callable
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from typing import Any

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

from league.base.server.refusals import refusal

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


# --- its headers ------------------------------------------------------------------------------------------------------
# With no weight or one above nought (RFC 9110, 12.5.3).
GZIP = re.compile(r"(?:^|,)\s*gzip\s*(?:;\s*q=(?:1(?:\.0*)?|0?\.\d*[1-9]\d*)\s*)?(?:,|$)", re.IGNORECASE)


class ClientHeadersMiddleware:
    """Answers 400 to a host name that is not the site's, and reduces what a shared answer depends on to what is served.

    Answers are kept by these headers: by a visitor's own bytes each visitor could have a copy of every page kept.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            request.get_host()
        except DisallowedHost:
            return refusal(request.path_info, HTTPStatus.BAD_REQUEST)
        request.META["HTTP_ACCEPT_ENCODING"] = (
            "gzip" if GZIP.search(request.META.get("HTTP_ACCEPT_ENCODING", "")) else ""
        )
        if request.META.get("HTTP_HX_REQUEST") != "true":
            request.META.pop("HTTP_HX_REQUEST", None)
        return self.get_response(request)
