"""The whole site in a process of its own: who sends slowly, and who asks for much, is not felt by a reader.

The flood of slow senders has its control: where a thread reads the body it is felt.
"""

import http.client
import json
import os
import socket
from contextlib import contextmanager, suppress
from urllib.parse import urlencode

import pytest

from tests.league.jobs.conftest import start, surroundings
from tests.outgrown.servers import free_port, listens
from tests.waiting import HANG, until

pytestmark = pytest.mark.django_db(transaction=True)
assert start  # fixtures of the tests of jobs
assert surroundings
SITE, CONTROL = "league.site.asgi:application", "tests.league.server.threads_alone:application"
CONTROL_SECONDS = 2  # in which a stopped site answers nothing; a well one has far longer to answer
FORM = "/rules/check/"
PAGES = int(os.environ.get("FLOOD_PAGES", "220"))  # that are asked for; 2,000 are kept
TOO_MANY = "Too many attempts"


@pytest.fixture
def serve(start):
    def begin(application):
        port = free_port()
        process = start(application, "--port", str(port), "--log-level", "warning", "--no-access-log", module="uvicorn")
        assert until(lambda: listens(port) or process.poll() is not None)
        return port

    return begin


def ask(port, path, *, method="GET", timeout=HANG, body=None, **headers):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        line.request(method, path, body, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = line.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        line.close()


@contextmanager
def slow_senders(port, count):
    """Connections that have sent the head of a form and the first bytes of its body, and then nothing more."""
    head = (
        f"POST {FORM} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: csrftoken={'a' * 32}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 4000\r\n\r\ncsrfmiddlewaretoken="
    )
    lines = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
    for line in lines:
        line.sendall(head.encode())
    yield lines
    for line in lines:
        line.close()


def test_slow_senders_are_not_felt_by_a_reader_and_are_told_so(serve):
    port = serve(SITE)
    with slow_senders(port, 4) as lines:
        assert [ask(port, "/healthz")[0] for _ in range(5)] == [200] * 5
        with slow_senders(port, 400):
            assert [ask(port, "/healthz")[0] for _ in range(5)] == [200] * 5
        lines[0].settimeout(HANG)
        assert lines[0].recv(4096).startswith(b"HTTP/1.1 408 ")


def test_where_a_thread_reads_the_body_four_slow_senders_stop_the_site(serve):
    port = serve(CONTROL)
    assert ask(port, "/healthz")[0] == 200
    with slow_senders(port, 4), suppress(OSError):
        ask(port, "/healthz", timeout=CONTROL_SECONDS)
        pytest.fail("The control is not stopped.")
    assert ask(port, "/healthz")[0] == 200


def test_a_body_that_is_too_large_is_refused_in_words(serve):
    port = serve(SITE)
    status, _, body = ask(port, "/accounts/login/", method="POST", Content_Length=str(4 * 1024 * 1024))
    assert status == 413
    assert "send at most 3 MB" in body.decode()
    status, headers, body = ask(port, "/api/v1/", method="POST", Content_Length=str(4 * 1024 * 1024))
    assert (status, headers["content-type"]) == (413, "application/problem+json")
    assert json.loads(body)["status"] == 413


def test_a_body_in_pieces_of_no_known_length_arrives(serve):
    port = serve(SITE)
    pieces = iter([b"csrfmiddlewaretoken=x&record=", b"nothing"])
    status, _, _ = ask(port, FORM, method="POST", body=pieces, Content_Type="application/x-www-form-urlencoded")
    assert status == 403  # it was read to its end, and its token is none


@pytest.mark.proof
def test_a_flood_of_pages_gives_nobody_who_guesses_passwords_more_tries(serve):
    """What counts tries is apart from what keeps pages; with 2,200 those are more than it holds."""
    port = serve(SITE)
    form = {"Content_Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={'a' * 32}"}
    body = urlencode({"csrfmiddlewaretoken": "a" * 32, "login": "harry@example.org", "password": "a guess"})

    def guess():
        return ask(port, "/accounts/login/", method="POST", body=body, **form)[2].decode()

    for _ in range(5):
        assert TOO_MANY not in guess()
    assert TOO_MANY in guess()
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=HANG)
    for number in range(PAGES):
        line.request("GET", f"/rules/?page={number}")
        assert line.getresponse().read()
    line.close()
    assert TOO_MANY in guess()
