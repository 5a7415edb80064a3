"""The head of a request is read up to a length, and a body of any."""

import asyncio
import contextlib

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from league.base.server.limits import MOST, HeadLimitProtocol


async def application(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


async def statuses_of(pieces, number):
    """What is answered to what comes in these pieces, as far as it is taken, until there were so many answers."""
    config = Config(application, log_level="critical")
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: HeadLimitProtocol(config, ServerState(), {}), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    with contextlib.suppress(ConnectionError):
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
    statuses = []
    while len(statuses) < number and (line := await reader.readline()):
        if line.startswith(b"HTTP/"):
            statuses.append(int(line.split()[1]))
    writer.close()
    server.close()
    return statuses


FIRST = b"%s / HTTP/1.1\r\nHost: a\r\n"
END = b"\r\n\r\n"
LONG = b"X: " + b"a" * 70_000
MANY = b"\r\n".join(b"X-%d: %s" % (number, b"a" * 100) for number in range(700))
BODY = b"Content-Length: %d\r\n\r\n" % (4 * MOST) + b"a" * (4 * MOST)


@pytest.mark.parametrize(
    ("pieces", "statuses"),
    [
        ((FIRST % b"GET", b"X: " + b"a" * (MOST // 2), END), [200]),
        ((FIRST % b"GET" + b"X: " + b"a" * (MOST - 100) + END,), [200]),
        ((FIRST % b"GET" + LONG + END,), [431]),
        ((FIRST % b"GET" + MANY + END,), [431]),
        ((FIRST % b"GET", LONG[:35_000], LONG[35_000:], END), [431]),
        ((FIRST % b"GET", *(MANY[at : at + 7000] for at in range(0, len(MANY), 7000)), END), [431]),
        ((FIRST % b"GET", b"X: " + b"a" * (2 * MOST), b"a"), [431]),
        ((b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: a" + END,), [431]),
        ((FIRST % b"POST", BODY), [200]),
        ((FIRST % b"POST" + BODY + FIRST % b"GET", END), [200, 200]),
        ((FIRST % b"POST" + BODY + FIRST % b"GET" + LONG + END,), [200, 431]),
    ],
)
def test_a_long_head_is_refused_at_once_or_in_pieces_and_a_long_body_is_not(pieces, statuses):
    assert asyncio.run(statuses_of(pieces, len(statuses))) == statuses
