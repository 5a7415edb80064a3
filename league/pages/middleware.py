"""Says on each page whose it is and whether a browser may keep it, for the worker that opens pages without a signal.

Knows which pages are worth having in a pub's cellar. What is kept of one person is thrown away by the worker as soon as
an answer is somebody else's, so whose it is has to stand on every page that looked at who is signed in.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

READER, KEPT = "X-Reader", "X-Keep"  # static/js/offline/worker.js reads them
NOBODY = "nobody"
KEPT_PAGES = frozenset(
    {  # none that lists phone numbers or e-mail addresses
        *("league-home", "tonight", "table", "match", "your-match", "team", "player", "cup", "cup-tie", "finals-night"),
        *("fixtures", "fixtures-night", "fixtures-tonight", "fixtures-month", "fixtures-team", "fixtures-venue"),
        *("venues", "venue", "rule-book"),
    }
)


class OfflineMiddleware:
    """Marks pages. A page that is the same for everybody, and looked at nobody's session, is left as it is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        page = request.method == "GET" and response.headers.get("Content-Type", "").startswith("text/html")
        known = settings.SESSION_COOKIE_NAME in request.COOKIES
        if page and (request.session.accessed or not known):
            response[READER] = reader_of(request) if known else NOBODY
            match = request.resolver_match
            if response.status_code == 200 and match is not None and match.url_name in KEPT_PAGES:
                response[KEPT] = "yes"
        return response


def reader_of(request: HttpRequest) -> str:
    """A word for whoever is signed in that is another for everybody, and says nothing to anybody."""
    if not request.user.is_authenticated:
        return NOBODY
    return salted_hmac(__name__, str(request.user.pk)).hexdigest()[:16]
