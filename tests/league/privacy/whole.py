"""The whole database and every file as one text, to look for somebody in."""

import re
from pathlib import Path

from django.conf import settings
from django.db import connection


def everything() -> str:
    """Every value of every column of every table, and whatever letters are in the files, in small letters."""
    return "\n".join((*_database(), *_files())).casefold()


def found_in(whole: str, markers: dict[str, str]) -> dict[str, list[str]]:
    """Which of the markers are in the text, each with a few of its surroundings."""
    found = {}
    for name, marker in markers.items():
        places = [each.start() for each in re.finditer(rf"(?<!\w){re.escape(marker.casefold())}(?!\w)", whole)]
        if places:
            found[name] = [whole[max(0, at - 60) : at + 60] for at in places[:3]]
    return found


def _database():
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            names = [column[0] for column in cursor.description]
            for row in cursor:
                for name, value in zip(names, row, strict=True):
                    if value is not None:
                        # JSON may have letters as numbers: "\\u00e9".
                        text = re.sub(r"\\u([0-9a-f]{4})", lambda hit: chr(int(hit[1], 16)), str(value))
                        yield f"{table}.{name}: {text}"


def _files():
    for path in sorted(Path(settings.MEDIA_ROOT).rglob("*")):
        if path.is_file():
            yield f"{path.name}: {path.read_bytes().decode('latin-1')}"
