"""What may be sent to an address, and which threads answer it, by the address's shape."""

import re

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from league.base.server.bodies import BodyRule

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
    """Whether the answer takes a good part of a second: papers, pictures, reviews, spreadsheets, feeds, searches."""
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
    """Answers 431 to a head of more than `MOST` bytes, at once or in pieces, and closes the connection."""

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
