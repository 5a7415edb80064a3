"""The site's stylesheet, put together from the small files in static/css when the site starts, and its scripts.

Every page has the one sheet. What fills a screen, and is no page among others, has its rules in a second one, made of
static/css/screens, so that readers do not carry them; brackets, grids and calendars have a third, static/css/diagrams.

Static files have names that change with their contents, the modules that a script imports among them: a browser may
keep every file for ever, and never runs half of yesterday's scripts with half of today's.
"""

import gzip
import hashlib
import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from math import cos, radians, sin
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

log = logging.getLogger(__name__)
OUR_SCRIPTS = "js/*.js"
Paths = dict[str, tuple[Any, str]]


class HashedModules(CompressedManifestStaticFilesStorage):
    """Rewrites `import … from "./store.js";` to hashed names, and sends our scripts minified."""

    max_post_process_passes = 20  # one for each step of the longest way from a script to what it imports
    support_js_module_import_aggregation = True

    def stored_name(self, name: str) -> str:
        """A file never gathered keeps its own name, so that error pages can be drawn."""
        try:
            return str(super().stored_name(name))
        except ValueError:
            _say_missing(name)
            return name

    def post_process(self, paths: Paths, *args: Any, **options: Any) -> Iterator[Any]:
        ours = {
            name: (_Minified(storage), path) for name, (storage, path) in paths.items() if fnmatch(name, OUR_SCRIPTS)
        }
        yield from super().post_process({**paths, **ours}, *args, **options)


@cache
def _say_missing(name: str) -> None:
    # WhiteNoise tries names at its start of which most are no file's.
    if Path(f"{CSS.parent}/{name}").is_file():
        log.error("%s was never gathered: run collectstatic, as serve does.", name)


class _Minified:
    def __init__(self, storage: Storage) -> None:
        self.storage = storage

    def open(self, path: str) -> "ContentFile[bytes]":
        with self.storage.open(path) as script:
            return ContentFile(jsmin(script.read().decode()).encode(), path)


# --- The stylesheet ---------------------------------------------------------------------------------------------------
FIRST = ("tokens.css", "typeface.css", "reset.css", "base.css", "layout.css")
LAST = ("utilities.css", "print.css")
PAGES, SCREENS, DIAGRAMS = "pages", "screens", "diagrams"
THEMES = ("light", "dark")
CSS = Path(settings.BASE_DIR) / "static" / "css"


@dataclass(frozen=True, slots=True)
class ServedFile:
    """A stylesheet as sent; `digest` names its contents, and begins with "screens-" or "diagrams-" for those sheets."""

    digest: str
    plain: bytes
    gzipped: bytes


def stylesheet(name: str = PAGES) -> ServedFile:
    """Made once, but for DEBUG."""
    return assemble(CSS, name) if settings.DEBUG else _kept(CSS, name)


def stylesheet_for(digest: str) -> ServedFile:
    name = digest.partition("-")[0]
    return stylesheet(name if name in {SCREENS, DIAGRAMS} else PAGES)


def sources(css: Path, name: str = PAGES) -> list[Path]:
    if name != PAGES:
        return sorted(css.glob(f"{name}/*.css"))
    return [
        *(css / name for name in FIRST),
        *sorted((css / "components").glob("*.css")),
        *(css / name for name in LAST),
    ]


def assemble(css: Path, name: str = PAGES) -> ServedFile:
    joined = "".join(minified(path.read_text()) for path in sources(css, name))
    before, opening, after = joined.partition("@layer components{")
    joined = before + opening + after.replace("}@layer components{", "")  # one layer of all of them
    text = joined.replace("our-letters", f'url("{staticfiles_storage.url(PAGE)}") format("woff2")').encode()
    digest = hashlib.sha256(text).hexdigest()[:12]
    return ServedFile(digest if name == PAGES else f"{name}-{digest}", text, gzip.compress(text, mtime=0))


_kept = cache(assemble)


@cache
def colour(name: str) -> str:
    """A colour of tokens.css by its name ("wood"), light theme, as #rrggbb: for pictures. KeyError if there is none."""
    light = (CSS / "tokens.css").read_text().partition("prefers-color-scheme")[0]
    tokens = {token: parts for token, *parts in re.findall(r"--([\w-]+): oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\);", light)}
    return hex_of(*map(float, tokens[name]))


def minified(text: str) -> str:
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r" ?([{};,]) ?", r"\1", text)
    text = re.sub(r"(?<=[:, (-])0\.(?=\d)", ".", text)
    return text.replace(" > ", ">").replace(": ", ":").replace(";}", "}").strip()


def hex_of(lightness: float, chroma: float, hue: float) -> str:
    """An oklch colour in sRGB, clipped to what sRGB can show. CSS Color 4, section 10, "Sample code"."""
    a, b, light = chroma * cos(radians(hue)), chroma * sin(radians(hue)), lightness / 100
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short
    return "#" + "".join(f"{round(255 * _gamma(channel)):02x}" for channel in (red, green, blue))


def _gamma(linear: float) -> float:
    linear = min(1.0, max(0.0, linear))
    return 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055


def site_version(scripts: Iterable[str]) -> str:
    """Changes with the look and these scripts, so that a screen that is on for a week loads its page again."""
    names = "".join(staticfiles_storage.url(name) for name in scripts)
    sheets = "-".join(stylesheet(name).digest for name in (PAGES, SCREENS, DIAGRAMS))
    return f"{sheets}-{hashlib.sha256(names.encode()).hexdigest()[:8]}"


# --- the typeface, Inter, cut to the letters that names in Britain and Ireland need (tools/typeface.py) ---------------
PAGE = "fonts/inter.woff2"  # among the static files
REGULAR, BOLD, ITALIC = "regular.ttf", "bold.ttf", "italic.ttf"
FOLDER = Path(__file__).with_name("fonts")


def typeface(name: str) -> Path:
    return FOLDER / name


@cache
def typeface_digest() -> str:
    return hashlib.sha256(b"".join(typeface(name).read_bytes() for name in (REGULAR, BOLD, ITALIC))).hexdigest()[:12]
