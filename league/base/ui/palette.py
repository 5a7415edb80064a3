"""The colours that a team or a league may choose, by name, and the small marks beside names: shields, chips, form.

What each is in either theme stands in static/css/tokens.css.

Every one of them can be seen on every ground of both themes, and words can be read on it (tests compute it). A colour
never says anything alone, so two that look alike do no harm.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.db.models import TextChoices
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.base.ui.formats import RESULTS
from league.base.ui.static_files import colour


class Colour(TextChoices):
    CLARET = "claret", "Claret"
    SCARLET = "scarlet", "Scarlet"
    RUST = "rust", "Rust"
    AMBER = "amber", "Amber"
    BROWN = "brown", "Brown"
    OLIVE = "olive", "Olive"
    BOTTLE = "bottle", "Bottle green"
    EMERALD = "emerald", "Emerald green"
    TEAL = "teal", "Teal"
    SKY = "sky", "Sky blue"
    ROYAL = "royal", "Royal blue"
    NAVY = "navy", "Navy"
    PURPLE = "purple", "Purple"
    PLUM = "plum", "Plum"
    PINK = "pink", "Pink"
    SLATE = "slate", "Slate grey"


@dataclass(frozen=True, slots=True)
class Kit:
    """A first colour and a second, each the value of a `Colour` or ""."""

    first: str = ""
    second: str = ""

    def __bool__(self) -> bool:
        return bool(self.first)

    @property
    def classes(self) -> str:
        """The classes of static/css/components/kit.css: "team-claret second-amber"; "" without colours."""
        if not self.first:
            return ""
        return f"team-{self.first} second-{self.second}" if self.second else f"team-{self.first}"

    @property
    def words(self) -> str:
        """As in "Claret and amber"; "" without colours."""
        names = [str(Colour(each).label) for each in (self.first, self.second) if each]
        return " and ".join([*names[:1], *(name.lower() for name in names[1:])])


NO_KIT = Kit()


def match_colours(home: Kit, away: Kit) -> tuple[str, str]:
    """The away side takes its second colour where both have the same; "" is the site's own."""
    if away.first != home.first:
        return home.first, away.first
    return home.first, away.second if away.second != home.first else ""


@lru_cache(maxsize=128)
def side_mark(kind: str, colour: str = "") -> SafeString:
    """The mark of a side, "home" or "away": a solid H, a hatched A, in the colour in which it plays."""
    away = kind == "away"
    return format_html(
        '<abbr class="side{}{}" title="{}">{}</abbr>',
        " side--away" if away else "",
        f" team-{colour}" if colour else "",
        "away" if away else "home",
        "A" if away else "H",
    )


def chip(kit: Kit) -> SafeString:
    return format_html('<i class="kit-chip {}"></i>', kit.classes) if kit else SafeString("")


def with_chip(kit: Kit, name: str) -> SafeString:
    """A name, or a link of one, with the chip of its colours before it; a long name wraps beside it."""
    return format_html('<span class="chipped">{}{}</span>', chip(kit), name) if kit else format_html("{}", name)


LETTERS = {
    letter: format_html('<li class="form-strip__{}"><abbr title="{}">{}</abbr></li>', letter.lower(), word, letter)
    for letter, word in RESULTS.items()
}


def form_strip(letters: Iterable[str]) -> SafeString:
    """A letter for each result, with its word behind it; a dash when there is none."""
    shown = "".join(LETTERS[letter] for letter in letters)
    return SafeString(f'<ol class="form-strip">{shown}</ol>' if shown else "\N{EN DASH}")


MOST_LETTERS = 3


@dataclass(frozen=True, slots=True)
class Badge:
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
