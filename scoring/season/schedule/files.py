"""The files of a fixture-list task: one JSON file in, one CSV file out (format "pubfix-1", docs/fixture-lists.md).

JSON is read value by value, with every fault noted and none of them the end. A CSV file has the columns division, date,
home, away, and the round if wanted. What a file says about its own answer (`expect`) is never read.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any, TypeVar

from scoring.season.schedule.task import (
    Blackout,
    Division,
    Fixed,
    Match,
    Mode,
    Quota,
    SecondHalf,
    Task,
    Team,
    Venue,
    Weights,
    Wish,
    WishKind,
)

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


# --- the task ---------------------------------------------------------------------------------------------------------
FORMAT = "pubfix-1"
OURS = ("part", "unfair")  # prices that other programs of this format do not know: written where they are asked for
# What the prices are called in the file, where `break` may be a name, and here.
PRICES = {
    "break": "breaks",
    **{name: name for name in ("run3", "half", "gap", "change", "delay", "idle", "week2", *OURS)},
}

SPELL = ("most", "nights")  # of a wish for so many matches at most in any so many nights


class TaskError(ValueError):
    """A file that is no task: every fault of it."""

    def __init__(self, faults: Iterable[FileFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(map(str, self.faults)))


def read_task(data: Mapping[str, Any]) -> Task:
    """The task of a file; raises TaskError with every fault. Keys that mean nothing here are passed over."""
    read = JsonReader()
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        read.wrong("format", f'"{FORMAT}"', data.get("format") if isinstance(data, Mapping) else data)
        raise TaskError(read.faults)
    until = data.get("frozen_until")
    task = Task(
        id=read.text(data, "id", "", default="list"),
        divisions=tuple(_division(read, row, path) for path, row in read.rows(data, "divisions")),
        venues=tuple(_venue(read, row, path) for path, row in read.rows(data, "venues")),
        teams=tuple(_team(read, row, path) for path, row in read.rows(data, "teams")),
        wishes=tuple(_wish(read, row, path) for path, row in read.rows(data, "rules", needed=False)),
        fixed=tuple(
            Fixed(read.text(row, "id", path), _match(read, row, path))
            for path, row in read.rows(data, "fixed", needed=False)
        ),
        published=tuple(_match(read, row, path) for path, row in read.rows(data, "published", needed=False)),
        frozen_until=read.day(until, "frozen_until") if until is not None else None,
        weights=_weights(read, data.get("weights", {})),
        blackouts=tuple(
            Blackout(read.day(row.get("week"), f"{path}.week"), read.text(row, "reason", path, default=""))
            for path, row in read.rows(data, "blackout_weeks", needed=False)
        ),
        description=read.text(data, "description", "", default=""),
        seed=read.number(data, "seed", "", default=0),
    )
    faults = [*read.faults, *loose_ends(task)]
    if faults:
        raise TaskError(faults)
    return task


def _division(read: JsonReader, row: Row, path: str) -> Division:
    return Division(
        id=read.text(row, "id", path),
        name=read.text(row, "name", path),
        teams=read.texts(row, "teams", path),
        dates=read.days(row, "dates", path),
        legs=read.number(row, "legs", path, least=1),
        mode=read.choice(Mode, row, "mode", path),
        second_half=read.choice(SecondHalf, row, "second_half", path, default=SecondHalf.FREE),
        min_gap_days=read.number(row, "min_gap_days", path, default=0),
        pref_gap_days=read.number(row, "pref_gap_days", path, default=0),
        max_run=read.number(row, "max_run", path, default=0) or None,
        min_rest_days=read.number(row, "min_rest_days", path, default=0),
        quota=tuple(
            Quota(
                read.text(each, "team", where),
                read.number(each, "legs", where),
                read.number(each, "max_home_away_diff", where),
            )
            for where, each in read.rows(row, "quota", path, needed=False)
        ),
    )


def _venue(read: JsonReader, row: Row, path: str) -> Venue:
    return Venue(
        id=read.text(row, "id", path),
        name=read.text(row, "name", path),
        boards=read.number(row, "boards", path),
        closed=frozenset(read.days(row, "closed", path, needed=False)),
    )


def _team(read: JsonReader, row: Row, path: str) -> Team:
    key, name, venue, division = (read.text(row, each, path) for each in ("id", "name", "venue", "division"))
    return Team(key, name, venue, division, read.number(row, "unmet_before", path, default=0))


def _match(read: JsonReader, row: Row, path: str) -> Match:
    day = read.day(row.get("date"), f"{path}.date")
    division, home, away = (read.text(row, key, path) for key in ("division", "home", "away"))
    return Match(division, day, home, away)


def _wish(read: JsonReader, row: Row, path: str) -> Wish:
    kind, hard = read.choice(WishKind, row, "type", path), read.truth(row, "hard", path)
    teams = read.texts(row, "teams", path) if kind.of_two else ()
    if kind.of_two and len(set(teams)) != 2:
        read.wrong(f"{path}.teams", "two different teams", row.get("teams"))
    return Wish(
        id=read.text(row, "id", path),
        kind=kind,
        hard=hard,
        weight=read.number(row, "weight", path, default=0 if hard else None),
        text=read.text(row, "text", path, default=""),
        team=read.text(row, "team", path) if kind.of_one else "",
        division=read.text(row, "division", path) if kind.of_division else "",
        teams=teams,
        dates=frozenset(read.days(row, "dates", path)) if kind.on_dates else frozenset(),
        by=read.day(row.get("by"), f"{path}.by") if kind is WishKind.MEET_BY else None,
        **({key: read.number(row, key, path, least=1) for key in SPELL} if kind is WishKind.AT_MOST else {}),
    )


def _weights(read: JsonReader, row: object) -> Weights:
    if not isinstance(row, Mapping):
        read.wrong("weights", "an object", row)
        return Weights()
    usual = Weights()
    return Weights(**{ours: read.number(row, name, "weights", getattr(usual, ours)) for name, ours in PRICES.items()})


def write_task(task: Task) -> dict[str, Any]:
    """The task as JSON; `read_task` gives the same task back."""
    return {
        "format": FORMAT,
        "id": task.id,
        "description": task.description,
        "seed": task.seed,
        "blackout_weeks": [{"week": each.week.isoformat(), "reason": each.reason} for each in task.blackouts],
        "divisions": [_division_row(division) for division in task.divisions],
        "venues": [
            {"id": venue.id, "name": venue.name, "boards": venue.boards, "closed": _iso(venue.closed)}
            for venue in task.venues
        ],
        "teams": [
            {key: getattr(team, key) for key in ("id", "name", "venue", "division")}
            | ({"unmet_before": team.unmet_before} if team.unmet_before else {})
            for team in task.teams
        ],
        "fixed": [{"id": fixed.id, **match_row(fixed.match)} for fixed in task.fixed],
        "rules": [_wish_row(wish) for wish in task.wishes],
        "published": [match_row(match) for match in task.published],
        "frozen_until": task.frozen_until.isoformat() if task.frozen_until else None,
        "weights": {
            name: getattr(task.weights, ours)
            for name, ours in PRICES.items()
            if name not in OURS or getattr(task.weights, ours)
        },
    }


def _division_row(division: Division) -> dict[str, Any]:
    plain = ("id", "name", "legs", "min_gap_days", "pref_gap_days", "max_run", "min_rest_days")
    row = {key: getattr(division, key) for key in plain}
    row |= {"teams": list(division.teams), "dates": _iso(division.dates)}
    row |= {"mode": division.mode.value, "second_half": division.second_half.value}
    if division.quota:
        row["quota"] = [{key: getattr(each, key) for key in Quota.__slots__} for each in division.quota]
    return row


def _wish_row(wish: Wish) -> dict[str, Any]:
    row: dict[str, Any] = {"id": wish.id, "type": wish.kind.value, "hard": wish.hard, "weight": wish.weight}
    if wish.kind.of_division:
        row["division"] = wish.division
    else:
        row |= {"team": wish.team} if wish.kind.of_one else {"teams": list(wish.teams)}
    if wish.kind.on_dates:
        row["dates"] = _iso(wish.dates)
    if wish.kind is WishKind.AT_MOST:
        row |= {key: getattr(wish, key) for key in SPELL}
    if wish.by is not None:
        row["by"] = wish.by.isoformat()
    return {**row, "text": wish.text}


def match_row(match: Match) -> dict[str, str]:
    return {"division": match.division, "date": match.date.isoformat(), "home": match.home, "away": match.away}


def _iso(days: Iterable[date]) -> list[str]:
    return [day.isoformat() for day in sorted(days)]


# --- names that are given twice, or lead nowhere ----------------------------------------------------------------------
def loose_ends(task: Task) -> Iterator[FileFault]:
    """Names that are given twice or lead nowhere.

    Two rules may have one id: they are then one request. Teams of a published list may have left since.
    """
    for key, ids in (
        ("divisions", [division.id for division in task.divisions]),
        ("venues", [venue.id for venue in task.venues]),
        ("teams", [team.id for team in task.teams]),
        ("fixed", [fixed.id for fixed in task.fixed]),
    ):
        uses = Counter(ids)
        yield from (
            FileFault(f"{key}.{place}.id", "an id that no other has", repr(name))
            for place, name in enumerate(ids)
            if name and uses[name] > 1
        )
    playing = {(division.id, team) for division in task.divisions for team in division.teams}
    teams = {team.id for team in task.teams}
    pairs = {(team.division, team.id) for team in task.teams}
    for path, expected, found, known in _references(task, playing, pairs, teams):
        if not known and found:
            yield FileFault(path, expected, repr(found))


def _references(
    task: Task, playing: set[tuple[str, str]], pairs: set[tuple[str, str]], teams: set[str]
) -> Iterator[tuple[str, str, str, bool]]:
    """Every name that must lead somewhere: its path, what it should be, the name, and whether it does."""
    venues = {venue.id for venue in task.venues}
    for place, team in enumerate(task.teams):
        yield f"teams.{place}.venue", "the id of a venue", team.venue, team.venue in venues
        here = (team.division, team.id) in playing
        yield f"teams.{place}.division", "the division that lists the team", team.division, here
    for place, division in enumerate(task.divisions):
        for seat, name in enumerate(division.teams):
            once = (division.id, name) in pairs and division.teams.count(name) == 1
            yield f"divisions.{place}.teams.{seat}", "a team of this division, once", name, once
        for seat, quota in enumerate(division.quota):
            once = quota.team in division.teams and sum(quota.team == each.team for each in division.quota) == 1
            yield f"divisions.{place}.quota.{seat}.team", "a team of this division, once", quota.team, once
    for place, wish in enumerate(task.wishes):
        for name in (wish.team, *wish.teams):
            yield f"rules.{place}", "the ids of teams", name, name in teams
        inside = any(division.id == wish.division for division in task.divisions)
        yield f"rules.{place}.division", "the id of a division", wish.division, inside
    for place, fixed in enumerate(task.fixed):
        match = fixed.match
        yield f"fixed.{place}.home", "a team of the division", match.home, (match.division, match.home) in playing
        away = (match.division, match.away) in playing and match.home != match.away
        yield f"fixed.{place}.away", "another team of the division", match.away, away


# --- the list, as a table of comma-separated values -------------------------------------------------------------------
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
            match = _match_of_line(row)
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


def _match_of_line(row: dict[str, str | None]) -> Match | str:
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
    ours = [(line, number, place[match.division, match.date]) for line, match, number in numbered if is_of(match, task)]
    return tuple(
        Misread(line, f"round {number} is not round {right}, as its date is", misnumbered=True)
        for line, number, right in ours
        if int(number) != right
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
