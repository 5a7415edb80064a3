"""The rows that make the task of finding a season's list, and what counting says against it."""

from itertools import groupby

from league.schedule.models import Blackout, Competition, Entry, PresetMatch, Wish
from league.schedule.presenters.check import Check, ClashPart, parts_of, present_check
from league.schedule.values.calendar import division_night, home_night
from league.schedule.values.lists import ListContents
from league.schedule.values.task import SeasonRows, compiled
from league.schedule.values.wishes import wishes_among
from league.teams.models import Closure
from scoring.season.schedule import task as spec


def task_of(competition: Competition) -> spec.Task:
    """The task of a season's league as its rows are now; in five queries, competition.season.league apart."""
    return compiled(rows_of(competition))


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
    )


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
    return parts_of(ids, rows, compiled(rows))
