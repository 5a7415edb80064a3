"""The fixture lists of a season: their rows, which was published when, the task of one, and why there is none."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any

from django.db.models import Min, Q, QuerySet
from django.utils.text import capfirst

from league.base.accounts.models import User
from league.base.jobs.models import Job
from league.base.ui.formats import night
from league.schedule.choices import ListMadeBy, ListState
from league.schedule.models import Blackout, Competition, Entry, Fixture, FixtureList, PresetMatch, Wish
from league.schedule.queries.matches import cards_due
from league.schedule.queries.midseason import listed_matches
from league.schedule.queries.seasons import entries_of, nights_needed
from league.schedule.values.calendar import division_night, home_night, real_date, week_of, weekday_name
from league.schedule.values.lists import ListContents, contents_of, read_matches
from league.schedule.values.task import SeasonRows, compiled, describe_wish, wishes_among
from league.teams.choices import RoleKind
from league.teams.models import Closure, FormerName, League
from league.teams.permissions import roles_of
from scoring.season.schedule import task as spec
from scoring.season.schedule.circle import half_of
from scoring.season.schedule.constraints import ConstraintKind, in_words, parse
from scoring.season.schedule.edits import changes
from scoring.season.schedule.files import read_task
from scoring.season.schedule.impossible import impossible
from scoring.season.schedule.judge import WishHealth, judge, unmet_requests, wishes_health
from scoring.season.schedule.list_rules import Violation
from scoring.season.schedule.task import Match, Names, Task, is_choice
from scoring.words import join_list

# --- why there is no list ---------------------------------------------------------------------------------------------
ClashPart = dict[str, Any]  # "id", "text"; "page", where it can be changed, and its "row" there


def parts_of(ids: Iterable[str], rows: SeasonRows, task: Task, draft: Task | None = None) -> list[ClashPart]:
    """The parts of a clash, in its order; `task` is what the rows make, `draft` that of the draft that clashes.

    A part's page is "wish", "preset", "venue", "nights" or "division"; or "plan", for what was asked of the nights when
    the draft was made, which has no row. A row that is gone since is left out.
    """
    planned = {wish.id for wish in draft.wishes if is_choice(wish.id)} if draft else set()
    parts = []
    for name in ids:
        if draft and name in planned:
            parts.append({"id": name, "page": "plan", "row": None, "text": capfirst(in_words(draft, name))})
        elif part := _part(name, rows, task):
            parts.append(part)
    return parts


def _part(name: str, rows: SeasonRows, task: Task) -> ClashPart | None:
    constraint, text = parse(name), ""
    row: Any
    match constraint.kind:
        case ConstraintKind.WISH:
            page, row = "wish", next((wish for wish in rows.wishes if f"R{wish.pk}" == constraint.of), None)
            text = describe_wish(row) if row else ""
        case ConstraintKind.FIXED:
            page, row = "preset", next((preset for preset in rows.presets if f"F{preset.pk}" == constraint.of), None)
            text = f"{row} is fixed for {night(row.date)}" if row else ""
        case ConstraintKind.VENUE | ConstraintKind.CLOSED:
            of, _, weekday = constraint.of.partition("@")
            entry = next((entry for entry in rows.entries if f"V{entry.team.venue_id}" == of), None)
            page, row = "venue", entry and entry.team.venue
            if entry and constraint.on is not None:
                used = int(weekday) if weekday else home_night(entry)
                on = week_of(constraint.on) + timedelta(days=used) if rows.by_week else constraint.on
                text = f"{row} is closed on {night(on)}"
        case kind:
            page = "nights" if kind is ConstraintKind.ROUNDS else "division"
            row = next((division for division in rows.divisions if f"D{division.pk}" == constraint.of), None)
    return {"id": name, "page": page, "row": row, "text": text or capfirst(in_words(task, name))} if row else None


def clashing(draft: ListContents) -> list[ClashPart]:
    """The sides of the clash that keeps a draft from being, as they are today; none for one that is."""
    ids = draft.row.clash.get("ids", ())
    if not ids:
        return []
    rows = rows_of(draft.row.competition)
    return parts_of(ids, rows, compiled(rows), draft=draft.task)


def check_of(competition: Competition) -> dict[str, Any]:
    """Everything that counting finds against a season's list, in the queries of `rows_of`.

    `by_week`: its dates stand for weeks, as a team has its own night.
    """
    rows = rows_of(competition)
    task = compiled(rows)
    musts = sum(wish.hard for wish in task.wishes)
    return {
        "task": task,
        "empty": not task.divisions,
        "by_week": rows.by_week,
        "musts": musts,
        "rathers": len(task.wishes) - musts,
        "clashes": [
            {"text": clash.text, "parts": parts_of((*clash.ids, *clash.rests_on), rows, task)}
            for clash in impossible(task)
        ],
        "needs": [
            nights_needed(division, sum(each.division_id == division.pk for each in rows.entries), rows.blackouts)
            for division in rows.divisions
        ],
        "shared": _shared_venues(rows),
    }


def _shared_venues(rows: SeasonRows) -> list[dict[str, Any]]:
    """Pubs with more teams on one weekday than they have room for matches, and what that means for them: "Crown A and
    Crown B on Mondays: one of them is at home, the other away".
    """
    venues = {entry.team.venue_id: entry.team.venue for entry in rows.entries}
    shared = []
    for _, key, weekday in sorted({(e.team.venue.name, e.team.venue_id, home_night(e)) for e in rows.entries}):
        teams = [e.name for e in rows.entries if e.team.venue_id == key and home_night(e) == weekday]
        if len(teams) > venues[key].boards:
            turns = "one of them is at home, the other away"
            if len(teams) > 2:
                turns = f"at most {venues[key].boards} of the {len(teams)} at home on one night"
            text = f"{join_list(teams)} on {weekday_name(weekday)}s: {turns}"
            shared.append({"venue": venues[key], "text": text})
    return shared


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


AwaitedCards = list[tuple[Fixture, datetime]]  # matches that no card has come of, each with the hour it was due


def awaited_cards(league: League, at: datetime) -> tuple[AwaitedCards, AwaitedCards]:
    """The cards that are due and have not come, the oldest first: late ones, and those due before the fixtures; one
    query, two where there are any.
    """
    due = cards_due(league, at)
    published = first_published(league) if due else {}
    parted: dict[bool, AwaitedCards] = {True: [], False: []}
    for fixture, hour in due:
        parted[due_before_fixtures(fixture, hour, published)].append((fixture, hour))
    return parted[False], parted[True]


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
    rows = entries_of(competition).order_by("division__rank", "division_id", "pk")
    divisions = [tuple(group) for _, group in groupby(rows, key=lambda entry: entry.division_id)]
    entries = tuple(entry for group in divisions if len(group) > 1 for entry in group)
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


# --- publication ------------------------------------------------------------------------------------------------------
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
        own_entries = [entry for entry in rows.entries if entry.division_id == division.pk]
        has_byes = len(own_entries) % 2 == 1 and all(entry.legs is None for entry in own_entries)
        own_matches = sorted(match for match in matches if match.division == f"D{division.pk}")
        used = sorted({match.date for match in own_matches})
        for number, day in enumerate(used):
            tonight = [match for match in own_matches if match.date == day]
            pairs = [(entries[match.home], entries[match.away]) for match in tonight]
            planned: list[tuple[Entry, Entry | None, date]] = []
            planned += [(home, away, real_date(day, home)) for home, away in pairs]
            if has_byes:
                playing = {entry for pair in pairs for entry in pair}
                bye = week_of(day) + timedelta(days=division_night(division))
                planned += [(entry, None, bye) for entry in own_entries if entry not in playing]
            for home, away, on in planned:
                yield Fixture(
                    league=season.league, division=division, week=number + 1, half=half_of(number, len(used)),
                    home=home, away=away, date=on, first_date=on,
                    start_time=home.team.start_time, venue=home.team.venue,
                )  # fmt: skip


# --- as a captain hears of it -----------------------------------------------------------------------------------------
FRESH = timedelta(days=28)


def list_news(teams: Collection[int | None], at: datetime) -> dict[str, Any] | None:
    """The latest list, if it came out in the last four weeks and one of these teams is in its season: its `season` and
    `version`, when it came out, and the matches of these teams that were otherwise in the one before, `changed`.

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
    season = fresh.competition.season
    return {"season": season, "version": edition(fresh), "at": fresh.published_at, "changed": changed}


def _before(fresh: FixtureList) -> tuple[Match, ...]:
    """What a list took the place of: a rescheduled one of the season as it was, any other of the list before it."""
    if fresh.how == ListMadeBy.RESCHEDULE:
        return listed_matches(read_task(fresh.task))
    rows = FixtureList.objects.filter(competition=fresh.competition_id, published_at__lt=fresh.published_at)
    last = rows.defer("task", "locked", "clash").order_by("-published_at").first()
    return read_matches(last.matches) if last else ()


def news_for(user: User, league: League, at: datetime) -> dict[str, Any] | None:
    """The same for the teams that somebody leads."""
    heads = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)
    return list_news({role.team_id for role in roles_of(user, league) if role.kind in heads}, at)
