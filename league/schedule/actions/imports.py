"""Matches that come in by a spreadsheet, with the divisions and teams that they need; and taken back as they came."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import F

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.base.ui.formats import night
from league.schedule.actions.divisions import add_division, make_entry
from league.schedule.actions.lists import new_codes
from league.schedule.actions.locking import bump_version, lock_competition, record_season_action
from league.schedule.actions.matches import postpone_fixture, rearrange_fixture
from league.schedule.choices import FixtureState
from league.schedule.models import Competition, Division, Entry, Fixture, Move
from league.schedule.values.calendar import week_of
from league.teams.actions.imports import TeamRow, VenueRow, add_named_teams, import_venues
from league.teams.actions.undo_log import RowChange, change_row, row_created, undo_changes
from league.teams.models import League, Team, Venue

MOST_MEETINGS = 4
MOVED = ("date", "first_date", "start_time", "venue_id", "state")
Entries = dict[tuple[int, str], Entry]  # by the key of the team and the name of the division


@dataclass(frozen=True, slots=True)
class FixtureRow:
    """A match to put in the list (`fixture` None) or to give another day, hour or place; what is None stays.

    Division, teams and venue are rows, or names to add. `postponed`: it was put off, with no new day.
    """

    fixture: Fixture | None
    division: Division | str
    home: Team | TeamRow
    away: Team | TeamRow
    date: date | None
    start_time: time | None = None
    venue: Venue | str | None = None
    postponed: bool = False


def import_fixtures(
    *, competition: Competition, rows: Iterable[FixtureRow], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """Put matches in the list and move those that are in it; whoever plays is entered in the division first."""
    league = competition.season.league
    with write_tx():
        named_rows, added = _with_names(league, list(rows), source=source, by=by, at=at)
        locked = lock_competition(competition)
        if locked.season.closed_at:
            raise ValidationError(f"Season {locked.season} is closed.")
        marks, entries = _entered(locked, named_rows, by=by, at=at)
        marks += _put_in(locked, [row for row in named_rows if row.fixture is None], entries)
        for row in named_rows:
            if row.fixture is not None:
                marks += _moved(row.fixture, row, source=source, by=by, at=at)
        bump_version(locked)
        new = sum(row.fixture is None for row in named_rows)
        text = f"{new} matches put in the list of season {locked.season} and {len(named_rows) - new} moved: {source}"
        record_season_action(
            locked, "bring_in_fixtures", text[:300], by, at, after={"new": new, "moved": len(named_rows) - new}
        )
    return (*added, *marks)


def _with_names(
    league: League, rows: list[FixtureRow], *, source: str, by: User, at: datetime
) -> tuple[list[FixtureRow], tuple[RowChange, ...]]:
    """The rows with the teams and venues that they name, and marks of those that had to be added."""
    sides = [side for row in rows for side in (row.home, row.away) if isinstance(side, TeamRow)]
    places = [*(row.venue for row in rows), *(side.venue for side in sides)]
    names = list(dict.fromkeys(venue for venue in places if isinstance(venue, str)))
    marks: tuple[RowChange, ...] = ()
    venues: dict[Any, Venue] = {}
    if names:
        marks = import_venues(league=league, rows=[VenueRow(None, name) for name in names], source=source, by=by, at=at)
        by_key = Venue.objects.in_bulk([mark.key for mark in marks])
        venues = {name: by_key[mark.key] for name, mark in zip(names, marks, strict=True)}
    placed = {side: replace(side, venue=venues.get(side.venue, side.venue)) for side in sides}
    teams, added = add_named_teams(league=league, rows=placed.values(), source=source, by=by, at=at)
    named: dict[Any, Team] = {side: teams[row] for side, row in placed.items()}
    rows = [
        replace(
            row, home=named.get(row.home, row.home), away=named.get(row.away, row.away),
            venue=venues.get(row.venue, row.venue),
        )
        for row in rows
    ]  # fmt: skip
    return rows, (*marks, *added)


def undo_fixtures(*, competition: Competition, marks: Sequence[RowChange], source: str, by: User, at: datetime) -> None:
    """Take the matches out again, with the teams and divisions that came with them, and move back what was moved."""
    with write_tx():
        locked = lock_competition(competition)
        if locked.season.closed_at:
            raise ValidationError(f"Season {locked.season} has been closed. Open it again first.")
        list(Fixture.objects.select_for_update(of=("self",)).filter(pk__in=_keys(marks)).order_by("pk"))
        rows = undo_changes(marks, (Venue, Team, Division, Entry, Fixture, Move))
        Fixture.objects.filter(pk__in=_keys(marks)).update(version=F("version") + 1)
        bump_version(locked)
        matches = sum(isinstance(row, Fixture) for row in rows)
        record_season_action(
            locked, "take_back_import", f"Import undone: {source}", by, at, before={"matches": matches}
        )


def thaw_competition(competition: Competition) -> None:
    """Say that there is no result after all, so that the rules are the league's of today. The caller has seen to it."""
    Competition.objects.filter(pk=competition.pk).update(frozen_at=None)
    bump_version(competition)


def _keys(marks: Iterable[RowChange]) -> list[int]:
    return [mark.key for mark in marks if mark.kind == "fixture"]


def _entered(
    competition: Competition, rows: Sequence[FixtureRow], *, by: User, at: datetime
) -> tuple[list[RowChange], Entries]:
    """The entries of all who play, with marks of what had to be made."""
    entry_rows = Entry.objects.filter(division__competition=competition).select_related("division", "team__venue")
    latest = {entry.team_id: entry for entry in entry_rows.order_by("pk")}
    entries = {(entry.team_id, str(entry.division)): entry for entry in entry_rows}
    new: dict[str, Division] = {}
    marks: list[RowChange] = []
    for row in rows:
        division = row.division
        if isinstance(division, str):
            if division not in new:
                legs = meetings_in(each for each in rows if each.division == division)
                new[division] = add_division(competition=competition, name=division, legs=legs, by=by, at=at)
                marks.append(row_created(new[division]))
            division = new[division]
        for team in (row.home, row.away):
            assert isinstance(team, Team)
            entry = entries.get((team.pk, str(division))) or latest.get(team.pk)
            if entry is None:
                entry = latest[team.pk] = make_entry(division=division, team=team)
                marks.append(row_created(entry))
            elif entry.division != division and row.fixture is None:
                marks += filter(None, [change_row(entry, {"division": division})])
            entries[team.pk, str(division)] = entry
    return marks, entries


def meetings_in(rows: Iterable[FixtureRow]) -> int:
    """How often most pairs of some rows meet; at least twice, since a file may have the first half alone."""
    pairs = Counter(frozenset({str(row.home), str(row.away)}) for row in rows)
    (usual, _), *_ = Counter(pairs.values()).most_common(1) or [(0, 0)]
    return min(max(2, usual), MOST_MEETINGS)


def _put_in(competition: Competition, rows: Sequence[FixtureRow], entries: Entries) -> list[RowChange]:
    season = competition.season
    pairs = [(_entry(row.home, row, entries), _entry(row.away, row, entries)) for row in rows]
    weeks = _weeks(competition, [(row.date, home) for row, (home, _) in zip(rows, pairs, strict=True)])
    names = [
        f"{season.league.slug}/{season.slug}/{row.date}/{home.pk}/{away.team_id}"
        for row, (home, away) in zip(rows, pairs, strict=True)
    ]
    fixtures = []
    of = Fixture.objects.filter(division__in={home.division_id for home, _ in pairs})
    taken = {*of.values_list("division", "home", "away", "week")}
    for row, (home, away), code in zip(rows, pairs, new_codes(names), strict=True):
        assert row.date is not None
        assert not isinstance(row.venue, str)
        fixture = Fixture(
            league=season.league, division=home.division, week=weeks[home.division_id, week_of(row.date)],
            half=season.half_of(row.date), home=home, away=away, date=row.date, first_date=row.date,
            start_time=row.start_time or home.team.start_time, venue=row.venue or home.team.venue,
            state=FixtureState.SCHEDULED, code=code,
        )  # fmt: skip
        if row.postponed:
            fixture.date, fixture.state = None, FixtureState.POSTPONED
        fixture.clean_fields(exclude=["league", "division", "home", "away", "venue"])
        place = (fixture.division_id, fixture.home_id, fixture.away_id, fixture.week)
        if place in taken:
            raise ValidationError(f"{fixture} is in the list of that week already ({night(fixture.first_date)}).")
        taken.add(place)
        fixtures.append(fixture)
    return [row_created(each) for each in Fixture.objects.bulk_create(fixtures)]


def _entry(side: Team | TeamRow, row: FixtureRow, entries: Entries) -> Entry:
    assert isinstance(side, Team)
    return entries[side.pk, str(row.division)]


def _weeks(competition: Competition, rows: Iterable[tuple[date | None, Entry]]) -> dict[tuple[int, date], int]:
    """The number of each week by division and Monday: those that have one keep it, and others come after them."""
    fixtures = Fixture.objects.filter(division__competition=competition).values_list("division", "first_date", "week")
    weeks: dict[tuple[int, date], int] = {}
    for division, day, week in fixtures.order_by("week", "pk"):
        weeks.setdefault((division, week_of(day)), week)
    for key in sorted({(home.division_id, week_of(day)) for day, home in rows if day}):
        if key not in weeks:
            weeks[key] = max((week for (division, _), week in weeks.items() if division == key[0]), default=0) + 1
    return weeks


def _moved(fixture: Fixture, row: FixtureRow, *, source: str, by: User, at: datetime) -> list[RowChange]:
    """A match on its other day, with a mark of that, and of the note that it was moved."""
    fixture.refresh_from_db()
    before = plain_values(fixture, MOVED)
    last = Move.objects.filter(fixture=fixture).order_by("pk").last()
    how: dict[str, Any] = {"fixture": fixture, "reason": f"Imported: {source}"[:200], "by": by, "at": at}
    if row.postponed:
        rearranged = postpone_fixture(**how)
    else:
        where: dict[str, Any] = {"date": row.date or fixture.date, "start_time": row.start_time, "venue": row.venue}
        rearranged = rearrange_fixture(**where, **how)
    marks = [RowChange("fixture", fixture.pk, before, plain_values(rearranged, MOVED))]
    note = Move.objects.filter(fixture=fixture).order_by("pk").last()
    return marks if note is None or note == last else [*marks, row_created(note)]


def plain_values(fixture: Fixture, names: Iterable[str]) -> dict[str, object]:
    """What stands in some fields of a match, as a mark keeps it."""
    values = {name: getattr(fixture, name) for name in names}
    return {name: value.isoformat() if isinstance(value, date | time) else value for name, value in values.items()}
