"""A plain crest for what has none: a shield in two colours with the initials of a name, as SVG. Knows no domain."""

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.ui.palette import NO_KIT, Kit
from league.ui.static_files import colour

MOST_LETTERS = 3


@dataclass(frozen=True, slots=True)
class Badge:
    """Whose a picture is: a league's short name, its colour, and the number of its crest if it has one."""

    name: str = ""
    kit: Kit = NO_KIT
    crest: int | None = None


NO_BADGE = Badge()
OUTLINE = "M3 3h42v21c0 11-9 17-21 21-12-4-21-10-21-21z"
BASELINES = {1: 31, 2: 30, 3: 28}


def shield(name: str, kit: Kit) -> SafeString:
    """The shield; it stands beside the name, so it says nothing to those who do not see it."""
    letters = initials(name)
    return format_html(
        '<svg class="crest {}" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" focusable="false">'
        '<path class="crest__field" d="{}" /><text class="crest__letters crest__letters--{}" x="24" y="{}">{}</text>'
        "</svg>",
        kit.classes,
        OUTLINE,
        len(letters),
        BASELINES[len(letters)],
        letters,
    )


def paper_chip(kit: Kit) -> SafeString:
    """A chip for paper, where style sheets do not reach into a drawing; nothing without colours."""
    if not kit:
        return SafeString("")
    return format_html(
        '<svg class="chip" viewBox="0 0 4 9"><title>{}</title><path fill="{}" d="M0 0h4v9H0z" />'
        '<path fill="{}" d="M0 4h4v5H0z" /></svg> ',
        kit.words,
        colour(kit.first),
        colour(kit.second or kit.first),
    )


def initials(name: str) -> str:
    """As in "KH" for King's Head and "SM" for Shoulder of Mutton; never more than three letters."""
    words = [word for word in name.split() if word[:1].isalnum()]
    capital = [word for word in words if not word[:1].islower()] or words
    return "".join(word[0].upper() for word in capital[:MOST_LETTERS]) or "?"
