"""The files that the scorer's page needs besides itself, under a version that changes when any of them does."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from league.ui import typeface
from league.ui.stylesheet import PAGES, SCREENS, stylesheet


@dataclass(frozen=True, slots=True)
class Shell:
    """`files` are the addresses of what is kept; `version` names their contents."""

    version: str
    files: tuple[str, ...]


def shell() -> Shell:
    """The one that is served: made once, or for every request while somebody works on it (DEBUG)."""
    return _made() if settings.DEBUG else _kept()


def scripts() -> tuple[Path, ...]:
    """The scripts of the scorer: its own modules, the rules on the phone, the board."""
    js = Path(settings.BASE_DIR) / "static" / "js"
    return (*sorted((js / "scorer").glob("*.js")), *sorted((js / "play").glob("*.js")), js / "crib-board.js")


def _made() -> Shell:
    top = Path(settings.BASE_DIR) / "static"
    names = [path.relative_to(top).as_posix() for path in scripts()]
    sheets = [reverse("stylesheet", args=[stylesheet(name).digest]) for name in (PAGES, SCREENS)]
    letters = reverse("typeface", args=[typeface.digest()])
    files = (*sheets, letters, *(static(name) for name in (*names, "icon.svg", "icon-180.png")))
    told = hashlib.sha256("".join(files).encode())
    for path in scripts():
        told.update(path.read_bytes())
    return Shell(told.hexdigest()[:12], files)


_kept = cache(_made)
