"""The stream, by a real uvicorn and real connections: nothing missed, nothing twice, nobody held up by anybody."""

import socket
import threading
import time

import pytest
import uvicorn
from django_scopes import scopes_disabled

from league.matchnight import pubsub
from league.matchnight.permissions import ticket_for
from league.matchnight.stream import Stream
from league.matchnight.stream.hub import Limits
from tests.factories import league_in_season
from tests.league.live.crowd import Crowd, Phone
from tests.waiting import HANG, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def crowd():
    crowd = Crowd()
    yield crowd
    crowd.over()


@pytest.fixture
def world(transactional_db):
    with scopes_disabled():
        yield league_in_season()


@pytest.fixture
def fixture(world):
    return world.fixtures[0]


@pytest.fixture
def phone(world, fixture):
    return Phone(fixture, world.captains[0])


class Server:
    """uvicorn in a thread, with a stream whose limits the test has chosen, and little room in its connections."""

    def __init__(self, log_level="error", **limits):
        self.stream = Stream(Limits(**({"sweep": 60} | limits)))
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        self._socket.bind(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        config = uvicorn.Config(self.stream, log_level=log_level, timeout_graceful_shutdown=3, lifespan="on")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]}, daemon=True)
        self._thread.start()
        assert until(lambda: self._server.started)

    def stop(self):
        self.stream.hang_up()
        self._server.should_exit = True
        self._thread.join(HANG)
        assert not self._thread.is_alive()
        self._socket.close()


@pytest.fixture
def serve(transactional_db):
    servers = []

    def begin(**wanted):
        servers.append(Server(**wanted))
        return servers[-1]

    yield begin
    for server in servers:
        server.stop()


@pytest.fixture
def server(serve):
    return serve()


def test_every_event_of_the_log_is_one_frame_in_order(server, crowd, phone, fixture):
    watching = crowd.watch(server.port, fixture.code)
    assert until(lambda: watching.heads == [0])

    phone.tap()
    phone.tap(3)

    assert until(lambda: watching.last == 4)
    assert watching.numbers == [1, 2, 3, 4]
    assert [view["seq"] for view in watching.views] == [1, 2, 3, 4]
    assert [view["kind"] for view in watching.views] == ["opened", "fact", "fact", "fact"]


def test_a_server_that_traces_every_message_has_streams_too(serve, crowd, phone, fixture):
    watching = crowd.watch(serve(log_level="trace").port, fixture.code)
    assert until(lambda: watching.heads == [0])
    phone.tap()
    assert until(lambda: watching.last == 1)


def test_the_answer_is_said_to_be_a_stream_that_nobody_keeps_and_only_this_site_reads(serve, crowd, fixture):
    said = crowd.once(serve().port, fixture.code).headers.lower()

    assert "content-type: text/event-stream; charset=utf-8\r\n" in said
    assert "cache-control: no-store\r\n" in said
    assert "x-accel-buffering: no\r\n" in said
    assert "access-control-allow" not in said


@pytest.mark.parametrize("since", [0, 2, 5])
def test_a_stream_goes_on_after_the_last_number_that_was_seen(server, crowd, phone, fixture, since):
    phone.tap(5)

    watching = crowd.watch(server.port, fixture.code, since)

    assert until(lambda: watching.heads == [5] and watching.last == 5)
    assert watching.numbers == list(range(since + 1, 6))


def test_the_number_may_be_in_the_address_and_that_of_the_header_is_newer(server, crowd, phone, fixture):
    phone.tap(5)
    plain = f"GET /live/{fixture.code}/?since=3 HTTP/1.1\r\nHost: x\r\n"

    assert numbers_told(server.port, plain, 2) == [4, 5]
    assert numbers_told(server.port, plain + "Last-Event-ID: 4\r\n", 1) == [5]


def test_without_a_number_it_begins_now(server, crowd, phone, fixture):
    phone.tap(5)

    watching = crowd.watch(server.port, fixture.code)
    assert until(lambda: watching.heads == [5])
    phone.tap()

    assert until(lambda: watching.numbers == [6])


def test_who_has_missed_more_than_is_kept_begins_afresh(server, crowd, phone, fixture):
    phone.tap(300)

    late, later = (crowd.watch(server.port, fixture.code, since) for since in (44, 43))

    assert until(lambda: late.last == 300 and later.last == 300)
    assert (late.numbers, late.resets) == (list(range(45, 301)), [])
    assert (later.numbers, later.resets) == ([], [300])
    phone.tap()
    assert until(lambda: later.numbers == [301])


def test_who_has_seen_what_never_was_begins_afresh(server, crowd, phone, fixture):
    phone.tap(5)

    watching = crowd.watch(server.port, fixture.code, 9)

    assert until(lambda: watching.resets == [5])


def test_who_has_seen_more_elsewhere_is_not_sent_back(server, crowd, phone, fixture):
    """It was another process that received the message; this one had read as far as 2."""
    phone.tap(2)
    first = crowd.watch(server.port, fixture.code)
    assert until(lambda: first.heads == [2])
    without_a_bell(lambda: phone.tap(2))

    second = crowd.watch(server.port, fixture.code, 4)

    assert until(lambda: second.heads == [4])
    assert until(lambda: first.numbers == [3, 4])
    assert second.resets == []


def test_two_hundred_dropped_lines_miss_nothing_and_get_nothing_twice(server, crowd, phone, fixture):
    phone.tap()
    watching = [crowd.watch(server.port, fixture.code, 0, pause=0.01) for _ in range(8)]
    drops = 0
    while drops < 200:
        dropped = {each: each.opened for each in watching[drops // 4 % 2 :: 2]}
        assert until(lambda: all(each.opened for each in dropped))  # noqa: B023
        phone.tap()
        for each in dropped:
            crowd.loop.call_soon_threadsafe(each.drop)
            drops += 1
        assert until(lambda: all(each.opened > before for each, before in dropped.items()))  # noqa: B023
    head = phone.tap()

    assert until(lambda: all(each.last == head for each in watching))
    assert [each.numbers for each in watching] == [list(range(1, head + 1))] * 8
    assert sum(each.opened for each in watching) >= 200
    assert not any(each.resets for each in watching)


def test_a_stream_with_nothing_to_tell_shows_that_it_lives(serve, crowd, fixture):
    server, begin = serve(heartbeat=0.2), time.monotonic()
    watching = crowd.watch(server.port, fixture.code)

    assert until(lambda: len(watching.beats) >= 4)
    waited = [beat - begin for beat in watching.beats]  # however late they are heard, none is said too soon
    assert all(wait > 0.19 * number for number, wait in enumerate(waited, start=1))


def test_a_bell_that_was_not_heard_delays_but_loses_nothing(serve, crowd, phone, fixture):
    server = serve(sweep=0.3)
    watching = crowd.watch(server.port, fixture.code)
    assert until(lambda: watching.heads == [0])

    without_a_bell(lambda: phone.tap(3))

    assert until(lambda: watching.numbers == [1, 2, 3])


# --- slow readers, and too many ---------------------------------------------------------------------------------------
def test_a_look_at_the_rows_that_began_before_a_tap_ends_no_stream(serve, crowd, phone, fixture):
    server = serve(sweep=0.001)
    spectator = crowd.watch(server.port, fixture.code)
    assert until(lambda: spectator.heads)
    for _ in range(150):
        phone.tap()
    assert until(lambda: spectator.last == phone.head)
    assert spectator.opened == 1
    assert spectator.numbers == list(range(1, phone.head + 1))


def test_a_slow_reader_begins_afresh_and_holds_nobody_up(server, crowd, phone, fixture):
    phone.tap()
    quick = crowd.watch(server.port, fixture.code, 0)
    slow = unread(server.port, fixture.code)
    for _ in range(4):
        head = phone.tap(250)
        assert until(lambda: quick.last == head)  # noqa: B023
        assert quick.resets == []

    words = read_until(slow, f'event: reset\ndata: {{"head": {head}}}'.encode())
    assert b"id: 1\n" in words
    assert b"id: 900\n" not in words  # that is more than its line held
    phone.tap()
    assert read_until(slow, f"id: {head + 1}\n".encode())
    slow.close()


def test_a_reader_that_does_not_read_is_let_go(serve, crowd, phone, fixture):
    server = serve(patience=0.3)
    stuck = unread(server.port, fixture.code)
    assert until(lambda: len(server.stream) == 1)
    for _ in range(4):
        phone.tap(250)

    assert until(lambda: len(server.stream) == 0)
    words = read_until(stuck, None)
    stuck.close()
    assert b"id: 1\n" in words
    assert not words.endswith(b"0\r\n\r\n")  # it was not ended, it was cut off


def test_a_line_that_is_full_does_not_hold_up_the_end(server, crowd, phone, fixture):
    stuck = unread(server.port, fixture.code)
    reading = crowd.watch(server.port, fixture.code, 0, pause=60)
    assert until(lambda: len(server.stream) == 2)
    for _ in range(4):
        head = phone.tap(250)
        assert until(lambda: reading.last == head)  # noqa: B023

    server.stream.hang_up()

    assert until(lambda: len(server.stream) == 0)
    assert crowd.once(server.port, fixture.code).status == 503
    stuck.close()


def test_an_end_is_said_and_the_line_closed(server, fixture):
    line = unread(server.port, fixture.code)
    read_until(line, b"event: head")
    line.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")  # which nobody answers in the middle of a stream

    server.stream.hang_up()

    said = read_until(line, None)
    line.close()
    assert said.endswith(b"0\r\n\r\n")
    assert b"HTTP/1.1" not in said


def test_who_asks_for_more_at_once_and_goes_is_not_kept(serve, fixture):
    server = serve(heartbeat=0.2)
    line = socket.create_connection(("127.0.0.1", server.port))
    line.sendall(2 * f"GET /live/{fixture.code}/ HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    read_until(line, b": hb")
    assert len(server.stream) == 1

    line.shutdown(socket.SHUT_WR)

    assert until(lambda: len(server.stream) == 0)
    line.close()


def test_who_comes_too_many_is_told_to_come_later(serve, crowd, fixture):
    server = serve(streams=2)
    inside = [crowd.watch(server.port, fixture.code) for _ in range(2)]
    assert until(lambda: all(each.opened for each in inside))

    third = crowd.once(server.port, fixture.code)

    assert third.status == 503
    assert "retry-after: 10\r\n" in third.headers
    crowd.leave()
    assert until(lambda: len(server.stream) == 0)
    assert crowd.once(server.port, fixture.code).status == 200


def test_streams_are_counted_by_the_address_that_our_own_proxies_tell(serve, crowd, fixture, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    server = serve(at_one_address=1)
    inside = crowd.watch(server.port, fixture.code, **{"X-Forwarded-For": "192.0.2.1"})
    assert until(lambda: inside.opened)

    def status(told):
        return crowd.once(server.port, fixture.code, **{"X-Forwarded-For": told}).status

    assert status("192.0.2.1") == 503
    assert status("198.51.100.7, 192.0.2.1") == 503  # what somebody says of themselves comes first, and is not believed
    assert status("192.0.2.2") == 200


def test_when_all_have_gone_nothing_is_left(serve, crowd, phone, fixture):
    server = serve(sweep=0.2, linger=0)
    phone.tap()
    threads = threading.active_count()
    for _ in range(30):
        crowd.watch(server.port, fixture.code)
    assert until(lambda: len(server.stream) == 30)
    assert threading.active_count() <= threads + 1  # the one that reads rows

    crowd.leave()

    assert until(lambda: len(server.stream) == 0)
    assert until(lambda: not server.stream._hub._topics)


def test_nobody_is_left_with_a_match_that_was_let_go_while_they_came(serve, crowd, phone, fixture):
    """They watch it, or are told to come again, and have seen one number that is not read here yet."""
    server = serve(sweep=0.001, linger=0)
    head = phone.tap()
    for _ in range(15):
        watching = crowd.watch(server.port, fixture.code, head + 1)
        assert until(lambda: watching.heads)  # noqa: B023
        head = phone.tap(2)  # the first is the one they say they have, should they have come back meanwhile
        assert until(lambda: head in watching.numbers)  # noqa: B023
        crowd.leave()
        assert until(lambda: not len(server.stream))


# --- who may watch, and what there is ---------------------------------------------------------------------------------
def test_a_private_league_is_watched_with_a_ticket(server, crowd, world, phone, fixture):
    make_private(world.league)
    phone.tap()
    other = world.fixtures[1]

    assert crowd.once(server.port, fixture.code).status == 403
    assert crowd.once(server.port, fixture.code, ticket="nonsense").status == 403
    assert crowd.once(server.port, fixture.code, ticket=ticket_for(other)).status == 403
    assert crowd.once(server.port, fixture.code, ticket=ticket_for(fixture)).status == 200


def test_a_league_that_becomes_private_ends_the_streams_of_those_without_a_ticket(serve, crowd, world, fixture):
    server = serve(sweep=0.2)
    watching = crowd.watch(server.port, fixture.code)
    assert until(lambda: watching.opened)

    make_private(world.league)

    assert until(lambda: watching.status == 403)


def test_a_code_that_no_match_has_is_not_found(server, crowd, fixture):
    assert crowd.once(server.port, "nothing1").status == 404
    assert crowd.once(server.port, "no/such").status == 404
    assert len(server.stream) == 0


@pytest.mark.parametrize("method", ["HEAD", "POST", "OPTIONS"])
def test_a_stream_can_only_be_read(serve, fixture, method):
    said = answer(serve().port, f"{method} /live/{fixture.code}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n")

    assert said.startswith(b"HTTP/1.1 405 ")
    assert b"\r\nallow: GET\r\n" in said


def make_private(league):
    league.public = False
    league.save()


def without_a_bell(work):
    kept = list(pubsub._subscribers)
    pubsub.set_subscriber(None)
    work()
    pubsub._subscribers[:] = kept


def unread(port, code):
    """A stream from the start, of which nothing is read, on a line that holds little."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    line.sendall(f"GET /live/{code}/?since=0 HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    return line


def read_until(line, words):
    """What comes until these words have come; with None until the line is closed."""
    line.settimeout(HANG)
    read = b""
    while words is None or words not in read:
        more = line.recv(65536)
        if not more and words is None:
            return read
        assert more, read[-200:]
        read += more
    return read


def numbers_told(port, request, count):
    line = socket.create_connection(("127.0.0.1", port))
    line.settimeout(HANG)
    line.sendall(request.encode() + b"\r\n")
    read = b""
    while read.count(b"\nid: ") < count:
        read += line.recv(65536)
    line.close()
    return [int(part.split(b"\n")[0]) for part in read.split(b"\nid: ")[1:]]


def answer(port, request):
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(request.encode() + b"\r\n")
        return read_until(line, None)
