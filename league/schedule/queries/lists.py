"""The fixture lists of a season: their rows, which was published when, and the rows of the task of finding one."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.db.models import Min, Q, QuerySet

from league.base.jobs.models import Job
from league.schedule.choices import ListState
from league.schedule.models import Blackout, Competition, Entry, Fixture, FixtureList, PresetMatch, Wish
from league.schedule.presenters.check import Check, ClashPart, parts_of, present_check
from league.schedule.presenters.wishes import PubTeams, TeamWishes, Wishes, team_wishes
from league.schedule.queries.matches import cards_due
from league.schedule.values.calendar import division_night, home_night
from league.schedule.values.lists import ListContents, contents_of
from league.schedule.values.task import SeasonRows, compiled
from league.schedule.values.wishes import wishes_among
from league.teams.models import Closure, FormerName, League
from scoring.season.schedule import task as spec
from scoring.season.schedule.health import unmet_requests

HEAVY = ("task", "matches", "locked", "clash")


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
    found = (
        Entry.objects.filter(division__competition=competition, withdrawn_on=None)
        .select_related("team__venue", "division__competition__season__league")
        .order_by("division__rank", "division_id", "pk")
    )
    groups = [tuple(there) for _, there in groupby(found, key=lambda entry: entry.division_id)]
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


def wishes_of(competition: Competition) -> Wishes:
    """All requests of a season, in four queries."""
    entries = list(entries_of(competition))
    wishes = Wish.objects.filter(competition=competition).select_related("entry", "other").order_by("pk")
    presets = PresetMatch.objects.filter(competition=competition).select_related("home", "away").order_by("date", "pk")
    return Wishes(
        tuple(team_wishes(entry, list(wishes)) for entry in entries), _pubs(entries, competition), tuple(presets)
    )


def entries_of(competition: Competition) -> QuerySet[Entry]:
    """The teams of a season, division by division and by name, with everything that their nights depend on."""
    found: QuerySet[Entry] = Entry.objects.filter(division__competition=competition, withdrawn_on=None)
    rows = found.select_related("team__venue", "division__competition__season__league")
    return rows.order_by("division__rank", "division_id", "name", "pk")


def wishes_about(entry: Entry) -> TeamWishes:
    """The wishes of one team, those that others have about it included."""
    wishes = Wish.objects.filter(competition=entry.division.competition_id).select_related("entry", "other")
    return team_wishes(entry, list(wishes.order_by("pk")), others=True)


def _pubs(entries: Collection[Entry], competition: Competition) -> tuple[PubTeams, ...]:
    season = competition.season
    venues = {entry.team.venue_id: entry.team.venue for entry in entries}
    closures = list(
        Closure.objects.filter(venue__in=venues, first__lte=season.ends, last__gte=season.starts).order_by(
            "first", "pk"
        )
    )
    return tuple(
        PubTeams(
            venue,
            tuple(entry for entry in entries if entry.team.venue_id == key),
            tuple(closure for closure in closures if closure.venue_id == key),
        )
        for key, venue in sorted(venues.items(), key=lambda item: item[1].name)
    )
