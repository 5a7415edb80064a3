"""The application in front of Django, with a WSGI application of a few lines that waits until it is let go on."""

import asyncio
import threading
import time

import pytest

from league.base.server import application
from league.base.server.application import ThreadedApplication
from league.base.server.limits import MB
from tests.outgrown.wire import came_true
from tests.waiting import HANG


class Small:
    """A WSGI application: below /gate/ it waits until `open` is set."""

    def __init__(self):
        self.open = threading.Event()

    def __call__(self, request, start_response):
        if "/gate/" in request["PATH_INFO"]:
            self.open.wait(HANG)
        start_response("200 OK", [])
        return [b"answer ", request["wsgi.input"].read()]


@pytest.fixture
def small():
    """It lets everybody go when the test ends."""
    small = Small()
    yield small
    small.open.set()


async def ask(site, path, *, method="GET", body=b"", client="192.0.2.1", headers=(), fetch=None):
    """The status and body that come back, each part when `fetch` is done."""
    sent = []
    scope = {
        "type": "http", "method": method, "path": path, "query_string": b"", "http_version": "1.1",
        "client": (client, 5000), "headers": list(headers),
    }  # fmt: skip

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        if fetch:
            await fetch()
        sent.append(message)

    await site(scope, receive, send)
    return sent[0]["status"], b"".join(message["body"] for message in sent[1:])


def token(text):
    return [(b"authorization", f"Bearer {text}".encode())]


def test_forms_that_wait_keep_no_reader_waiting(small):
    async def evening():
        site = ThreadedApplication(small, threads=4, proxies=0)
        forms = [asyncio.create_task(ask(site, f"/l/gate/{number}/", method="POST")) for number in range(6)]
        pool = site.pools["forms"]
        assert await came_true(lambda: (pool.busy, pool.waiting) == (2, 4))
        for path in ("/healthz", "/l/table/", "/l/table.pdf"):
            assert await ask(site, path) == (200, b"answer ")
        small.open.set()
        assert {status for status, _ in await asyncio.gather(*forms)} == {200}

    asyncio.run(evening())


def test_slow_answers_and_passwords_never_take_the_threads_of_pages(small):
    async def evening():
        site = ThreadedApplication(small, threads=1, proxies=0)
        pool = site.pools["slow"]
        pool.patience = HANG
        papers = [asyncio.create_task(ask(site, f"/l/gate/{number}.pdf")) for number in range(40)]
        assert await came_true(lambda: pool.waiting == 24)
        assert await ask(site, "/l/") == (200, b"answer ")
        assert await ask(site, "/accounts/login/", method="POST", body=b"secret") == (200, b"answer secret")
        refused = [await each for each in papers if each.done()]
        assert [status for status, _ in refused] == [503] * 15
        assert b"This page tries again by itself" in refused[0][1]
        small.open.set()
        assert {status for status, _ in await asyncio.gather(*papers)} == {200, 503}

    asyncio.run(evening())


def test_nobody_waits_for_a_thread_for_longer_than_the_patience(small):
    async def evening():
        site = ThreadedApplication(small, threads=1, proxies=0)
        site.pools["pages"].patience = 0.01
        first = asyncio.create_task(ask(site, "/l/gate/"))
        assert await came_true(lambda: site.pools["pages"].busy == 1)
        status, words = await ask(site, "/l/")
        assert (status, b"very busy" in words) == (503, True)
        small.open.set()
        assert await first == (200, b"answer ")
        assert await ask(site, "/l/") == (200, b"answer ")

    asyncio.run(evening())


def test_the_time_that_a_request_waits_for_a_thread_counts_for_whoever_waits_for_a_paper():
    waited, first_goes_on = [], threading.Event()

    def answers(request, start_response):
        if request["PATH_INFO"] == "/l/first.pdf":
            first_goes_on.wait(HANG)
        waited.append(time.monotonic() - request["asgi.scope"]["arrived"])
        start_response("200 OK", [])
        return []

    async def evening():
        site = ThreadedApplication(answers, threads=1, proxies=0)
        first = asyncio.create_task(ask(site, "/l/first.pdf"))
        assert await came_true(lambda: site.pools["slow"].busy == 1)
        second = asyncio.create_task(ask(site, "/l/second.pdf"))
        assert await came_true(lambda: site.pools["slow"].waiting == 1)
        await asyncio.sleep(0.1)
        first_goes_on.set()
        await asyncio.gather(first, second)
        assert min(waited) >= 0.1

    asyncio.run(evening())


def test_an_answer_of_no_piece_of_many_and_of_a_fault():
    def answers(request, start_response):
        if request["PATH_INFO"] == "/fault/":
            raise ZeroDivisionError
        start_response("304 Not Modified" if request["PATH_INFO"] == "/none/" else "200 OK", [])
        return (b"%d " % number for number in range(300_000 if request["PATH_INFO"] == "/many/" else 0))

    async def evening():
        site = ThreadedApplication(answers, threads=1, proxies=0)
        assert await ask(site, "/none/") == (304, b"")
        status, body = await ask(site, "/many/")
        assert (status, body.split()) == (200, [b"%d" % number for number in range(300_000)])
        with pytest.raises(ZeroDivisionError):
            await ask(site, "/fault/")
        assert await ask(site, "/none/") == (304, b"")

    asyncio.run(evening())


@pytest.mark.parametrize("name", [b"x_forwarded_for", b"x_forwarded-proto", b"if_none_match", b"accept_encoding"])
def test_a_header_with_an_underscore_reaches_nobody(name):
    def answers(request, start_response):
        start_response("200 OK", [])
        return [request.get("HTTP_" + name.decode().upper().replace("-", "_"), "none").encode()]

    async def evening():
        site = ThreadedApplication(answers, threads=1, proxies=1)
        for path in ("/page/", "/l/a.pdf"):
            assert await ask(site, path, headers=[(name, b"made up")]) == (200, b"none")
        hyphens = name.replace(b"_", b"-")
        assert await ask(site, "/page/", headers=[(name, b"made up"), (hyphens, b"true")]) == (200, b"true")

    asyncio.run(evening())


def test_a_large_file_is_read_only_from_who_may_send_it(small):
    def may_send(path, cookie):
        return (path, cookie) == ("/leagues/archive/", "sessionid=secretary")

    async def evening():
        site = ThreadedApplication(small, threads=1, proxies=0, may_send_files=may_send)

        async def send(cookie, size, *headers, path="/leagues/archive/"):
            announced = headers or ((b"content-length", str(size).encode()),)
            sent = [*announced, *([(b"cookie", cookie.encode())] if cookie else [])]
            status, _ = await ask(site, path, method="POST", body=b"x" * size, headers=sent)
            return status

        assert await send("sessionid=secretary", 4 * MB) == 200
        assert await send("sessionid=captain", 4 * MB) == 403
        assert await send("", 4 * MB) == 403
        assert await send("", 10, (b"transfer-encoding", b"chunked")) == 403
        assert await send("", 2 * MB) == 200
        assert await send("", 4 * MB, path="/l/matches/1/") == 413

    asyncio.run(evening())


def test_a_reader_who_fetches_nothing_holds_no_thread_and_is_cut_off(small, monkeypatch, caplog):
    monkeypatch.setattr(application, "READER_SECONDS", 0.1)

    async def evening():
        site = ThreadedApplication(small, threads=1, proxies=0)
        slow = asyncio.create_task(ask(site, "/l/", fetch=asyncio.Event().wait))
        assert await came_true(lambda: site.pools["pages"].answered == 1)
        assert await ask(site, "/l/") == (200, b"answer ")
        await asyncio.gather(slow, return_exceptions=True)
        assert "An answer was broken off" in caplog.text

    asyncio.run(evening())


def test_programs_of_this_machine_or_with_the_token_read_the_metrics_and_nobody_else(small):
    async def evening():
        site = ThreadedApplication(small, threads=4, proxies=1)
        assert await ask(site, "/l/") == (200, b"answer ")
        status, text = await ask(site, "/metrics", client="127.0.0.1")
        assert status == 200
        assert b'double_six_pool_threads{pool="pages"} 4\n' in text
        assert b'double_six_pool_answered_total{pool="pages"} 1\n' in text
        assert await ask(site, "/metrics", client="192.0.2.1") == (200, b"answer ")  # Django's, which has no such page
        assert await ask(site, "/metrics", headers=token("wrong")) == (200, b"answer ")
        elsewhere = ThreadedApplication(small, threads=4, proxies=1, token="of-the-watchers")
        assert await ask(elsewhere, "/metrics", headers=token("wrong")) == (200, b"answer ")
        status, text = await ask(elsewhere, "/metrics", headers=token("of-the-watchers"))
        assert (status, b'double_six_pool_threads{pool="pages"} 4\n' in text) == (200, True)

    asyncio.run(evening())
