"""Addresses of the servers that the site talks to, as the environment has them."""

from collections.abc import Collection
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured


def server_at(name: str, url: str, schemes: Collection[str], example: str) -> str:
    """The address that a setting has. ImproperlyConfigured, without its password, if it cannot be meant."""
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port  # a password's "#" or "/" leaves a port that is no number
    except ValueError:
        pass
    else:
        rest = f"{parts.path}{parts.query}"
        if parts.scheme in schemes and (host or rest) and not parts.fragment and "@" not in rest:
            return url
    letters = "# / ? @ % as %23 %2F %3F %40 %25"
    raise ImproperlyConfigured(f"{name} must be like {example}. Write in a name or a password {letters}.")
