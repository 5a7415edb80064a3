"""Fixture lists as they are kept: the rows of a season, the contents of one as values, and as a spreadsheet has them.

Knows how a list is written in its row and how its matches are called in an address. Everything else about a list is in
its own task, with the names that teams, pubs and divisions had: no other row is asked. Refuses to know what one is
worth (`scoring.season.schedule.judge`) and how one is found.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from io import StringIO
from typing import Any

from django.db.models import Min, Q, QuerySet

from league.jobs.models import Job
from league.schedule.choices import ListState
from league.schedule.models import Competition, FixtureList
from league.teams.models import League
from league.ui.words import night
from scoring.season.schedule.files import read_task
from scoring.season.schedule.health import WishHealth, wishes_health
from scoring.season.schedule.judge import Judgement, fewest_breaks, judge
from scoring.season.schedule.lists import COLUMNS, used_dates
from scoring.season.schedule.task import Match, Task

HEAVY = ("task", "matches", "locked", "clash")


@dataclass(frozen=True, slots=True)
class ListContents:
    """A list with its task and matches as values. `names` calls everything that has an id in the task."""

    row: FixtureList
    task: Task
    matches: tuple[Match, ...]
    locked: frozenset[Match]
    names: Mapping[str, str]

    def judged(self) -> Judgement:
        """What the list is worth, by the rules it was made for."""
        return judge(self.task, self.matches)

    @property
    def unmet(self) -> tuple[WishHealth, ...]:
        """The requests that it does not meet."""
        return tuple(wish for wish in wishes_health(self.task, self.matches) if not wish.met)

    def named(self, match: Match) -> str:
        """A match by its teams: "Crown A v Bell"."""
        return f"{self.names[match.home]} v {self.names[match.away]}"

    @property
    def nights(self) -> tuple[date, ...]:
        """The nights that have a match, in order."""
        return tuple(sorted({match.date for match in self.matches}))


def lists_of(competition: Competition) -> QuerySet[FixtureList]:
    """Every list of a season, the newest first, without what is in them."""
    rows: QuerySet[FixtureList] = FixtureList.objects.filter(competition=competition).order_by("-number")
    return rows.defer(*HEAVY).select_related("made_by")


@dataclass(frozen=True, slots=True)
class Shelved:
    """A list among the others of its season, with the work that is making it now, if any."""

    row: FixtureList
    job: Job | None


def shelf_of(competition: Competition) -> tuple[Shelved, ...]:
    """Every list of a season with the work on it, the newest first; in two queries."""
    rows = list(lists_of(competition))
    jobs = {job.key: job for job in Job.objects.unfinished().filter(key__in=[row.job for row in rows if row.job])}
    return tuple(Shelved(row, jobs.get(row.job)) for row in rows)


def published_list(competition: Competition) -> FixtureList | None:
    """The list that the season's matches come from, if it came from one."""
    found: FixtureList | None = FixtureList.objects.filter(competition=competition, state=ListState.PUBLISHED).first()
    return found


def first_published(league: League) -> dict[int, datetime]:
    """When the fixtures of each competition of the current season first came out here, by its key; those that were
    entered without a draft are not in it.
    """
    rows = FixtureList.objects.filter(competition__season__league=league, competition__season__current=True)
    out = rows.exclude(published_at=None).order_by().values_list("competition").annotate(first=Min("published_at"))
    return dict(out)


def edition(row: FixtureList) -> int:
    """Which publication of its season this list was or is: 1 for the first that came out, 0 for one that never did."""
    if row.published_at is None:
        return 0
    sooner = Q(published_at__lt=row.published_at) | Q(published_at=row.published_at, number__lt=row.number)
    return int(FixtureList.objects.filter(sooner, competition=row.competition_id).count()) + 1


def contents_of(row: FixtureList) -> ListContents:
    """A row's list as values."""
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


def chart_of(job: Job) -> str:
    """How the cost went down, as points of a line 100 wide and 24 high; "" before two lists were found."""
    line = job.progress.get("line") or []
    if len(line) < 2:
        return ""
    last, top, low = max(float(job.progress.get("seconds") or 0), line[-1][0]) or 1, line[0][1], line[-1][1]
    steps = [*line, (last, low)]
    return " ".join(
        f"{100 * seconds / last:.1f},{22 - 20 * (cost - low) / ((top - low) or 1):.1f}" for seconds, cost in steps
    )


def job_of(row: FixtureList) -> Job | None:
    """The work that makes or made this list, the latest of it."""
    return Job.objects.filter(key=row.job).order_by("-pk").first() if row.job else None


# --- as it is written ---------------------------------------------------------------------------------------------
def write_matches(matches: Iterable[Match]) -> list[list[str]]:
    """Matches as the row keeps them: [division, date, home, away]."""
    return [[match.division, match.date.isoformat(), match.home, match.away] for match in matches]


def read_matches(written: Sequence[Sequence[str]]) -> tuple[Match, ...]:
    return tuple(Match(division, date.fromisoformat(day), home, away) for division, day, home, away in written)


def match_key(match: Match) -> str:
    """A match in an address or a form: "D1~2026-10-05~T3~T7"."""
    return "~".join(write_matches([match])[0])


def keyed(matches: Iterable[Match], key: str) -> Match | None:
    """The match that a key names, if the list has it."""
    return next((match for match in matches if match_key(match) == key), None)


def figures_of(task: Task, matches: Iterable[Match], judgement: Judgement) -> dict[str, Any]:
    """What a row keeps besides hard and cost: cost by kind, faults by code, breaks and the fewest there can be, and how
    many requests there are and are not met.
    """
    unmet = sum(not wish.met for wish in wishes_health(task, matches))
    return {
        "by_kind": judgement.by_kind,
        "by_code": judgement.by_code,
        "breaks": sum(judgement.breaks.values()),
        "fewest": sum(fewest_breaks(task, division) for division in task.divisions),
        "requests": len(task.wishes),
        "unmet": unmet,
    }


# --- in words -----------------------------------------------------------------------------------------------------
def said_of(before: ListContents, changed: Iterable[tuple[Match, Match]]) -> str:
    """What changes, as a sentence a match: "Bell v Swan from Mon 5 Oct to Mon 12 Oct. Swan v Star turned round."."""
    return " ".join(f"{change_in_words(before, was, now)}." for was, now in changed)


def change_in_words(before: ListContents, was: Match, now: Match) -> str:
    turned = ", turned round" if was.home != now.home else ""
    if was.date == now.date:
        return f"{before.named(was)} on {night(was.date)}{turned}: now at {before.names[now.home]}" if turned else ""
    return f"{before.named(was)} from {night(was.date)} to {night(now.date)}{turned}"


# --- as spreadsheets have it ------------------------------------------------------------------------------------------
NAMED = ("round", "division_name", "home_name", "away_name", "venue")
MANY = 20  # faults that are named one by one
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_rows(task: Task, matches: Iterable[Match]) -> str:
    """The list with ids, as pubfix-1 has it, and beside them the names."""
    order = {division.id: place for place, division in enumerate(task.divisions)}
    there = sorted(matches, key=lambda match: (order.get(match.division, len(order)), match))
    used, divisions = used_dates(there, task), {division.id: division.name for division in task.divisions}
    teams, venues = {team.id: team for team in task.teams}, {venue.id: venue.name for venue in task.venues}
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow((*COLUMNS, *NAMED))
    for match in there:
        home, away = teams.get(match.home), teams.get(match.away)
        names = (
            divisions.get(match.division, ""),
            home.name if home else "",
            away.name if away else "",
            venues.get(home.venue, "") if home else "",
        )
        number = used[match.division].index(match.date) + 1
        ids = (match.division, match.date.isoformat(), match.home, match.away)
        rows.writerow((*ids, number, *map(_plain, names)))
    return out.getvalue()


def _plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name


def read_rows(text: str, task: Task) -> tuple[tuple[Match, ...], tuple[str, ...]]:
    """The matches of a file, and what is wrong with each line of it that could not be read."""
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
            found = _match(row, task)
            if isinstance(found, Match):
                matches.append(found)
            else:
                faults += [f"Line {lines.line_num}: {fault}" for fault in found]
    except csv.Error as error:
        faults.append(f"Line {lines.line_num}: this is no table of comma-separated values ({error}).")
    more = len(faults) - MANY
    return tuple(matches), (*faults[:MANY], *([f"{more} more lines cannot be read."] if more > 0 else []))


def _match(row: Mapping[str, str | None], task: Task) -> Match | Sequence[str]:
    """The match of a line, or everything that is wrong with it."""
    said = {name: (row.get(name) or "").strip() for name in COLUMNS}
    division = _one({each.id: each.name for each in task.divisions}, said["division"])
    teams = {each.id: each.name for each in task.teams if division is None or each.division == division}
    home, away, day = _one(teams, said["home"]), _one(teams, said["away"]), _day(said["date"])
    faults = list(_faults(said, division=division, home=home, away=away, day=day))
    if faults or division is None or home is None or away is None or day is None:
        return faults
    return Match(division, day, home, away)


def _faults(
    said: Mapping[str, str], *, division: str | None, home: str | None, away: str | None, day: date | None
) -> Iterator[str]:
    if division is None:
        yield f"there is no division “{said['division']}”."
    if day is None:
        yield f"“{said['date']}” is not a date. Write it as 2026-11-24 or 24/11/2026."
    there = f" in {said['division']}" if division else ""
    for side, found in (("home", home), ("away", away)):
        if found is None:
            yield f"there is no team “{said[side]}”{there}."
    if home is not None and home == away:
        yield f"{said['home']} cannot play itself."


def _one(names: Mapping[str, str], said: str) -> str | None:
    """The id that was meant, by itself or by its name in any case."""
    if said in names:
        return said
    wanted = " ".join(said.removeprefix("'").casefold().split())
    return next((key for key, name in names.items() if " ".join(name.casefold().split()) == wanted), None)


def _day(said: str) -> date | None:
    british = re.fullmatch(r"(\d{1,2})/(\d{1,2})/(\d{4})", said)
    try:
        if british:
            return date(*(int(part) for part in reversed(british.groups())))
        return date.fromisoformat(said)
    except ValueError:
        return None
