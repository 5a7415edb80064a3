"""What lets somebody in stands in no line of the log, whatever becomes of the request."""

import json
import logging
import re
from logging.config import DictConfigurator

import pytest
from django.test import RequestFactory

from league.site.settings.logs import logging_of
from tests.league.addresses import routes

HANDED_OUT = ("/accounts/confirm-email/{}/", "/accounts/password/reset/key/{}/")  # allauth's, as it writes them
OPEN_KEYS = ("rules/<str:key>/",)  # names the rules of a game


def secret_addresses() -> list[str]:
    """Every address of the site with a part that is no word of a list and no number."""
    found = [text for text in routes() if "<str:" in text and not text.endswith(OPEN_KEYS)]
    return [re.sub(r"<(?!str:)[^>]+>", "x", re.sub(r"<str:[^>]+>", "{}", f"/{text}")) for text in found]


@pytest.mark.parametrize("form", ["plain", "json"])
def test_no_line_has_what_lets_somebody_in(form):
    handler = DictConfigurator(logging_of(form, "WARNING"))
    handler.configure()
    console = handler.config["handlers"]["console"]
    addresses = [*secret_addresses(), *HANDED_OUT]
    assert len(addresses) > 15
    for address in addresses:
        path = address.format("1.cqlM-secret:X")
        record = logging.makeLogRecord(
            {"msg": "%s: %s", "args": ("Forbidden", path), "request": RequestFactory().get(path), "status_code": 403}
        )
        assert console.filter(record)
        line = console.format(record)
        assert "secret" not in line, line
        assert "Forbidden" in (json.loads(line)["message"] if form == "json" else line)
