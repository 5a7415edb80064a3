"""The ASGI application: answers requests for streams, and has a beginning and an end."""

import asyncio
import logging
import re
import resource
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import getclosurevars, ismethod
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.db import Error

from league.base.server.headers import client_address, header
from league.matchnight.permissions import ticket_opens
from league.matchnight.stream.hub import Hub, Limits, Reader, chunk, head_frame

SPARE_FILES = 200  # of the files that a process may open: for pages, rows, Redis and the log


@dataclass(frozen=True, slots=True)
class StreamRequest:
    code: str
    since: int | None
    ticket: str


def parse_request(scope: dict[str, Any]) -> StreamRequest | None:
    address_match = re.fullmatch(r"/live/([0-9A-Za-z]{1,16})/", scope["path"])
    if not address_match:
        return None
    query_string = parse_qs(scope["query_string"].decode("latin-1"))
    since = [header(scope, b"last-event-id"), *query_string.get("since", [])]
    numbers = [int(text) for text in since if re.fullmatch(r"\d{1,9}", text, re.ASCII)]
    return StreamRequest(address_match[1], numbers[0] if numbers else None, query_string.get("ticket", [""])[0])


class Admission:
    def __init__(self, limits: Limits) -> None:
        self.room, self._at_one_address = limits.streams, limits.at_one_address
        self._inside: Counter[str] = Counter()
        self._all = 0

    def __len__(self) -> int:
        return self._all

    def enter(self, address: str) -> bool:
        if self._all >= self.room or (address and self._inside[address] >= self._at_one_address):
            return False
        self._inside[address] += 1
        self._all += 1
        return True

    def leave(self, address: str) -> None:
        self._all -= 1
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]


def allow_files(streams: int) -> int:
    """Raise RLIMIT_NOFILE if need be; for how many streams there is room."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = streams + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return streams if soft == resource.RLIM_INFINITY else min(streams, soft - SPARE_FILES)


Send = Callable[[dict[str, Any]], Awaitable[None]]

RETRY = chunk(b"retry: 2000\n\n")
RETRY_LATER = (b"retry-after", b"10")
STREAM = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would hold frames back until it has many
    (b"x-content-type-options", b"nosniff"),
    (b"transfer-encoding", b"chunked"),
    (b"connection", b"close"),
]
log = logging.getLogger(__name__)


class Stream:
    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits(settings.LIVE_STREAMS, settings.LIVE_STREAMS_AT_ONE_ADDRESS)
        self._hub, self._admission = Hub(self._limits), Admission(self._limits)

    def __len__(self) -> int:
        return len(self._admission)

    async def __call__(self, scope: Any, receive: Any, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            await self._handle(scope, send)

    # --- its life ------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Be ready for streams. Raises nothing if the database or Redis is away."""
        self._admission.room = allow_files(self._limits.streams)
        if self._admission.room < self._limits.streams:
            log.warning("There are files for %d streams only: raise ulimit -n or LimitNOFILE", self._admission.room)
        self._loop = asyncio.get_running_loop()
        await self._hub.start()
        self._end_with_the_server()

    async def stop(self) -> None:
        await self._hub.stop()

    def hang_up(self) -> None:
        """End every stream and open no more. To be called by any thread, before the server is told to stop."""
        self._loop.call_soon_threadsafe(self._hub.hang_up)

    def _end_with_the_server(self) -> None:
        """End the streams at the first SIGTERM: uvicorn waits for its open answers before it tells of its end."""
        for number in (signal.SIGTERM, signal.SIGINT):
            server = signal.getsignal(number)
            if not callable(server):
                continue

            def both(caught: int, where: Any, server: Any = server) -> None:
                self.hang_up()
                server(caught, where)

            try:
                signal.signal(number, both)
            except ValueError:  # not in the main thread, where signals come in
                return

    async def _lifespan(self, receive: Any, send: Send) -> None:
        await receive()
        await self.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await self.stop()
        await send({"type": "lifespan.shutdown.complete"})

    # --- a request -----------------------------------------------------------------------------------------------

    async def _handle(self, scope: Any, send: Send) -> None:
        request = parse_request(scope)
        if scope["path"] == "/healthz":
            return await _respond(send, 200, f"ok {settings.VERSION}")
        if request is None:
            return await _respond(send, 404, "There is no such page.")
        if scope["method"] != "GET":
            return await _respond(send, 405, "A stream can only be read.", (b"allow", b"GET"))
        address = client_address(scope, settings.ALLAUTH_TRUSTED_PROXY_COUNT)
        if self._hub.closing or not self._admission.enter(address):
            return await _respond(send, 503, "Too many are watching from here. Try again in a while.", RETRY_LATER)
        opened = False
        try:
            opened = await self._open_stream(request, address, send)
        finally:
            if not opened:
                self._admission.leave(address)
        return None

    async def _open_stream(self, request: StreamRequest, address: str, send: Send) -> bool:
        """Whether a stream was opened; it then lives until its line is lost."""
        try:
            topic = await self._hub.topic(request.code)
            if topic:
                await self._hub.caught_up(topic, request.since or 0)
        except Error:
            log.exception("Match %s could not be opened", request.code)
            await _respond(send, 503, "The log cannot be read just now.", RETRY_LATER)
            return False
        if topic is None:
            await _respond(send, 404, "No match has this code.")
            return False
        if not topic.public and not ticket_opens(request.ticket, request.code):
            await _respond(send, 403, "This league is private. Open the match’s page again.")
            return False
        await send({"type": "http.response.start", "status": 200, "headers": STREAM})
        line = _take_line(send)
        if line is None:
            return False
        reader = Reader(topic, line, topic.last if request.since is None else request.since, address, self._leave)
        line.set_protocol(reader)
        if line.get_write_buffer_size() > line.get_write_buffer_limits()[1]:  # which the line says but once
            reader.pause_writing()
        reader.send(RETRY + head_frame("head", topic.last))
        self._hub.enter(reader)
        return True

    def _leave(self, reader: Reader) -> None:
        self._hub.leave(reader)
        self._admission.leave(reader.address)


def _take_line(send: Send) -> asyncio.Transport | None:
    """The transport, taken from uvicorn, which else keeps a task for each open answer; None if closed."""
    while not ismethod(send):  # with --log-level trace uvicorn has put a function before it that notes each message
        send = getclosurevars(send).nonlocals["send"]
    answer: Any = send.__self__  # whose method it is
    line: asyncio.Transport = answer.transport
    answer.disconnected = True  # or uvicorn would close the line, for want of an end
    if line.is_closing():
        return None
    line.get_protocol().connection_lost(ConnectionAbortedError("a stream has it now"))
    line.resume_reading()  # it stops where more is asked meanwhile, and nobody would see the line close
    return line


async def _respond(send: Send, status: int, data: str, *headers: tuple[bytes, bytes]) -> None:
    body = data.encode()
    fields = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        *headers,
    ]
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": body, "more_body": False})
