"""JSON with lists of records, as programs for draws keep it, as sheets."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from league.reading.limits import MAX_COLUMNS, MAX_ROWS, MAX_SHEETS, CellCounter, NotReadableError
from league.reading.values import SourceSheet

MAX_DEPTH = 12
ROUND = re.compile(r"^r(?:ound)?\D{0,2}(\d{1,2})\b", re.IGNORECASE)
TITLES = ("competition", "name", "title", "event", "cup", "tournament")


def read_draw(text: str) -> tuple[SourceSheet, ...]:
    """A sheet for each list of records, the longest first; none where the text is not JSON.

    Where the file has rounds and its matches are numbered "R2-1", each match has its round and what is said of that.
    """
    if text.lstrip()[:1] not in ("{", "["):
        return ()
    try:
        content = json.loads(text)
    except RecursionError:
        raise NotReadableError("The file is nested too deeply to be a list of matches.") from None
    except ValueError:
        return ()
    title = next((str(content[key]) for key in TITLES if isinstance(content, dict) and content.get(key)), "")
    lists = sorted(_lists(content, "", 0), key=lambda item: -len(item[1]))
    room, rounds = CellCounter(), next((rows for name, rows in lists if name.rpartition(".")[2] == "rounds"), [])
    sheets: list[SourceSheet] = []
    merged = any(_with_round(row, rounds) is not row for _, rows in lists for row in rows)
    for name, rows in lists:
        if rows is rounds and merged:
            continue  # each match has what is said of its round
        if rows is not rounds and rounds:
            rows = [_with_round(row, rounds) for row in rows]  # noqa: PLW2901 -- the same rows, told more
        rows = [_flat(row) for row in rows]  # noqa: PLW2901 -- the same rows, with what is nested in them
        keys = list(dict.fromkeys(key for row in rows for key in row))
        if len(keys) > MAX_COLUMNS or len(sheets) > MAX_SHEETS:
            raise NotReadableError("The file has too many lists or fields to be a draw. Import the list that matters.")
        table = [keys, *([_text(row.get(key)) for key in keys] for row in rows)]
        sheets.append(
            SourceSheet(f"{title}: {name}" if title and name else title or name, room.lines(enumerate(table, 1)))
        )
    return tuple(sheets)


def _lists(content: Any, name: str, depth: int) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    if depth > MAX_DEPTH:
        raise NotReadableError("The file is nested too deeply to be a list of matches.")
    if isinstance(content, dict):
        for key, value in content.items():
            yield from _lists(value, f"{name}.{key}" if name else str(key), depth + 1)
    elif isinstance(content, list):
        rows: list[Mapping[str, Any]] = [row for row in content if isinstance(row, dict)]
        if len(rows) > MAX_ROWS:
            raise NotReadableError(f"There are more than {MAX_ROWS} records. Import them in parts.")
        if rows:
            yield name, rows
        for row in content:
            if isinstance(row, list | dict):
                yield from _lists(row, name, depth + 1)


def _with_round(row: Mapping[str, Any], rounds: list[Mapping[str, Any]]) -> Mapping[str, Any]:
    match = ROUND.match(str(row.get("id", "")))
    if match is None or "round" in row or not 1 <= int(match[1]) <= len(rounds):
        return row
    its = rounds[int(match[1]) - 1]
    return {"round": its.get("name"), **{key: value for key, value in its.items() if key not in ("name", *row)}, **row}


def _flat(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record with the fields of a record in it as its own: the home of "score" as "home score"."""
    flat: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, dict) and "name" not in value:
            flat |= {f"{inner} {key}": part for inner, part in value.items() if not isinstance(part, dict | list)}
        else:
            flat[key] = value
    return flat


def _text(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "Yes" if value else "No"
        case dict():
            return str(value.get("name", "")) if "name" in value else ""
        case list():
            return ", ".join(_text(item) for item in value)
    return str(value)
