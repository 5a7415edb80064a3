"""The head of a request is read up to a length, and a body of any."""

import asyncio
import contextlib

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from league.server.head_limit import MOST, HeadLimitProtocol


async def application(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})


async def status_of(*pieces):
    """What is answered to what comes in these pieces, as far as it is taken."""
    config = Config(application, log_level="critical")
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: HeadLimitProtocol(config, ServerState(), {}), "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    with contextlib.suppress(ConnectionError):
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
    status = (await reader.readline()).split()[1]
    writer.close()
    server.close()
    return int(status)


FIRST = b"%s / HTTP/1.1\r\nHost: a\r\n"


@pytest.mark.parametrize(
    ("pieces", "status"),
    [
        ((FIRST % b"GET", b"X: " + b"a" * (MOST // 2), b"\r\n\r\n"), 200),
        ((FIRST % b"GET", b"X: " + b"a" * (2 * MOST), b"a"), 400),
        ((FIRST % b"POST", b"Content-Length: %d\r\n\r\n" % (4 * MOST), b"a" * (4 * MOST)), 200),
    ],
)
def test_a_head_without_end_is_refused_and_a_long_body_is_not(pieces, status):
    assert asyncio.run(status_of(*pieces)) == status
