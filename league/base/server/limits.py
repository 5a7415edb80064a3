"""What may be sent to an address, and which threads answer it, by the address's shape."""

import asyncio
import re
from collections import Counter
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import IO, Any, ClassVar, NamedTuple, Self

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

IN_MEMORY = 256 * 1024  # bytes of one body; the rest of it goes to a file
MOST_AT_ONCE = 512 * 1024 * 1024  # bytes of all bodies together, beyond IN_MEMORY of each, that are read or used
# Bytes that one client address may have under way: of strangers, and of people who are signed in.
MOST_OF_STRANGERS, MOST_OF_PEOPLE = 16 * 1024 * 1024, 300 * 1024 * 1024
SILENCE = 10.0  # seconds


class BodyRule(NamedTuple):
    """How many bytes a body may have, and within how many seconds it must be here."""

    most: int
    seconds: float


class BodyRefusedError(Exception):
    """Why a body was not taken, as a status of HTTP: 403, 408, 413, or 503 where there is no room for it now."""

    def __init__(self, status: HTTPStatus, most: int = 0) -> None:
        super().__init__(status.phrase)
        self.status, self.most = status, most


class SenderGoneError(Exception):
    """Whoever sent it has hung up."""


class Body:
    """In memory or in an unnamed file; `sender` may have `share` bytes under way, "" is nobody in particular."""

    _large: ClassVar[int] = 0  # bytes of all bodies beyond what each has in memory
    _of_senders: ClassVar[Counter[str]] = Counter()

    def __init__(self, sender: str = "", share: int = MOST_OF_PEOPLE) -> None:
        self._file: SpooledTemporaryFile[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  # closed by __exit__
        self._sender, self._share, self.size = sender, share, 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, why: BaseException | None, at: TracebackType | None) -> None:
        self._count(-self.size)
        self._file.close()

    def take(self, data: bytes, rule: BodyRule) -> None:
        """BodyRefusedError when it is too much."""
        if self.size + len(data) > rule.most:
            raise BodyRefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, rule.most)
        beyond_memory = min(len(data), self.size + len(data) - IN_MEMORY)
        if beyond_memory > 0 and Body._large + beyond_memory > MOST_AT_ONCE:  # a form finds room whatever others send
            raise BodyRefusedError(HTTPStatus.SERVICE_UNAVAILABLE)
        if self._sender and Body._of_senders[self._sender] + len(data) > self._share:
            raise BodyRefusedError(HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            self._file.write(data)
        except OSError as error:  # a full disk
            raise BodyRefusedError(HTTPStatus.INSUFFICIENT_STORAGE) from error
        self._count(len(data))

    def _count(self, more: int) -> None:
        Body._large += max(0, self.size + more - IN_MEMORY) - max(0, self.size - IN_MEMORY)
        self.size += more
        if self._sender:
            Body._of_senders[self._sender] += more
            if not Body._of_senders[self._sender]:
                del Body._of_senders[self._sender]

    def file(self) -> IO[bytes]:
        self._file.seek(0)
        return self._file


async def read_body(body: Body, receive: Any, announced: int, rule: BodyRule, silence: float = SILENCE) -> None:
    """BodyRefusedError or SenderGoneError; `announced` is Content-Length, or 0."""
    if announced > rule.most:
        raise BodyRefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, rule.most)
    try:
        async with asyncio.timeout(rule.seconds):
            more = True
            while more:
                async with asyncio.timeout(silence):
                    message = await receive()
                if message["type"] == "http.disconnect":
                    raise SenderGoneError
                body.take(message.get("body", b""), rule)
                more = message.get("more_body", False)
    except TimeoutError as error:
        raise BodyRefusedError(HTTPStatus.REQUEST_TIMEOUT) from error


# --- what may be sent -------------------------------------------------------------------------------------------------
MB = 1024 * 1024
FORMS, FILES, ARCHIVES = BodyRule(3 * MB, 30), BodyRule(12 * MB, 180), BodyRule(256 * MB, 600)
RULES = (  # of bodies, the first that fits; docker/small/Caddyfile and docker/nginx.conf have the largest too
    (re.compile(r"/leagues/archive/"), ARCHIVES),
    (re.compile(r"/[^/]+/(.*/)?(imports|look|news|pages|photo|lists|rules|sponsor)/"), FILES),
    (re.compile(r""), FORMS),
)
SLOW_PAGES = re.compile(
    r"/(?!static/)[^/]+/(.*\.(pdf|jpg|png|xlsx|csv|ics|atom|txt)|.*/live/games/[^/]+/|search/)|/rules/check/"
)
SLOW_FORMS = re.compile(r"/[^/]+/imports/|/rules/check/|/leagues/archive/")  # what is sent takes seconds to read
PASSWORDS = re.compile(r"/accounts/(login/$|reauthenticate|password|signup|2fa/reauthenticate)|/admin/login")
READING = ("GET", "HEAD", "OPTIONS")


def body_rule(path: str) -> BodyRule:
    return next(rule for pattern, rule in RULES if pattern.match(path))


def is_slow(method: str, path: str) -> bool:
    return bool(SLOW_FORMS.match(path) if method == "POST" else SLOW_PAGES.fullmatch(path))


def pool_name(method: str, path: str) -> str:
    """Which threads answer: those of "slow" answers, of "passwords", of "pages", or of "forms", which write."""
    if is_slow(method, path):
        return "slow"
    if method == "POST" and PASSWORDS.match(path):
        return "passwords"
    return "pages" if method in READING else "forms"


# --- long headers -----------------------------------------------------------------------------------------------------
MOST = 64 * 1024  # bytes, as much as uvicorn's other parser takes
PIECE = 16 * 1024  # bytes that are parsed at a time: by so much a head that does not end may be longer
AROUND = 4  # bytes around a header: ": " and the end of its line
REFUSAL = b"The headers of this request are too long."
ANSWER = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%s" % (len(REFUSAL), REFUSAL)
)


class HeadTooLongError(Exception):
    """Ends the parsing of a request that was refused."""


class HeadLimitProtocol(HttpToolsProtocol):
    _in_head, _size = False, 0

    def on_message_begin(self) -> None:
        self._in_head, self._size = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.url) + sum(len(name) + len(value) + AROUND for name, value in self.headers) > MOST:
            self._refuse()
            raise HeadTooLongError
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            self._size += len(piece)
            super().data_received(piece)
            if self._in_head and self._size > MOST:
                self._refuse()
            if self.transport.is_closing():
                return

    def send_400_response(self, msg: str) -> None:
        if not self.transport.is_closing():  # whoever was refused is not answered twice
            super().send_400_response(msg)

    def _refuse(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(ANSWER)
            self.transport.close()
