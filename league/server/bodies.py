"""The body of a request, read in the event loop before a thread is taken, with a limit and two deadlines.

A slow sender so costs a socket and a few kilobytes. Refuses to know what the body says.
"""

import asyncio
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import IO, Any, ClassVar, NamedTuple, Self

IN_MEMORY = 256 * 1024  # bytes of one body; the rest of it goes to a file
MOST_AT_ONCE = 512 * 1024 * 1024  # bytes of all bodies together that are being read or used
SILENCE = 10.0  # seconds


class BodyRule(NamedTuple):
    """How many bytes a body may have, and within how many seconds it must be here."""

    most: int
    seconds: float


class BodyRefusedError(Exception):
    """Why a body was not taken, as a status of HTTP: 408, 413, or 503 where there is no room for it now."""

    def __init__(self, status: HTTPStatus, most: int = 0) -> None:
        super().__init__(status.phrase)
        self.status, self.most = status, most


class SenderGoneError(Exception):
    """Whoever sent it has hung up."""


class Body:
    """A body as far as it is here, in memory or in a file without a name; forgotten when the block ends."""

    _all: ClassVar[int] = 0

    def __init__(self) -> None:
        self._file: SpooledTemporaryFile[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  # closed by __exit__
        self.size = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, why: BaseException | None, at: TracebackType | None) -> None:
        Body._all -= self.size
        self._file.close()

    def take(self, data: bytes, rule: BodyRule) -> None:
        """Append what has come. Raises BodyRefusedError when it is too much."""
        if self.size + len(data) > rule.most:
            raise BodyRefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, rule.most)
        if Body._all + len(data) > MOST_AT_ONCE:
            raise BodyRefusedError(HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            self._file.write(data)
        except OSError as error:  # a full disk
            raise BodyRefusedError(HTTPStatus.INSUFFICIENT_STORAGE) from error
        self.size += len(data)
        Body._all += len(data)

    def file(self) -> IO[bytes]:
        """All of it, from its beginning."""
        self._file.seek(0)
        return self._file


async def read_body(body: Body, receive: Any, announced: int, rule: BodyRule, silence: float = SILENCE) -> None:
    """Read all of it. Raises BodyRefusedError, or SenderGoneError. `announced` is its Content-Length, or 0."""
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
