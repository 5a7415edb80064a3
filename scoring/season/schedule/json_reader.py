"""Values out of JSON, one at a time, with every fault noted and none of them the end."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any, TypeVar

Choice = TypeVar("Choice", bound=Enum)
Row = Mapping[str, Any]
NOT_THERE = object()
FAR = date.max  # stands in for a day that could not be read


@dataclass(frozen=True, slots=True)
class FileFault:
    """What is wrong with a file: where (as "teams.3.venue"), what was expected there and what was found."""

    path: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.path}: expected {self.expected}, found {self.found}"


class JsonReader:
    """Reads values from rows; what is wrong goes to `faults` and is replaced by a value that does no further harm."""

    def __init__(self) -> None:
        self.faults: list[FileFault] = []

    def wrong(self, path: str, expected: str, value: object) -> None:
        shown = "nothing" if value is NOT_THERE else repr(value)
        self.faults.append(FileFault(path, expected, shown if len(shown) <= 60 else shown[:57] + "..."))

    def text(self, row: Row, key: str, path: str, default: str | None = None) -> str:
        value = row.get(key, NOT_THERE if default is None else default)
        if not isinstance(value, str) or not (value or default == ""):
            self.wrong(_below(path, key), "some text", value)
            return ""
        return value

    def number(self, row: Row, key: str, path: str, default: int | None = None, least: int = 0) -> int:
        value = row.get(key, NOT_THERE)
        if default is not None and (value is NOT_THERE or value is None):
            return default
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            self.wrong(_below(path, key), f"a whole number, {least} or more", value)
            return least
        return value

    def choice(self, kind: type[Choice], row: Row, key: str, path: str, default: Choice | None = None) -> Choice:
        value = row.get(key, NOT_THERE)
        choices = {each.value: each for each in kind}
        if default is not None and value is NOT_THERE:
            return default
        if not isinstance(value, str) or value not in choices:
            self.wrong(_below(path, key), "one of " + ", ".join(f'"{name}"' for name in choices), value)
            return next(iter(kind))
        return choices[value]

    def truth(self, row: Row, key: str, path: str) -> bool:
        value = row.get(key, NOT_THERE)
        if not isinstance(value, bool):
            self.wrong(_below(path, key), "true or false", value)
        return value is True

    def day(self, value: object, path: str) -> date:
        try:
            return date.fromisoformat(value if isinstance(value, str) else "")
        except ValueError:
            self.wrong(path, 'a date like "2026-11-24"', value)
            return FAR

    def days(self, row: Row, key: str, path: str, *, needed: bool = True) -> tuple[date, ...]:
        """The days of a list in order, each once."""
        days = [self.day(value, each) for each, value in self.entries(row, key, path, needed=needed)]
        return tuple(sorted(set(days) - {FAR}))

    def texts(self, row: Row, key: str, path: str) -> tuple[str, ...]:
        texts = []
        for value_path, value in self.entries(row, key, path):
            if not isinstance(value, str) or not value:
                self.wrong(value_path, "some text", value)
            else:
                texts.append(value)
        return tuple(texts)

    def rows(self, row: Row, key: str, path: str = "", *, needed: bool = True) -> Iterator[tuple[str, Row]]:
        """Each row of a list with its path; what is no row counts as an empty one, so that places are kept."""
        for each, value in self.entries(row, key, path, needed=needed):
            if not isinstance(value, Mapping):
                self.wrong(each, "an object", value)
            yield each, value if isinstance(value, Mapping) else {}

    def entries(self, row: Row, key: str, path: str, *, needed: bool = True) -> list[tuple[str, object]]:
        value = row.get(key, NOT_THERE)
        here = _below(path, key)
        if not needed and (value is NOT_THERE or value is None):
            return []
        if not isinstance(value, Sequence) or isinstance(value, str):
            self.wrong(here, "a list", value)
            return []
        return [(f"{here}.{place}", each) for place, each in enumerate(value)]


def _below(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
