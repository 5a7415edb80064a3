"""A fixture list as a table of comma-separated values: division, date, home, away, and the round if wanted."""

import csv
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from scoring.season.schedule.task import Match, Task

COLUMNS = ("division", "date", "home", "away")


@dataclass(frozen=True, slots=True)
class Misread:
    """A line of a list (counted from 1) that could not be read; a `misnumbered` one was, but its round is wrong."""

    line: int
    text: str
    misnumbered: bool = False


def read_list(text: str, task: Task) -> tuple[tuple[Match, ...], tuple[Misread, ...]]:
    """The matches of a list, in its order, and every line that could not be read or has the wrong round.

    A byte-order mark, empty lines, spaces around values and columns of other names are passed over. `round`, where a
    line has a number there, must count the dates that its division uses: 1 for the first.
    """
    lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", text.removeprefix("\ufeff"))
    rows = csv.DictReader(lines)
    matches, numbered, misread = [], [], []
    try:
        missing = [name for name in COLUMNS if name not in (rows.fieldnames or ())]
        if missing:
            return (), (Misread(1, "the first line must name the columns " + ", ".join(COLUMNS)),)
        for row in rows:
            match = _match(row)
            if isinstance(match, str):
                misread.append(Misread(rows.line_num, match))
                continue
            matches.append(match)
            number = (row.get("round") or "").strip()
            if number.isdecimal():
                numbered.append((rows.line_num, match, number))
    except csv.Error as error:
        misread.append(Misread(rows.line_num, f"this is no table of comma-separated values ({error})"))
    return tuple(matches), (*misread, *_misnumbered(matches, numbered, task))


def _match(row: dict[str, str | None]) -> Match | str:
    """The match of a line, or what is wrong with it."""
    division, day, home, away = ((row[name] or "").strip() for name in COLUMNS)
    if None in (row[name] for name in COLUMNS):
        return "the line is too short"
    try:
        return Match(division, date.fromisoformat(day), home, away)
    except ValueError:
        return f"“{day}” is no date; write it like 2026-11-24"


def _misnumbered(
    matches: Iterable[Match], numbered: Sequence[tuple[int, Match, str]], task: Task
) -> tuple[Misread, ...]:
    used = used_dates((match for match in matches if is_of(match, task)), task)
    place = {(division, day): number for division, days in used.items() for number, day in enumerate(days, 1)}
    return tuple(
        Misread(
            line, f"round {number} is not round {place[match.division, match.date]}, as its date is", misnumbered=True
        )
        for line, match, number in numbered
        if is_of(match, task) and int(number) != place[match.division, match.date]
    )


def is_of(match: Match, task: Task) -> bool:
    """Whether it is between two teams of its division."""
    teams = next((division.teams for division in task.divisions if division.id == match.division), ())
    return match.home in teams and match.away in teams and match.home != match.away


def used_dates(matches: Iterable[Match], task: Task) -> dict[str, list[date]]:
    """The dates on which each division plays, in order: the first is round 1."""
    used: dict[str, set[date]] = {division.id: set() for division in task.divisions}
    for match in matches:
        used.setdefault(match.division, set()).add(match.date)
    return {division: sorted(days) for division, days in used.items()}


def write_list(task: Task, matches: Iterable[Match]) -> str:
    """The list with its rounds, by division as the task has them, then by date and home team."""
    order = {division.id: place for place, division in enumerate(task.divisions)}
    matches = sorted(matches, key=lambda match: (order.get(match.division, len(order)), match))
    used = used_dates(matches, task)
    lines = [",".join((*COLUMNS, "round"))]
    for match in matches:
        number = used[match.division].index(match.date) + 1
        values = (match.division, match.date.isoformat(), match.home, match.away, str(number))
        lines.append(",".join(map(_quoted, values)))
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    return '"' + value.replace('"', '""') + '"' if re.search(r'[",\r\n]', value) else value
