"""Open an archive that somebody brings, and believe nothing of it: names, sizes and digests of its files are checked.

Nothing is unpacked to disk, and no more is unpacked than a file said it had.
"""

import hashlib
import io
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from league.exchange import archive as form
from league.exchange.archive import ArchiveError, Manifest, Member
from league.exchange.archive.tables import PEOPLE, PHOTOS, TABLES

NO_ZIP = "This is not an exported league. It is not a zip file, or it is damaged."
TABLE_PATHS = {f"{form.ROWS}{PEOPLE}.json", *(kind.file for kind in TABLES)}
OPTIONAL = {PHOTOS.file, *(kind.file for kind in TABLES if kind.since_2)}
ENCRYPTED = 0x1
BROKEN = (BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError)
MOST_OF_A_PICTURE = 2 * 1024**2
MOST_PIXELS = 4_000_000
MOST_OF_A_TEXT = 300  # letters, of the manifest's own


@dataclass(slots=True)
class OpenArchive:
    """An archive whose manifest fits its files. `rows` and `picture` read one of them, and check it as they do."""

    manifest: Manifest
    file: ZipFile
    known: dict[str, Member] = field(default_factory=dict)

    def rows(self, name: str) -> list[dict[str, Any]]:
        path = f"{form.ROWS}{name}.json"
        if path not in self.known:
            return []
        rows = _json(self._bytes(path), path)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise ArchiveError(f"{path} is not a list of rows.")
        names = [row.get("id") for row in rows]
        wrong = [number for number, each in enumerate(names, start=1) if not isinstance(each, str) or not each]
        if wrong or len(set(map(str, names))) != len(names):
            raise ArchiveError(f"{path}: every row needs an id of its own.")
        return rows

    def picture(self, path: Any) -> bytes:
        """A photograph: a plain JPEG as we make them, and nothing else."""
        from PIL import Image  # slow import

        if not isinstance(path, str) or path not in self.known or self.known[path].bytes > MOST_OF_A_PICTURE:
            raise ArchiveError(f"The photograph {path!r} is not in the archive, or too big.")
        data = self._bytes(path)
        try:
            with Image.open(io.BytesIO(data), formats=("JPEG",)) as picture:
                plain = picture.width * picture.height <= MOST_PIXELS and not picture.getexif()
                picture.load()
        except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
            raise ArchiveError(f"{path} is not a photograph.") from error
        if not plain:
            raise ArchiveError(f"{path} is not a photograph of a card as it is kept here.")
        return data

    def check_all(self) -> None:
        for path in self.known:
            self._bytes(path)

    def _bytes(self, path: str) -> bytes:
        member = self.known[path]
        data = _read(self.file, path, member.bytes)
        if len(data) != member.bytes or hashlib.sha256(data).hexdigest() != member.sha256:
            raise ArchiveError(f"{path} is not as the manifest says: the archive was changed or damaged.")
        return data


@contextmanager
def open_archive(source: IO[bytes]) -> Iterator[OpenArchive]:
    try:
        file = ZipFile(source)
    except BROKEN as error:
        raise ArchiveError(NO_ZIP) from error
    with file:
        entries = _entries(file)
        manifest = _manifest(file, entries)
        files_by_name = {each.name: each for each in manifest.files}
        _refuse_others(entries, files_by_name)
        yield OpenArchive(manifest, file, files_by_name)


def _entries(file: ZipFile) -> dict[str, ZipInfo]:
    """What the zip holds, unless there is too much of it, something twice, or something locked."""
    entries = file.infolist()
    if len(entries) > form.MOST_FILES:
        raise ArchiveError(f"The archive has {len(entries)} files: {form.MOST_FILES} is the most.")
    if len({each.filename for each in entries}) != len(entries):
        raise ArchiveError("The archive has a file twice.")
    if any(each.flag_bits & ENCRYPTED or each.compress_type not in {ZIP_STORED, ZIP_DEFLATED} for each in entries):
        raise ArchiveError("The archive is locked, or packed in a way that is not read here.")
    if any(each.file_size > form.MOST_OF_A_FILE for each in entries) or (
        sum(each.file_size for each in entries) > form.MOST_BYTES
    ):
        raise ArchiveError("The archive would be too big when unpacked: 1 GB in all and 256 MB a file are the most.")
    return {each.filename: each for each in entries}


def _manifest(file: ZipFile, entries: dict[str, ZipInfo]) -> Manifest:
    if form.MANIFEST not in entries or entries[form.MANIFEST].file_size > form.MOST_OF_MANIFEST:
        raise ArchiveError("This zip file is not an archive of a league: it has no manifest.json.")
    manifest = _json(_read(file, form.MANIFEST, form.MOST_OF_MANIFEST), form.MANIFEST)
    if not isinstance(manifest, dict) or manifest.get("format") != form.FORMAT:
        raise ArchiveError(f"This zip file is not an archive of a league: its format is not “{form.FORMAT}”.")
    if manifest.get("version") != form.VERSION:
        raise ArchiveError(
            f"The archive is of version {str(manifest.get('version'))[:20]}, "
            f"and this site reads version {form.VERSION}. "
            "Import it on a site with newer software, or export it again."
        )
    try:
        files = tuple(Member(**each) for each in manifest["files"])
        texts = {name: _text(manifest[name]) for name in ("slug", "league", "site", "made_at")}
        return Manifest(**texts, people=manifest["people"] is True, photos=manifest["photos"] is True, files=files)
    except (KeyError, TypeError, ValueError) as error:
        raise ArchiveError("manifest.json does not say what is in the archive.") from error


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MOST_OF_A_TEXT:
        raise ValueError("no text")
    return value


def _refuse_others(entries: dict[str, ZipInfo], members: dict[str, Member]) -> None:
    """Every file is in the manifest, has the size that it says there, and is one that an archive may have."""
    missing, more = sorted(members.keys() - entries.keys()), sorted(entries.keys() - members.keys() - {form.MANIFEST})
    if missing or more:
        raise ArchiveError(f"The files do not fit the manifest: {', '.join([*missing, *more][:5])}.")
    # Nothing of a picture or a sheet is ever written under its name.
    extra = {name for name in members if name.startswith((form.PICTURES, form.SHEETS))}
    extra -= {name for name in members if ".." in name or "\\" in name}
    strange = sorted(members.keys() - TABLE_PATHS - extra)
    if strange:
        raise ArchiveError(f"An archive has no file called {strange[0]!r}.")
    absent = sorted(TABLE_PATHS - OPTIONAL - members.keys())
    if absent:
        raise ArchiveError(f"The archive has no {', '.join(absent[:5])}.")
    sizes = [name for name, each in members.items() if entries[name].file_size != each.bytes]
    if sizes:
        raise ArchiveError(f"{sizes[0]} is not as long as the manifest says.")
    if sum(each.rows or 0 for each in members.values() if isinstance(each.rows, int)) > form.MOST_ROWS:
        raise ArchiveError(f"The archive has too many rows: {form.MOST_ROWS} is the most.")


def _read(file: ZipFile, path: str, most: int) -> bytes:
    try:
        with file.open(path) as packed:
            data = packed.read(most + 1)
    except BROKEN as error:
        raise ArchiveError(f"{path} is damaged: the archive was cut short, or changed.") from error
    if len(data) > most:
        raise ArchiveError(f"{path} is longer than it says.")
    return data


def _json(data: bytes, path: str) -> Any:
    try:
        return json.loads(data.decode(), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ArchiveError(f"{path} cannot be read: it is not JSON.") from error


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")
