"""What a visitor's request headers may say before anything of the site reads them."""

import re
from collections.abc import Callable
from http import HTTPStatus

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

from league.base.server.refusals import refusal

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
