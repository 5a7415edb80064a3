"""The front door before an application of a few lines, which says what it was asked for and waits to be let go on."""

import asyncio
import threading
from itertools import count, repeat

import pytest

from league.server.front_door import FrontDoor
from league.server.lanes import MB
from league.server.threads import PIECES
from league.server.visitors import Budgets
from tests.outgrown.wire import came_true
from tests.waiting import HANG


class Small:
    """A WSGI application: `asked` has every address with its query; below /gate/ it waits until `open` is set."""

    cookie = False

    def __init__(self):
        self.asked, self.open = [], threading.Event()

    def __call__(self, request, start_response):
        self.asked.append(f"{request['PATH_INFO']}?{request['QUERY_STRING']}")
        if "/gate/" in request["PATH_INFO"]:
            self.open.wait(HANG)
        body = request["wsgi.input"].read() or request.get("HTTP_COOKIE", "").encode()
        start_response("200 OK", [("Set-Cookie", "a=b")] if self.cookie else [])
        return [b"answer ", body]


@pytest.fixture
def small():
    """It lets everybody go when the test ends."""
    small = Small()
    yield small
    small.open.set()


async def ask(
    door, path, *, query="", method="GET", body=b"", client="192.0.2.1", cookie="", token="", headers=(), fetch=None
):
    """The status and body that come back, each part when `fetch` is done."""
    sent = []
    scope = {
        "type": "http", "method": method, "path": path, "query_string": query.encode(), "http_version": "1.1",
        "client": (client, 5000), "headers": [
            *([(b"cookie", cookie.encode())] if cookie else []),
            *([(b"authorization", f"Bearer {token}".encode())] if token else []),
            *headers,
        ],
    }  # fmt: skip

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        if fetch:
            await fetch()
        sent.append(message)

    await door(scope, receive, send)
    return sent[0]["status"], b"".join(message["body"] for message in sent[1:])


def test_one_drawing_for_all_who_ask_for_the_same_and_unknown_words_make_no_other_one(small):
    async def evening():
        door = FrontDoor(small, threads=1, proxies=0)
        same = [asyncio.create_task(ask(door, "/l/gate/a.pdf", query=f"x={number}")) for number in range(20)]
        signed_in = asyncio.create_task(ask(door, "/l/gate/a.pdf", cookie="sessionid=1"))
        week = asyncio.create_task(ask(door, "/l/gate/a.pdf", query="week=2026-11-23&x=1"))
        assert await came_true(lambda: door.drawing.waiting == 2)
        small.open.set()
        assert await asyncio.gather(*same) == [(200, b"answer ")] * 20
        assert await signed_in == (200, b"answer sessionid=1")
        assert await week == (200, b"answer ")
        assert sorted(small.asked) == ["/l/gate/a.pdf?", "/l/gate/a.pdf?", "/l/gate/a.pdf?week=2026-11-23"]

    asyncio.run(evening())


def test_forms_that_wait_keep_no_reader_waiting(small):
    async def evening():
        door = FrontDoor(small, threads=4, proxies=0)
        forms = [asyncio.create_task(ask(door, f"/l/gate/{number}/", method="POST")) for number in range(6)]
        assert await came_true(lambda: (door.forms.busy, door.forms.waiting) == (2, 4))
        for path in ("/healthz", "/l/table/", "/l/table.pdf"):
            assert await ask(door, path) == (200, b"answer ")
        small.open.set()
        assert {status for status, _ in await asyncio.gather(*forms)} == {200}

    asyncio.run(evening())


def test_an_answer_of_no_piece_of_many_and_of_a_fault():
    def answers(request, start_response):
        if request["PATH_INFO"] == "/fault/":
            raise ZeroDivisionError
        start_response("304 Not Modified" if request["PATH_INFO"] == "/none/" else "200 OK", [])
        return [b"%d " % number for number in range(3000 if request["PATH_INFO"] == "/many/" else 0)]

    async def evening():
        door = FrontDoor(answers, threads=1, proxies=0)
        assert await ask(door, "/none/") == (304, b"")
        status, body = await ask(door, "/many/")
        assert (status, body.split()) == (200, [b"%d" % number for number in range(3000)])
        with pytest.raises(ZeroDivisionError):
            await ask(door, "/fault/")
        assert await ask(door, "/none/") == (304, b"")

    asyncio.run(evening())


@pytest.mark.parametrize("name", [b"x_forwarded_for", b"x_forwarded-proto", b"if_none_match", b"accept_encoding"])
def test_a_header_with_an_underscore_reaches_nobody(name):
    def answers(request, start_response):
        start_response("200 OK", [])
        return [request.get("HTTP_" + name.decode().upper().replace("-", "_"), "none").encode()]

    async def evening():
        door = FrontDoor(answers, threads=1, proxies=1)
        for path in ("/page/", "/l/a.pdf"):
            assert await ask(door, path, headers=[(name, b"made up")]) == (200, b"none")
        hyphens = name.replace(b"_", b"-")
        assert await ask(door, "/page/", headers=[(name, b"made up"), (hyphens, b"true")]) == (200, b"true")

    asyncio.run(evening())


def test_a_drawing_that_is_refused_to_one_is_made_for_another():
    let_go = threading.Event()

    def answers(request, start_response):
        let_go.wait(60)
        forwarded = request["HTTP_X_FORWARDED_FOR"]
        start_response("429 Too Many Requests" if forwarded == "192.0.2.1" else "200 OK", [])
        return []

    async def evening():
        door = FrontDoor(answers, threads=1, proxies=1)
        asking = [
            asyncio.create_task(ask(door, "/l/a.pdf", headers=[(b"x-forwarded-for", f"192.0.2.{number}".encode())]))
            for number in (1, 2)
        ]
        assert await came_true(lambda: door.drawing.busy == 1, 60)
        let_go.set()
        assert [status for status, _ in await asyncio.gather(*asking)] == [429, 200]

    asyncio.run(evening())


def test_a_large_file_is_read_only_from_who_may_send_it():
    def may_send(path, cookie):
        return (path, cookie) == ("/leagues/archive/", "sessionid=secretary")

    async def evening():
        door = FrontDoor(Small(), threads=1, proxies=0, may_send_files=may_send)

        async def send(cookie, size, *headers, path="/leagues/archive/"):
            announced = headers or ((b"content-length", str(size).encode()),)
            status, _ = await ask(door, path, method="POST", body=b"x" * size, cookie=cookie, headers=announced)
            return status

        assert await send("sessionid=secretary", 4 * MB) == 200
        assert await send("sessionid=captain", 4 * MB) == 403
        assert await send("", 4 * MB) == 403
        assert await send("", 10, (b"transfer-encoding", b"chunked")) == 403
        assert await send("", 2 * MB) == 200
        assert await send("", 4 * MB, path="/l/matches/1/") == 413

    asyncio.run(evening())


class Endless:
    """A WSGI application: /endless/ goes on until it is let go (`ended`); `made` is how many pieces that took."""

    def __init__(self):
        self.made, self.ended = 0, threading.Event()

    def __call__(self, request, start_response):
        start_response("200 OK", [])
        return self.pieces() if request["PATH_INFO"] == "/endless/" else [b"page"]

    def pieces(self):
        try:
            while True:
                self.made += 1
                yield b"piece"
        finally:
            self.ended.set()


async def breaks_off():
    raise OSError


async def waits():
    await asyncio.Event().wait()


@pytest.mark.parametrize("fetch", [breaks_off, waits])
def test_a_thread_is_let_go_where_more_is_made_than_can_be_sent(fetch):
    endless = Endless()

    async def evening():
        door = FrontDoor(endless, threads=1, proxies=0)
        asking = asyncio.create_task(ask(door, "/endless/", fetch=fetch))
        assert await came_true(lambda: endless.made > PIECES or asking.done())
        asking.cancel()  # as uvicorn does when it is to end
        await asyncio.gather(asking, return_exceptions=True)
        assert await ask(door, "/page/") == (200, b"page")
        assert endless.ended.is_set()

    asyncio.run(asyncio.wait_for(evening(), 60))


@pytest.mark.parametrize("pauses", [(0, 60), repeat(0.01)])
def test_a_thread_is_let_go_where_a_reader_is_too_slow(pauses, monkeypatch, caplog):
    endless, fetches = Endless(), iter(pauses)

    async def is_slow():
        await asyncio.sleep(next(fetches))

    async def evening():
        door = FrontDoor(endless, threads=1, proxies=0)
        with monkeypatch.context() as patch:
            patch.setattr("league.server.threads.PATIENCE", 0.1)
            status, _ = await ask(door, "/endless/", fetch=is_slow)
            assert status == 200
        assert "An answer was broken off" in caplog.text
        assert await ask(door, "/page/") == (200, b"page")
        assert endless.ended.is_set()

    asyncio.run(asyncio.wait_for(evening(), 60))


def test_a_reader_who_is_fast_enough_is_waited_for(monkeypatch):
    endless, seconds = Endless(), count(step=0.5)
    monkeypatch.setattr("league.server.threads.PIECES", 1)
    monkeypatch.setattr("league.server.threads.SLOWEST", len(b"piece") / 0.5)
    monkeypatch.setattr("league.server.threads.monotonic", lambda: next(seconds))

    async def evening():
        door = FrontDoor(endless, threads=1, proxies=0)
        asking = asyncio.create_task(ask(door, "/endless/", fetch=lambda: asyncio.sleep(0.001)))
        assert await came_true(lambda: endless.made > 300 or asking.done())
        assert not asking.done()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)

    asyncio.run(asyncio.wait_for(evening(), 60))


def test_who_waits_for_a_drawing_gets_it_where_whoever_asked_first_has_gone(small):
    async def evening():
        door = FrontDoor(small, threads=1, proxies=0)
        other = asyncio.create_task(ask(door, "/l/gate/b.pdf"))
        assert await came_true(lambda: small.asked)
        first, second = (asyncio.create_task(ask(door, "/l/a.pdf")) for _ in range(2))
        assert await came_true(lambda: door.drawing.waiting == 1)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        small.open.set()
        assert await second == (200, b"answer ")
        await other

    asyncio.run(evening())


def test_what_sets_a_cookie_is_drawn_for_each(small):
    async def evening():
        small.cookie = True
        door = FrontDoor(small, threads=1, proxies=0)
        asking = [asyncio.create_task(ask(door, "/l/gate/a.pdf")) for _ in range(3)]
        assert await came_true(lambda: small.asked)
        small.open.set()
        await asyncio.gather(*asking)
        assert len(small.asked) == 3

    asyncio.run(evening())


def test_drawing_and_passwords_never_take_the_threads_of_pages(small):
    async def evening():
        door = FrontDoor(small, threads=1, proxies=0)
        door.drawing._patience = HANG
        papers = [asyncio.create_task(ask(door, f"/l/gate/{number}.pdf")) for number in range(40)]
        assert await came_true(lambda: door.drawing.waiting == 24)
        assert await ask(door, "/l/") == (200, b"answer ")
        assert await ask(door, "/accounts/login/", method="POST", body=b"secret") == (200, b"answer secret")
        refused = [await each for each in papers if each.done()]
        assert [status for status, _ in refused] == [503] * 15
        assert b"This page tries again by itself" in refused[0][1]
        small.open.set()
        assert {status for status, _ in await asyncio.gather(*papers)} == {200, 503}

    asyncio.run(evening())


def test_an_address_that_has_cost_too_much_waits_with_the_drawings_but_its_taps_do_not(small):
    async def evening():
        budgets = Budgets(burst=0.001, rate=0)
        door = FrontDoor(small, threads=1, proxies=0, budgets=budgets)
        budgets.spend("192.0.2.1", 1, 0)
        drawing = asyncio.create_task(ask(door, "/l/gate/a.pdf", client="192.0.2.9"))
        assert await came_true(lambda: small.asked)
        crawler = asyncio.create_task(ask(door, "/l/teams/"))
        assert await came_true(lambda: door.drawing.waiting == 1)
        tap = await ask(door, "/l/2026-11-24/a-b/live/events/", method="POST", body=b"tap")
        assert (tap, crawler.done()) == ((200, b"answer tap"), False)
        assert await ask(door, "/l/teams/", client="192.0.2.2") == (200, b"answer ")
        small.open.set()
        assert await crawler == (200, b"answer ")
        await drawing

    asyncio.run(evening())


def test_programs_of_this_machine_or_with_the_token_read_how_the_lanes_are_and_nobody_else(small):
    async def evening():
        door = FrontDoor(small, threads=4, proxies=1)
        assert await ask(door, "/l/") == (200, b"answer ")
        status, text = await ask(door, "/metrics", client="127.0.0.1")
        assert status == 200
        assert b'double_six_lane_threads{lane="pages"} 4\n' in text
        assert b'double_six_lane_answered_total{lane="pages"} 1\n' in text
        assert await ask(door, "/metrics", client="192.0.2.1") == (200, b"answer ")  # Django's, which has no such page
        assert await ask(door, "/metrics", token="wrong") == (200, b"answer ")
        elsewhere = FrontDoor(small, threads=4, proxies=1, token="of-the-watchers")
        assert await ask(elsewhere, "/metrics", token="wrong") == (200, b"answer ")
        status, text = await ask(elsewhere, "/metrics", token="of-the-watchers")
        assert (status, b'double_six_lane_threads{lane="pages"} 4\n' in text) == (200, True)

    asyncio.run(evening())
