"""The scorer's script, joined of its modules when it is first asked for, as the stylesheet is (decision 7).

Each module becomes a function that is called once: its names stay its own, and what it exports is what it returns.
Knows of JavaScript how our modules import and export, at the start of a line and one name for each `export const`, and
nothing else of the language; other ways to import and export are an error, and not a script that half works.
"""

import gzip
import hashlib
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from django.conf import settings
from rjsmin import jsmin

from league.ui.static_files import ServedFile

ENTRY = "static/js/scorer/app.js"  # imports all others

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
EXPORT_LIST = re.compile(r"^export \{(\s*\w+(?:\s*,\s*\w+)*,?\s*)\};$", re.MULTILINE)
UNREAD = re.compile(r"^(?:import|export)\b.*$|\bimport\(.*$", re.MULTILINE)


def script() -> ServedFile:
    """The one that is served: made once, or for every request while somebody works on it (DEBUG)."""
    return _assemble() if settings.DEBUG else _kept()


def joined(entry: Path) -> str:
    """The module with all that it imports, each after what it needs. Two that import each other are an error."""
    order = list(TopologicalSorter(_imports_of(entry)).static_order())
    places = {path: f"${place}" for place, path in enumerate(order)}
    return "".join(_as_function(path, places) for path in order)


def _imports_of(entry: Path) -> dict[Path, list[Path]]:
    found: dict[Path, list[Path]] = {}
    waiting = [entry.resolve()]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = [(path.parent / name).resolve() for _, name in IMPORT.findall(path.read_text())]
            waiting += found[path]
    return found


def _as_function(path: Path, places: dict[Path, str]) -> str:
    text = path.read_text()
    exported = [*EXPORT.findall(text), *(names.strip() for names in EXPORT_LIST.findall(text))]

    def from_its_place(found: re.Match[str]) -> str:
        names, name = found.groups()
        return f"const {{{names.replace(' as ', ': ')}}} = {places[(path.parent / name).resolve()]};" if names else ""

    body = EXPORT.sub("", EXPORT_LIST.sub("", IMPORT.sub(from_its_place, text)))
    if unread := UNREAD.search(body):
        raise ValueError(f"{path.name}: cannot join {unread[0]!r}")
    return f"const {places[path]} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"


def _assemble() -> ServedFile:
    text = jsmin(joined(Path(settings.BASE_DIR) / ENTRY)).encode()
    return ServedFile(hashlib.sha256(text).hexdigest()[:12], text, gzip.compress(text, mtime=0))


_kept = cache(_assemble)
