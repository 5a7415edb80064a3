"""The colours that a team or a league may choose, by name; what each is in either theme: static/css/tokens.css.

Every one of them can be seen on every ground of both themes, and words can be read on it (tests compute it). A colour
never says anything alone, so two that look alike do no harm. Refuses to know whose a colour is.
"""

from dataclasses import dataclass

from django.db.models import TextChoices
from PIL import ImageColor

from league.ui.static_files import colour


class Colour(TextChoices):
    """A colour by its token."""

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
    """In which colour each side plays: where both have the same, the away side takes its second.

    "" is the site's own colour of that side, which an away side without another one takes.
    """
    if away.first != home.first:
        return home.first, away.first
    return home.first, away.second if away.second != home.first else ""


def rgb(name: str) -> tuple[int, int, int]:
    """A colour as on paper and in pictures, where there is no dark: red, green and blue, each up to 255."""
    red, green, blue, *_ = ImageColor.getrgb(colour(name))
    return red, green, blue
