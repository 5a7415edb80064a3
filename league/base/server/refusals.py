"""What somebody is told whose request was not taken: what happened, and what to do, as a page or as JSON."""

import json
from functools import cache
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string

RETRY_AFTER = 10  # seconds
WORDS = {
    HTTPStatus.BAD_REQUEST: (
        "This site has another address",
        "It is not known under the name in this address. If you run the site: ALLOWED_HOSTS names its addresses.",
    ),
    HTTPStatus.FORBIDDEN: (
        "Sign in before you send a file",
        "Nothing was saved. More than {most} is taken only from people who may send it. Sign in and send it again.",
    ),
    HTTPStatus.REQUEST_TIMEOUT: (
        "That took too long to arrive",
        "The connection was too slow or broke off, so nothing was saved. Go back and send it again.",
    ),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: (
        "That is too large",
        "Nothing was saved. Go back and send at most {most}.",
    ),
    HTTPStatus.SERVICE_UNAVAILABLE: (
        "The site is very busy",
        "Wait ten seconds and try again. A match card that you were sending is never counted twice.",
    ),
    HTTPStatus.INSUFFICIENT_STORAGE: (
        "The site has run out of space",
        "Nothing was saved. The people who run the site have to make room first; then send it again.",
    ),
}
PAPER_WAITS = (
    "The site is very busy",
    "Your PDF waits for its turn. This page tries again by itself every ten seconds and ends in the PDF.",
)
SAFE = (
    (b"cache-control", b"no-store"),
    (b"content-security-policy", b"default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"connection", b"close"),
)


async def refuse(scope: Any, send: Any, status: HTTPStatus, most: int = 0) -> None:
    """Answer with this status; the connection ends, since nobody reads what is still to come."""
    headers, body = _answer(scope["path"], status, most)
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def refusal(path: str, status: HTTPStatus) -> HttpResponse:
    headers, body = _answer(path, status, 0)
    return HttpResponse(
        body, status=status, headers={name.decode(): value.decode() for name, value in headers if name != b"connection"}
    )


def refuse_in_thread(environ: dict[str, Any], start_response: Any, status: HTTPStatus) -> list[bytes]:
    headers, body = _answer(environ["PATH_INFO"], status, 0)
    kept = [(name.decode(), value.decode()) for name, value in headers if name != b"connection"]
    start_response(f"{int(status)} {status.phrase}", kept)
    return [b"" if environ["REQUEST_METHOD"] == "HEAD" else body]


def _answer(path: str, status: HTTPStatus, most: int) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Headers and body. Whoever waits for a paper need not do anything: the browser asks again."""
    asks_as_program = path.startswith("/api/") or path.endswith("/live/events/")
    waits = status == HTTPStatus.SERVICE_UNAVAILABLE and path.endswith(".pdf")
    kind, body = _problem(status, most) if asks_as_program else _page(status, most, waits=waits)
    headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode()), *SAFE]
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.append((b"retry-after", str(RETRY_AFTER).encode()))
    if waits:
        headers.append((b"refresh", str(RETRY_AFTER).encode()))
    return headers, body


def _words(status: HTTPStatus, most: int) -> tuple[str, str]:
    title, text = WORDS[status]
    return title, text.format(most=f"{most // 1024 // 1024} MB")


@cache
def _page(status: HTTPStatus, most: int, *, waits: bool) -> tuple[bytes, bytes]:
    title, text = PAPER_WAITS if waits else _words(status, most)
    page = render_to_string("errors/refused.html", {"title": title, "words": text})
    return b"text/html; charset=utf-8", page.encode()


def _problem(status: HTTPStatus, most: int) -> tuple[bytes, bytes]:
    title, text = _words(status, most)
    problem = {"type": "about:blank", "title": title, "status": int(status), "detail": text}
    return b"application/problem+json", json.dumps(problem).encode()
