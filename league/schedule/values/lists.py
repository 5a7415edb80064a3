"""The contents of a fixture list as values: as its row keeps them, and as a spreadsheet has them.

Everything about a list is in its own task, with the names that teams, pubs and divisions had when it was made.
"""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from io import StringIO
from typing import Any

from league.base.ui.spreadsheet import csv_of
from league.schedule.models import FixtureList
from scoring.names import fold, spelling
from scoring.season.schedule.files import COLUMNS, read_task, used_dates
from scoring.season.schedule.judge import Judgement, WishHealth, fewest_breaks, judge, wishes_health
from scoring.season.schedule.task import Match, Task, is_choice


@dataclass(frozen=True, slots=True)
class ListContents:
    """A list with its task and matches as values. `names` calls everything that has an id in the task."""

    row: FixtureList
    task: Task
    matches: tuple[Match, ...]
    locked: frozenset[Match]
    names: Mapping[str, str]

    def judged(self) -> Judgement:
        return judge(self.task, self.matches)

    @property
    def unmet(self) -> tuple[WishHealth, ...]:
        return tuple(wish for wish in wishes_health(self.task, self.matches) if not wish.met)

    def named(self, match: Match) -> str:
        """A match by its teams: "Crown A v Bell"."""
        return f"{self.names[match.home]} v {self.names[match.away]}"

    @property
    def nights(self) -> tuple[date, ...]:
        return tuple(sorted({match.date for match in self.matches}))


def contents_of(row: FixtureList) -> ListContents:
    task = read_task(row.task)
    return ListContents(
        row=row,
        task=task,
        matches=read_matches(row.matches),
        locked=frozenset(read_matches(row.locked)),
        names={
            **{each.id: each.name for each in task.divisions},
            **{each.id: each.name for each in task.venues},
            **{each.id: each.name for each in task.teams},
        },
    )


def write_matches(matches: Iterable[Match]) -> list[list[str]]:
    """Matches as the row keeps them: [division, date, home, away]."""
    return [[match.division, match.date.isoformat(), match.home, match.away] for match in matches]


def read_matches(written: Sequence[Sequence[str]]) -> tuple[Match, ...]:
    return tuple(Match(division, date.fromisoformat(day), home, away) for division, day, home, away in written)


def match_key(match: Match) -> str:
    """A match in an address or a form: "D1~2026-10-05~T3~T7"."""
    return "~".join(write_matches([match])[0])


def keyed(matches: Iterable[Match], key: str) -> Match | None:
    return next((match for match in matches if match_key(match) == key), None)


def figures_of(task: Task, matches: Iterable[Match], judgement: Judgement) -> dict[str, Any]:
    """What a row keeps besides hard and cost: cost by kind, faults by code, breaks and the fewest there can be, and how
    many requests there are and are not met.
    """
    requests = [wish for wish in wishes_health(task, matches) if not is_choice(wish.id)]
    return {
        "by_kind": judgement.by_kind,
        "by_code": judgement.by_code,
        "breaks": sum(judgement.breaks.values()),
        "fewest": sum(fewest_breaks(task, division) for division in task.divisions),
        "requests": len(requests),
        "unmet": sum(not wish.met for wish in requests),
    }


NAME_COLUMNS = ("round", "division_name", "home_name", "away_name", "venue")
MOST_FAULTS = 20  # faults that are named one by one


def write_rows(task: Task, matches: Iterable[Match]) -> str:
    """The list with ids, as pubfix-1 has it, and beside them the names."""
    order = {division.id: place for place, division in enumerate(task.divisions)}
    in_order = sorted(matches, key=lambda match: (order.get(match.division, len(order)), match))
    used, divisions = used_dates(in_order, task), {division.id: division.name for division in task.divisions}
    teams, venues = {team.id: team for team in task.teams}, {venue.id: venue.name for venue in task.venues}

    def row(match: Match) -> tuple[str | int, ...]:
        home, away = teams.get(match.home), teams.get(match.away)
        return (
            match.division,
            match.date.isoformat(),
            match.home,
            match.away,
            used[match.division].index(match.date) + 1,
            divisions.get(match.division, ""),
            home.name if home else "",
            away.name if away else "",
            venues.get(home.venue, "") if home else "",
        )

    return csv_of((*COLUMNS, *NAME_COLUMNS), map(row, in_order))


def read_rows(text: str, task: Task, former: Mapping[str, str]) -> tuple[tuple[Match, ...], tuple[str, ...]]:
    """The matches of a file, and what is wrong with each line of it that could not be read.

    `former` has names that teams had before, each with the id of the team in the task.
    """
    text = text.removeprefix("\ufeff")
    first = text.split("\n", 1)[0]
    lines = csv.DictReader(StringIO(text, newline=""), delimiter=";" if first.count(";") > first.count(",") else ",")
    lines.fieldnames = [name.strip().lower() for name in lines.fieldnames or ()]
    missing = [name for name in COLUMNS if name not in lines.fieldnames]
    if missing:
        return (), (f"The first line must name the columns {', '.join(COLUMNS)}. Missing: {', '.join(missing)}.",)
    matches: list[Match] = []
    faults: list[str] = []
    try:
        for row in lines:
            match_or_faults = _match(row, task, former)
            if isinstance(match_or_faults, Match):
                matches.append(match_or_faults)
            else:
                faults += [f"Line {lines.line_num}: {fault}" for fault in match_or_faults]
    except csv.Error as error:
        faults.append(f"Line {lines.line_num}: this is no table of comma-separated values ({error}).")
    more = len(faults) - MOST_FAULTS
    return tuple(matches), (*faults[:MOST_FAULTS], *([f"{more} more lines cannot be read."] if more > 0 else []))


def _match(row: Mapping[str, str | None], task: Task, former: Mapping[str, str]) -> Match | Sequence[str]:
    cells = {name: (row.get(name) or "").strip() for name in COLUMNS}
    division = _one([(each.name, each.id) for each in task.divisions], cells["division"])
    teams = [(each.name, each.id) for each in task.teams if division is None or each.division == division]
    before = [(name, key) for name, key in former.items() if key in dict(teams).values()]
    home, away = (_one(teams, cells[side]) or _one(before, cells[side]) for side in ("home", "away"))
    day, faults = _day(cells["date"]), []
    if division is None:
        faults.append(f"there is no division “{cells['division']}”.")
    if day is None:
        faults.append(f"“{cells['date']}” is not a date. Write it as 2026-11-24 or 24/11/2026.")
    in_division = f" in {cells['division']}" if division else ""
    for side, team in (("home", home), ("away", away)):
        if team is None:
            faults.append(f"there is no team “{cells[side]}”{in_division}.")
    if home is not None and home == away:
        faults.append(f"{cells['home']} cannot play itself.")
    if faults or division is None or home is None or away is None or day is None:
        return faults
    return Match(division, day, home, away)


def _one(names: Iterable[tuple[str, str]], text: str) -> str | None:
    """The id that was meant, by itself, by its name or by a name of only this one that folds to the same."""
    if any(text == key for _, key in names):
        return text
    for compare in (spelling, fold):
        same = {key for name, key in names if compare(name) == compare(text.removeprefix("'"))}
        if same:
            return same.pop() if len(same) == 1 else None
    return None


def _day(text: str) -> date | None:
    british = re.fullmatch(r"(\d{1,2})/(\d{1,2})/(\d{4})", text)
    try:
        if british:
            return date(*(int(part) for part in reversed(british.groups())))
        return date.fromisoformat(text)
    except ValueError:
        return None
