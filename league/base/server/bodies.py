"""The body of a request, read in the event loop before a thread is taken, with limits of size and two deadlines.

A slow sender so costs a socket and a few kilobytes.
"""

import asyncio
from collections import Counter
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import IO, Any, ClassVar, NamedTuple, Self

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
    """A body as far as it is here, in memory or in a file without a name; forgotten when the block ends.

    `sender` is a client address, which may have `share` bytes under way; "" for one that nobody can tell from others.
    """

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
        """Append what has come. Raises BodyRefusedError when it is too much."""
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
