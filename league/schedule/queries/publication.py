"""What a list becomes once it is published: a row for every match and bye, what should be seen before, and the news."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any

from league.base.accounts.models import User
from league.base.ui.formats import night
from league.schedule.choices import ListMadeBy, ListState
from league.schedule.models import Competition, Division, Entry, Fixture, FixtureList, Season
from league.schedule.queries.lists import edition, rows_of
from league.schedule.queries.reschedule import listed_matches
from league.schedule.values.calendar import division_night, real_date, week_of
from league.schedule.values.lists import ListContents, read_matches
from league.schedule.values.task import SeasonRows, compiled
from league.teams.choices import RoleKind
from league.teams.models import League
from league.teams.permissions import roles_of
from scoring.season.schedule.circle import half_of
from scoring.season.schedule.edits import changes
from scoring.season.schedule.files import read_task
from scoring.season.schedule.hard import Violation
from scoring.season.schedule.health import WishHealth, wishes_health
from scoring.season.schedule.judge import judge
from scoring.season.schedule.night_plan import is_choice
from scoring.season.schedule.sentences import Names
from scoring.season.schedule.task import Match, Task


@dataclass(frozen=True, slots=True)
class Publication:
    """A list as it would come out. `problems` keep it from that; `violations` are for the secretary to judge.

    `since` says what has changed in the season's wishes since the list was made, `unmet` which of its `requests` wishes
    of today it does not meet.
    """

    placed: tuple[Fixture, ...]
    problems: tuple[str, ...]
    violations: tuple[Violation, ...] = ()
    since: tuple[str, ...] = ()
    unmet: tuple[WishHealth, ...] = ()
    requests: int = 0

    @property
    def played(self) -> int:
        """How many matches it has, byes not counted."""
        return sum(each.away is not None for each in self.placed)

    @property
    def nights(self) -> list[tuple[date, list[Fixture]]]:
        order = sorted(self.placed, key=lambda each: (each.date, each.division.rank, each.away is None, each.home.name))
        return [(day, list(matches)) for day, matches in groupby(order, key=lambda each: each.date)]


def standing_of(competition: Competition) -> dict[str, Any]:
    """How many matches a season has in its list now, and the row of the list that they come from, if from one."""
    matches = Fixture.objects.filter(division__competition=competition, away__isnull=False).count()
    row = FixtureList.objects.filter(competition=competition, state=ListState.PUBLISHED).first()
    return {"matches": matches, "row": row}


def publication_of(contents: ListContents) -> Publication:
    """What comes of publishing a list, judged by the wishes as they are today."""
    rows = rows_of(contents.row.competition)
    task = compiled(rows)
    problems = tuple(_problems(contents, rows))
    if problems:
        return Publication((), problems)
    judged = judge(task, contents.matches)
    return Publication(
        placed=tuple(_placed(contents.matches, rows)),
        problems=(),
        violations=judged.violations,
        since=tuple(_since(contents.task, task)),
        unmet=tuple(wish for wish in wishes_health(task, contents.matches) if not wish.met),
        requests=len(task.wishes),
    )


def _problems(contents: ListContents, rows: SeasonRows) -> Iterator[str]:
    if not contents.matches:
        yield "This draft has no matches yet."
    divisions_by_team = {f"T{entry.pk}": f"D{entry.division_id}" for entry in rows.entries}
    moved = {
        team: contents.names.get(team, team)
        for match in contents.matches
        for team in (match.home, match.away)
        if divisions_by_team.get(team) != match.division
    }
    if moved:
        yield f"These teams are not in that division any more: {', '.join(sorted(moved.values()))}. Make a new draft."
    twice = Counter((match.division, match.home, match.away, match.date) for match in contents.matches)
    for (_, home, away, day), times in twice.items():
        if times > 1:
            yield f"{contents.names.get(home, home)} v {contents.names.get(away, away)} is in it twice on {night(day)}."


def _since(then: Task, today: Task) -> Iterator[str]:
    """What has changed in the season since the list was made, a sentence each."""
    wishes, earlier = ({wish.id: wish for wish in task.wishes if not is_choice(wish.id)} for task in (today, then))
    new, old = Names.of(today), Names.of(then)
    for key in sorted(wishes.keys() - earlier.keys()):
        yield f"New request: {new.wish_text(wishes[key])}"
    for key in sorted(earlier.keys() - wishes.keys()):
        yield f"Request deleted: {old.wish_text(earlier[key])}"
    for key in sorted(wishes.keys() & earlier.keys()):
        if wishes[key] != earlier[key]:
            yield f"Request changed: {new.wish_text(wishes[key])}"
    if {team.id for team in then.teams} != {team.id for team in today.teams}:
        yield "Teams have come or gone."
    pubs, closed = ({venue.id: venue for venue in task.venues} for task in (then, today))
    for key in sorted(pubs.keys() & closed.keys()):
        if pubs[key] != closed[key]:
            yield f"{closed[key].name} has other closed nights or boards."
    if any(one.dates != other.dates for one, other in zip(today.divisions, then.divisions, strict=False)):
        yield "Other nights are open for matches."


def _placed(matches: Sequence[Match], rows: SeasonRows) -> Iterator[Fixture]:
    """The season's matches as they would be, not saved and without their codes; without an away side, a bye."""
    entries, season = {f"T{entry.pk}": entry for entry in rows.entries}, rows.competition.season
    for division in rows.divisions:
        own_matches = sorted(match for match in matches if match.division == f"D{division.pk}")
        used = sorted({match.date for match in own_matches})
        for number, day in enumerate(used):
            tonight = [match for match in own_matches if match.date == day]
            pairs = [(entries[match.home], entries[match.away]) for match in tonight]
            planned = [(home, away, real_date(day, home)) for home, away in pairs]
            bye = week_of(day) + timedelta(days=division_night(division))
            for home, away, on in [*planned, *((entry, None, bye) for entry in _resting(division, tonight, rows))]:
                yield Fixture(
                    league=season.league, division=division, week=number + 1, half=half_of(number, len(used)),
                    home=home, away=away, date=on, first_date=on,
                    start_time=home.team.start_time, venue=home.team.venue,
                )  # fmt: skip


def _resting(division: Division, tonight: Iterable[Match], rows: SeasonRows) -> list[Entry]:
    """Who has a bye: of an odd division in full rounds, whoever does not play."""
    entries = [entry for entry in rows.entries if entry.division_id == division.pk]
    if len(entries) % 2 == 0 or any(entry.legs is not None for entry in entries):
        return []
    playing = {team for match in tonight for team in (match.home, match.away)}
    return [entry for entry in entries if f"T{entry.pk}" not in playing]


# --- as a captain hears of it -----------------------------------------------------------------------------------------
FRESH = timedelta(days=28)


@dataclass(frozen=True, slots=True)
class ListNews:
    """A list that came out lately. `changed` are the matches of these teams that were otherwise in the one before."""

    season: Season
    version: int
    at: datetime
    changed: tuple[str, ...]


def list_news(teams: Collection[int | None], at: datetime) -> ListNews | None:
    """The latest list, if it came out in the last four weeks and one of these teams is in its season.

    One query where there is none, and five where there is one.
    """
    published = FixtureList.objects.filter(state=ListState.PUBLISHED, published_at__gte=at - FRESH)
    published = published.defer("task", "locked", "clash").select_related("competition__season")
    fresh = published.order_by("-published_at").first()
    if fresh is None or fresh.published_at is None:
        return None
    entries = list(Entry.objects.filter(division__competition=fresh.competition_id))
    ours = {f"T{entry.pk}" for entry in entries if entry.team_id in teams}
    if not ours:
        return None
    last = _before(fresh)
    names = Names({f"T{entry.pk}": entry.name for entry in entries}, {}, {})
    list_changes = changes(last, read_matches(fresh.matches)) if last else ()
    changed = tuple(
        change.words(names)
        for change in list_changes
        if any(ours & {match.home, match.away} for match in (change.old, change.new) if match)
    )
    return ListNews(fresh.competition.season, edition(fresh), fresh.published_at, changed)


def _before(fresh: FixtureList) -> tuple[Match, ...]:
    """What a list took the place of: a rescheduled one of the season as it was, any other of the list before it."""
    if fresh.how == ListMadeBy.RESCHEDULE:
        return listed_matches(read_task(fresh.task))
    rows = FixtureList.objects.filter(competition=fresh.competition_id, published_at__lt=fresh.published_at)
    last = rows.defer("task", "locked", "clash").order_by("-published_at").first()
    return read_matches(last.matches) if last else ()


def news_for(user: User, league: League, at: datetime) -> ListNews | None:
    """The same for the teams that somebody leads."""
    heads = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)
    return list_news({role.team_id for role in roles_of(user, league) if role.kind in heads}, at)
