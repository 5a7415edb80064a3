"""What a list would become once it is published: a row for every match and bye, and what should be seen before.

Knows real days, weeks, halves and byes. Refuses to write any of it, and to know what was played.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from league.schedule.models import Competition, Division, Entry, Fixture, FixtureList
from league.schedule.queries.lists import Opened, published_list
from league.schedule.queries.task import Rows, compiled, division_night, real_date, rows_of, week_of
from league.ui.words import night
from scoring.season.schedule.circle import half_of
from scoring.season.schedule.judge import Violation, judge
from scoring.season.schedule.task import Match, Task
from scoring.season.schedule.words import Names


@dataclass(frozen=True, slots=True)
class Placed:
    """One match that would be in the list of the season; without an away side, a bye."""

    division: Division
    week: int
    half: int
    date: date
    home: Entry
    away: Entry | None


@dataclass(frozen=True, slots=True)
class Publication:
    """A list as it would come out. `problems` keep it from that; `violations` are for the secretary to judge.

    `since` says what has changed in the season's wishes since the list was made.
    """

    placed: tuple[Placed, ...]
    problems: tuple[str, ...]
    violations: tuple[Violation, ...]
    since: tuple[str, ...]

    @property
    def played(self) -> int:
        """How many matches it has, byes not counted."""
        return sum(each.away is not None for each in self.placed)

    @property
    def nights(self) -> list[tuple[date, list[Placed]]]:
        """Night by night, and there division by division."""
        order = sorted(self.placed, key=lambda each: (each.date, each.division.rank, each.away is None, each.home.name))
        found: dict[date, list[Placed]] = {}
        for each in order:
            found.setdefault(each.date, []).append(each)
        return list(found.items())


@dataclass(frozen=True, slots=True)
class Standing:
    """What a season has in its list now: how many matches, and from which list, if from one."""

    matches: int
    row: FixtureList | None


def standing_of(competition: Competition) -> Standing:
    matches = Fixture.objects.filter(division__competition=competition, away__isnull=False).count()
    return Standing(matches, published_list(competition))


def publication_of(opened: Opened) -> Publication:
    """What comes of publishing a list, judged by the wishes as they are today."""
    rows = rows_of(opened.row.competition)
    task = compiled(rows)
    problems = tuple(_problems(opened, rows))
    if problems:
        return Publication((), problems, (), ())
    judged = judge(task, opened.matches)
    return Publication(tuple(_placed(opened.matches, rows)), (), judged.violations, tuple(_since(opened.task, task)))


def _problems(opened: Opened, rows: Rows) -> Iterator[str]:
    if not opened.matches:
        yield "The list has no matches yet."
    there = {f"T{entry.pk}": f"D{entry.division_id}" for entry in rows.entries}
    moved = {
        team: opened.names.get(team, team)
        for match in opened.matches
        for team in (match.home, match.away)
        if there.get(team) != match.division
    }
    if moved:
        yield f"These teams are not in that division any more: {', '.join(sorted(moved.values()))}. Make a new list."
    twice = Counter((match.division, match.home, match.away, match.date) for match in opened.matches)
    for (_, home, away, day), times in twice.items():
        if times > 1:
            yield f"{opened.names.get(home, home)} v {opened.names.get(away, away)} is in it twice on {night(day)}."


def _since(then: Task, today: Task) -> Iterator[str]:
    """What has changed in the season since the list was made, a sentence each."""
    wishes, asked = {wish.id: wish for wish in today.wishes}, {wish.id: wish for wish in then.wishes}
    new, old = Names.of(today), Names.of(then)
    for key in sorted(wishes.keys() - asked.keys()):
        yield f"New wish: {new.wish_text(wishes[key])}"
    for key in sorted(asked.keys() - wishes.keys()):
        yield f"No longer a wish: {old.wish_text(asked[key])}"
    for key in sorted(wishes.keys() & asked.keys()):
        if wishes[key] != asked[key]:
            yield f"Changed wish: {new.wish_text(wishes[key])}"
    if {team.id for team in then.teams} != {team.id for team in today.teams}:
        yield "Teams have come or gone."
    pubs, closed = ({venue.id: venue for venue in task.venues} for task in (then, today))
    for key in sorted(pubs.keys() & closed.keys()):
        if pubs[key] != closed[key]:
            yield f"{closed[key].name} has other closed nights or boards."
    if any(one.dates != other.dates for one, other in zip(today.divisions, then.divisions, strict=False)):
        yield "Other nights are open for matches."


def _placed(matches: Sequence[Match], rows: Rows) -> Iterator[Placed]:
    entries = {f"T{entry.pk}": entry for entry in rows.entries}
    for division in rows.divisions:
        there = sorted(match for match in matches if match.division == f"D{division.pk}")
        used = sorted({match.date for match in there})
        for number, day in enumerate(used):
            tonight = [match for match in there if match.date == day]
            week, half = number + 1, half_of(number, len(used))
            for match in tonight:
                home = entries[match.home]
                yield Placed(division, week, half, real_date(day, home), home, entries[match.away])
            for entry in _resting(division, tonight, rows):
                yield Placed(division, week, half, _night_of(day, division), entry, None)


def _resting(division: Division, tonight: Iterable[Match], rows: Rows) -> list[Entry]:
    """Who has a bye: of an odd division in full rounds, whoever does not play."""
    there = [entry for entry in rows.entries if entry.division_id == division.pk]
    if len(there) % 2 == 0 or any(entry.legs is not None for entry in there):
        return []
    playing = {team for match in tonight for team in (match.home, match.away)}
    return [entry for entry in there if f"T{entry.pk}" not in playing]


def _night_of(day: date, division: Division) -> date:
    return week_of(day) + timedelta(days=division_night(division))
