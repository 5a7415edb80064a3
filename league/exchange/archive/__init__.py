"""A whole league in one file (docs/archive.md). Nothing here writes a row: `league.exchange.actions.archives` does."""

import json
from dataclasses import asdict, dataclass
from typing import Any

FORMAT = "double-six-league"
VERSION = 1
MANIFEST = "manifest.json"
PICTURES = "photos/"
SHEETS = "csv/"
ROWS = "data/"

MOST_FILES = 20_000
MOST_BYTES = 1024**3  # unpacked, all files together
MOST_OF_A_FILE = 256 * 1024**2
MOST_OF_MANIFEST = 8 * 1024**2
MOST_ROWS = 2_000_000


class ArchiveError(ValueError):
    """A file that cannot be imported. `problems` says everything that is wrong with it, in sentences."""

    def __init__(self, *problems: str) -> None:
        self.problems = problems
        super().__init__(" ".join(problems))


class AddressError(ArchiveError):
    """The league cannot have this address here; under another one it may come."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in the archive: its size unpacked, the SHA-256 of its bytes and, of a table, how many rows it has."""

    name: str
    bytes: int
    sha256: str
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive says of itself. `people`: addresses are in it; `photos`: pictures of paper cards are."""

    slug: str
    league: str
    site: str
    made_at: str
    people: bool
    photos: bool
    files: tuple[Member, ...]

    def as_json(self) -> dict[str, Any]:
        files = [{key: value for key, value in asdict(each).items() if value is not None} for each in self.files]
        return {"format": FORMAT, "version": VERSION, **asdict(self), "files": files}

    @property
    def rows(self) -> dict[str, int]:
        return {each.name.removeprefix(ROWS).removesuffix(".json"): each.rows or 0 for each in self.files if each.rows}


def line(row: Any) -> str:
    """A row as its line: keys in order, nothing that hangs on the database or the day."""
    text = json.dumps(row, sort_keys=True, ensure_ascii=False, separators=(", ", ": "))
    try:
        text.encode()
    except UnicodeEncodeError:  # half of a letter, which some phone sent
        return json.dumps(row, sort_keys=True, separators=(", ", ": "))
    return text
