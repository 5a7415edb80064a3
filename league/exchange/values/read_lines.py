"""A sheet beside its reading: every line with what was made of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.exchange.models.imports import BundleSheet
from league.exchange.values.kept_readings import KeyedReading
from league.reading.column_names import BESIDE
from league.reading.columns import columns_of
from league.reading.values import Content, ReadRow

DASH = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One line, what stands there, and what it was taken for: `rows` of an import, and `left` what became none."""

    number: int
    original: str
    rows: tuple[str, ...]
    left: tuple[str, ...]


def read_lines(sheet: BundleSheet, taken: Sequence[KeyedReading]) -> list[ReadLine]:
    rows: dict[int, list[str]] = {}
    left: dict[int, dict[str, None]] = {}
    for keyed in taken:
        for row in keyed.reading.rows:
            rows.setdefault(row.place, []).append(row_words(keyed.reading.content, row))
        for piece in keyed.reading.left_out:
            left.setdefault(piece.place, {})[piece.why] = None
    return [
        ReadLine(number, " | ".join(cell for cell in cells if cell.strip()), tuple(rows.get(number, ())),
                 tuple(left.get(number, ())))
        for number, cells in sheet.lines
    ]  # fmt: skip


def row_words(content: Content, row: ReadRow) -> str:
    """A row in a line: "Crown A 5–4 Bell, 2026-11-24, 20:00, Division One"."""
    values, words = row.values, []
    if "home" in values and "away" in values:
        words = [_match(values)]
    columns = (*columns_of(content), *BESIDE.get(content, ()))
    keys = [column.key for column in columns] or list(values)  # an honours board is no list of ours
    shown = {"home", "away", "home_score", "away_score", "score"} if words else set()
    words += [values[key] for key in [*keys, "state"] if key not in shown and values.get(key)]
    return ", ".join([*words, *row.notes])


def _match(values: Mapping[str, str]) -> str:
    home, away = values.get("home_score", ""), values.get("away_score", "")
    between = f"{home}{DASH}{away}" if home and away else values.get("score", "") or "v"
    return f"{values['home']} {between} {values['away']}"
