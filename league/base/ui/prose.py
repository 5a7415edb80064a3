"""Text that somebody typed as the paragraphs, lists and links of a page. Everything else in it is shown as it is typed.

" (lists), "## " (a heading), **bold**, [words](address) and bare addresses. No HTML of theirs gets through: every piece
is escaped before anything is put around it.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from django.utils.html import format_html, format_html_join, urlize
from django.utils.safestring import SafeString, mark_safe

LINE = re.compile(r"(?P<ul>[-*•]\s+)|(?P<ol>\d{1,3}[.)]\s+)|(?P<h2>#{1,6}\s+)")
PIECE = re.compile(r"\*\*(?P<bold>[^*\n]+)\*\*|\[(?P<words>[^][\n]+)\]\((?P<to>https?://[^\s()]+|/(?!/)[\w/-]*)\)")
LONGEST_GIST = 140  # letters


def prose(text: str) -> SafeString:
    return format_html_join("", "{}", ((block,) for block in _blocks(text)))


def gist(text: str) -> str:
    """As many first words of it as fit, without what marks lists, headings, bold and links."""
    lines = [rest for kind, rest in map(_kind_of, text.strip().splitlines()) if kind and kind != "h2"]
    plain = PIECE.sub(lambda found: found["bold"] or found["words"], " ".join(lines))
    return plain if len(plain) <= LONGEST_GIST else f"{plain[:LONGEST_GIST].rpartition(' ')[0]}\N{HORIZONTAL ELLIPSIS}"


def _blocks(text: str) -> Iterator[SafeString]:
    for kind, group in groupby(map(_kind_of, text.strip().splitlines()), key=lambda line: line[0]):
        lines = [rest for _, rest in group]
        if kind == "p":
            yield format_html("<p>{}</p>", format_html_join(_BREAK, "{}", ((_inline(line),) for line in lines)))
        elif kind == "h2":
            yield format_html_join("", "<h2>{}</h2>", ((_inline(line),) for line in lines))
        elif kind:
            items = format_html_join("", "<li>{}</li>", ((_inline(line),) for line in lines))
            yield format_html("<ul>{}</ul>" if kind == "ul" else "<ol>{}</ol>", items)


_BREAK = mark_safe("<br>")


def _kind_of(line: str) -> tuple[str, str]:
    """What a line begins: "p", "ul", "ol", "h2", or "" for an empty one; and what it says."""
    line = line.strip()
    match = LINE.match(line)
    if not line or match is None:
        return ("p" if line else "", line)
    return str(match.lastgroup), line[match.end() :]


def _inline(line: str) -> SafeString:
    pieces: list[SafeString] = []
    end = 0
    for match in PIECE.finditer(line):
        pieces.append(_plain(line[end : match.start()]))
        if match["bold"]:
            pieces.append(format_html("<strong>{}</strong>", _plain(match["bold"])))
        else:
            pieces.append(format_html('<a href="{}" rel="nofollow">{}</a>', match["to"], match["words"]))
        end = match.end()
    return format_html_join("", "{}", ((piece,) for piece in [*pieces, _plain(line[end:])]))


def _plain(text: str) -> SafeString:
    return SafeString(urlize(text, nofollow=True, autoescape=True))
