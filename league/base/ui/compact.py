"""Templates without the white space that only their authors see: a page is as small as if it had no lines.

The formatter sets templates in short, indented lines. A browser drops white space beside an element that is a block,
and takes any other run of it for one space; so does this, once, when a template is compiled. What stands in <pre> and
<textarea>, and what is put in when a page is drawn, is never touched.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

# Elements that begin and end a line of their own, and those of which only the inside drops the space at its edges.
BLOCKS = (
    "!DOCTYPE|address|article|aside|blockquote|body|br|caption|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|figcaption|"
    "figure|footer|form|h[1-6]|head|header|hr|html|legend|li|link|main|meta|nav|noscript|ol|optgroup|option|p|section|"
    "style|summary|table|tbody|td|tfoot|th|thead|title|tr|ul|"
    "circle|defs|g|path|polygon|polyline|rect|stop|text|use"  # inside a drawing
)
INSIDE = "button"
# Of an element, template tags and all. Nothing is read twice: where no ">" comes, that would take minutes.
TAG_PARTS = r"(?:[^<>{]++|\{\{(?>.*?\}\})|\{%(?>.*?%\})|\{(?![{%#]))*+"
OPENS = re.compile(rf"(<(?:{BLOCKS}|{INSIDE})\b{TAG_PARTS}>)\s*\n\s*", re.DOTALL)
CLOSES = re.compile(rf"(</(?:{BLOCKS})>)\s*\n\s*")
BEFORE_OPENING = re.compile(rf"\s*\n\s*(?=<(?:{BLOCKS})\b)")
BEFORE_CLOSING = re.compile(rf"\s*\n\s*(?=</(?:{BLOCKS}|{INSIDE})>)")
CHOSEN = re.compile(r" \{% if ([^%]+) %\}((?:[^{}]|\{\{[^}]*\}\})*)\{% endif %\}(?=[\s>])")
ATTRIBUTES = re.compile(rf"<[a-z][a-z0-9]*\b{TAG_PARTS}>", re.DOTALL)
CLASSES = re.compile(r'(?<=\sclass=") ((?:[^"{]|\{\{.*?\}\}|\{%.*?%\})*?) ?(?=")')
AS_IT_IS = re.compile(r"(<(?:pre|textarea|script)\b.*?</(?:pre|textarea|script)>|\{#.*?#\})", re.DOTALL)
LINE = re.compile(r"\s*\n\s*")


def compact(text: str) -> str:
    parts = AS_IT_IS.split(text)  # every second one is left as it is
    parts[::2] = [_compact(part) for part in parts[::2]]
    return "".join(parts)


def _compact(text: str) -> str:
    text = ATTRIBUTES.sub(_compact_attributes, text)
    for pattern, instead in ((OPENS, r"\1"), (CLOSES, r"\1"), (BEFORE_OPENING, ""), (BEFORE_CLOSING, "")):
        text = pattern.sub(instead, text)
    return LINE.sub(" ", text)


def _compact_attributes(match: re.Match[str]) -> str:
    """One space before each attribute and each class, and none for one that is left out."""
    chosen = CHOSEN.sub(r"{% if \1 %} \2{% endif %}", LINE.sub(" ", match[0][:-1].rstrip()) + ">")
    return CLASSES.sub(r"\1", chosen)


class Loader(filesystem.Loader):
    """Our own templates, those of pages compacted. Letters keep their lines, which must not be long in a mail."""

    def get_contents(self, origin: Origin) -> str:
        text: str = super().get_contents(origin)
        is_page = origin.name.endswith(".html") and "/mail/" not in origin.name
        return compact(text) if is_page else text
