"""A response as lines of text that stay the same while nothing a reader would notice changes."""

import hashlib
import json
import re
import subprocess
from collections.abc import Iterator
from html import escape
from html.parser import HTMLParser
from io import BytesIO
from zipfile import ZipFile

from django.http import HttpResponseBase
from openpyxl import load_workbook

from league.base.ui.responses import TOKEN_FIELDS

HEADERS = ("Cache-Control", "Location", "Content-Disposition", "X-Robots-Tag", "Vary", "Retry-After")
HEADERS += ("HX-Redirect", "HX-Refresh", "HX-Location", "HX-Trigger", "WWW-Authenticate", "Access-Control-Allow-Origin")
# Beside any other element white space is dropped, as a browser drops it, and each begins a line of its own.
INLINE = {
    *(
        "a",
        "abbr",
        "b",
        "bdi",
        "cite",
        "code",
        "del",
        "dfn",
        "em",
        "i",
        "ins",
        "kbd",
        "mark",
        "output",
        "q",
        "s",
        "samp",
    ),
    *("small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr"),
}
VERBATIM = frozenset({"pre", "textarea", "script", "style"})
WHITE = re.compile(r"[ \t\n\r\f]+")  # without the no-break space
MADE_UP = (
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"), "UUID"),
    (re.compile(r"/style/[0-9a-f]+\.(css|js|woff2)"), r"/style/DIGEST.\1"),
    (re.compile(r"/image-[0-9a-f]{16}\.jpg"), "/image-DIGEST.jpg"),
    (re.compile(r"(/static/[\w./-]+)\.[0-9a-f]{12}\.(\w+)"), r"\1.\2"),
)
BINARY = {"xlsx": "spreadsheetml", "zip": "zip", "pdf": "pdf"}


class _Html(HTMLParser):
    """Writes a page anew: attributes in order, white space as a browser shows it, a line for each block."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = [""]
        self._verbatim = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: "" if value is None else value for name, value in attrs}
        if given.get("name") in TOKEN_FIELDS:
            given["value"] = "TOKEN"
        if "class" in given:
            given["class"] = " ".join(given["class"].split())
        words = "".join(f' {name}="{WHITE.sub(" ", escape(value))}"' for name, value in sorted(given.items()))
        self._put(tag, f"<{tag}{words}>", begins=True)
        if tag in VERBATIM:
            self._verbatim = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == self._verbatim:
            self._verbatim = ""
        self._put(tag, f"</{tag}>", begins=False)

    def handle_data(self, data: str) -> None:
        if self._verbatim:
            first, *rest = data.split("\n")
            self.lines[-1] += first
            self.lines += rest
            return
        words = WHITE.sub(" ", escape(data, quote=False))
        self.lines[-1] += words.lstrip(" ") if self.lines[-1].endswith((" ", "")) and not self.lines[-1] else words

    def handle_decl(self, decl: str) -> None:
        self._put("!doctype", f"<!{decl}>", begins=True)

    def _put(self, tag: str, words: str, *, begins: bool) -> None:
        if tag in INLINE:
            self.lines[-1] += words
            return
        self.lines[-1] = self.lines[-1].rstrip(" ")
        if begins and self.lines[-1]:
            self.lines.append("")
        self.lines[-1] += words
        if not begins:
            self.lines.append("")


def html_lines(text: str) -> list[str]:
    page = _Html()
    page.feed(text)
    page.close()
    return [re.sub(" +", " ", line) if "<pre" not in line else line for line in page.lines if line.strip()]


def body_lines(content: bytes, kind: str) -> list[str]:
    """The content of a file of this media type, or with this ending, as lines."""
    kind = next((ending for ending, word in BINARY.items() if word in kind), kind)
    if kind in BINARY:
        return list(BINARY_LINES[kind](content))
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return [f"{len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}"]
    if "html" in kind:
        return html_lines(text)
    if "json" in kind and text:
        text = json.dumps(json.loads(text), indent=1, sort_keys=True, ensure_ascii=False)
    return text.splitlines()


def _sheet_lines(content: bytes) -> Iterator[str]:
    for sheet in load_workbook(BytesIO(content)).worksheets:
        for row in sheet.iter_rows(values_only=True):
            yield f"{sheet.title}: {json.dumps(row, default=str, ensure_ascii=False)}"


def _zip_lines(content: bytes) -> Iterator[str]:
    with ZipFile(BytesIO(content)) as files:
        for name in sorted(files.namelist()):
            yield from (f"{name}: {line}" for line in body_lines(files.read(name), name.rpartition(".")[2]))


def _pdf_lines(content: bytes) -> Iterator[str]:
    done = subprocess.run(["pdftotext", "-layout", "-", "-"], input=content, capture_output=True, check=True)
    text = done.stdout.decode()
    yield f"{text.count(chr(12))} pages"
    yield from filter(str.strip, text.replace("\f", "\n").splitlines())


BINARY_LINES = {"xlsx": _sheet_lines, "zip": _zip_lines, "pdf": _pdf_lines}


def response_lines(answer: HttpResponseBase) -> list[str]:
    """Status, the headers that matter, and the body of a response."""
    kind = answer.get("Content-Type", "")
    lines = [f"{answer.status_code} {kind}"]
    lines += [f"{name}: {answer[name]}" for name in HEADERS if name in answer]
    if answer.cookies:
        lines.append(f"Set-Cookie: {', '.join(sorted(answer.cookies))}")
    if getattr(answer, "exc_info", None):
        lines.append(f"{answer.exc_info[0].__name__}: {answer.exc_info[1]}")
    content = (
        b"" if "event-stream" in kind else b"".join(answer.streaming_content) if answer.streaming else answer.content
    )
    return [plain(line) for line in lines + body_lines(content, kind)]


def plain(line: str) -> str:
    """A line without what is made up anew each time."""
    for pattern, instead in MADE_UP:
        line = pattern.sub(instead, line)
    return line
