"""People read before Django has a request: whose session a cookie is, and what it lets them send."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.db import connection
from django.http import HttpRequest, parse_cookie


def may_send_files(path: str, cookie: str) -> bool:
    """Whether the session in a Cookie header is of somebody who may send a file to this path.

    A whole league is brought in by administrators of the site alone. Elsewhere the view decides once the file is here.
    """
    request = HttpRequest()
    session_key = parse_cookie(cookie).get(settings.SESSION_COOKIE_NAME)
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    try:
        user = get_user(request)
    finally:
        connection.close()  # this thread is no request's, so that nobody else would give it back
    return user.is_authenticated and (user.is_staff or not path.startswith("/leagues/archive/"))
