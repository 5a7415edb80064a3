"""The words of a written record: headers, remarks and moves, each with its place in the text.

Knows how they are spelled, tidily or not. Refuses to know what they say together (`reader`).
"""

import re
from collections.abc import Iterator

from scoring.play.finding import Where
from scoring.play.record import At
from scoring.play.tiles import PIPS, Tile

_TOKEN = re.compile(
    r'\[\s*(?P<name>[A-Za-z]\w*)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]'
    r"|\{(?P<remark>[^}]*)(?P<close>\}?)"
    r"|;(?P<rest>[^\n]*)"
    r"|(?P<word>(?:\[[^\s\[\]\"]*\]|[^\s{};\[\]])+)"
    r"|(?P<stray>[^\s])"
)
_TILE = r"\[?[0-9a-i][-|]?[0-9a-i]\]?"
MOVE = re.compile(
    rf"(?P<seat>[A-D])?(?P<body>-|knock|pass|\*|\+(?:\*|{_TILE})|{_TILE})(?:@(?P<at>{_TILE}|[0-9a-i]))?"
    r"(?::(?P<total>\d{1,3}))?(?:=(?P<pegs>\d{1,3})(?:\+(?P<chip>\d{1,2}))?)?(?P<end>#{0,2})(?P<mark>[?!]{0,2})"
)


def tokens(text: str) -> Iterator[tuple[re.Match[str], Where]]:
    """Every token of a text with its line and column, from 1."""
    line, begins, seen = 1, 0, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", seen, match.start())
        seen = match.start()
        begins = text.rfind("\n", 0, seen) + 1
        yield match, Where(line, seen - begins + 1)


def parse_at(text: str | None) -> At | None:
    """Where a tile is joined, as `MOVE` found it."""
    if text is None:
        return None
    if len(text) == 1:
        return At(PIPS.index(text))
    if len(text) == 2 and text[1] == "d" and text[0] <= "d":
        return At(PIPS.index(text[0]), double=True)
    return At(host=Tile.parse(text))
