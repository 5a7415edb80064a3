"""The ASGI application in front of Django: it reads a request's body, and then has a thread of a pool answer.

Nobody holds a thread who sends or reads slowly. Four pools, so that what is slow keeps nobody from a page: slow answers
have one thread, passwords, whose checking is slow on purpose, one, and forms, which on SQLite write one at a time, half
as many as pages. Client addresses are not told apart; nginx, in front of a larger site, limits each.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO, Any, cast

from a2wsgi.wsgi import build_environ

from league.base.server.headers import client_address, header, is_this_machine
from league.base.server.limits import (
    FORMS,
    MOST_OF_PEOPLE,
    MOST_OF_STRANGERS,
    Body,
    BodyRefusedError,
    SenderGoneError,
    body_rule,
    pool_name,
    read_body,
)
from league.base.server.refusals import refuse

log = logging.getLogger(__name__)
Wsgi = Callable[..., Any]
MaySend = Callable[[str, str], bool]
IN_MEMORY = 1024 * 1024  # bytes of an answer; the rest of a longer one waits in a file
PIECE = 256 * 1024  # bytes
READER_SECONDS, READER_RATE = 60.0, 16_000  # a reader has so long, and a second more for so many bytes


class BusyError(Exception):
    """No thread was free in time."""


class ThreadPool:
    """`threads` that answer. `queue` requests may wait for one, `patience` seconds at most."""

    def __init__(self, threads: int, queue: int, patience: float = 20.0) -> None:
        self.threads, self.queue, self.patience = threads, queue, patience
        self.busy = self.waiting = self.answered = self.refused = 0
        self._free = asyncio.Semaphore(threads)
        self._executor = ThreadPoolExecutor(threads)

    async def run(self, call: Callable[..., Any], *args: Any) -> Any:
        """What the call returns. BusyError if it was not begun."""
        await self._wait()
        self.busy += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, call, *args)
        finally:
            self.busy -= 1
            self.answered += 1
            self._free.release()

    async def _wait(self) -> None:
        if self.waiting >= self.queue:
            self.refused += 1
            raise BusyError
        self.waiting += 1
        try:
            async with asyncio.timeout(self.patience):
                await self._free.acquire()
        except TimeoutError:
            self.refused += 1
            raise BusyError from None
        finally:
            self.waiting -= 1


class WholeAnswer:
    """A whole answer of a WSGI application, as ASGI sends it."""

    def __init__(self, wsgi: Wsgi, scope: Any, body: IO[bytes]) -> None:
        self.start: dict[str, Any] = {}
        self.file: IO[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  # closed once sent
        pieces = wsgi(build_environ(scope, cast("Any", body)), self._start)
        try:
            for piece in pieces:
                self.file.write(piece)
        finally:
            close = getattr(pieces, "close", None)
            if close:
                close()

    def _start(self, status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
        pairs = [(name.strip().lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]
        self.start = {"type": "http.response.start", "status": int(status[:3]), "headers": pairs}

    async def send(self, send: Any) -> None:
        """TimeoutError for a reader who is too slow."""
        size = self.file.tell()
        self.file.seek(0)
        with self.file as file:
            async with asyncio.timeout(READER_SECONDS + size / READER_RATE):
                await send(self.start)
                while piece := file.read(PIECE):
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                await send({"type": "http.response.body", "body": b""})


class ThreadedApplication:
    """`proxies` of ours stand in front, `token` reads `metrics`; `may_send_files` gets path and Cookie header."""

    def __init__(
        self,
        wsgi: Wsgi,
        *,
        threads: int,
        proxies: int,
        may_send_files: MaySend = lambda _path, _cookie: False,
        token: str = "",
    ) -> None:
        self._wsgi, self._proxies, self._token, self._may_send_files = wsgi, proxies, token, may_send_files
        self._senders = ThreadPoolExecutor(1)
        self.pools = {
            "pages": ThreadPool(threads, 400),
            "forms": ThreadPool(max(1, threads // 2), 400),
            "slow": ThreadPool(1, 24),
            "passwords": ThreadPool(1, 24),
        }

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # As nginx and gunicorn do: an underscore becomes what a hyphen becomes, and passes for a header of our proxy's.
        scope = {**scope, "headers": [pair for pair in scope["headers"] if b"_" not in pair[0]]}
        if scope["path"] == "/metrics" and self._may_read_metrics(scope):
            await self._send_metrics(send)
            return
        rule, share = body_rule(scope["path"]), MOST_OF_STRANGERS
        if rule.most > FORMS.most and (header(scope, b"transfer-encoding") or _announced(scope) > FORMS.most):
            if not await self._may_send(scope):
                await refuse(scope, send, HTTPStatus.FORBIDDEN, FORMS.most)
                return
            share = MOST_OF_PEOPLE
        address = client_address(scope, self._proxies)
        try:
            with Body("" if is_this_machine(address) else address, share) as body:
                await read_body(body, receive, _announced(scope), rule)
                pool = self.pools[pool_name(scope["method"], scope["path"])]
                scope = {**_with_length(scope, body.size), "arrived": time.monotonic()}  # read by who waits for papers
                answer = await pool.run(WholeAnswer, self._wsgi, scope, body.file())
        except BodyRefusedError as error:
            await refuse(scope, send, error.status, error.most)
        except BusyError:
            await refuse(scope, send, HTTPStatus.SERVICE_UNAVAILABLE)
        except SenderGoneError:
            return
        else:
            await self._send(answer, send)

    async def _send(self, answer: WholeAnswer, send: Any) -> None:
        try:
            await answer.send(send)
        except TimeoutError:  # without its end, the server closes the connection
            log.warning("An answer was broken off: it was fetched too slowly.")

    async def _may_send(self, scope: Any) -> bool:
        sender = (scope["path"], header(scope, b"cookie"))
        return await asyncio.get_running_loop().run_in_executor(self._senders, self._may_send_files, *sender)

    def _may_read_metrics(self, scope: Any) -> bool:
        sent_token = header(scope, b"authorization").removeprefix("Bearer ")
        if self._token and secrets.compare_digest(sent_token.encode(), self._token.encode()):
            return True
        peer = (scope.get("client") or ("",))[0]
        return bool(peer) and (is_this_machine(peer) or peer == "::1") and not header(scope, b"x-forwarded-for")

    async def _send_metrics(self, send: Any) -> None:
        headers = [(b"content-type", b"text/plain; version=0.0.4; charset=utf-8"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": self.metrics().encode()})

    def metrics(self) -> str:
        """In the text format of Prometheus."""
        lines: list[str] = []
        kinds = {"threads": "gauge", "busy": "gauge", "waiting": "gauge", "answered": "counter", "refused": "counter"}
        for name, kind in kinds.items():
            full = f"double_six_pool_{name}{'_total' if kind == 'counter' else ''}"
            lines.append(f"# TYPE {full} {kind}")
            lines += [f'{full}{{pool="{key}"}} {getattr(pool, name)}' for key, pool in self.pools.items()]
        return "\n".join(lines) + "\n"


def _announced(scope: Any) -> int:
    text = header(scope, b"content-length")
    return int(text) if text.isascii() and text.isdigit() else 0


def _with_length(scope: Any, size: int) -> Any:
    """The scope with the length that the body has, also where it came in pieces of which no length was said."""
    if b"transfer-encoding" not in dict(scope["headers"]):
        return scope
    about_length = (b"transfer-encoding", b"content-length")
    headers = [pair for pair in scope["headers"] if pair[0] not in about_length]
    return {**scope, "headers": [*headers, (b"content-length", str(size).encode())]}
