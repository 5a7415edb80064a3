"""Where a request for a stream comes from, and what it asks for."""

import resource

import pytest

from league.base.server.headers import client_address
from league.matchnight.stream import server
from league.matchnight.stream.hub import Limits
from league.matchnight.stream.server import Admission, StreamRequest, parse_request


def asked(path="/live/t000001/", query="", client=("192.0.2.9", 5000), **headers):
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"path": path, "query_string": query.encode(), "client": client, "headers": named}


@pytest.mark.parametrize(
    ("query", "header", "since"),
    [
        ("", "", None),
        ("since=7", "", 7),
        ("since=7", "9", 9),
        ("", "9", 9),
        ("since=7", "nonsense", 7),
        ("since=-1", "", None),
        ("since=٣", "", None),
        ("since=12345678901", "", None),
    ],
)
def test_a_wish_goes_on_from_the_number_in_the_header_or_else_in_the_address(query, header, since):
    assert parse_request(asked(query=query, last_event_id=header)) == StreamRequest("t000001", since, "")


@pytest.mark.parametrize(
    "path", ["/live/", "/live/t1", "/live/a/b/", "/live/t 1/", "/live/<t1>/", f"/live/{17 * 'a'}/"]
)
def test_an_address_that_can_be_no_match_is_no_wish(path):
    assert parse_request(asked(path)) is None


@pytest.mark.parametrize(
    ("proxies", "told", "address"),
    [
        (0, "203.0.113.5", "192.0.2.9"),  # nobody vouches for it
        (1, "", "192.0.2.9"),
        (1, "203.0.113.5", "203.0.113.5"),
        (1, "198.51.100.1, 203.0.113.5", "203.0.113.5"),  # the first is what the visitor said
        (2, "198.51.100.1, 203.0.113.5, 10.0.0.1", "203.0.113.5"),
        (2, "203.0.113.5", "192.0.2.9"),  # it came past one of them
        (1, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        (1, "::ffff:203.0.113.5", "203.0.113.5"),
        (1, 100 * "x", 64 * "x"),
    ],
)
def test_an_address_is_believed_as_far_as_our_own_proxies_tell_it(proxies, told, address):
    assert client_address(asked(x_forwarded_for=told), proxies) == address


def test_nobody_is_counted_by_an_address_that_nobody_can_tell():
    """Behind a Unix socket without a proxy that tells: all would be one address."""
    inside = Admission(Limits(streams=3, at_one_address=1))
    nowhere = client_address(asked(client=None), 1)
    assert [inside.enter(nowhere) for _ in range(4)] == [True, True, True, False]


def test_who_leaves_makes_room_for_one_more():
    inside = Admission(Limits(streams=9, at_one_address=1))
    assert [inside.enter("a"), inside.enter("a"), inside.enter("b")] == [True, False, True]
    inside.leave("a")
    assert (inside.enter("a"), len(inside)) == (True, 2)


@pytest.mark.parametrize(
    ("soft", "hard", "room", "raised"),
    [(1024, 65536, 5000, (5200, 65536)), (1024, 4096, 3896, (4096, 4096)), (9000, 9000, 5000, None)],
)
def test_files_are_allowed_as_far_as_the_machine_lets_us(monkeypatch, soft, hard, room, raised):
    allowed = []
    monkeypatch.setattr(resource, "getrlimit", lambda _what: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _what, limits: allowed.append(limits))
    assert server.allow_files(5000) == room
    assert allowed == ([raised] if raised else [])
