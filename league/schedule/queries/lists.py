"""The fixture lists of a season: their rows, which was published when, and the rows of the task of finding one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Min, Q, QuerySet
from django.utils.text import capfirst

from league.base.jobs.models import Job
from league.base.ui.formats import night
from league.schedule.choices import ListState
from league.schedule.models import Blackout, Competition, Division, Entry, Fixture, FixtureList, PresetMatch, Wish
from league.schedule.queries.matches import cards_due
from league.schedule.queries.seasons import NightsNeeded
from league.schedule.values.calendar import division_night, home_night, nights_of, week_of, weekday_name
from league.schedule.values.lists import ListContents, contents_of
from league.schedule.values.task import SeasonRows, compiled, describe_wish, wishes_among
from league.teams.models import Closure, FormerName, League, Venue
from scoring.season.schedule import task as spec
from scoring.season.schedule.circle import rounds_needed
from scoring.season.schedule.counts import impossible
from scoring.season.schedule.health import unmet_requests
from scoring.season.schedule.ids import Constraint, ConstraintKind, in_words, parse
from scoring.season.schedule.night_plan import is_choice
from scoring.season.schedule.task import Task
from scoring.words import join_list


# --- the constraints of a clash, as rows ------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ClashPart:
    """One side of a clash. `page` says where it can be changed: "wish", "preset", "venue", "nights" or "division"; or
    "plan", where it was asked when the draft was made.
    """

    id: str
    page: str
    row: Any
    text: str


def parts_of(ids: Iterable[str], rows: SeasonRows, task: Task, draft: Task | None = None) -> tuple[ClashPart, ...]:
    """The parts of a clash, in its order; `task` is what the rows make, `draft` that of the draft that clashes.

    A row that is gone since is left out.
    """
    parts = (_planned(ident, draft) or _part(ident, rows, task) for ident in ids)
    return tuple(part for part in parts if part is not None)


def _planned(ident: str, draft: Task | None) -> ClashPart | None:
    """What was asked of the nights when the draft was made, which has no row."""
    if draft is None or not is_choice(ident) or all(wish.id != ident for wish in draft.wishes):
        return None
    return ClashPart(ident, "plan", None, capfirst(in_words(draft, ident)))


def _part(ident: str, rows: SeasonRows, task: Task) -> ClashPart | None:
    constraint = parse(ident)
    match constraint.kind:
        case ConstraintKind.WISH:
            wish = next((wish for wish in rows.wishes if f"R{wish.pk}" == constraint.of), None)
            return ClashPart(ident, "wish", wish, describe_wish(wish)) if wish else None
        case ConstraintKind.FIXED:
            preset = next((preset for preset in rows.presets if f"F{preset.pk}" == constraint.of), None)
            text = f"{preset} is fixed for {night(preset.date)}" if preset else ""
            return ClashPart(ident, "preset", preset, text) if preset else None
        case ConstraintKind.VENUE | ConstraintKind.CLOSED:
            return _at_venue(constraint, rows, task)
    division = next((division for division in rows.divisions if f"D{division.pk}" == constraint.of), None)
    page = "nights" if constraint.kind is ConstraintKind.ROUNDS else "division"
    return ClashPart(ident, page, division, capfirst(in_words(task, ident))) if division else None


def _at_venue(constraint: Constraint, rows: SeasonRows, task: Task) -> ClashPart | None:
    name, _, weekday = constraint.of.partition("@")
    entry = next((entry for entry in rows.entries if f"V{entry.team.venue_id}" == name), None)
    if entry is None:
        return None
    venue = entry.team.venue
    if constraint.on is None:
        return ClashPart(str(constraint), "venue", venue, capfirst(in_words(task, str(constraint))))
    on = _real(constraint.on, int(weekday) if weekday else home_night(entry), rows)
    return ClashPart(str(constraint), "venue", venue, f"{venue} is closed on {night(on)}")


def _real(on: date, weekday: int, rows: SeasonRows) -> date:
    """The day on which a pub is used that the task has on a date."""
    return week_of(on) + timedelta(days=weekday) if rows.by_week else on


# --- the check --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class CountedClash:
    """Wishes and rules that cannot all be kept: the sentence, and each of them."""

    text: str
    parts: tuple[ClashPart, ...]


@dataclass(frozen=True, slots=True)
class SharedVenue:
    """A pub with more teams on one weekday than it has room for matches, and what that means for them."""

    venue: Venue
    teams: tuple[str, ...]
    night: str

    @property
    def text(self) -> str:
        """As "Crown A and Crown B on Mondays: one of them is at home, the other away"."""
        turns = "one of them is at home, the other away"
        if len(self.teams) > 2:
            turns = f"at most {self.venue.boards} of the {len(self.teams)} at home on one night"
        return f"{join_list(self.teams)} on {self.night}s: {turns}"


@dataclass(frozen=True, slots=True)
class Check:
    """A season's task as far as counting tells. `by_week`: its dates stand for weeks, as a team has its own night."""

    task: Task
    by_week: bool
    clashes: tuple[CountedClash, ...]
    needs: tuple[NightsNeeded, ...]
    shared: tuple[SharedVenue, ...]

    @property
    def musts(self) -> int:
        return sum(wish.hard for wish in self.task.wishes)

    @property
    def rathers(self) -> int:
        return len(self.task.wishes) - self.musts

    @property
    def empty(self) -> bool:
        return not self.task.divisions


def present_check(rows: SeasonRows, task: Task) -> Check:
    """Everything that counting finds against a season's list; `task` is what the rows make."""
    clashes = tuple(
        CountedClash(found.text, parts_of((*found.ids, *found.rests_on), rows, task)) for found in impossible(task)
    )
    return Check(task, rows.by_week, clashes, tuple(_needs(rows)), tuple(_shared(rows)))


def _needs(rows: SeasonRows) -> Sequence[NightsNeeded]:
    def needs(division: Division) -> NightsNeeded:
        teams = sum(entry.division_id == division.pk for entry in rows.entries)
        nights = nights_of(division, rows.blackouts)
        night = weekday_name(division_night(division))
        return NightsNeeded(division, teams, night, rounds_needed(teams, division.legs), len(nights))

    return [needs(division) for division in rows.divisions]


def _shared(rows: SeasonRows) -> Sequence[SharedVenue]:
    venues = {entry.team.venue_id: entry.team.venue for entry in rows.entries}
    nights = sorted({(entry.team.venue.name, entry.team.venue_id, home_night(entry)) for entry in rows.entries})
    shared_venues = []
    for _, key, weekday in nights:
        teams = tuple(e.name for e in rows.entries if e.team.venue_id == key and home_night(e) == weekday)
        if len(teams) > venues[key].boards:
            shared_venues.append(SharedVenue(venues[key], teams, weekday_name(weekday)))
    return shared_venues


# --- lists ------------------------------------------------------------------------------------------------------------
HEAVY = ("task", "matches", "locked", "clash")


def lists_of(competition: Competition) -> QuerySet[FixtureList]:
    """Every list of a season, the newest first, without what is in them."""
    rows: QuerySet[FixtureList] = FixtureList.objects.filter(competition=competition).order_by("-number")
    return rows.defer(*HEAVY).select_related("made_by")


def shelf_of(competition: Competition) -> list[tuple[FixtureList, Job | None]]:
    """Every list of a season with the work on it, the newest first; in two queries."""
    rows = list(lists_of(competition))
    jobs = {job.key: job for job in Job.objects.unfinished().filter(key__in=[row.job for row in rows if row.job])}
    return [(row, jobs.get(row.job)) for row in rows]


def published_list(competition: Competition) -> FixtureList | None:
    """The list that the season's matches come from, if it came from one."""
    row: FixtureList | None = FixtureList.objects.filter(competition=competition, state=ListState.PUBLISHED).first()
    return row


def first_published(league: League) -> dict[int, datetime]:
    """When the fixtures of each competition of the current season first came out here, by its key; those that were
    entered without a draft are not in it.
    """
    rows = FixtureList.objects.filter(competition__season__league=league, competition__season__current=True)
    out = rows.exclude(published_at=None).order_by().values_list("competition").annotate(first=Min("published_at"))
    return dict(out)


def due_before_fixtures(fixture: Fixture, due: datetime, published: Mapping[int, datetime]) -> bool:
    """Whether a card was due before the fixtures of its competition first came out: nobody could have sent it."""
    return due < published.get(fixture.division.competition_id, due)


class AwaitedCards(NamedTuple):
    """Matches that no card has come of, each with the hour it was due: late ones, and those due before the fixtures."""

    late: list[tuple[Fixture, datetime]]
    before_fixtures: list[tuple[Fixture, datetime]]


def awaited_cards(league: League, at: datetime) -> AwaitedCards:
    """The cards that are due and have not come, the oldest first; one query, two where there are any."""
    due = cards_due(league, at)
    published = first_published(league) if due else {}
    parted: dict[bool, list[tuple[Fixture, datetime]]] = {True: [], False: []}
    for fixture, hour in due:
        parted[due_before_fixtures(fixture, hour, published)].append((fixture, hour))
    return AwaitedCards(parted[False], parted[True])


def edition(row: FixtureList) -> int:
    """Which publication of its season this list was or is: 1 for the first that came out, 0 for one that never did."""
    if row.published_at is None:
        return 0
    sooner = Q(published_at__lt=row.published_at) | Q(published_at=row.published_at, number__lt=row.number)
    return int(FixtureList.objects.filter(sooner, competition=row.competition_id).count()) + 1


def job_of(row: FixtureList) -> Job | None:
    """The work that makes or made this list, the latest of it."""
    return Job.objects.filter(key=row.job).order_by("-pk").first() if row.job else None


def task_of(competition: Competition) -> spec.Task:
    """The task of a season's league as its rows are now; in five queries, competition.season.league apart."""
    return compiled(rows_of(competition))


def former_names(competition: Competition) -> dict[str, str]:
    """Names that teams of a season's league had before, the latest last, each with the id of the team in the task."""
    rows = FormerName.objects.filter(team__entries__division__competition=competition).order_by("until", "pk")
    return {name: f"T{key}" for name, key in rows.values_list("name", "team__entries")}


def rows_of(competition: Competition) -> SeasonRows:
    """The rows of a task. Teams that withdrew, and divisions with nobody to play, are left out with their wishes."""
    rows = (
        Entry.objects.filter(division__competition=competition, withdrawn_on=None)
        .select_related("team__venue", "division__competition__season__league")
        .order_by("division__rank", "division_id", "pk")
    )
    groups = [tuple(there) for _, there in groupby(rows, key=lambda entry: entry.division_id)]
    entries = tuple(entry for there in groups if len(there) > 1 for entry in there)
    keys = {entry.pk for entry in entries}
    wishes = Wish.objects.filter(competition=competition).select_related("entry", "other").order_by("pk")
    presets = PresetMatch.objects.filter(competition=competition).select_related("home", "away").order_by("date", "pk")
    venues = {entry.team.venue_id for entry in entries}
    return SeasonRows(
        competition=competition,
        divisions=tuple({entry.division_id: entry.division for entry in entries}.values()),
        entries=entries,
        closures=tuple(Closure.objects.filter(venue__in=venues).order_by("first", "pk")),
        blackouts=tuple(Blackout.objects.filter(season=competition.season_id).order_by("first", "pk")),
        wishes=tuple(wishes_among(wishes, keys)),
        presets=tuple(each for each in presets if {each.home_id, each.away_id} <= keys),
        by_week=any(home_night(entry) != division_night(entry.division) for entry in entries),
        unmet_before=_unmet_before(competition, entries) if competition.weights.get("unfair") else {},
    )


def _unmet_before(competition: Competition, entries: Iterable[Entry]) -> dict[int, int]:
    """By the key of an entry, how many requests of its team the fixtures of the season before did not meet."""
    season = competition.season
    before: FixtureList | None = (
        FixtureList.objects.filter(
            state=ListState.PUBLISHED,
            competition__kind=competition.kind,
            competition__season__league=season.league_id,
            competition__season__starts__lt=season.starts,
        )
        .order_by("-competition__season__starts", "-pk")
        .first()
    )
    if before is None:
        return {}
    shown = contents_of(before)
    unmet = unmet_requests(shown.task, shown.matches)
    teams = Entry.objects.filter(pk__in=[int(key[1:]) for key in unmet]).values_list("team_id", "pk")
    by_team = {team: unmet[f"T{entry}"] for team, entry in teams}
    return {entry.pk: by_team[entry.team_id] for entry in entries if by_team.get(entry.team_id)}


def check_of(competition: Competition) -> Check:
    """Everything that counting finds, in the queries of `rows_of`."""
    rows = rows_of(competition)
    task = compiled(rows)
    return present_check(rows, task)


def clashing(shown: ListContents) -> tuple[ClashPart, ...]:
    """The sides of the clash that keeps a list from being, as they are today; none for a list that is."""
    ids = shown.row.clash.get("ids", ())
    if not ids:
        return ()
    rows = rows_of(shown.row.competition)
    return parts_of(ids, rows, compiled(rows), draft=shown.task)


# --- What teams ask of a season's list -------------------------------------------------------------------------------
