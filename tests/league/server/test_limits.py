"""Addresses by their shape: how much may be sent to them, and which threads answer."""

from datetime import date

import pytest
from django.urls import reverse

from league.base.server.headers import network_of
from league.base.server.limits import MB, body_rule, is_slow, pool_name


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("x" * 99, "x" * 64),
    ],
)
def test_addresses_of_one_network_are_one_client(address, network):
    assert network_of(address) == network


@pytest.mark.parametrize(
    ("path", "slow"),
    [
        ("/l/2026-11-24/a-b/blank-card.pdf", True),
        ("/l/calendar.ics", True),
        ("/l/results.atom", True),
        ("/l/spreadsheets/results.xlsx", True),
        ("/l/2026-11-24/a-b/live/games/0-1/", True),
        ("/rules/check/", True),
        ("/l/", False),
        ("/robots.txt", False),
        ("/static/css/site.0123.css.txt", False),
        ("/l/2026-11-24/a-b/live/events/", False),
    ],
)
def test_what_is_slow_is_known_by_its_address(path, slow):
    assert is_slow("GET", path) is slow


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("account_login", ()),
        ("account_reauthenticate", ()),
        ("account_change_password", ()),
        ("account_set_password", ()),
        ("account_reset_password", ()),
        ("admin:login", ()),
    ],
)
def test_passwords_have_threads_of_their_own(name, parts):
    assert pool_name("POST", reverse(name, args=parts)) == "passwords"


@pytest.mark.parametrize(
    ("name", "parts", "most"),
    [
        ("card-photo", ("l", "2026-11-24", "a-b"), 12),
        ("team-look", ("l", "a"), 12),
        ("league-look", ("l",), 12),
        ("new-import", ("l", "teams"), 12),
        ("import-league", (), 256),
        ("match-card", ("l", "2026-11-24", "a-b"), 3),
        ("live-events", ("l", "2026-11-24", "a-b"), 3),
    ],
)
def test_addresses_that_take_files_take_larger_bodies(name, parts, most):
    parts = [date.fromisoformat(part) if part[0].isdigit() else part for part in parts]
    assert body_rule(reverse(name, args=parts)).most == most * MB
