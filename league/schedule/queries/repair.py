"""What is left of a season that has to be mended, as a task.

Knows what stays whatever happens (what was played, what is too near, what two captains have agreed) and what may go.
Refuses to find the list.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain

from league.schedule.choices import BlackoutKind, FixtureState
from league.schedule.models import Competition, Entry, Fixture
from league.schedule.queries.dated import (
    Season,
    closed_on,
    loose_division,
    match_of,
    season_of,
    weights_of,
    wishes_of,
)
from league.schedule.queries.happened import Happened, What
from league.schedule.queries.task import division_night, home_night, weekday_name, weekly_nights
from league.teams.models import Venue
from scoring.season.schedule import task as asked
from scoring.season.schedule.judge import judge


def repair_task(competition: Competition, happened: Happened, *, today: date) -> asked.Task:
    """What is left of the season on its real days; in seven queries.

    Fixed are matches that were played, awarded or struck out, those whose night has passed or is too near, and those
    that were moved by agreement and stand in nobody's way. All others are in the list that was handed out: each may be
    moved, at a price. A match that waits for a date, and one of a team that came late, is to be put in. How many home
    or away matches come in a row has its price, and forbids nothing any more: a list must be mended somehow.
    """
    season = season_of(competition)
    entries = _entries(season)
    frozen = _frozen_until(happened, today)
    # Matches at another pub than the home team's are counted at the home team's here.
    fixtures = [*_among(season.fixtures, entries), *_struck_out(competition, entries)]
    stay = [each for each in fixtures if _stays(each, happened, frozen)]
    movable = [each for each in fixtures if each not in stay and each.date is not None]
    task = _task(season, entries, happened, frozen)
    task = replace(task, divisions=_with_dates(task.divisions, fixtures), fixed=tuple(_fixed(stay)))
    agreed = _undisturbed([each for each in movable if each.moved], task, [*stay, *movable])
    return replace(
        task,
        fixed=tuple(_fixed([*stay, *agreed])),
        published=tuple(match_of(each) for each in movable if each not in agreed),
        frozen_until=frozen,
    )


def handed_out(task: asked.Task) -> tuple[asked.Match, ...]:
    """The list as it stands before anything is mended."""
    return tuple(sorted([*(fixed.match for fixed in task.fixed), *task.published]))


def _entries(season: Season) -> tuple[Entry, ...]:
    """The teams that play on, of the divisions that are not over."""
    open_ones = {fixture.division_id for fixture in season.fixtures if fixture.open}
    begun = {fixture.division_id for fixture in season.fixtures}
    there = [each for each in season.entries if each.withdrawn_on is None]
    return tuple(each for each in there if each.division_id in open_ones or each.division_id not in begun)


def _among(fixtures: Iterable[Fixture], entries: Iterable[Entry]) -> list[Fixture]:
    keys = {entry.pk for entry in entries}
    return [fixture for fixture in fixtures if {fixture.home_id, fixture.away_id} <= keys]


def _struck_out(competition: Competition, entries: Iterable[Entry]) -> list[Fixture]:
    """Matches that the league has struck out: they are not to be played again, so they count as met."""
    void = Fixture.objects.filter(division__competition=competition, state=FixtureState.VOID, away__isnull=False)
    return _among(void.select_related("home__team", "away__team"), entries)


def _frozen_until(happened: Happened, today: date) -> date:
    """Nothing changes up to that day: the notice that captains are given, and the time before a pub changes."""
    near = today + timedelta(days=happened.notice)
    if happened.what in {What.MOVED, What.BOARDS} and happened.first is not None:
        return max(near, happened.first - timedelta(days=1))
    return near


def _stays(fixture: Fixture, happened: Happened, frozen: date) -> bool:
    if not fixture.open or fixture.in_play:
        return True
    if fixture.date is None:
        return False
    return fixture.date <= frozen and not (fixture.venue_id == happened.venue and happened.shut_on(fixture.date))


def _undisturbed(agreed: list[Fixture], task: asked.Task, fixtures: list[Fixture]) -> list[Fixture]:
    """Those of the matches that were moved by agreement which nothing stands against."""
    judged = judge(task, [match_of(each) for each in fixtures]).violations if agreed else ()
    at_fault = set(chain.from_iterable(violation.matches for violation in judged))
    return [each for each in agreed if match_of(each) not in at_fault]


def _fixed(fixtures: Iterable[Fixture]) -> Iterator[asked.Fixed]:
    for fixture in fixtures:
        yield asked.Fixed(f"F{fixture.pk}", match_of(fixture))


def _with_dates(divisions: Iterable[asked.Division], fixtures: Iterable[Fixture]) -> tuple[asked.Division, ...]:
    """Days on which a division has a match already are days of it, whatever weekday they are."""
    has: dict[str, set[date]] = {}
    for match in map(match_of, fixtures):
        has.setdefault(match.division, set()).add(match.date)
    return tuple(replace(each, dates=tuple(sorted({*each.dates, *has.get(each.id, ())}))) for each in divisions)


# --- nights and pubs ---------------------------------------------------------------------------------------------


def _task(season: Season, entries: tuple[Entry, ...], happened: Happened, frozen: date) -> asked.Task:
    dates = {
        division.pk: tuple(_nights(season, [each for each in entries if each.division_id == division.pk], happened))
        for division in season.divisions
    }
    pubs = {entry.pk: _pub(entry, happened) for entry in entries}
    mixed = any(home_night(entry) != division_night(entry.division) for entry in entries)
    venues = {entry.pk: f"V{pubs[entry.pk]}" + (f"@{home_night(entry)}" if mixed else "") for entry in entries}
    days = sorted(set(chain.from_iterable(dates.values())))
    divisions = [each for each in season.divisions if any(entry.division_id == each.pk for entry in entries)]
    return asked.Task(
        id=f"mend-{season.competition.pk}",
        divisions=tuple(replace(loose_division(each, entries, dates[each.pk]), max_run=None) for each in divisions),
        venues=tuple(_venues(season, venues, days, happened)),
        teams=tuple(
            asked.Team(f"T{entry.pk}", entry.name, venues[entry.pk], f"D{entry.division_id}") for entry in entries
        ),
        wishes=wishes_of(season, entries),
        weights=weights_of(season.competition),
        frozen_until=frozen,
        description=f"{season.competition.season.league}, {season.competition.season}, mended",
    )


def _nights(season: Season, entries: list[Entry], happened: Happened) -> Iterator[date]:
    """The nights of a division: those of its teams, spare nights among them, and the catch-up night of each week."""
    whole = season.competition.season
    off = [each for each in season.blackouts if each.kind != BlackoutKind.SPARE]
    weekdays = {home_night(entry) for entry in entries} | {division_night(entry.division) for entry in entries}
    if happened.catch_up is not None:
        weekdays.add(happened.catch_up)
    for weekday in weekdays:
        for day in weekly_nights(whole.starts, whole.ends, weekday):
            if not any(each.first <= day <= each.last for each in off):
                yield day


def _pub(entry: Entry, happened: Happened) -> int:
    venue: int = entry.team.venue_id
    return happened.other if happened.other is not None and happened.moves(venue) else venue


def _venues(season: Season, names: dict[int, str], days: list[date], happened: Happened) -> Iterator[asked.Venue]:
    """The pubs with their closures and what has happened; one that has several nights is a venue for each of them."""
    known = {venue.pk: venue for venue in Venue.objects.filter(league=season.competition.season.league_id)}
    for name in sorted(set(names.values())):
        key, _, weekday = name.removeprefix("V").partition("@")
        pub = known[int(key)]
        closed = closed_on(days, (each for each in season.closures if each.venue_id == pub.pk))
        if pub.pk == happened.venue:
            closed |= {day for day in days if happened.shut_on(day)}
        if weekday:
            closed |= {day for day in days if day.weekday() not in {int(weekday), happened.catch_up}}
        boards = happened.boards if happened.what is What.BOARDS and pub.pk == happened.venue else pub.boards
        called = f"{pub.name}, {weekday_name(int(weekday))}s" if weekday else pub.name
        yield asked.Venue(name, called, boards or pub.boards, closed)
