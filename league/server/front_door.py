"""The ASGI application that takes every request in: its body first, then a thread of the lane that it belongs to.

Four lanes. Pages have `threads`. Forms and taps, which write, have half as many of their own: on SQLite one writes at a
time and the others wait, while pages can be read. What is drawn (papers, pictures, reviews of games, spreadsheets,
feeds, a search), and whoever has cost too much lately, has one more thread with a short queue; passwords, whose
checking is slow on purpose, another. Who may see what is for Django to say; who may send a large file is asked before
it is read.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from league.server.bodies import (
    MOST_OF_PEOPLE,
    MOST_OF_STRANGERS,
    Body,
    BodyRefusedError,
    SenderGoneError,
    read_body,
)
from league.server.lanes import DRAWN_PATHS, FORMS, LONG_FORMS, PASSWORDS, TAPS, Lane, SingleFlight, promised, rule_of
from league.server.promise import answers
from league.server.refusals import refuse
from league.server.threads import Wsgi, WsgiThread
from league.server.visitors import Budgets, address_of, header, is_this_machine, processor_seconds

MaySend = Callable[[str, str], bool]

# --- What programs that watch the site are told ----------------------------------------------------------------------
# Of this process, in the text format of Prometheus: lanes and counts of answers. It names no page and no person.

KINDS = {"threads": "gauge", "busy": "gauge", "waiting": "gauge", "answered": "counter", "refused": "counter"}


def may_ask(scope: Any, token: str) -> bool:
    """Whether it is a program of this machine that asks, and no visitor by way of a proxy; or one with the token."""
    sent_token = header(scope, b"authorization").removeprefix("Bearer ")
    if token and secrets.compare_digest(sent_token.encode(), token.encode()):
        return True
    peer = (scope.get("client") or ("",))[0]
    return bool(peer) and (is_this_machine(peer) or peer == "::1") and not header(scope, b"x-forwarded-for")


def metrics(lanes: dict[str, Lane]) -> str:
    """How the lanes are, and how many answers were in time."""
    lines: list[str] = []
    for name, kind in KINDS.items():
        full = f"double_six_lane_{name}{'_total' if kind == 'counter' else ''}"
        lines += _family(full, kind, ((f'lane="{lane}"', getattr(each, name)) for lane, each in lanes.items()))
    counts = sorted(answers.all().items())
    rows = ((f'kind="{kind}",in_time="{"yes" if in_time else "no"}"', count) for (kind, in_time), count in counts)
    return "\n".join([*lines, *_family("double_six_answers_total", "counter", rows)]) + "\n"


def _family(name: str, kind: str, rows: Iterable[tuple[str, int]]) -> list[str]:
    return [f"# TYPE {name} {kind}", *(f"{name}{{{labels}}} {value}" for labels, value in rows)]


async def send_metrics(send: Any, lanes: dict[str, Lane]) -> None:
    headers = [(b"content-type", b"text/plain; version=0.0.4; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": metrics(lanes).encode()})


# --- The front door --------------------------------------------------------------------------------------------------

READING = ("GET", "HEAD", "OPTIONS")
QUERY_WORDS = frozenset({"q", "r", "week", "season", "division", "cup"})  # what DRAWN_PATHS know of a query
# What an answer may hang on besides its address: two requests that differ in none of them are the same.
SAME_BY = (
    *(b"host", b"cookie", b"authorization", b"accept", b"accept-encoding", b"hx-request", b"range"),
    *(b"if-none-match", b"if-modified-since", b"x-forwarded-proto", b"x-forwarded-host"),
)


class Drawing(NamedTuple):
    """An answer as a whole, ready to be sent to everybody who waits for it."""

    start: dict[str, Any]
    body: bytes

    @property
    def personal(self) -> bool:
        """Whether it is for whoever asked first alone: it sets a cookie, or refuses them something."""
        refused = self.start["status"] not in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED)
        return refused or any(name == b"set-cookie" for name, _ in self.start["headers"])


class FrontDoor:
    """`wsgi` is Django; `proxies` says how many of ours stand in front, `token` lets programs read `metrics`.

    `may_send_files` says, of a path and a Cookie header, whether that person may send a file there; it may ask the
    database.
    """

    def __init__(
        self,
        wsgi: Callable[..., Any],
        *,
        threads: int,
        proxies: int,
        may_send_files: MaySend = lambda _path, _cookie: False,
        budgets: Budgets | None = None,
        token: str = "",
    ) -> None:
        self._token, self._may_send_files = token, may_send_files
        self._asking = ThreadPoolExecutor(1, thread_name_prefix="senders")
        self._proxies, self._budgets, self._flights = proxies, budgets or Budgets(), SingleFlight()
        self.pages, self.forms = Lane(threads, 400), Lane(max(1, threads // 2), 400)
        self.drawing, self.passwords = Lane(1, 24), Lane(1, 24)
        self._lanes = {"pages": self.pages, "forms": self.forms, "drawing": self.drawing, "passwords": self.passwords}
        self._apps = {lane: [WsgiThread(_metered(wsgi)) for _ in range(lane.threads)] for lane in self._lanes.values()}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # As nginx and gunicorn do: an underscore becomes what a hyphen becomes, and passes for a header of our proxy's.
        scope = {**scope, "headers": [pair for pair in scope["headers"] if b"_" not in pair[0]]}
        address = address_of(scope, self._proxies)
        if scope["path"] == "/metrics" and may_ask(scope, self._token):
            await send_metrics(send, self._lanes)
            return
        rule, share = rule_of(scope["path"]), MOST_OF_STRANGERS
        if rule.most > FORMS.most and _may_be_over(scope, FORMS.most):
            if not await self._is_let_send(scope):
                await refuse(scope, send, HTTPStatus.FORBIDDEN, FORMS.most)
                return
            share = MOST_OF_PEOPLE
        with Body("" if is_this_machine(address) else address, share) as body:
            try:
                await read_body(body, receive, _announced(scope), rule)
            except SenderGoneError:
                return
            except BodyRefusedError as error:
                await refuse(scope, send, error.status, error.most)
                return
            scope = {**_with_length(scope, body.size), "arrived": time.monotonic()}
            await self._answer(scope, body, send, address)

    async def _is_let_send(self, scope: Any) -> bool:
        sender = (scope["path"], header(scope, b"cookie"))
        return await asyncio.get_running_loop().run_in_executor(self._asking, self._may_send_files, *sender)

    async def _answer(self, scope: Any, body: Body, send: Any, address: str) -> None:
        path, method = scope["path"], scope["method"]
        if method == "GET" and DRAWN_PATHS.fullmatch(path):
            await self._draw(_without_unknown_words(scope), send, address)
        elif not await self._run(self._lane_of(path, method, address), scope, body, send, address):
            if kind := promised(method, path):
                answers.add(kind, in_time=False)
            await refuse(scope, send, HTTPStatus.SERVICE_UNAVAILABLE)

    def _lane_of(self, path: str, method: str, address: str) -> Lane:
        if method == "POST" and PASSWORDS.match(path):
            return self.passwords
        long = LONG_FORMS.match(path) if method == "POST" else DRAWN_PATHS.fullmatch(path)
        over = not TAPS.fullmatch(path) and self._budgets.is_over(address, time.monotonic())
        if long or over:
            return self.drawing
        return self.pages if method in READING else self.forms

    async def _draw(self, scope: Any, send: Any, address: str) -> None:
        """One drawing for all who ask for the same just now; but what sets a cookie is for the one who was first.

        Nobody's body is read for it: whoever asked first may have gone, and their body with them.
        """

        async def make() -> Drawing | None:
            sent: list[dict[str, Any]] = []

            async def gather(message: dict[str, Any]) -> None:
                sent.append(message)

            with Body() as nothing:
                if not await self._run(self.drawing, scope, nothing, gather, address):
                    return None
            return Drawing(sent[0], b"".join(message.get("body", b"") for message in sent[1:]))

        same = tuple(header(scope, name) for name in SAME_BY)
        drawn, first = await self._flights.join((scope["path"], scope["query_string"], same), make)
        if not first and (drawn is None or drawn.personal):  # that one had no thread, or is somebody's own
            drawn = await make()
        if drawn is None:
            await refuse(scope, send, HTTPStatus.SERVICE_UNAVAILABLE)
            return
        await send(drawn.start)
        await send({"type": "http.response.body", "body": drawn.body})

    async def _run(self, lane: Lane, scope: Any, body: Body, send: Any, address: str) -> bool:
        """Have Django answer in a thread of this lane; False when none was free in time. The thread is given back as
        soon as the answer is made, however slowly it is fetched.
        """
        turn = await lane.enter(address)
        if turn is None:
            return False
        loop, left = asyncio.get_running_loop(), False

        def leave(seconds: float = 0.0) -> None:
            nonlocal left
            self._budgets.spend(address, seconds, time.monotonic())
            lane.spend(address, seconds)
            if not left:
                left = True
                lane.leave(turn)

        scope["answered"] = lambda seconds: loop.call_soon_threadsafe(leave, seconds)
        try:
            await self._apps[lane][turn.thread](scope, body, send)
        finally:
            leave()
        return True


def _metered(wsgi: Callable[..., Any]) -> Wsgi:
    """The application, which says at its end how many seconds of the processor an answer took."""

    def answer(environ: dict[str, Any], start_response: Any) -> Generator[bytes, None, None]:
        begun, pieces = processor_seconds(), ()
        try:
            pieces = wsgi(environ, start_response)
            yield from pieces
        finally:
            _close(pieces)
            environ["asgi.scope"]["answered"](processor_seconds() - begun)

    return answer


def _close(pieces: Iterable[bytes]) -> None:
    close = getattr(pieces, "close", None)
    if close:
        close()


def _announced(scope: Any) -> int:
    text = header(scope, b"content-length")
    return int(text) if text.isascii() and text.isdigit() else 0


def _may_be_over(scope: Any, most: int) -> bool:
    """Whether a body may have more bytes than that; of one in pieces nobody has said."""
    return header(scope, b"transfer-encoding") != "" or _announced(scope) > most


def _with_length(scope: Any, size: int) -> Any:
    """The scope with the length that the body has, also where it came in pieces of which no length was said."""
    if b"transfer-encoding" not in dict(scope["headers"]):
        return scope
    about_length = (b"transfer-encoding", b"content-length")
    headers = [pair for pair in scope["headers"] if pair[0] not in about_length]
    return {**scope, "headers": [*headers, (b"content-length", str(size).encode())]}


def _without_unknown_words(scope: Any) -> Any:
    """The scope without what nobody asks of its query: made-up words are no address of their own."""
    pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    if all(name in QUERY_WORDS for name, _ in pairs):
        return scope
    return {**scope, "query_string": urlencode([pair for pair in pairs if pair[0] in QUERY_WORDS]).encode()}
