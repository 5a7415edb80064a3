"""Nothing that somebody wrote can make the printing of a page open an address or a file."""

import base64
import contextlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from league.documents.pdf.weasyprint_sheets import ForeignResourceError, draw, read_sheet

SECRET = "the-landlords-takings-1843"

# Each is written into a page: {web} is a listener, {file} a file of ours, {data} an image that asks the listener.
VECTORS = {
    "image": '<img src="{web}/image.png">',
    "style sheet": '<link rel="stylesheet" href="{web}/sheet.css">',
    "import": '<style>@import "{web}/import.css";</style>',
    "font": "<style>@font-face {{ font-family: X; src: url({web}/font.woff) }} p {{ font-family: X }}</style><p>x</p>",
    "object": '<object data="{web}/object.svg"></object>',
    "embed": '<embed src="{web}/embed.svg">',
    "image in svg": '<svg width="9" height="9"><image href="{web}/svg.png" width="9" height="9"/></svg>',
    "attachment": '<link rel="attachment" href="{web}/attachment.txt">',
    "attached file": '<link rel="attachment" href="file://{file}">',
    "redirect": '<img src="{web}/redirect/image.png">',
    "data": '<img src="{data}">',
    "image in css": "<style>body {{ background: url({web}/background.png) }}</style>",
    "other base": '<base href="{web}/"><img src="relative.png">',
    "attached link": '<a rel="attachment" href="file://{file}">takings</a>',
}


@pytest.fixture
def listener():
    """A web server on this machine, and the paths that were asked of it."""
    asked: list[str] = []

    class Listener(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            redirected = self.path.startswith("/redirect/")
            self.send_response(302 if redirected else 404)
            if redirected:
                self.send_header("Location", "/followed.png")
            self.end_headers()

        def log_message(self, *args):
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "takings.txt"
    path.write_text(SECRET)
    return path


def hostile(vector: str, web: str, secret) -> str:
    asking = f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="{web}/data.png"/></svg>'
    data = f"data:image/svg+xml;base64,{base64.b64encode(asking.encode()).decode()}"
    return f"<!doctype html><body>{VECTORS[vector].format(web=web, file=secret, data=data)}<p>card</p></body>"


def attached(pdf: bytes) -> bytes:
    """Everything that travels in a PDF beside its pages."""
    from io import BytesIO

    from pypdf import PdfReader

    files = PdfReader(BytesIO(pdf)).attachments
    return b"".join(part for parts in files.values() for part in parts)


@pytest.mark.parametrize("vector", VECTORS)
def test_page_fetches_nothing(vector, listener, secret):
    web, asked = listener
    made = draw(hostile(vector, web, secret))
    assert made.startswith(b"%PDF")
    assert asked == []
    assert SECRET.encode() not in made + attached(made)


def test_the_library_left_alone_would_fetch(listener, secret):
    """The control: the same pages in WeasyPrint as it comes reach the listener and the file."""
    from weasyprint import HTML

    web, asked = listener
    reached = set()
    for vector in VECTORS:
        asked.clear()
        with contextlib.suppress(OSError):
            made = HTML(string=hostile(vector, web, secret)).write_pdf()
            if asked or SECRET.encode() in attached(made):
                reached.add(vector)
    assert len(reached) >= 12, sorted(set(VECTORS) - reached)


@pytest.mark.parametrize(
    "name", ["paper:../league/settings.py", "paper:card.css?x", "file:///etc/passwd", "css/tokens.css"]
)
def test_only_named_style_sheets_are_read(name):
    with pytest.raises(ForeignResourceError):
        read_sheet(name)


def test_the_cards_own_style_sheet_is_read():
    assert b"@page" in read_sheet("paper:card.css")
